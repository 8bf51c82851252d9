//! The figures as tables and as JSON.

use serde::Serialize;

use super::host::{Host, Launch};
use super::kernels::Kernels;
use super::latency::Latency;
use super::saturation::Point;
use super::streams::Streams;
use super::throughput::Throughput;
use super::{Setting, Statistics};
use crate::error::CliError;
use crate::gpu::engines::Loaded;
use crate::report::table::{Cell, Table};

/// Everything that was measured, and nothing that was not.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Measured {
    /// What comes to the host with each frame.
    pub result: &'static str,
    /// The engine alone, in milliseconds, before the frames.
    pub alone_before: Option<Statistics>,
    /// The same in turn with the frames.
    pub alone_between: Option<Statistics>,
    /// The same afterwards.
    pub alone_after: Option<Statistics>,
    /// A frame on the GPU to results on the host.
    pub frame: Option<Latency>,
    /// Single frames in flight.
    pub throughput: Option<Throughput>,
    /// Batches in flight.
    pub batch: Option<Throughput>,
    /// Kernels alone.
    pub kernels: Option<Kernels>,
    /// Streams side by side.
    pub streams: Option<Streams>,
    /// What a frame costs the host.
    pub host: Option<Host>,
    /// Contexts times batches.
    pub saturation: Option<Vec<Point>>,
}

/// What the figures hold for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Environment {
    model: String,
    picture: String,
    frames: u32,
    gpu: String,
    compute_capability: String,
    cpu: Option<String>,
    driver_cuda: Option<String>,
    tensorrt: String,
    engines: Vec<EngineOf>,
    version: &'static str,
    commit: Option<&'static str>,
    command: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct EngineOf {
    file: String,
    precision: Option<String>,
    computes_in: String,
}

/// A document, `vrt-bench-frames/1`.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    format: &'static str,
    #[serde(flatten)]
    environment: &'a Environment,
    #[serde(flatten)]
    measured: &'a Measured,
    ratios: Vec<Ratio>,
}

/// A figure by another of the same run.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Ratio {
    what: &'static str,
    to: &'static str,
    ratio: f64,
}

impl<'a> Document<'a> {
    /// Both together.
    pub fn new(environment: &'a Environment, measured: &'a Measured) -> Self {
        Self { format: "vrt-bench-frames/1", environment, measured, ratios: ratios(measured) }
    }
}

impl Environment {
    /// This machine, these engines, this command.
    ///
    /// # Errors
    /// [`CliError::TensorRt`] where an engine can't be inspected.
    pub fn of(setting: &Setting<'_>, model: &str, engines: &[Loaded]) -> Result<Self, CliError> {
        let cuda = setting.tensorrt.cuda();
        let layout = &setting.frames.layout;
        let source = setting.args.picture.as_ref().map_or_else(|| "noise".to_owned(), |path| path.display().to_string());
        let engine = |loaded: &Loaded| {
            Ok(EngineOf {
                file: loaded.path.display().to_string(),
                precision: loaded.precision.map(|precision| precision.to_string()),
                computes_in: loaded.engine.precision_built()?.to_string(),
            })
        };
        Ok(Self {
            model: model.to_owned(),
            picture: format!("{}x{} {}, {source}", layout.width, layout.height, layout.format.name()),
            frames: setting.args.frames,
            gpu: cuda.name().to_owned(),
            compute_capability: format!("{}.{}", cuda.sm().major, cuda.sm().minor),
            cpu: cpu_name(),
            driver_cuda: vrt::cuda::probe_driver().ok().map(|driver| format!("{}.{}", driver.cuda.0, driver.cuda.1)),
            tensorrt: setting.tensorrt.version(),
            engines: engines.iter().map(engine).collect::<Result<_, CliError>>()?,
            version: env!("CARGO_PKG_VERSION"),
            commit: option_env!("VRT_COMMIT"),
            command: std::env::args().collect::<Vec<_>>().join(" "),
        })
    }

    /// In one line.
    pub fn title(&self) -> String {
        let precision = self.engines.first().and_then(|engine| engine.precision.as_deref()).unwrap_or("as built");
        format!("{} {precision}, {}, TensorRT {}", self.model, self.gpu, self.tensorrt)
    }

