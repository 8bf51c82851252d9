//! Any text and any run lengths as COCO run lengths: a mask of that area which is written as it was read, or an error.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use vrt_types::{Mask, Rle};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    width: u8,
    height: u8,
    text: &'a str,
    counts: Vec<u8>,
    bytes: Vec<u8>,
}

fn check(rle: &Rle) {
    let mask = rle.to_mask().expect("run lengths that were accepted make a mask");
    assert_eq!(mask.area(), rle.area());
    assert_eq!(Rle::from_coco_string(rle.width(), rle.height(), &rle.to_coco_string()).as_ref(), Ok(rle));
    // Written anew there are no runs of 0 within, so the text may differ, but not the mask.
    let again = mask.to_rle();
    assert_eq!(again.to_mask().as_ref(), Ok(&mask));
    assert!(again.counts().iter().skip(1).all(|count| *count > 0));
    let json = serde_json::to_string(&mask).expect("masks can be written");
    assert_eq!(serde_json::from_str::<Mask>(&json).ok(), Some(mask));
}

fuzz_target!(|input: Input<'_>| {
    let (width, height) = (u32::from(input.width), u32::from(input.height));
    if let Ok(rle) = Rle::from_coco_string(width, height, input.text) {
        check(&rle);
    }
    // Nothing may be allocated for sizes that the text does not fill.
    let _ = Rle::from_coco_string(u32::MAX, 1, input.text);
    let _ = Rle::from_coco_string(u32::MAX, u32::MAX, input.text);

    // Random run lengths seldom add up, so the last one is made to.
    let mut counts: Vec<u32> = input.counts.iter().map(|count| u32::from(*count)).collect();
    let missing = (width * height).checked_sub(counts.iter().sum());
    counts.extend(missing);
    if let Ok(rle) = Rle::new(width, height, counts) {
        check(&rle);
    }

    let mut bytes = input.bytes;
    bytes.resize((width * height) as usize, 0);
    let mask = Mask::from_bytes(width, height, &bytes).expect("one byte a pixel");
    assert_eq!(mask.area(), bytes.iter().filter(|byte| **byte != 0).count() as u64);
    let rle = mask.to_rle();
    check(&rle);
    assert_eq!(rle.to_mask().as_ref(), Ok(&mask));
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for y in 0..height {
        for run in mask.runs(y) {
            (left, top, right, bottom) = (left.min(run.start), top.min(y), right.max(run.end), y + 1);
        }
    }
    let extent = (right > 0).then(|| (left, top, right - left, bottom - top));
    assert_eq!(mask.extent(), extent);
});
