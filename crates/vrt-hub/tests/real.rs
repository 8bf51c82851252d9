//! The real hub, where there is a network: `cargo test -p vrt-hub --test real -- --ignored`.

use std::fs;

use vrt_hub::{FetchOptions, HubBuilder, Registry, Verdict, quiet};

/// 99 MB from huggingface.co (or `HF_ENDPOINT`), into a folder that is gone afterwards.
#[test]
#[ignore = "needs a network and fetches 99 MB"]
fn a_pinned_model_is_what_the_registry_says() {
    let folder = tempfile::tempdir().unwrap();
    let hub = HubBuilder::from_env().unwrap().cache_dir(folder.path().join("hub")).state_dir(folder.path().join("state")).build().unwrap();
    let registry = Registry::builtin();
    let spec = registry.get("depth-anything-v2-small").unwrap();
    let model = hub.fetch(spec, &FetchOptions::default(), &mut quiet).unwrap();
    assert_eq!(fs::metadata(&model.onnx).unwrap().len(), 99_060_839);
    assert!(matches!(hub.verify(spec, &mut quiet).unwrap()[0].verdict, Verdict::Right { .. }));
}
