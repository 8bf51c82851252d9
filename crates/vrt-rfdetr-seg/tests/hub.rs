//! Models by name, from a hub on this machine.

#![cfg(all(feature = "hub", feature = "cpu"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure")]

#[cfg(all(feature = "cuda", target_os = "linux"))]
#[path = "../../vrt/tests/fake/emulated.rs"]
mod emulated;
#[path = "../../vrt-hub/tests/support/process.rs"]
mod process;
#[path = "../../vrt-hub/tests/support/server.rs"]
#[allow(dead_code)]
mod server;

use std::path::{Path, PathBuf};
use std::process::Command;

use process::{passes, sample};
use server::Server;
use vrt::preprocess::{Normalize, ResizeFilter};
use vrt_hub::{ModelSpec, REGISTRY, Registry, Sha256};
use vrt_rfdetr_seg::{Config, DecodeOptions, Error, RfDetrSegCpu, Variant};

/// A registry file with the models `table` (the sample model and its metadata) and `bare` (without metadata), and lines for each.
fn registry(folder: &Path, lines: &str) -> PathBuf {
    let read = |name: &str| std::fs::read(sample(name)).unwrap();
    let entry = |name: &str, files: &str| {
        format!(
            "[[model]]\nname = \"{name}\"\ntask = \"instance-segmentation\"\nfamily = \"rfdetr-seg\"\nlicense = \"Apache-2.0\"\n\
             repository = \"org/model\"\n{lines}files = [\n{{ role = \"onnx\", path = \"seg.onnx\", sha256 = \"{}\" }},\n{files}]\n",
            Sha256::of(&read("seg.onnx"))
        )
    };
    let metadata = format!("{{ role = \"metadata\", path = \"seg.json\", sha256 = \"{}\" }},\n", Sha256::of(&read("seg.json")));
    let path = folder.join("registry.toml");
    std::fs::write(&path, format!("format = \"vrt-registry/1\"\n{}{}", entry("table", &metadata), entry("bare", ""))).unwrap();
    path
}

fn serve() -> Server {
    process::serve(&["seg.onnx", "seg.json"])
}

fn child(test: &str, folder: &Path, server: &Server) -> Command {
    process::child(test, folder, server, &registry(folder, ""))
}

#[test]
fn a_name_is_enough() {
    let (folder, server) = (tempfile::tempdir().unwrap(), serve());
    passes(child("with_the_environment_of_a_name_is_enough", folder.path(), &server));
    assert_eq!(server.downloads().len(), 2);
    // The second time from the cache, without any connection.
    server.forget_requests();
    let mut offline = child("with_the_environment_of_a_name_is_enough", folder.path(), &server);
    offline.env("HF_HUB_OFFLINE", "1");
    passes(offline);
    assert_eq!(server.requests().len(), 0);
}

#[test]
#[ignore = "run by a_name_is_enough"]
fn with_the_environment_of_a_name_is_enough() {
    let mut model = RfDetrSegCpu::from_hub("table").unwrap();
    assert_eq!(*model.config(), Config::from_metadata_file(sample("seg.json")).unwrap());
    let picture = vrt_picture::read_picture(sample("scenes/scene-07.jpg")).unwrap();
    let found = model.infer(&picture, &DecodeOptions::default()).unwrap().instances;
    let mut by_hand = RfDetrSegCpu::from_onnx(sample("seg.onnx"), model.config().clone()).unwrap();
    assert!(!found.is_empty());
    assert_eq!(found, by_hand.infer(&picture, &DecodeOptions::default()).unwrap().instances);

    let told = |name: &str| RfDetrSegCpu::from_hub(name).unwrap_err().to_string();
    assert!(told("tabel").contains("did you mean \"table\"?"), "{}", told("tabel"));
    assert!(told("depth-anything-v2-small").contains("vrt-depth-anything"), "{}", told("depth-anything-v2-small"));
    assert!(told("bare").contains("neither a metadata file nor a `variant`"), "{}", told("bare"));
}

fn entry(lines: &str) -> ModelSpec {
    let folder = tempfile::tempdir().unwrap();
    Registry::builtin().with_file(registry(folder.path(), lines)).unwrap().get("bare").unwrap().clone()
}

