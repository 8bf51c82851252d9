//! What drawing costs: `cargo bench -p vrt-viz`.
#![allow(clippy::unwrap_used, reason = "a failing assumption here is the test's failure")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use kornia_image::{Image, ImageSize};
use vrt_types::{AnyDepthMap, BoundingBox, DepthMap, Detection, Instance, Mask};
use vrt_viz::{Colormap, DepthStyle, Label, Range, Style, colorize, depth_picture, draw_instances};

const WIDTH: u32 = 1920;
const HEIGHT: u32 = 1080;

/// Twenty ellipses over the picture, each about a twentieth of it.
fn instances() -> Vec<Instance> {
    (0..20u32)
        .map(|i| {
            let (cx, cy) = (190.0 + (i % 5) as f32 * 380.0, 160.0 + (i / 5) as f32 * 250.0);
            let (rx, ry) = (200.0, 160.0);
            let inside = |x: u32, y: u32| ((x as f32 - cx) / rx).powi(2) + ((y as f32 - cy) / ry).powi(2) < 1.0;
            let mask = Mask::from_fn(WIDTH, HEIGHT, inside).unwrap();
            let bbox = BoundingBox::new(cx - rx, cy - ry, cx + rx, cy + ry);
            Instance { detection: Detection { class_id: i, score: 0.9, bbox, query: i }, mask }
        })
        .collect()
}

fn draw(criterion: &mut Criterion) {
    let size = ImageSize { width: WIDTH as usize, height: HEIGHT as usize };
    let picture = Image::<u8, 3>::from_size_val(size, 90).unwrap();
    let found = instances();
    let labels: Vec<Label> = found.iter().map(|found| Label::new(found, "dining table 0.90  12.34 m")).collect();
    let bare = Style { outlines: false, boxes: false, labels: false, ..Style::default() };
    let styles = [
        ("masks", bare.clone()),
        ("masks and outlines", Style { outlines: true, ..bare.clone() }),
        ("labels", Style { labels: true, mask_strength: 0.0, ..bare }),
        ("all", Style::default()),
    ];
    let mut group = criterion.benchmark_group("20 instances at 1080p");
    for (name, style) in &styles {
        group.bench_function(*name, |bencher| {
            bencher.iter_batched_ref(|| picture.clone(), |picture| draw_instances(picture, &labels, style), BatchSize::LargeInput);
        });
    }
    group.finish();

    let values = (0..WIDTH * HEIGHT).map(|i| 0.5 + (i % 997) as f32 * 0.01).collect();
    let map = AnyDepthMap::Metric(DepthMap::new(WIDTH, HEIGHT, values).unwrap());
    let mut group = criterion.benchmark_group("depth at 1080p");
    group.bench_function("colorize, min to max", |bencher| bencher.iter(|| colorize(black_box(&map), Colormap::Turbo, Range::MinMax)));
    group.bench_function("colorize, percentiles", |bencher| bencher.iter(|| colorize(black_box(&map), Colormap::Turbo, Range::ROBUST)));
    group.bench_function("with scale bar", |bencher| bencher.iter(|| depth_picture(black_box(&map), &DepthStyle::default())));
    group.finish();
}

criterion_group!(benches, draw);
criterion_main!(benches);
