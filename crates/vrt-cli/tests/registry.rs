//! What the registry says of a model's input is what the crate that runs it does.

#![cfg(feature = "hub")]
#![allow(clippy::unwrap_used, clippy::panic)]

use serde_json::Value;
use vrt_hub::{InputSpec, ModelSpec, REGISTRY, Task};
use vrt_rfdetr_seg as seg;

/// What every variant of a crate says of itself in its metadata document, beside the entry.
fn compare(spec: &ModelSpec, of_variant: &str, of_entry: &str) {
    let document = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let (variant, entry) = (document(of_variant), document(of_entry));
    let input = spec.input.as_ref().unwrap();
    let said = &variant["input"];
    let numbers = |key: &str| serde_json::from_value::<[f32; 3]>(said[key].clone()).unwrap();
    assert_eq!(said["filter"], *input.filter, "{}", spec.name);
    assert_eq!((numbers("mean"), numbers("std")), (input.mean, input.std), "{}", spec.name);
    let InputSpec { width, height, resize, multiple, .. } = input;
    if said["resize"] == **resize {
        let multiple = multiple.map_or(Value::Null, Value::from);
        assert_eq!((&said["width"], &said["height"], &said["multiple"]), (&(*width).into(), &(*height).into(), &multiple), "{}", spec.name);
        assert_eq!(variant, entry, "{}: the entry's configuration is the variant's", spec.name);
    } else {
        // An export of one size, into which pictures are stretched. Its sides are whole patches of the variant.
        let patch = said["multiple"].as_u64().unwrap() as u32;
        assert!(resize == "stretch" && width % patch == 0 && height % patch == 0, "{}: {input:?}", spec.name);
        assert_eq!(variant["output"], entry["output"], "{}", spec.name);
    }
}

#[test]
fn every_entry_is_what_its_variant_says() {
    for spec in REGISTRY {
        let name = spec.variant.as_deref().unwrap();
        match spec.task {
            Task::InstanceSegmentation => {
                let variant: seg::Variant = name.parse().unwrap();
                compare(spec, &variant.config().to_metadata_json(), &seg::Config::from_spec(spec, None).unwrap().to_metadata_json());
                // `coco-91`: slot i is COCO's category i, of which 80 have a name.
                let labels = variant.config();
                let labels = labels.labels();
                assert_eq!((spec.labels.as_deref(), labels.head_width(), labels.len()), (Some("coco-91"), 91, 80), "{}", spec.name);
                assert!(labels.iter().all(|label| label.slot == label.id as usize), "{}", spec.name);
                assert_eq!(spec.family, "rfdetr-seg");
            }
            Task::Depth => {
                use vrt_depth_anything::{Config, Variant};
                let variant: Variant = name.parse().unwrap();
                compare(spec, &variant.config().to_metadata_json(), &Config::from_spec(spec, None).unwrap().to_metadata_json());
                assert_eq!((spec.labels.as_deref(), &*spec.family), (None, "depth-anything"), "{}", spec.name);
                assert_eq!(spec.license, variant.license().spdx(), "{}", spec.name);
            }
            task => panic!("{}: nothing compares {task}", spec.name),
        }
    }
}
