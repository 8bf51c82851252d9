//! Times, on the GPU's clock and the host's.

use std::time::{Duration, Instant};

use serde_json::json;
use vrt::cuda::{Cuda, CudaError, Frame, FrameLayout, PixelFormat};
use vrt::kornia_tensor::Tensor;
use vrt::tensorrt::Session;
use vrt_depth_anything::cuda::{ColorRange, DepthAnything, Fusion, GpuDecoder, GpuDepth, Masks, Repeats};
use vrt_depth_anything::fusion::FuseOptions;
use vrt_depth_anything::{DepthOptions, ResizeRule, Variant};
use vrt_types::{CameraIntrinsics, Colormap, Mask};

use crate::evidence::{Outcome, Random, alone, gpu_times, median, ms, spread};
use crate::fused::upload;
use crate::sets::{masks, scene};

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

/// What every model takes: a camera for those that need one, and maps of noise may be anything.
pub fn options(model: &DepthAnything, (width, height): (u32, u32)) -> Outcome<DepthOptions> {
    let focal = f64::from(width);
    let camera = CameraIntrinsics::new(focal, focal, focal / 2.0, f64::from(height) / 2.0, width, height)?;
    let intrinsics = model.config().output.needs_intrinsics().then_some(camera);
    Ok(DepthOptions { intrinsics, accept_flat: true, ..DepthOptions::default() })
}

/// A decoder that holds a map in metres.
fn decoder(cuda: &Cuda, network: (usize, usize), depth: &[f32]) -> Outcome<GpuDecoder> {
    let resize = ResizeRule::Stretch { width: network.0, height: network.1 };
    let config = vrt_depth_anything::Config { resize, ..Variant::V2MetricHypersimSmall.config() };
    let mut decoder = GpuDecoder::new(cuda, config, network)?;
    decoder.upload(depth, None)?;
    Ok(decoder)
}

/// What a model might see, in metres.
fn seen(network: (usize, usize)) -> Vec<f32> {
    scene(&mut Random::new(5), network, 0.5, 8.0)
}

/// Masks in a picture, and the network's map.
pub struct Fused {
    pub name: String,
    picture: (usize, usize),
    masks: Vec<Mask>,
    network: (usize, usize),
    depth: Vec<f32>,
}

impl Fused {
    /// Objects of up to `largest` of the picture's width.
    pub fn objects(count: usize, picture: (usize, usize), largest: f32) -> Self {
        let name = format!("{count} instances, {}x{}, radius to {largest} of the width", picture.0, picture.1);
        let (masks, network) = (masks(77, count, (picture.0 as u32, picture.1 as u32), largest), (518, 518));
        Self { name, picture, masks, network, depth: seen(network) }
    }

    /// Masks of noise: every other pixel, everywhere.
    pub fn noise(count: usize, picture: (usize, usize)) -> Outcome<Self> {
        let mut random = Random::new(78);
        let mut mask = || Mask::from_fn(picture.0 as u32, picture.1 as u32, |_, _| random.bits() >> 40 & 1 == 1);
        let masks = (0..count).map(|_| mask()).collect::<Result<_, _>>()?;
        let (name, network) = (format!("{count} masks of noise, {}x{}", picture.0, picture.1), (518, 518));
        Ok(Self { name, picture, masks, network, depth: seen(network) })
    }

    /// Objects each of one depth, but for 0.1 %.
    pub fn flat(count: usize, picture: (usize, usize), largest: f32) -> Self {
        let mut random = Random::new(79);
        let objects = Self::objects(count, picture, largest);
        let mut depth = seen(picture);
        for mask in &objects.masks {
            let at = random.between(0.5, 8.0);
            for y in 0..mask.height() {
                for run in mask.runs(y) {
                    let row = y as usize * picture.0;
                    depth[row + run.start as usize..row + run.end as usize]
                        .iter_mut()
                        .for_each(|depth| *depth = at * random.between(0.999, 1.001));
                }
            }
        }
        Self { name: format!("flat, {}", objects.name), network: picture, depth, ..objects }
    }
}

