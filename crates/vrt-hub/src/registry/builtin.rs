//! The models this crate knows. Everything here is checked when it is compiled.
//!
//! A hash stands here only where a source states it. Sources: the cards of the repositories, which list hashes or are backed by Git LFS
//! (whose object ids are SHA-256), and public code that pins the same file; `facts` names them. Licences are those that the authors of
//! the weights gave, also where a re-published export is tagged otherwise.

use std::borrow::Cow;

use crate::Sha256;
use crate::names;
use crate::spec::{FileRole, FileSpec, InputSpec, ModelSpec, Source, Task, Text};

/// The built-in models, sorted by name.
///
/// ```
/// use vrt_hub::{REGISTRY, Trust};
/// let small = REGISTRY.iter().find(|model| model.name == "depth-anything-v2-small").unwrap();
/// assert_eq!(small.trust(), Trust::Pinned);
/// assert_eq!(small.license, "Apache-2.0");
/// ```
pub static REGISTRY: &[ModelSpec] = MODELS;

const MODELS: &[ModelSpec] = &[
    depth(Base {
        name: "depth-anything-v2-base",
        license: NON_COMMERCIAL,
        repository: "onnx-community/depth-anything-v2-base",
        revision: MAIN,
        files: const { &[file("onnx/model.onnx", "dab40f67d5ead5e0ed52acfae41a717a708b02bc57f6cb761c5de828f26a7289", Some(388_917_010))] },
        input: V2,
        facts: const { &[card("https://huggingface.co/onnx-community/depth-anything-v2-base"), V2_LICENSE] },
        notes: Some("Disparity: larger is nearer. Weights must not be used commercially."),
    }),
    depth(Base {
        name: "depth-anything-v2-large",
        license: NON_COMMERCIAL,
        repository: "onnx-community/depth-anything-v2-large",
        revision: MAIN,
        files: const { &[unverified("onnx/model.onnx")] },
        input: V2,
        facts: const { &[card("https://huggingface.co/onnx-community/depth-anything-v2-large"), V2_LICENSE] },
        notes: Some("About 1.34 GB. Disparity: larger is nearer. Weights must not be used commercially."),
    }),
    depth(Base {
        name: "depth-anything-v2-metric-hypersim-large",
        license: NON_COMMERCIAL,
        repository: "yuvraj108c/Depth-Anything-2-Onnx",
        revision: MAIN,
        files: const { &[unverified("depth_anything_v2_metric_hypersim_vitl.onnx")] },
        input: V2,
        facts: const { &[card("https://huggingface.co/yuvraj108c/Depth-Anything-2-Onnx"), V2_LICENSE] },
        notes: Some("About 1.34 GB. Metres indoors, up to 20. Weights must not be used commercially."),
    }),
    depth(Base {
        name: "depth-anything-v2-metric-hypersim-small",
        license: APACHE,
        repository: "kornia/depth-anything",
        revision: MAIN,
        files: const {
            &[file("depth-anything-v2-metric-small-indoor.onnx", "50dbcac7a6d667e365a3ceffdf51cc497aa5e06b6d2c1d5824c252640fbf5bf3", None)]
        },
        input: pictures((392, 392), "stretch", None, "cubic"),
        facts: const {
            &[
                card("https://huggingface.co/kornia/depth-anything"),
                card("hash: kornia/vision-rt, crates/vrt-hub/src/lib.rs at d6c27c8b25434c161e255acd92e4e74fd08ad710"),
            ]
        },
        notes: Some("Metres indoors, up to 20. The input is fixed at 392 x 392."),
    }),
    depth(Base {
        name: "depth-anything-v2-metric-vkitti-large",
        license: NON_COMMERCIAL,
        repository: "yuvraj108c/Depth-Anything-2-Onnx",
        revision: MAIN,
        files: const { &[unverified("depth_anything_v2_metric_vkitti_vitl.onnx")] },
        input: V2,
        facts: const { &[card("https://huggingface.co/yuvraj108c/Depth-Anything-2-Onnx"), V2_LICENSE] },
        notes: Some("About 1.34 GB. Metres on roads, up to 80. Weights must not be used commercially."),
    }),
    depth(Base {
        name: "depth-anything-v2-small",
        license: APACHE,
        repository: "onnx-community/depth-anything-v2-small",
        revision: V2_SMALL_COMMIT,
        files: const { &[file("onnx/model.onnx", "afb6a5c28f3b6bf1618c6e43f02073ef9dfdc70e937502d51603e57b0a1df10c", Some(99_060_839))] },
        input: V2,
        facts: const {
            &[
                card("https://huggingface.co/onnx-community/depth-anything-v2-small"),
                card("commit, hash and size: Tz-slayer/depthscape, engine/src/config.rs at 2081316ff9e14793b49fd7639982b7869e6c700b"),
                V2_LICENSE,
            ]
        },
        notes: Some("Disparity: larger is nearer."),
    }),
    depth(Base {
        name: "depth-anything-v2-small-fp16",
        license: APACHE,
        repository: "onnx-community/depth-anything-v2-small",
        revision: V2_SMALL_COMMIT,
        files: const { &[file("onnx/model_fp16.onnx", "2df6223f206b5164e21f664ace61dabeb9bb6a49b8b5a3e00510b4807d0f5b04", Some(49_642_442))] },
        input: V2,
        facts: const { &[card("https://huggingface.co/onnx-community/depth-anything-v2-small"), V2_LICENSE] },
        notes: Some("Disparity: larger is nearer. Weights in 16-bit floats: half the download."),
    }),
    depth(Base {
        name: "depth-anything-v3-metric-large",
        license: APACHE,
        repository: "Heliosoph/da3metric-large-onnx",
        revision: "159aa982e543db46b672e196d3658f1d39a258b6",
        files: const { &[file("model.onnx", "ba0fd3c613901450c60f29ca7be63512ff06d0b8cd1601a60f4918726ea1a9cb", Some(1_337_201_123))] },
        input: pictures((504, 504), "stretch", None, "area-cubic"),
        facts: const { &[card("https://huggingface.co/Heliosoph/da3metric-large-onnx"), V3_LICENSE] },
        notes: Some(
            "Metres once the focal length is known, and sky. The input is fixed at 504 x 504. The 16-bit file of the same repository is \
             reported to give one constant on CUDA and TensorRT and is left out for that.",
        ),
    }),
    depth(Base {
        name: "depth-anything-v3-mono-large",
        license: APACHE,
        repository: "ohaiibuzzle/DA3-ONNX",
        revision: MAIN,
        files: const { &[unverified("da3mono_l_504x378.onnx")] },
        input: pictures((504, 378), "stretch", None, "area-cubic"),
        facts: const { &[card("https://huggingface.co/ohaiibuzzle/DA3-ONNX"), V3_LICENSE] },
        notes: Some("About 1.34 GB. Relative depth (not disparity) and sky. The input is fixed at 504 x 378."),
    }),
    segmentation(Base {
        name: "rfdetr-seg-2xlarge",
        license: APACHE,
        repository: "AnnotateIt/rfdetr-seg-xxlarge-coco-onnx",
        revision: MAIN,
        files: const { &[unverified("model.onnx")] },
        input: square(768),
        facts: const { &[card("https://huggingface.co/AnnotateIt/rfdetr-seg-xxlarge-coco-onnx"), SEG_LICENSE] },
        notes: Some("About 141 MB, exported by rfdetr 1.9.4."),
    }),
    segmentation(Base {
        name: "rfdetr-seg-large",
        license: APACHE,
        repository: BESIT,
        revision: MAIN,
        files: const { &[file("rfdetr-seg-large.onnx", "c0aec7057051b13aced2592146fcdd92a94237c801186de4b5b28efc623adf06", None)] },
        input: square(504),
        facts: const { &[BESIT_CARD, SEG_LICENSE] },
        notes: BESIT_NOTE,
    }),
    segmentation(Base {
        name: "rfdetr-seg-medium",
        license: APACHE,
        repository: BESIT,
        revision: MAIN,
        files: const { &[file("rfdetr-seg-medium.onnx", "33f97a068ea7de3892e4cbc3825e15c5418be818506d7f39f44e1fb1f7ab6abb", None)] },
        input: square(432),
        facts: const { &[BESIT_CARD, SEG_LICENSE] },
        notes: BESIT_NOTE,
    }),
    segmentation(Base {
        name: "rfdetr-seg-medium-annotateit",
        license: APACHE,
        repository: "AnnotateIt/rfdetr-seg-medium-coco-onnx",
        revision: MAIN,
        files: const { &[file("model.onnx", "29f12eb98f8c8143145501fcb6e2fbe1043dc242155afff90227b7e9aed3768e", Some(130_098_762))] },
        input: square(432),
        facts: const { &[card("https://huggingface.co/AnnotateIt/rfdetr-seg-medium-coco-onnx"), SEG_LICENSE] },
        notes: Some("Exported by rfdetr 1.9.4. Its card reports a mask AP of 44.95 for the ONNX file and 44.99 for PyTorch."),
    }),
    segmentation(Base {
        name: "rfdetr-seg-nano",
        license: APACHE,
        repository: BESIT,
        revision: MAIN,
        files: const { &[file("rfdetr-seg-nano.onnx", "482f13bb698916dfcafbd98b2e563353721eb1d56f5d4851c6ada7bc9fa0ba94", None)] },
        input: square(312),
        facts: const { &[BESIT_CARD, SEG_LICENSE] },
        notes: BESIT_NOTE,
    }),
    segmentation(Base {
        name: "rfdetr-seg-preview",
        license: APACHE,
        repository: "kornia/rfdetr",
        revision: MAIN,
        files: const { &[file("rfdetr-seg-preview.onnx", "82c5c032cf5e7c97d00dff59b72f67cc8f8f0a481b350193bba29cb7fe51c111", None)] },
        input: square(432),
        facts: const {
            &[
                card("https://huggingface.co/kornia/rfdetr"),
                card("hash: kornia/vision-rt, crates/vrt-hub/src/lib.rs at d6c27c8b25434c161e255acd92e4e74fd08ad710"),
                SEG_LICENSE,
            ]
        },
        notes: Some("Exported by rfdetr 1.6.5. Replaced by the other variants."),
    }),
    segmentation(Base {
        name: "rfdetr-seg-small",
        license: APACHE,
        repository: BESIT,
        revision: MAIN,
        files: const { &[file("rfdetr-seg-small.onnx", "6e9ac79e34143c8cbd63b5e1c653c3108ea944ab08153433c761f72d7fef641c", None)] },
        input: square(384),
        facts: const { &[BESIT_CARD, SEG_LICENSE] },
        notes: BESIT_NOTE,
    }),
    segmentation(Base {
        name: "rfdetr-seg-xlarge",
        license: APACHE,
        repository: "PierreMarieCurie/rf-detr-onnx",
        revision: MAIN,
        files: const { &[unverified("rf-detr-seg-xlarge.onnx")] },
        input: square(624),
        facts: const { &[card("https://huggingface.co/PierreMarieCurie/rf-detr-onnx"), SEG_LICENSE] },
        notes: Some("Exported by rfdetr 1.4.1."),
    }),
];

