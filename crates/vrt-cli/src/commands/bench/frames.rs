//! Whole frames of a model, from the picture to its results, beside the engine alone: everything in one run.
//!
//! | measurement | module |
//! |---|---|
//! | the engine alone: one replay of its CUDA graph, waited for | [`alone`] |
//! | a frame on the GPU until its results are on the host | [`latency`] |
//! | frames one after the other, several in flight | [`throughput`] |
//! | kernels alone, and run lengths to the host | [`kernels`] |
//! | contexts times batches | [`saturation`] |
//! | streams side by side | [`streams`] |
//! | what a frame costs the host | [`host`] |

mod alone;
mod dump;
mod host;
mod kernels;
mod lanes;
mod latency;
mod pictures;
mod plot;
mod report;
mod saturation;
mod streams;
mod subject;
mod throughput;

use std::path::{Path, PathBuf};

use vrt::tensorrt::{EngineBuilder, EngineStore, TensorRt};

use self::pictures::Frames;
use self::report::{Environment, Measured};
use self::subject::{Depth, Segmentation, Subject};
use super::statistics::Statistics;
use crate::args::bench::{DepthArgs, FrameArgs, SegmentationArgs};
use crate::error::{CliError, Exit};
use crate::gpu::engines::{Loaded, from_file};
use crate::interrupt::Interrupt;
use crate::models::{self, Plan, Request, Spec};
use crate::report::json;
use crate::{gpu, report as told};

/// What all measurements share.
struct Setting<'a> {
    args: &'a FrameArgs,
    tensorrt: TensorRt,
    frames: Frames,
    interrupt: Interrupt,
}

impl Setting<'_> {
    /// Numbers of the frames to measure; ends early where the user wants to stop.
    fn rounds(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.args.frames as usize).take_while(|_| !self.interrupt.wanted())
    }
}

/// Measures the frames of RF-DETR-Seg.
///
/// # Errors
/// [`CliError::Usage`] for options that don't fit together, and what engines, frames and files say.
pub fn segmentation(args: &SegmentationArgs) -> Result<Exit, CliError> {
    bench::<Segmentation>(&args.frames, |setting, config, subjects| {
        let with_objects = |subject: Segmentation| subject.with_objects(&setting.frames, args.objects);
        let subjects = subjects.into_iter().map(with_objects).collect::<Result<Vec<_>, _>>()?;
        if let (Some(folder), Some(subject)) = (&args.dump, for_batch(&subjects, 1)) {
            dump::write(setting, subject, config, folder)?;
        }
        Ok(subjects)
    })
}

/// Measures the frames of Depth Anything.
///
/// # Errors
/// As [`segmentation`].
pub fn depth(args: &DepthArgs) -> Result<Exit, CliError> {
    bench::<Depth>(&args.frames, |_, _, subjects| Ok(subjects))
}

