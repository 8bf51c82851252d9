//! C++ names and types as Rust writes them.

use crate::Result;
use crate::merge::Merged;

/// `getNbIOTensors` -> `get_nb_io_tensors`.
pub fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, &c) in chars.iter().enumerate() {
        if c.is_ascii_uppercase() && i > 0 {
            let after_lower = !chars[i - 1].is_ascii_uppercase();
            let before_lower = chars.get(i + 1).is_some_and(char::is_ascii_lowercase);
            if after_lower || before_lower {
                out.push('_');
            }
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// `get_nb_io_tensors` -> `GetNbIoTensors`.
pub fn pascal(snake: &str) -> String {
    snake.split('_').filter(|w| !w.is_empty()).fold(String::new(), |mut out, word| {
        let mut chars = word.chars();
        out.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        out.push_str(chars.as_str());
        out
    })
}

/// `kSTRONGLY_TYPED` -> `StronglyTyped`.
pub fn variant(constant: &str) -> String {
    pascal(&constant.strip_prefix('k').unwrap_or(constant).to_ascii_lowercase())
}

/// `ICudaEngine` -> `cuda_engine`.
pub fn object(interface: &str) -> String {
    snake(interface.strip_prefix('I').unwrap_or(interface))
}

/// How a value of a C++ type crosses the boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Void,
    Bool,
    I32,
    U32,
    I64,
    Usize,
    F32,
    Text,
    Dims,
    DimsPointer,
    Pointer,
}

impl Kind {
    pub fn rust(self) -> &'static str {
        match self {
            Self::Void => "()",
            Self::Bool => "bool",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::Usize => "usize",
            Self::F32 => "f32",
            Self::Text => "*const c_char",
            Self::Dims => "Dims64",
            Self::DimsPointer => "*const Dims64",
            Self::Pointer => "*mut c_void",
        }
    }
}

/// The kind of a canonical C++ type. Anything not known to be passed in one register or as a plain struct is refused.
pub fn kind(cpp: &str, merged: &Merged) -> Result<Kind> {
    let bare = cpp.trim().trim_start_matches("const ").trim_end_matches("const").trim();
    Ok(match bare {
        "void" => Kind::Void,
        "bool" => Kind::Bool,
        "int" => Kind::I32,
        "unsigned int" => Kind::U32,
        "long" => Kind::I64,
        "unsigned long" => Kind::Usize,
        "float" => Kind::F32,
        "char *" => Kind::Text,
        "nvinfer1::Dims64" => Kind::Dims,
        "nvinfer1::Dims64 &" => Kind::DimsPointer,
        _ if bare.ends_with('*') || bare.ends_with('&') => Kind::Pointer,
        _ if enum_type(bare, merged).as_deref() == Some("int") => Kind::I32,
        _ => return Err(format!("type `{cpp}` has no place in the bindings").into()),
    })
}

fn enum_type(name: &str, merged: &Merged) -> Option<String> {
    merged.newest.enums.get(&name.replace("::v_1_0::", "::")).map(|e| e.kind.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_rust() {
        assert_eq!(snake("getNbIOTensors"), "get_nb_io_tensors");
        assert_eq!(snake("isShapeInferenceIO"), "is_shape_inference_io");
        assert_eq!(snake("enqueueV3"), "enqueue_v3");
        assert_eq!(snake("platformHasFastFp16"), "platform_has_fast_fp16");
        assert_eq!(object("ICudaEngine"), "cuda_engine");
        assert_eq!(variant("kSTRONGLY_TYPED"), "StronglyTyped");
        assert_eq!(variant("kTF32"), "Tf32");
        assert_eq!(variant("kPROFILE_SHARING_0806"), "ProfileSharing0806");
    }
}
