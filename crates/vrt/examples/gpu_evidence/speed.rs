//! Times and memory.

use std::ffi::c_void;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vrt::cuda::{Cuda, FrameGraph, GpuTimer, PinnedBuffer};
use vrt::tensorrt::vrt_sys::{ExecutionContextAllocationStrategy, Runtime};
use vrt::tensorrt::{Engine, EngineTensor, Session, SessionError};

use crate::{Built, Outcome};

/// Minimum, median and 95th percentile in microseconds.
fn spread(mut times: Vec<Duration>) -> Value {
    times.sort_unstable();
    let at = |share: f64| times.get(((times.len() as f64) * share) as usize).or(times.last()).map(|time| time.as_secs_f64() * 1e6);
    json!({"min_us": at(0.0), "median_us": at(0.5), "p95_us": at(0.95), "runs": times.len()})
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(f64::NAN, |time| time.as_secs_f64() * 1e6)
}

/// Host time of `Session::enqueue` beside that of TensorRT's call alone, each after the GPU has become idle. They are called in turn, each
/// comes first as often as second, and what counts is the median of the differences within pairs. Two contexts of one engine differ among
/// themselves, by microseconds where a run is hundreds of calls to the driver: so TensorRT alone is called on a context made before the
/// session's and on one made after it, and their difference is told, too.
pub fn overhead(engine: &Engine, plan: &Path, seconds: f64) -> Outcome {
    let cuda = engine.cuda();
    let stream = cuda.new_stream()?;
    let plan = std::fs::read(plan)?;
    let runtime = Runtime::new(engine.tensorrt().library())?;
    // SAFETY: built by this program.
    let raw_engine = unsafe { runtime.deserialize(&plan) }?;
    let mut before = raw_engine.create_execution_context(ExecutionContextAllocationStrategy::Static)?;
    let mut session = Session::new(engine, &stream)?;
    session.enqueue()?.wait()?;
    let mut after = raw_engine.create_execution_context(ExecutionContextAllocationStrategy::Static)?;
    for raw in [&mut before, &mut after] {
        for tensor in engine.tensors() {
            let name = std::ffi::CString::new(tensor.name())?;
            let address = address(&session, tensor)?.0;
            if tensor.is_input() {
                let sides: Vec<i64> = session.shape(tensor.name())?.iter().map(|&side| side as i64).collect();
                raw.set_input_shape(&name, &vrt::tensorrt::vrt_sys::Dims::new(&sides)?)?;
            }
            // SAFETY: the session's own tensor, which outlives the context and is used on the same stream.
            unsafe { raw.set_tensor_address(&name, address as *mut c_void) }?;
        }
    }
    let handle = stream.cu_stream().cast::<c_void>();
    let mut time = |which: usize| -> Outcome<f64> {
        let raw = match which {
            0 => {
                let from = Instant::now();
                let flying = session.enqueue()?;
                let took = from.elapsed();
                flying.wait()?;
                return Ok(took.as_secs_f64() * 1e6);
            }
            1 => &mut before,
            _ => &mut after,
        };
        let from = Instant::now();
        // SAFETY: shapes and addresses are set, the stream is the session's.
        unsafe { raw.enqueue_v3(handle) }?;
        let took = from.elapsed();
        stream.synchronize()?;
        Ok(took.as_secs_f64() * 1e6)
    };
    for run in 0..150 {
        time(run % 3)?;
    }
    let mut rounds: Vec<[f64; 3]> = Vec::new();
    let begun = Instant::now();
    while begun.elapsed().as_secs_f64() < seconds && rounds.len() < 20_000 {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let mut round = [0.0; 3];
            for which in order {
                round[which] = time(which)?;
            }
            rounds.push(round);
        }
    }
    let middle = |of: &dyn Fn(&[f64; 3]) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(of).collect();
        values.sort_unstable_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let difference = middle(&|round| round[0] - (round[1] + round[2]) / 2.0);
    Ok(json!({
        "session_us": middle(&|round| round[0]), "tensorrt_us": [middle(&|round| round[1]), middle(&|round| round[2])],
        "difference_us": difference, "difference_of_tensorrt_alone_us": middle(&|round| round[2] - round[1]), "rounds": rounds.len(),
        "within_3_us": difference <= 3.0,
    }))
}

