//! Run lengths on the host: what they are, how many there may be, and where they lie.

use vrt::cuda::Cuda;
use vrt_rfdetr_seg::DecodeOptions;
use vrt_rfdetr_seg::cuda::{GpuDecoder, GpuSegmentation};
use vrt_rfdetr_seg::decode::NetworkOutputs;
use vrt_types::Mask;

use crate::cases;
use crate::host::decoder;
use crate::sets::{Set, noise, objects};

/// Compares with the CPU's run lengths of the masks on the host, and returns how many there are.
fn check(found: &mut GpuSegmentation) -> usize {
    let expected: Vec<_> = found.masks_host().unwrap().iter().map(Mask::to_rle).collect();
    let size = found.size(0).unwrap();
    let runs = found.run_lengths().unwrap();
    assert_eq!((runs.len(), runs.is_empty(), runs.size()), (expected.len(), expected.is_empty(), size));
    assert_eq!(runs.total(), expected.iter().map(|rle| rle.counts().len()).sum::<usize>());
    for (at, (rle, counts)) in expected.iter().zip(runs.iter()).enumerate() {
        assert_eq!((counts, runs.counts(at)), (rle.counts(), Some(rle.counts())), "mask {at}");
        assert_eq!(&runs.to_rle(at).unwrap(), rle);
    }
    assert_eq!((runs.iter().len(), runs.counts(expected.len())), (expected.len(), None));
    assert_eq!(runs.to_rles().unwrap(), expected);
    let total = runs.total();
    assert_eq!(found.rle().unwrap(), expected);
    total
}

fn upload(decoder: &mut GpuDecoder, set: &Set) {
    decoder.upload(&NetworkOutputs::new(set.sizes, &set.boxes, &set.labels, &set.masks).unwrap()).unwrap();
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_run_lengths_are_those_of_pycocotools() {
    let cuda = Cuda::open(0).unwrap();
    let mut masks = 0;
    for case in cases::all() {
        let outputs = case.outputs();
        let mut decoder = GpuDecoder::new(&cuda, case.config(), outputs.sizes).unwrap();
        decoder.upload(&outputs.view()).unwrap();
        let found = decoder.submit((case.picture[0], case.picture[1]), &case.options()).unwrap().wait().unwrap();
        let runs = found.run_lengths().unwrap();
        assert_eq!(runs.len(), case.found.len(), "{}", case.name);
        for (at, expected) in case.found.iter().enumerate() {
            assert_eq!(runs.to_rle(at).unwrap().to_coco_string(), expected.counts, "{}: mask {at}", case.name);
            masks += 1;
        }
    }
    assert!(masks > 100, "{masks} masks show little");
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_masks_without_changes_are_one_run() {
    for picture in [(1, 1), (40, 30), (33, 300), (130, 256), (32, 257)] {
        let pixels = (picture.0 * picture.1) as u32;
        let mut set = objects(3, picture);
        let size = set.sizes.mask_width * set.sizes.mask_height;
        // The first object is nowhere, the second everywhere, the third as the first: detections are in another order.
        for (object, logit) in [(0, -1.0), (1, 1.0), (2, -1.0)] {
            set.masks[object * 4 * size..][..size].fill(logit);
        }
        let mut decoder = decoder(&set);
        let found = decoder.submit(picture, &set.options).unwrap().wait().unwrap();
        let queries: Vec<u32> = found.detections().unwrap().iter().map(|detection| detection.query).collect();
        let runs = found.run_lengths().unwrap();
        assert_eq!(runs.len(), 3);
        for (query, counts) in queries.into_iter().zip(runs.iter()) {
            let expected: &[u32] = if query == 4 { &[0, pixels] } else { &[pixels] };
            assert_eq!(counts, expected, "query {query}, {picture:?}");
        }
        assert_eq!(runs.total(), 4);
        check(found);
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_masks_may_be_none_between_others() {
    let set = objects(2, (64, 48));
    let mut decoder = decoder(&set);
    for threshold in [0.99, 0.5, 0.99, 0.5] {
        let found = decoder.submit(set.picture, &DecodeOptions::with_threshold(threshold)).unwrap().wait().unwrap();
        let masks = if threshold > 0.9 { 0 } else { 2 };
        assert_eq!((found.count().unwrap(), found.run_lengths().unwrap().len()), (masks, masks));
        assert_eq!(check(found) == 0, masks == 0);
    }
}

/// Room is made for 65,536 run lengths at first, and as many are copied at once; later as many as the last masks had, and some more.
#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_run_lengths_may_be_more_than_expected() {
    let (round, rough) = (objects(1, (64, 48)), noise(3, (700, 500)));
    // Straight away: no room.
    let mut decoder = decoder(&rough);
    let mut run = |set: &Set, picture| {
        upload(&mut decoder, set);
        check(decoder.submit(picture, &set.options).unwrap().wait().unwrap())
    };
    assert!(run(&rough, (700, 500)) > 1 << 16);
    let few = run(&round, (64, 48));
    assert!(few < 1024, "{few}");
    // Room, but many more than the last masks had: copied in two steps.
    assert!(run(&rough, (700, 500)) > 1 << 16);
    // As many as before: in one.
    assert!(run(&rough, (700, 500)) > 1 << 16);
    // More than room was made for, after few.
    run(&round, (64, 48));
    assert!(run(&noise(4, (900, 640)), (900, 640)) > 100_000);
    // A larger picture with less in it.
    run(&round, (1030, 700));
}
