//! Two ways of a frame's parameters to the GPU: a copy in the graph, as [`Parameters`] does it, and a kernel that reads host memory.

use std::time::Duration;

use serde_json::{Value, json};
use vrt::cuda::{Argument, Cuda, CudaError, FrameGraph, Grid, Kernel, KernelSource, Parameters, PinnedBuffer, Recorder};

use crate::evidence::{Outcome, alone, gpu_times, median, spread};

const COPY: KernelSource = KernelSource {
    name: "copy-words",
    cuda: r#"extern "C" __global__ void copy_words(const unsigned* from, unsigned* to, unsigned len) {
        for (unsigned i = threadIdx.x; i < len; i += 256) to[i] = from[i];
    }"#,
    options: &[],
    ptx: None,
};

/// RF-DETR-Seg Nano's parameters: 16 words of a picture, 2 of its size, options and 91 rules.
const WORDS: usize = 16 + 2 + 4 + 2 * 91;

struct Work {
    parameters: Parameters,
    host: PinnedBuffer<u32>,
    kernel: Kernel,
    copies: u32,
    kernels: u32,
}

fn record(work: &mut Work, recorder: &mut Recorder<'_>) -> Result<(), CudaError> {
    for _ in 0..work.copies {
        work.parameters.record(recorder)?;
    }
    let (from, to, len) = (recorder.pinned_address(&mut work.host)?, work.parameters.address(), WORDS as u32);
    let stream = recorder.stream().clone();
    for _ in 0..work.kernels {
        let arguments: [Argument<'_>; 3] = [(&from).into(), (&to).into(), (&len).into()];
        // SAFETY: both sides have `WORDS` words and belong to the work.
        unsafe { work.kernel.launch(&stream, Grid { blocks: (1, 1, 1), threads: (256, 1, 1), shared_bytes: 0 }, &arguments) }?;
    }
    Ok(())
}

/// Time of each way on the GPU's clock, inside a graph, and of a graph with one of them alone.
pub fn words(cuda: &Cuda, limit: Duration) -> Outcome<Value> {
    let stream = cuda.new_stream()?;
    let kernel = COPY.load(cuda)?.kernel("copy_words")?;
    let time = |copies: u32, kernels: u32| -> Outcome<Vec<f64>> {
        let work = Work {
            parameters: Parameters::new(cuda, &stream, WORDS)?,
            host: PinnedBuffer::for_upload(cuda, WORDS)?,
            kernel: kernel.clone(),
            copies,
            kernels,
        };
        // SAFETY: all that is recorded belongs to the work and stays.
        let mut graph = unsafe { FrameGraph::new(cuda, &stream, work, record) }?;
        gpu_times(cuda, 1000, limit / 4, |_, timer| {
            let Some(timer) = timer else { return Ok(graph.run()?.wait()?) };
            timer.start(&stream)?;
            let _running = graph.run()?;
            Ok(timer.stop(&stream)?)
        })
    };
    let (mut copy, mut by_kernel) = (time(1, 0)?, time(0, 1)?);
    let copy_ms = alone(median(&mut copy), median(&mut time(21, 0)?), 20);
    let kernel_ms = alone(median(&mut by_kernel), median(&mut time(0, 21)?), 20);
    Ok(json!({
        "words": WORDS, "copy_node_ms": copy_ms, "kernel_node_ms": kernel_ms, "graph_of_a_copy": spread(&mut copy),
        "graph_of_a_kernel": spread(&mut by_kernel),
    }))
}
