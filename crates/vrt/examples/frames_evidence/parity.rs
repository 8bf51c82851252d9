//! The preprocessing kernels beside the CPU's.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vrt::cuda::{Cuda, Frame, FrameLayout, GpuPreprocessor, PixelFormat, YuvColor, YuvMatrix, YuvRange, to_rgb};
use vrt::kornia_image::{Image, ImageSize};
use vrt::preprocess::{Normalize, Preprocessor, ResizeFilter};

use crate::evidence::{Outcome, Random};

/// Sizes of pictures and of the inputs they become.
type Case = ((u32, u32), (usize, usize));

const SMALL: &[Case] = &[
    ((2, 2), (12, 12)),
    ((24, 18), (24, 18)),
    ((50, 40), (24, 12)),
    ((150, 4), (12, 24)),
    ((26, 90), (36, 12)),
    ((640, 6), (12, 12)),
    // More columns, and more rows, than the antialiasing kernel has room for at once.
    ((2600, 4), (12, 12)),
    ((4, 2000), (12, 12)),
    // Whole blocks, 2 x 2 and others, for the mean over areas; one axis as it is.
    ((48, 36), (24, 18)),
    ((60, 36), (12, 18)),
    ((50, 18), (24, 18)),
    // Several tiles of each kernel.
    ((130, 70), (170, 35)),
];
const LARGE: &[Case] = &[
    ((1920, 1080), (312, 312)),
    ((640, 480), (432, 432)),
    ((4096, 2160), (312, 312)),
    ((300, 200), (768, 768)),
    ((65_536, 4), (12, 12)),
    ((1920, 1080), (924, 518)),
    ((1920, 1080), (504, 280)),
    ((640, 480), (686, 518)),
];

fn formats() -> [PixelFormat; 9] {
    let color = |matrix, range| PixelFormat::Nv12(YuvColor { matrix, range });
    [
        PixelFormat::Rgb8,
        PixelFormat::Bgr8,
        PixelFormat::Rgba8,
        PixelFormat::Bgra8,
        PixelFormat::Gray8,
        color(YuvMatrix::Bt601, YuvRange::Limited),
        color(YuvMatrix::Bt601, YuvRange::Full),
        color(YuvMatrix::Bt709, YuvRange::Limited),
        color(YuvMatrix::Bt709, YuvRange::Full),
    ]
}

/// Values compared, and what differed.
#[derive(Default)]
struct Compared {
    cases: usize,
    values: usize,
    other_bits: usize,
    worst: f32,
    too_far: Vec<String>,
}

impl Compared {
    fn add(&mut self, name: &str, expected: &[f32], found: &[f32]) {
        let pairs = || expected.iter().zip(found);
        let worst = pairs().map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        self.cases += 1;
        self.values += found.len();
        self.other_bits += pairs().filter(|(a, b)| a.to_bits() != b.to_bits()).count();
        self.worst = self.worst.max(worst);
        // Written so that NaN is too far, too.
        let near = pairs().all(|(a, b)| (a - b).abs() <= 1e-6);
        if !near || expected.len() != found.len() {
            self.too_far.push(format!("{name}: {worst}"));
        }
    }
}

/// Sizes between two steps of `AreaCubic`: smaller, larger, and none at all.
const BETWEEN: [Option<(usize, usize)>; 4] = [None, Some((24, 13)), Some((31, 40)), Some((6, 6))];

/// All pixel formats and filters. `few` leaves out what takes long on a machine without a GPU.
pub fn parity(cuda: &Cuda, few: bool, limit: Duration) -> Outcome<Value> {
    let begun = Instant::now();
    let mut compared = Compared::default();
    'all: for &((width, height), size) in SMALL.iter().chain(if few { &[] } else { LARGE }) {
        for filter in vrt::cuda::FrameInput::FILTERS {
            let mut gpu = GpuPreprocessor::new(cuda, size, filter, Normalize::IMAGENET)?;
            let mut cpu = Preprocessor::new(filter, Normalize::IMAGENET)?;
            for (seed, format) in (0u64..).zip(formats()) {
                if begun.elapsed() > limit {
                    break 'all;
                }
                let plain = FrameLayout::new(format, width, height);
                let layout = if seed % 2 == 0 { plain } else { plain.with_pitch(plain.pitch.next_multiple_of(64)) };
                let bytes = Random::new(seed).bytes(layout.bytes()?);
                let picture = Image::<u8, 3>::new(ImageSize { width: width as usize, height: height as usize }, to_rgb(layout, &bytes)?)?;
                let frame = Frame::host(layout, &bytes)?;
                let steps: &[_] = if filter == ResizeFilter::AreaCubic { &BETWEEN } else { &[None] };
                for &between in steps {
                    let all: Vec<_> = between.into_iter().chain([size]).collect();
                    let expected = cpu.run_steps(&picture, &all)?;
                    gpu.set_between(between)?;
                    gpu.submit(&frame)?;
                    let name = format!("{} {width}x{height} -> {all:?} {filter:?}", format.name());
                    compared.add(&name, expected.as_slice(), &gpu.values()?);
                }
            }
        }
    }
    let Compared { cases, values, other_bits, worst, mut too_far } = compared;
    too_far.truncate(12);
    let value = json!({"cases": cases, "values": values, "values_with_other_bits": other_bits, "worst": worst, "too_far": too_far});
    if too_far.is_empty() { Ok(value) } else { Err(value.to_string().into()) }
}
