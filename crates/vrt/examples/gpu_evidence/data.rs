//! The plan, and arrays in files: raw little-endian values, or NumPy's `.npy`.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use vrt::tensorrt::{Golden, HostTensor, Precision, ShapeRange};

use crate::Outcome;

/// What to do, from a JSON file; paths are relative to it.
#[derive(Debug, Clone, Deserialize)]
pub struct Plan {
    pub models: Vec<Model>,
    /// ONNX files that cannot be built.
    #[serde(default)]
    pub broken: Vec<PathBuf>,
    /// A model with a dynamic batch, for absurd shapes.
    #[serde(default)]
    pub dynamic: Option<PathBuf>,
    /// A model whose run takes microseconds, so that a session's own time shows.
    #[serde(default)]
    pub tiny: Option<PathBuf>,
    /// `bare.cpp`, compiled.
    #[serde(default)]
    pub bare: Option<PathBuf>,
    /// Folder of engines.
    pub store: PathBuf,
    /// Seconds after the start when no more is built.
    pub build_seconds: u64,
    /// Seconds for one measurement.
    pub seconds_per_step: f64,
    /// Seconds for a soak test.
    pub soak_seconds: f64,
    /// Frames of the soak test.
    pub frames: u64,
    /// Sessions made and dropped.
    pub cycles: u64,
}

/// A model to build.
#[derive(Debug, Clone, Deserialize)]
pub struct Model {
    pub name: String,
    pub onnx: PathBuf,
    pub precisions: Vec<Precision>,
    #[serde(default = "three")]
    pub level: u8,
    #[serde(default)]
    pub shapes: Vec<ShapeRange>,
    #[serde(default)]
    pub inputs: Vec<Array>,
    #[serde(default)]
    pub outputs: Vec<Array>,
}

const fn three() -> u8 {
    3
}

/// An array in a file.
#[derive(Debug, Clone, Deserialize)]
pub struct Array {
    pub name: String,
    pub file: PathBuf,
    pub shape: Vec<usize>,
    /// `f32`, `i64`, `i32` or `u8`; `.npy` files tell it themselves.
    #[serde(default)]
    pub dtype: Option<String>,
}

impl Plan {
    pub fn read(path: &Path) -> Outcome<Self> {
        let mut plan: Self = serde_json::from_str(&std::fs::read_to_string(path)?)?;
        let folder = path.parent().unwrap_or(Path::new(".")).to_owned();
        let place = |path: &mut PathBuf| *path = folder.join(&*path);
        place(&mut plan.store);
        plan.broken.iter_mut().for_each(place);
        plan.dynamic.iter_mut().chain(&mut plan.tiny).chain(&mut plan.bare).for_each(place);
        for model in &mut plan.models {
            place(&mut model.onnx);
            model.inputs.iter_mut().chain(&mut model.outputs).for_each(|array| place(&mut array.file));
        }
        Ok(plan)
    }

    /// All precisions asked for, fp32 first: it builds fastest.
    pub fn precisions(&self) -> Vec<Precision> {
        let asked = |precision: &Precision| self.models.iter().any(|model| model.precisions.contains(precision));
        Precision::ALL.into_iter().filter(asked).collect()
    }
}

impl Model {
    /// Inputs and expected outputs.
    pub fn golden(&self, _precision: Precision) -> Outcome<Golden> {
        let read = |arrays: &[Array]| -> Outcome<Vec<(String, HostTensor)>> {
            arrays.iter().map(|array| Ok((array.name.clone(), array.read()?))).collect()
        };
        Ok(Golden { inputs: read(&self.inputs)?, expected: read(&self.outputs)?, tolerance: None })
    }
}

impl Array {
    pub fn read(&self) -> Outcome<HostTensor> {
        let bytes = std::fs::read(&self.file).map_err(|error| format!("{}: {error}", self.file.display()))?;
        if bytes.starts_with(b"\x93NUMPY") {
            return npy(&bytes);
        }
        values(self.dtype.as_deref().unwrap_or("f32"), &self.shape, &bytes)
    }
}

fn values(dtype: &str, shape: &[usize], bytes: &[u8]) -> Outcome<HostTensor> {
    macro_rules! of {
        ($type:ty) => {{
            let (parts, rest) = bytes.as_chunks::<{ size_of::<$type>() }>();
            if !rest.is_empty() {
                return Err("the file ends within a value".into());
            }
            HostTensor::new(shape, parts.iter().map(|part| <$type>::from_le_bytes(*part)).collect::<Vec<_>>())?
        }};
    }
    Ok(match dtype {
        "f32" => of!(f32),
        "i64" => of!(i64),
        "i32" => of!(i32),
        "u8" => of!(u8),
        other => return Err(format!("arrays of {other} are not read here").into()),
    })
}

/// NumPy's format, versions 1 and 2 (numpy.lib.format).
fn npy(bytes: &[u8]) -> Outcome<HostTensor> {
    let short = || "the .npy file is cut off";
    let major = *bytes.get(6).ok_or_else(short)?;
    let (start, len) = match major {
        1 => (10, usize::from(u16::from_le_bytes(bytes.get(8..10).ok_or_else(short)?.try_into()?))),
        _ => (12, u32::from_le_bytes(bytes.get(8..12).ok_or_else(short)?.try_into()?) as usize),
    };
    let header = std::str::from_utf8(bytes.get(start..start + len).ok_or_else(short)?)?;
    if header.contains("'fortran_order': True") {
        return Err("Fortran order is not read here".into());
    }
    let after = |key: &str| header.split_once(key).map(|(_, rest)| rest).ok_or("the .npy header lacks a field");
    let descr = after("'descr': '")?.split('\'').next().unwrap_or_default();
    let dtype = match descr {
        "<f4" => "f32",
        "<i8" => "i64",
        "<i4" => "i32",
        "|u1" | "|b1" => "u8",
        other => return Err(format!("arrays of {other} are not read here").into()),
    };
    let sides = after("'shape': (")?.split(')').next().unwrap_or_default();
    let shape: Vec<usize> = sides.split(',').map(str::trim).filter(|side| !side.is_empty()).map(str::parse).collect::<Result<_, _>>()?;
    values(dtype, &shape, &bytes[start + len..])
}
