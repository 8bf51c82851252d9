//! What an ONNX file says about itself, read without a parser library: its hash, its external data, its inputs and the types inside.
//!
//! The engine store needs the hashes, TensorRT 11 takes the precision from the types inside, and a model whose external data is missing
//! is told before a builder starts. Field numbers are those of `onnx.proto3` (ONNX 1.17).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

mod walk;

use super::hashed::{hash_file, read_hashed};
use walk::{Field, Fields, Value};

/// An ONNX file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OnnxError {
    /// A file could not be read.
    #[error("reading {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is not an ONNX model.
    #[error("{} is not a whole ONNX file: {reason}{}", path.display(), lfs_hint(*pointer))]
    NotOnnx {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
        /// It is a Git LFS pointer, not the file itself.
        pointer: bool,
    },
    /// Weights kept in other files that are not there.
    #[error(
        "{} keeps weights in other files, which are missing beside it: {}. Copy them into the same folder (they belong to the export), or save the model as one file",
        path.display(), missing.join(", ")
    )]
    MissingExternalData {
        /// The ONNX file.
        path: PathBuf,
        /// Locations of the files that are missing.
        missing: Vec<String>,
    },
    /// Weights kept at a location outside the model's folder.
    #[error(
        "{} keeps weights at `{location}`, which is not inside its own folder. Such a path could read any file, so it is refused: save the model anew with relative locations",
        path.display()
    )]
    ExternalDataOutside {
        /// The ONNX file.
        path: PathBuf,
        /// The location it names.
        location: String,
    },
}

fn lfs_hint(pointer: bool) -> &'static str {
    if pointer { ". It is a Git LFS pointer: run `git lfs pull` to get the file itself" } else { "" }
}

/// A file and its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileHash {
    /// Name, relative to the model's folder.
    pub file: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 in lower-case hexadecimal digits.
    pub sha256: String,
}

/// One side of an input or output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnnxDim {
    /// A fixed size.
    Fixed(i64),
    /// A size that is told at run time, with its name, which may be empty.
    Dynamic(String),
}

/// An input or output of the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnnxTensor {
    /// Its name.
    pub name: String,
    /// ONNX's number of the element type.
    pub element_type: i64,
    /// Its shape; `None` where the file gives none.
    pub shape: Option<Vec<OnnxDim>>,
}

/// ONNX's numbers of element types (`TensorProto.DataType`).
pub(crate) mod element_type {
    pub const FLOAT16: i64 = 10;
    pub const BFLOAT16: i64 = 16;
    pub const FLOAT8: std::ops::RangeInclusive<i64> = 17..=20;
}

/// What an ONNX file says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnnxSummary {
    /// The file.
    pub path: PathBuf,
    /// Hash of the file.
    pub hash: FileHash,
    /// Hashes of the files its weights are kept in, sorted by name.
    pub external: Vec<FileHash>,
    /// Inputs that are not weights.
    pub inputs: Vec<OnnxTensor>,
    /// Outputs.
    pub outputs: Vec<OnnxTensor>,
    /// Nodes, also those of subgraphs and functions.
    pub nodes: usize,
    /// How often each operator is there, as `Conv`, or `com.microsoft.Gelu` outside ONNX's own domain.
    pub operators: BTreeMap<String, usize>,
    /// How many weight tensors there are of each element type.
    pub weights: BTreeMap<i64, usize>,
    /// Element types that `Cast` nodes turn values into.
    pub casts: BTreeSet<i64>,
    /// Version of ONNX's own operators.
    pub opset: i64,
}

