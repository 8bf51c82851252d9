//! Models by name.

use std::path::Path;

use vrt_hub::{Description, LocalModel, ModelSpec};

use crate::config::metadata::FAMILY;
use crate::{Config, Error, Variant};

/// The label set of every published variant.
const LABELS: &str = "coco-91";

impl Config {
    /// The configuration of a model of the registry: its metadata file if it has one, else its variant with what the registry knows of this
    /// very file (resize filter, mean and standard deviation).
    ///
    /// ```
    /// use vrt_rfdetr_seg::{Config, Variant};
    /// let registry = vrt_hub::Registry::builtin();
    /// let config = Config::from_spec(registry.get("rfdetr-seg-nano")?, None)?;
    /// assert_eq!(config, Variant::Nano.config());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Hub`] for a model of another crate, [`Error::UnknownVariant`], [`Error::ConfigMismatch`] where entry and variant contradict
    /// each other, and those of [`Config::from_metadata_file`].
    pub fn from_spec(spec: &ModelSpec, metadata: Option<&Path>) -> Result<Self, Error> {
        let (name, input) = match spec.describe(FAMILY, metadata)? {
            Description::Metadata(path) => return Self::from_metadata_file(path),
            Description::Variant { name, input } => (name, input),
        };
        let config = name.parse::<Variant>()?.config();
        let differs = |what, found: String, expected: &str| {
            Err(Error::ConfigMismatch {
                model: format!("the registry entry {}", spec.name),
                config: name.to_owned(),
                what,
                found,
                expected: expected.to_owned(),
            })
        };
        if let Some(labels) = spec.labels.as_deref().filter(|labels| *labels != LABELS) {
            return differs("label set", labels.to_owned(), LABELS);
        }
        let Some(input) = input else { return Ok(config) };
        let (width, height) = config.input_size();
        if (input.width as usize, input.height as usize, &*input.resize) != (width, height, "stretch") {
            let found = format!("{}x{}, {}", input.width, input.height, input.resize);
            return differs("input", found, &format!("{width}x{height}, stretch"));
        }
        Ok(config.with_filter(input.resize_filter()?).with_normalize(input.normalize()))
    }

    /// As [`Config::from_spec`], for a model that is on this machine.
    ///
    /// # Errors
    /// As there.
    pub fn from_local(model: &LocalModel) -> Result<Self, Error> {
        Self::from_spec(&model.spec, model.metadata.as_deref())
    }
}

#[cfg(feature = "cpu")]
#[cfg_attr(docsrs, doc(cfg(all(feature = "cpu", feature = "hub"))))]
impl crate::RfDetrSegCpu {
    /// The model of a name (`rfdetr-seg-nano`; `vrt models` lists them). What is missing is downloaded, everything is checked, and the
    /// environment decides about registry, cache, token and offline mode, as [`vrt_hub`] says.
    ///
    /// For progress, licences, or files without a known hash, use [`vrt_hub::Hub::fetch`] and [`RfDetrSegCpu::from_local`].
    ///
    /// ```no_run
    /// use vrt_rfdetr_seg::{DecodeOptions, RfDetrSegCpu};
    ///
    /// let mut model = RfDetrSegCpu::from_hub("rfdetr-seg-nano")?;
    /// let picture = vrt_picture::read_picture("street.jpg")?;
    /// println!("{} objects", model.infer(&picture, &DecodeOptions::default())?.instances.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`RfDetrSegCpu::from_local`]: crate::RfDetrSegCpu::from_local
    ///
    /// # Errors
    /// [`Error::Hub`] where the model can't be had, and those of [`Config::from_spec`] and [`RfDetrSegCpu::from_onnx`](crate::RfDetrSegCpu::from_onnx).
    pub fn from_hub(name: &str) -> Result<Self, Error> {
        Self::from_local(&LocalModel::by_name(name, FAMILY, &Default::default())?)
    }

    /// A model that was fetched.
    ///
    /// # Errors
    /// Those of [`Config::from_spec`] and [`RfDetrSegCpu::from_onnx`](crate::RfDetrSegCpu::from_onnx).
    pub fn from_local(model: &LocalModel) -> Result<Self, Error> {
        Self::from_onnx(&model.onnx, Config::from_local(model)?)
    }
}

#[cfg(feature = "cuda")]
mod cuda {
    use vrt::cuda::Cuda;
    use vrt::tensorrt::{EngineProfile, EngineStore, TensorRt};
    use vrt_hub::{EngineKey, FetchOptions, LocalModel};

    use super::FAMILY;
    use crate::cuda::GpuError;
    use crate::{Config, Error, RfDetrSeg};

    #[cfg_attr(docsrs, doc(cfg(all(feature = "cuda", feature = "hub"))))]
    impl RfDetrSeg {
        /// The model of a name on a GPU, by [`RfDetrSeg::engine_profile`] (fp16): its ONNX file from the hub, its engine from the registry if there is a prebuilt one for exactly
        /// this TensorRT and GPU, else from the user's engine store, else built, **which takes minutes**. The log says which, and why.
        ///
        /// For other precisions, another store, progress, licences, or files without a known hash, use [`vrt_hub::Hub::fetch`] and
        /// [`RfDetrSeg::from_local`], or [`LocalModel::load_engine`] and [`RfDetrSeg::new`].
        ///
        /// ```no_run
        /// use vrt::cuda::Cuda;
        /// use vrt_rfdetr_seg::RfDetrSeg;
        ///
        /// let model = RfDetrSeg::from_hub("rfdetr-seg-nano", &Cuda::open(0)?)?;
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        /// [`Error::Hub`] where the model can't be had, and those of [`RfDetrSeg::from_local`].
        pub fn from_hub(name: &str, cuda: &Cuda) -> Result<Self, Error> {
            let tensorrt = TensorRt::open(cuda).map_err(GpuError::from)?;
            let profile = Self::engine_profile();
            let options = FetchOptions::default().with_engine(EngineKey::of(&tensorrt, profile.precision));
            let model = LocalModel::by_name(name, FAMILY, &options)?;
            Self::from_local(cuda, &model, profile, &EngineStore::user().map_err(GpuError::from)?)
        }

        /// A model that was fetched; its engine as [`LocalModel::load_engine`] finds or builds it. `profile` is [`RfDetrSeg::engine_profile`], or
        /// a precision.
        ///
        /// # Errors
        /// Those of [`Config::from_spec`]; [`GpuError::TensorRt`] or [`GpuError::Build`] inside [`Error::Gpu`], and those of [`RfDetrSeg::new`].
        pub fn from_local(cuda: &Cuda, model: &LocalModel, profile: impl Into<EngineProfile>, store: &EngineStore) -> Result<Self, Error> {
            let config = Config::from_local(model)?;
            let tensorrt = TensorRt::open(cuda).map_err(GpuError::from)?;
            let loaded = model.load_engine(&tensorrt, &profile.into(), store, |builder| builder).map_err(GpuError::from)?;
            Self::new(loaded.engine, config)
        }
    }
}
