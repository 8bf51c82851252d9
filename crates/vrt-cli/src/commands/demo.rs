//! `vrt demo`: a built-in scene, what was found in it, and what is really there.

#[cfg(feature = "sample")]
mod compare;

use crate::args::DemoArgs;
use crate::error::{CliError, Exit};

/// Says that there is nothing to show.
///
/// # Errors
/// Always [`CliError::Usage`].
#[cfg(not(feature = "sample"))]
pub fn demo(_: &DemoArgs) -> Result<Exit, CliError> {
    crate::models::sample().map(|_| Exit::Done)
}

/// Runs the sample models on a scene.
///
/// # Errors
/// [`CliError`] of whatever failed.
#[cfg(feature = "sample")]
pub fn demo(args: &DemoArgs) -> Result<Exit, CliError> {
    use std::time::Instant;

    use vrt_rfdetr_seg::DecodeOptions;

    use crate::interrupt::Interrupt;
    use crate::outputs::{self, Target};
    use crate::pipeline::Pipeline;
    use crate::report::ending::{files_text, times_text};
    use crate::report::json::{Context, Document, Files, Models, Size};
    use crate::report::{self, json};
    use crate::{models, render, sample};

    let plan = models::sample()?;
    let device = args.common.device.find(&plan)?;
    let scene = sample::SCENES.get(args.scene).ok_or_else(|| {
        CliError::Usage(format!("--scene {}: there are {} scenes, 0 to {}", args.scene, sample::SCENES.len(), sample::SCENES.len() - 1))
    })?;
    let out = Target { folder: args.common.out.clone() };
    outputs::prepare(&out.folder)?;

    let interrupt = Interrupt::listen("stopping where nothing is left half done")?;
    let start = Instant::now();
    let truth = scene.truth()?;
    let options = DecodeOptions::with_threshold(args.common.threshold);
    let (mut pipeline, chosen) = Pipeline::load(&plan, device, options, Some(truth.camera), &interrupt)?;
    let loaded = start.elapsed();
    let used = Models::of(&plan, pipeline.engines());
    report::note(format_args!("{used}; device: {chosen}"));

    let start = Instant::now();
    let picture = vrt_picture::decode_picture(scene.picture, scene.name)?;
    let read = start.elapsed();
    let analysis = pipeline.analyse(&picture)?;
    let labels = plan.segmentation.as_ref().map(|spec| spec.config.labels());
    let comparison = compare::Comparison::new(scene, &truth, &analysis)?;

    let start = Instant::now();
    let beside = comparison.picture(&picture, &analysis, labels)?;
    let size = Size { width: picture.width() as u32, height: picture.height() as u32 };
    let mut overlay = picture;
    render::overlay(&mut overlay, &analysis, labels)?;
    let depth = analysis.depth.as_ref().map(render::depth).transpose()?;
    let mut pictures = vec![(out.file(Target::OVERLAY), &overlay), (out.file(Target::COMPARISON), &beside)];
    pictures.extend(depth.as_ref().map(|depth| (out.file(Target::DEPTH), depth)));
    outputs::write_pictures(&pictures)?;

    let files =
        Files { overlay: Some(Target::OVERLAY), depth: depth.is_some().then_some(Target::DEPTH), comparison: Some(Target::COMPARISON) };
    let threshold = args.common.threshold;
    let context = Context { device: &chosen.device, models: &used, labels, threshold, camera: Some(truth.camera) };
    let document = Document::new(scene.name.to_owned(), size, &analysis, read, files, &context).with_truth(comparison.truth());
    vrt_picture::write_atomic(out.file(Target::RESULT), &json::pretty(&document)?)?;
    let written = start.elapsed();
    if args.common.json {
        report::print(&json::line(&document)?)?;
        return Ok(Exit::Done);
    }
    report::print(&format!(
        "{}, {}x{}, beside the truth:\n\n{}\n{}\n{}{}\n",
        scene.name,
        size.width,
        size.height,
        comparison.table(&analysis, labels),
        comparison.summary(&analysis),
        files_text(&out, &files),
        times_text(loaded, &analysis, written)
    ))?;
    Ok(Exit::Done)
}
