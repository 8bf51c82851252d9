//! Says where the generated tables are. Nothing is generated, compiled or linked here: no TensorRT, no CUDA, no headers and
//! no libclang are needed to build this crate.
//!
//! - In the repository the tables are `bindings/src`; in a package, the copy of it that the package holds.
//! - `VRT_SYS_BINDINGS` names another folder of tables, for trying those of a TensorRT release that is not in the
//!   repository yet. `TRT_STUB=1` (and a build for docs.rs) uses the committed tables whatever else is set.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-env-changed=TRT_STUB");
    println!("cargo::rerun-if-env-changed=DOCS_RS");
    println!("cargo::rerun-if-env-changed=VRT_SYS_BINDINGS");
    // Relative to this folder, as cargo reads them: a checkout that is reached by another path is not another one.
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let repository = Path::new("../../bindings/src");
    let committed = if here.join(repository).join("methods.rs").is_file() { repository } else { Path::new("bindings") };
    let stub = std::env::var("TRT_STUB").is_ok_and(|v| v == "1") || std::env::var_os("DOCS_RS").is_some();
    let other = std::env::var_os("VRT_SYS_BINDINGS").map(PathBuf::from).filter(|_| !stub);
    println!("cargo::rerun-if-changed={}", other.as_deref().unwrap_or(committed).display());
    let folder = other.unwrap_or_else(|| here.join(committed));
    if !folder.join("methods.rs").is_file() {
        println!("cargo::error=no TensorRT tables in {}: `cargo xtask bindings` makes them", folder.display());
    }
    println!("cargo::rustc-env=VRT_SYS_TABLES={}", folder.display());
}