impl OnnxSummary {
    /// Reads and hashes a model and the files its weights are kept in.
    ///
    /// # Errors
    /// [`OnnxError`]: unreadable, not an ONNX file, external data missing or outside the model's folder.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, OnnxError> {
        let path = path.as_ref();
        let (bytes, sha256) = read_hashed(path).map_err(|source| OnnxError::Read { path: path.to_owned(), source })?;
        let wrong = |reason: &str| OnnxError::NotOnnx {
            path: path.to_owned(),
            reason: reason.to_owned(),
            pointer: bytes.starts_with(b"version https://git-lfs"),
        };
        if bytes.is_empty() {
            return Err(wrong("it is empty"));
        }
        let mut found = Found::default();
        found.model(&bytes).map_err(|walk::Broken| wrong("its structure is broken (a partial download?)"))?;
        if !found.has_graph {
            return Err(wrong("it holds no graph"));
        }
        let external = external(path, &found.external)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let hash = FileHash { file: name, bytes: bytes.len() as u64, sha256 };
        let Found { mut inputs, outputs, nodes, operators, weights, casts, opset, initializers, .. } = found;
        // Before IR version 4, weights were listed among the inputs, too.
        inputs.retain(|input| !initializers.contains(&input.name));
        Ok(Self { path: path.to_owned(), hash, external, inputs, outputs, nodes, operators, weights, casts, opset })
    }

    /// Whether the model is quantised by `QuantizeLinear`/`DequantizeLinear` nodes, and to what.
    pub fn quantized(&self) -> Option<Quantized> {
        let nodes = ["QuantizeLinear", "DequantizeLinear"];
        if !nodes.iter().any(|operator| self.operators.contains_key(*operator)) {
            return None;
        }
        let fp8 = self.weights.keys().any(|kind| element_type::FLOAT8.contains(kind));
        Some(if fp8 { Quantized::Fp8 } else { Quantized::Int8 })
    }

    /// Operator and name of every node with one of these operators, but for those that the model itself defines as functions. Reads the file
    /// again.
    ///
    /// # Errors
    /// [`OnnxError`] where the file has changed since.
    pub(crate) fn nodes_with(&self, operators: &BTreeSet<&str>) -> Result<Vec<(String, String)>, OnnxError> {
        let path = &self.path;
        let bytes = std::fs::read(path).map_err(|source| OnnxError::Read { path: path.clone(), source })?;
        let mut found = Found { wanted: operators.iter().map(|&operator| operator.to_owned()).collect(), ..Found::default() };
        found.model(&bytes).map_err(|walk::Broken| OnnxError::NotOnnx {
            path: path.clone(),
            reason: "its structure is broken (has it changed?)".to_owned(),
            pointer: false,
        })?;
        let Found { named, functions, .. } = found;
        Ok(named.into_iter().filter(|(operator, _)| !functions.contains(operator)).collect())
    }

    /// Whether weights, casts or inputs of this element type are inside.
    pub(crate) fn computes_in(&self, element_type: i64) -> bool {
        self.weights.contains_key(&element_type)
            || self.casts.contains(&element_type)
            || self.inputs.iter().any(|input| input.element_type == element_type)
    }
}

/// What a quantised model is quantised to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantized {
    /// 8-bit integers.
    Int8,
    /// 8-bit floats.
    Fp8,
}

/// Hashes the files that weights are kept in.
fn external(path: &Path, locations: &BTreeSet<String>) -> Result<Vec<FileHash>, OnnxError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut missing = Vec::new();
    let mut hashes = Vec::new();
    for location in locations {
        let inside = Path::new(location).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if !inside || location.is_empty() {
            return Err(OnnxError::ExternalDataOutside { path: path.to_owned(), location: location.clone() });
        }
        let file = folder.join(location);
        if !file.is_file() {
            missing.push(location.clone());
            continue;
        }
        let (bytes, sha256) = hash_file(&file).map_err(|source| OnnxError::Read { path: file.clone(), source })?;
        hashes.push(FileHash { file: location.clone(), bytes, sha256 });
    }
    if missing.is_empty() { Ok(hashes) } else { Err(OnnxError::MissingExternalData { path: path.to_owned(), missing }) }
}

/// What the walk over the file collects.
#[derive(Default)]
struct Found {
    has_graph: bool,
    inputs: Vec<OnnxTensor>,
    outputs: Vec<OnnxTensor>,
    initializers: BTreeSet<String>,
    external: BTreeSet<String>,
    nodes: usize,
    operators: BTreeMap<String, usize>,
    weights: BTreeMap<i64, usize>,
    casts: BTreeSet<i64>,
    opset: i64,
    /// Operators whose nodes are to be named.
    wanted: BTreeSet<String>,
    named: Vec<(String, String)>,
    /// Operators that the model defines.
    functions: BTreeSet<String>,
}

