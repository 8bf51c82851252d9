//! Two networks on one frame, and their fusion, beside both engines alone.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vrt::cuda::{Cuda, CudaError, Frame, FrameLayout, PixelFormat, SharedFrame};
use vrt::tensorrt::Session;
use vrt_depth_anything::DepthOptions;
use vrt_depth_anything::cuda::{DepthAnything, Fusion, GpuDepth, Masks};
use vrt_depth_anything::fusion::FuseOptions;
use vrt_rfdetr_seg::cuda::{GpuDecoder, GpuSegmentation, MasksAhead};
use vrt_rfdetr_seg::decode::NetworkOutputs;
use vrt_rfdetr_seg::{DecodeOptions, RfDetrSeg};

use crate::evidence::{Outcome, Random, median, ms, spread};
use crate::seg_sets;
use crate::speed::{device_frame, engine, frames, options, rate};

const PICTURE: (u32, u32) = (1920, 1080);
/// Ways to run a frame.
const WAYS: usize = 8;

/// The threshold above which a model finds about 20 objects in a frame of noise.
fn twenty(model: &RfDetrSeg, frame: &Frame<'_>) -> Outcome<DecodeOptions> {
    let options = DecodeOptions { max_detections: Some(21), ..DecodeOptions::with_threshold(0.0) };
    let found = model.infer(frame, &options)?.detections()?;
    let threshold = found.get(20).or(found.last()).map_or(0.5, |detection| detection.score);
    Ok(DecodeOptions::with_threshold(threshold))
}

fn counted(ahead: MasksAhead<'_>) -> Outcome<Masks<'_>> {
    Ok(Masks::counted(ahead.words, ahead.count, ahead.most, ahead.width, ahead.height)?)
}

/// Both models on one frame, with all that is kept from frame to frame.
struct Both<'a> {
    models: (&'a RfDetrSeg, &'a DepthAnything),
    options: (DecodeOptions, DepthOptions),
    objects: GpuSegmentation,
    map: GpuDepth,
    fusion: Fusion,
    /// Outputs that stand for round objects, what finds them, and the result of a segmentation that finds nothing: its options stay the same, too.
    round: (GpuDecoder, DecodeOptions, GpuSegmentation),
}

impl<'a> Both<'a> {
    fn new(cuda: &Cuda, seg: &'a RfDetrSeg, depth: &'a DepthAnything, wanted: DecodeOptions) -> Outcome<Self> {
        let set = seg_sets::objects(20, (PICTURE.0 as usize, PICTURE.1 as usize));
        let mut decoder = GpuDecoder::new(cuda, set.config.clone(), set.sizes)?;
        decoder.upload(&NetworkOutputs::new(set.sizes, &set.boxes, &set.labels, &set.masks)?)?;
        Ok(Self {
            models: (seg, depth),
            options: (wanted, options(depth, PICTURE)?),
            objects: seg.alloc_result()?,
            map: depth.alloc_result()?,
            fusion: Fusion::new(cuda)?,
            round: (decoder, set.options, seg.alloc_result()?),
        })
    }

    /// All three queued at once, and one wait.
    fn fused(&mut self, frame: &Frame<'_>) -> Outcome<usize> {
        let mut segmenting = self.models.0.submit(frame, &self.options.0, &mut self.objects)?;
        let measuring = self.models.1.submit(frame, &self.options.1, &mut self.map)?;
        let masks = counted(segmenting.masks_ahead(0)?)?;
        let objects = self.fusion.fuse(&masks, measuring.result(), 0, &FuseOptions::default())?;
        segmenting.wait()?;
        measuring.wait()?;
        Ok(objects.len())
    }

    /// The same, begun with the other network.
    fn fused_depth_first(&mut self, frame: &Frame<'_>) -> Outcome<usize> {
        let measuring = self.models.1.submit(frame, &self.options.1, &mut self.map)?;
        let mut segmenting = self.models.0.submit(frame, &self.options.0, &mut self.objects)?;
        let masks = counted(segmenting.masks_ahead(0)?)?;
        let objects = self.fusion.fuse(&masks, measuring.result(), 0, &FuseOptions::default())?;
        segmenting.wait()?;
        measuring.wait()?;
        Ok(objects.len())
    }

    /// The fusion queued only when the host knows how many masks there are.
    fn fused_after_waiting(&mut self, frame: &Frame<'_>) -> Outcome<usize> {
        let segmenting = self.models.0.submit(frame, &self.options.0, &mut self.objects)?;
        let measuring = self.models.1.submit(frame, &self.options.1, &mut self.map)?;
        let found = segmenting.wait()?;
        let masks = Masks::new(found.masks_slice(0)?, found.count()?, PICTURE.0, PICTURE.1)?;
        let objects = self.fusion.fuse(&masks, measuring.result(), 0, &FuseOptions::default())?;
        measuring.wait()?;
        Ok(objects.len())
    }

