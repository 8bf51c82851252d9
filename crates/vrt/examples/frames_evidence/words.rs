//! Two ways of a frame's parameters to the GPU: a copy in the graph, and a kernel that reads host memory, as [`Parameters`] does it.

use std::time::Duration;

use serde_json::{Value, json};
use vrt::cuda::{Cuda, CudaError, FrameGraph, Parameters, PinnedBuffer, Recorder};

use crate::evidence::{Outcome, alone, gpu_times, median, spread};

/// RF-DETR-Seg Nano's parameters: 16 words of a picture, 2 of its size, options and 91 rules.
const WORDS: usize = 16 + 2 + 4 + 2 * 91;

struct Work {
    parameters: Parameters,
    host: PinnedBuffer<u32>,
    copies: u32,
    kernels: u32,
}

fn record(work: &mut Work, recorder: &mut Recorder<'_>) -> Result<(), CudaError> {
    for _ in 0..work.copies {
        // SAFETY: both sides have `WORDS` words and belong to the work.
        unsafe { recorder.copy_from_pinned(&work.host, work.parameters.address()) }?;
    }
    for _ in 0..work.kernels {
        work.parameters.record(recorder)?;
    }
    Ok(())
}

/// Time of each way on the GPU's clock, inside a graph, and of a graph with one of them alone.
pub fn words(cuda: &Cuda, limit: Duration) -> Outcome<Value> {
    let stream = cuda.new_stream()?;
    let time = |copies: u32, kernels: u32| -> Outcome<Vec<f64>> {
        let work =
            Work { parameters: Parameters::new(cuda, &stream, WORDS)?, host: PinnedBuffer::for_upload(cuda, WORDS)?, copies, kernels };
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
