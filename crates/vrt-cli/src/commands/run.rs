//! `vrt run`: objects and distances in one's own pictures.

mod batch;

use std::collections::BTreeSet;
use std::time::Instant;

use vrt_picture::ReadOptions;
use vrt_rfdetr_seg::DecodeOptions;
use vrt_types::CameraIntrinsics;

use crate::args::RunArgs;
use crate::error::{CliError, Exit};
use crate::interrupt::Interrupt;
use crate::models::{self, Plan, Request};
use crate::outputs::{self, Target};
use crate::pipeline::Pipeline;
use crate::report::json::{Context, Failure, Models};
use crate::report::{self, json};
use crate::{camera, inputs};

/// Everything is checked before any work is done; then one bad picture does not stop the others.
///
/// # Errors
/// What makes the whole run impossible. Pictures that fail are reported and counted in the exit code.
pub fn run(args: &RunArgs) -> Result<Exit, CliError> {
    let request = Request {
        model: args.model.as_deref(),
        onnx: args.onnx.as_deref(),
        depth_model: args.depth_model.as_deref(),
        depth_onnx: args.depth_onnx.as_deref(),
        engine: args.engine(),
        depth_engine: args.depth_engine(),
        fuse: args.fuse,
    };
    #[cfg(feature = "hub")]
    let plan = models::plan(request, &|name| crate::shelf::Shelf::offline(args.registry.registry.as_deref())?.find(name))?;
    #[cfg(not(feature = "hub"))]
    let plan = models::plan(request, &models::knows_nothing)?;
    let options = decode_options(args, &plan)?;
    let camera = read_camera(args, &plan)?;
    let device = args.common.device.find(&plan)?;

    let found = inputs::gather(&args.inputs, args.recursive, &args.common.out);
    for (path, error) in &found.failures {
        report::error(error);
        if args.common.json {
            report::print(&json::line(&Failure::new(path.display().to_string(), error))?)?;
        }
    }
    if found.files.is_empty() {
        return Ok(Exit::Failure);
    }
    if found.repeated > 0 {
        report::note(format_args!("{} given more than once, done once", report::count(found.repeated, "file")));
    }
    let single = matches!(args.inputs.as_slice(), [input] if !input.is_dir());
    let targets = match single {
        true => vec![Target { folder: args.common.out.clone() }],
        false => outputs::targets(&args.common.out, &found.files),
    };
    outputs::prepare(&args.common.out)?;
    outputs::spare_inputs(&targets, &found.files)?;

    if plan.by_default {
        report::warning(
            &"no model was named, so the built-in sample models look at your pictures. They know cubes, balls, cylinders, cones, rings \
              and pyramids on a table, and will find nothing sensible in photographs. `vrt models` lists models for those",
        );
    }
    let interrupt = Interrupt::listen("stopping where nothing is left half done: after the pictures in work, or the step of a build")?;
    let start = Instant::now();
    let (pipeline, chosen) = Pipeline::load(&plan, device, options, camera, &interrupt)?;
    let loaded = start.elapsed();
    let used = Models::of(&plan, pipeline.engines());
    report::note(format_args!("{used}; device: {chosen}"));
    let context = Context {
        device: &chosen.device,
        models: &used,
        labels: plan.segmentation.as_ref().map(|spec| spec.config.labels()),
        threshold: args.common.threshold,
        camera,
    };
    let batch = batch::Batch {
        files: &found.files,
        targets: &targets,
        read: ReadOptions::with_max_pixels(args.max_pixels),
        context,
        json: args.common.json,
        single,
        loaded,
        interrupt,
    };
    let tally = batch.run(pipeline)?;
    if !single {
        let summary = tally.summary(found.failures.len(), &args.common.out);
        if args.common.json { report::note(summary.trim_end()) } else { report::print(&format!("\n{summary}"))? }
    }
    Ok(tally.exit(found.failures.len()))
}

/// What `--threshold` and `--classes` mean for the model.
fn decode_options(args: &RunArgs, plan: &Plan) -> Result<DecodeOptions, CliError> {
    let mut options = DecodeOptions::with_threshold(args.common.threshold);
    if args.classes.is_empty() {
        return Ok(options);
    }
    let Some(spec) = &plan.segmentation else {
        return Err(CliError::Usage("--classes needs a model that finds objects; only a depth model was given".into()));
    };
    let labels = spec.config.labels();
    let mut wanted = BTreeSet::new();
    for name in args.classes.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
        let by_number = || name.parse().ok().filter(|id| labels.label(*id).is_some());
        let by_case = || labels.iter().find(|label| label.name.eq_ignore_ascii_case(name)).map(|label| label.id);
        match labels.id(name).or_else(by_case).or_else(by_number) {
            Some(id) => wanted.insert(id),
            None => {
                let known: Vec<&str> = labels.iter().map(|label| label.name.as_str()).collect();
                let (model, known) = (spec.config.name(), known.join(", "));
                return Err(CliError::Usage(format!("--classes: {model} has no class {name:?}; its classes are {known}")));
            }
        };
    }
    options.classes = Some(wanted);
    Ok(options)
}

/// The camera, where it is of use.
fn read_camera(args: &RunArgs, plan: &Plan) -> Result<Option<CameraIntrinsics>, CliError> {
    let needed = plan.depth.as_ref().is_some_and(|spec| spec.config.output.needs_intrinsics());
    let Some(path) = &args.camera else {
        return match &plan.depth {
            Some(spec) if needed => Err(CliError::Usage(format!(
                "{} gives metres only with the focal length of the camera: pass --camera FILE (JSON or YAML with fx, fy, cx, cy, width, height, \
                 ROS camera_info, or COLMAP's cameras.txt)",
                spec.config.name
            ))),
            _ => Ok(None),
        };
    };
    let camera = camera::read(path)?;
    match &plan.depth {
        None => report::warning(&"--camera is of no use without a depth model"),
        Some(spec) if !matches!(spec.config.output, vrt_depth_anything::Output::Metric { .. }) => {
            report::warning(&format_args!("--camera gives no positions with {}: its depth has no unit", spec.config.name));
        }
        Some(_) if camera.distorted => {
            report::warning(&"--camera has lens distortion, which is ignored: positions are exact for undistorted pictures only");
        }
        Some(_) => {}
    }
    Ok(Some(camera.intrinsics))
}
