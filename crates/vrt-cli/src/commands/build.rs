//! `vrt build`: an engine from an ONNX file, explicitly, kept in the store.

use std::path::PathBuf;

use serde::Serialize;
use vrt::tensorrt::{BuiltEngine, EngineBuilder, EngineStore, PrecisionBuilt};

use crate::args::gpu::BuildArgs;
use crate::error::{CliError, Exit};
use crate::interrupt::Interrupt;
use crate::models::Request;
use crate::report::{self, DIM, duration_text, json};
use crate::{gpu, models};

/// What was built, for programs.
#[derive(Debug, Serialize)]
struct Document<'a> {
    format: &'static str,
    version: &'static str,
    engine: String,
    /// Whether it was in the store already.
    was_stored: bool,
    precision: String,
    precision_built: &'a PrecisionBuilt,
    build_seconds: f64,
    workspace_bytes: u64,
    tensors: Vec<String>,
    notes: &'a [String],
}

/// Builds, or finds what was built before. Everything about the file and the options is checked before a GPU is looked for.
///
/// # Errors
/// [`CliError`] for options and files that don't fit, for what is missing on this machine, and for what TensorRT says.
pub fn build(args: &BuildArgs) -> Result<Exit, CliError> {
    let onnx = onnx_file(args)?;
    let model = gpu::summary(&onnx)?;
    let ranges = match depth_config(args) {
        // As `vrt run` asks for it, so that it is found there.
        Some(config) if args.shape.is_empty() && args.batch.is_none() => gpu::engines::depth_shapes(&config, &model)?,
        _ => gpu::ranges(&model, args.batch, &args.shape)?,
    };
    let store = match &args.store {
        Some(folder) => EngineStore::at(folder),
        None => EngineStore::user()?,
    };
    let tensorrt = gpu::open(args.device)?;
    report::note(format_args!("{tensorrt} on {}", tensorrt.cuda().name()));

    let interrupt = Interrupt::listen("stopping the build, which takes some seconds")?;
    let mut builder = EngineBuilder::new(&tensorrt, &args.name, &onnx)
        .precision(args.precision)
        .workspace(u64::from(args.workspace) << 20)
        .optimization_level(args.optimization_level);
    for range in ranges {
        builder = builder.shapes(range);
    }
    tell(&gpu::build(builder, &store, &interrupt)?, args.json)
}

/// Finds out about names.
fn find(args: &BuildArgs) -> impl Fn(&str) -> Result<models::Known, CliError> + '_ {
    #[cfg(feature = "hub")]
    return |name: &str| crate::shelf::Shelf::offline(args.registry.registry.as_deref())?.find(name);
    #[cfg(not(feature = "hub"))]
    {
        let _ = args;
        models::knows_nothing
    }
}

/// The file that was given, or the one that was pulled.
fn onnx_file(args: &BuildArgs) -> Result<PathBuf, CliError> {
    match &args.onnx {
        Some(onnx) => Ok(onnx.clone()),
        None => models::onnx_of(&args.name, &find(args)),
    }
}

/// The configuration of a depth model; `None` for names of others, and for names that mean nothing.
fn depth_config(args: &BuildArgs) -> Option<vrt_depth_anything::Config> {
    let request = Request { model: Some(&args.name), onnx: args.onnx.as_deref(), ..Request::default() };
    Some(models::plan(request, &find(args)).ok()?.depth?.config)
}

fn tell(built: &BuiltEngine, as_json: bool) -> Result<Exit, CliError> {
    let BuiltEngine { engine, path, was_stored, precision, precision_built, build_time, workspace_bytes, .. } = built;
    let tensors: Vec<String> = engine.tensors().iter().map(ToString::to_string).collect();
    if as_json {
        report::print(&json::line(&Document {
            format: "vrt-build/1",
            version: env!("CARGO_PKG_VERSION"),
            engine: path.display().to_string(),
            was_stored: *was_stored,
            precision: precision.to_string(),
            precision_built,
            build_seconds: build_time.as_secs_f64(),
            workspace_bytes: *workspace_bytes,
            tensors,
            notes: &built.notes,
        })?)?;
        return Ok(Exit::Done);
    }
    let how = if *was_stored { "was in the store; its build took" } else { "built in" };
    let tensors: String = tensors.iter().map(|tensor| format!("  {tensor}\n")).collect();
    report::print(&format!(
        "{}\n  {how} {}, {precision} asked for; computes in {precision_built}\n{tensors}  {DIM}vrt bench {}{DIM:#}\n",
        path.display(),
        duration_text(*build_time),
        path.display()
    ))?;
    Ok(Exit::Done)
}
