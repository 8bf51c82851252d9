//! The model: picture to masks.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::{Cuda, DType, Frame, FrameError, FrameInput, Parameters, Pipeline};
use vrt::tensorrt::{Engine, EngineBuilder, EngineProfile, EngineStore, Session, SessionOptions, TensorRt, engine_name};

use super::decoder::shape;
use super::error::GpuError;
use super::kernels::Kernels;
use super::params::Block;
use super::result::{GpuSegmentation, Running};
use super::work::{Post, Repeats, Work};
use crate::decode::OutputSizes;
use crate::{Config, DecodeOptions, Error, OutputInfo, OutputRoles, check_outputs};

/// An RF-DETR-Seg engine on an NVIDIA GPU.
///
/// The model itself holds the engine and the kernels; each [`GpuSegmentation`] holds what a frame needs. So one model serves any number of
/// results, on any threads. The first frame of a result is queued call by call, the second is captured into a CUDA graph, and from then
/// on a frame is one launch.
///
/// ```no_run
/// use vrt::cuda::Cuda;
/// use vrt_rfdetr_seg::cuda::{Frame, RfDetrSeg};
/// use vrt_rfdetr_seg::{DecodeOptions, Variant};
///
/// let model = RfDetrSeg::from_engine_file(&Cuda::open(0)?, "rfdetr-seg-nano.engine", Variant::Nano.config())?;
/// let mut result = model.alloc_result()?;
/// let picture = vrt_picture::read_picture("street.jpg")?;
/// let found = model.submit(&Frame::image(&picture)?, &DecodeOptions::with_threshold(0.4), &mut result)?.wait()?;
/// for (detection, rle) in found.detections()?.iter().zip(found.rle()?) {
///     println!("{detection:?} {}", rle.to_coco_string());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What the compiler refuses
/// A result in flight is borrowed, so nothing can submit to it, read it or drop it before it was waited for:
/// ```compile_fail,E0499
/// # use vrt_rfdetr_seg::cuda::{Frame, GpuSegmentation, RfDetrSeg};
/// # use vrt_rfdetr_seg::{DecodeOptions, Error};
/// # fn twice(model: &RfDetrSeg, frame: &Frame<'_>, result: &mut GpuSegmentation, options: &DecodeOptions) -> Result<(), Error> {
/// let running = model.submit(frame, options, result)?;
/// let again = model.submit(frame, options, result)?;
/// running.wait()?;
/// # again.wait()?;
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0502
/// # use vrt_rfdetr_seg::cuda::{Frame, GpuSegmentation, RfDetrSeg};
/// # use vrt_rfdetr_seg::{DecodeOptions, Error};
/// # fn early(model: &RfDetrSeg, frame: &Frame<'_>, result: &mut GpuSegmentation, options: &DecodeOptions) -> Result<(), Error> {
/// let running = model.submit(frame, options, result)?;
/// println!("{}", result.count()?);
/// running.wait()?;
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0505
/// # use vrt_rfdetr_seg::cuda::{Frame, GpuSegmentation, RfDetrSeg};
/// # use vrt_rfdetr_seg::{DecodeOptions, Error};
/// # fn dropped(model: &RfDetrSeg, frame: &Frame<'_>, mut result: GpuSegmentation, options: &DecodeOptions) -> Result<(), Error> {
/// let running = model.submit(frame, options, &mut result)?;
/// drop(result);
/// running.wait()?;
/// # Ok(())
/// # }
/// ```
/// Pinned memory that a camera writes to is not written while it is uploaded, and views of masks are gone before the next frame:
/// ```compile_fail,E0499
/// # use vrt_rfdetr_seg::cuda::{Frame, FrameLayout, GpuSegmentation, RfDetrSeg};
/// # use vrt_rfdetr_seg::{DecodeOptions, Error};
/// # fn touched(model: &RfDetrSeg, layout: FrameLayout, result: &mut GpuSegmentation, options: &DecodeOptions) -> Result<(), Error> {
/// let pixels = result.staging(0, &layout)?;
/// let running = model.submit(&Frame::staged(layout)?, options, result)?;
/// pixels.fill(0);
/// # running.wait()?;
/// # Ok(())
/// # }
/// ```
/// ```compile_fail,E0502
/// # use vrt_rfdetr_seg::cuda::{Frame, GpuSegmentation, RfDetrSeg};
/// # use vrt_rfdetr_seg::{DecodeOptions, Error};
/// # fn stale(model: &RfDetrSeg, frame: &Frame<'_>, result: &mut GpuSegmentation, options: &DecodeOptions) -> Result<(), Error> {
/// let masks = result.masks_slice(0)?;
/// model.submit(frame, options, result)?.wait()?;
/// println!("{masks:?}");
/// # Ok(())
/// # }
/// ```
/// A frame does not outlive its bytes; once it is submitted, both may go, and so may the model:
/// ```compile_fail,E0505
/// # use vrt_rfdetr_seg::cuda::{Frame, FrameLayout, GpuSegmentation, RfDetrSeg};
/// # use vrt_rfdetr_seg::{DecodeOptions, Error};
/// # fn gone(model: &RfDetrSeg, layout: FrameLayout, result: &mut GpuSegmentation, options: &DecodeOptions, bytes: Vec<u8>) -> Result<(), Error> {
/// let frame = Frame::host(layout, &bytes)?;
/// drop(bytes);
/// model.submit(&frame, options, result)?.wait()?;
/// # Ok(())
/// # }
/// ```
/// ```
/// # use vrt_rfdetr_seg::cuda::{Frame, FrameLayout, GpuSegmentation, RfDetrSeg};
/// # use vrt_rfdetr_seg::{DecodeOptions, Error};
/// # fn fine(model: RfDetrSeg, layout: FrameLayout, result: &mut GpuSegmentation, options: &DecodeOptions, bytes: Vec<u8>) -> Result<(), Error> {
/// let running = model.submit(&Frame::host(layout, &bytes)?, options, result)?;
/// drop(bytes);
/// drop(model);
/// let found = running.wait()?;
/// println!("{}", found.count()?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RfDetrSeg {
    engine: Engine,
    config: Config,
    kernels: Kernels,
    input: String,
    outputs: [String; 3],
    id: Arc<()>,
}