    fn text(&self) -> String {
        let mut text = format!("{}, {}, {} frames each\n", self.model, self.picture, self.frames);
        let cpu = self.cpu.as_ref().map_or_else(String::new, |cpu| format!("; {cpu}"));
        let driver = self.driver_cuda.as_ref().map_or_else(String::new, |cuda| format!(", driver for CUDA {cuda}"));
        text += &format!("  {} (compute capability {}){driver}, TensorRT {}{cpu}\n", self.gpu, self.compute_capability, self.tensorrt);
        for engine in &self.engines {
            let precision = engine.precision.as_ref().map_or_else(String::new, |precision| format!(", {precision} asked for"));
            text += &format!("  {}{precision}; computes in {}\n", engine.file, engine.computes_in);
        }
        let commit = self.commit.map_or_else(String::new, |commit| format!(", commit {commit}"));
        text + &format!("  vrt {}{commit}: {}\n", self.version, self.command)
    }
}

/// The processor's name (Linux).
fn cpu_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The ratios that the figures give.
fn ratios(measured: &Measured) -> Vec<Ratio> {
    let mut ratios = Vec::new();
    let mut add = |what, to, figure: f64, by: f64| {
        // Nothing was measured where it was stopped early.
        if by > 0.0 {
            ratios.push(Ratio { what, to, ratio: figure / by });
        }
    };
    if let (Some(frame), Some(alone)) = (&measured.frame, &measured.alone_between) {
        add("frame latency", "engine alone, in turn", frame.frame_ms.p50, alone.p50);
    }
    for (throughput, gpu, pinned) in [
        (&measured.throughput, "throughput of frames on the GPU", "throughput of frames from pinned memory"),
        (&measured.batch, "throughput of batches on the GPU", "throughput of batches from pinned memory"),
    ] {
        if let Some(throughput) = throughput {
            add(gpu, "engine alone", throughput.on_the_gpu.pictures_per_second, throughput.engine());
            add(pinned, "engine alone", throughput.from_pinned.pictures_per_second, throughput.engine());
        }
    }
    if let Some(points) = &measured.saturation {
        let best = |rate: fn(&Point) -> f64| points.iter().map(rate).fold(0.0, f64::max);
        let (frames, engine) = (best(|point| point.frames.pictures_per_second), best(|point| point.engine.pictures_per_second));
        add("saturation, best point", "engine alone, best point", frames, engine);
    }
    if let Some(streams) = &measured.streams {
        let unsteady =
            streams.streams.iter().filter(|stream| stream.frame_ms.p50 > 0.0).map(|stream| stream.frame_ms.p99 / stream.frame_ms.p50);
        add("p99 of the least steady stream", "its p50", unsteady.fold(0.0, f64::max), 1.0);
    }
    ratios
}

/// Tables for people.
pub fn text(environment: &Environment, measured: &Measured) -> String {
    let mut text = environment.text();
    text += &format!("\n{}", times(measured).render());
    if measured.throughput.is_some() || measured.batch.is_some() {
        text += &format!("\n{}", rates(measured).render());
    }
    if let Some(points) = &measured.saturation {
        text += &format!("\n{}", saturation(points).render());
    }
    let mut table = Table::new(&["what", "by", ">ratio"]);
    for Ratio { what, to, ratio } in ratios(measured) {
        table.row(vec![what.into(), to.into(), format!("{ratio:.3}").into()]);
    }
    text += &format!("\n{}", table.render());
    text + &counts(measured)
}

fn times(measured: &Measured) -> Table {
    let mut table = Table::new(&["milliseconds", ">p50", ">p99"]);
    let mut row = |what: String, p50: f64, p99: Option<f64>| {
        table.row(vec![what.into(), figure(p50), p99.map_or_else(|| "".into(), figure)]);
    };
    let mut spread = |what: String, times: &Statistics| row(what, times.p50, Some(times.p99));
    for (when, times) in
        [("before", &measured.alone_before), ("in turn with frames", &measured.alone_between), ("after", &measured.alone_after)]
    {
        if let Some(times) = times {
            spread(format!("engine alone, {when}"), times);
        }
    }
    if let Some(frame) = &measured.frame {
        let objects = if frame.objects > 0 { format!("{} ", frame.objects) } else { String::new() };
        spread(format!("frame on the GPU to {objects}{} on the host", measured.result), &frame.frame_ms);
    }
    if let Some(host) = &measured.host {
        spread("host: queueing a frame".to_owned(), &host.submit_ms);
        spread(format!("host: reading {} of a frame that is done", measured.result), &host.read_ms);
        spread("host: both of a frame".to_owned(), &host.work_ms);
    }
    if let Some(streams) = &measured.streams {
        for (index, stream) in streams.streams.iter().enumerate() {
            spread(format!("stream {} of {}, {} frames", index + 1, streams.streams.len(), stream.frames), &stream.frame_ms);
        }
    }
    if let Some(kernels) = &measured.kernels {
        for (name, times) in &kernels.reads_ms {
            let runs = kernels.run_lengths.map(|runs| format!(", {runs} of them")).unwrap_or_default();
            spread(format!("on top: {name}{runs}"), times);
        }
        row("kernels after the network".to_owned(), kernels.after_network(), None);
        for (name, time) in &kernels.after_network_ms {
            row(format!("kernel: {name}"), *time, None);
        }
        for (filter, time) in &kernels.preprocess_ms {
            row(format!("kernel: preprocessing, {filter}"), *time, None);
        }
    }
    if let Some(spent) = measured.host.as_ref().and_then(|host| host.asleep_cpu_ms) {
        row("host: processor time of a frame, thread asleep in between, mean".to_owned(), spent, None);
    }
    table
}

