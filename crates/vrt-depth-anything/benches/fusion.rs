//! Twenty instances on a 1080p map. `cargo bench -p vrt-depth-anything --bench fusion`
#![allow(missing_docs, clippy::expect_used)] // criterion makes public functions; a failing set-up ends the benchmark

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use vrt::resample::Alignment;
use vrt_depth_anything::fusion::{FuseOptions, fuse, point_cloud};
use vrt_types::{AnyDepthMap, CameraIntrinsics, DepthMap, Mask};

const WIDTH: u32 = 1920;
const HEIGHT: u32 = 1080;

fn values(width: u32, height: u32) -> Vec<f32> {
    (0..width * height).map(|i| 1.0 + (i / width) as f32 * 0.003 + (i.wrapping_mul(2_654_435_761) >> 20) as f32 / 8192.0).collect()
}

fn metric(width: u32, height: u32) -> AnyDepthMap {
    AnyDepthMap::Metric(DepthMap::new(width, height, values(width, height)).expect("as many values as pixels"))
}

/// Discs of 60 to 155 pixels radius, 0.8 million pixels together.
fn masks() -> Vec<Mask> {
    let disc = |index: u32| {
        let (cx, cy, radius) = (160 + index % 5 * 390, 140 + index / 5 * 260, 60 + index * 5);
        Mask::from_fn(WIDTH, HEIGHT, |x, y| x.abs_diff(cx).pow(2) + y.abs_diff(cy).pow(2) < radius * radius).expect("small")
    };
    (0..20).map(disc).collect()
}

fn bench(criterion: &mut Criterion) {
    let masks = masks();
    let full = metric(WIDTH, HEIGHT);
    let small = metric(924, 518);
    let camera = CameraIntrinsics::new(1400.0, 1400.0, 959.5, 539.5, WIDTH, HEIGHT).expect("a camera");
    let median = FuseOptions { percentiles: Vec::new(), ..FuseOptions::default() };
    let all = FuseOptions { intrinsics: Some(camera), alignment: Alignment::Corners, ..FuseOptions::default() };
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");

    let mut group = criterion.benchmark_group("fuse 20 instances at 1920x1080");
    group.bench_function("medians", |b| b.iter(|| fuse(black_box(&masks), &full, &median)));
    group.bench_function("medians, one thread", |b| b.iter(|| single.install(|| fuse(black_box(&masks), &full, &median))));
    group.bench_function("medians, percentiles, positions", |b| b.iter(|| fuse(black_box(&masks), &full, &all)));
    group.bench_function("the same from a map of 924x518", |b| b.iter(|| fuse(black_box(&masks), &small, &all)));
    group.finish();
    if let Some(map) = full.as_metric() {
        criterion.bench_function("point cloud of 1920x1080", |b| b.iter(|| point_cloud(black_box(map), &camera, None)));
    }
}

criterion_group! {
    name = fusion;
    config = Criterion::default().sample_size(20);
    targets = bench
}
criterion_main!(fusion);
