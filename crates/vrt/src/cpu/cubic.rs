//! Refuses cubic `Resize` nodes that rten would compute as linear ones.
//!
//! rten 0.27 reads `mode = "cubic"` as linear, without a word. Where a node changes no size both are the identity, so such nodes are
//! let through, but only once it is proven: the sizes must follow from the shape of the input alone, and are then computed, by a
//! network of just the nodes that lead to them, for the shape that comes in. Exports of vision transformers with their position
//! embeddings resized in the graph pass at the size they were trained at and are refused at any other.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rten::{Model, ModelOptions, ValueView};
use rten_onnx::onnx::{GraphProto, ModelProto, NodeProto};

use super::graph::{self, is_standard, node_name, op_type};
use super::operators::named;
use super::side_files;
use crate::resample::zeroed;

/// One cubic node whose effect depends on the shape of the input.
pub(super) struct CubicResize {
    pub(super) node: String,
    /// Puts out the shape of the node's input, then its scales and sizes as far as it has them.
    probe: Model,
    has_scales: bool,
}

/// All cubic nodes that are not the identity for every input; the error is the name of a node that can't be proven to be it, and why.
pub(super) fn find(model: &ModelProto, graph: &GraphProto) -> Result<Vec<CubicResize>, (String, String)> {
    let mut found = Vec::new();
    for (node, in_subgraph) in graph::nodes(graph) {
        let is_cubic = graph::attribute(node, "mode").is_some_and(|mode| mode.s.as_deref() == Some("cubic"));
        if op_type(node) != "Resize" || !is_standard(node) || !is_cubic {
            continue;
        }
        let refuse = |reason: &str| (node_name(node), reason.to_owned());
        if in_subgraph {
            return Err(refuse("it is inside a branch or loop"));
        }
        let input = |index: usize| node.input.get(index).map(String::as_str).filter(|name| !name.is_empty());
        let (resized, scales, sizes) = (input(0), input(2), input(3));
        let values: Vec<&str> = scales.into_iter().chain(sizes).collect();
        let resized = resized.filter(|_| !values.is_empty()).ok_or_else(|| refuse("it has neither scales nor sizes"))?;
        follows_from_shape(graph, resized, &values).map_err(|reason| refuse(&reason))?;
        if side_files::any(graph) {
            return Err(refuse("the network keeps tensors in other files, so its sizes can't be computed in advance"));
        }
        let probe = probe(model, graph, resized, &values).map_err(|reason| refuse(&reason))?;
        found.push(CubicResize { node: node_name(node), probe, has_scales: scales.is_some() });
    }
    Ok(found)
}

impl CubicResize {
    /// Whether the node changes nothing when the network gets an input of this shape; the error says what it would do instead.
    pub(super) fn check(&self, shape: &[usize; 4]) -> Result<(), String> {
        // A panic here means no proof, see `rten_engine::no_panic`.
        let run = catch_unwind(AssertUnwindSafe(|| self.run(shape))).unwrap_or_else(|_| Err("its sizes can't be computed".to_owned()));
        let numbers = run?;
        let [from, targets @ ..] = numbers.as_slice() else { return Err("its sizes can't be computed".to_owned()) };
        // Opset 11 passes empty scales where sizes count.
        let mut targets = targets.iter().enumerate().filter(|(_, target)| !target.is_empty()).peekable();
        if targets.peek().is_none() {
            return Err("it has neither scales nor sizes".to_owned());
        }
        for (index, target) in targets {
            let by_scale = index == 0 && self.has_scales;
            if !(if by_scale { target.iter().all(|scale| *scale == 1.0) } else { from == target }) {
                let what = if by_scale { "by" } else { "to" };
                return Err(format!("for an input of shape {shape:?} it resizes {from:?} {what} {target:?}"));
            }
        }
        Ok(())
    }

    fn run(&self, shape: &[usize; 4]) -> Result<Vec<Vec<f64>>, String> {
        let len = shape.iter().try_fold(1usize, |len, size| len.checked_mul(*size));
        let zeros = len.and_then(zeroed::<f32>).ok_or_else(|| format!("an input of shape {shape:?} does not fit into memory"))?;
        let view = ValueView::from_shape(shape.as_slice(), zeros.as_slice()).map_err(|error| error.to_string())?;
        let inputs = self.probe.input_ids().iter().map(|id| (*id, view.clone().into())).collect();
        let values = self.probe.run(inputs, self.probe.output_ids(), None).map_err(|error| error.to_string())?;
        let numbers = values.into_iter().map(|value| match value.as_tensor_view::<f32>() {
            Some(scales) => Some(scales.iter().map(|scale| f64::from(*scale)).collect()),
            None => Some(value.as_tensor_view::<i32>()?.iter().map(|size| f64::from(*size)).collect()),
        });
        numbers.collect::<Option<_>>().ok_or_else(|| "its sizes are no numbers".to_owned())
    }
}

/// Whether a value or only its shape is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Of {
    Shape,
    Value,
}

/// Checks that the shape of `resized` and what is in `values` follow from the shape of the network's input.
fn follows_from_shape(graph: &GraphProto, resized: &str, values: &[&str]) -> Result<(), String> {
    let producers = graph::producers(graph);
    let constant = |name: &str| graph.initializer.iter().any(|tensor| tensor.name.as_deref() == Some(name));
    let mut open = vec![(resized, Of::Shape)];
    open.extend(values.iter().map(|name| (*name, Of::Value)));
    let mut seen = HashSet::new();
    while let Some((name, of)) = open.pop() {
        if name.is_empty() || constant(name) || !seen.insert((name, of)) {
            continue;
        }
        let Some(node) = producers.get(name) else {
            // An input of the network.
            if of == Of::Shape {
                continue;
            }
            return Err(format!("its size depends on what is in {name}"));
        };
        let by_value = needs_values(node, of).ok_or_else(|| format!("its size depends on {} ({})", node_name(node), op_type(node)))?;
        open.extend(
            node.input.iter().enumerate().map(|(i, name)| (name.as_str(), if by_value.contains(&i) { Of::Value } else { Of::Shape })),
        );
    }
    Ok(())
}