const MAIN: &str = "main";
const APACHE: &str = "Apache-2.0";
const NON_COMMERCIAL: &str = "CC-BY-NC-4.0";
const BESIT: &str = "besit/rfdetr-onnx";
const BESIT_CARD: Text = card("https://huggingface.co/besit/rfdetr-onnx");
const BESIT_NOTE: Option<&str> = Some("Exported by rfdetr 1.11.0, opset 17, batch 1.");
const V2_SMALL_COMMIT: &str = "4472b7362082ad9968fee890ca0f1e5aca36b93d";
const V2_LICENSE: Text = card("licence: https://github.com/DepthAnything/Depth-Anything-V2#license");
const V3_LICENSE: Text = card("licence: https://github.com/ByteDance-Seed/Depth-Anything-3");
const SEG_LICENSE: Text = card("licence: https://github.com/roboflow/rf-detr#license");

const V2: Pictures = pictures((518, 518), "lower-bound", Some(14), "cubic");

/// How pictures become the input. All of them are normalised with ImageNet's mean and standard deviation.
#[derive(Clone, Copy)]
struct Pictures {
    size: (u32, u32),
    resize: &'static str,
    multiple: Option<u32>,
    filter: &'static str,
}

const fn pictures(size: (u32, u32), resize: &'static str, multiple: Option<u32>, filter: &'static str) -> Pictures {
    Pictures { size, resize, multiple, filter }
}

