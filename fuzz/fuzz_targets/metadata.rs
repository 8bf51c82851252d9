//! Any text as model metadata: a configuration that is written and read back as the same, or an error that names the file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match vrt_rfdetr_seg::Config::from_metadata_json(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(config) => {
            let again = vrt_rfdetr_seg::Config::from_metadata_json(&config.to_metadata_json());
            assert_eq!(again.ok(), Some(config));
        }
    }
    match vrt_depth_anything::Config::from_metadata_json(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(config) => {
            let again = vrt_depth_anything::Config::from_metadata_json(&config.to_metadata_json());
            assert_eq!(again.ok(), Some(config));
        }
    }
});
