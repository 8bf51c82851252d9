//! From a picture to its result, by the stub network: it gives the means of the channels, so what it says follows from the picture.
#![cfg(feature = "cpu")]
#![allow(clippy::unwrap_used, reason = "a failing assumption is the test's failure")]

use std::path::{Path, PathBuf};

use vrt::kornia_image::{Image, ImageSize};
use vrt_@snake@::{Config, Error, @Name@Cpu};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn config() -> Config {
    Config::from_metadata_file(data("stub.json")).unwrap()
}

fn picture(rgb: [u8; 3]) -> Image<u8, 3> {
    Image::new(ImageSize { width: 20, height: 10 }, rgb.repeat(200)).unwrap()
}

// FILL IN: the same on a small network with the real architecture, against vectors of the authors' code; `config.rs` and `outputs.rs` need
// tests of their own once they say more.

#[test]
fn a_colour_is_told() {
    let mut model = @Name@Cpu::from_onnx(data("stub.onnx"), config()).unwrap();
    for (index, rgb) in [[255, 0, 0], [0, 255, 0], [0, 0, 255]].into_iter().enumerate() {
        let found = model.infer(&picture(rgb)).unwrap();
        assert_eq!(found.best(), Some((index, 1.0)), "{}", model.config().labels[index]);
    }
    let grey = model.infer(&picture([51, 51, 51])).unwrap();
    assert!(grey.scores.iter().all(|score| (score - 0.2).abs() < 1e-6), "{:?}", grey.scores);
}

#[test]
fn a_network_and_another_models_description_do_not_go_together() {
    let two = Config { labels: vec!["red".to_owned(), "green".to_owned()], ..config() };
    let error = @Name@Cpu::from_onnx(data("stub.onnx"), two).unwrap_err();
    assert!(matches!(&error, Error::Outputs { classes: 2, .. }) && error.to_string().contains("scores [1, 3]"), "{error}");
    let large = Config { input_size: (16, 8), ..config() };
    let error = @Name@Cpu::from_onnx(data("stub.onnx"), large).unwrap_err();
    assert!(matches!(&error, Error::Input { .. }) && error.to_string().contains("[1, 3, 8, 16]"), "{error}");
}

#[test]
fn wrong_metadata_says_what_is_wrong() {
    let text = std::fs::read_to_string(data("stub.json")).unwrap();
    for (from, to, said) in [
        ("vrt-model/1", "vrt-model/2", "vrt-model/2"),
        ("@name@", "other", "family"),
        ("\"filter\"", "\"fliter\"", "fliter"),
        ("stretch", "letterbox", "letterbox"),
        ("\"width\": 8", "\"width\": 0", "0x8"),
        ("\"red\"", "\" \"", "labels"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = Config::from_metadata_json(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(said), "{from} -> {to}: {error}");
    }
    assert!(matches!(Config::from_metadata_file("gone.json"), Err(Error::MetadataFile { .. })));
}
