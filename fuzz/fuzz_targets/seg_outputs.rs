//! Any names and shapes of outputs: three different positions whose shapes fit, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vrt_rfdetr_seg::{OutputInfo, OutputRoles, Variant, check_outputs};

const NAMES: [&str; 10] = ["dets", "labels", "masks", "pred_boxes", "pred_logits", "pred_masks", "x", "", "MASKS", "depth"];

fuzz_target!(|input: Vec<(u8, Vec<Option<u8>>)>| {
    let outputs: Vec<OutputInfo> = input
        .iter()
        .take(12)
        .map(|(name, shape)| OutputInfo {
            name: NAMES[usize::from(*name) % NAMES.len()].to_owned(),
            shape: shape.iter().map(|dim| dim.map(usize::from)).collect(),
        })
        .collect();
    let config = Variant::Nano.config();
    match OutputRoles::find("fuzz.onnx", &outputs) {
        Err(error) => assert!(error.to_string().contains("fuzz.onnx")),
        Ok(roles) => {
            let OutputRoles { boxes, labels, masks } = roles;
            assert!(boxes != labels && labels != masks && boxes != masks);
            assert_eq!([boxes, labels, masks].map(|index| outputs[index].shape.len()), [3, 3, 4]);
            assert!(outputs[boxes].shape[2].is_none_or(|size| size == 4));
            assert!([boxes, labels, masks].into_iter().all(|index| outputs[index].shape.iter().all(|dim| *dim != Some(0))));
            if check_outputs("fuzz.onnx", &outputs, roles, &config).is_ok() {
                assert!(outputs[labels].shape[2].is_none_or(|size| size == 91));
            }
        }
    }
});