    /// As [`Both::fused`], with masks as a trained network has them: the segmentation finds nothing in its noise, and what comes after its network
    /// runs on other outputs instead, behind it.
    fn fused_round(&mut self, frame: &Frame<'_>) -> Outcome<usize> {
        let (decoder, of_round, nothing) = &mut self.round;
        let stream = nothing.stream().clone();
        let segmenting = self.models.0.submit(frame, &DecodeOptions::with_threshold(1.0), nothing)?;
        let measuring = self.models.1.submit(frame, &self.options.1, &mut self.map)?;
        let behind = decoder.result().stream().join(&stream);
        behind.map_err(CudaError::driver("ordering the round objects"))?;
        let mut decoding = decoder.submit((PICTURE.0 as usize, PICTURE.1 as usize), of_round)?;
        let masks = counted(decoding.masks_ahead(0)?)?;
        let objects = self.fusion.fuse(&masks, measuring.result(), 0, &FuseOptions::default())?;
        decoding.wait()?;
        segmenting.wait()?;
        measuring.wait()?;
        Ok(objects.len())
    }

    fn not_fused(&mut self, frame: &Frame<'_>) -> Outcome<usize> {
        let segmenting = self.models.0.submit(frame, &self.options.0, &mut self.objects)?;
        let measuring = self.models.1.submit(frame, &self.options.1, &mut self.map)?;
        measuring.wait()?;
        Ok(segmenting.wait()?.count()?)
    }

    fn segmentation(&mut self, frame: &Frame<'_>) -> Outcome<usize> {
        Ok(self.models.0.submit(frame, &self.options.0, &mut self.objects)?.wait()?.count()?)
    }

    fn depth(&mut self, frame: &Frame<'_>) -> Outcome<usize> {
        self.models.1.submit(frame, &self.options.1, &mut self.map)?.wait()?;
        Ok(0)
    }

    /// Of frames that have ended.
    fn fusion(&mut self, _: &Frame<'_>) -> Outcome<usize> {
        let masks = counted(self.objects.masks_ahead(0)?)?;
        Ok(self.fusion.fuse(&masks, &self.map, 0, &FuseOptions::default())?.len())
    }
}

/// One frame of 1080p through both models and the fusion, to distances on the host; beside both engines at once without all that, in turn.
pub fn frame(seg: &RfDetrSeg, depth: &DepthAnything, limit: Duration) -> Outcome {
    type Way<'a> = fn(&mut Both<'a>, &Frame<'_>) -> Outcome<usize>;
    let cuda = depth.cuda().clone();
    let layout = FrameLayout::new(PixelFormat::Rgb8, PICTURE.0, PICTURE.1);
    let frames = frames(&cuda, layout, 16)?;
    let mut ours = Both::new(&cuda, seg, depth, twenty(seg, &device_frame(layout, &frames[0])?)?)?;
    let ways: [(&str, Way<'_>); WAYS] = [
        ("fused", Both::fused),
        ("fused_round_objects", Both::fused_round),
        ("fused_depth_first", Both::fused_depth_first),
        ("fused_after_waiting", Both::fused_after_waiting),
        ("not_fused", Both::not_fused),
        ("fusion_of_ended_frames", Both::fusion),
        ("segmentation", Both::segmentation),
        ("depth", Both::depth),
    ];
    let mut found = [0; WAYS];
    for frame in &frames[..4] {
        for ((_, way), found) in ways.iter().zip(&mut found) {
            *found = way(&mut ours, &device_frame(layout, frame)?)?;
        }
    }
    let network = depth.plan(PICTURE.0 as usize, PICTURE.1 as usize)?.network();
    let mut of_seg = Session::new(seg.engine(), &cuda.new_stream()?)?;
    of_seg.capture()?;
    let mut of_map = engine(depth, network)?;
    let (mut both, mut seg_alone, mut depth_alone) = (Vec::new(), Vec::new(), Vec::new());
    let mut times: [Vec<f64>; WAYS] = Default::default();
    let begun = Instant::now();
    while begun.elapsed() < limit / 2 && both.len() < 2000 {
        let frame = device_frame(layout, &frames[both.len() % frames.len()])?;
        for ((_, way), times) in ways.iter().zip(&mut times) {
            let from = Instant::now();
            way(&mut ours, &frame)?;
            times.push(ms(from.elapsed()));
        }
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
    let yardstick = median(&mut both).max(sum / gain);
    let rows = ways.iter().zip(found).zip(&mut times).map(|(((name, _), instances), times)| {
        let ratio = median(times) / yardstick;
        json!({"frame": name, "instances": instances, "host": spread(times), "beside_yardstick": ratio})
    });
    let rows: Vec<Value> = rows.collect();
    let (ratio, ratio_round) = (median(&mut times[0]) / yardstick, median(&mut times[1]) / yardstick);

    // A camera's frames: one upload for both networks.
    let mut shared = SharedFrame::new(&cuda)?;
    let mut random = Random::new(1);
    shared.staging(&layout)?.fill_with(|| random.bits() as u8);
    shared.send()?;
    ours.fused(&shared.frame()?)?;
    let uploaded = rate(limit / 6, || {
        shared.send()?;
        ours.fused(&shared.frame()?)?;
        Ok(1)
    })?;
    Ok(json!({
        "ratio": ratio, "ratio_round_objects": ratio_round, "must_be_at_most": 1.10, "yardstick_ms": yardstick, "frames": rows,
        "both_engines_at_once": spread(&mut both), "segmentation_engine_alone": spread(&mut seg_alone),
        "depth_engine_alone": spread(&mut depth_alone), "sum_ms": sum, "overlap_gain_back_to_back": gain, "sum_divided_by_gain_ms": sum / gain,
        "frames_uploaded_once_per_second": uploaded,
    }))
}
