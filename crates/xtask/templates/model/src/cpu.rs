//! The model on a plain CPU.

use std::fmt;
use std::path::Path;
use std::time::Instant;

use vrt::StageTimes;
use vrt::cpu::{CpuOptions, CpuSession, Dim, TensorInfo};
use vrt::kornia_image::Image;
use vrt::kornia_tensor::Tensor;
use vrt::preprocess::Preprocessor;

use crate::decode::{Scores, decode};
use crate::outputs::{OutputInfo, check_outputs};
use crate::{Config, Error};

/// The network on the CPU. Keeps its preprocessor and input, so that a second picture allocates neither anew.
pub struct @Name@Cpu {
    session: CpuSession,
    config: Config,
    preprocessor: Preprocessor,
    input: Tensor<f32, 4>,
}

impl fmt::Debug for @Name@Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("@Name@Cpu").field("model", &self.session.name()).field("config", &self.config).finish_non_exhaustive()
    }
}

impl @Name@Cpu {
    /// Opens an ONNX file with the default CPU options.
    ///
    /// # Errors
    /// [`Error::Session`] if the file can't be opened, and those of [`@Name@Cpu::from_session`].
    pub fn from_onnx(path: impl AsRef<Path>, config: Config) -> Result<Self, Error> {
        Self::from_session(CpuSession::from_file(path, &CpuOptions::default())?, config)
    }

    /// Takes a network that is open already.
    ///
    /// # Errors
    /// [`Error::Input`] unless its only input is one picture of the configured size; [`Error::Outputs`] unless its outputs are the model's;
    /// [`Error::Preprocess`] if the configured normalisation is impossible.
    pub fn from_session(session: CpuSession, config: Config) -> Result<Self, Error> {
        let (width, height) = config.input_size;
        let shape = [1, 3, height, width];
        if !matches!(session.inputs(), [input] if input.accepts(&shape)) {
            return Err(Error::Input {
                model: session.name().to_owned(),
                config: config.name.clone(),
                found: session.inputs().iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
                expected: format!("one picture [1, 3, {height}, {width}]"),
            });
        }
        // A file need not declare shapes; what it declares is checked now, the rest with the first outputs.
        if session.outputs().iter().all(|output| !output.shape.is_empty()) {
            let outputs: Vec<OutputInfo> = session.outputs().iter().map(declared).collect();
            check_outputs(session.name(), &outputs, &config)?;
        }
        let preprocessor = Preprocessor::new(config.filter, config.normalize)?;
        Ok(Self { session, config, preprocessor, input: Tensor::zeros(shape) })
    }

    /// The configuration of the model.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Runs the model on a picture (RGB, 8 bit, in host memory).
    ///
    /// # Errors
    /// [`Error::Preprocess`] for a picture that can't be read; [`Error::Session`] if the network fails; [`Error::Outputs`] if its outputs are
    /// not what it declares; [`Error::NotFinite`] if it computes NaN or infinity.
    pub fn infer(&mut self, picture: &Image<u8, 3>) -> Result<Scores, Error> {
        let start = Instant::now();
        self.preprocessor.run_into(picture, &mut self.input)?;
        let prepared = Instant::now();
        let outputs = self.session.run(&self.input)?;
        let ran = Instant::now();
        let shape = |shape: &[usize]| shape.iter().map(|size| Some(*size)).collect();
        let infos: Vec<_> = outputs.iter().map(|output| OutputInfo { name: output.name().to_owned(), shape: shape(output.shape()) }).collect();
        check_outputs(self.session.name(), &infos, &self.config)?;
        let scores = decode(outputs[0].values())?;
        let times = StageTimes { preprocess: prepared - start, network: ran - prepared, postprocess: ran.elapsed() };
        Ok(Scores { scores, times })
    }
}

fn declared(output: &TensorInfo) -> OutputInfo {
    let size = |dim: &Dim| match dim {
        Dim::Fixed(size) => Some(*size),
        Dim::Dynamic(_) => None,
    };
    OutputInfo { name: output.name.clone(), shape: output.shape.iter().map(size).collect() }
}
