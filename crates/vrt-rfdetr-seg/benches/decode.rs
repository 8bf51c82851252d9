//! How long it takes to turn the network's outputs into instances: selection alone, masks alone, and both.
//!
//! `cargo bench -p vrt-rfdetr-seg`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failing assumption of a test is its failure

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use vrt_rfdetr_seg::decode::masks::MaskUpsampler;
use vrt_rfdetr_seg::decode::{NetworkOutputs, OutputSizes, decode, reference};
use vrt_rfdetr_seg::{DecodeOptions, Variant};

#[path = "../tests/support/synthetic.rs"]
mod synthetic;

/// Outputs as a variant gives them, with `objects` pairs above the default threshold.
struct Sample {
    sizes: OutputSizes,
    boxes: Vec<f32>,
    labels: Vec<f32>,
    masks: Vec<f32>,
}

impl Sample {
    fn new(variant: Variant, objects: usize) -> Self {
        let info = variant.info();
        let (queries, classes, side) = (info.queries, 91, info.mask_size);
        let mut labels = synthetic::spread(1, queries * classes, [-9.0, -1.0]);
        for query in 0..objects {
            labels[query * classes + 1 + query] = 2.0;
        }
        let boxes = synthetic::spread(2, queries * 4, [0.1, 0.9]);
        let masks = synthetic::blobs(3, queries, [side, side]);
        Self { sizes: OutputSizes { queries, classes, mask_width: side, mask_height: side }, boxes, labels, masks }
    }

    fn outputs(&self) -> NetworkOutputs<'_> {
        NetworkOutputs::new(self.sizes, &self.boxes, &self.labels, &self.masks).unwrap()
    }
}

fn benches(criterion: &mut Criterion) {
    let options = DecodeOptions::default();
    let mut group = criterion.benchmark_group("select");
    for variant in [Variant::Nano, Variant::TwoXLarge] {
        let (sample, config) = (Sample::new(variant, 20), variant.config());
        let name = BenchmarkId::from_parameter(variant);
        group.bench_function(name, |bencher| {
            bencher.iter(|| reference::select(black_box(&sample.outputs()), (1920, 1080), &config, &options).unwrap());
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("decode 20 objects at 1920x1080");
    for variant in [Variant::Nano, Variant::Medium, Variant::TwoXLarge] {
        let (sample, config) = (Sample::new(variant, 20), variant.config());
        group.bench_function(BenchmarkId::from_parameter(variant), |bencher| {
            bencher.iter(|| decode(black_box(&sample.outputs()), (1920, 1080), &config, &options).unwrap());
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("one mask to 1920x1080");
    let upsampler = MaskUpsampler::new((78, 78), (1920, 1080)).unwrap();
    let noise = synthetic::spread(4, 78 * 78, [-1.0, 1.0]);
    for (name, logits) in [("blob", synthetic::blobs(5, 1, [78, 78])), ("noise", noise), ("all inside", vec![1.0; 78 * 78])] {
        group.bench_function(name, |bencher| bencher.iter(|| upsampler.upsample(black_box(&logits)).unwrap()));
    }
    group.bench_function("blob, float map then threshold", |bencher| {
        let logits = synthetic::blobs(5, 1, [78, 78]);
        bencher.iter(|| {
            let alignment = vrt::resample::Alignment::HalfPixel;
            let map = vrt::resample::upsample_bilinear(black_box(&logits), (78, 78), (1920, 1080), alignment).unwrap();
            map.into_iter().map(|value| u8::from(value > 0.0)).collect::<Vec<u8>>()
        });
    });
    group.finish();
}

criterion_group!(decoding, benches);
criterion_main!(decoding);
