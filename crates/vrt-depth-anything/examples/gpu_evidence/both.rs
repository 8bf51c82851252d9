//! Two networks on one frame, and their fusion, beside both engines alone.

use std::time::{Duration, Instant};

use serde_json::json;
use vrt::cuda::{Frame, FrameLayout, PixelFormat, SharedFrame};
use vrt::tensorrt::Session;
use vrt_depth_anything::cuda::{DepthAnything, Fusion, Masks};
use vrt_depth_anything::fusion::FuseOptions;
use vrt_rfdetr_seg::{DecodeOptions, RfDetrSeg};

use crate::evidence::{Outcome, Random, median, ms, spread};
use crate::speed::{device_frame, engine, frames, options, rate};

/// The threshold above which a model finds about 20 objects in a frame of noise.
fn twenty(model: &RfDetrSeg, frame: &Frame<'_>) -> Outcome<DecodeOptions> {
    let options = DecodeOptions { max_detections: Some(21), ..DecodeOptions::with_threshold(0.0) };
    let found = model.infer(frame, &options)?.detections()?;
    let threshold = found.get(20).or(found.last()).map_or(0.5, |detection| detection.score);
    Ok(DecodeOptions::with_threshold(threshold))
}

/// One frame of 1080p through both models and the fusion, to distances on the host; beside both engines at once without all that, in turn.
pub fn frame(seg: &RfDetrSeg, depth: &DepthAnything, limit: Duration) -> Outcome {
    let cuda = depth.cuda().clone();
    let (width, height) = (1920, 1080);
    let layout = FrameLayout::new(PixelFormat::Rgb8, width, height);
    let frames = frames(&cuda, layout, 16)?;
    let wanted = twenty(seg, &device_frame(layout, &frames[0])?)?;
    let of_depth = options(depth, (width, height))?;
    let (mut seg_result, mut depth_result, mut fusion) = (seg.alloc_result()?, depth.alloc_result()?, Fusion::new(&cuda)?);
    let mut run = |frame: &Frame<'_>| -> Outcome<usize> {
        let segmenting = seg.submit(frame, &wanted, &mut seg_result)?;
        let measuring = depth.submit(frame, &of_depth, &mut depth_result)?;
        let found = segmenting.wait()?;
        let masks = Masks::new(found.masks_slice(0)?, found.count()?, width, height)?;
        let objects = fusion.submit(&masks, measuring.result(), 0, &FuseOptions::default())?.wait()?;
        measuring.wait()?;
        Ok(objects.len())
    };
    let mut found = 0;
    for frame in &frames[..4] {
        found = run(&device_frame(layout, frame)?)?;
    }
    let network = depth.plan(width as usize, height as usize)?.network();
    let mut of_seg = Session::new(seg.engine(), &cuda.new_stream()?)?;
    of_seg.capture()?;
    let mut of_map = engine(depth, network)?;
    let (mut ours, mut both, mut seg_alone, mut depth_alone) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let begun = Instant::now();
    while begun.elapsed() < limit / 2 && ours.len() < 2000 {
        let frame = device_frame(layout, &frames[ours.len() % frames.len()])?;
        let from = Instant::now();
        run(&frame)?;
        ours.push(ms(from.elapsed()));
        let from = Instant::now();
        let running = (of_seg.enqueue()?, of_map.enqueue()?);
        running.0.wait()?;
        running.1.wait()?;
        both.push(ms(from.elapsed()));
        let from = Instant::now();
        of_seg.enqueue()?.wait()?;
        seg_alone.push(ms(from.elapsed()));
        let from = Instant::now();
        of_map.enqueue()?.wait()?;
        depth_alone.push(ms(from.elapsed()));
    }
    // What running both at once gains when neither waits for the other: pairs a second beside each engine's own.
    let one = |session: &mut Session| -> Outcome<usize> {
        for _ in 0..32 {
            let _running = session.enqueue()?;
        }
        session.stream().synchronize().map_err(|error| format!("{error:?}"))?;
        Ok(32)
    };
    let seg_ms = 1e3 / rate(limit / 12, || one(&mut of_seg))?;
    let depth_ms = 1e3 / rate(limit / 12, || one(&mut of_map))?;
    let pair_ms = 1e3
        / rate(limit / 12, || {
            for _ in 0..32 {
                let _running = (of_seg.enqueue()?, of_map.enqueue()?);
            }
            of_seg.stream().synchronize().map_err(|error| format!("{error:?}"))?;
            of_map.stream().synchronize().map_err(|error| format!("{error:?}"))?;
            Ok(32)
        })?;
    let gain = (seg_ms + depth_ms) / pair_ms;
    let sum = median(&mut seg_alone) + median(&mut depth_alone);
    let (ours_ms, both_ms) = (median(&mut ours), median(&mut both));
    let yardstick = both_ms.max(sum / gain);

    // A camera's frames: one upload for both networks.
    let mut shared = SharedFrame::new(&cuda)?;
    let mut random = Random::new(1);
    shared.staging(&layout)?.fill_with(|| random.bits() as u8);
    shared.send()?;
    run(&shared.frame()?)?;
    let uploaded = rate(limit / 6, || {
        shared.send()?;
        run(&shared.frame()?)?;
        Ok(1)
    })?;
    Ok(json!({
        "instances": found, "frame": spread(&mut ours), "both_engines_at_once": spread(&mut both), "segmentation_alone": spread(&mut seg_alone),
        "depth_alone": spread(&mut depth_alone), "sum_ms": sum, "overlap_gain_back_to_back": gain, "sum_divided_by_gain_ms": sum / gain,
        "ratio": ours_ms / yardstick, "must_be_at_most": 1.10, "frames_uploaded_once_per_second": uploaded,
    }))
}
