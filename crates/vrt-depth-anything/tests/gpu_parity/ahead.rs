//! Fusion of a segmentation that is still at work: the count of its masks is on the GPU.

use vrt::cuda::Cuda;
use vrt::resample::Alignment;
use vrt_depth_anything::cuda::{Fusion, GpuDecoder, GpuError, Masks};
use vrt_depth_anything::fusion::{FuseOptions, fuse};
use vrt_depth_anything::{Config, DepthOptions, Error, Output, ResizeRule, Variant};
use vrt_rfdetr_seg::cuda::{GpuDecoder as SegDecoder, MasksAhead};
use vrt_rfdetr_seg::decode::{NetworkOutputs, OutputSizes, decode};
use vrt_rfdetr_seg::{DecodeOptions, LabelMap, NoObject};
use vrt_types::{AnyDepthMap, CameraIntrinsics, DepthMap, Mask, ObjectDepth};

use crate::evidence::Random;
use crate::sets::scene;

const NETWORK: (usize, usize) = (28, 14);
const PICTURE: (usize, usize) = (70, 45);
const OTHER_PICTURE: (usize, usize) = (66, 40);
/// Queries, and so the most objects.
const QUERIES: usize = 12;
const SIZES: OutputSizes = OutputSizes { queries: QUERIES, classes: 2, mask_width: 19, mask_height: 17 };

/// What a segmentation's network answers.
struct Outputs {
    boxes: Vec<f32>,
    labels: Vec<f32>,
    masks: Vec<f32>,
}

impl Outputs {
    /// As many round objects, best score first.
    fn with_objects(seed: u64, objects: usize) -> Self {
        let mut random = Random::new(seed);
        let labels = (0..QUERIES).flat_map(|query| [-9.0, if query < objects { 3.0 - 0.1 * query as f32 } else { -5.0 }]).collect();
        let boxes = (0..QUERIES * 4).map(|_| random.between(0.1, 0.9)).collect();
        let mut masks = Vec::new();
        for _ in 0..QUERIES {
            let (cx, cy, radius) = (random.between(0.0, 19.0), random.between(0.0, 17.0), random.between(1.0, 8.0));
            for at in 0..19 * 17 {
                let (dx, dy) = ((at % 19) as f32 - cx, (at / 19) as f32 - cy);
                masks.push(radius * radius - dx * dx - dy * dy);
            }
        }
        Self { boxes, labels, masks }
    }

    fn network(&self) -> NetworkOutputs<'_> {
        NetworkOutputs::new(SIZES, &self.boxes, &self.labels, &self.masks).unwrap()
    }

    /// The masks that they stand for.
    fn objects(&self, picture: (usize, usize)) -> Vec<Mask> {
        let found = decode(&self.network(), picture, &seg_config(), &asked()).unwrap();
        found.into_iter().map(|instance| instance.mask).collect()
    }
}

fn seg_config() -> vrt_rfdetr_seg::Config {
    let labels = LabelMap::from_names(["nothing", "something"].map(str::to_owned), NoObject::None).unwrap();
    vrt_rfdetr_seg::Config::new("round", (24, 24), QUERIES, labels).unwrap()
}

fn asked() -> DecodeOptions {
    DecodeOptions::with_threshold(0.5)
}

fn segmentation(cuda: &Cuda) -> SegDecoder {
    SegDecoder::new(cuda, seg_config(), SIZES).unwrap()
}

/// A depth model that holds a scene in metres.
fn depth(cuda: &Cuda) -> (GpuDecoder, AnyDepthMap) {
    let resize = ResizeRule::Stretch { width: NETWORK.0, height: NETWORK.1 };
    let output = Output::Metric { max_depth: None, canonical_focal: None };
    let config = Config { output, resize, upsampling: Alignment::Corners, ..Variant::V2Small.config() };
    let values = scene(&mut Random::new(3), NETWORK, 0.5, 5.0);
    let mut decoder = GpuDecoder::new(cuda, config, NETWORK).unwrap();
    decoder.upload(&values, None).unwrap();
    (decoder, AnyDepthMap::Metric(DepthMap::new(NETWORK.0 as u32, NETWORK.1 as u32, values).unwrap()))
}