/// Subgraphs inside subgraphs: deeper than any exporter writes, far from the end of the stack.
const DEPTH: usize = 32;

impl Found {
    fn model(&mut self, bytes: &[u8]) -> Result<(), walk::Broken> {
        for field in Fields::new(bytes) {
            match field? {
                Field { number: 7, value: Value::Bytes(graph) } => {
                    self.has_graph = true;
                    self.graph(graph, DEPTH, true)?;
                }
                Field { number: 8, value: Value::Bytes(opset) } => self.opset_import(opset)?,
                Field { number: 25, value: Value::Bytes(function) } => {
                    self.function(function)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn function(&mut self, bytes: &[u8]) -> Result<(), walk::Broken> {
        let (mut name, mut domain) = ("", "");
        for field in Fields::new(bytes) {
            match field? {
                Field { number: 1, value: Value::Bytes(text) } => name = walk::text(text)?,
                Field { number: 10, value: Value::Bytes(text) } => domain = walk::text(text)?,
                Field { number: 7, value: Value::Bytes(node) } => self.node(node, DEPTH)?,
                _ => {}
            }
        }
        self.functions.insert(qualified(domain, name));
        Ok(())
    }

    fn opset_import(&mut self, bytes: &[u8]) -> Result<(), walk::Broken> {
        let (mut domain, mut version) = ("", 0);
        for field in Fields::new(bytes) {
            match field? {
                Field { number: 1, value: Value::Bytes(text) } => domain = walk::text(text)?,
                Field { number: 2, value: Value::Number(number) } => version = number,
                _ => {}
            }
        }
        if domain.is_empty() || domain == "ai.onnx" {
            self.opset = version;
        }
        Ok(())
    }

    fn graph(&mut self, bytes: &[u8], depth: usize, top: bool) -> Result<(), walk::Broken> {
        let depth = depth.checked_sub(1).ok_or(walk::Broken)?;
        for field in Fields::new(bytes) {
            match field? {
                Field { number: 1, value: Value::Bytes(node) } => self.node(node, depth)?,
                Field { number: 5, value: Value::Bytes(tensor) } => {
                    let name = self.tensor(tensor)?.to_owned();
                    if top {
                        self.initializers.insert(name);
                    }
                }
                Field { number: 11, value: Value::Bytes(info) } if top => self.inputs.push(value_info(info)?),
                Field { number: 12, value: Value::Bytes(info) } if top => self.outputs.push(value_info(info)?),
                Field { number: 15, value: Value::Bytes(sparse) } => self.sparse(sparse)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn node(&mut self, bytes: &[u8], depth: usize) -> Result<(), walk::Broken> {
        let (mut name, mut operator, mut domain) = ("", "", "");
        let mut cast_to = None;
        for field in Fields::new(bytes) {
            match field? {
                Field { number: 3, value: Value::Bytes(text) } => name = walk::text(text)?,
                Field { number: 4, value: Value::Bytes(text) } => operator = walk::text(text)?,
                Field { number: 7, value: Value::Bytes(text) } => domain = walk::text(text)?,
                Field { number: 5, value: Value::Bytes(attribute) } => {
                    if let ("to", Some(number)) = self.attribute(attribute, depth)? {
                        cast_to = Some(number);
                    }
                }
                _ => {}
            }
        }
        if let ("Cast", Some(to)) = (operator, cast_to) {
            self.casts.insert(to);
        }
        self.nodes += 1;
        let operator = qualified(domain, operator);
        if self.wanted.contains(&operator) {
            self.named.push((operator.clone(), name.to_owned()));
        }
        *self.operators.entry(operator).or_default() += 1;
        Ok(())
    }

    /// Walks an attribute and returns its name and, where it holds one, its integer.
    fn attribute<'a>(&mut self, bytes: &'a [u8], depth: usize) -> Result<(&'a str, Option<i64>), walk::Broken> {
        let (mut name, mut number) = ("", None);
        for field in Fields::new(bytes) {
            match field? {
                Field { number: 1, value: Value::Bytes(text) } => name = walk::text(text)?,
                Field { number: 3, value: Value::Number(value) } => number = Some(value),
                Field { number: 5 | 10, value: Value::Bytes(tensor) } => {
                    self.tensor(tensor)?;
                }
                Field { number: 6 | 11, value: Value::Bytes(graph) } => self.graph(graph, depth, false)?,
                Field { number: 22 | 23, value: Value::Bytes(sparse) } => self.sparse(sparse)?,
                _ => {}
            }
        }
        Ok((name, number))
    }

    fn sparse(&mut self, bytes: &[u8]) -> Result<(), walk::Broken> {
        for field in Fields::new(bytes) {
            if let Field { number: 1 | 2, value: Value::Bytes(tensor) } = field? {
                self.tensor(tensor)?;
            }
        }
        Ok(())
    }

    /// Notes a tensor's type and location, and returns its name.
    fn tensor<'a>(&mut self, bytes: &'a [u8]) -> Result<&'a str, walk::Broken> {
        let (mut name, mut kind, mut outside, mut location) = ("", 0, false, None);
        for field in Fields::new(bytes) {
            match field? {
                Field { number: 2, value: Value::Number(number) } => kind = number,
                Field { number: 8, value: Value::Bytes(text) } => name = walk::text(text)?,
                Field { number: 13, value: Value::Bytes(entry) } => {
                    if let ("location", value) = walk::string_entry(entry)? {
                        location = Some(value);
                    }
                }
                Field { number: 14, value: Value::Number(number) } => outside = number == 1,
                _ => {}
            }
        }
        *self.weights.entry(kind).or_default() += 1;
        if let (true, Some(location)) = (outside, location) {
            self.external.insert(location.to_owned());
        }
        Ok(name)
    }
}

/// `Conv`, or `com.microsoft.Gelu` outside ONNX's own domain.
fn qualified(domain: &str, operator: &str) -> String {
    if domain.is_empty() || domain == "ai.onnx" { operator.to_owned() } else { format!("{domain}.{operator}") }
}

fn value_info(bytes: &[u8]) -> Result<OnnxTensor, walk::Broken> {
    let mut tensor = OnnxTensor { name: String::new(), element_type: 0, shape: None };
    for field in Fields::new(bytes) {
        match field? {
            Field { number: 1, value: Value::Bytes(text) } => tensor.name = walk::text(text)?.to_owned(),
            Field { number: 2, value: Value::Bytes(kind) } => {
                for field in Fields::new(kind) {
                    if let Field { number: 1, value: Value::Bytes(tensor_type) } = field? {
                        tensor_type_into(tensor_type, &mut tensor)?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(tensor)
}

fn tensor_type_into(bytes: &[u8], tensor: &mut OnnxTensor) -> Result<(), walk::Broken> {
    for field in Fields::new(bytes) {
        match field? {
            Field { number: 1, value: Value::Number(kind) } => tensor.element_type = kind,
            Field { number: 2, value: Value::Bytes(shape) } => {
                let mut dims = Vec::new();
                for field in Fields::new(shape) {
                    if let Field { number: 1, value: Value::Bytes(dim) } = field? {
                        dims.push(dimension(dim)?);
                    }
                }
                tensor.shape = Some(dims);
            }
            _ => {}
        }
    }
    Ok(())
}

fn dimension(bytes: &[u8]) -> Result<OnnxDim, walk::Broken> {
    let mut dim = OnnxDim::Dynamic(String::new());
    for field in Fields::new(bytes) {
        match field? {
            Field { number: 1, value: Value::Number(size) } => dim = OnnxDim::Fixed(size),
            Field { number: 2, value: Value::Bytes(name) } => dim = OnnxDim::Dynamic(walk::text(name)?.to_owned()),
            _ => {}
        }
    }
    Ok(dim)
}

#[cfg(test)]
mod tests;
