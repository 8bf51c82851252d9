//! `cargo xtask check-abi`: header sets against compilers and recording objects.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use crate::abi::{Family, load_all};
use crate::bindings::{HeaderSet, extract, merge_all, read_sets, scripts};
use crate::merge::Merged;
use crate::{Result, cpp, emit, root};

/// A folder that goes when the check is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self> {
        let path = std::env::temp_dir().join(format!("vrt-check-abi-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Left behind, it is only untidy.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

struct Context<'a> {
    families: &'a [Merged],
    methods: &'a [emit::Method],
    mock_sources: PathBuf,
    aarch64: bool,
}

pub fn run(headers: &[PathBuf], aarch64: bool) -> Result<()> {
    if headers.is_empty() {
        return Err("check-abi needs --headers DIR".into());
    }
    let sets = read_sets(headers)?;
    let families = merge_all(&load_all(&root().join("bindings/abi"))?)?;
    let methods = emit::methods(&families)?;
    let scratch = Scratch::new()?;
    let context = Context { families: &families, methods: &methods, mock_sources: root().join("crates/vrt-sys/tests/mock"), aarch64 };

    // Compiling takes nearly all of the time: as many at once as there are cores.
    let waiting: Mutex<Vec<&HeaderSet>> = Mutex::new(sets.iter().rev().collect());
    let folders: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let failures: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(set) = next(&waiting) {
                    match one(&context, set, &scratch.0) {
                        Ok(folder) => push(&folders, folder),
                        Err(error) => push(&failures, format!("{}: {error}", set.folder.display())),
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap_or_default();
    if !failures.is_empty() {
        return Err(failures.join("\n").into());
    }
    let folders = folders.into_inner().unwrap_or_default();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = Command::new(cargo)
        .args(["test", "--quiet", "--package", "vrt-sys", "--test", "abi", "--test", "objects", "--", "--nocapture"])
        // Callbacks that panic on purpose are part of the tests: their traces would hide the outcome.
        .env("RUST_BACKTRACE", "0")
        .env("VRT_MOCK_LIBRARIES", std::env::join_paths(&folders)?)
        .current_dir(root())
        .status()?;
    if !status.success() {
        return Err("vrt-sys does not call the compiled interfaces rightly, see above".into());
    }
    println!("{} header sets: slots as g++ has them, every call reached its method", folders.len());
    Ok(())
}

fn next<'a>(waiting: &Mutex<Vec<&'a HeaderSet>>) -> Option<&'a HeaderSet> {
    waiting.lock().ok()?.pop()
}

fn push<T>(list: &Mutex<Vec<T>>, item: T) {
    if let Ok(mut list) = list.lock() {
        list.push(item);
    }
}

/// All checks of one header set. Gives the folder with its recording library.
fn one(context: &Context, set: &HeaderSet, scratch: &Path) -> Result<PathBuf> {
    let version = set.abi.version()?;
    let family = set.abi.family()?;
    let folder = scratch.join(set.abi.file_name()?);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("recorders.hpp"), cpp::recorders(&set.abi)?)?;
    let mut report = format!("{} {version}:", family.product());

    let source = folder.join("pointers.cpp");
    std::fs::write(&source, cpp::pointers_to_members(&set.abi)?)?;
    let program = folder.join("pointers");
    // Only addresses are taken: nothing of the library has to be there.
    compile("g++", set, context, &source, &program, &["-fno-rtti", "-Wl,--unresolved-symbols=ignore-all"])?;
    report += &format!(" {} pointers to members", counts(&Command::new(&program).output()?)?);

    let library = folder.join(match family {
        Family::Trt10 => "libnvinfer.so.10",
        Family::Trt11 => "libnvinfer.so.11",
        Family::Rtx => "libtensorrt_rtx.so.1",
    });
    let flags = ["-shared", "-fPIC", "-fvisibility=hidden", "-Wl,-Bsymbolic"];
    compile("g++", set, context, &context.mock_sources.join("mock.cpp"), &library, &flags)?;
    if set.abi.parser {
        let name = match family {
            Family::Trt10 => "libnvonnxparser.so.10",
            Family::Trt11 => "libnvonnxparser.so.11",
            Family::Rtx => "libtensorrt_onnxparser_rtx.so.1",
        };
        std::os::unix::fs::symlink(&library, folder.join(name))?;
    }

    let merged = context.families.iter().find(|m| m.family == family).ok_or("no such family")?;
    std::fs::write(folder.join("twin.hpp"), cpp::twin(&set.abi, merged, context.methods)?)?;
    let twin = context.mock_sources.join("twin.cpp");
    let program = folder.join("twin");
    compile("g++", set, context, &twin, &program, &[])?;
    report += &format!(", {} calls by the C++ twin", counts(&Command::new(&program).output()?)?);
    if context.aarch64 {
        let other = extract(&set.folder, Some("aarch64-linux-gnu"))?;
        if other != set.json {
            let different = other.lines().zip(set.json.lines()).find(|(a, b)| a != b);
            return Err(format!("libclang reads this for aarch64 and x86-64: {different:?}").into());
        }
        let program = folder.join("twin-aarch64");
        compile("aarch64-linux-gnu-g++", set, context, &twin, &program, &["-static"])?;
        let output = Command::new("qemu-aarch64").arg(&program).output().map_err(|e| format!("qemu-aarch64: {e}"))?;
        report += &format!(", {} on aarch64", counts(&output)?);
    }
    println!("{report}");
    Ok(folder)
}

fn compile(compiler: &str, set: &HeaderSet, context: &Context, source: &Path, out: &Path, flags: &[&str]) -> Result<()> {
    let folder = out.parent().ok_or("no folder")?;
    let mut command = Command::new(compiler);
    command.args(["-std=c++17", "-O0", "-w", "-DTENSORRT_BUILD_LIB=1", "-DMOCK_API=<NvInfer.h>"]);
    command.args(["-DMOCK_RECORDERS=\"recorders.hpp\"", "-DMOCK_TWIN=\"twin.hpp\""]).args(flags);
    if set.abi.parser {
        command.arg("-DMOCK_PARSER_API=<NvOnnxParser.h>");
    }
    let folders = [folder.to_path_buf(), context.mock_sources.clone(), scripts().join("stub")];
    let of_set = ["", "include", "onnx"].map(|part| set.folder.join(part));
    for include in folders.iter().chain(&of_set) {
        command.arg("-I").arg(include);
    }
    let output = command.arg(source).arg("-o").arg(out).output().map_err(|e| format!("{compiler}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let start: Vec<&str> = text.lines().take(12).collect();
    Err(format!("{compiler} {}:\n{}", source.display(), start.join("\n")).into())
}

/// What a check's program prints last: how many it compared, how many were wrong.
fn counts(output: &std::process::Output) -> Result<usize> {
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    let numbers: Vec<usize> = last.split(' ').filter_map(|n| n.parse().ok()).collect();
    match numbers[..] {
        [checked, 0] if checked > 0 && output.status.success() => Ok(checked),
        _ => Err(format!("{}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr)).into()),
    }
}