fn rates(measured: &Measured) -> Table {
    let mut table = Table::new(&["pictures a second", ">pictures/s", ">interval p50", ">p99 ms"]);
    for throughput in [&measured.throughput, &measured.batch].into_iter().flatten() {
        let Throughput { batch, slots, .. } = throughput;
        let mut row = |what: String, rate: f64, interval: Option<&Statistics>| {
            let interval = interval.map(|times| (figure(times.p50), figure(times.p99)));
            let (p50, p99) = interval.unwrap_or_default();
            table.row(vec![what.into(), format!("{rate:.1}").into(), p50, p99]);
        };
        row(format!("engine alone, batch {batch}, before"), throughput.engine_before, None);
        row(format!("engine alone, batch {batch}, after"), throughput.engine_after, None);
        for (from, rate) in [("on the GPU", &throughput.on_the_gpu), ("pinned memory", &throughput.from_pinned)] {
            row(format!("{from}, batch {batch}, {slots} in flight"), rate.pictures_per_second, Some(&rate.interval_ms));
        }
    }
    if let Some(streams) = &measured.streams {
        let what = format!("{} streams, pinned memory", streams.streams.len());
        table.row(vec![what.into(), format!("{:.1}", streams.pictures_per_second).into()]);
    }
    table
}

fn saturation(points: &[Point]) -> Table {
    let mut table = Table::new(&[">contexts", ">batch", ">engine/s", ">p50 ms", ">p99", ">frames/s", ">p50 ms", ">p99", ">ratio"]);
    for Point { contexts, batch, engine, frames } in points {
        table.row(vec![
            contexts.to_string().into(),
            batch.to_string().into(),
            format!("{:.1}", engine.pictures_per_second).into(),
            figure(engine.batch_ms.p50),
            figure(engine.batch_ms.p99),
            format!("{:.1}", frames.pictures_per_second).into(),
            figure(frames.batch_ms.p50),
            figure(frames.batch_ms.p99),
            format!("{:.3}", frames.pictures_per_second / engine.pictures_per_second).into(),
        ]);
    }
    table
}

/// What a frame is made of, and how that is known.
fn counts(measured: &Measured) -> String {
    let mut text = String::new();
    match &measured.frame {
        Some(frame) if frame.captured => text += "\n  A frame is one launch of a CUDA graph, and the host waits once for it.\n",
        Some(_) => text += "\n  A frame is queued call by call, since it could not be captured.\n",
        None => {}
    }
    let Some(host) = &measured.host else { return text };
    let launches = [("a frame", &host.launch), ("the engine", &host.engine_launch)];
    for (what, launch) in launches.into_iter().filter_map(|(what, launch)| Some((what, launch.as_ref()?))) {
        let Launch { kernels, copies_to_device, copies_to_host, copies_on_device, memsets, allocations, others } = launch;
        text += &format!(
            "  In the graph of {what}: {kernels} kernels; copies: {copies_to_device} from the host, {copies_to_host} to it, {copies_on_device} on \
             the GPU; {memsets} memsets, {allocations} allocations, {others} others (as the driver lists its nodes).\n"
        );
    }
    text += &format!("  At most {} bytes come to the host with a frame.\n", host.bytes_to_host);
    let grown = -host.memory_freed_bytes;
    text + &format!("  GPU memory grew by {grown} bytes over these frames (the driver's count of free memory).\n")
}

fn figure(milliseconds: f64) -> Cell {
    format!("{milliseconds:.4}").into()
}
