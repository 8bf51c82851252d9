//! Compiles the kernels to the PTX that is committed beside them, for systems without NVRTC.
//!
//! ```sh
//! VRT_NVRTC=/path/to/libnvrtc.so.12 cargo run -p vrt-depth-anything --features cuda --example build_depth_kernels
//! ```
//! PTX loads on drivers at least as new as the NVRTC that made it, so take an old one: 12.2 or before.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    for source in vrt_depth_anything::cuda::KERNELS {
        let ptx = vrt::cuda::compile_ptx(source.name, source.cuda, source.options)?;
        let target = folder.join(source.name.trim_start_matches("depth-anything-")).with_extension("ptx");
        std::fs::write(&target, &ptx)?;
        println!("{} ({} bytes)", target.display(), ptx.len());
    }
    Ok(())
}
