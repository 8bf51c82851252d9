//! A build that is killed at any moment leaves the engine store whole: what is found there is right, what is not is built, and no part stays.
#![cfg(all(feature = "cuda", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure, in helpers too")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use vrt::tensorrt::{BuiltPlan, CancelToken, EngineKey, EngineStore, FileHash, Lookup, Precision, StoreError};

/// Two models of one name, as a user has who trains again: they take turns at one file of the store.
fn key(turn: u8) -> EngineKey {
    EngineKey {
        model: "cutlery".to_owned(),
        onnx: FileHash { file: "cutlery.onnx".to_owned(), bytes: 1, sha256: format!("{turn:02x}").repeat(32) },
        external: Vec::new(),
        tensorrt: "10.6.0.26".to_owned(),
        product: "TensorRT".to_owned(),
        gpu: "A GPU".to_owned(),
        sm: "87".to_owned(),
        precision: Precision::Fp16,
        shapes: Vec::new(),
        optimization_level: 3,
        flags: Vec::new(),
    }
}

/// A plan that is long enough for a kill to fall into its writing.
fn plan(turn: u8) -> Vec<u8> {
    vec![turn; 8 << 20]
}

fn build(store: &EngineStore, turn: u8) -> Result<Vec<u8>, StoreError> {
    let built =
        || BuiltPlan { plan: plan(turn), precision_built: Default::default(), workspace_bytes: 1, build_time: Duration::from_secs(1) };
    store.get_or_build::<StoreError>(&key(turn), &CancelToken::new(), &mut |_| (), || Ok(built())).map(|stored| stored.plan)
}

#[test]
#[ignore = "run by a_killed_build_leaves_the_store_whole"]
fn build_until_killed() {
    let store = EngineStore::at(std::env::var_os("STORE_KILL_FOLDER").unwrap());
    for turn in [1, 2].into_iter().cycle() {
        build(&store, turn).unwrap();
    }
}

fn parts(folder: &Path) -> usize {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".part")).count()
}

#[test]
fn a_killed_build_leaves_the_store_whole() {
    let folder = tempfile::tempdir().unwrap();
    let store = EngineStore::at(folder.path());
    let (mut hits, mut with_parts) = (0, 0);
    for round in 0..40 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "build_until_killed"])
            .env("STORE_KILL_FOLDER", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Later each round, so that the kills fall into all phases of a build.
        std::thread::sleep(Duration::from_micros(20_000 + round * 1_370));
        child.kill().unwrap();
        child.wait().unwrap();
        with_parts += usize::from(parts(folder.path()) > 0);
        for turn in [1, 2] {
            match store.lookup(&key(turn)).unwrap() {
                Lookup::Hit(stored) => {
                    assert!(stored.plan == plan(turn), "round {round}: another engine's bytes");
                    hits += 1;
                }
                Lookup::Miss(_) => {}
            }
        }
        // The lock ended with the process, and the store goes on.
        let turn = (round % 2) as u8 + 1;
        assert!(build(&store, turn).unwrap() == plan(turn), "round {round}");
        assert!(matches!(store.lookup(&key(turn)).unwrap(), Lookup::Hit(_)), "round {round}");
    }
    assert!(hits > 0, "no kill came after a build was kept, so nothing was tried");
    assert!(with_parts > 0, "no kill fell into the writing of an engine, so nothing was tried");
    // The next build of this engine takes away what the killed ones left.
    build(&store, 1).unwrap();
    build(&store, 2).unwrap();
    assert_eq!(parts(folder.path()), 0, "parts of killed builds were left");
}
