//! What an engine file was built from and for, kept beside it.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::onnx::{FileHash, OnnxSummary};
use super::precision::{Precision, PrecisionBuilt};

/// The format of [`Manifest`], raised when its meaning changes; other formats are misses.
pub const MANIFEST_FORMAT: &str = "vrt-engine/1";

/// The range of shapes that an input may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShapeRange {
    /// The input.
    pub input: String,
    /// Smallest shape.
    pub min: Vec<usize>,
    /// The shape that the engine is tuned for.
    pub opt: Vec<usize>,
    /// Largest shape.
    pub max: Vec<usize>,
}

/// Everything that an engine depends on. A stored engine is used only where all of it is equal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineKey {
    /// The model's name: letters, digits, `-`, `_` and `.`.
    pub model: String,
    /// The ONNX file. Its name is for people, its hash and size are compared.
    pub onnx: FileHash,
    /// The files its weights are kept in.
    #[serde(default)]
    pub external: Vec<FileHash>,
    /// The loaded TensorRT library's version with its build number, e.g. `10.6.0.26`, and product.
    pub tensorrt: String,
    /// The product, e.g. `TensorRT` or `TensorRT-RTX`.
    pub product: String,
    /// The GPU's name.
    pub gpu: String,
    /// The GPU's compute capability without a dot, e.g. `90`.
    pub sm: String,
    /// The precision asked for.
    pub precision: Precision,
    /// Shape ranges of dynamic inputs.
    #[serde(default)]
    pub shapes: Vec<ShapeRange>,
    /// Builder optimisation level, 0 to 5.
    pub optimization_level: u8,
    /// Other flags that change the engine, sorted.
    #[serde(default)]
    pub flags: Vec<String>,
}

/// The file beside an engine, in JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`MANIFEST_FORMAT`].
    pub format: String,
    /// What the engine depends on.
    #[serde(flatten)]
    pub key: EngineKey,
    /// What it computes in.
    pub precision_built: PrecisionBuilt,
    /// The engine file.
    pub engine: FileHash,
    /// Workspace limit of the build in bytes.
    pub workspace_bytes: u64,
    /// Seconds the build took; the next build's estimate.
    pub build_seconds: f32,
    /// Seconds since 1970 when it was built.
    pub built_at: u64,
    /// The CUDA version the driver supported then, e.g. `12.6`.
    pub driver_cuda: String,
    /// Version of this crate.
    pub vrt: String,
}

/// One difference between a stored engine and what is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What differs, e.g. `TensorRT version`.
    pub what: &'static str,
    /// As it is in the stored engine.
    pub stored: String,
    /// As it is wanted now.
    pub wanted: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: the stored engine has {}, wanted is {}", self.what, self.stored, self.wanted)
    }
}

impl EngineKey {
    /// The engine's file name: `<model>-trt<version>-sm<capability>-<precision>.engine`, with `-b<largest batch>` behind the model where the
    /// first input's batch goes beyond 1.
    pub fn file_name(&self) -> String {
        let batch = self.shapes.first().and_then(|range| range.max.first()).copied().unwrap_or(1);
        let batch = if batch > 1 { format!("-b{batch}") } else { String::new() };
        let product = if self.product == "TensorRT" { "trt" } else { "trtrtx" };
        format!("{}{batch}-{product}{}-sm{}-{}.engine", self.model, self.tensorrt, self.sm, self.precision)
    }

    /// All that differs from a stored engine's key.
    pub fn differences(&self, stored: &Self) -> Vec<Difference> {
        let mut differences = Vec::new();
        let mut compare = |what, stored: String, wanted: String| {
            if stored != wanted {
                differences.push(Difference { what, stored, wanted });
            }
        };
        let hash = |file: &FileHash| format!("{} ({} bytes)", short(&file.sha256), file.bytes);
        let hashes = |files: &[FileHash]| files.iter().map(|file| format!("{} {}", file.file, hash(file))).collect::<Vec<_>>().join(", ");
        compare("model", stored.model.clone(), self.model.clone());
        // The whole hash is compared, the short one shown.
        if stored.onnx.sha256 != self.onnx.sha256 || stored.onnx.bytes != self.onnx.bytes {
            compare("ONNX file", hash(&stored.onnx), hash(&self.onnx));
        }
        if stored.external != self.external {
            compare("external weights", hashes(&stored.external), hashes(&self.external));
        }
        compare("product", stored.product.clone(), self.product.clone());
        compare("TensorRT version", stored.tensorrt.clone(), self.tensorrt.clone());
        compare("GPU", stored.gpu.clone(), self.gpu.clone());
        compare("compute capability", stored.sm.clone(), self.sm.clone());
        compare("precision", stored.precision.to_string(), self.precision.to_string());
        compare("shapes", shapes(&stored.shapes), shapes(&self.shapes));
        compare("optimisation level", stored.optimization_level.to_string(), self.optimization_level.to_string());
        compare("flags", stored.flags.join(" "), self.flags.join(" "));
        // Equal short forms of unequal values would otherwise say nothing.
        if differences.is_empty() && !self.same_as(stored) {
            differences.push(Difference { what: "key", stored: format!("{stored:?}"), wanted: format!("{self:?}") });
        }
        differences
    }

