//! Reads an ONNX file and checks it before an engine sees it.

use rten_onnx::onnx::{DataType, GraphProto, ModelProto, ValueInfoProto};

use super::{CpuError, Dim, ElementType, TensorInfo};

/// What a session needs to know about a file.
pub(super) struct Inspected {
    pub(super) inputs: Vec<TensorInfo>,
    pub(super) outputs: Vec<TensorInfo>,
}

/// Reads `onnx` and checks that its network can be run on one float tensor of four dimensions.
pub(super) fn inspect(file: &str, onnx: &[u8]) -> Result<Inspected, CpuError> {
    let broken = |reason: String| CpuError::NotOnnx { file: file.to_owned(), reason };
    let model = ModelProto::parse_buf(onnx).map_err(|error| broken(error.to_string()))?;
    let graph = model.graph.as_ref().ok_or_else(|| broken("it holds no graph".to_owned()))?;
    let inputs = inputs(graph);
    let outputs: Vec<TensorInfo> = graph.output.iter().map(tensor_info).collect();
    Ok(Inspected { inputs, outputs })
}

/// Graph inputs that are not initialisers: before IR version 4 initialisers were inputs too.
fn inputs(graph: &GraphProto) -> Vec<TensorInfo> {
    let initialised = |value: &&ValueInfoProto| !graph.initializer.iter().any(|tensor| tensor.name == value.name);
    graph.input.iter().filter(initialised).map(tensor_info).collect()
}

fn tensor_info(value: &ValueInfoProto) -> TensorInfo {
    let tensor = value.r#type.as_ref().and_then(|kind| kind.tensor_type.as_ref());
    let dims = tensor.and_then(|tensor| tensor.shape.as_ref()).map(|shape| shape.dim.as_slice()).unwrap_or_default();
    let dim = |dim: &rten_onnx::onnx::Dimension| match dim.dim_value.map(usize::try_from) {
        Some(Ok(size)) => Dim::Fixed(size),
        _ => Dim::Dynamic(dim.dim_param.clone().unwrap_or_default()),
    };
    TensorInfo {
        name: value.name.clone().unwrap_or_default(),
        shape: dims.iter().map(dim).collect(),
        dtype: element_type(tensor.and_then(|tensor| tensor.elem_type)),
    }
}

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
