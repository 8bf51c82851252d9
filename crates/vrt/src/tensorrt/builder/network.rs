//! The network between parser and builder.

use std::collections::BTreeSet;

use vrt_sys::{DataType, OnnxParser};

use super::super::onnx::OnnxSummary;
use super::{BuildError, UnsupportedNode};

/// Sets layers to 32 bits whose name contains one of `parts`. Returns whether there were any.
pub(super) fn keep_full_precision(parser: &OnnxParser, parts: &[String]) -> Result<bool, vrt_sys::Error> {
    let mut any = false;
    if parts.is_empty() {
        return Ok(any);
    }
    for layer in parser.network().layers()? {
        let name = layer.name()?;
        if !parts.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        // Shapes and indices are integers and stay so.
        let outputs = layer.output_count()?;
        let types = (0..outputs).map(|output| layer.output_type(output)).collect::<Result<Vec<_>, _>>()?;
        if !types.iter().any(|kind| matches!(kind, DataType::Float | DataType::Half)) {
            continue;
        }
        layer.set_precision(DataType::Float)?;
        for (output, kind) in (0..outputs).zip(types) {
            if matches!(kind, DataType::Float | DataType::Half) {
                layer.set_output_type(output, DataType::Float)?;
            }
        }
        any = true;
    }
    Ok(any)
}

/// All nodes that the parser refuses: those it names, and those whose operator it does not know at all.
pub(super) fn parse_error(model: &OnnxSummary, parser: &OnnxParser, error: vrt_sys::Error) -> BuildError {
    let vrt_sys::Error::Parse { errors, .. } = &error else {
        return BuildError::Parse { model: model.path.clone(), source: Box::new(error) };
    };
    let unsupported = |error: &vrt_sys::ParserError| error.code.is_some_and(|code| format!("{code:?}").starts_with("Unsupported"));
    let mut nodes: Vec<UnsupportedNode> = errors
        .iter()
        .filter(|error| unsupported(error))
        .map(|error| UnsupportedNode {
            operator: error.operator.clone().unwrap_or_else(|| "?".to_owned()),
            name: error.node_name.clone().unwrap_or_else(|| format!("number {}", error.node)),
            reason: Some(error.description.clone()),
        })
        .collect();
    let known: BTreeSet<String> = nodes.iter().map(|node| node.name.clone()).collect();
    let is_unknown = |operator: &str| {
        let short = operator.rsplit('.').next().unwrap_or(operator);
        std::ffi::CString::new(short).is_ok_and(|name| parser.supports_operator(&name).is_ok_and(|known| !known))
    };
    let unknown: BTreeSet<&str> = model.operators.keys().map(String::as_str).filter(|operator| is_unknown(operator)).collect();
    let others = model.nodes_with(&unknown).unwrap_or_default();
    nodes.extend(others.into_iter().filter(|(_, name)| !known.contains(name)).map(|(operator, name)| UnsupportedNode {
        operator,
        name,
        reason: None,
    }));
    if nodes.is_empty() {
        BuildError::Parse { model: model.path.clone(), source: Box::new(error) }
    } else {
        BuildError::Unsupported { model: model.path.clone(), nodes }
    }
}
