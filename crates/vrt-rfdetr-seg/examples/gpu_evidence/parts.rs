//! Where the time of a frame goes: on the host call by call, on the GPU kernel by kernel.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vrt::cuda::GpuTimer;
use vrt::tensorrt::Session;
use vrt_rfdetr_seg::cuda::{Frame, FrameLayout, GpuSegmentation, PixelFormat, Repeats, RfDetrSeg};
use vrt_rfdetr_seg::{DecodeOptions, Error};

use crate::evidence::{Outcome, alone, gpu_times, median, ms, spread};
use crate::speed::{device_frame, frames, twenty};

/// What the host does for a frame, one after the other.
#[derive(Default)]
struct Host {
    frame: Vec<f64>,
    submit: Vec<f64>,
    wait: Vec<f64>,
    read: Vec<f64>,
    whole: Vec<f64>,
}

impl Host {
    /// Frames that are waited for before the next one.
    fn measure(
        &mut self,
        model: &RfDetrSeg,
        options: &DecodeOptions,
        result: &mut GpuSegmentation,
        frame: impl Fn(usize) -> Outcome<Frame<'static>>,
        limit: Duration,
    ) -> Outcome<()> {
        let begun = Instant::now();
        while begun.elapsed() < limit && self.whole.len() < 3000 {
            let from = Instant::now();
            let frame = frame(self.whole.len())?;
            let made = Instant::now();
            let running = model.submit(&frame, options, result)?;
            let submitted = Instant::now();
            let found = running.wait()?;
            let waited = Instant::now();
            std::hint::black_box(found.detections()?);
            let read = Instant::now();
            for (times, from, to) in [
                (&mut self.frame, from, made),
                (&mut self.submit, made, submitted),
                (&mut self.wait, submitted, waited),
                (&mut self.read, waited, read),
                (&mut self.whole, from, read),
            ] {
                times.push(ms(to - from));
            }
        }
        Ok(())
    }

    fn report(&mut self) -> Value {
        json!({
            "frame_made": spread(&mut self.frame), "submit": spread(&mut self.submit), "wait": spread(&mut self.wait),
            "detections_read": spread(&mut self.read), "whole": spread(&mut self.whole),
        })
    }
}

