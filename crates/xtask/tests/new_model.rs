//! `cargo xtask new-model`: what it writes compiles, passes the lints, and its tests are green.
//!
//! The crate is written into a workspace of symbolic links to this one, and compiled into this one's `target` with the features that a
//! whole check uses, so that nothing but the new crate is compiled. Nothing is fetched.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const NAME: &str = "tiny-pose";

/// Folders of the repository that a build does not need, or writes to.
const LEFT_OUT: [&str; 4] = ["target", ".git", "crates", "vrt-out"];

/// A workspace that is this one, but for what the generator writes to.
fn workspace() -> tempfile::TempDir {
    let (root, folder) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap(), tempfile::tempdir().unwrap());
    for entry in fs::read_dir(&root).unwrap().map(|entry| entry.unwrap()) {
        let (from, name) = (entry.path(), entry.file_name());
        match name.to_str().unwrap() {
            name if LEFT_OUT.contains(&name) => {}
            name @ ("Cargo.toml" | "Cargo.lock" | "CLAUDE.md") => drop(fs::copy(&from, folder.path().join(name)).unwrap()),
            name => symlink(&from, folder.path().join(name)).unwrap(),
        }
    }
    fs::create_dir(folder.path().join("crates")).unwrap();
    for entry in fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap()) {
        symlink(entry.path(), folder.path().join("crates").join(entry.file_name())).unwrap();
    }
    folder
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn generate(root: &Path, name: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(["new-model", name, "--root"]).arg(root).output().unwrap()
}

/// A cargo command in the workspace, without a network.
fn cargo(root: &Path, command: &str, args: &[&str]) -> String {
    // This program is `target/PROFILE/deps/new_model-HASH`.
    let profile = PathBuf::from(env!("CARGO_BIN_EXE_xtask"));
    let profile = profile.parent().unwrap();
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    cargo.current_dir(root).args([command, "--offline", "--workspace", "--features", &format!("vrt-{NAME}/hub"), "--target-dir"]);
    cargo.arg(profile.parent().unwrap());
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    // What cargo says to this test about itself would be news to the build scripts of dependencies, which would run again.
    for (name, _) in std::env::vars_os() {
        let told = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_TARGET_TMPDIR", "CARGO_PRIMARY_"];
        if told.iter().any(|told| name.to_string_lossy().starts_with(told)) {
            cargo.env_remove(name);
        }
    }
    let output = cargo.args(args).output().unwrap();
    assert!(output.status.success(), "cargo {command} {args:?}\n{}", text(&output));
    text(&output)
}

#[test]
fn the_new_crate_is_whole() {
    let folder = workspace();
    let root = folder.path();
    let output = generate(root, NAME);
    let told = text(&output);
    assert!(output.status.success(), "{told}");
    let new = root.join("crates").join(format!("vrt-{NAME}"));

    // Every mark is told, with its place, and nothing of the template is left.
    let mut marks = 0;
    let mut folders = vec![new.clone()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let contents = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            assert!(!["@name@", "@snake@", "@Name@"].iter().any(|left| contents.contains(left)), "{}", path.display());
            for (line, _) in contents.lines().enumerate().filter(|(_, line)| line.contains("FILL IN")) {
                let place = format!("{}:{}: ", path.strip_prefix(root).unwrap().display(), line + 1);
                assert!(told.contains(&place), "{place} is not in\n{told}");
                marks += 1;
            }
        }
    }
    assert!(marks > 15, "{marks} places");
    assert!(told.contains("docs/models.md") && told.contains("registry.toml"), "{told}");
    assert!(fs::read_to_string(root.join("CLAUDE.md")).unwrap().contains("| `vrt-tiny-pose` |"));
    assert!(fs::read_to_string(root.join("Cargo.toml")).unwrap().contains("vrt-tiny-pose = { path = \"crates/vrt-tiny-pose\""));

    // `--workspace` with one target chooses the features of a whole check, so that all dependencies are there already.
    let test = NAME.replace('-', "_");
    let tested = cargo(root, "test", &["--test", &test, "--example", &test]);
    assert!(tested.contains("test result: ok. 3 passed"), "{tested}");
    cargo(root, "clippy", &["--test", &test, "--example", &test, "--", "-D", "warnings"]);
    let formatted = Command::new("cargo").current_dir(root).args(["fmt", "--check", "-p", &format!("vrt-{NAME}")]).output().unwrap();
    assert!(formatted.status.success(), "{}", text(&formatted));
}

#[test]
fn names_that_can_not_be_leave_everything_as_it_was() {
    let folder = workspace();
    let before = fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
    for (name, said) in
        [("Tiny", "lower-case"), ("../x", "lower-case"), ("cli", "is there already"), ("depth-anything", "is there already")]
    {
        let output = generate(folder.path(), name);
        assert!(!output.status.success() && text(&output).contains(said), "{name}: {}", text(&output));
    }
    assert_eq!(fs::read_to_string(folder.path().join("Cargo.toml")).unwrap(), before);
}
