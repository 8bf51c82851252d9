//! Walks over the decoded graph, subgraphs included.

use std::collections::HashMap;

use rten_onnx::onnx::{AttributeProto, GraphProto, NodeProto, TensorProto};

/// All nodes of `graph` and its subgraphs, with whether they are in a subgraph.
pub(super) fn nodes(graph: &GraphProto) -> Vec<(&NodeProto, bool)> {
    let mut found: Vec<(&NodeProto, bool)> = graph.node.iter().map(|node| (node, false)).collect();
    let mut next = 0;
    while let Some((node, _)) = found.get(next).copied() {
        next += 1;
        found.extend(
            node.attribute.iter().filter_map(|attribute| attribute.g.as_ref()).flat_map(|graph| &graph.node).map(|node| (node, true)),
        );
    }
    found
}

/// All constant tensors of `graph` and its subgraphs.
pub(super) fn tensors(graph: &GraphProto) -> Vec<&TensorProto> {
    let mut found: Vec<&TensorProto> = graph.initializer.iter().collect();
    for (node, _) in nodes(graph) {
        for attribute in &node.attribute {
            found.extend(&attribute.t);
            found.extend(attribute.g.iter().flat_map(|graph| &graph.initializer));
        }
    }
    found
}

pub(super) fn attribute<'a>(node: &'a NodeProto, name: &str) -> Option<&'a AttributeProto> {
    node.attribute.iter().find(|attribute| attribute.name.as_deref() == Some(name))
}

pub(super) fn op_type(node: &NodeProto) -> &str {
    node.op_type.as_deref().unwrap_or_default()
}

/// Whether the node is one of ONNX's own operators.
pub(super) fn is_standard(node: &NodeProto) -> bool {
    matches!(node.domain.as_deref().unwrap_or_default(), "" | "ai.onnx")
}

/// What to call a node in messages: its name, or what it puts out where it has none.
pub(super) fn node_name(node: &NodeProto) -> String {
    let name = node.name.as_deref().filter(|name| !name.is_empty());
    name.or(node.output.first().map(String::as_str)).unwrap_or("without a name").to_owned()
}

/// Which node puts out a value.
pub(super) fn producers(graph: &GraphProto) -> HashMap<&str, &NodeProto> {
    graph.node.iter().flat_map(|node| node.output.iter().map(move |name| (name.as_str(), node))).collect()
}