/// What differs between the models of a family. `Copy`, since a `const fn` can't drop what it does not hand on.
#[derive(Clone, Copy)]
struct Base {
    name: &'static str,
    license: &'static str,
    repository: &'static str,
    revision: &'static str,
    files: &'static [FileSpec],
    input: Pictures,
    facts: &'static [Text],
    notes: Option<&'static str>,
}

const fn depth(base: Base) -> ModelSpec {
    model(Task::Depth, "depth-anything", None, base)
}

const fn segmentation(base: Base) -> ModelSpec {
    model(Task::InstanceSegmentation, "rfdetr-seg", Some("coco-91"), base)
}

const fn square(side: u32) -> Pictures {
    pictures((side, side), "stretch", None, "bilinear")
}

const fn model(task: Task, family: &'static str, labels: Option<&'static str>, base: Base) -> ModelSpec {
    let Pictures { size: (width, height), resize, multiple, filter } = base.input;
    ModelSpec {
        name: Cow::Borrowed(base.name),
        task,
        family: Cow::Borrowed(family),
        variant: Some(Cow::Borrowed(variant(base.name))),
        license: Cow::Borrowed(base.license),
        source: Source::HuggingFace { repository: Cow::Borrowed(base.repository), revision: Cow::Borrowed(base.revision) },
        files: Cow::Borrowed(base.files),
        input: Some(InputSpec {
            width,
            height,
            resize: Cow::Borrowed(resize),
            multiple,
            filter: Cow::Borrowed(filter),
            mean: [0.485, 0.456, 0.406],
            std: [0.229, 0.224, 0.225],
        }),
        labels: text(labels),
        engines: Cow::Borrowed(&[]),
        facts: Cow::Borrowed(base.facts),
        notes: text(base.notes),
    }
}

const fn text(text: Option<&'static str>) -> Option<Text> {
    match text {
        Some(text) => Some(Cow::Borrowed(text)),
        None => None,
    }
}

/// The variant that a model is an export of: its name without what tells exports of one variant apart.
const fn variant(name: &'static str) -> &'static str {
    match name.as_bytes() {
        b"rfdetr-seg-medium-annotateit" => "rfdetr-seg-medium",
        b"depth-anything-v2-small-fp16" => "depth-anything-v2-small",
        _ => name,
    }
}

const fn card(text: &'static str) -> Text {
    Cow::Borrowed(text)
}

const fn file(path: &'static str, sha256: &'static str, size: Option<u64>) -> FileSpec {
    let sha256 = Sha256::from_hex(sha256);
    assert!(sha256.is_some(), "a hash has 64 hexadecimal digits");
    FileSpec { role: FileRole::Onnx, path: Cow::Borrowed(path), sha256, size }
}

const fn unverified(path: &'static str) -> FileSpec {
    FileSpec { role: FileRole::Onnx, path: Cow::Borrowed(path), sha256: None, size: None }
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
