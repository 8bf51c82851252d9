//! Tensors that an ONNX file keeps in files beside it ("external data").

use std::path::{Component, Path};

use rten_onnx::onnx::{DataLocation, GraphProto, TensorProto};

use super::{CpuBackend, CpuError, graph};

/// Checks that all tensors outside of `file` can be read from the files beside `path`; `None` where there is no path.
pub(super) fn check(file: &str, path: Option<&Path>, graph: &GraphProto, backend: CpuBackend) -> Result<(), CpuError> {
    for tensor in graph::tensors(graph).into_iter().filter(|tensor| tensor.data_location == Some(DataLocation::EXTERNAL)) {
        let name = value(tensor, "location").unwrap_or_default();
        let refuse = |reason: String| CpuError::SideFile {
            file: file.to_owned(),
            side_file: name.to_owned(),
            tensor: tensor.name.clone().unwrap_or_default(),
            reason,
        };
        let path = path.ok_or_else(|| refuse("bytes alone can't reach it; load the network with CpuSession::from_file".to_owned()))?;
        // Data read here may show in a network's outputs, so a network must not name any file of the system.
        let mut components = Path::new(name).components();
        if !matches!((components.next(), components.next()), (Some(Component::Normal(_)), None)) {
            return Err(refuse("only files in the same folder are read; save the network again with its tensors beside it".to_owned()));
        }
        let suffix = Path::new(name).extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
        if backend == CpuBackend::Rten && !suffix.starts_with("data") && !suffix.starts_with("onnx_data") {
            return Err(refuse(
                "rten reads only files named *.data or *.onnx_data; save the network again as onnx.save_model(.., save_as_external_data=True, \
                 location=\"NAME.onnx.data\")"
                    .to_owned(),
            ));
        }
        let beside = path.with_file_name(name);
        let found = std::fs::metadata(&beside).map_err(|error| refuse(format!("{error}; put it beside the network")))?.len();
        let number = |key| value(tensor, key).map_or(Ok(0), str::parse::<u64>);
        let (Ok(offset), Ok(length)) = (number("offset"), number("length")) else {
            return Err(refuse("its offset or length there is no number; export the network again".to_owned()));
        };
        if offset.checked_add(length).is_none_or(|end| end > found) {
            return Err(refuse(format!("it needs {length} bytes at {offset}, but the file has {found}; copy it again, whole")));
        }
    }
    Ok(())
}

fn value<'a>(tensor: &'a TensorProto, key: &str) -> Option<&'a str> {
    tensor.external_data.iter().find(|entry| entry.key.as_deref() == Some(key))?.value.as_deref()
}

/// Whether any tensor is kept outside of the file.
pub(super) fn any(graph: &GraphProto) -> bool {
    graph::tensors(graph).into_iter().any(|tensor| tensor.data_location == Some(DataLocation::EXTERNAL))
}