    /// Equal but for the names of the ONNX file, which may move.
    fn same_as(&self, stored: &Self) -> bool {
        let onnx = FileHash { file: stored.onnx.file.clone(), ..self.onnx.clone() };
        Self { onnx, ..self.clone() } == *stored
    }

    /// Fills in the hashes of a model.
    pub fn set_model_files(&mut self, model: &OnnxSummary) {
        self.onnx = model.hash.clone();
        self.external = model.external.clone();
    }
}

fn short(sha256: &str) -> &str {
    sha256.get(..12).unwrap_or(sha256)
}

fn shapes(ranges: &[ShapeRange]) -> String {
    let range = |range: &ShapeRange| format!("{} {:?}..{:?}..{:?}", range.input, range.min, range.opt, range.max);
    ranges.iter().map(range).collect::<Vec<_>>().join(", ")
}

impl Manifest {
    /// Reads the manifest beside an engine file.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let wrong = |error: serde_json::Error| format!("{} is no manifest of this version: {error}", path.display());
        // The format first: a manifest of another format need not have the same fields.
        let value: serde_json::Value = serde_json::from_str(&text).map_err(wrong)?;
        match value.get("format").and_then(serde_json::Value::as_str) {
            Some(MANIFEST_FORMAT) => serde_json::from_value(value).map_err(wrong),
            format => Err(format!("{} has the format {format:?}, not {MANIFEST_FORMAT:?}", path.display())),
        }
    }

    pub(crate) fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|mut text| {
            text.push('\n');
            text
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn key() -> EngineKey {
        EngineKey {
            model: "rfdetr-seg-nano".to_owned(),
            onnx: FileHash { file: "nano.onnx".to_owned(), bytes: 12, sha256: "a".repeat(64) },
            external: Vec::new(),
            tensorrt: "10.6.0.26".to_owned(),
            product: "TensorRT".to_owned(),
            gpu: "NVIDIA H200".to_owned(),
            sm: "90".to_owned(),
            precision: Precision::Fp16,
            shapes: Vec::new(),
            optimization_level: 3,
            flags: Vec::new(),
        }
    }

    #[test]
    fn the_name_says_what_the_engine_is_for() {
        assert_eq!(key().file_name(), "rfdetr-seg-nano-trt10.6.0.26-sm90-fp16.engine");
        let range = ShapeRange { input: "x".into(), min: vec![1, 3, 8, 8], opt: vec![4, 3, 8, 8], max: vec![8, 3, 8, 8] };
        let batched = EngineKey { shapes: vec![range], ..key() };
        assert_eq!(batched.file_name(), "rfdetr-seg-nano-b8-trt10.6.0.26-sm90-fp16.engine");
    }

    #[test]
    fn every_field_makes_a_difference() {
        let wanted = key();
        assert!(wanted.differences(&key()).is_empty());
        let file = |sha: char| FileHash { file: "w".into(), bytes: 1, sha256: sha.to_string().repeat(64) };
        let range = ShapeRange { input: "x".into(), min: vec![1], opt: vec![1], max: vec![2] };
        let late = format!("{}b", "a".repeat(63));
        let others = [
            EngineKey { model: "other".into(), ..key() },
            EngineKey { onnx: FileHash { sha256: late, ..key().onnx }, ..key() },
            EngineKey { onnx: FileHash { bytes: 13, ..key().onnx }, ..key() },
            EngineKey { external: vec![file('b')], ..key() },
            EngineKey { tensorrt: "10.3.0.26".into(), ..key() },
            EngineKey { product: "TensorRT-RTX".into(), ..key() },
            EngineKey { gpu: "Orin".into(), ..key() },
            EngineKey { sm: "87".into(), ..key() },
            EngineKey { precision: Precision::Fp32, ..key() },
            EngineKey { shapes: vec![range], ..key() },
            EngineKey { optimization_level: 5, ..key() },
            EngineKey { flags: vec!["version-compatible".into()], ..key() },
        ];
        for other in others {
            let differences = wanted.differences(&other);
            assert_eq!(differences.len(), 1, "{other:?}: {differences:?}");
        }
        let renamed = EngineKey { onnx: FileHash { file: "moved.onnx".into(), ..key().onnx }, ..key() };
        assert!(wanted.differences(&renamed).is_empty(), "the ONNX file may be renamed");
        let upgraded = EngineKey { tensorrt: "10.3.0.26".into(), ..key() };
        assert_eq!(wanted.differences(&upgraded)[0].to_string(), "TensorRT version: the stored engine has 10.3.0.26, wanted is 10.6.0.26");
    }
}
