//! Models by name.

use std::path::Path;

use vrt_hub::{Description, InputSpec, LocalModel, ModelSpec};

use crate::config::metadata::FAMILY;
use crate::{Config, Error, ResizeRule, Variant};

impl Config {
    /// The configuration of a model of the registry: its metadata file if it has one, else its variant with what the registry knows of this
    /// very file (resize rule and filter, mean and standard deviation).
    ///
    /// ```
    /// use vrt_depth_anything::{Config, Variant};
    /// let registry = vrt_hub::Registry::builtin();
    /// let config = Config::from_spec(registry.get("depth-anything-v2-small")?, None)?;
    /// assert_eq!(config, Variant::V2Small.config());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Hub`] for a model of another crate, [`Error::UnknownVariant`], [`Error::Config`] for values that make no sense, and those of
    /// [`Config::from_metadata_file`].
    pub fn from_spec(spec: &ModelSpec, metadata: Option<&Path>) -> Result<Self, Error> {
        let (name, input) = match spec.describe(FAMILY, metadata)? {
            Description::Metadata(path) => return Self::from_metadata_file(path),
            Description::Variant { name, input } => (name, input),
        };
        let mut config = name.parse::<Variant>()?.config();
        if let Some(input) = input {
            config.resize = rule(input, &config.resize)?;
            config.filter = input.resize_filter()?;
            config.normalize = input.normalize();
        }
        config.validate()?;
        Ok(config)
    }

    /// As [`Config::from_spec`], for a model that is on this machine.
    ///
    /// # Errors
    /// As there.
    pub fn from_local(model: &LocalModel) -> Result<Self, Error> {
        Self::from_spec(&model.spec, model.metadata.as_deref())
    }
}

/// The resize rule of an entry. One that says no multiple keeps the variant's.
fn rule(input: &InputSpec, of_variant: &ResizeRule) -> Result<ResizeRule, Error> {
    let (width, height) = (input.width as usize, input.height as usize);
    let known = match *of_variant {
        ResizeRule::LowerBound { multiple, .. } | ResizeRule::UpperBound { multiple, .. } => multiple,
        ResizeRule::Stretch { .. } => 1,
    };
    let multiple = input.multiple.map_or(known, |multiple| multiple as usize);
    match &*input.resize {
        "stretch" => Ok(ResizeRule::Stretch { width, height }),
        "lower-bound" => Ok(ResizeRule::LowerBound { width, height, multiple }),
        "upper-bound" => Ok(ResizeRule::UpperBound { longest: width.max(height), multiple }),
        other => Err(Error::Config { field: "input.resize", found: format!("{other:?}"), must: "be stretch, lower-bound or upper-bound" }),
    }
}

#[cfg(feature = "cpu")]
#[cfg_attr(docsrs, doc(cfg(all(feature = "cpu", feature = "hub"))))]
impl crate::DepthAnythingCpu {
    /// The model of a name (`depth-anything-v2-small`; `vrt models` lists them). What is missing is downloaded, everything is checked, and
    /// the environment decides about registry, cache, token and offline mode, as [`vrt_hub`] says.
    ///
    /// For progress, licences (Base and Large of V2 must be accepted), or files without a known hash, use [`vrt_hub::Hub::fetch`] and
    /// [`DepthAnythingCpu::from_local`].
    ///
    /// ```no_run
    /// use vrt_depth_anything::{DepthAnythingCpu, DepthOptions};
    ///
    /// let mut model = DepthAnythingCpu::from_hub("depth-anything-v2-small")?;
    /// let picture = vrt_picture::read_picture("street.jpg")?;
    /// println!("{:?}", model.infer(&picture, &DepthOptions::default())?.map.unit());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`DepthAnythingCpu::from_local`]: crate::DepthAnythingCpu::from_local
    ///
    /// # Errors
    /// [`Error::Hub`] where the model can't be had, and those of [`Config::from_spec`] and
    /// [`DepthAnythingCpu::from_onnx`](crate::DepthAnythingCpu::from_onnx).
    pub fn from_hub(name: &str) -> Result<Self, Error> {
        Self::from_local(&LocalModel::by_name(name, FAMILY, &Default::default())?)
    }

    /// A model that was fetched.
    ///
    /// # Errors
    /// Those of [`Config::from_spec`] and [`DepthAnythingCpu::from_onnx`](crate::DepthAnythingCpu::from_onnx).
    pub fn from_local(model: &LocalModel) -> Result<Self, Error> {
        Self::from_onnx(&model.onnx, Config::from_local(model)?)
    }
}

#[cfg(feature = "cuda")]
mod cuda {
    use vrt::cuda::Cuda;
    use vrt::tensorrt::{EngineBuilder, EngineProfile, EngineStore, TensorRt};
    use vrt_hub::{EngineKey, FetchOptions, LocalModel};

    use super::FAMILY;
    use crate::cuda::GpuError;
    use crate::{Config, DepthAnything, Error};

    #[cfg_attr(docsrs, doc(cfg(all(feature = "cuda", feature = "hub"))))]
    impl DepthAnything {
        /// The model of a name on a GPU, by [`DepthAnything::engine_profile`] (fp16): its ONNX file from the hub, its engine from the registry if
        /// there is a prebuilt one for exactly this TensorRT and GPU, else from the user's engine store, else built, **which takes minutes**. The
        /// log says which, and why.
        ///
        /// For other precisions, another store, progress, licences, or files without a known hash, use [`vrt_hub::Hub::fetch`] and
        /// [`DepthAnything::from_local`], or [`LocalModel::load_engine`] and [`DepthAnything::new`].
        ///
        /// ```no_run
        /// use vrt::cuda::Cuda;
        /// use vrt_depth_anything::DepthAnything;
        ///
        /// let model = DepthAnything::from_hub("depth-anything-v2-small", &Cuda::open(0)?)?;
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        /// [`Error::Hub`] where the model can't be had, and those of [`DepthAnything::from_local`].
        pub fn from_hub(name: &str, cuda: &Cuda) -> Result<Self, Error> {
            let tensorrt = TensorRt::open(cuda).map_err(GpuError::from)?;
            let profile = Self::engine_profile();
            let options = FetchOptions::default().with_engine(EngineKey::of(&tensorrt, profile.precision));
            let model = LocalModel::by_name(name, FAMILY, &options)?;
            Self::from_local(cuda, &model, profile, &EngineStore::user().map_err(GpuError::from)?)
        }

        /// A model that was fetched; its engine as [`LocalModel::load_engine`] finds or builds it. `profile` is [`DepthAnything::engine_profile`],
        /// or a precision; a file of dynamic size gets the shapes of [`DepthAnything::dynamic_profile`].
        ///
        /// # Errors
        /// Those of [`Config::from_spec`]; [`GpuError::TensorRt`] or [`GpuError::Build`] inside [`Error::Gpu`], and those of [`DepthAnything::new`].
        pub fn from_local(cuda: &Cuda, model: &LocalModel, profile: impl Into<EngineProfile>, store: &EngineStore) -> Result<Self, Error> {
            let config = Config::from_local(model)?;
            let tensorrt = TensorRt::open(cuda).map_err(GpuError::from)?;
            let profile = profile.into();
            let set_up = |builder: EngineBuilder| match builder.model().map(|onnx| Self::profile_for(onnx, &config, profile.clone())) {
                Ok(profile) => builder.profile(&profile),
                // The build says what is wrong with the file.
                Err(_) => builder,
            };
            let loaded = model.load_engine(&tensorrt, &profile, store, set_up).map_err(GpuError::from)?;
            Self::new(loaded.engine, config)
        }
    }
}
