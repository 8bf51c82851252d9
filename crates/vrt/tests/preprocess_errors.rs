//! What a preprocessor and upsampling refuse, and that tables follow the size of the picture.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::picture;
use vrt::kornia_image::{Image, ImageSize};
use vrt::kornia_tensor::Tensor;
use vrt::preprocess::{Normalize, PreprocessError, Preprocessor, ResizeFilter};
use vrt::resample::{Alignment, LinearAxis, ResampleError, upsample_bilinear};

const FILTERS: [(ResizeFilter, &str); 5] = [
    (ResizeFilter::Bilinear, "\"bilinear\""),
    (ResizeFilter::BilinearAntialias, "\"bilinear-antialias\""),
    (ResizeFilter::PillowBilinear, "\"pillow-bilinear\""),
    (ResizeFilter::Cubic, "\"cubic\""),
    (ResizeFilter::AreaCubic, "\"area-cubic\""),
];

#[test]
fn names_in_files() {
    for (filter, name) in FILTERS {
        assert_eq!(serde_json::to_string(&filter).unwrap(), name);
        assert_eq!(serde_json::from_str::<ResizeFilter>(name).unwrap(), filter);
    }
}

#[test]
fn sizes_that_are_none_are_refused() {
    let picture = picture(4, 3);
    for (filter, _) in FILTERS {
        let mut preprocessor = Preprocessor::new(filter, Normalize::IMAGENET).unwrap();
        for (width, height) in [(0, 1), (1, 0), (1 << 17, 1), (usize::MAX, 1)] {
            assert!(matches!(preprocessor.run(&picture, width, height), Err(PreprocessError::Size { .. })), "{width}x{height}");
        }
        for size in [ImageSize { width: 0, height: 0 }, ImageSize { width: 0, height: 5 }, ImageSize { width: 5, height: 0 }] {
            let empty = Image::<u8, 3>::from_size_val(size, 0).unwrap();
            let error = preprocessor.run(&empty, 8, 8).err().unwrap();
            assert!(error.to_string().contains(&format!("{}x{}", size.width, size.height)), "{error}");
        }
        assert!(matches!(preprocessor.run_steps(&picture, &[]), Err(PreprocessError::Steps { steps: 0, .. })));
        let twice = preprocessor.run_steps(&picture, &[(8, 6), (7, 7)]);
        assert_eq!(twice.is_ok(), matches!(filter, ResizeFilter::PillowBilinear | ResizeFilter::AreaCubic), "{filter:?}");
    }
}

#[test]
fn memory_that_is_not_plain_is_refused() {
    let mut preprocessor = Preprocessor::new(ResizeFilter::Bilinear, Normalize::IMAGENET).unwrap();
    let whole = picture(6, 4);
    let mut cropped = whole.clone();
    cropped.0.shape = [3, 6, 3];
    cropped.0.strides = [36, 3, 1];
    assert!(matches!(preprocessor.run(&cropped, 8, 8), Err(PreprocessError::Picture { .. })));
    let mut lying = whole.clone();
    lying.0.shape = [400, 6, 3];
    assert!(matches!(preprocessor.run(&lying, 8, 8), Err(PreprocessError::Picture { .. })));
    for shape in [[2, 3, 8, 8], [1, 1, 8, 8], [1, 4, 8, 8]] {
        let error = preprocessor.run_into(&whole, &mut Tensor::zeros(shape)).unwrap_err();
        assert!(error.to_string().contains("must be [1, 3, height, width]"), "{error}");
    }
    let mut strided = Tensor::zeros([1, 3, 8, 8]);
    strided.strides = [192, 64, 1, 8];
    assert!(matches!(preprocessor.run_into(&whole, &mut strided), Err(PreprocessError::Tensor { .. })));
    let mut lying = Tensor::zeros([1, 3, 8, 8]);
    lying.shape = [1, 3, 80, 8];
    assert!(matches!(preprocessor.run_into(&whole, &mut lying), Err(PreprocessError::Tensor { .. })));
}

#[test]
fn normalisations_that_divide_by_nothing_are_refused() {
    for (mean, std) in [(0.5, 0.0), (0.5, -1.0), (f32::NAN, 1.0), (0.5, f32::INFINITY)] {
        let normalize = Normalize { mean: [mean; 3], std: [std; 3] };
        assert!(matches!(Preprocessor::new(ResizeFilter::Cubic, normalize), Err(PreprocessError::Normalize { .. })));
    }
}

#[test]
fn tables_follow_the_picture() {
    let pictures = [picture(40, 30), picture(30, 40), picture(40, 30), picture(200, 100)];
    for (filter, _) in FILTERS {
        let mut kept = Preprocessor::new(filter, Normalize::IMAGENET).unwrap();
        let mut tensor = Tensor::zeros([1, 3, 24, 32]);
        for picture in &pictures {
            kept.run_into(picture, &mut tensor).unwrap();
            let fresh = Preprocessor::new(filter, Normalize::IMAGENET).unwrap().run(picture, 32, 24).unwrap();
            assert_eq!(tensor.as_slice(), fresh.as_slice(), "{filter:?}");
        }
    }
}

#[test]
fn channels_are_red_green_blue_and_their_own() {
    let normalize = Normalize { mean: [0.1, 0.2, 0.3], std: [0.5, 0.25, 2.0] };
    let colour = [51u8, 102, 204]; // 0.2, 0.4, 0.8
    let plain = Image::<u8, 3>::new(ImageSize { width: 5, height: 4 }, colour.repeat(20)).unwrap();
    for (filter, _) in FILTERS {
        for (width, height) in [(5, 4), (9, 11), (2, 3)] {
            let tensor = Preprocessor::new(filter, normalize).unwrap().run(&plain, width, height).unwrap();
            for (channel, expected) in [0.2f32, 0.8, 0.25].into_iter().enumerate() {
                let values = &tensor.as_slice()[channel * width * height..][..width * height];
                assert!(values.iter().all(|value| (value - expected).abs() < 1e-6), "{filter:?} {width}x{height} {channel}: {values:?}");
            }
        }
    }
}

#[test]
fn upsampling_refuses_what_does_not_fit() {
    let up = |len: usize, from, to| upsample_bilinear(&vec![0.0; len], from, to, Alignment::HalfPixel);
    assert!(matches!(up(0, (0, 4), (2, 2)), Err(ResampleError::Side { .. })));
    assert!(matches!(up(4, (2, 2), (0, 2)), Err(ResampleError::Side { .. })));
    assert!(matches!(up(5, (2, 2), (2, 2)), Err(ResampleError::Length { needed: 4, found: 5, .. })));
    assert!(matches!(up(1, (1, 1), (1 << 24, 1 << 24)), Err(ResampleError::Memory { .. })));
    assert!(matches!(LinearAxis::new(1, (1 << 24) + 1, Alignment::Corners), Err(ResampleError::Side { .. })));
    let same = upsample_bilinear(&[1.0, f32::INFINITY, -3.0, 4.0], (2, 2), (2, 2), Alignment::Corners).unwrap();
    assert_eq!(same, [1.0, f32::INFINITY, -3.0, 4.0]);
}