/// Fusion of masks with a map at the picture's resolution: the kernels alone, with the launch and the answer, and to the host.
pub fn fusion(cuda: &Cuda, fused: &Fused, limit: Duration) -> Outcome {
    let Fused { picture, masks: objects, network, depth, .. } = fused;
    let (picture, count) = (*picture, objects.len());
    let size = (picture.0 as u32, picture.1 as u32);
    let covered = objects.iter().map(|mask| mask.area()).sum::<u64>() as f64 / (picture.0 * picture.1) as f64;
    let words = upload(cuda, objects)?;
    let mut decoder = decoder(cuda, *network, depth)?;
    let depth = decoder.submit(picture, &DepthOptions::default())?.wait()?;
    let camera = CameraIntrinsics::new(1500.0, 1500.0, 960.0, 540.0, size.0, size.1)?;
    let mut fusion = Fusion::new(cuda)?;
    let stream = fusion.stream().clone();
    let mut rows = Vec::new();
    for (name, options) in [
        ("median, 5 %, 95 %", FuseOptions::default()),
        ("the same with positions", FuseOptions { intrinsics: Some(camera), ..FuseOptions::default() }),
        ("median alone", FuseOptions { percentiles: Vec::new(), ..FuseOptions::default() }),
    ] {
        let mut medians = Vec::new();
        let mut whole = json!(null);
        for repeats in [1, 21] {
            fusion.set_repeats(repeats)?;
            let mut times = gpu_times(cuda, 1000, limit / 9, |_, timer| {
                let on_gpu = Masks::new(words.as_view(), count, size.0, size.1)?;
                let Some(timer) = timer else {
                    fusion.fuse(&on_gpu, depth, 0, &options)?;
                    return Ok(());
                };
                timer.start(&stream)?;
                let fusing = fusion.submit(&on_gpu, depth, 0, &options)?;
                timer.stop(&stream)?;
                fusing.wait()?;
                Ok(())
            })?;
            if repeats == 1 {
                whole = spread(&mut times);
            }
            medians.push(median(&mut times));
        }
        fusion.set_repeats(1)?;
        let (begun, mut host) = (Instant::now(), Vec::new());
        while begun.elapsed() < limit / 9 && host.len() < 1000 {
            let from = Instant::now();
            fusion.fuse(&Masks::new(words.as_view(), count, size.0, size.1)?, depth, 0, &options)?;
            host.push(ms(from.elapsed()));
        }
        rows.push(json!({
            "asked": name, "kernel_ms": alone(medians[0], medians[1], 20), "launch_and_answer": whole, "to_objects_on_host": spread(&mut host),
        }));
    }
    Ok(json!({"instances": count, "inside_masks_share_of_picture": covered, "must_ms": 0.02, "rows": rows}))
}

/// What comes after the network, by kernel; colours; percentiles.
pub fn maps(cuda: &Cuda, network: (usize, usize), picture: (usize, usize), limit: Duration) -> Outcome {
    let mut decoder = decoder(cuda, network, &seen(network))?;
    let stream = decoder.result().stream().clone();
    let mut time = |repeats: Repeats| -> Outcome<Vec<f64>> {
        decoder.result().set_repeats(repeats)?;
        gpu_times(cuda, 1000, limit / 6, |_, timer| {
            let Some(timer) = timer else {
                decoder.submit(picture, &DepthOptions::default())?.wait()?;
                return Ok(());
            };
            timer.start(&stream)?;
            let running = decoder.submit(picture, &DepthOptions::default())?;
            timer.stop(&stream)?;
            running.wait()?;
            Ok(())
        })
    };
    let once = Repeats::default();
    let mut whole = time(once)?;
    let one = median(&mut whole);
    let check = median(&mut time(Repeats { check: 21, ..once })?);
    let upsample = median(&mut time(Repeats { upsample: 21, ..once })?);
    let result = decoder.result();
    result.set_repeats(once)?;
    let mut colors = Vec::new();
    for range in [ColorRange::Fixed { low: 0.5, high: 8.0 }, ColorRange::ROBUST] {
        let mut medians = Vec::new();
        let mut whole = json!(null);
        result.queue_colors(0, Colormap::Turbo, range)?;
        for repeats in [1, 21] {
            result.set_color_repeats(repeats)?;
            let mut times = gpu_times(cuda, 1000, limit / 12, |_, timer| {
                let Some(timer) = timer else { return Ok(result.queue_colors(0, Colormap::Turbo, range)?) };
                timer.start(&stream)?;
                result.queue_colors(0, Colormap::Turbo, range)?;
                Ok(timer.stop(&stream)?)
            })?;
            if repeats == 1 {
                whole = spread(&mut times);
            }
            medians.push(median(&mut times));
        }
        result.set_color_repeats(1)?;
        colors.push(json!({"range": format!("{range:?}"), "kernel_ms": alone(medians[0], medians[1], 20), "whole": whole}));
    }
    let (begun, mut percentiles) = (Instant::now(), Vec::new());
    while begun.elapsed() < limit / 12 && percentiles.len() < 1000 {
        let from = Instant::now();
        result.percentiles(0, &[2.0, 50.0, 98.0])?;
        percentiles.push(ms(from.elapsed()));
    }
    Ok(json!({
        "graph_gpu": spread(&mut whole), "check_kernel_ms": alone(one, check, 20), "upsample_kernel_ms": alone(one, upsample, 20),
        "colors": colors, "color_must_ms": 0.02, "percentiles_to_host": spread(&mut percentiles),
    }))
}

