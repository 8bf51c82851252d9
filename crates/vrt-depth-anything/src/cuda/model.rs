//! The model: picture to depth.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::{Cuda, DType, Frame, FrameError, FrameInput, Parameters, Pipeline};
use vrt::tensorrt::{
    Engine, EngineBuilder, EngineProfile, EngineStore, EngineTensor, OnnxDim, OnnxSummary, Session, SessionOptions, ShapeRange, TensorRt,
    engine_name,
};

use super::decoder::{reading, shape};
use super::error::GpuError;
use super::kernels::Kernels;
use super::params::Block;
use super::result::{GpuDepth, Network, Running};
use super::work::{Post, Repeats, Work};
use crate::inputs::fixed_size;
use crate::outputs::{Outputs, TensorShape};
use crate::{Config, DepthOptions, Error, Geometry, ResizeRule};

/// A Depth Anything engine on an NVIDIA GPU.
///
/// The model itself holds the engine and the kernels; each [`GpuDepth`] holds what a frame needs. So one model serves any number of results, on
/// any threads. The first frame of a result is queued call by call, the second is captured into a CUDA graph, and from then on a frame is
/// one launch.
///
/// An engine of a fixed size takes every picture at that size ([`Geometry::fixed`]). With a dynamic one a result follows the pictures: where
/// one needs another network size than the one before, tensors are allocated anew, which takes milliseconds.
///
/// ```no_run
/// use vrt::cuda::{Cuda, Frame};
/// use vrt_depth_anything::{DepthAnything, DepthOptions, Variant};
///
/// let config = Variant::V2MetricHypersimSmall.config();
/// let model = DepthAnything::from_engine_file(&Cuda::open(0)?, "depth-anything-v2-metric-hypersim-small.engine", config)?;
/// let mut result = model.alloc_result()?;
/// let picture = vrt_picture::read_picture("room.jpg")?;
/// let depth = model.submit(&Frame::image(&picture)?, &DepthOptions::default(), &mut result)?.wait()?;
/// if let Some(metres) = depth.depth_host()?.as_metric() {
///     println!("the middle is {:?} m away", metres.get(metres.width() / 2, metres.height() / 2));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A result in flight is borrowed, so the compiler refuses what would disturb it:
/// ```compile_fail
/// # use vrt::cuda::Frame;
/// # use vrt_depth_anything::cuda::{DepthAnything, GpuDepth};
/// # use vrt_depth_anything::{DepthOptions, Error};
/// fn twice(model: &DepthAnything, frame: &Frame<'_>, result: &mut GpuDepth) -> Result<(), Error> {
///     let options = DepthOptions::default();
///     let running = model.submit(frame, &options, result)?;
///     let again = model.submit(frame, &options, result)?;
///     running.wait()?;
///     again.wait()?;
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct DepthAnything {
    engine: Engine,
    config: Config,
    kernels: Kernels,
    network: Network,
    id: Arc<()>,
}

impl DepthAnything {
    /// Loads an engine file with the system's TensorRT.
    ///
    /// An engine holds code that the GPU runs: a path given here is trusted as a program's is.
    ///
    /// # Errors
    /// [`GpuError::TensorRt`] or [`GpuError::Engine`] inside [`Error::Gpu`] where TensorRT or the engine can't be loaded, and those of
    /// [`DepthAnything::new`].
    pub fn from_engine_file(cuda: &Cuda, path: impl AsRef<Path>, config: Config) -> Result<Self, Error> {
        let tensorrt = TensorRt::open(cuda).map_err(GpuError::from)?;
        Self::new(Engine::from_file(&tensorrt, path).map_err(GpuError::from)?, config)
    }

    /// Builds an engine of an ONNX file, or takes it from the store where it was built before. The first time takes minutes; for
    /// progress and cancelling use [`EngineBuilder`] and [`DepthAnything::new`]. `profile` is [`DepthAnything::engine_profile`] or a precision;
    /// where it says no shapes and the file leaves height and width open, those of [`DepthAnything::dynamic_profile`] are taken.
    ///
    /// # Errors
    /// [`GpuError::TensorRt`] or [`GpuError::Build`] inside [`Error::Gpu`], and those of [`DepthAnything::new`].
    pub fn from_onnx(
        cuda: &Cuda,
        onnx: impl AsRef<Path>,
        config: Config,
        profile: impl Into<EngineProfile>,
        store: &EngineStore,
    ) -> Result<Self, Error> {
        let tensorrt = TensorRt::open(cuda).map_err(GpuError::from)?;
        let builder = EngineBuilder::new(&tensorrt, engine_name(&config.name), onnx.as_ref());
        let profile = Self::profile_for(builder.model().map_err(GpuError::from)?, &config, profile.into());
        Self::new(builder.profile(&profile).build_in(store).map_err(GpuError::from)?.engine, config)
    }