#[test]
fn what_the_registry_knows_of_a_file_goes_before_its_variant() {
    let input = |size: u32, resize: &str| {
        format!(
            "variant = \"rfdetr-seg-nano\"\ninput = {{ width = {size}, height = {size}, resize = \"{resize}\", filter = \"bilinear-antialias\", \
             mean = [0.5, 0.5, 0.5], std = [0.25, 0.25, 0.25] }}\n"
        )
    };
    let config = Config::from_spec(&entry(&input(312, "stretch")), None).unwrap();
    let normalize = Normalize { mean: [0.5; 3], std: [0.25; 3] };
    assert_eq!(config, Variant::Nano.config().with_filter(ResizeFilter::BilinearAntialias).with_normalize(normalize));
    // A metadata file goes before that.
    let described = Config::from_spec(&entry(&input(312, "stretch")), Some(&sample("seg.json"))).unwrap();
    assert_eq!(described, Config::from_metadata_file(sample("seg.json")).unwrap());

    for (lines, said) in [
        (input(384, "stretch"), "384x384"),
        (input(312, "lower-bound"), "lower-bound"),
        ("variant = \"rfdetr-seg-nano\"\nlabels = \"lvis\"\n".to_owned(), "lvis"),
    ] {
        let error = Config::from_spec(&entry(&lines), None).unwrap_err();
        assert!(matches!(&error, Error::ConfigMismatch { .. }) && error.to_string().contains(said), "{error}");
    }
    let error = Config::from_spec(&entry("variant = \"rfdetr-seg-huge\"\n"), None).unwrap_err();
    assert!(matches!(error, Error::UnknownVariant { .. }), "{error}");
}

#[test]
fn every_entry_of_the_registry_is_its_variant() {
    let mut variants = Vec::new();
    for spec in REGISTRY.iter().filter(|spec| spec.family == "rfdetr-seg") {
        let variant: Variant = spec.variant.as_deref().unwrap().parse().unwrap();
        assert_eq!(Config::from_spec(spec, None).unwrap(), variant.config(), "{}", spec.name);
        variants.push(variant);
    }
    assert!(Variant::ALL.iter().all(|variant| variants.contains(variant)), "{variants:?}");
}

#[cfg(all(feature = "cuda", target_os = "linux"))]
#[test]
fn on_a_gpu_a_name_is_enough_too() {
    let (folder, server) = (tempfile::tempdir().unwrap(), serve());
    if !emulated::compile(env!("CARGO_MANIFEST_DIR"), folder.path()) {
        return;
    }
    let network = "input input 3 256 256\noutput dets 40 4\noutput labels 40 7\noutput masks 40 64 64\n";
    std::fs::write(folder.path().join("networks/seg.txt"), network).unwrap();
    let mut child = child("with_stand_ins_on_a_gpu_a_name_is_enough_too", folder.path(), &server);
    emulated::use_in(&mut child, folder.path());
    passes(child);
}

#[cfg(all(feature = "cuda", target_os = "linux"))]
#[test]
#[ignore = "run by on_a_gpu_a_name_is_enough_too"]
fn with_stand_ins_on_a_gpu_a_name_is_enough_too() {
    use vrt_rfdetr_seg::RfDetrSeg;
    let cuda = vrt::cuda::Cuda::open(0).unwrap();
    let model = RfDetrSeg::from_hub("table", &cuda).unwrap();
    assert_eq!(*model.config(), Config::from_metadata_file(sample("seg.json")).unwrap());
    assert!(model.engine().origin().ends_with("table-trt10.6.0.26-sm87-fp16.engine"), "{}", model.engine().origin());
    // It was built of what came from the hub, and is found again.
    let engines = vrt::tensorrt::EngineStore::user().unwrap().entries();
    assert_eq!(engines[0].key.onnx.sha256, Sha256::of(&std::fs::read(sample("seg.onnx")).unwrap()).to_string());
    let again = RfDetrSeg::from_hub("table", &cuda).unwrap();
    assert_eq!(Path::new(again.engine().origin()).parent().unwrap(), vrt::tensorrt::EngineStore::user().unwrap().folder());
    assert!(matches!(RfDetrSeg::from_hub("depth-anything-v2-small", &cuda), Err(Error::Hub(_))));
    assert!(matches!(RfDetrSeg::from_hub("bare", &cuda), Err(Error::Hub(_))));
}