fn wished() -> FuseOptions {
    FuseOptions { alignment: Alignment::Corners, ..FuseOptions::default() }
}

fn counted(ahead: MasksAhead<'_>) -> Masks<'_> {
    Masks::counted(ahead.words, ahead.count, ahead.most, ahead.width, ahead.height).unwrap()
}

/// Centroids are sums in another order than the CPU's.
fn without_centroids(objects: &[ObjectDepth]) -> Vec<ObjectDepth> {
    objects.iter().map(|object| ObjectDepth { centroid: None, ..object.clone() }).collect()
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_running_segmentations_are_fused_as_those_that_were_waited_for() {
    let cuda = Cuda::open(0).unwrap();
    let (mut seg, (mut depth, map), mut fusion) = (segmentation(&cuda), depth(&cuda), Fusion::new(&cuda).unwrap());
    let mut waiting = Fusion::new(&cuda).unwrap();
    let camera = CameraIntrinsics::new(60.0, 60.0, 35.0, 22.0, PICTURE.0 as u32, PICTURE.1 as u32).unwrap();
    // Fewer, none, all that there is room for, and pictures that need more room or less.
    for (round, objects) in [3, 1, 0, QUERIES, 5, 0, 4].into_iter().enumerate() {
        let outputs = Outputs::with_objects(round as u64, objects);
        let positions = round % 2 == 1;
        let picture = if positions || round % 4 == 0 { PICTURE } else { OTHER_PICTURE };
        let options = FuseOptions { intrinsics: positions.then_some(camera), ..wished() };
        seg.upload(&outputs.network()).unwrap();
        for _ in 0..3 {
            let mut segmenting = seg.submit(picture, &asked()).unwrap();
            let measuring = depth.submit(picture, &DepthOptions::default()).unwrap();
            let masks = counted(segmenting.masks_ahead(0).unwrap());
            let fusing = fusion.submit(&masks, measuring.result(), 0, &options).unwrap();
            let found = fusing.wait().unwrap();
            let (seg, depth) = (segmenting.wait().unwrap(), measuring.wait().unwrap());
            // Nothing is left to wait for.
            assert!(seg.is_ready().unwrap() && depth.is_ready().unwrap());
            assert_eq!((found.len(), seg.count().unwrap()), (objects, objects));
            let known = Masks::new(seg.masks_slice(0).unwrap(), objects, picture.0 as u32, picture.1 as u32).unwrap();
            assert_eq!(found, waiting.fuse(&known, depth, 0, &options).unwrap());
            let expected = fuse(&outputs.objects(picture), &map, &options).unwrap();
            assert_eq!(without_centroids(&found), without_centroids(&expected), "round {round}");
        }
    }
    assert!(fusion.is_captured());
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_segmentations_that_break_are_fused_to_nothing() {
    let cuda = Cuda::open(0).unwrap();
    let (mut seg, (mut depth, map), mut fusion) = (segmentation(&cuda), depth(&cuda), Fusion::new(&cuda).unwrap());
    let good = Outputs::with_objects(1, 4);
    let expected = fuse(&good.objects(PICTURE), &map, &wished()).unwrap();
    let broken = |change: fn(&mut Outputs)| {
        let mut outputs = Outputs::with_objects(1, 4);
        change(&mut outputs);
        outputs
    };
    let cases = [
        ("labels", broken(|outputs| outputs.labels[9] = f32::NAN)),
        ("boxes", broken(|outputs| outputs.boxes[40] = f32::INFINITY)),
        // Of an object, and of none.
        ("masks", broken(|outputs| outputs.masks[19 * 17 * 2 + 5] = f32::NAN)),
        ("", broken(|outputs| outputs.masks[19 * 17 * 9] = f32::NAN)),
    ];
    for (output, outputs) in &cases {
        for outputs in [outputs, &good, outputs] {
            seg.upload(&outputs.network()).unwrap();
            let mut segmenting = seg.submit(PICTURE, &asked()).unwrap();
            let measuring = depth.submit(PICTURE, &DepthOptions::default()).unwrap();
            let masks = counted(segmenting.masks_ahead(0).unwrap());
            let found = fusion.fuse(&masks, measuring.result(), 0, &wished()).unwrap();
            match segmenting.wait() {
                Ok(_) => assert_eq!(found, expected),
                Err(vrt_rfdetr_seg::Error::NotFinite { output: told, .. }) => assert_eq!((told, found.as_slice()), (*output, &[][..])),
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_counts_are_bounded_by_the_room_there_is() {
    let cuda = Cuda::open(0).unwrap();
    let (mut seg, (mut depth, map), mut fusion) = (segmentation(&cuda), depth(&cuda), Fusion::new(&cuda).unwrap());
    let outputs = Outputs::with_objects(2, 7);
    let expected = fuse(&outputs.objects(PICTURE), &map, &wished()).unwrap();
    seg.upload(&outputs.network()).unwrap();
    let measuring = depth.submit(PICTURE, &DepthOptions::default()).unwrap();
    // Fewer masks than the count says, then all, then as few as the segmentation was asked for.
    for _ in 0..2 {
        let mut segmenting = seg.submit(PICTURE, &asked()).unwrap();
        let ahead = segmenting.masks_ahead(0).unwrap();
        let words = ahead.words.slice(..2 * 2 * PICTURE.1);
        let first = Masks::counted(words, ahead.count, 2, ahead.width, ahead.height).unwrap();
        assert_eq!(fusion.fuse(&first, measuring.result(), 0, &wished()).unwrap(), expected[..2]);
        let ahead = segmenting.masks_ahead(0).unwrap();
        assert_eq!(ahead.most, QUERIES);
        assert_eq!(fusion.fuse(&counted(ahead), measuring.result(), 0, &wished()).unwrap(), expected);
    }
    for most in [3, 0] {
        let few = DecodeOptions { max_detections: Some(most), ..asked() };
        let mut segmenting = seg.submit(PICTURE, &few).unwrap();
        let ahead = segmenting.masks_ahead(0).unwrap();
        assert_eq!(ahead.most, most);
        assert_eq!(fusion.fuse(&counted(ahead), measuring.result(), 0, &wished()).unwrap(), expected[..most]);
        assert_eq!(segmenting.wait().unwrap().count().unwrap(), most);
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_guards_of_all_three_go_in_any_order() {
    let cuda = Cuda::open(0).unwrap();
    let (first, second) = (Outputs::with_objects(4, 6), Outputs::with_objects(5, 2));
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let (mut seg, (mut depth, map), mut fusion) = (segmentation(&cuda), depth(&cuda), Fusion::new(&cuda).unwrap());
        let expected = |outputs: &Outputs| fuse(&outputs.objects(PICTURE), &map, &wished()).unwrap();
        assert!(matches!(fusion.objects(), Err(Error::Gpu(GpuError::Empty))));
        // Room for all, and graphs.
        for outputs in [&second, &second, &first] {
            seg.upload(&outputs.network()).unwrap();
            let mut segmenting = seg.submit(PICTURE, &asked()).unwrap();
            let measuring = depth.submit(PICTURE, &DepthOptions::default()).unwrap();
            let masks = counted(segmenting.masks_ahead(0).unwrap());
            let fusing = fusion.submit(&masks, measuring.result(), 0, &wished()).unwrap();
            let (mut segmenting, mut measuring, mut fusing) = (Some(segmenting), Some(measuring), Some(fusing));
            for guard in order {
                match guard {
                    0 => drop(segmenting.take()),
                    1 => crate::model::leak(measuring.take()),
                    _ => drop(fusing.take()),
                }
            }
            // The next frame of the segmentation ends while nobody waited for the fusion of this one.
            seg.submit(PICTURE, &DecodeOptions::with_threshold(0.99)).unwrap().wait().unwrap();
            assert_eq!(fusion.objects().unwrap(), expected(outputs), "{order:?}");
        }
        let mut segmenting = seg.submit(PICTURE, &asked()).unwrap();
        let masks = counted(segmenting.masks_ahead(0).unwrap());
        drop(fusion.submit(&masks, depth.result(), 0, &wished()).unwrap());
        // All of it goes before the GPU has done anything.
        drop(seg);
        drop(depth);
        assert_eq!(fusion.objects().unwrap(), expected(&first), "{order:?}");
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_counts_that_are_none_are_refused() {
    let cuda = Cuda::open(0).unwrap();
    let (mut seg, (mut depth, _), mut fusion) = (segmentation(&cuda), depth(&cuda), Fusion::new(&cuda).unwrap());
    assert!(matches!(seg.result().masks_ahead(0), Err(vrt_rfdetr_seg::Error::Gpu(vrt_rfdetr_seg::cuda::GpuError::Empty))));
    let mut segmenting = seg.submit(PICTURE, &asked()).unwrap();
    assert!(segmenting.masks_ahead(1).is_err());
    let limit = |masks: Result<Masks<'_>, Error>| matches!(masks, Err(Error::Gpu(GpuError::Limit { .. })));
    let ahead = segmenting.masks_ahead(0).unwrap();
    assert!(limit(Masks::counted(ahead.words, ahead.count.slice(..0), 1, 70, 45)));
    let ahead = segmenting.masks_ahead(0).unwrap();
    assert!(limit(Masks::counted(ahead.words, ahead.count, 1, 0, 45)));
    let ahead = segmenting.masks_ahead(0).unwrap();
    let (found, too_many) = (ahead.words.len(), Masks::counted(ahead.words, ahead.count, QUERIES + 1, 70, 45));
    assert!(matches!(too_many, Err(Error::Gpu(GpuError::Masks { found: told, .. })) if told == found));

    // Masks here, but their count on another GPU.
    let measuring = depth.submit(PICTURE, &DepthOptions::default()).unwrap();
    let elsewhere = Cuda::open(1).unwrap();
    let count = elsewhere.zeroed_slice::<u32>(&elsewhere.new_stream().unwrap(), 1, "allocating a count").unwrap();
    let ahead = segmenting.masks_ahead(0).unwrap();
    let apart = Masks::counted(ahead.words, count.as_view(), 1, 70, 45).unwrap();
    assert!(matches!(fusion.fuse(&apart, measuring.result(), 0, &wished()), Err(Error::Gpu(GpuError::Cuda(_)))));
    assert!(matches!(fusion.objects(), Err(Error::Gpu(GpuError::Empty))));
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_frames_of_three_are_queued_without_waiting() {
    let cuda = Cuda::open(0).unwrap();
    let (mut seg, (mut depth, _), mut fusion) = (segmentation(&cuda), depth(&cuda), Fusion::new(&cuda).unwrap());
    seg.upload(&Outputs::with_objects(4, 6).network()).unwrap();
    let mut calls = Vec::new();
    let functions =
        [c"cuGraphLaunch", c"cuEventSynchronize", c"cuStreamSynchronize", c"cuMemcpyDtoHAsync", c"cuLaunchKernel", c"cuMemAllocAsync"];
    for _ in 0..5 {
        let before = functions.map(crate::model::calls);
        let mut segmenting = seg.submit(PICTURE, &asked()).unwrap();
        let measuring = depth.submit(PICTURE, &DepthOptions::default()).unwrap();
        let masks = counted(segmenting.masks_ahead(0).unwrap());
        let fusing = fusion.submit(&masks, measuring.result(), 0, &wished()).unwrap();
        let queued: [usize; 6] = std::array::from_fn(|at| crate::model::calls(functions[at]) - before[at]);
        assert_eq!(fusing.wait().unwrap().len(), 6);
        segmenting.wait().unwrap();
        measuring.wait().unwrap();
        calls.push(queued);
    }
    // By the third frame all is captured: three launches, and the host waits for none of them.
    assert_eq!(calls[4], [3, 0, 0, 0, 0, 0], "{calls:?}");
}
