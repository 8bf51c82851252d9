//! The repository's own chores: `cargo xtask bindings` and `cargo xtask check-abi` (bindings/README.md), `cargo xtask new-model`
//! (docs/adding-a-model.md).

#![forbid(unsafe_code)]

mod abi;
mod bindings;
mod bound;
mod check;
mod cpp;
mod emit;
mod merge;
mod names;
mod new_model;
#[cfg(feature = "headers")]
mod types;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// A chore's failure is read by a person: text is enough.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const HELP: &str = "\
cargo xtask bindings [--headers DIR]... [--check]
    Makes bindings/ again: the JSON of each header set in DIR (a set, or a folder of sets), then everything made from the
    JSON files. Fails if a slot moves, vanishes or changes its signature inside a family. --check writes nothing and fails
    where a file would change. Without --headers only what the JSON files determine is made.
cargo xtask check-abi --headers DIR... [--aarch64]
    For each header set: compiles a program that compares every slot with g++'s own pointers to members, and a library
    whose objects record calls, on which every typed call of vrt-sys is made (cargo test), once with the right table and
    once with a wrong one. --aarch64 also compares what libclang reads for that target and runs the C++ twin under
    qemu-aarch64.
cargo xtask new-model NAME [--root DIR]
    Writes the crate vrt-NAME, which compiles, passes the lints and its tests with a stub network, puts it into the workspace
    (of DIR, for tests) and lists every place to fill in. docs/adding-a-model.md goes through them.

The first two need python3 with the libclang package (VRT_PYTHON names another interpreter) and g++; --aarch64 needs
aarch64-linux-gnu-g++ and qemu-aarch64.
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    if command == "new-model" {
        return new_model(arguments);
    }
    let (mut headers, mut check, mut aarch64) = (Vec::new(), false, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--headers" => headers.push(PathBuf::from(arguments.next().ok_or("--headers needs a directory")?)),
            "--check" => check = true,
            "--aarch64" => aarch64 = true,
            other => return Err(format!("unknown argument {other}\n\n{HELP}").into()),
        }
    }
    if command == "bindings" && !headers.is_empty() {
        let libclang = bindings::libclang()?;
        if libclang.is_some() || !cfg!(feature = "headers") {
            return again(libclang);
        }
    }
    match command.as_str() {
        "bindings" => bindings::run(&headers, check),
        "check-abi" => check::run(&headers, aarch64),
        _ => Err(HELP.into()),
    }
}

fn new_model(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let (mut name, mut root) = (None, root());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--root" => root = arguments.next().ok_or("--root needs a directory")?.into(),
            _ if argument.starts_with('-') || name.is_some() => return Err(format!("unknown argument {argument}\n\n{HELP}").into()),
            _ => name = Some(argument),
        }
    }
    new_model::run(&name.ok_or(HELP)?, &root)
}

/// Runs this command once more: with bindgen, which takes long to compile and which only `--headers` needs, and with
/// `LIBCLANG_PATH`, which bindgen reads from its own process's environment.
fn again(libclang: Option<String>) -> Result<()> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--package", "xtask", "--features", "headers", "--"]);
    command.args(std::env::args().skip(1)).current_dir(root());
    if let Some(path) = libclang {
        command.env("LIBCLANG_PATH", path);
    }
    if command.status()?.success() { Ok(()) } else { Err("making the bindings failed, see above".into()) }
}

/// The repository's root: this crate is `crates/xtask` in it.
pub fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
