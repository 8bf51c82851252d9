//! Strings that are no COCO run lengths must be refused, whatever they are, and sizes that can't be counted.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failing assumption of a test is its failure

use vrt_types::{Error, Mask, Rle};

#[test]
fn broken_strings_say_what_is_wrong_and_where() {
    let refused = |text: &str| Rle::from_coco_string(3, 2, text).unwrap_err();
    let broken = |position, reason| Error::RleString { position, reason };
    let character = "not a character of a COCO RLE string";
    for (text, position) in [("/", 0), ("2 2", 1), ("22p", 2), ("\u{7f}", 0), ("22\n", 2), ("é", 0), ("2\0", 1)] {
        assert_eq!(refused(text), broken(position, character), "{text:?}");
    }
    // A character with bit 5 set asks for another one.
    for text in ["P", "22R", "PPP"] {
        assert_eq!(refused(text), broken(text.len(), "the string ends within a number"), "{text:?}");
    }
    // Seven groups of five bits do not fit a run length.
    for text in ["PPPPPPPP0", "oooooooo0", "PPPPPPPPPPPPPPPPPPPPPPPPPPP"] {
        assert!(matches!(refused(text), Error::RleString { .. }), "{text:?}");
    }
    // "O" is -1: as a first run it is negative; as a fourth it is the difference to the second run.
    assert_eq!(refused("O"), broken(0, "a run length is negative or does not fit 32 bits"));
    assert_eq!(refused("200O"), broken(3, "a run length is negative or does not fit 32 bits"));
    // The fourth run is written as the difference to the second: 1 more than 1.
    assert_eq!(Rle::from_coco_string(3, 2, "2121").unwrap_err(), Error::RunLengths { width: 3, height: 2, needed: 6, found: 7 });
}

#[test]
fn runs_must_add_up_to_the_picture() {
    for (counts, found) in [(vec![], 0), (vec![5], 5), (vec![7], 7), (vec![0, 6, 1], 7), (vec![u32::MAX; 5], 5 * u64::from(u32::MAX))] {
        assert_eq!(Rle::new(3, 2, counts), Err(Error::RunLengths { width: 3, height: 2, needed: 6, found }));
    }
    assert_eq!(Rle::from_coco_string(3, 2, ""), Err(Error::RunLengths { width: 3, height: 2, needed: 6, found: 0 }));
}

#[test]
fn runs_of_zero_are_read() {
    // Nobody writes them, but they mean something: zero pixels outside, one inside, zero outside, five inside.
    let rle = Rle::new(3, 2, vec![0, 1, 0, 5]).unwrap();
    assert_eq!(rle.area(), 6);
    assert_eq!(rle.to_mask().unwrap(), Mask::from_fn(3, 2, |_, _| true).unwrap());
    assert_eq!(Rle::from_coco_string(3, 2, &rle.to_coco_string()).unwrap(), rle);
}

#[test]
fn masks_without_pixels_have_one_run_of_zero() {
    for (width, height) in [(0, 0), (0, 5), (5, 0)] {
        let mask = Mask::new(width, height).unwrap();
        let rle = mask.to_rle();
        assert_eq!((rle.counts(), rle.area()), ([0].as_slice(), 0));
        assert_eq!(rle.to_mask().unwrap(), mask);
        assert_eq!(Rle::from_coco_string(width, height, &rle.to_coco_string()).unwrap(), rle);
        assert_eq!(Rle::new(width, height, vec![]).unwrap().to_mask().unwrap(), mask);
    }
}

#[test]
fn the_longest_runs_survive() {
    let (width, height) = (65_535, 65_537); // 2^32 - 1 pixels
    for counts in [vec![u32::MAX], vec![0, u32::MAX], vec![1, u32::MAX - 2, 1], vec![0, 1, u32::MAX - 2, 1]] {
        let rle = Rle::new(width, height, counts).unwrap();
        assert_eq!(Rle::from_coco_string(width, height, &rle.to_coco_string()).unwrap(), rle);
    }
    assert_eq!(Rle::new(65_536, 65_536, vec![]), Err(Error::TooLarge { width: 65_536, height: 65_536 }));
    assert_eq!(Rle::from_coco_string(u32::MAX, u32::MAX, "0").unwrap_err(), Error::TooLarge { width: u32::MAX, height: u32::MAX });
}

#[test]
fn every_short_string_is_read_or_refused() {
    // All strings of up to two printable characters, and a sweep of three: none may panic, and what is read is written back.
    let characters: Vec<char> = (32..127u8).map(char::from).collect();
    let mut read = 0;
    for a in &characters {
        for b in &characters {
            for c in ["", "0", "2", "N", "O", "_", "o"] {
                let text = format!("{a}{b}{c}");
                if let Ok(rle) = Rle::from_coco_string(3, 2, &text) {
                    let again = Rle::from_coco_string(3, 2, &rle.to_coco_string()).unwrap();
                    assert_eq!(again, rle, "{text:?}");
                    assert_eq!(rle.to_mask().unwrap().area(), rle.area(), "{text:?}");
                    read += 1;
                }
            }
        }
    }
    assert!(read > 5);
}
