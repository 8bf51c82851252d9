//! Models by name.

use std::path::Path;

use vrt_hub::{Description, LocalModel, ModelSpec};

use crate::config::FAMILY;
use crate::{Config, Error};

impl Config {
    /// The configuration of a model of the registry: its metadata file.
    ///
    /// # Errors
    /// [`Error::Hub`] for a model of another crate, and those of [`Config::from_metadata_file`].
    pub fn from_spec(spec: &ModelSpec, metadata: Option<&Path>) -> Result<Self, Error> {
        match spec.describe(FAMILY, metadata)? {
            Description::Metadata(path) => Self::from_metadata_file(path),
            // FILL IN: the variant's configuration, with what the registry knows of this very file (`input`).
            Description::Variant { name, .. } => {
                let problem = format!("there is no variant {name:?}; the model needs a metadata file");
                Err(Error::Metadata { file: spec.name.to_string(), problem })
            }
        }
    }
}

#[cfg(feature = "cpu")]
#[cfg_attr(docsrs, doc(cfg(all(feature = "cpu", feature = "hub"))))]
impl crate::@Name@Cpu {
    /// The model of a name. What is missing is downloaded, everything is checked, and the environment decides about registry, cache, token and
    /// offline mode, as [`vrt_hub`] says. For progress, licences, or files without a known hash, use [`vrt_hub::Hub::fetch`].
    ///
    /// # Errors
    /// [`Error::Hub`] where the model can't be had, and those of [`Config::from_spec`] and [`from_onnx`](crate::@Name@Cpu::from_onnx).
    pub fn from_hub(name: &str) -> Result<Self, Error> {
        Self::from_local(&LocalModel::by_name(name, FAMILY, &Default::default())?)
    }

    /// A model that was fetched.
    ///
    /// # Errors
    /// Those of [`Config::from_spec`] and [`from_onnx`](crate::@Name@Cpu::from_onnx).
    pub fn from_local(model: &LocalModel) -> Result<Self, Error> {
        Self::from_onnx(&model.onnx, Config::from_spec(&model.spec, model.metadata.as_deref())?)
    }
}
