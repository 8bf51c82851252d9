//! Every filter against the library it is named after; see tests/data/make_vectors.py.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Reader, picture};
use vrt::preprocess::{Normalize, Preprocessor, ResizeFilter};

struct Case {
    source: (usize, usize),
    steps: Vec<(usize, usize)>,
    step: usize,
    count: usize,
}

fn case(reader: &mut Reader) -> Case {
    let mut pair = || (reader.u32(), reader.u32());
    let (source, between, size, (step, count)) = (pair(), pair(), pair(), pair());
    let steps = if between == (0, 0) { vec![size] } else { vec![between, size] };
    Case { source, steps, step, count }
}

fn run(case: &Case, filter: ResizeFilter, normalize: Normalize) -> Vec<f32> {
    let picture = picture(case.source.0, case.source.1);
    let tensor = Preprocessor::new(filter, normalize).unwrap().run_steps(&picture, &case.steps).unwrap();
    let values: Vec<f32> = tensor.as_slice().iter().copied().step_by(case.step).collect();
    assert_eq!(values.len(), case.count, "{:?} -> {:?}", case.source, case.steps);
    values
}

/// `tolerance` is in normalised units and may depend on the case.
fn check_floats(file: &str, filter: ResizeFilter, tolerance: impl Fn(&Case) -> f32) {
    let mut reader = Reader::open(file);
    let mut cases = 0;
    while !reader.is_done() {
        let case = case(&mut reader);
        let values = run(&case, filter, Normalize::IMAGENET);
        let off = values.iter().map(|value| (value - reader.f32()).abs()).fold(0.0f32, f32::max);
        println!("{filter:?} {:?} -> {:?}: off by up to {off:e}", case.source, case.steps);
        assert!(off <= tolerance(&case), "{filter:?} {:?} -> {:?}: off by up to {off:e}", case.source, case.steps);
        cases += 1;
    }
    assert_eq!(cases, 22);
}

fn check_levels(file: &str, filter: ResizeFilter, tolerance: i32) {
    let mut reader = Reader::open(file);
    let (mut worst, mut differing, mut total) = (0, 0, 0);
    while !reader.is_done() {
        let case = case(&mut reader);
        let values = run(&case, filter, Normalize::UNIT);
        let found = values.iter().map(|value| (value * 255.0).round() as i32);
        let off: Vec<i32> =
            reader.bytes(case.count).to_vec().iter().zip(found).map(|(level, found)| (found - i32::from(*level)).abs()).collect();
        let count = off.iter().filter(|off| **off > 0).count();
        println!("{filter:?} {:?} -> {:?}: {count} of {} differ", case.source, case.steps, case.count);
        worst = off.into_iter().fold(worst, i32::max);
        differing += count;
        total += case.count;
    }
    assert!(worst <= tolerance, "{filter:?}: {differing} of {total} levels differ, by up to {worst}");
}

/// PyTorch computes results whose sides add up to 128 or less with other code (ATen's `_use_vectorized_kernel_cond_2d`), whose rounding
/// differs; all others are the same to the last bit.
#[test]
fn bilinear_is_pytorch() {
    check_floats("bilinear.bin", ResizeFilter::Bilinear, |case| if case.steps[0].0 + case.steps[0].1 > 128 { 0.0 } else { 1e-6 });
}

/// PyTorch adds up in `f32`, so its own error grows with the number of taps.
#[test]
fn bilinear_antialias_is_pytorch() {
    let far = |case: &Case| case.source.0 > 16 * case.steps[0].0 || case.source.1 > 16 * case.steps[0].1;
    check_floats("bilinear-antialias.bin", ResizeFilter::BilinearAntialias, |case| if far(case) { 2e-6 } else { 1e-6 });
}

#[test]
fn cubic_is_opencv() {
    check_floats("cubic.bin", ResizeFilter::Cubic, |_| 5e-7);
}

#[test]
fn pillow_bilinear_is_pillow() {
    check_levels("pillow-bilinear.bin", ResizeFilter::PillowBilinear, 0);
}

#[test]
fn area_cubic_is_opencv() {
    check_levels("area-cubic.bin", ResizeFilter::AreaCubic, 0);
}

/// IPP replaces OpenCV's own code on x86; what it does is not published, but it is never further off than one level a step.
#[test]
fn area_cubic_is_within_a_level_of_ipp() {
    check_levels("area-cubic-ipp.bin", ResizeFilter::AreaCubic, 2);
}
