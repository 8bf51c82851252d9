//! Reads an ONNX file and checks it before an engine sees it.

use std::io::{BufRead, BufReader, Cursor, Seek};
use std::path::Path;

use rten_onnx::onnx::{DataType, Dimension, GraphProto, ModelProto, ValueInfoProto};

use super::cubic::{self, CubicResize};
use super::{CpuBackend, CpuError, Dim, ElementType, TensorInfo, operators, side_files, wire};

/// What a session needs to know about a file.
pub(super) struct Inspected {
    pub(super) input: TensorInfo,
    pub(super) outputs: Vec<TensorInfo>,
    /// Nodes that rten computes right for some shapes of the input only.
    pub(super) cubic: Vec<CubicResize>,
}

/// Checks the file at `path`.
pub(super) fn inspect_file(file: &str, path: &Path, backend: CpuBackend) -> Result<Inspected, CpuError> {
    let open = || std::fs::File::open(path).map_err(|source| CpuError::Read { file: file.to_owned(), source });
    frame(file, &mut BufReader::new(open()?))?;
    let model = ModelProto::parse_file(open()?).map_err(|error| CpuError::NotOnnx { file: file.to_owned(), reason: error.to_string() })?;
    inspect(file, Some(path), &model, backend)
}

/// Checks the bytes of a file.
pub(super) fn inspect_bytes(file: &str, onnx: &[u8], backend: CpuBackend) -> Result<Inspected, CpuError> {
    frame(file, &mut Cursor::new(onnx))?;
    let model = ModelProto::parse_buf(onnx).map_err(|error| CpuError::NotOnnx { file: file.to_owned(), reason: error.to_string() })?;
    inspect(file, None, &model, backend)
}

fn frame(file: &str, onnx: &mut (impl BufRead + Seek)) -> Result<(), CpuError> {
    wire::check(onnx).map_err(|reason| CpuError::NotOnnx { file: file.to_owned(), reason })
}

fn inspect(file: &str, path: Option<&Path>, model: &ModelProto, backend: CpuBackend) -> Result<Inspected, CpuError> {
    let no_graph = || CpuError::NotOnnx { file: file.to_owned(), reason: "it holds no graph".to_owned() };
    let graph = model.graph.as_ref().ok_or_else(no_graph)?;
    let (input, outputs) = signature(graph).map_err(|reason| CpuError::Signature { file: file.to_owned(), reason })?;
    side_files::check(file, path, graph, backend)?;
    let mut cubic = Vec::new();
    if backend == CpuBackend::Rten {
        let operators = operators::unsupported(model, graph);
        if !operators.is_empty() {
            return Err(CpuError::Operators { file: file.to_owned(), engine: "rten", operators });
        }
        let refuse = |(node, reason)| CpuError::CubicResize { file: file.to_owned(), node, reason };
        cubic = cubic::find(model, graph).map_err(refuse)?;
        if let Some(shape) = input.fixed_shape() {
            for resize in cubic.drain(..) {
                resize.check(&shape).map_err(|reason| refuse((resize.node.clone(), reason)))?;
            }
        }
    }
    Ok(Inspected { input, outputs, cubic })
}

/// The one input and the outputs; the error says what a session can't work with, and what to do.
fn signature(graph: &GraphProto) -> Result<(TensorInfo, Vec<TensorInfo>), String> {
    // Before IR version 4 initialisers were listed as inputs too.
    let initialised = |value: &&ValueInfoProto| !graph.initializer.iter().any(|tensor| tensor.name == value.name);
    let values: Vec<&ValueInfoProto> = graph.input.iter().filter(initialised).collect();
    let mut inputs: Vec<TensorInfo> = values.iter().map(|value| tensor_info(value)).collect();
    let outputs: Vec<TensorInfo> = graph.output.iter().map(tensor_info).collect();
    if inputs.len() != 1 {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        return Err(format!("it has {} inputs ({}), but one picture goes in; export it with one input", inputs.len(), names.join(", ")));
    }
    let input = inputs.remove(0);
    if input.name.is_empty() || outputs.iter().any(|output| output.name.is_empty()) {
        return Err("an input or output has no name; export it again".to_owned());
    }
    if outputs.is_empty() {
        return Err("it has no outputs; export it again".to_owned());
    }
    if input.dtype != ElementType::F32 {
        return Err(format!(
            "its input is {input}, but only f32 goes in; export it with a float32 input (converters call it keep_io_types)"
        ));
    }
    if let Some(size) = values.first().and_then(|value| dims(value)?.iter().filter_map(|dim| dim.dim_value).find(|size| *size < 1)) {
        return Err(format!("its input {} has a dimension of size {size}; export it with sizes of at least 1, or named ones", input.name));
    }
    if !input.shape.is_empty() && input.shape.len() != 4 {
        return Err(format!("its input is {input}, but pictures have four dimensions [1, 3, height, width]; export it with those"));
    }
    Ok((input, outputs))
}

fn dims(value: &ValueInfoProto) -> Option<&[Dimension]> {
    Some(value.r#type.as_ref()?.tensor_type.as_ref()?.shape.as_ref()?.dim.as_slice())
}

fn tensor_info(value: &ValueInfoProto) -> TensorInfo {
    let tensor = value.r#type.as_ref().and_then(|kind| kind.tensor_type.as_ref());
    let dim = |dim: &Dimension| match dim.dim_value.map(usize::try_from) {
        Some(Ok(size)) => Dim::Fixed(size),
        _ => Dim::Dynamic(dim.dim_param.clone().unwrap_or_default()),
    };
    TensorInfo {
        name: value.name.clone().unwrap_or_default(),
        shape: dims(value).unwrap_or_default().iter().map(dim).collect(),
        dtype: element_type(tensor.and_then(|tensor| tensor.elem_type)),
    }
}

/// Numbers: `TensorProto.DataType` in onnx.proto3.
fn element_type(kind: Option<DataType>) -> ElementType {
    match kind.map_or(0, |kind| kind.0) {
        1 => ElementType::F32,
        2 => ElementType::Unsigned(8),
        3 => ElementType::Signed(8),
        4 => ElementType::Unsigned(16),
        5 => ElementType::Signed(16),
        6 => ElementType::Signed(32),
        7 => ElementType::Signed(64),
        9 => ElementType::Bool,
        10 => ElementType::F16,
        11 => ElementType::F64,
        12 => ElementType::Unsigned(32),
        13 => ElementType::Unsigned(64),
        16 => ElementType::Bf16,
        other => ElementType::Other(other),
    }
}
