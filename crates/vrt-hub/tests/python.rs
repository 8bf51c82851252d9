//! Side by side with huggingface_hub, the reference of the protocol and of the cache:
//! `VRT_TEST_PYTHON=/path/to/python cargo test -p vrt-hub --test python -- --ignored`, with huggingface_hub 2.4.0 installed there.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure")]

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use support::{Fault, Fixture, Side};
use vrt_hub::{FetchOptions, quiet};

const GET: &str = "
import os, sys
from huggingface_hub import hf_hub_download
print(hf_hub_download('org/model', 'model.onnx', cache_dir=sys.argv[1], endpoint=sys.argv[2], local_files_only=len(sys.argv) > 3))
";

const SCAN: &str = "
import sys
from huggingface_hub import scan_cache_dir
info = scan_cache_dir(sys.argv[1])
print(len(info.warnings), info.size_on_disk, [sorted(r.refs) for repo in info.repos for r in repo.revisions])
";

fn python(code: &str, arguments: &[&str]) -> Command {
    let program = std::env::var("VRT_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(program);
    command.args(["-c", code]).args(arguments).env_remove("HF_HUB_OFFLINE").stderr(Stdio::inherit());
    command
}

fn output(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn get(fixture: &Fixture, local: bool) -> PathBuf {
    let (cache, endpoint) = (fixture.cache(), fixture.server.address());
    let mut arguments = vec![cache.to_str().unwrap(), &endpoint];
    arguments.extend(local.then_some("local"));
    PathBuf::from(output(python(GET, &arguments)))
}

#[test]
#[ignore = "needs Python with huggingface_hub"]
fn each_finds_what_the_other_fetched() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let theirs = get(&fixture, false);
    fixture.server.forget_requests();
    assert_eq!(fixture.fetch(&spec).unwrap().onnx, theirs);
    assert_eq!(fixture.server.requests().len(), 0);

    fixture.hub().remove(&spec).unwrap();
    assert!(!theirs.exists());
    let ours = fixture.fetch(&spec).unwrap().onnx;
    fixture.server.forget_requests();
    assert_eq!(get(&fixture, true), ours);
    assert_eq!(fixture.server.requests().len(), 0);
    assert_eq!(std::fs::read(&ours).unwrap(), contents);
    let cache = fixture.cache();
    assert_eq!(output(python(SCAN, &[cache.to_str().unwrap()])), "0 1000000 [['main']]");
}

#[test]
#[ignore = "needs Python with huggingface_hub"]
fn whoever_comes_second_waits() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let part = |ending: &str| {
        let blobs = fixture.repository().join("blobs");
        std::fs::read_dir(blobs).into_iter().flatten().flatten().any(|entry| entry.path().to_string_lossy().ends_with(ending))
    };
    let until = |there: &dyn Fn() -> bool| {
        for _ in 0..600 {
            if there() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("nothing happened");
    };
    // They are first.
    fixture.server.fault(Side::Cdn, Fault::Slow { chunk: 50_000, pause: Duration::from_millis(100) });
    let (cache, endpoint) = (fixture.cache(), fixture.server.address());
    let theirs = python(GET, &[cache.to_str().unwrap(), &endpoint]).stdout(Stdio::piped()).spawn().unwrap();
    until(&|| part(".incomplete"));
    let ours = fixture.fetch(&spec).unwrap();
    assert!(!ours.files[0].downloaded);
    assert_eq!(Path::new(String::from_utf8(theirs.wait_with_output().unwrap().stdout).unwrap().trim()), ours.onnx);
    assert_eq!(fixture.server.downloads().len(), 1);

    // We are.
    fixture.hub().remove(&spec).unwrap();
    fixture.server.forget_requests();
    fixture.server.fault(Side::Cdn, Fault::Slow { chunk: 20_000, pause: Duration::from_millis(150) });
    std::thread::scope(|scope| {
        let ours = scope.spawn(|| fixture.hub().fetch(&spec, &FetchOptions::default(), &mut quiet).unwrap());
        until(&|| part(".vrt.incomplete"));
        assert_eq!(get(&fixture, false), ours.join().unwrap().onnx);
    });
    assert_eq!(fixture.server.downloads().len(), 1);
    assert_eq!(std::fs::read(ours.onnx).unwrap(), contents);
}
