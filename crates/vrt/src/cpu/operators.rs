//! Finds all operators that rten can't run, not only the first.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rten::{LoadErrorKind, ModelOptions};
use rten_onnx::onnx::{AttributeProto, GraphProto, ModelProto, NodeProto, ValueInfoProto};

use super::graph;

/// An operator that the engine can't run, and where the network uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsupportedOperator {
    /// Its domain, empty for ONNX's own operators.
    pub domain: String,
    /// Its name, as `GridSample`.
    pub op_type: String,
    /// Names of the nodes that use it.
    pub nodes: Vec<String>,
    /// What the engine said about the first of them.
    pub reason: String,
}

impl fmt::Display for UnsupportedOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.domain.is_empty() {
            write!(f, "{}/", self.domain)?;
        }
        let shown = &self.nodes[..self.nodes.len().min(3)];
        write!(f, "{} (in {}", self.op_type, shown.join(", "))?;
        if self.nodes.len() > shown.len() {
            write!(f, " and {} more", self.nodes.len() - shown.len())?;
        }
        write!(f, "): {}", self.reason)
    }
}

/// Loads each kind of node on its own and keeps those that fail.
pub(super) fn unsupported(model: &ModelProto, graph: &GraphProto) -> Vec<UnsupportedOperator> {
    let mut options = ModelOptions::with_all_ops();
    options.enable_optimization(false);
    let mut tried: HashMap<(String, String, String), Option<String>> = HashMap::new();
    let mut found: BTreeMap<(String, String), UnsupportedOperator> = BTreeMap::new();
    for (node, _) in graph::nodes(graph).into_iter().filter(|(node, _)| graph::op_type(node) != "Constant") {
        let (domain, op_type) = (node.domain.clone().unwrap_or_default(), graph::op_type(node).to_owned());
        let attributes = alone(node);
        let kind = (domain.clone(), op_type.clone(), format!("{:?}", attributes.attribute));
        let Some(reason) = tried.entry(kind).or_insert_with(|| failure(&options, model, attributes)) else { continue };
        let new = || UnsupportedOperator { domain: domain.clone(), op_type: op_type.clone(), nodes: Vec::new(), reason: reason.clone() };
        found.entry((domain.clone(), op_type.clone())).or_insert_with(new).nodes.push(graph::node_name(node));
    }
    found.into_values().collect()
}

/// The node without the nodes of its subgraphs, which have their own turn.
fn alone(node: &NodeProto) -> NodeProto {
    let bare = |attribute: &AttributeProto| AttributeProto {
        g: attribute.g.as_ref().map(|_| GraphProto::default()),
        t: attribute.t.clone(),
        name: attribute.name.clone(),
        s: attribute.s.clone(),
        floats: attribute.floats.clone(),
        ints: attribute.ints.clone(),
        strings: attribute.strings.clone(),
        ..*attribute
    };
    NodeProto {
        attribute: node.attribute.iter().map(bare).collect(),
        domain: node.domain.clone(),
        name: None,
        input: node.input.clone(),
        output: node.output.clone(),
        op_type: node.op_type.clone(),
    }
}

/// Why rten can't load a network of this node alone.
fn failure(options: &ModelOptions, model: &ModelProto, node: NodeProto) -> Option<String> {
    let graph = GraphProto {
        output: node.output.iter().filter(|name| !name.is_empty()).map(|name| named(name)).collect(),
        node: vec![node],
        ..GraphProto::default()
    };
    let model =
        ModelProto { ir_version: model.ir_version, opset_import: model.opset_import.clone(), graph: Some(graph), ..ModelProto::default() };
    let bytes = model.write_buf().ok()?;
    // A panic is for the whole network to report.
    let error = catch_unwind(AssertUnwindSafe(|| options.load(bytes))).ok()?.err()?;
    let said = error.to_string();
    let reason = said.split_once("operator error: ").map_or(said.as_str(), |(_, reason)| reason);
    (error.kind() == LoadErrorKind::OperatorInvalid).then(|| reason.to_owned())
}

/// A value of unknown type.
pub(super) fn named(name: &str) -> ValueInfoProto {
    ValueInfoProto { name: Some(name.to_owned()), r#type: None }
}
