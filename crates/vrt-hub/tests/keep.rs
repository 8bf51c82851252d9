//! What is on this machine: looked at, hashed anew, removed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure")]

mod support;

use std::fs;
use std::ops::ControlFlow;

use support::{COMMIT, Fixture, bytes};
use vrt_hub::{FetchOptions, FileState, Hub, ModelSpec, Phase, Progress, Sha256, Verdict, quiet};

fn state(fixture: &Fixture, spec: &ModelSpec) -> FileState {
    let mut states = fixture.offline().status(spec).unwrap();
    assert_eq!(states.len(), 1);
    states.remove(0).state
}

#[test]
fn status_follows_a_file_through_its_life() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    assert_eq!(state(&fixture, &spec), FileState::Missing);
    fixture.fetch_some(&spec, 100_000);
    assert!(matches!(state(&fixture, &spec), FileState::Partial { bytes } if bytes >= 100_000));
    let path = fixture.fetch(&spec).unwrap().onnx;
    assert_eq!(state(&fixture, &spec), FileState::Verified { path: path.clone() });
    fs::write(fs::canonicalize(&path).unwrap(), "broken").unwrap();
    assert_eq!(state(&fixture, &spec), FileState::Present { path: path.clone() });
    let verdict = fixture.offline().verify(&spec, &mut quiet).unwrap().remove(0).verdict;
    assert_eq!(verdict, Verdict::Wrong { path: path.clone(), found: Sha256::of(b"broken"), expected: Sha256::of(&contents) });
    assert_eq!(state(&fixture, &spec), FileState::Wrong { path: path.clone() });
    fixture.fetch(&spec).unwrap();
    let verdict = fixture.offline().verify(&spec, &mut quiet).unwrap().remove(0).verdict;
    assert_eq!(verdict, Verdict::Right { path, sha256: Sha256::of(&contents) });

    let removed = fixture.hub().remove(&spec).unwrap();
    assert_eq!((removed.files.len(), removed.bytes), (1, 1_000_000));
    assert_eq!(state(&fixture, &spec), FileState::Missing);
    assert_eq!(fixture.offline().verify(&spec, &mut quiet).unwrap().remove(0).verdict, Verdict::Missing);
    assert!(!fixture.repository().exists());
    assert_eq!(fixture.hub().remove(&spec).unwrap().bytes, 0);
}

#[test]
fn a_file_is_hashed_once_until_it_is_another() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let onnx = fixture.fetch(&spec).unwrap().onnx;
    let is_hashed = |hub: &Hub| {
        let mut hashed = false;
        let mut note = |progress: &Progress<'_>| {
            hashed |= progress.phase == Phase::Checking;
            ControlFlow::Continue(())
        };
        hub.fetch(&spec, &FetchOptions::default(), &mut note).unwrap();
        hashed
    };
    // It was hashed while it arrived; whoever has another memory hashes it, once.
    let other = fixture.builder().state_dir(fixture.folder().join("elsewhere")).offline(true).build().unwrap();
    assert_eq!([is_hashed(&fixture.offline()), is_hashed(&other), is_hashed(&other)], [false, true, false]);

    // Another file under its name, of the same length and time: on Unix its inode tells.
    let blob = fs::canonicalize(&onnx).unwrap();
    let copy = blob.with_extension("copy");
    fs::write(&copy, &contents).unwrap();
    let modified = fs::metadata(&blob).unwrap().modified().unwrap();
    fs::File::options().write(true).open(&copy).unwrap().set_modified(modified).unwrap();
    fs::rename(&copy, &blob).unwrap();
    if cfg!(unix) {
        assert_eq!([is_hashed(&fixture.offline()), is_hashed(&fixture.offline())], [true, false]);
    }
}

#[test]
fn removing_leaves_what_others_use() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    fixture.server.put("other.onnx", b"other");
    let other = fixture.model("other.onnx", b"other");
    let theirs = fixture.fetch(&other).unwrap().onnx;
    fixture.fetch(&spec).unwrap();
    // Somebody else has the same contents under another name.
    let shared = fixture.repository().join("snapshots").join(COMMIT).join("copy.onnx");
    let blob = Sha256::of(&contents).to_string();
    #[cfg(unix)]
    std::os::unix::fs::symlink(format!("../../blobs/{blob}"), &shared).unwrap();
    #[cfg(not(unix))]
    fs::hard_link(fixture.repository().join("blobs").join(&blob), &shared).unwrap();

    let removed = fixture.hub().remove(&spec).unwrap();
    assert_eq!(removed.files.len(), 1);
    assert_eq!(fs::read(&theirs).unwrap(), b"other");
    if cfg!(unix) {
        assert_eq!((removed.bytes, fs::read(&shared).unwrap()), (0, contents));
    }
    assert!(fixture.repository().join("refs/main").exists());
}

#[test]
fn a_removed_part_is_gone() {
    let fixture = Fixture::new();
    let (_, spec) = fixture.large();
    fixture.fetch_some(&spec, 100_000);
    assert!(fixture.hub().remove(&spec).unwrap().bytes >= 100_000);
    assert!(!fixture.repository().exists());
}

#[test]
fn an_unverified_file_that_was_here_before_is_unknown_until_it_is_fetched() {
    let fixture = Fixture::new();
    let contents = bytes(5000);
    fixture.server.put("model.onnx", &contents);
    let spec = fixture.unverified("model.onnx");
    let cache = hf_hub::Cache::new(fixture.cache());
    let builder = hf_hub::api::sync::ApiBuilder::from_cache(cache).with_endpoint(fixture.server.address()).with_progress(false);
    let path = builder.build().unwrap().model("org/model".to_owned()).get("model.onnx").unwrap();
    assert_eq!(state(&fixture, &spec), FileState::Present { path: path.clone() });
    let verdict = fixture.offline().verify(&spec, &mut quiet).unwrap().remove(0).verdict;
    assert_eq!(verdict, Verdict::Unknown { path: path.clone(), found: Sha256::of(&contents) });
    fixture.fetch_unverified(&spec).unwrap();
    assert_eq!(state(&fixture, &spec), FileState::Verified { path });
}
