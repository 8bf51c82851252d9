//! The host's side: what is refused, what is left alone, what may be leaked.

use vrt::cuda::Cuda;
use vrt_rfdetr_seg::cuda::{FrameError, GpuDecoder, GpuError};
use vrt_rfdetr_seg::decode::{NetworkOutputs, OutputSizes};
use vrt_rfdetr_seg::{Config, DecodeOptions, Error, LabelMap, NoObject, Variant};

use crate::sets::{Set, objects};

/// Leaks a guard, as safe code may.
pub fn leak<T>(guard: T) {
    std::mem::forget(guard);
}

pub fn decoder(set: &Set) -> GpuDecoder {
    let mut decoder = GpuDecoder::new(&Cuda::open(0).unwrap(), set.config.clone(), set.sizes).unwrap();
    decoder.upload(&NetworkOutputs::new(set.sizes, &set.boxes, &set.labels, &set.masks).unwrap()).unwrap();
    decoder
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_results_without_a_frame_are_empty() {
    let mut decoder = decoder(&objects(1, (64, 64)));
    assert!(matches!(decoder.result().detections(), Err(Error::Gpu(GpuError::Empty))));
    assert!(matches!(decoder.result().run_lengths(), Err(Error::Gpu(GpuError::Empty))));
    assert!(matches!(decoder.result().rle(), Err(Error::Gpu(GpuError::Empty))));
    let found = decoder.submit((64, 48), &DecodeOptions::default()).unwrap().wait().unwrap();
    assert_eq!((found.count().unwrap(), found.size(0).unwrap()), (1, (64, 48)));
    assert!(matches!(found.detections_of(1), Err(Error::Gpu(GpuError::Frame(FrameError::NoSuchFrame { asked: 1, count: 1 })))));
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_frames_whose_guard_was_leaked_are_waited_for() {
    let mut decoder = decoder(&objects(3, (64, 64)));
    for round in 0..4 {
        leak(decoder.submit((64, 40 + round), &DecodeOptions::default()).unwrap());
        assert_eq!(decoder.result().count().unwrap(), 3);
        assert_eq!(decoder.result().masks_host().unwrap().len(), 3);
    }
    // Dropped in flight.
    leak(decoder.submit((64, 64), &DecodeOptions::default()).unwrap());
    drop(decoder);
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_frames_are_one_graph_whatever_changes_but_growth() {
    let mut decoder = decoder(&objects(3, (64, 64)));
    for _ in 0..2 {
        decoder.submit((300, 200), &DecodeOptions::default()).unwrap().wait().unwrap();
    }
    assert!(decoder.result().is_captured());
    // Three logits are 1 and more, all others -2 and less, which is a score of 0.12.
    for (picture, threshold, count) in [((10, 10), 0.5, 3), ((200, 250), 0.99, 0), ((300, 200), 0.2, 3)] {
        let found = decoder.submit(picture, &DecodeOptions::with_threshold(threshold)).unwrap().wait().unwrap();
        assert_eq!(found.count().unwrap(), count);
        assert!(found.is_captured(), "{picture:?}");
    }
    decoder.submit((301, 400), &DecodeOptions::default()).unwrap().wait().unwrap();
    assert!(!decoder.result().is_captured(), "larger masks have another address");
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_options_that_do_not_fit_are_refused() {
    let mut decoder = decoder(&objects(1, (64, 64)));
    let mut submit = |picture, options: &DecodeOptions| decoder.submit(picture, options).map(|_| ()).unwrap_err();
    assert!(matches!(submit((64, 64), &DecodeOptions::with_threshold(1.5)), Error::Threshold { .. }));
    let unknown = DecodeOptions { classes: Some([4096].into()), ..DecodeOptions::default() };
    assert!(matches!(submit((64, 64), &unknown), Error::UnknownClass { .. }));
    assert!(matches!(submit((0, 64), &DecodeOptions::default()), Error::PictureSize { .. }));
    assert!(matches!(submit((65_536, 65_536), &DecodeOptions::default()), Error::Mask(_)));
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_sizes_beyond_the_kernels_are_refused() {
    let cuda = Cuda::open(0).unwrap();
    let labels = LabelMap::from_names((0..100).map(|class| class.to_string()), NoObject::None).unwrap();
    let config = Config::new("wide", (312, 312), 100, labels).unwrap().with_num_select(5000).unwrap();
    let sizes = OutputSizes { queries: 100, classes: 100, mask_width: 4, mask_height: 4 };
    let error = GpuDecoder::new(&cuda, config, sizes).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::Limit { value: 5000, .. })), "{error}");
    let error = GpuDecoder::new(&cuda, Variant::Nano.config(), sizes).unwrap_err();
    assert!(matches!(error, Error::HeadWidth { found: 100, expected: 91, .. }), "{error}");
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_results_swapped_between_decoders_are_refused() {
    let (small, large) = (Set::random("small", 1, [10, 5, 16, 16], (64, 64)), Set::random("large", 2, [20, 5, 16, 16], (64, 64)));
    let (mut a, mut b) = (decoder(&small), decoder(&large));
    std::mem::swap(a.result(), b.result());
    let outputs = NetworkOutputs::new(small.sizes, &small.boxes, &small.labels, &small.masks).unwrap();
    assert!(matches!(a.upload(&outputs), Err(Error::Gpu(GpuError::OtherModel))));
}
