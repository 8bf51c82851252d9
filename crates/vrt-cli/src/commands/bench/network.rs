//! How long a network takes, without pictures around it.

use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
use vrt::cpu::{CpuOptions, CpuSession, Dim};
use vrt::cuda::GpuTimer;
use vrt::kornia_tensor::Tensor;
use vrt::tensorrt::{Engine, Session, SessionOptions};

use super::statistics::Statistics;
use crate::args::bench::NetworkArgs;
use crate::args::gpu::Shape;
use crate::device::DeviceChoice;
use crate::error::{CliError, Exit};
use crate::gpu;
use crate::interrupt::Interrupt;
use crate::report::{self, json, table::Table};

/// Times of a network, for programs.
#[derive(Debug, Serialize)]
struct Document {
    format: &'static str,
    version: &'static str,
    file: String,
    /// Where it ran, with the software that ran it.
    device: String,
    batch: usize,
    iterations: usize,
    cuda_graph: bool,
    /// From giving the run to the device until it is done, one run at a time.
    latency_ms: Statistics,
    /// The same on the GPU's own clock; `None` for the processor.
    gpu_ms: Option<Statistics>,
    /// Runs a second with the next run queued before the last one ends; for the processor, one after the other.
    runs_per_second: f64,
    pictures_per_second: f64,
}

/// Measures.
///
/// # Errors
/// [`CliError::Usage`] for a device that can't run the file, [`CliError::Gpu`] and [`CliError::TensorRt`] for what is missing, and what
/// the network says.
pub fn bench(args: &NetworkArgs) -> Result<Exit, CliError> {
    let interrupt = Interrupt::listen("stopping; what was measured till now is told")?;
    let document = match (&args.engine, &args.onnx, args.device) {
        (Some(engine), _, DeviceChoice::Auto | DeviceChoice::Cuda(_)) => on_gpu(args, engine, &interrupt)?,
        (Some(_), _, DeviceChoice::Cpu) => {
            return Err(CliError::Usage("engines run on GPUs: leave out --device, or give the model's ONNX file with --onnx".into()));
        }
        (None, Some(_), DeviceChoice::Cuda(_)) => {
            return Err(CliError::Usage("a GPU runs engines: make one with `vrt build NAME --onnx FILE`, then `vrt bench ENGINE`".into()));
        }
        (None, Some(onnx), _) => on_cpu(args, onnx, &interrupt)?,
        (None, None, _) => return Err(CliError::Usage("an engine, or --onnx FILE, is needed".into())),
    };
    if args.json {
        report::print(&json::line(&document)?)?;
    } else {
        report::print(&text(&document))?;
    }
    Ok(if interrupt.wanted() { Exit::Interrupted } else { Exit::Done })
}

