//! Times, on the GPU's clock and the host's.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vrt::cuda::{Cuda, CudaError, PinnedBuffer};
use vrt::kornia_tensor::Tensor;
use vrt::tensorrt::Session;
use vrt_rfdetr_seg::DecodeOptions;
use vrt_rfdetr_seg::cuda::{Frame, FrameLayout, GpuDecoder, GpuSegmentation, PixelFormat, Repeats, RfDetrSeg};
use vrt_rfdetr_seg::decode::NetworkOutputs;

use crate::evidence::{Outcome, Random, alone, gpu_times, median, ms, spread};
use crate::sets::Set;

/// Frames of noise on the GPU, more of them than its L2 cache holds.
pub fn frames(cuda: &Cuda, layout: FrameLayout, count: usize) -> Outcome<Vec<Tensor<u8, 1>>> {
    let stream = cuda.new_stream()?;
    let len = layout.bytes()?;
    let host = Tensor::<u8, 1>::from_shape_vec([len], Random::new(3).bytes(len))?;
    Ok((0..count).map(|_| cuda.upload(&host, &stream)).collect::<Result<_, CudaError>>()?)
}

pub fn device_frame(layout: FrameLayout, tensor: &Tensor<u8, 1>) -> Outcome<Frame<'_>> {
    Ok(Frame::device(layout, vrt::cuda::device_slice(tensor, "the frame")?.as_view())?)
}

/// Decoding and masks of a set with `count` objects, whole and by kernel; run lengths, with their parts, and masks to the host.
pub fn postprocess(cuda: &Cuda, set: &Set, count: usize, limit: Duration) -> Outcome<Value> {
    let picture = set.picture;
    let outputs = NetworkOutputs::new(set.sizes, &set.boxes, &set.labels, &set.masks)?;
    let mut decoder = GpuDecoder::new(cuda, set.config.clone(), set.sizes)?;
    decoder.upload(&outputs)?;
    let stream = decoder.result().stream().clone();
    let mut time = |repeats: Repeats, limit: Duration| -> Outcome<Vec<f64>> {
        decoder.result().set_repeats(repeats)?;
        gpu_times(cuda, 2000, limit, |_, timer| {
            let Some(timer) = timer else {
                decoder.submit(picture, &set.options)?.wait()?;
                return Ok(());
            };
            timer.start(&stream)?;
            let running = decoder.submit(picture, &set.options)?;
            timer.stop(&stream)?;
            running.wait()?;
            Ok(())
        })
    };
    let once = Repeats::default();
    let mut whole = time(once, limit / 6)?;
    let one = median(&mut whole);
    let decode = median(&mut time(Repeats { decode: 21, ..once }, limit / 6)?);
    let masks = median(&mut time(Repeats { masks: 21, ..once }, limit / 6)?);
    decoder.result().set_repeats(once)?;

    let (mut host, mut runs, mut owned, mut bits) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let begun = Instant::now();
    let (mut found, mut total) = (0, 0);
    while begun.elapsed() < limit / 3 && host.len() < 2000 {
        let from = Instant::now();
        let result = decoder.submit(picture, &set.options)?.wait()?;
        found = result.detections()?.len();
        host.push(ms(from.elapsed()));
        let from = Instant::now();
        let lengths = result.run_lengths()?;
        runs.push(ms(from.elapsed()));
        let masks = lengths.len();
        total = lengths.total();
        let from = Instant::now();
        let rle = result.rle()?;
        owned.push(ms(from.elapsed()));
        if [masks, rle.len()] != [count; 2] {
            return Err(format!("run lengths of {masks} and {} masks of {count} objects", rle.len()).into());
        }
        if host.len() % 20 == 0 {
            let from = Instant::now();
            result.masks_host()?;
            bits.push(ms(from.elapsed()));
        }
    }
    if found != count {
        return Err(format!("{found} objects found of {count}").into());
    }
    let (decode, masks) = (alone(one, decode, 20), alone(one, masks, 20));
    let (kernels, copy) = run_lengths(cuda, decoder.result(), total, limit / 6)?;
    let rest = ((median(&mut runs) - kernels - copy) * 1e5).round() / 1e5;
    Ok(json!({
        "objects": count, "picture": format!("{}x{}", picture.0, picture.1), "graph_gpu": spread(&mut whole),
        "decode_kernel_ms": decode, "masks_kernel_ms": masks, "decode_and_masks_ms": decode + masks, "must_ms": 0.040,
        "submit_to_detections_host": spread(&mut host),
        "run_lengths": total, "run_lengths_to_host": spread(&mut runs), "run_lengths_must_ms": 0.15, "run_lengths_kernels_ms": kernels,
        "run_lengths_copy_ms": copy, "run_lengths_rest_ms": rest, "rle_owned_to_host": spread(&mut owned),
        "bit_masks_to_host": spread(&mut bits),
    }))
}