    /// How an engine of this model is built unless somebody asks for something else: fp16, shapes as the file says.
    pub fn engine_profile() -> EngineProfile {
        EngineProfile::default()
    }

    /// How an engine is built of a file whose height and width are dynamic; `input` is the name of the file's input (`pixel_values`,
    /// `image`). Tuned for 16:9 pictures. V2 from square pictures to those of 2:1 and 1:2, V3 all that it makes.
    pub fn dynamic_profile(config: &Config, input: &str) -> EngineProfile {
        let wide = config.resize.plan(1920, 1080, config.max_network_pixels).map(|geometry| geometry.network());
        let square = |side: usize| (side, side);
        let [min, opt, max] = match config.resize {
            ResizeRule::Stretch { width, height } => [(width, height); 3],
            ResizeRule::LowerBound { width, height, .. } => {
                [(width, height), wide.unwrap_or((width, height)), (width.saturating_mul(2), height.saturating_mul(2))]
            }
            ResizeRule::UpperBound { longest, multiple } => {
                let most = longest.next_multiple_of(multiple.max(1));
                [square(multiple), wide.unwrap_or(square(most)), square(most)]
            }
        };
        let shape = |(width, height): (usize, usize)| vec![1, 3, height, width];
        let range = ShapeRange { input: input.to_owned(), min: shape(min), opt: shape(opt), max: shape(max) };
        EngineProfile { input: Some(range), ..EngineProfile::default() }
    }

    /// The profile, with the shapes of [`DepthAnything::dynamic_profile`] where it says none and the file leaves height or width open.
    pub fn profile_for(onnx: &OnnxSummary, config: &Config, profile: EngineProfile) -> EngineProfile {
        let open = |shape: &[OnnxDim]| shape.len() == 4 && shape[2..].iter().any(|side| matches!(side, OnnxDim::Dynamic(_)));
        let input = profile.input.or_else(|| match &onnx.inputs[..] {
            [input] if input.shape.as_deref().is_some_and(open) => Self::dynamic_profile(config, &input.name).input,
            _ => None,
        });
        EngineProfile { input, ..profile }
    }