impl RfDetrSeg {
    /// Loads an engine file with the system's TensorRT.
    ///
    /// An engine holds code that the GPU runs: a path given here is trusted as a program's is.
    ///
    /// # Errors
    /// [`GpuError::TensorRt`] or [`GpuError::Engine`] inside [`Error::Gpu`] where TensorRT or the engine can't be loaded, and those of
    /// [`RfDetrSeg::new`].
    pub fn from_engine_file(cuda: &Cuda, path: impl AsRef<Path>, config: Config) -> Result<Self, Error> {
        let tensorrt = TensorRt::open(cuda).map_err(GpuError::from)?;
        Self::new(Engine::from_file(&tensorrt, path).map_err(GpuError::from)?, config)
    }

    /// Builds an engine of an ONNX file, or takes it from the store where it was built before. The first time takes minutes; for
    /// progress and cancelling use [`EngineBuilder`] and [`RfDetrSeg::new`]. `profile` is [`RfDetrSeg::engine_profile`], or a precision.
    ///
    /// # Errors
    /// [`GpuError::TensorRt`] or [`GpuError::Build`] inside [`Error::Gpu`], and those of [`RfDetrSeg::new`].
    pub fn from_onnx(
        cuda: &Cuda,
        onnx: impl AsRef<Path>,
        config: Config,
        profile: impl Into<EngineProfile>,
        store: &EngineStore,
    ) -> Result<Self, Error> {
        let tensorrt = TensorRt::open(cuda).map_err(GpuError::from)?;
        let builder = EngineBuilder::new(&tensorrt, engine_name(config.name()), onnx.as_ref()).profile(&profile.into());
        Self::new(builder.build_in(store).map_err(GpuError::from)?.engine, config)
    }

    /// How an engine of this model is built unless somebody asks for something else: fp16, shapes as the file says.
    pub fn engine_profile() -> EngineProfile {
        EngineProfile::default()
    }

