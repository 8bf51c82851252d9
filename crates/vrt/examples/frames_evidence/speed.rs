//! Times of preprocessing on the GPU's clock.

use std::time::Duration;

use serde_json::{Value, json};
use vrt::cuda::{Cuda, CudaError, Frame, FrameInput, FrameLayout, GpuPreprocessor, PixelFormat, device_slice};
use vrt::kornia_tensor::Tensor;
use vrt::preprocess::Normalize;

use crate::evidence::{Outcome, Random, alone, gpu_times, median, spread};

/// 1080p to one size, for some formats and all filters. `kernel` finds its frame in the cache, `frame` does not and has the copy of the
/// parameters and the launch of the graph in it.
pub fn preprocess(cuda: &Cuda, size: (usize, usize), limit: Duration) -> Outcome<Value> {
    let mut rows = Vec::new();
    for format in [PixelFormat::Rgb8, PixelFormat::Rgba8, PixelFormat::Nv12(Default::default())] {
        let layout = FrameLayout::new(format, 1920, 1080);
        // More of them than the L2 cache holds.
        let stream = cuda.new_stream()?;
        let noise = Tensor::<u8, 1>::from_shape_vec([layout.bytes()?], Random::new(3).bytes(layout.bytes()?))?;
        let frames = (0..16).map(|_| cuda.upload(&noise, &stream)).collect::<Result<Vec<_>, CudaError>>()?;
        for filter in FrameInput::FILTERS {
            let mut preprocessor = GpuPreprocessor::new(cuda, size, filter, Normalize::IMAGENET)?;
            let stream = preprocessor.stream().clone();
            let (mut medians, mut spreads) = (Vec::new(), Vec::new());
            for repeats in [1, 21] {
                preprocessor.set_repeats(repeats);
                let mut times = gpu_times(cuda, 300, limit / 12, |run, timer| {
                    let slice = device_slice(&frames[run % frames.len()], "the frame")?;
                    let frame = Frame::device(layout, slice.as_view())?;
                    let Some(timer) = timer else { return Ok(preprocessor.submit(&frame)?) };
                    timer.start(&stream)?;
                    preprocessor.submit(&frame)?;
                    Ok(timer.stop(&stream)?)
                })?;
                spreads.push(spread(&mut times));
                medians.push(median(&mut times));
            }
            rows.push(json!({
                "format": format.name(), "filter": format!("{filter:?}"), "kernel_ms": alone(medians[0], medians[1], 20),
                "frame": spreads[0],
            }));
        }
    }
    Ok(json!({"picture": "1920x1080", "input": format!("{}x{}", size.0, size.1), "must_ms": 0.015, "rows": rows}))
}