/// Where the time of run lengths goes, by the GPU's clock: their kernels, and a copy of `total` of them, each on its own. What is left is the
/// host's: queueing both, and waiting once.
fn run_lengths(cuda: &Cuda, result: &mut GpuSegmentation, total: usize, limit: Duration) -> Outcome<(f64, f64)> {
    let stream = result.stream().clone();
    let mut read = |repeats: u32| -> Outcome<f64> {
        result.set_repeats(Repeats { run_lengths: repeats, ..Repeats::default() })?;
        let mut times = gpu_times(cuda, 500, limit / 3, |_, timer| {
            let Some(timer) = timer else {
                result.run_lengths()?;
                return Ok(());
            };
            timer.start(&stream)?;
            result.run_lengths()?;
            timer.stop(&stream)?;
            Ok(())
        })?;
        Ok(median(&mut times))
    };
    let (once, more) = (read(1)?, read(21)?);
    result.set_repeats(Repeats::default())?;
    let source = cuda.zeroed_slice::<u32>(&stream, total, "allocating run lengths")?;
    let mut target = PinnedBuffer::<u32>::for_readback(cuda, total)?;
    let mut copy = gpu_times(cuda, 500, limit / 3, |_, timer| {
        let Some(timer) = timer else {
            target.copy_from(source.as_view(), &stream)?.wait()?;
            return Ok(());
        };
        timer.start(&stream)?;
        let copied = target.copy_from(source.as_view(), &stream)?;
        timer.stop(&stream)?;
        copied.wait()?;
        Ok(())
    })?;
    Ok((alone(once, more, 20), (median(&mut copy) * 1e5).round() / 1e5))
}

/// The threshold above which a model finds about 20 objects in a frame of noise.
pub fn twenty(model: &RfDetrSeg, frame: &Frame<'_>) -> Outcome<DecodeOptions> {
    let options = DecodeOptions { max_detections: Some(21), ..DecodeOptions::with_threshold(0.0) };
    let found = model.infer(frame, &options)?.detections()?;
    let threshold = found.get(20).or(found.last()).map_or(0.5, |detection| detection.score);
    Ok(DecodeOptions::with_threshold(threshold))
}

