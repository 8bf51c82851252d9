//! From picture to tensor and from maps to depth. `cargo bench -p vrt-depth-anything --bench pictures`
#![allow(missing_docs, clippy::expect_used)] // criterion makes public functions; a failing set-up ends the benchmark

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use vrt::kornia_image::{Image, ImageSize};
use vrt::preprocess::Preprocessor;
use vrt_depth_anything::decode::reference::decode;
use vrt_depth_anything::outputs::RawMap;
use vrt_depth_anything::{DepthOptions, Variant};

fn bench(criterion: &mut Criterion) {
    let (width, height) = (1920, 1080);
    let pixels = (0..3 * width * height).map(|i| (i as u32).wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    let picture = Image::<u8, 3>::new(ImageSize { width, height }, pixels).expect("as many bytes as pixels");
    for variant in [Variant::V2Small, Variant::V3MonoLarge] {
        let config = variant.config();
        let geometry = config.resize.plan(width, height, config.max_network_pixels).expect("an ordinary picture");
        let (columns, rows) = geometry.network();
        let steps: Vec<_> = geometry.steps().collect();
        let mut preprocessor = Preprocessor::new(config.filter, config.normalize).expect("a valid normalisation");
        criterion.bench_function(&format!("preprocess 1920x1080 for {variant} ({columns}x{rows})"), |b| {
            b.iter(|| preprocessor.run_steps(black_box(&picture), &steps));
        });

        let values: Vec<f32> = (0..columns * rows).map(|i| 1.0 + (i % 997) as f32 / 100.0).collect();
        let score: Vec<f32> = (0..columns * rows).map(|i| if i < columns * rows / 4 { 0.9 } else { 0.0 }).collect();
        let shape = [1, rows, columns];
        let depth = RawMap { name: "depth", shape: &shape, values: &values };
        let sky = config.sky.map(|_| RawMap { name: "sky", shape: &shape, values: &score });
        criterion.bench_function(&format!("decode {variant} to 1920x1080"), |b| {
            b.iter(|| decode(&config, &geometry, black_box(depth), sky, &DepthOptions::default()));
        });
    }
}

criterion_group! {
    name = pictures;
    config = Criterion::default().sample_size(20);
    targets = bench
}
criterion_main!(pictures);
