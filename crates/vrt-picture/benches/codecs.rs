//! Time to decode and encode a 1080p picture: `cargo bench -p vrt-picture`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use vrt_picture::kornia_image::{Image, ImageSize};

const SIZE: ImageSize = ImageSize { width: 1920, height: 1080 };

/// Slow waves and some noise, as photographs have them.
fn photo() -> Image<u8, 3> {
    let mut noise = 1u32;
    let values = (0..SIZE.width * SIZE.height * 3).map(|index| {
        let (x, y) = ((index / 3 % SIZE.width) as f32, (index / 3 / SIZE.width) as f32);
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (128.0 + 60.0 * (x / 90.0).sin() + 50.0 * (y / 70.0).cos()) as u8 + (noise >> 29) as u8
    });
    Image::new(SIZE, values.collect()).unwrap_or_else(|_| unreachable!("as many values as pixels"))
}

fn codecs(criterion: &mut Criterion) {
    let photo = photo();
    let mut group = criterion.benchmark_group("1080p");
    group.sample_size(20);
    group.bench_function("encode PNG", |bencher| bencher.iter(|| vrt_picture::encode_png(black_box(&photo))));
    for filter in [FilterType::NoFilter, FilterType::Sub, FilterType::Up, FilterType::Paeth, FilterType::Adaptive] {
        let encode = || {
            let mut bytes = Vec::new();
            let written = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, filter).write_image(
                photo.as_slice(),
                SIZE.width as u32,
                SIZE.height as u32,
                ExtendedColorType::Rgb8,
            );
            (written.is_ok(), bytes.len())
        };
        group.bench_function(format!("PNG filter {filter:?}, {} kB", encode().1 / 1000), |bencher| bencher.iter(encode));
    }
    if let Ok(png) = vrt_picture::encode_png(&photo) {
        group.bench_function("decode PNG", |bencher| bencher.iter(|| vrt_picture::decode_picture(black_box(&png), "bench")));
    }
    let mut jpeg = Vec::new();
    let size = (SIZE.width as u32, SIZE.height as u32);
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, 90);
    if encoder.write_image(photo.as_slice(), size.0, size.1, ExtendedColorType::Rgb8).is_ok() {
        group.bench_function("decode JPEG", |bencher| bencher.iter(|| vrt_picture::decode_picture(black_box(&jpeg), "bench")));
    }
    group.finish();
}

criterion_group!(benches, codecs);
criterion_main!(benches);
