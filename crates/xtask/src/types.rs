//! What bindgen is good at: enums, plain structs and `extern "C"` functions. (Its vtables are wrong for these classes: it
//! drops destructors and everything inherited, so the tables come from `scripts/tensorrt-abi/extract.py`.)

use std::path::Path;

use bindgen::{Builder, EnumVariation, RustEdition, RustTarget};

use crate::Result;
use crate::abi::{Abi, Family};
use crate::bound::ENUMS;
use crate::emit::NOTICE;

/// The functions that are looked up in the loaded libraries. Optional ones included: a symbol is looked for when it is used.
const INFER: &str = "createInferBuilder_INTERNAL|createInferRuntime_INTERNAL|getInferLibVersion|getInferLibBuildVersion";
const PARSER: &str = "createNvOnnxParser_INTERNAL|getNvOnnxParserVersion";

fn builder(includes: &[String]) -> Result<Builder> {
    let target = RustTarget::stable(85, 0).map_err(|e| e.to_string())?;
    Ok(Builder::default()
        .header_contents("all.hpp", "#include <NvInfer.h>\n#include <NvOnnxParser.h>\n")
        .clang_args(includes)
        // The headers use what they themselves have marked as deprecated.
        .clang_arg("-Wno-deprecated-declarations")
        .rust_target(target)
        .rust_edition(RustEdition::Edition2024)
        .default_enum_style(EnumVariation::NewType { is_bitfield: false, is_global: false })
        .use_core()
        .generate_comments(false)
        .derive_default(false)
        .formatter(bindgen::Formatter::Prettyplease)
        .disable_header_comment())
}

/// `bindings/src/types_FAMILY.rs`: enums and structs, named as in C++ less their namespaces.
pub fn enums_and_structs(family: Family, includes: &[String], abi: &Abi) -> Result<String> {
    let mut builder = builder(includes)?.allowlist_recursively(false).layout_tests(true);
    for (cpp, _, _) in ENUMS {
        // A version namespace may stand in the middle, and bindgen joins a class and its enum with `_`.
        let pattern = cpp.replace("nvinfer1::", "nvinfer1::(v_\\d_\\d::)?").replace("ILogger::", "ILogger_");
        builder = builder.allowlist_type(pattern);
    }
    if family == Family::Trt11 {
        // The same in every family, as the sizes and offsets in bindings/abi say.
        for name in ["Dims64", "InterfaceInfo"] {
            builder = builder.allowlist_type(format!("nvinfer1::{name}"));
        }
        builder =
            builder.allowlist_type("nvinfer1::AsciiChar").allowlist_type("nvinfer1::InterfaceKind").allowlist_type("nvinfer1::char_t");
    }
    let mut text = builder.generate()?.to_string();
    // Longest first, so that no name is cut in the middle.
    for (from, to) in [
        ("nvonnxparser_ErrorCode", "ParserErrorCode"),
        ("nvonnxparser_", ""),
        ("nvinfer1_v_1_0_ILogger_", ""),
        ("nvinfer1_ILogger_", ""),
        ("nvinfer1_v_1_0_", ""),
        ("nvinfer1_", ""),
        ("TensorIOMode", "TensorIoMode"),
    ] {
        text = text.replace(from, to);
    }
    compare(&text, abi)?;
    Ok(format!("{NOTICE}// Written by bindgen from the headers of {} {}.\n\n{text}", family.product(), abi.version()?))
}

/// Both readers have to agree on every enum's value.
fn compare(text: &str, abi: &Abi) -> Result<()> {
    for (cpp, rust, _) in ENUMS {
        let Some(expected) = abi.enums.get(*cpp) else { continue };
        for (constant, value) in expected.constants() {
            if !text.contains(&format!("pub const {constant}: {rust} = {rust}({value});"))
                && !text.contains(&format!("pub const {constant}: {rust} = {rust}(\n        {value},\n    );"))
            {
                return Err(format!("bindgen and libclang's own reading disagree on {cpp}::{constant} = {value}").into());
            }
        }
    }
    Ok(())
}

/// `bindings/src/functions.rs`: the libraries' exported C functions, looked up at run time.
pub fn functions(includes: &[String]) -> Result<String> {
    let mut out = NOTICE.to_owned();
    for (library, pattern) in [("InferFunctions", INFER), ("ParserFunctions", PARSER)] {
        let text = builder(includes)?
            .allowlist_function(pattern)
            .allowlist_recursively(false)
            .dynamic_library_name(library)
            .dynamic_link_require_all(false)
            .layout_tests(false)
            .generate()?
            .to_string();
        out.push('\n');
        out.push_str(&text);
    }
    Ok(out)
}

/// The include path of a header set, as `extract.py` has it.
pub fn includes(set: &Path, stub: &Path) -> Result<Vec<String>> {
    let builtin = std::process::Command::new("g++").arg("-print-file-name=include").output()?;
    let builtin = String::from_utf8(builtin.stdout)?;
    let mut out = vec!["-x".to_owned(), "c++".to_owned(), "-std=c++17".to_owned(), format!("-I{}", stub.display())];
    for folder in [set.to_path_buf(), set.join("include"), set.join("onnx")] {
        out.push(format!("-I{}", folder.display()));
    }
    out.push("-isystem".to_owned());
    out.push(builtin.trim().to_owned());
    Ok(out)
}