/// The launch of a captured session until the GPU is idle, beside a C++ program that does nothing else (`bare.cpp`): both in turn, each
/// after as much work of the GPU as the other.
pub fn beside_bare(bare: &Path, engine: &Engine, file: &Path, seconds: f64) -> Outcome {
    let mut session = Session::new(engine, &engine.cuda().new_stream()?)?;
    session.capture()?;
    let (mut ratios, mut rounds) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let output = std::process::Command::new(bare).arg(file).arg(format!("{}", seconds / 5.0)).output()?;
        if !output.status.success() {
            return Err(format!("{} ended with {}: {}", bare.display(), output.status, String::from_utf8_lossy(&output.stderr)).into());
        }
        let theirs: Value = serde_json::from_slice(&output.stdout)?;
        let mut ours = Vec::new();
        let begun = Instant::now();
        // The C++ program measures two other things before.
        while begun.elapsed().as_secs_f64() < seconds / 5.0 * 3.0 || ours.is_empty() {
            let from = Instant::now();
            session.enqueue()?.wait()?;
            if begun.elapsed().as_secs_f64() > seconds / 5.0 * 2.0 {
                ours.push(from.elapsed());
            }
        }
        let ours = median(&mut ours);
        let graph = theirs["graph"]["median_us"].as_f64().ok_or("no median")?;
        ratios.push(ours / graph);
        rounds.push(json!({"session_graph_us": ours, "bare": theirs}));
    }
    ratios.sort_unstable_by(f64::total_cmp);
    Ok(
        json!({"session_over_bare": ratios[ratios.len() / 2], "ratios": ratios, "within_2_percent": ratios[ratios.len() / 2] <= 1.02, "rounds": rounds}),
    )
}

fn address(session: &Session, tensor: &EngineTensor) -> Result<(u64, usize), SessionError> {
    use vrt::cuda::DType;
    use vrt::cuda::half::{bf16, f16};
    match tensor.dtype() {
        DType::F16 => session.address::<f16>(tensor.name()),
        DType::Bf16 => session.address::<bf16>(tensor.name()),
        DType::I64 => session.address::<i64>(tensor.name()),
        DType::I32 => session.address::<i32>(tensor.name()),
        DType::I8 => session.address::<i8>(tensor.name()),
        DType::U8 | DType::Bool => session.address::<u8>(tensor.name()),
        _ => session.address::<f32>(tensor.name()),
    }
}

/// Host time from call to result, and GPU time, call by call and by graph, alternating.
pub fn graph(built: &Built, seconds: f64) -> Outcome {
    let engine = &built.engine.engine;
    let cuda = engine.cuda();
    let (mut plain, mut captured) = (Session::new(engine, &cuda.new_stream()?)?, Session::new(engine, &cuda.new_stream()?)?);
    plain.enqueue()?.wait()?;
    captured.capture()?;
    captured.enqueue()?.wait()?;
    let mut timer = GpuTimer::new(cuda)?;
    let mut times: [(Vec<Duration>, Vec<Duration>); 2] = Default::default();
    let begun = Instant::now();
    while begun.elapsed().as_secs_f64() < seconds && times[0].0.len() < 5000 {
        for (session, (host, gpu)) in [&mut plain, &mut captured].into_iter().zip(&mut times) {
            let stream = session.stream().clone();
            let from = Instant::now();
            session.enqueue()?.wait()?;
            host.push(from.elapsed());
            timer.start(&stream)?;
            let _flying = session.enqueue()?;
            timer.stop(&stream)?;
            gpu.push(Duration::from_secs_f32(timer.milliseconds()?.max(0.0) / 1e3));
        }
    }
    let [(mut plain_host, plain_gpu), (mut graph_host, graph_gpu)] = times;
    let ratio = median(&mut plain_host) / median(&mut graph_host);
    Ok(json!({
        "plain_host": spread(plain_host), "graph_host": spread(graph_host), "plain_over_graph": ratio,
        "plain_gpu": spread(plain_gpu), "graph_gpu": spread(graph_gpu),
    }))
}

/// What a frame graph owns here.
struct Frame {
    input: PinnedBuffer<u8>,
    session: Session,
    output: PinnedBuffer<u8>,
}

/// Upload from pinned memory, engine and readback of the first output as one graph.
pub fn frame_graph(built: &Built, seconds: f64) -> Outcome {
    let engine = &built.engine.engine;
    let cuda = engine.cuda().clone();
    let stream = cuda.new_stream()?;
    let session = Session::new(engine, &stream)?;
    let input = engine.inputs().next().ok_or("no input")?.clone();
    let output = engine.outputs().next().ok_or("no output")?.clone();
    let (in_bytes, out_bytes) = (address(&session, &input)?.1, address(&session, &output)?.1);
    let frame = Frame { input: PinnedBuffer::for_upload(&cuda, in_bytes)?, session, output: PinnedBuffer::for_readback(&cuda, out_bytes)? };
    // SAFETY: everything recorded belongs to `frame`, of which nothing is replaced.
    let mut graph: FrameGraph<Frame, SessionError> = unsafe {
        FrameGraph::new(&cuda, &stream, frame, move |frame, recorder| {
            let (to, from) = (address(&frame.session, &input)?.0, address(&frame.session, &output)?.0);
            recorder.copy_from_pinned(&frame.input, to)?;
            frame.session.record(recorder)?;
            recorder.copy_to_pinned(from, &mut frame.output)?;
            Ok(())
        })?
    };
    let begun = Instant::now();
    let mut plain = Vec::new();
    for _ in 0..20 {
        let from = Instant::now();
        graph.run()?.wait()?;
        plain.push(from.elapsed());
        graph.invalidate()?;
    }
    let mode = format!("{:?}", graph.prepare()?);
    let mut replayed = Vec::new();
    while begun.elapsed().as_secs_f64() < seconds && replayed.len() < 5000 {
        let from = Instant::now();
        graph.run()?.wait()?;
        replayed.push(from.elapsed());
    }
    let why = graph.why_plain().map(ToString::to_string);
    Ok(json!({
        "mode": mode, "why_plain": why, "call_by_call": spread(plain), "replayed": spread(replayed),
        "input_bytes": in_bytes, "output_bytes": out_bytes,
    }))
}