/// One frame on the GPU, in parts; the engine alone beside it, split into launch and wait.
pub fn parts(model: &RfDetrSeg, limit: Duration) -> Outcome<Value> {
    let cuda = model.cuda().clone();
    let layout = FrameLayout::new(PixelFormat::Rgb8, 1920, 1080);
    // Leaked, so that the frames below borrow nothing: this program ends soon.
    let tensors: &'static _ = Box::leak(frames(&cuda, layout, 16)?.into_boxed_slice());
    let at = |run: usize| device_frame(layout, &tensors[run % tensors.len()]);
    let options = twenty(model, &at(0)?)?;
    let mut result = model.alloc_result()?;
    for run in 0..4 {
        model.submit(&at(run)?, &options, &mut result)?.wait()?;
    }
    let objects = result.count()?;
    let nodes = result.graph_contents()?.map(|contents| contents.nodes());

    let before = cuda.memory()?.free;
    let mut device = Host::default();
    device.measure(model, &options, &mut result, at, limit / 8)?;
    let grown = before as i64 - cuda.memory()?.free as i64;

    // The same from pinned memory of the result.
    result.staging(0, &layout)?.fill(127);
    let mut staged = Host::default();
    staged.measure(model, &options, &mut result, |_| Ok(Frame::staged(layout)?), limit / 8)?;

    let mut engine = Session::new(model.engine(), &cuda.new_stream()?)?;
    engine.capture()?;
    let (mut launch, mut wait, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    let begun = Instant::now();
    while begun.elapsed() < limit / 8 && whole.len() < 3000 {
        let from = Instant::now();
        let running = engine.enqueue()?;
        let launched = Instant::now();
        running.wait()?;
        launch.push(ms(launched - from));
        wait.push(ms(launched.elapsed()));
        whole.push(ms(from.elapsed()));
    }

    let stream = result.stream().clone();
    let mut on_gpu = |repeats: Repeats| -> Outcome<Vec<f64>> {
        result.set_repeats(repeats)?;
        gpu_times(&cuda, 1000, limit / 10, |run, timer: Option<&mut GpuTimer>| {
            let frame = at(run)?;
            let Some(timer) = timer else {
                model.submit(&frame, &options, &mut result)?.wait()?;
                return Ok(());
            };
            timer.start(&stream)?;
            let running = model.submit(&frame, &options, &mut result)?;
            timer.stop(&stream)?;
            running.wait().map(|_| ()).map_err(|error: Error| error.into())
        })
    };
    let once = Repeats::default();
    let mut one = on_gpu(once)?;
    let base = median(&mut one);
    let preprocess = alone(base, median(&mut on_gpu(Repeats { preprocess: 11, ..once })?), 10);
    let decode = alone(base, median(&mut on_gpu(Repeats { decode: 11, ..once })?), 10);
    let masks = alone(base, median(&mut on_gpu(Repeats { masks: 11, ..once })?), 10);
    let engine_stream = engine.stream().clone();
    let mut engine_gpu = gpu_times(&cuda, 1000, limit / 10, |_, timer| {
        let Some(timer) = timer else { return Ok(engine.enqueue()?.wait()?) };
        timer.start(&engine_stream)?;
        let _running = engine.enqueue()?;
        Ok(timer.stop(&engine_stream)?)
    })?;
    let engine_median = median(&mut engine_gpu);
    Ok(json!({
        "objects": objects, "graph_nodes": nodes, "bytes_to_host": 64 + 32 * objects, "device_memory_grown": grown,
        "host_frame_on_gpu": device.report(), "host_frame_pinned": staged.report(),
        "host_engine_alone": {"launch": spread(&mut launch), "wait": spread(&mut wait), "whole": spread(&mut whole)},
        "gpu": {
            "frame": spread(&mut one), "engine_alone": spread(&mut engine_gpu), "preprocess_ms": preprocess, "decode_ms": decode,
            "masks_ms": masks, "rest_ms": ((base - engine_median - preprocess - decode - masks) * 1e5).round() / 1e5,
        },
    }))
}

/// What each kernel takes of a picture in the largest of a few batches that the engine takes.
pub fn batch(model: &RfDetrSeg, limit: Duration) -> Outcome<Value> {
    let cuda = model.cuda().clone();
    let layout = FrameLayout::new(PixelFormat::Rgb8, 1920, 1080);
    let tensors = frames(&cuda, layout, 32)?;
    let frames = tensors.iter().map(|tensor| device_frame(layout, tensor)).collect::<Outcome<Vec<_>>>()?;
    let options = twenty(model, &frames[0])?;
    let Some((batch, mut result)) = [32, 16, 8, 4, 2].into_iter().find_map(|batch| Some((batch, model.alloc_result_for(batch).ok()?)))
    else {
        return Ok(json!({"batch": 1}));
    };
    let mut objects = 0;
    for index in 0..batch {
        objects += model.submit_batch(&frames[..batch], &options, &mut result)?.wait()?.detections_of(index)?.len();
    }
    let stream = result.stream().clone();
    let mut on_gpu = |repeats: Repeats| -> Outcome<f64> {
        result.set_repeats(repeats)?;
        let mut times = gpu_times(&cuda, 200, limit / 4, |_, timer: Option<&mut GpuTimer>| {
            let Some(timer) = timer else {
                model.submit_batch(&frames[..batch], &options, &mut result)?.wait()?;
                return Ok(());
            };
            timer.start(&stream)?;
            let running = model.submit_batch(&frames[..batch], &options, &mut result)?;
            timer.stop(&stream)?;
            running.wait().map(|_| ()).map_err(|error: Error| error.into())
        })?;
        Ok(median(&mut times) / batch as f64)
    };
    let once = Repeats::default();
    let base = on_gpu(once)?;
    let preprocess = alone(base, on_gpu(Repeats { preprocess: 11, ..once })?, 10);
    let decode = alone(base, on_gpu(Repeats { decode: 11, ..once })?, 10);
    let masks = alone(base, on_gpu(Repeats { masks: 11, ..once })?, 10);
    Ok(json!({
        "batch": batch, "objects_of_a_picture": objects as f64 / batch as f64, "frame_ms_of_a_picture": base,
        "preprocess_ms_of_a_picture": preprocess, "decode_ms_of_a_picture": decode, "masks_ms_of_a_picture": masks,
    }))
}
