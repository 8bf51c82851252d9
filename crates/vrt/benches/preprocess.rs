//! Each resize filter at the sizes it is used at, and upsampling.
//!
//! `cargo bench -p vrt --bench preprocess`; `RAYON_NUM_THREADS` says how many threads.

#![allow(missing_docs, clippy::expect_used)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use vrt::kornia_image::{Image, ImageSize};
use vrt::kornia_tensor::Tensor;
use vrt::preprocess::{Normalize, Preprocessor, ResizeFilter};
use vrt::resample::{Alignment, upsample_bilinear};

fn picture(width: usize, height: usize) -> Image<u8, 3> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    Image::new(ImageSize { width, height }, (0..width * height * 3).map(|_| next()).collect()).expect("as many pixels as the size says")
}

fn filters(c: &mut Criterion) {
    let picture = picture(1920, 1080);
    let mut group = c.benchmark_group("1920x1080");
    for (filter, width, height) in [
        (ResizeFilter::Bilinear, 312, 312),
        (ResizeFilter::BilinearAntialias, 312, 312),
        (ResizeFilter::PillowBilinear, 312, 312),
        (ResizeFilter::Bilinear, 768, 768),
        (ResizeFilter::BilinearAntialias, 768, 768),
        (ResizeFilter::Cubic, 924, 518),
        (ResizeFilter::AreaCubic, 504, 284),
    ] {
        let mut preprocessor = Preprocessor::new(filter, Normalize::IMAGENET).expect("ImageNet's numbers");
        let mut tensor = Tensor::zeros([1, 3, height, width]);
        group.bench_function(format!("{filter:?} to {width}x{height}"), |b| {
            b.iter(|| preprocessor.run_into(black_box(&picture), &mut tensor).expect("sizes that fit"));
        });
    }
    group.finish();
    let small = self::picture(400, 300);
    c.bench_function("400x300 AreaCubic to 504x378", |b| {
        let mut preprocessor = Preprocessor::new(ResizeFilter::AreaCubic, Normalize::IMAGENET).expect("ImageNet's numbers");
        b.iter(|| preprocessor.run(black_box(&small), 504, 378).expect("sizes that fit"));
    });
}

fn upsampling(c: &mut Criterion) {
    let mut group = c.benchmark_group("upsample to 1920x1080");
    for (width, height, alignment) in [(924, 518, Alignment::Corners), (78, 78, Alignment::HalfPixel)] {
        let values: Vec<f32> = (0..width * height).map(|i| (i % 97) as f32).collect();
        group.bench_function(format!("{width}x{height} {alignment:?}"), |b| {
            b.iter(|| upsample_bilinear(black_box(&values), (width, height), (1920, 1080), alignment).expect("sizes that fit"));
        });
    }
    group.finish();
}

criterion_group!(benches, filters, upsampling);
criterion_main!(benches);
