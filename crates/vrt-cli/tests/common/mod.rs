//! Running the program in a folder of its own.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder that goes when the test is over.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn copy(&self, from: &Path, name: &str) -> PathBuf {
        self.write(name, &fs::read(from).unwrap())
    }
}

/// The command, in the folder, without colours from the environment of whoever runs the tests.
pub fn command(folder: &Folder, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vrt"));
    command.args(args).current_dir(folder.0.path()).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    // Nor any model, registry or GPU of theirs.
    command.env("CUDA_VISIBLE_DEVICES", "-1");
    command.env("HF_HUB_CACHE", folder.path("cache")).env("XDG_CONFIG_HOME", folder.path("config")).env_remove("VRT_REGISTRY");
    command
}

pub fn vrt(folder: &Folder, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Standard output as JSON, one document a line; fails if anything else is there.
pub fn json_lines(output: &Output) -> Vec<serde_json::Value> {
    let text = stdout(output);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:?}"))).collect()
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A picture of the sample scenes.
pub fn scene(number: usize) -> PathBuf {
    repository().join(format!("models/sample/scenes/scene-{number:02}.jpg"))
}

/// A file of the sample models.
pub fn model(name: &str) -> String {
    repository().join("models/sample").join(name).to_str().unwrap().to_owned()
}

/// A text of the repository.
pub fn text(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap()
}
