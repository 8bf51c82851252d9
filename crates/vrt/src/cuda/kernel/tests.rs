use super::super::nvrtc::compile_ptx;
use super::*;

const SOURCE: KernelSource = KernelSource {
    name: "double it",
    cuda: r#"extern "C" __global__ void twice(float* values, int len) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < len) values[i] *= 2.0f;
    }"#,
    options: &["--fmad=false"],
    ptx: None,
};
const ORIN: Sm = Sm { major: 8, minor: 7 };

/// NVRTC where the machine has one; tests that compile do nothing without it unless VRT_NVRTC names one.
fn nvrtc() -> Option<&'static Nvrtc> {
    match Nvrtc::get() {
        Ok(nvrtc) => Some(nvrtc),
        Err(missing) => {
            assert!(std::env::var_os("VRT_NVRTC").is_none(), "VRT_NVRTC does not open: {missing:?}");
            eprintln!("skipped: no NVRTC ({})", missing.tried.join(", "));
            None
        }
    }
}

#[test]
fn the_key_changes_with_all_that_the_code_depends_on() {
    let key = |source: &KernelSource| source.key(ORIN, (12, 6));
    let base = key(&SOURCE);
    assert_eq!(base, key(&SOURCE));
    assert_eq!(base, key(&KernelSource { name: "another name", ..SOURCE }), "the name is for people only");
    assert_ne!(base, key(&KernelSource { cuda: "", ..SOURCE }));
    assert_ne!(base, key(&KernelSource { options: &[], ..SOURCE }));
    assert_ne!(base, key(&KernelSource { options: &["--fmad=false", "-lineinfo"], ..SOURCE }));
    assert_ne!(base, SOURCE.key(Sm { major: 9, minor: 0 }, (12, 6)));
    assert_ne!(base, SOURCE.key(ORIN, (12, 8)));
    // Parts are framed by their length: text cannot move from one into the next.
    let moved = KernelSource { options: &["--fmad=", "false"], ..SOURCE };
    assert_ne!(base, key(&moved));
}

#[test]
fn a_cached_image_is_read_only_if_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file_name("double it", &SOURCE.key(ORIN, (12, 6))));
    assert!(path.file_name().unwrap().to_str().unwrap().starts_with("double_it-"));
    assert_eq!(read_cached(&path), None);
    write_cached(&path, b"an image");
    assert_eq!(read_cached(&path).unwrap(), b"an image");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(read_cached(&path), None, "a flipped bit");
    std::fs::write(&path, &bytes[..MAGIC.len() + 10]).unwrap();
    assert_eq!(read_cached(&path), None, "a truncated file");
    std::fs::write(&path, b"").unwrap();
    assert_eq!(read_cached(&path), None, "an empty file");
}

#[test]
fn kernels_compile_for_gpus_that_are_not_here() {
    let Some(nvrtc) = nvrtc() else { return };
    for sm in [ORIN, Sm { major: 9, minor: 0 }] {
        assert_eq!(nvrtc.target(sm), Target::Cubin(sm));
        let image = SOURCE.compile(nvrtc, Target::Cubin(sm)).unwrap();
        assert!(image.starts_with(b"\x7fELF"), "CUBIN is an ELF file");
        let text = SOURCE.compile(nvrtc, Target::Ptx(sm)).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains(&format!(".target sm_{sm}")) && text.contains(".entry twice"), "{text}");
    }
}

/// An old GPU, Jetson Orin, H100 and H200.
#[test]
fn this_crates_kernels_compile_for_old_and_new_gpus() {
    let Some(nvrtc) = nvrtc() else { return };
    for source in [super::super::finite::SOURCE, super::super::frame_input::SOURCE, super::super::parameters::SOURCE] {
        for sm in [Sm { major: 7, minor: 5 }, ORIN, Sm { major: 9, minor: 0 }] {
            assert!(source.compile_for(sm).unwrap().starts_with(b"\x7fELF"), "{} for sm_{sm}", source.name);
        }
        // The committed text is this compiler's where it is the version that made it.
        if nvrtc.version() == (12, 2) {
            assert_eq!(compile_ptx(source.name, source.cuda, source.options).unwrap(), source.ptx.unwrap(), "{}", source.name);
        }
    }
}

#[test]
fn a_gpu_newer_than_the_compiler_gets_ptx() {
    let Some(nvrtc) = nvrtc() else { return };
    let Target::Ptx(sm) = nvrtc.target(Sm { major: 99, minor: 0 }) else { panic!("machine code for an unknown GPU") };
    assert!(sm >= Sm { major: 9, minor: 0 });
    assert!(SOURCE.compile(nvrtc, Target::Ptx(sm)).unwrap().starts_with(b"//"));
}

#[test]
fn a_mistake_in_a_kernel_shows_the_compilers_log() {
    let Some(nvrtc) = nvrtc() else { return };
    let wrong = KernelSource { cuda: "extern \"C\" __global__ void wrong() { undeclared = 1; }", ..SOURCE };
    let error = wrong.compile(nvrtc, Target::Ptx(ORIN)).unwrap_err();
    let KernelError::Compile { log, options, .. } = &error else { panic!("{error}") };
    assert!(log.contains("undeclared") && log.contains("double it.cu"), "{log}");
    assert_eq!(options, &["--gpu-architecture=compute_87", "--fmad=false"]);
    let nul = KernelSource { cuda: "// \0", ..SOURCE };
    assert!(matches!(nul.compile(nvrtc, Target::Ptx(ORIN)), Err(KernelError::Nul { .. })));
}

#[test]
fn grids_cover_all_items() {
    assert_eq!(Grid::cover(1000, 256).blocks, (4, 1, 1));
    assert_eq!(Grid::cover(0, 256).blocks, (0, 1, 1));
    assert_eq!(Grid::cover(u32::MAX, 0).threads, (1, 1, 1));
    assert_eq!(Grid::cover_picture(1920, 1080, (32, 8)).blocks, (60, 135, 1));
}
