//! RF-DETR-Seg on a plain CPU.

use std::fmt;
use std::path::Path;
use std::time::Instant;

use kornia_image::Image;
use kornia_tensor::Tensor;
use vrt::StageTimes;
use vrt::cpu::{CpuOptions, CpuSession, Dim, HostOutput, TensorInfo};
use vrt::preprocess::Preprocessor;

use crate::decode::{NetworkOutputs, OutputSizes, decode};
use crate::outputs::{OutputInfo, OutputRoles, check_outputs};
use crate::{Config, DecodeOptions, Error, Segmentation};

/// An RF-DETR-Seg network on the CPU.
///
/// ```no_run
/// use vrt_rfdetr_seg::{DecodeOptions, RfDetrSegCpu, Variant};
///
/// let mut model = RfDetrSegCpu::from_onnx("rfdetr-seg-nano.onnx", Variant::Nano.config())?;
/// let picture = vrt_picture::read_picture("street.jpg")?;
/// for instance in model.infer(&picture, &DecodeOptions::default())?.instances {
///     println!("class {} {:.2}, {} pixels", instance.detection.class_id, instance.detection.score, instance.mask.area());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RfDetrSegCpu {
    session: CpuSession,
    config: Config,
    preprocessor: Preprocessor,
    input: Tensor<f32, 4>,
}

impl fmt::Debug for RfDetrSegCpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RfDetrSegCpu").field("model", &self.session.name()).field("config", &self.config).finish_non_exhaustive()
    }
}

impl RfDetrSegCpu {
    /// Opens an ONNX file with the default CPU options.
    ///
    /// # Errors
    /// [`Error::Session`] if the file can't be opened, and those of [`RfDetrSegCpu::from_session`].
    pub fn from_onnx(path: impl AsRef<Path>, config: Config) -> Result<Self, Error> {
        Self::from_session(CpuSession::from_file(path, &CpuOptions::default())?, config)
    }

    /// Takes a network that is open already.
    ///
    /// # Errors
    /// [`Error::Input`] unless its only input is one picture of the configured size; [`Error::Outputs`] unless its outputs are boxes,
    /// labels and masks; [`Error::HeadWidth`], [`Error::ConfigMismatch`] if their sizes are not the configured ones;
    /// [`Error::Preprocess`] if the configured normalisation is impossible.
    pub fn from_session(session: CpuSession, config: Config) -> Result<Self, Error> {
        let (width, height) = config.input_size();
        let shape = [1, 3, height, width];
        let fits = matches!(session.inputs(), [input] if input.accepts(&shape));
        if !fits {
            return Err(Error::Input {
                model: session.name().to_owned(),
                config: config.name().to_owned(),
                found: list(session.inputs()),
                expected: format!("one picture [1, 3, {height}, {width}]"),
            });
        }
        // A file need not declare shapes; what it declares is checked now, the rest with the first outputs.
        if session.outputs().iter().all(|output| !output.shape.is_empty()) {
            let outputs: Vec<OutputInfo> = session.outputs().iter().map(declared).collect();
            let roles = OutputRoles::find(session.name(), &outputs)?;
            check_outputs(session.name(), &outputs, roles, &config)?;
        }
        let preprocessor = Preprocessor::new(config.filter(), *config.normalize())?;
        Ok(Self { session, config, preprocessor, input: Tensor::zeros(shape) })
    }

    /// The configuration of the model.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Finds the objects in a picture (RGB, 8 bit, in host memory), best score first.
    ///
    /// # Errors
    /// [`Error::Threshold`], [`Error::UnknownClass`] for options that do not fit the model; [`Error::Preprocess`] for a picture that can't
    /// be read; [`Error::Session`] if the network fails; those of [`RfDetrSegCpu::from_session`] if its outputs are not what it declares;
    /// [`Error::NotFinite`] if it computes NaN or infinity.
    pub fn infer(&mut self, picture: &Image<u8, 3>, options: &DecodeOptions) -> Result<Segmentation, Error> {
        options.check(&self.config)?;
        let start = Instant::now();
        self.preprocessor.run_into(picture, &mut self.input)?;
        let prepared = Instant::now();
        let outputs = self.session.run(&self.input)?;
        let ran = Instant::now();
        let instances = decode(&self.read(&outputs)?, (picture.width(), picture.height()), &self.config, options)?;
        let times = StageTimes { preprocess: prepared - start, network: ran - prepared, postprocess: ran.elapsed() };
        Ok(Segmentation { instances, times })
    }

    /// Tells the outputs apart and checks them.
    fn read<'a>(&self, outputs: &'a [HostOutput]) -> Result<NetworkOutputs<'a>, Error> {
        let model = self.session.name();
        let infos: Vec<OutputInfo> = outputs.iter().map(|output| OutputInfo::new(output.name(), output.shape())).collect();
        let roles = OutputRoles::find(model, &infos)?;
        check_outputs(model, &infos, roles, &self.config)?;
        let (boxes, labels, masks) = (&outputs[roles.boxes], &outputs[roles.labels], &outputs[roles.masks]);
        let &[_, queries, mask_height, mask_width] = masks.shape() else {
            return Err(Error::Outputs {
                model: model.to_owned(),
                problem: "masks without four dimensions".to_owned(),
                found: list(&infos),
            });
        };
        let sizes = OutputSizes { queries, classes: self.config.labels().head_width(), mask_width, mask_height };
        NetworkOutputs::new(sizes, boxes.values(), labels.values(), masks.values())
    }
}

fn declared(output: &TensorInfo) -> OutputInfo {
    let size = |dim: &Dim| match dim {
        Dim::Fixed(size) => Some(*size),
        Dim::Dynamic(_) => None,
    };
    OutputInfo { name: output.name.clone(), shape: output.shape.iter().map(size).collect() }
}

fn list<T: ToString>(items: &[T]) -> String {
    if items.is_empty() { "nothing".to_owned() } else { items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ") }
}