/// Runs until it is warm, then as often and as long as was asked for.
fn repeat(args: &NetworkArgs, interrupt: &Interrupt, mut run: impl FnMut() -> Result<(), CliError>) -> Result<Vec<f64>, CliError> {
    let warmup = Duration::from_millis(u64::from(args.warmup));
    let begin = Instant::now();
    while begin.elapsed() < warmup && !interrupt.wanted() {
        run()?;
    }
    let least = Duration::try_from_secs_f64(args.duration).unwrap_or_default();
    let mut times = Vec::new();
    let begin = Instant::now();
    while (times.len() < args.iterations as usize || begin.elapsed() < least) && !interrupt.wanted() {
        let start = Instant::now();
        run()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(times)
}

fn on_gpu(args: &NetworkArgs, path: &Path, interrupt: &Interrupt) -> Result<Document, CliError> {
    gpu::check_readable(path)?;
    let tensorrt = gpu::open(args.device)?;
    let engine = Engine::from_file(&tensorrt, path)?;
    let shapes = args.shape.iter().map(|shape| (shape.input.clone(), shape.opt.clone())).collect();
    let stream = tensorrt.cuda().new_stream()?;
    let mut session = Session::with_options(&engine, &stream, &SessionOptions { shapes, ..SessionOptions::default() })?;
    if args.cuda_graph {
        session.capture()?;
    }
    let batch = match engine.inputs().next() {
        Some(input) => session.shape(input.name())?.first().copied().unwrap_or(1),
        None => 1,
    };
    let mut timer = GpuTimer::new(tensorrt.cuda())?;
    let mut gpu_times = Vec::new();
    let times = repeat(args, interrupt, || {
        timer.start(&stream)?;
        let run = session.enqueue()?;
        timer.stop(&stream)?;
        run.wait()?;
        gpu_times.push(f64::from(timer.milliseconds()?));
        Ok(())
    })?;
    // Those of the warm-up come first.
    gpu_times.drain(..gpu_times.len() - times.len());
    let begin = Instant::now();
    for _ in 1..times.len() {
        drop(session.enqueue()?);
    }
    session.enqueue()?.wait()?;
    let rate = times.len().max(1) as f64 / begin.elapsed().as_secs_f64();
    Ok(Document {
        format: "vrt-bench/1",
        version: env!("CARGO_PKG_VERSION"),
        file: path.display().to_string(),
        device: format!("{}, {tensorrt}", tensorrt.cuda().name()),
        batch,
        iterations: times.len(),
        cuda_graph: session.is_captured(),
        latency_ms: Statistics::of(times),
        gpu_ms: Some(Statistics::of(gpu_times)),
        runs_per_second: rate,
        pictures_per_second: rate * batch as f64,
    })
}

fn on_cpu(args: &NetworkArgs, path: &Path, interrupt: &Interrupt) -> Result<Document, CliError> {
    let session = CpuSession::from_file(path, &CpuOptions::default())?;
    let shape = cpu_shape(&session, &args.shape)?;
    let input = Tensor::<f32, 4>::from_shape_val(shape, 0.5);
    let times = repeat(args, interrupt, || Ok(session.run(&input).map(|_| ())?))?;
    let latency_ms = Statistics::of(times.clone());
    let rate = if latency_ms.mean > 0.0 { 1e3 / latency_ms.mean } else { 0.0 };
    Ok(Document {
        format: "vrt-bench/1",
        version: env!("CARGO_PKG_VERSION"),
        file: path.display().to_string(),
        device: "cpu".to_owned(),
        batch: shape[0],
        iterations: times.len(),
        cuda_graph: false,
        latency_ms,
        gpu_ms: None,
        runs_per_second: rate,
        pictures_per_second: rate * shape[0] as f64,
    })
}

/// The shape that was asked for, or the only one there is beside the batch.
fn cpu_shape(session: &CpuSession, asked: &[Shape]) -> Result<[usize; 4], CliError> {
    let Some(input) = session.inputs().first() else {
        return Err(CliError::Usage(format!("{} has no input", session.name())));
    };
    let sides: Vec<Option<usize>> = input
        .shape
        .iter()
        .map(|side| match side {
            Dim::Fixed(size) => Some(*size),
            Dim::Dynamic(_) => None,
        })
        .collect();
    let name = &input.name;
    let shape = match asked {
        // An open batch is 1, as it is for builds.
        [] => sides.iter().enumerate().map(|(at, side)| side.or((at == 0).then_some(1))).collect::<Option<Vec<_>>>(),
        [shape] if shape.input == *name => Some(shape.opt.clone()),
        [shape, ..] => {
            return Err(CliError::Usage(format!("--shape: {} has no input {:?}; it has {name:?}", session.name(), shape.input)));
        }
    };
    let fits = |shape: &[usize]| {
        shape.len() == sides.len() && shape.iter().zip(&sides).all(|(side, fixed)| fixed.is_none_or(|fixed| fixed == *side))
    };
    match shape.filter(|shape| fits(shape)).map(<[usize; 4]>::try_from) {
        Some(Ok(shape)) => Ok(shape),
        _ => {
            let sides: Vec<String> = sides.iter().map(|side| side.map_or_else(|| "?".to_owned(), |side| side.to_string())).collect();
            Err(CliError::Usage(format!("input {name:?} has the shape {}: say which with --shape {name}:1x3x518x518", sides.join("x"))))
        }
    }
}

fn text(document: &Document) -> String {
    let Document { file, device, batch, iterations, cuda_graph, latency_ms, gpu_ms, runs_per_second, pictures_per_second, .. } = document;
    let graph = if *cuda_graph { ", replayed from a CUDA graph" } else { "" };
    let mut table = Table::new(&["milliseconds", ">mean", ">min", ">p50", ">p90", ">p99", ">max"]);
    let mut row = |name: &str, Statistics { mean, min, p50, p90, p99, max }: &Statistics| {
        let cells = [mean, min, p50, p90, p99, max].map(|time| format!("{time:.3}").into());
        table.row(std::iter::once(name.into()).chain(cells).collect());
    };
    row("latency", latency_ms);
    if let Some(gpu_ms) = gpu_ms {
        row("on the GPU", gpu_ms);
    }
    format!(
        "{file}, batch {batch}, {iterations} runs{graph}\n  {device}\n\n{}\n  {runs_per_second:.1} runs/s, {pictures_per_second:.1} pictures/s, the network alone\n",
        table.render()
    )
}