/// Whole frames, 1080p on the GPU to the depth map at 1080p on the GPU, beside the engine alone, in turn; and throughput with two results in
/// flight.
pub fn frame(model: &DepthAnything, limit: Duration) -> Outcome {
    let cuda = model.cuda().clone();
    let layout = FrameLayout::new(PixelFormat::Rgb8, 1920, 1080);
    let frames = frames(&cuda, layout, 16)?;
    let options = options(model, (1920, 1080))?;
    let mut result = model.alloc_result()?;
    model.submit(&device_frame(layout, &frames[0])?, &options, &mut result)?.wait()?;
    let network = result.geometry(0)?.network();
    let mut engine = engine(model, network)?;
    for frame in &frames[..4] {
        model.submit(&device_frame(layout, frame)?, &options, &mut result)?.wait()?;
        engine.enqueue()?.wait()?;
    }
    let (mut ours, mut alone, mut submits) = (Vec::new(), Vec::new(), Vec::new());
    let begun = Instant::now();
    while begun.elapsed() < limit / 3 && ours.len() < 3000 {
        let frame = device_frame(layout, &frames[ours.len() % frames.len()])?;
        let from = Instant::now();
        let running = model.submit(&frame, &options, &mut result)?;
        submits.push(ms(from.elapsed()));
        std::hint::black_box(running.wait()?.min_max(0)?);
        ours.push(ms(from.elapsed()));
        let from = Instant::now();
        engine.enqueue()?.wait()?;
        alone.push(ms(from.elapsed()));
    }
    let ratio = median(&mut ours) / median(&mut alone);
    let latency = json!({
        "network": format!("{}x{}", network.0, network.1), "frame": spread(&mut ours), "engine_alone": spread(&mut alone), "ratio": ratio,
        "must_be_at_most": 1.06, "submit_host": spread(&mut submits), "captured": result.is_captured(),
        "why_not_captured": result.why_not_captured().map(ToString::to_string),
    });

    let engine_rate = rate(limit / 6, || {
        for _ in 0..64 {
            let _running = engine.enqueue()?;
        }
        engine.stream().synchronize().map_err(|error| format!("{error:?}"))?;
        Ok(64)
    })?;
    // Frames from pinned memory, two results in flight.
    let mut slots: Vec<GpuDepth> = (0..2).map(|_| model.alloc_result()).collect::<Result<_, _>>()?;
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
        let mut done = 0;
        rates.push(rate(limit / 6, || {
            let at = done % 2;
            if done >= 2 {
                std::hint::black_box(slots[at].min_max(0)?);
            }
            let frame = if staged { Frame::staged(layout)? } else { device_frame(layout, &frames[done % frames.len()])? };
            let _running = model.submit(&frame, &options, &mut slots[at])?;
            done += 1;
            Ok(1)
        })?);
        for slot in &slots {
            slot.min_max(0)?;
        }
    }
    Ok(json!({
        "latency": latency,
        "throughput": {
            "engine_alone_per_second": engine_rate, "pinned_frames_two_slots_per_second": rates[0],
            "device_frames_two_slots_per_second": rates[1], "ratio_pinned": rates[0] / engine_rate, "must_be_at_least": 0.97,
        },
    }))
}

/// The engine alone, for inputs of the size that the frames need, as a graph of its own.
pub fn engine(model: &DepthAnything, network: (usize, usize)) -> Outcome<Session> {
    let mut session = Session::new(model.engine(), &model.cuda().new_stream()?)?;
    let input = model.engine().inputs().next().ok_or("an engine without inputs")?.name().to_owned();
    session.set_input_shape(&input, &[1, 3, network.1, network.0])?;
    session.capture()?;
    Ok(session)
}

/// How many a second; `run` says how many it did.
pub fn rate(limit: Duration, mut run: impl FnMut() -> Outcome<usize>) -> Outcome<f64> {
    let (begun, mut done) = (Instant::now(), 0);
    while begun.elapsed() < limit {
        done += run()?;
    }
    Ok(done as f64 / begun.elapsed().as_secs_f64())
}

/// Many frames on one result: free memory and the answer must not change.
pub fn soak(model: &DepthAnything, frames_to_run: usize, limit: Duration) -> Outcome {
    let cuda = model.cuda().clone();
    let layout = FrameLayout::new(PixelFormat::Rgb8, 1280, 720);
    let frames = frames(&cuda, layout, 1)?;
    let options = options(model, (1280, 720))?;
    let (mut result, mut fusion) = (model.alloc_result()?, Fusion::new(&cuda)?);
    let words = upload(&cuda, &masks(3, 20, (1280, 720), 0.1))?;
    let mut first = None;
    let (begun, mut run, mut before) = (Instant::now(), 0, None);
    while run < frames_to_run && begun.elapsed() < limit {
        let running = model.submit(&device_frame(layout, &frames[0])?, &options, &mut result)?;
        let objects = fusion.fuse(&Masks::new(words.as_view(), 20, 1280, 720)?, running.result(), 0, &FuseOptions::default())?;
        let found = running.wait()?;
        if run % 500 == 0 {
            let colors = found.color_host(0, Colormap::Turbo, ColorRange::ROBUST)?.as_slice().to_vec();
            let answer = (found.depth_host()?, found.percentiles(0, &[2.0, 98.0])?, colors, objects);
            match &first {
                None => first = Some(answer),
                Some(first) if *first != answer => return Err(format!("frame {run} has another answer than the first").into()),
                Some(_) => {}
            }
        }
        if run == 600 {
            before = Some(cuda.memory()?.free);
        }
        run += 1;
    }
    let after = cuda.memory()?.free;
    let grown = before.map(|before| before as i64 - after as i64);
    Ok(json!({"frames": run, "free_bytes_after_600": before, "free_bytes_at_the_end": after, "grown_bytes": grown}))
}