/// Device memory free and the process's resident memory.
pub fn memory(cuda: &Cuda) -> Outcome {
    let memory = cuda.memory()?;
    Ok(json!({"device_free": memory.free, "host_resident": resident()?}))
}

fn resident() -> Outcome<u64> {
    let text = std::fs::read_to_string("/proc/self/statm")?;
    let pages: u64 = text.split_whitespace().nth(1).ok_or("no resident size")?.parse()?;
    Ok(pages * 4096)
}

/// Growth between two moments, both after a warm-up.
fn growth(cuda: &Cuda, before: (usize, u64)) -> Outcome<(i64, i64)> {
    let device = before.0 as i64 - cuda.memory()?.free as i64;
    Ok((device, resident()? as i64 - before.1 as i64))
}

/// Many frames: does memory grow?
pub fn soak(built: &Built, frames: u64, seconds: f64) -> Outcome {
    let engine = &built.engine.engine;
    let cuda = engine.cuda();
    let mut session = Session::new(engine, &cuda.new_stream()?)?;
    session.capture()?;
    let mut readback: Option<PinnedBuffer<f32>> = None;
    let output = engine.outputs().find(|tensor| tensor.dtype() == vrt::cuda::DType::F32).map(|tensor| tensor.name().to_owned());
    let mut frame = |session: &mut Session| -> Outcome<()> {
        let stream = session.stream().clone();
        session.enqueue()?.wait()?;
        // The safe way to another buffer, with its events, is part of the soak.
        if let (Some(name), true) = (&output, session.shape(output.as_deref().unwrap_or_default()).is_ok_and(|s| s.len() == 4)) {
            let outputs = session.outputs();
            let slice = vrt::cuda::device_slice(outputs.get::<f32, 4>(name)?, "output")?;
            let buffer = match &mut readback {
                Some(buffer) => buffer,
                None => readback.insert(PinnedBuffer::for_readback(cuda, slice.len())?),
            };
            buffer.copy_from(slice.as_view(), &stream)?.wait()?;
        }
        Ok(())
    };
    for _ in 0..500 {
        frame(&mut session)?;
    }
    let before = (cuda.memory()?.free, resident()?);
    let begun = Instant::now();
    let mut done = 0;
    while done < frames && begun.elapsed().as_secs_f64() < seconds {
        frame(&mut session)?;
        done += 1;
    }
    let (device, host) = growth(cuda, before)?;
    Ok(json!({"frames": done, "asked": frames, "device_growth_bytes": device, "host_growth_bytes": host,
        "frames_per_second": done as f64 / begun.elapsed().as_secs_f64()}))
}

/// Sessions made and dropped: does memory grow?
pub fn cycles(built: &Built, cycles: u64, seconds: f64) -> Outcome {
    let engine = &built.engine.engine;
    let cuda = engine.cuda();
    let stream = cuda.new_stream()?;
    let cycle = |index: u64| -> Outcome<()> {
        let mut session = Session::new(engine, &stream)?;
        if index.is_multiple_of(2) {
            session.capture()?;
        }
        // Every third is dropped in flight.
        let flying = session.enqueue()?;
        if !index.is_multiple_of(3) {
            flying.wait()?;
        }
        Ok(())
    };
    for index in 0..20 {
        cycle(index)?;
    }
    stream.synchronize()?;
    let before = (cuda.memory()?.free, resident()?);
    let begun = Instant::now();
    let mut done = 0;
    while done < cycles && begun.elapsed().as_secs_f64() < seconds {
        cycle(done)?;
        done += 1;
    }
    stream.synchronize()?;
    let (device, host) = growth(cuda, before)?;
    Ok(json!({"cycles": done, "asked": cycles, "device_growth_bytes": device, "host_growth_bytes": host,
        "milliseconds_each": begun.elapsed().as_secs_f64() * 1e3 / done.max(1) as f64}))
}
