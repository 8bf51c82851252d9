//! The model on a plain CPU.

use std::path::Path;
use std::time::Instant;

use vrt::StageTimes;
use vrt::cpu::{CpuOptions, CpuSession, Dim, ElementType, HostOutput, TensorInfo};
use vrt::kornia_image::Image;
use vrt::preprocess::Preprocessor;

use crate::Error;
use crate::config::Config;
use crate::decode::{DepthOptions, DepthResult, reference};
use crate::geometry::Geometry;
use crate::inputs::fixed_size;
use crate::outputs::{Outputs, RawMap, TensorShape, list};

/// Depth Anything on a plain CPU.
///
/// ```no_run
/// use vrt_depth_anything::{Config, DepthAnythingCpu, DepthOptions};
/// # let picture = vrt::kornia_image::Image::<u8, 3>::from_size_val(vrt::kornia_image::ImageSize { width: 640, height: 480 }, 0)?;
///
/// let config = Config::from_metadata_file("models/sample/depth.json")?;
/// let mut model = DepthAnythingCpu::from_onnx("models/sample/depth.onnx", config)?;
/// let depth = model.infer(&picture, &DepthOptions::default())?;
/// println!("{:?} {}", depth.map.values().first(), depth.map.unit());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DepthAnythingCpu {
    session: CpuSession,
    config: Config,
    preprocessor: Preprocessor,
    outputs: Outputs,
    fixed: Option<(usize, usize)>,
}

impl DepthAnythingCpu {
    /// Loads an ONNX file with the default engine and options.
    ///
    /// # Errors
    /// [`Error::Cpu`] where the file can't be loaded, and those of [`DepthAnythingCpu::from_session`].
    pub fn from_onnx(path: impl AsRef<Path>, config: Config) -> Result<Self, Error> {
        Self::from_session(CpuSession::from_file(path, &CpuOptions::default())?, config)
    }

    /// A model from a loaded network.
    ///
    /// A network whose input size is fixed takes pictures of that size only, whatever the resize rule says; they are prepared as
    /// [`Geometry::fixed`] tells.
    ///
    /// # Errors
    /// [`Error::Config`] where the configuration makes no sense, [`Error::Input`] where the network's input does not fit it,
    /// [`Error::Outputs`] where it can't be told which output is the depth.
    pub fn from_session(session: CpuSession, config: Config) -> Result<Self, Error> {
        config.validate()?;
        let fixed = input_size(&session, &config)?;
        let shapes: Vec<TensorShape> = session.outputs().iter().map(tensor_shape).collect();
        let outputs = Outputs::identify(session.name(), &shapes)?;
        let preprocessor = Preprocessor::new(config.filter, config.normalize)?;
        Ok(Self { session, config, preprocessor, outputs, fixed })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Width and height of the network's input where the network fixes them.
    pub fn fixed_size(&self) -> Option<(usize, usize)> {
        self.fixed
    }

    /// The sizes that a picture of `width` x `height` goes through.
    ///
    /// # Errors
    /// [`Error::Picture`] for a picture without pixels, [`Error::NetworkSize`] for one too elongated for [`Config::max_network_pixels`].
    pub fn plan(&self, width: usize, height: usize) -> Result<Geometry, Error> {
        match self.fixed {
            Some(size) => Geometry::fixed(&self.config.resize, (width, height), size),
            None => self.config.resize.plan(width, height, self.config.max_network_pixels),
        }
    }

    /// The depth of one picture (RGB, 8 bit).
    ///
    /// # Errors
    /// Those of [`DepthAnythingCpu::plan`] and [`reference::decode`], [`Error::Preprocess`] where the picture can't be read and
    /// [`Error::Cpu`] where the network fails or gives NaN.
    pub fn infer(&mut self, picture: &Image<u8, 3>, options: &DepthOptions) -> Result<DepthResult, Error> {
        let start = Instant::now();
        let geometry = self.plan(picture.width(), picture.height())?;
        // A missing or wrong camera is worth knowing before the network has run.
        reference::focal_factor(&self.config, &geometry, options.intrinsics.as_ref())?;
        let steps: Vec<_> = geometry.steps().collect();
        let input = self.preprocessor.run_steps(picture, &steps)?;
        let prepared = Instant::now();
        let outputs = self.session.run(&input)?;
        let ran = Instant::now();
        let depth = self.raw(&outputs, self.outputs.depth)?;
        let sky = self.outputs.sky.map(|index| self.raw(&outputs, index)).transpose()?;
        let mut result = reference::decode(&self.config, &geometry, depth, sky, options)?;
        result.times = StageTimes { preprocess: prepared - start, network: ran - prepared, postprocess: ran.elapsed() };
        Ok(result)
    }

    fn raw<'a>(&self, outputs: &'a [HostOutput], index: usize) -> Result<RawMap<'a>, Error> {
        let output = outputs.get(index).ok_or_else(|| Error::Outputs {
            model: self.session.name().to_owned(),
            found: outputs.iter().map(HostOutput::name).collect::<Vec<_>>().join(", "),
            problem: format!("the run gave {} outputs, fewer than the file declares", outputs.len()),
        })?;
        Ok(RawMap { name: output.name(), shape: output.shape(), values: output.values() })
    }
}

fn tensor_shape(info: &TensorInfo) -> TensorShape {
    let dim = |dim: &Dim| match dim {
        Dim::Fixed(size) => Some(*size),
        Dim::Dynamic(_) => None,
    };
    TensorShape { name: info.name.clone(), dims: info.shape.iter().map(dim).collect() }
}

/// Width and height of the network's input where it fixes them.
fn input_size(session: &CpuSession, config: &Config) -> Result<Option<(usize, usize)>, Error> {
    let shapes: Vec<TensorShape> = session.inputs().iter().map(tensor_shape).collect();
    if let [info] = session.inputs()
        && info.dtype != ElementType::F32
    {
        let problem = format!("its input holds {}, not f32; export it with float inputs", info.dtype);
        return Err(Error::Input { model: session.name().to_owned(), found: list(&shapes), problem });
    }
    fixed_size(session.name(), &shapes, config)
}