/// Which inputs of `node` its value or shape depends on by their values; by the shapes of the others alone. `None` where that is not known.
fn needs_values(node: &NodeProto, of: Of) -> Option<std::ops::Range<usize>> {
    const BY_SHAPES: &[&str] = &[
        "Abs",
        "Add",
        "And",
        "ArgMax",
        "ArgMin",
        "AveragePool",
        "BatchNormalization",
        "Cast",
        "Ceil",
        "Clip",
        "Concat",
        "Constant",
        "Conv",
        "ConvTranspose",
        "Cos",
        "CumSum",
        "DepthToSpace",
        "Div",
        "Dropout",
        "Einsum",
        "Elu",
        "Equal",
        "Erf",
        "Exp",
        "Flatten",
        "Floor",
        "Gather",
        "GatherElements",
        "GatherND",
        "Gelu",
        "Gemm",
        "GlobalAveragePool",
        "GlobalMaxPool",
        "Greater",
        "GreaterOrEqual",
        "GridSample",
        "HardSigmoid",
        "HardSwish",
        "Identity",
        "InstanceNormalization",
        "LayerNormalization",
        "LeakyRelu",
        "Less",
        "LessOrEqual",
        "Log",
        "LogSoftmax",
        "MatMul",
        "Max",
        "MaxPool",
        "Mean",
        "Min",
        "Mod",
        "Mul",
        "Neg",
        "Not",
        "Or",
        "PRelu",
        "Pow",
        "Reciprocal",
        "Relu",
        "Round",
        "ScatterElements",
        "ScatterND",
        "Shape",
        "Sigmoid",
        "Sign",
        "Sin",
        "Size",
        "Softmax",
        "Softplus",
        "Sqrt",
        "Sub",
        "Sum",
        "Tanh",
        "Transpose",
        "Where",
        "Xor",
    ];
    const FIRST_BY_SHAPE: &[&str] = &[
        "Expand",
        "Pad",
        "ReduceL2",
        "ReduceMax",
        "ReduceMean",
        "ReduceMin",
        "ReduceProd",
        "ReduceSum",
        "Reshape",
        "Resize",
        "Slice",
        "Split",
        "Squeeze",
        "Tile",
        "TopK",
        "Unsqueeze",
        "Upsample",
    ];
    const BY_VALUES: &[&str] = &["ConstantOfShape", "Range"];
    let all = 0..node.input.len();
    if !is_standard(node) || node.attribute.iter().any(|attribute| attribute.g.is_some()) {
        return None;
    }
    match (of, op_type(node)) {
        (Of::Value, "Shape" | "Size") => Some(0..0),
        // Its values may be wrong themselves.
        (Of::Value, "Resize" | "Upsample") => None,
        (_, op) if BY_VALUES.contains(&op) => Some(all),
        (Of::Value, op) if BY_SHAPES.contains(&op) || FIRST_BY_SHAPE.contains(&op) => Some(all),
        (Of::Shape, op) if BY_SHAPES.contains(&op) => Some(0..0),
        (Of::Shape, op) if FIRST_BY_SHAPE.contains(&op) => Some(1..all.end.max(1)),
        _ => None,
    }
}

/// A network that puts out the shape of `resized`, and `values`.
fn probe(model: &ModelProto, graph: &GraphProto, resized: &str, values: &[&str]) -> Result<Model, String> {
    let producers = graph::producers(graph);
    let mut needed = HashSet::new();
    let mut open: Vec<&str> = values.to_vec();
    open.push(resized);
    while let Some(name) = open.pop() {
        if needed.insert(name)
            && let Some(node) = producers.get(name)
        {
            open.extend(node.input.iter().map(String::as_str));
        }
    }
    let is_needed = |name: &Option<String>| name.as_deref().is_some_and(|name| needed.contains(name));
    let node = |(index, (op_type, input)): (usize, (&str, &str))| NodeProto {
        op_type: Some(op_type.to_owned()),
        input: vec![input.to_owned()],
        output: vec![format!("vrt.probe.{index}")],
        ..NodeProto::default()
    };
    let asked = std::iter::once(("Shape", resized)).chain(values.iter().map(|name| ("Identity", *name)));
    let asked: Vec<NodeProto> = asked.enumerate().map(node).collect();
    let nodes = graph.node.iter().filter(|node| node.output.iter().any(|name| needed.contains(name.as_str()))).cloned();
    let graph = GraphProto {
        output: asked.iter().flat_map(|node| &node.output).map(|name| named(name)).collect(),
        node: nodes.chain(asked).collect(),
        initializer: graph.initializer.iter().filter(|tensor| is_needed(&tensor.name)).cloned().collect(),
        input: graph.input.clone(),
        value_info: Vec::new(),
    };
    let model =
        ModelProto { ir_version: model.ir_version, opset_import: model.opset_import.clone(), graph: Some(graph), ..ModelProto::default() };
    let bytes = model.write_buf().map_err(|error| error.to_string())?;
    let mut options = ModelOptions::with_all_ops();
    // Optimised, outputs that are the same value become one, which rten then refuses to put out twice.
    options.enable_optimization(false);
    let load = catch_unwind(AssertUnwindSafe(|| options.load(bytes))).map_err(|_| "its sizes can't be computed".to_owned())?;
    load.map_err(|error| error.to_string())
}
