//! What the export scripts of the model crates write is what `vrt add` and `vrt run` read.
//!
//! The whole way, from weights to objects, needs PyTorch and the authors' packages:
//! `VRT_TEST_PYTHON=/path/to/python cargo test -p vrt-cli --test export -- --ignored`, with rfdetr 1.11.2, transformers, onnx and onnxruntime
//! installed there. What the scripts say of a model is tested with plain Python.

#![cfg(feature = "hub")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Folder, command, json_lines, model, scene, stderr, stdout};
use serde_json::{Value, json};

const SEG: &str = "vrt-rfdetr-seg/scripts/export_rfdetr_seg.py";
const DEPTH: &str = "vrt-depth-anything/scripts/export_depth_anything.py";

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// The program in its folder, with a home and a cache of its own.
fn vrt(folder: &Folder, args: &[&str]) -> std::process::Output {
    let mut command = command(folder, args);
    command.env("HOME", folder.path("home")).env("VRT_CACHE_DIR", folder.path("state")).env_remove("HF_HOME").output().unwrap()
}

/// Adds `FILE.onnx`, with the metadata beside it, as `name`, and looks at a picture with it.
fn added_and_run(folder: &Folder, name: &str, onnx: &str) -> Value {
    let output = vrt(folder, &["add", name, "--onnx", onnx, "--registry", "models.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains(&format!("{name}: added to models.toml")), "{}", stdout(&output));
    let output = vrt(folder, &["run", scene(7).to_str().unwrap(), "--model", name, "--registry", "models.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    json_lines(&output).remove(0)
}

/// What the function `metadata` of a script gives; nothing else of the script is run, so nothing need be installed.
fn metadata(folder: &Folder, name: &str, arguments: &str) -> Option<String> {
    const CODE: &str = "
import ast, json, sys
tree = ast.parse(open(sys.argv[1]).read())
wanted = [node for node in tree.body if isinstance(node, ast.Assign) or isinstance(node, ast.FunctionDef) and node.name == 'metadata']
exec(compile(ast.Module(wanted, []), sys.argv[1], 'exec'))
print(json.dumps(eval(sys.argv[2]), indent=2))
";
    let output = Command::new("python3").args(["-c", CODE]).arg(script(name)).arg(arguments).current_dir(folder.path("")).output();
    match output {
        Ok(output) => {
            assert!(output.status.success(), "{}", stderr(&output));
            Some(stdout(&output))
        }
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "this test needs python3: {error}");
            eprintln!("skipped: no python3 ({error})");
            None
        }
    }
}

#[test]
fn what_the_scripts_say_of_a_model_is_understood() {
    let folder = Folder::new();
    let labels = r#"[{"id": i, "name": name} for i, name in enumerate(["cube", "ball", "cylinder", "cone", "ring", "pyramid"])]"#;
    let arguments = |head_width: u32| format!(r#"metadata("own", 256, "bilinear", 40, (64, 64), {labels}, {head_width}, "last")"#);
    let Some(document) = metadata(&folder, SEG, &arguments(7)) else { return };
    folder.copy(Path::new(&model("seg.onnx")), "own.onnx");
    folder.write("own.json", document.as_bytes());
    let result = added_and_run(&folder, "own", "own.onnx");
    assert!(result["objects"].as_array().unwrap().len() > 2, "{result}");
    // A description of another network is told.
    folder.copy(Path::new(&model("seg.onnx")), "other.onnx");
    folder.write("other.json", metadata(&folder, SEG, &arguments(9)).unwrap().as_bytes());
    let output = vrt(&folder, &["add", "other", "--onnx", "other.onnx", "--registry", "models.toml"]);
    assert!(output.status.code() == Some(1) && stderr(&output).contains("head_width"), "{}", stderr(&output));

    let document = metadata(&folder, DEPTH, r#"metadata("far", 5.0, license="Apache-2.0", source="here")"#).unwrap();
    folder.copy(Path::new(&model("depth.onnx")), "far.onnx");
    folder.write("far.json", document.as_bytes());
    let result = added_and_run(&folder, "far", "far.onnx");
    assert_eq!(result["depth"]["unit"], "metres", "{result}");
    let relative: Value = serde_json::from_str(&metadata(&folder, DEPTH, r#"metadata("relative", None)"#).unwrap()).unwrap();
    assert_eq!(relative["output"], json!({"kind": "disparity", "upsampling": "corners"}));
}

/// The Python that has the authors' packages.
fn python(folder: &Folder, code: &[&str]) -> String {
    let program = std::env::var("VRT_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let output = Command::new(program).args(code).current_dir(folder.path("")).output().unwrap();
    assert!(output.status.success(), "{code:?}\n{}{}", stdout(&output), stderr(&output));
    stdout(&output)
}

/// A checkpoint as rfdetr's training leaves it: weights, and the names of two classes.
const FINE_TUNED: &str = "
import argparse, sys
sys.path.insert(0, sys.argv[1])
from types import SimpleNamespace
import export_rfdetr_seg, torch
import rfdetr
options = SimpleNamespace(variant='nano', weights=None, random=1, resolution=None)
small = rfdetr.RFDETRSegNano
rfdetr.RFDETRSegNano = lambda **more: small(num_classes=2, **more)
network = export_rfdetr_seg.build(options).model.model
torch.save({'model': network.state_dict(), 'args': argparse.Namespace(class_names=['cup', 'fork'], num_classes=2)}, 'trained.pth')
";

#[test]
#[ignore = "needs Python with rfdetr and PyTorch, and takes minutes"]
fn rfdetr_seg_from_weights_to_objects() {
    let folder = Folder::new();
    let script = script(SEG);
    let path = script.to_str().unwrap();
    python(&folder, &[path, "--variant", "nano", "--random", "0", "--labels", "coco", "--check", "--out", "random"]);
    let result = added_and_run(&folder, "random", "random.onnx");
    assert_eq!(result["models"]["segmentation"]["name"], "random", "{result}");

    python(&folder, &["-c", FINE_TUNED, script.parent().unwrap().to_str().unwrap()]);
    // By the names in the checkpoint, and by names that are given.
    for (labels, name) in [("checkpoint", "stored"), ("cup,fork", "given")] {
        python(&folder, &[path, "--variant", "nano", "--weights", "trained.pth", "--labels", labels, "--check", "--out", name]);
        let text = std::fs::read_to_string(folder.path(&format!("{name}.json"))).unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&document["head_width"], &document["no_object"], &document["labels"][1]["name"]),
            (&json!(3), &json!("last"), &json!("fork"))
        );
        added_and_run(&folder, name, &format!("{name}.onnx"));
    }
}

/// The random network of `--weights random --seed 0` under the names of the authors' checkpoints, as their code saves them
/// (`depth_anything_v2/dpt.py` and `dinov2.py`).
const AUTHORS: &str = "
import sys
sys.path.insert(0, sys.argv[1])
import export_depth_anything as script, torch
net = script.network(*script.SIZES['small'])
script.randomize(net, 0)
parameters = net.state_dict()
names = ['pretrained.' + name for name in ('cls_token', 'pos_embed', 'mask_token', 'patch_embed.proj.weight', 'patch_embed.proj.bias')]
ends = lambda *stems: [f'{stem}.{end}' for stem in stems for end in ('weight', 'bias')]
names += ends('pretrained.norm')
for block in range(12):
    names += [f'pretrained.blocks.{block}.{name}' for name in ['ls1.gamma', 'ls2.gamma'] + ends('norm1', 'attn.qkv', 'attn.proj', 'norm2', 'mlp.fc1', 'mlp.fc2')]
names += ['depth_head.' + name for name in ends(*[f'projects.{k}' for k in range(4)], *[f'resize_layers.{k}' for k in (0, 1, 3)])]
for k in range(1, 5):
    names += [f'depth_head.scratch.layer{k}_rn.weight'] + ends(f'depth_head.scratch.refinenet{k}.out_conv')
    names += ends(*[f'depth_head.scratch.refinenet{k}.resConfUnit{u}.conv{c}' for u in (1, 2) for c in (1, 2)])
names += ends(*['depth_head.scratch.' + name for name in ('output_conv1', 'output_conv2.0', 'output_conv2.2')])
state = {name: torch.cat([parameters[new] for new in script.authors_names({name: torch.zeros(3)}, net)]) for name in names}
torch.save(state, 'authors.pth')
";

#[test]
#[ignore = "needs Python with transformers and PyTorch"]
fn depth_anything_from_weights_to_depth() {
    let folder = Folder::new();
    let script = script(DEPTH);
    let path = script.to_str().unwrap();
    for (variant, is_metric) in [("depth-anything-v2-small", false), ("depth-anything-v2-metric-hypersim-small", true)] {
        let told = python(&folder, &[path, variant, "--weights", "random", "--size", "70", "98", "--out", "."]);
        assert!(told.contains("off by"), "{told}");
        let name = format!("{variant}-98x70");
        let result = added_and_run(&folder, &name, &format!("{name}.onnx"));
        assert_eq!(result["depth"]["unit"] == "metres", is_metric, "{result}");
    }
    // The same weights from a checkpoint of the authors' form give the same depth.
    python(&folder, &["-c", AUTHORS, script.parent().unwrap().to_str().unwrap()]);
    python(&folder, &[path, "depth-anything-v2-small", "--weights", "authors.pth", "--size", "70", "98", "--out", "authors"]);
    let random = added_and_run(&folder, "once-more", "depth-anything-v2-small-98x70.onnx");
    let authors = added_and_run(&folder, "authors", "authors/depth-anything-v2-small-98x70.onnx");
    assert_eq!((&random["depth"]["min"], &random["depth"]["max"]), (&authors["depth"]["min"], &authors["depth"]["max"]));
}