/// Opens everything, lets `prepare` do what only this kind of model needs, measures, and tells.
fn bench<S: Subject>(
    args: &FrameArgs,
    prepare: impl FnOnce(&Setting<'_>, &S::Config, Vec<S>) -> Result<Vec<S>, CliError>,
) -> Result<Exit, CliError> {
    let model = S::specification(plan(args)?)?;
    for engine in &args.engine {
        gpu::check_readable(engine)?;
    }
    let frames = Frames::read(args)?;
    let tensorrt = gpu::open(args.device)?;
    let interrupt = Interrupt::listen("stopping; what was measured till now is told")?;
    told::note(format_args!("{tensorrt} on {}", tensorrt.cuda().name()));
    let engines = match &args.onnx {
        Some(onnx) => built::<S>(args, &tensorrt, &model, onnx, &interrupt)?,
        None => args.engine.iter().map(|engine| from_file(&tensorrt, engine)).collect::<Result<_, _>>()?,
    };
    let frames = frames.upload(tensorrt.cuda())?;
    let subjects = engines.iter().map(|engine| S::new(engine, &model.config, &frames)).collect::<Result<Vec<_>, _>>()?;
    let setting = Setting { args, tensorrt, frames, interrupt };
    let subjects = prepare(&setting, &model.config, subjects)?;
    let measured = measure(&setting, &subjects)?;
    let environment = Environment::of(&setting, &model.name, &engines)?;
    if let Some(path) = &args.json {
        vrt_picture::write_atomic(path, &json::pretty(&report::Document::new(&environment, &measured))?)?;
    }
    if let (Some(path), Some(saturation)) = (&args.plot, &measured.saturation) {
        vrt_picture::write_atomic(path, plot::svg(&environment.title(), saturation).as_bytes())?;
    }
    told::print(&report::text(&environment, &measured))?;
    Ok(if setting.interrupt.wanted() { Exit::Interrupted } else { Exit::Done })
}

/// What the model is; its file does not matter yet.
fn plan(args: &FrameArgs) -> Result<Plan, CliError> {
    let request = Request {
        model: args.model.as_deref(),
        onnx: args.onnx.as_deref(),
        engine: args.engine.first().map(PathBuf::as_path),
        ..Request::default()
    };
    #[cfg(feature = "hub")]
    return models::plan(request, &|name| crate::shelf::Shelf::offline(args.registry.registry.as_deref())?.find(name));
    #[cfg(not(feature = "hub"))]
    models::plan(request, &models::knows_nothing)
}

/// Engines for batch 1 and, where it is asked for, the larger batch.
fn built<S: Subject>(
    args: &FrameArgs,
    tensorrt: &TensorRt,
    model: &Spec<S::Config>,
    onnx: &Path,
    interrupt: &Interrupt,
) -> Result<Vec<Loaded>, CliError> {
    let store = EngineStore::user()?;
    let summary = gpu::summary(onnx)?;
    let mut engines = Vec::new();
    let more = (args.compare || args.saturate) && args.batch > 1;
    for batch in [1].into_iter().chain(more.then_some(args.batch as usize)) {
        let ranges = match S::shapes(&model.config, &summary, batch) {
            Ok(ranges) => ranges,
            // A model with a fixed batch has no other engine, which is no fault.
            Err(error) if batch > 1 => {
                told::note(format_args!("batch {batch} is left out: {error}"));
                break;
            }
            Err(error) => return Err(error),
        };
        let mut builder = EngineBuilder::new(tensorrt, &model.name, onnx).precision(args.precision);
        for range in ranges {
            builder = builder.shapes(range);
        }
        let built = gpu::build(builder, &store, interrupt)?;
        engines.push(Loaded { engine: built.engine, path: built.path, precision: Some(built.precision) });
    }
    Ok(engines)
}

/// The engine that a batch is measured with: the one tuned for it, else any that takes it.
fn for_batch<S: Subject>(subjects: &[S], batch: usize) -> Option<&S> {
    let tuned = subjects.iter().find(|subject| subject.batches().opt == batch);
    tuned.or_else(|| subjects.iter().find(|subject| (subject.batches().min..=subject.batches().max).contains(&batch)))
}

/// All measurements that were asked for, in order.
fn measure<S: Subject>(setting: &Setting<'_>, subjects: &[S]) -> Result<Measured, CliError> {
    let args = setting.args;
    let mut measured = Measured { result: S::RESULT, ..Measured::default() };
    if let Some(subject) = for_batch(subjects, 1) {
        told::note("the engine alone, and frames beside it");
        measured.alone_before = Some(alone::latency(setting, subject, 1)?);
        let (frame, between) = latency::beside_the_engine(setting, subject)?;
        (measured.frame, measured.alone_between) = (Some(frame), Some(between));
        told::note("throughput");
        measured.throughput = Some(throughput::of(setting, subject, 1)?);
        if args.compare {
            told::note("kernels alone");
            measured.kernels = Some(kernels::of(setting, subject)?);
            told::note("streams side by side");
            measured.streams = Some(streams::of(setting, subject)?);
            measured.host = Some(host::of(setting, subject)?);
        }
        measured.alone_after = Some(alone::latency(setting, subject, 1)?);
    }
    let batch = args.batch as usize;
    if args.compare
        && batch > 1
        && let Some(subject) = for_batch(subjects, batch)
    {
        told::note(format_args!("batch {batch}"));
        measured.batch = Some(throughput::of(setting, subject, batch)?);
    }
    if args.saturate {
        told::note("saturation");
        measured.saturation = Some(saturation::of(setting, subjects)?);
    }
    Ok(measured)
}

/// Milliseconds since.
fn milliseconds(since: std::time::Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
