//! Taps and upsampling against PyTorch; see tests/data/make_vectors.py.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Reader, map_values};
use vrt::resample::{Alignment, LinearAxis, upsample_bilinear};

fn alignment(corners: usize) -> Alignment {
    if corners == 1 { Alignment::Corners } else { Alignment::HalfPixel }
}

#[test]
fn taps_are_pytorchs_to_the_last_bit() {
    let mut reader = Reader::open("axis.bin");
    while !reader.is_done() {
        let (from, to, corners) = (reader.u32(), reader.u32(), reader.u32());
        let axis = LinearAxis::new(from, to, alignment(corners)).unwrap();
        assert_eq!(axis.taps().len(), to);
        for (i, tap) in axis.taps().iter().enumerate() {
            let expected = (reader.u32(), reader.f32(), reader.f32());
            let (lower, upper) = (tap.lower as usize, tap.upper as usize);
            let found = match (lower == upper, tap.lower_weight == 0.0) {
                (true, _) => (lower, tap.lower_weight + tap.upper_weight, 0.0),
                (_, true) => (upper, tap.upper_weight, 0.0),
                _ => (lower, tap.lower_weight, tap.upper_weight),
            };
            assert_eq!(found, expected, "position {i} of {from} -> {to}, align_corners {corners}");
        }
    }
}

/// PyTorch computes results whose sides add up to 128 or less with other code, whose rounding differs.
#[test]
fn upsampling_is_pytorchs_to_the_last_bit() {
    let mut reader = Reader::open("upsample.bin");
    let mut cases = 0;
    while !reader.is_done() {
        let mut pair = || (reader.u32(), reader.u32());
        let (from, to, (corners, step)) = (pair(), pair(), pair());
        let count = reader.u32();
        let values = upsample_bilinear(&map_values(from.0, from.1), from, to, alignment(corners)).unwrap();
        let kept: Vec<f32> = values.into_iter().step_by(step).collect();
        let expected: Vec<f32> = (0..count).map(|_| reader.f32()).collect();
        let tolerance = if to.0 + to.1 > 128 { 0.0 } else { 2e-6 };
        let differing = kept.iter().zip(&expected).filter(|(found, expected)| (*found - *expected).abs() > tolerance).count();
        assert!(kept.len() == count && differing == 0, "{from:?} -> {to:?}, align_corners {corners}: {differing} of {count} differ");
        cases += 1;
    }
    assert_eq!(cases, 20);
}
