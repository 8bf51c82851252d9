//! The host's side: what is refused, what is left alone, what may be leaked.

use vrt::cuda::{Cuda, FrameError};
use vrt_depth_anything::cuda::{ColorRange, Fusion, GpuDecoder, GpuError, Masks};
use vrt_depth_anything::fusion::{FuseOptions, fuse};
use vrt_depth_anything::{Config, DepthOptions, Error, Output, ResizeRule, Variant};
use vrt_types::{AnyDepthMap, CameraIntrinsics, Colormap, DepthMap, Mask, ObjectDepth};

use crate::evidence::Random;
use crate::fused::upload;
use crate::sets::scene;

const SIZE: (usize, usize) = (28, 14);

fn decoder(output: Output) -> (GpuDecoder, Vec<f32>) {
    let resize = ResizeRule::Stretch { width: SIZE.0, height: SIZE.1 };
    let config = Config { output, resize, ..Variant::V2Small.config() };
    let depth = scene(&mut Random::new(3), SIZE, 0.5, 5.0);
    let mut decoder = GpuDecoder::new(&Cuda::open(0).unwrap(), config, SIZE).unwrap();
    decoder.upload(&depth, None).unwrap();
    (decoder, depth)
}

const METRES: Output = Output::Metric { max_depth: None, canonical_focal: None };

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_results_without_a_frame_are_empty() {
    let (mut decoder, _) = decoder(METRES);
    let result = decoder.result();
    assert!(matches!(result.depth_host(), Err(Error::Gpu(GpuError::Empty))));
    assert!(matches!(result.percentiles(0, &[50.0]), Err(Error::Gpu(GpuError::Empty))));
    assert!(matches!(result.color_host(0, Colormap::Turbo, ColorRange::ROBUST), Err(Error::Gpu(GpuError::Empty))));
    let result = decoder.submit((30, 20), &DepthOptions::default()).unwrap().wait().unwrap();
    assert_eq!(result.geometry(0).unwrap().picture(), (30, 20));
    assert_eq!(result.sky_host().unwrap(), None);
    assert!(matches!(result.min_max(1), Err(Error::Gpu(GpuError::Frame(FrameError::NoSuchFrame { asked: 1, count: 1 })))));
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_questions_that_make_no_sense_are_refused() {
    let (mut decoder, depth) = decoder(METRES);
    for network in [(0, 14), (14, 0), (70_000, 14), (65_536, 65_536)] {
        assert!(GpuDecoder::new(&Cuda::open(0).unwrap(), Variant::V2Small.config(), network).is_err(), "{network:?}");
    }
    assert!(matches!(decoder.upload(&depth[1..], None), Err(Error::OutputShape { .. })));
    for picture in [(0, 5), (5, 0), (70_000, 5)] {
        assert!(decoder.submit(picture, &DepthOptions::default()).is_err(), "{picture:?}");
    }
    let result = decoder.submit((30, 20), &DepthOptions::default()).unwrap().wait().unwrap();
    assert!(matches!(result.percentiles(0, &[-1.0]), Err(Error::Percentile { .. })));
    assert!(matches!(result.percentiles(0, &[f32::NAN]), Err(Error::Percentile { .. })));
    assert!(matches!(result.percentiles(0, &[]), Err(Error::Gpu(GpuError::Limit { value: 0, .. }))));
    assert!(matches!(result.percentiles(0, &[1.0; 17]), Err(Error::Gpu(GpuError::Limit { value: 17, .. }))));
    for range in [ColorRange::Fixed { low: 2.0, high: 1.0 }, ColorRange::Fixed { low: f32::NAN, high: 1.0 }] {
        assert!(matches!(result.color_host(0, Colormap::Turbo, range), Err(Error::Gpu(GpuError::ColorRange { .. }))));
    }
    let wrong = ColorRange::Percentiles { low: 2.0, high: 101.0 };
    assert!(matches!(result.color_host(0, Colormap::Turbo, wrong), Err(Error::Percentile { percent: 101.0 })));
    // Nothing is lost by it.
    assert!(result.percentiles(0, &[50.0]).unwrap().is_some());
    assert!(result.color_host(0, Colormap::Turbo, ColorRange::ROBUST).is_ok());
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_fusions_that_make_no_sense_are_refused() {
    let cuda = Cuda::open(0).unwrap();
    let (mut relative, _) = decoder(Output::Disparity);
    let (mut metric, depth) = decoder(METRES);
    let mut fusion = Fusion::new(&cuda).unwrap();
    let objects = [Mask::from_fn(28, 14, |x, _| x < 9).unwrap(), Mask::new(28, 14).unwrap()];
    let words = upload(&cuda, &objects).unwrap();
    let masks = || Masks::new(words.as_view(), 2, 28, 14).unwrap();
    let too_few = Masks::new(words.as_view(), 3, 28, 14).unwrap_err();
    assert!(matches!(too_few, Error::Gpu(GpuError::Masks { needed: 42, found: 28, .. })), "{too_few}");
    assert!(matches!(Masks::new(words.as_view(), 0, 1 << 25, 1), Err(Error::Gpu(GpuError::Limit { .. }))));
    assert!(matches!(Masks::new(words.as_view(), 1, 1 << 17, 1 << 17), Err(Error::Types(_))));
    assert!(matches!(Masks::new(words.as_view(), 70_000, 1, 0), Err(Error::Gpu(GpuError::Limit { value: 70_000, .. }))));

    let camera = |width, height| CameraIntrinsics::new(30.0, 30.0, 14.0, 7.0, width, height).unwrap();
    let positions = |camera| FuseOptions { intrinsics: Some(camera), ..FuseOptions::default() };
    let of_relative = relative.submit(SIZE, &DepthOptions::default()).unwrap().wait().unwrap();
    let refused = fusion.fuse(&masks(), of_relative, 0, &positions(camera(28, 14))).unwrap_err();
    assert!(matches!(refused, Error::NotMetric { unit: "relative disparity" }), "{refused}");
    assert!(matches!(fusion.fuse(&masks(), metric.result(), 0, &FuseOptions::default()), Err(Error::Gpu(GpuError::Empty))));
    let running = metric.submit(SIZE, &DepthOptions::default()).unwrap();
    let depth_of = running.result();
    assert!(matches!(fusion.fuse(&masks(), depth_of, 0, &positions(camera(14, 28))), Err(Error::Aspect { .. })));
    let many = |percentiles: Vec<f32>| FuseOptions { percentiles, ..FuseOptions::default() };
    assert!(matches!(fusion.fuse(&masks(), depth_of, 0, &many(vec![100.5])), Err(Error::Percentile { .. })));
    assert!(matches!(fusion.fuse(&masks(), depth_of, 0, &many(vec![1.0; 16])), Err(Error::Gpu(GpuError::Limit { value: 17, .. }))));
    assert!(matches!(fusion.fuse(&masks(), depth_of, 1, &FuseOptions::default()), Err(Error::Gpu(GpuError::Frame(_)))));
    let elsewhere = Fusion::new(&Cuda::open(1).unwrap()).unwrap().fuse(&masks(), depth_of, 0, &FuseOptions::default());
    assert!(matches!(elsewhere, Err(Error::Gpu(GpuError::Cuda(_)))), "{elsewhere:?}");

    // Nothing is lost by it; masks without pixels have no depth.
    let map = AnyDepthMap::Metric(DepthMap::new(28, 14, depth).unwrap());
    let expected = fuse(&objects, &map, &positions(camera(28, 14))).unwrap();
    assert_eq!(fusion.fuse(&masks(), depth_of, 0, &positions(camera(28, 14))).unwrap(), expected);
    let nothing = ObjectDepth { median: None, percentiles: Vec::new(), valid_share: 0.0, centroid: None, extent: None };
    let flat = Masks::new(words.as_view(), 3, 0, 5).unwrap();
    assert_eq!(fusion.fuse(&flat, depth_of, 0, &FuseOptions::default()).unwrap(), [nothing.clone(), nothing.clone(), nothing]);
    let none = Masks::new(words.as_view(), 0, 28, 14).unwrap();
    assert_eq!(fusion.fuse(&none, depth_of, 0, &FuseOptions::default()).unwrap(), []);
}
