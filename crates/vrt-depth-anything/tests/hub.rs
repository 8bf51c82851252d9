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
use vrt_depth_anything::{Config, DepthAnythingCpu, DepthOptions, ResizeRule, Variant};
use vrt_hub::{REGISTRY, Sha256};

fn registry(folder: &Path) -> PathBuf {
    let hash = |name: &str| Sha256::of(&std::fs::read(sample(name)).unwrap());
    let text = format!(
        "format = \"vrt-registry/1\"\n[[model]]\nname = \"table\"\ntask = \"depth\"\nfamily = \"depth-anything\"\nlicense = \"Apache-2.0\"\n\
         repository = \"org/model\"\nfiles = [\n{{ role = \"onnx\", path = \"depth.onnx\", sha256 = \"{}\" }},\n\
         {{ role = \"metadata\", path = \"depth.json\", sha256 = \"{}\" }},\n]\n",
        hash("depth.onnx"),
        hash("depth.json")
    );
    let path = folder.join("registry.toml");
    std::fs::write(&path, text).unwrap();
    path
}

fn serve() -> Server {
    process::serve(&["depth.onnx", "depth.json"])
}

fn child(test: &str, folder: &Path, server: &Server) -> Command {
    process::child(test, folder, server, &registry(folder))
}

#[test]
fn a_name_is_enough() {
    let (folder, server) = (tempfile::tempdir().unwrap(), serve());
    passes(child("with_the_environment_of_a_name_is_enough", folder.path(), &server));
    assert_eq!(server.downloads().len(), 2);
    assert!(
        server.requests().iter().all(|request| request.target.contains("depth.") || request.target.starts_with("/blob/")),
        "{:?}",
        server.requests()
    );
}

#[test]
#[ignore = "run by a_name_is_enough"]
fn with_the_environment_of_a_name_is_enough() {
    let mut model = DepthAnythingCpu::from_hub("table").unwrap();
    assert_eq!(*model.config(), Config::from_metadata_file(sample("depth.json")).unwrap());
    let picture = vrt_picture::read_picture(sample("scenes/scene-07.jpg")).unwrap();
    let map = model.infer(&picture, &DepthOptions::default()).unwrap().map;
    let mut by_hand = DepthAnythingCpu::from_onnx(sample("depth.onnx"), model.config().clone()).unwrap();
    assert_eq!(map.values(), by_hand.infer(&picture, &DepthOptions::default()).unwrap().map.values());

    let told = |name: &str| DepthAnythingCpu::from_hub(name).unwrap_err().to_string();
    assert!(told("rfdetr-seg-nano").contains("vrt-rfdetr-seg"), "{}", told("rfdetr-seg-nano"));
    assert!(told("depth-anything-v2-large").contains("CC-BY-NC-4.0"), "{}", told("depth-anything-v2-large"));
    assert!(told("depth-anything-v3-mono-large").contains("allow_unverified"), "{}", told("depth-anything-v3-mono-large"));
}

#[test]
fn every_entry_of_the_registry_is_its_variant() {
    let mut fixed = Vec::new();
    for spec in REGISTRY.iter().filter(|spec| spec.family == "depth-anything") {
        let variant: Variant = spec.variant.as_deref().unwrap().parse().unwrap();
        let (mut config, of_variant) = (Config::from_spec(spec, None).unwrap(), variant.config());
        assert_eq!(spec.license, variant.license().spdx(), "{}", spec.name);
        if let ResizeRule::Stretch { width, height } = config.resize {
            // Exports of one size; the size is a multiple of what the variant asks for.
            assert!(width % 14 == 0 && height % 14 == 0, "{}", spec.name);
            fixed.push(&*spec.name);
            config.resize = of_variant.resize;
        }
        assert_eq!(config, of_variant, "{}", spec.name);
    }
    assert_eq!(fixed, ["depth-anything-v2-metric-hypersim-small", "depth-anything-v3-metric-large", "depth-anything-v3-mono-large"]);
}

#[cfg(all(feature = "cuda", target_os = "linux"))]
#[test]
fn on_a_gpu_a_name_is_enough_too() {
    let (folder, server) = (tempfile::tempdir().unwrap(), serve());
    if !emulated::compile(env!("CARGO_MANIFEST_DIR"), folder.path()) {
        return;
    }
    std::fs::write(folder.path().join("networks/depth.txt"), "input pixel_values 3 252 252\noutput predicted_depth 252 252\n").unwrap();
    let mut child = child("with_stand_ins_on_a_gpu_a_name_is_enough_too", folder.path(), &server);
    emulated::use_in(&mut child, folder.path());
    passes(child);
}

#[cfg(all(feature = "cuda", target_os = "linux"))]
#[test]
#[ignore = "run by on_a_gpu_a_name_is_enough_too"]
fn with_stand_ins_on_a_gpu_a_name_is_enough_too() {
    use vrt_depth_anything::{DepthAnything, Error};
    let cuda = vrt::cuda::Cuda::open(0).unwrap();
    let model = DepthAnything::from_hub("table", &cuda).unwrap();
    assert_eq!(*model.config(), Config::from_metadata_file(sample("depth.json")).unwrap());
    assert_eq!(model.fixed_size(), Some((252, 252)));
    assert!(model.engine().origin().ends_with("table-trt10.6.0.26-sm87-fp16.engine"), "{}", model.engine().origin());
    assert!(matches!(DepthAnything::from_hub("rfdetr-seg-nano", &cuda), Err(Error::Hub(_))));
}