/// Whole frames, 1080p on the GPU to detections on the host and masks on the GPU, beside the engine alone, in turn; and throughput with
/// two results in flight.
pub fn frame(model: &RfDetrSeg, limit: Duration) -> Outcome<Value> {
    let cuda = model.cuda().clone();
    let layout = FrameLayout::new(PixelFormat::Rgb8, 1920, 1080);
    let frames = frames(&cuda, layout, 16)?;
    let options = twenty(model, &device_frame(layout, &frames[0])?)?;
    let mut result = model.alloc_result()?;
    let mut engine = Session::new(model.engine(), &cuda.new_stream()?)?;
    engine.capture()?;
    let mut found = 0;
    for frame in &frames[..4] {
        found = model.submit(&device_frame(layout, frame)?, &options, &mut result)?.wait()?.count()?;
        engine.enqueue()?.wait()?;
    }
    let (mut ours, mut alone, mut submits) = (Vec::new(), Vec::new(), Vec::new());
    let begun = Instant::now();
    while begun.elapsed() < limit / 3 && ours.len() < 3000 {
        let frame = device_frame(layout, &frames[ours.len() % frames.len()])?;
        let from = Instant::now();
        let running = model.submit(&frame, &options, &mut result)?;
        submits.push(ms(from.elapsed()));
        let detections = running.wait()?.detections()?;
        ours.push(ms(from.elapsed()));
        std::hint::black_box(detections);
        let from = Instant::now();
        engine.enqueue()?.wait()?;
        alone.push(ms(from.elapsed()));
    }
    let ratio = median(&mut ours) / median(&mut alone);
    let latency = json!({
        "frame": spread(&mut ours), "engine_alone": spread(&mut alone), "ratio": ratio, "must_be_at_most": 1.06,
        "submit_host": spread(&mut submits), "objects": found, "captured": result.is_captured(),
        "why_not_captured": result.why_not_captured().map(ToString::to_string),
    });

    // The engine back to back, on one stream.
    let begun = Instant::now();
    let mut runs = 0;
    while begun.elapsed() < limit / 6 {
        for _ in 0..64 {
            let _running = engine.enqueue()?;
        }
        engine.stream().synchronize().map_err(|error| format!("{error:?}"))?;
        runs += 64;
    }
    let engine_rate = f64::from(runs) / begun.elapsed().as_secs_f64();

    // Frames from pinned memory, two results in flight.
    let mut slots: Vec<GpuSegmentation> = (0..2).map(|_| model.alloc_result()).collect::<Result<_, _>>()?;
    let mut random = Random::new(1);
    for slot in &mut slots {
        slot.staging(0, &layout)?.fill_with(|| random.bits() as u8);
    }
    let mut rates = Vec::new();
    for staged in [true, false] {
        for slot in &mut slots {
            for _ in 0..3 {
                model.submit(&Frame::staged(layout)?, &options, slot)?.wait()?;
            }
        }
        let begun = Instant::now();
        let mut done = 0;
        while begun.elapsed() < limit / 6 {
            let at = done % 2;
            if done >= 2 {
                std::hint::black_box(slots[at].detections()?);
            }
            let frame = if staged { Frame::staged(layout)? } else { device_frame(layout, &frames[done % frames.len()])? };
            let _running = model.submit(&frame, &options, &mut slots[at])?;
            done += 1;
        }
        for slot in &slots {
            slot.detections()?;
        }
        rates.push(done as f64 / begun.elapsed().as_secs_f64());
    }
    Ok(json!({
        "latency": latency,
        "throughput": {
            "engine_alone_per_second": engine_rate, "pinned_frames_two_slots_per_second": rates[0],
            "device_frames_two_slots_per_second": rates[1], "ratio_pinned": rates[0] / engine_rate, "must_be_at_least": 0.97,
        },
    }))
}

/// Many frames on one result: free memory and the answer must not change.
pub fn soak(model: &RfDetrSeg, frames_to_run: usize, limit: Duration) -> Outcome<Value> {
    let cuda = model.cuda().clone();
    let layout = FrameLayout::new(PixelFormat::Rgb8, 1280, 720);
    let frames = frames(&cuda, layout, 1)?;
    let options = twenty(model, &device_frame(layout, &frames[0])?)?;
    let mut result = model.alloc_result()?;
    let mut first = None;
    let (begun, mut run, mut before) = (Instant::now(), 0, 0);
    while run < frames_to_run && begun.elapsed() < limit {
        let found = model.submit(&device_frame(layout, &frames[0])?, &options, &mut result)?.wait()?;
        if run % 500 == 0 {
            let answer = (found.detections()?, found.masks_host()?, found.rle()?);
            match &first {
                None => first = Some(answer),
                Some(first) if *first != answer => return Err(format!("frame {run} has another answer than the first").into()),
                Some(_) => {}
            }
        }
        if run == 600 {
            before = cuda.memory()?.free;
        }
        run += 1;
    }
    let after = cuda.memory()?.free;
    Ok(json!({"frames": run, "free_bytes_after_600": before, "free_bytes_at_the_end": after, "grown_bytes": before as i64 - after as i64}))
}
