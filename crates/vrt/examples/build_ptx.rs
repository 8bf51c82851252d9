//! Compiles a CUDA source to the PTX that lies beside it, for systems without NVRTC.
//!
//! ```sh
//! VRT_NVRTC=/path/to/libnvrtc.so.12 cargo run -p vrt --features cuda --example build_ptx -- crates/vrt/kernels/finite.cu
//! VRT_NVRTC=/path/to/libnvrtc.so.12 cargo run -p vrt --features cuda --example build_ptx -- --fmad=false crates/vrt/kernels/preprocess.cu
//! ```
//! Words that begin with `-` are options of the compiler: those that the source's `KernelSource` has.
//! PTX loads on drivers at least as new as the NVRTC that made it, so take an old one: 12.2 or before. The architecture is `compute_75`
//! (Turing), which every newer GPU runs.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (options, paths): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word.starts_with('-'));
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    if paths.is_empty() {
        return Err("usage: build_ptx [OPTION ...] FILE.cu ...".into());
    }
    for path in paths.iter().map(Path::new) {
        let source = std::fs::read_to_string(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let ptx = vrt::cuda::compile_ptx(&name, &source, &options)?;
        let target = path.with_extension("ptx");
        std::fs::write(&target, &ptx)?;
        println!("{} ({} bytes)", target.display(), ptx.len());
    }
    Ok(())
}
