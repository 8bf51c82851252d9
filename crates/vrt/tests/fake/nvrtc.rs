//! Compiles kernels by NVRTC for GPUs that are not here: for the tests of every crate with kernels.

use vrt::cuda::{KernelSource, Nvrtc, Sm, compile_ptx};

/// Checks that the kernels compile, and that their committed PTX is what its compiler makes of them. Without NVRTC nothing is tried, unless
/// VRT_NVRTC names one.
pub fn check(sources: &[KernelSource]) {
    let nvrtc = match Nvrtc::get() {
        Ok(nvrtc) => nvrtc,
        Err(missing) => {
            assert!(std::env::var_os("VRT_NVRTC").is_none(), "VRT_NVRTC does not open: {missing:?}");
            eprintln!("skipped: no NVRTC ({})", missing.tried.join(", "));
            return;
        }
    };
    for source in sources {
        // An old GPU, Jetson Orin, H100 and H200.
        for (major, minor) in [(7, 5), (8, 7), (9, 0)] {
            let code = source.compile_for(Sm { major, minor }).unwrap();
            assert!(code.starts_with(b"\x7fELF"), "{} for sm_{major}{minor}", source.name);
        }
        // The committed text is this compiler's where it is the version that made it.
        if nvrtc.version() == (12, 2) {
            assert_eq!(compile_ptx(source.name, source.cuda, source.options).unwrap(), source.ptx.unwrap(), "{}", source.name);
        }
    }
}