    /// Takes an engine that is loaded already.
    ///
    /// # Errors
    /// [`Error::Config`] where the configuration makes no sense, [`Error::Input`] unless the engine's only input is a picture that fits it,
    /// [`Error::Outputs`] where it can't be told which output is the depth; [`GpuError::DType`] for others than f32, [`GpuError::Filter`] for a
    /// resize filter without a kernel, [`GpuError::Cuda`] where the kernels can't be loaded.
    pub fn new(engine: Engine, config: Config) -> Result<Self, Error> {
        config.validate()?;
        FrameInput::check(config.filter, &config.normalize).map_err(|error| match error {
            source @ FrameError::Filter { .. } => GpuError::Filter { config: config.name.clone(), source }.into(),
            error => Error::from(error),
        })?;
        let model = engine.origin().to_owned();
        for tensor in engine.tensors() {
            if tensor.dtype() != DType::F32 {
                return Err(GpuError::DType { model, tensor: tensor.name().to_owned(), found: tensor.dtype().to_string() }.into());
            }
        }
        let inputs: Vec<TensorShape> = engine.inputs().map(of_any_batch).collect();
        let fixed = fixed_size(&model, &inputs, &config)?;
        let outputs: Vec<TensorShape> = engine.outputs().map(of_any_batch).collect();
        let found = Outputs::identify(&model, &outputs)?;
        // A sky that the configuration does not read is not looked at.
        let sky = found.sky.filter(|_| config.sky.is_some());
        let name = |index: usize| outputs.get(index).map(|output| output.name.clone());
        let input = inputs.first().map(|input| input.name.clone()).unwrap_or_default();
        let network = Network { model, fixed, input, outputs: [name(found.depth), sky.and_then(name)] };
        let kernels = Kernels::load(engine.cuda())?;
        Ok(Self { engine, config, kernels, network, id: Arc::new(()) })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The GPU.
    pub fn cuda(&self) -> &Cuda {
        self.engine.cuda()
    }

    /// Width and height of the network's input where the engine fixes them.
    pub fn fixed_size(&self) -> Option<(usize, usize)> {
        self.network.fixed
    }

    /// The sizes that a picture of `width` x `height` goes through.
    ///
    /// # Errors
    /// [`Error::Picture`] for a picture without pixels, [`Error::NetworkSize`] for one too elongated for
    /// [`Config::max_network_pixels`](crate::Config::max_network_pixels).
    pub fn plan(&self, width: usize, height: usize) -> Result<Geometry, Error> {
        self.network.plan(&self.config, (width, height))
    }

    /// A result for single frames, on a stream of its own.
    ///
    /// # Errors
    /// As [`DepthAnything::alloc_result_on`].
    pub fn alloc_result(&self) -> Result<GpuDepth, Error> {
        self.alloc_result_for(1)
    }

    /// A result for batches of `batch` frames, on a stream of its own. The engine must take such batches, and the pictures of a batch must
    /// need the same network size.
    ///
    /// # Errors
    /// As [`DepthAnything::alloc_result_on`].
    pub fn alloc_result_for(&self, batch: usize) -> Result<GpuDepth, Error> {
        self.alloc_result_on(&self.cuda().new_stream()?, batch)
    }

    /// A result for batches of `batch` frames on a stream of the caller's. It makes an execution context of the engine, so it takes
    /// milliseconds and memory: keep results. Others may go on using the stream: frames run there in the order of submission.
    ///
    /// # Errors
    /// [`GpuError::Session`] where the engine does not take such a batch or memory runs out; [`Error::OutputShape`] where an output has another
    /// size than the input; [`GpuError::Limit`] for batches beyond the kernels'.
    pub fn alloc_result_on(&self, stream: &Arc<CudaStream>, batch: usize) -> Result<GpuDepth, Error> {
        let (cuda, input) = (self.cuda(), &self.network.input);
        let size = match self.network.fixed {
            Some(size) => size,
            // The size that the profile is tuned for; the first picture says which is needed.
            None => match self.engine.shape_range(input, 0).map_err(GpuError::from)?.map(|range| range.opt).as_deref() {
                Some(&[_, _, height, width]) => (width, height),
                _ => (0, 0),
            },
        };
        let shape = shape(batch, size)?;
        let shapes = vec![(input.clone(), vec![batch, 3, size.1, size.0])];
        let session = Session::with_options(&self.engine, stream, &SessionOptions { profile: 0, shapes })?;
        let maps = self.network.maps(cuda, &session, batch, size)?;
        let mut frames = FrameInput::new(cuda, stream, batch, self.config.filter, self.config.normalize)?;
        frames.set_target(size, session.address::<f32>(input)?.0)?;
        let block = Block::new(frames.words(), batch);
        let parameters = Parameters::new(cuda, stream, block.words())?;
        let (reading, finish) = reading(&self.config, maps.sky.is_some());
        let post = Post::new(cuda, stream, &self.kernels, (shape, reading, finish), maps, &parameters, block)?;
        let (kernels, network) = (self.kernels.clone(), Some((frames, session)));
        let work = Work { kernels, block, parameters, network, post, repeats: Repeats::default() };
        GpuDepth::new(work, self.network.clone(), self.id.clone(), self.config.clone(), cuda, stream)
    }

    /// `slots` results in flight at once, each for one frame: upload and preprocessing of a frame run beside the network of the one before.
    /// Two slots are enough where the network takes longer than the rest.
    ///
    /// ```no_run
    /// # use vrt::cuda::{Cuda, FrameLayout, PixelFormat};
    /// # use vrt_depth_anything::{DepthAnything, DepthOptions, Variant};
    /// # fn camera(pixels: &mut [u8]) -> bool { pixels.fill(0); false }
    /// # let model = DepthAnything::from_engine_file(&Cuda::open(0)?, "depth.engine", Variant::V2Small.config())?;
    /// let mut pipeline = model.pipeline(2)?;
    /// let layout = FrameLayout::new(PixelFormat::Nv12(Default::default()), 1920, 1080);
    /// // The camera writes straight into pinned memory.
    /// while camera(pipeline.staging(0, &layout)?) {
    ///     pipeline.submit_staged(&[layout], &DepthOptions::default())?;
    ///     if pipeline.is_full() {
    ///         let Some(oldest) = pipeline.next()? else { break };
    ///         println!("{:?}", oldest.min_max(0)?);
    ///     }
    /// }
    /// while let Some(rest) = pipeline.next()? {
    ///     println!("{:?}", rest.min_max(0)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PipelineError::NoSlots`](vrt::cuda::PipelineError::NoSlots) for no slots, and as [`DepthAnything::alloc_result_on`].
    pub fn pipeline(&self, slots: usize) -> Result<Pipeline<GpuDepth>, Error> {
        self.pipeline_for(slots, 1)
    }

    /// As [`DepthAnything::pipeline`], each slot for batches of `batch` frames.
    ///
    /// # Errors
    /// As there.
    pub fn pipeline_for(&self, slots: usize, batch: usize) -> Result<Pipeline<GpuDepth>, Error> {
        Pipeline::new((0..slots).map(|_| self.alloc_result_for(batch)).collect::<Result<_, _>>()?)
    }

    /// Queues a frame and returns before it is done. A result that is still at work is waited for.
    ///
    /// # Errors
    /// [`GpuError::OtherModel`] for a result of another model, those of [`DepthAnything::plan`], [`Error::NoIntrinsics`] and [`Error::Aspect`] for
    /// options that do not fit the model or the picture, [`GpuError::Session`] for a network size outside the engine's profile, [`Error::Gpu`]
    /// for frames that can't be read and where the GPU fails.
    pub fn submit<'a>(&self, frame: &Frame<'_>, options: &DepthOptions, result: &'a mut GpuDepth) -> Result<Running<'a>, Error> {
        self.submit_batch(std::slice::from_ref(frame), options, result)
    }

    /// As [`DepthAnything::submit`], for a batch of frames, which may have different sizes and formats.
    ///
    /// # Errors
    /// As there, [`FrameError::Batch`] for another number of frames than the result was made for, and [`GpuError::NetworkSizes`] for pictures
    /// that need different network sizes.
    pub fn submit_batch<'a>(&self, frames: &[Frame<'_>], options: &DepthOptions, result: &'a mut GpuDepth) -> Result<Running<'a>, Error> {
        if !result.belongs_to(&self.id) {
            return Err(GpuError::OtherModel.into());
        }
        result.submit(frames, options)
    }