    /// Takes an engine that is loaded already.
    ///
    /// # Errors
    /// [`Error::Input`] unless its only input is a picture of the configured size; [`Error::Outputs`] unless its outputs are boxes, labels
    /// and masks; [`Error::HeadWidth`], [`Error::ConfigMismatch`] if their sizes are not the configured ones; [`GpuError::DType`] for others than
    /// f32, [`GpuError::Filter`] for a resize filter without a kernel, [`GpuError::Cuda`] where the kernels can't be loaded.
    pub fn new(engine: Engine, config: Config) -> Result<Self, Error> {
        FrameInput::check(config.filter(), config.normalize()).map_err(|error| match error {
            source @ FrameError::Filter { .. } => GpuError::Filter { config: config.name().to_owned(), source }.into(),
            error => Error::from(error),
        })?;
        let model = engine.origin().to_owned();
        let (width, height) = config.input_size();
        let wanted = [None, Some(3), Some(height), Some(width)];
        let inputs: Vec<_> = engine.inputs().collect();
        let fits = |shape: &[Option<usize>]| {
            shape.len() == 4 && shape.iter().zip(wanted).all(|(found, wanted)| found.is_none() || wanted.is_none() || *found == wanted)
        };
        let input = match inputs[..] {
            [input] if fits(input.shape()) => input,
            _ => {
                return Err(Error::Input {
                    model,
                    config: config.name().to_owned(),
                    found: inputs.iter().map(|input| input.to_string()).collect::<Vec<_>>().join(", "),
                    expected: format!("one picture [B, 3, {height}, {width}]"),
                });
            }
        };
        for tensor in engine.tensors() {
            if tensor.dtype() != DType::F32 {
                return Err(GpuError::DType { model, tensor: tensor.name().to_owned(), found: tensor.dtype().to_string() }.into());
            }
        }
        let infos: Vec<OutputInfo> =
            engine.outputs().map(|output| OutputInfo { name: output.name().to_owned(), shape: output.shape().to_vec() }).collect();
        let roles = OutputRoles::find(&model, &infos)?;
        let outputs = [roles.labels, roles.boxes, roles.masks].map(|role| infos[role].name.clone());
        let input = input.name().to_owned();
        let kernels = Kernels::load(engine.cuda())?;
        Ok(Self { engine, config, kernels, input, outputs, id: Arc::new(()) })
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

    /// A result for single frames, on a stream of its own.
    ///
    /// # Errors
    /// As [`RfDetrSeg::alloc_result_on`].
    pub fn alloc_result(&self) -> Result<GpuSegmentation, Error> {
        self.alloc_result_for(1)
    }

    /// A result for batches of `batch` frames, on a stream of its own. The engine must take such batches.
    ///
    /// # Errors
    /// As [`RfDetrSeg::alloc_result_on`].
    pub fn alloc_result_for(&self, batch: usize) -> Result<GpuSegmentation, Error> {
        self.alloc_result_on(&self.cuda().new_stream().map_err(GpuError::from)?, batch)
    }

    /// A result for batches of `batch` frames on a stream of the caller's. It makes an execution context of the engine, so it takes
    /// milliseconds and memory: keep results. Others may go on using the stream: frames run there in the order of submission.
    ///
    /// # Errors
    /// [`GpuError::Session`] where the engine does not take such a batch or memory runs out; [`Error::HeadWidth`], [`Error::ConfigMismatch`]
    /// where the shapes that are known now are not the configured ones; [`GpuError::Limit`] for sizes beyond the kernels'.
    pub fn alloc_result_on(&self, stream: &Arc<CudaStream>, batch: usize) -> Result<GpuSegmentation, Error> {
        let (width, height) = self.config.input_size();
        let shapes = vec![(self.input.clone(), vec![batch, 3, height, width])];
        let session = Session::with_options(&self.engine, stream, &SessionOptions { profile: 0, shapes }).map_err(GpuError::from)?;
        let model = self.engine.origin();
        let mut infos = Vec::new();
        for name in &self.outputs {
            infos.push(session.shape(name).map(<[usize]>::to_vec).map_err(GpuError::from)?);
        }
        let (labels, boxes, masks) = (infos[0].clone(), infos[1].clone(), infos[2].clone());
        // The check is made for batches of one, like the CPU's networks.
        let single: Vec<OutputInfo> = self
            .outputs
            .iter()
            .zip(&infos)
            .map(|(name, shape)| {
                let mut info = OutputInfo::new(name.clone(), shape);
                if let Some(first) = info.shape.first_mut().filter(|first| **first == Some(batch)) {
                    *first = Some(1);
                }
                info
            })
            .collect();
        check_outputs(model, &single, OutputRoles { labels: 0, boxes: 1, masks: 2 }, &self.config)?;
        let (&[_, queries, classes], &[_, of_boxes, 4], &[_, of_masks, mask_height, mask_width]) = (&labels[..], &boxes[..], &masks[..])
        else {
            return Err(self.outputs_error("its outputs do not have three, three and four dimensions", &single));
        };
        if of_boxes != queries || of_masks != queries || infos.iter().any(|shape| shape.first() != Some(&batch)) {
            return Err(self.outputs_error("its outputs have different numbers of queries or pictures", &single));
        }
        let shape = shape(OutputSizes { queries, classes, mask_width, mask_height }, batch, &self.config)?;
        let work = || -> Result<Work, Error> {
            let cuda = self.cuda();
            let mut input = FrameInput::new(cuda, stream, batch, self.config.filter(), *self.config.normalize())?;
            let block = Block::new(input.words(), batch, classes);
            let parameters = Parameters::new(cuda, stream, block.words()).map_err(GpuError::from)?;
            let mut post = Post::new(cuda, stream, shape, parameters.address(), block).map_err(GpuError::from)?;
            let address = |name: &str| session.address::<f32>(name).map(|(address, _)| address).map_err(GpuError::from);
            [post.at.labels, post.at.boxes, post.at.masks] =
                [address(&self.outputs[0])?, address(&self.outputs[1])?, address(&self.outputs[2])?];
            input.set_target((width, height), address(&self.input)?)?;
            let (kernels, network) = (self.kernels.clone(), Some((input, session)));
            Ok(Work { kernels, block, parameters, network, post, repeats: Repeats::default() })
        };
        GpuSegmentation::new(work()?, self.id.clone(), self.config.clone(), self.cuda(), stream)
    }

    /// `slots` results in flight at once, each for one frame: upload and preprocessing of a frame run beside the network of the one before.
    /// Two slots are enough where the network takes longer than the rest.
    ///
    /// ```no_run
    /// # use vrt::cuda::Cuda;
    /// # use vrt_rfdetr_seg::cuda::{FrameLayout, PixelFormat, RfDetrSeg};
    /// # use vrt_rfdetr_seg::{DecodeOptions, Variant};
    /// # fn camera(pixels: &mut [u8]) -> bool { pixels.fill(0); false }
    /// # let model = RfDetrSeg::from_engine_file(&Cuda::open(0)?, "rfdetr-seg-nano.engine", Variant::Nano.config())?;
    /// let mut pipeline = model.pipeline(2)?;
    /// let layout = FrameLayout::new(PixelFormat::Nv12(Default::default()), 1920, 1080);
    /// // The camera writes straight into pinned memory.
    /// while camera(pipeline.staging(0, &layout)?) {
    ///     pipeline.submit_staged(&[layout], &DecodeOptions::with_threshold(0.4))?;
    ///     if pipeline.is_full() {
    ///         let Some(oldest) = pipeline.next()? else { break };
    ///         println!("{:?}", oldest.detections()?);
    ///     }
    /// }
    /// while let Some(rest) = pipeline.next()? {
    ///     println!("{:?}", rest.detections()?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PipelineError::NoSlots`](vrt::cuda::PipelineError::NoSlots) for no slots, and as [`RfDetrSeg::alloc_result_on`].
    pub fn pipeline(&self, slots: usize) -> Result<Pipeline<GpuSegmentation>, Error> {
        self.pipeline_for(slots, 1)
    }

    /// As [`RfDetrSeg::pipeline`], each slot for batches of `batch` frames.
    ///
    /// # Errors
    /// As there.
    pub fn pipeline_for(&self, slots: usize, batch: usize) -> Result<Pipeline<GpuSegmentation>, Error> {
        Pipeline::new((0..slots).map(|_| self.alloc_result_for(batch)).collect::<Result<_, _>>()?)
    }

    fn outputs_error(&self, problem: &str, outputs: &[OutputInfo]) -> Error {
        Error::Outputs {
            model: self.engine.origin().to_owned(),
            problem: problem.to_owned(),
            found: outputs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        }
    }

    /// Queues a frame and returns before it is done. A result that is still at work is waited for.
    ///
    /// # Errors
    /// [`GpuError::OtherModel`] for a result of another model, [`Error::Threshold`], [`Error::UnknownClass`] for options that do not fit it,
    /// [`Error::Gpu`] for frames that can't be read and where the GPU fails.
    pub fn submit<'a>(&self, frame: &Frame<'_>, options: &DecodeOptions, result: &'a mut GpuSegmentation) -> Result<Running<'a>, Error> {
        self.submit_batch(std::slice::from_ref(frame), options, result)
    }

    /// As [`RfDetrSeg::submit`], for a batch of frames, which may have different sizes and formats.
    ///
    /// # Errors
    /// As there, and [`FrameError::Batch`] for another number of frames than the result was made for.
    pub fn submit_batch<'a>(
        &self,
        frames: &[Frame<'_>],
        options: &DecodeOptions,
        result: &'a mut GpuSegmentation,
    ) -> Result<Running<'a>, Error> {
        if !result.belongs_to(&self.id) {
            return Err(GpuError::OtherModel.into());
        }
        result.submit(frames, options)
    }

    /// Finds the objects in one frame, with a new result: for pictures now and then. For streams keep a result.
    ///
    /// # Errors
    /// As [`RfDetrSeg::submit`] and [`Running::wait`].
    pub fn infer(&self, frame: &Frame<'_>, options: &DecodeOptions) -> Result<GpuSegmentation, Error> {
        let mut result = self.alloc_result()?;
        self.submit(frame, options, &mut result)?.wait()?;
        Ok(result)
    }
}

impl fmt::Debug for RfDetrSeg {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RfDetrSeg").field("engine", &self.engine.origin()).field("config", &self.config).finish_non_exhaustive()
    }
}
