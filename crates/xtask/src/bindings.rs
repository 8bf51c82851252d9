//! `cargo xtask bindings`: header sets -> `bindings/abi`, `bindings/abi` -> `bindings/src` and `bindings/mock`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::abi::{Abi, Family, load_all};
use crate::merge::{Merged, merge};
#[cfg(feature = "headers")]
use crate::types;
use crate::{Result, cpp, emit, root};

/// A folder with TensorRT's headers and what was read from it.
pub struct HeaderSet {
    pub folder: PathBuf,
    pub json: String,
    pub abi: Abi,
}

pub fn python() -> String {
    std::env::var("VRT_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

pub fn scripts() -> PathBuf {
    root().join("scripts/tensorrt-abi")
}

fn has_headers(folder: &Path) -> bool {
    folder.join("NvInfer.h").is_file() || folder.join("include/NvInfer.h").is_file()
}

/// The header sets in `folders`: each is one, or holds some.
pub fn header_folders(folders: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    for folder in folders {
        if has_headers(folder) {
            out.push(folder.clone());
            continue;
        }
        let before = out.len();
        for entry in std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
            let path = entry?.path();
            if has_headers(&path) {
                out.push(path);
            }
        }
        if out.len() == before {
            return Err(format!("{}: no NvInfer.h in it, nor in the folders in it", folder.display()).into());
        }
    }
    out.sort();
    Ok(out)
}

pub fn extract(folder: &Path, target: Option<&str>) -> Result<String> {
    let mut command = Command::new(python());
    command.arg(scripts().join("extract.py")).arg(folder);
    if let Some(target) = target {
        command.args(["--target", target]);
    }
    let output = command.output().map_err(|e| format!("{}: {e}", python()))?;
    if !output.status.success() {
        return Err(format!("{}: {}", folder.display(), String::from_utf8_lossy(&output.stderr).trim()).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Reads every header set that belongs to a family; says which ones do not.
pub fn read_sets(folders: &[PathBuf]) -> Result<Vec<HeaderSet>> {
    let mut out: Vec<HeaderSet> = Vec::new();
    for folder in header_folders(folders)? {
        let json = extract(&folder, None)?;
        let abi = Abi::parse(&json, &folder.display().to_string())?;
        if let Err(error) = abi.family() {
            println!("skipped {}: {error}", folder.display());
            continue;
        }
        // The same release from two places: the one that has the parser's header says more.
        let twin = out.iter().position(|o| matches!((o.abi.version(), abi.version()), (Ok(a), Ok(b)) if a == b));
        match twin {
            Some(at) if abi.parser && !out[at].abi.parser => out[at] = HeaderSet { folder, json, abi },
            Some(_) => println!("skipped {}: a second set of the same release", folder.display()),
            None => out.push(HeaderSet { folder, json, abi }),
        }
    }
    Ok(out)
}

/// Files to be written, or compared.
#[derive(Default)]
struct Output {
    check: bool,
    changed: Vec<String>,
    same: usize,
}

impl Output {
    fn file(&mut self, path: &Path, text: &str) -> Result<()> {
        let old = std::fs::read_to_string(path).unwrap_or_default();
        if old == text {
            self.same += 1;
            return Ok(());
        }
        let (mut line, mut new_lines) = (1, text.lines());
        for old_line in old.lines() {
            if new_lines.next() != Some(old_line) {
                break;
            }
            line += 1;
        }
        self.changed.push(format!("{} (first difference in line {line})", path.display()));
        if !self.check {
            std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        Ok(())
    }
}

pub fn run(headers: &[PathBuf], check: bool) -> Result<()> {
    let bindings = root().join("bindings").canonicalize()?;
    let mut output = Output { check, ..Output::default() };
    let sets = if headers.is_empty() { Vec::new() } else { read_sets(headers)? };
    for set in &sets {
        output.file(&bindings.join("abi").join(set.abi.file_name()?), &set.json)?;
    }

    let versions = load_all(&bindings.join("abi"))?;
    let families = merge_all(&versions)?;
    let source = bindings.join("src");
    from_headers(&mut output, &source, &families, &sets)?;
    let methods = emit::methods(&families)?;
    output.file(&source.join("methods.rs"), &emit::calls(&methods)?)?;
    output.file(&source.join("enums.rs"), &emit::enums(&families)?)?;
    output.file(&source.join("selftest.rs"), &emit::selftest(&methods)?)?;
    let mock = bindings.join("mock");
    for merged in &families {
        let file = merged.family.file();
        output.file(&source.join(format!("{file}.rs")), &emit::table(merged, &methods)?)?;
        output.file(&mock.join(format!("{file}_api.hpp")), &cpp::api(merged)?)?;
        output.file(&mock.join(format!("{file}_recorders.hpp")), &cpp::recorders(&merged.newest)?)?;
    }
    report(&output, &versions, &sets, methods.len())
}

/// What bindgen writes, for each family whose newest release is among the header sets.
#[cfg(feature = "headers")]
fn from_headers(output: &mut Output, source: &Path, families: &[Merged], sets: &[HeaderSet]) -> Result<()> {
    for merged in families {
        let newest = merged.newest.version()?;
        let Some(set) = sets.iter().find(|s| s.abi.version().is_ok_and(|v| v == newest)) else { continue };
        let includes = types::includes(&set.folder, &scripts().join("stub"))?;
        let text = types::enums_and_structs(merged.family, &includes, &set.abi)?;
        output.file(&source.join(format!("types_{}.rs", merged.family.file())), &text)?;
        if merged.family == Family::Trt11 {
            output.file(&source.join("functions.rs"), &types::functions(&includes)?)?;
        }
    }
    Ok(())
}

#[cfg(not(feature = "headers"))]
fn from_headers(_: &mut Output, _: &Path, _: &[Merged], sets: &[HeaderSet]) -> Result<()> {
    if sets.is_empty() { Ok(()) } else { Err("this build of xtask reads no headers: feature `headers` is off".into()) }
}

fn report(output: &Output, versions: &BTreeMap<Family, Vec<Abi>>, sets: &[HeaderSet], methods: usize) -> Result<()> {
    let known: usize = versions.values().map(Vec::len).sum();
    println!(
        "{} header sets read, {known} releases in bindings/abi, {methods} methods bound, {} files as they were",
        sets.len(),
        output.same
    );
    if output.changed.is_empty() {
        return Ok(());
    }
    let list = output.changed.join("\n  ");
    if output.check {
        return Err(format!("making the bindings again would change\n  {list}").into());
    }
    println!("written:\n  {list}");
    Ok(())
}

pub fn merge_all(versions: &BTreeMap<Family, Vec<Abi>>) -> Result<Vec<Merged>> {
    let merged = versions.iter().map(|(family, abis)| merge(*family, abis)).collect::<Result<Vec<_>>>()?;
    // Structs and C functions are bound once, for all families.
    let mut all = merged.iter();
    if let Some(first) = all.next() {
        for other in all {
            for (name, layout) in &first.newest.structs {
                if other.newest.structs.get(name).is_none_or(|o| o.size != layout.size || o.align != layout.align) {
                    return Err(format!("{name} is not laid out the same in every family").into());
                }
            }
            if first.newest.functions != other.newest.functions {
                return Err("the exported C functions are not the same in every family".into());
            }
        }
    }
    Ok(merged)
}

/// Where the Python package keeps libclang, for bindgen, unless `LIBCLANG_PATH` already says where one is. bindgen reads
/// the variable from its own process's environment, so the caller starts this program again with it.
pub fn libclang() -> Result<Option<String>> {
    if std::env::var_os("LIBCLANG_PATH").is_some() {
        return Ok(None);
    }
    let code = "import clang, os; print(os.path.join(os.path.dirname(clang.__file__), 'native'))";
    let output = Command::new(python()).args(["-c", code]).output()?;
    let path = String::from_utf8(output.stdout)?;
    if !output.status.success() || !Path::new(path.trim()).is_dir() {
        return Err("no libclang: `pip install libclang`, or set LIBCLANG_PATH".into());
    }
    Ok(Some(path.trim().to_owned()))
}