    /// The depth of one frame, with a new result: for pictures now and then. For streams keep a result.
    ///
    /// # Errors
    /// As [`DepthAnything::submit`] and [`Running::wait`].
    pub fn infer(&self, frame: &Frame<'_>, options: &DepthOptions) -> Result<GpuDepth, Error> {
        let mut result = self.alloc_result()?;
        self.submit(frame, options, &mut result)?.wait()?;
        Ok(result)
    }
}

/// The shape of a tensor, whose batch is the result's to choose.
fn of_any_batch(tensor: &EngineTensor) -> TensorShape {
    let mut dims = tensor.shape().to_vec();
    if let Some(batch) = dims.first_mut() {
        *batch = None;
    }
    TensorShape { name: tensor.name().to_owned(), dims }
}

impl fmt::Debug for DepthAnything {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("DepthAnything").field("engine", &self.engine.origin()).field("config", &self.config).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn profile(file: &str, config: &Config, asked: EngineProfile) -> EngineProfile {
        let onnx = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
        DepthAnything::profile_for(&OnnxSummary::read(onnx).unwrap(), config, asked)
    }

    #[test]
    fn files_of_any_size_are_built_for_what_pictures_need() {
        let range = profile("tiny-v2.onnx", &Variant::V2Small.config(), EngineProfile::default()).input.unwrap();
        assert_eq!((range.input.as_str(), range.min, range.max), ("pixel_values", vec![1, 3, 518, 518], vec![1, 3, 1036, 1036]));
        // 1920x1080 by the authors' rule (`tests/data/sizes.json`).
        assert_eq!(range.opt, [1, 3, 518, 924]);
        let range = profile("toy-v3.onnx", &Variant::V3MonoLarge.config(), EngineProfile::default()).input.unwrap();
        assert_eq!((range.min, range.opt, range.max), (vec![1, 3, 14, 14], vec![1, 3, 280, 504], vec![1, 3, 504, 504]));
    }

    #[test]
    fn fixed_files_and_other_wishes_are_left_alone() {
        let config = Variant::V3MonoLarge.config();
        assert_eq!(profile("toy-fixed.onnx", &config, EngineProfile::default()), EngineProfile::default());
        let asked = DepthAnything::dynamic_profile(&config, "pixels");
        assert_eq!(profile("toy-v3.onnx", &config, asked.clone()), asked);
        let missing = OnnxSummary::read("none.onnx").unwrap_err();
        assert!(missing.to_string().contains("none.onnx"), "{missing}");
    }
}
