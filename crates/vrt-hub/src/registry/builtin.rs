//! The models this crate knows: `registry.toml` beside the crate's manifest, made constants by `build.rs` and checked here when they are compiled.

use std::borrow::Cow;

use crate::Sha256;
use crate::names;
#[allow(unused_imports, reason = "no built-in model has engines yet")]
use crate::spec::{EngineKey, EngineSpec, FileRole, FileSpec, InputSpec, ModelSpec, Source, Task, Text};

/// The built-in models, sorted by name.
///
/// ```
/// use vrt_hub::{REGISTRY, Trust};
/// let small = REGISTRY.iter().find(|model| model.name == "depth-anything-v2-small").unwrap();
/// assert_eq!(small.trust(), Trust::Pinned);
/// assert_eq!(small.license, "Apache-2.0");
/// ```
pub static REGISTRY: &[ModelSpec] = MODELS;

include!(concat!(env!("OUT_DIR"), "/models.rs"));

const fn hash(text: &str) -> Sha256 {
    match Sha256::from_hex(text) {
        Some(hash) => hash,
        #[allow(clippy::panic, reason = "it stops the compiler: all calls are constants")]
        None => panic!("a hash has 64 hexadecimal digits"),
    }
}

/// Names sorted and unique, paths and repositories usable.
const _: () = {
    let mut index = 0;
    while index < MODELS.len() {
        let model = &MODELS[index];
        let (name, files) = (borrowed(&model.name), &model.files);
        assert!(names::name_problem(name).is_none(), "a name can't be used");
        if let Source::HuggingFace { repository, revision } = &model.source {
            assert!(names::repository_problem(borrowed(repository)).is_none(), "a repository can't be used");
            assert!(names::path_problem(borrowed(revision)).is_none(), "a revision can't be used");
        }
        if let Cow::Borrowed(files) = files {
            assert!(files.len() == 1, "one ONNX file per model");
            assert!(names::path_problem(borrowed(&files[0].path)).is_none(), "a path can't be used");
        }
        assert!(index == 0 || before(borrowed(&MODELS[index - 1].name), name), "models must be sorted by name");
        index += 1;
    }
};

const fn borrowed(text: &Text) -> &'static str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(_) => "",
    }
}

const fn before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() {
        if a[index] != b[index] {
            return a[index] < b[index];
        }
        index += 1;
    }
    a.len() < b.len()
}
