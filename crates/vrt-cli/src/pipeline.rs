//! Loaded models, and what they make of one picture.
//!
//! A device is an implementation of [`Look`] and nothing else. A picture is begun, which on a GPU returns while it is at work, and finished
//! later: so the next picture is uploaded while this one is computed and the one before is written.

mod cpu;
#[cfg(feature = "cuda")]
mod gpu;

use std::path::PathBuf;
use std::time::Duration;

use vrt::StageTimes;
use vrt::kornia_image::Image;
use vrt_depth_anything::DepthOptions;
use vrt_depth_anything::fusion::FuseOptions;
use vrt_rfdetr_seg::DecodeOptions;
use vrt_types::{AnyDepthMap, CameraIntrinsics, Instance, ObjectDepth};

use crate::device::{Chosen, Device, Found};
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::models::Plan;

/// Models on a device.
trait Look: Send {
    /// Begins a picture.
    fn begin(&mut self, picture: &Image<u8, 3>, options: &Options) -> Result<Pending, CliError>;
}

/// A picture that models look at: done already, or at work on a GPU until this returns what came of it.
type Work = Box<dyn FnOnce() -> Result<Analysis, CliError> + Send>;

/// What is asked of each picture.
#[derive(Debug, Clone)]
struct Options {
    decode: DecodeOptions,
    depth: DepthOptions,
    /// With the camera, which counts where depth is in metres.
    fuse: FuseOptions,
}

impl Options {
    /// How objects are measured in a map: positions exist in metres only.
    fn fuse_in(&self, metric: bool) -> FuseOptions {
        FuseOptions { intrinsics: self.fuse.intrinsics.filter(|_| metric), ..self.fuse.clone() }
    }
}

/// The models of a run.
pub struct Pipeline {
    models: Box<dyn Look>,
    options: Options,
    engines: Engines,
}

/// The engines that models run as on a GPU; none on the processor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Engines {
    /// Of the model that finds objects.
    pub segmentation: Option<EngineUsed>,
    /// Of the depth model.
    pub depth: Option<EngineUsed>,
}

/// An engine, for people and programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineUsed {
    /// Its file.
    pub path: PathBuf,
    /// The precision that it was asked for in; `None` where nothing says it.
    pub precision: Option<String>,
}

/// What the models make of one picture.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    /// Objects, best score first.
    pub instances: Vec<Instance>,
    /// How far away each of them is; as many as there are objects where there is a depth map, else none.
    pub distances: Vec<ObjectDepth>,
    /// Depth at the picture's resolution.
    pub depth: Option<AnyDepthMap>,
    /// How long it took.
    pub times: Times,
}

/// How long each part took; `None` for models that were not asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// Objects.
    pub segmentation: Option<ModelTimes>,
    /// Depth.
    pub depth: Option<ModelTimes>,
    /// Measuring the objects in the depth map.
    pub fusion: Option<Duration>,
}

/// How long a model took for a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelTimes {
    /// All of it; on a GPU by its own clock, from the upload to the last kernel.
    pub total: Duration,
    /// Its parts, where it has any: on a GPU all of it is one graph.
    pub stages: Option<StageTimes>,
}

impl Pipeline {
    /// Loads the planned models onto what was found. `camera` is used where depth is metric. Where `auto` found a GPU that can't run them,
    /// they go to the processor, and the reason says why.
    ///
    /// # Errors
    /// Those of the model crates, with the file; for a GPU also those of [`engine`](crate::gpu::engines::engine).
    pub fn load(
        plan: &Plan,
        found: Found,
        options: DecodeOptions,
        camera: Option<CameraIntrinsics>,
        interrupt: &Interrupt,
    ) -> Result<(Self, Chosen), CliError> {
        let fuse = FuseOptions {
            intrinsics: camera,
            alignment: plan.depth.as_ref().map_or_else(|| FuseOptions::default().alignment, |spec| spec.config.upsampling),
            ..FuseOptions::default()
        };
        let on_cpu = |why: String| -> Result<(Box<dyn Look>, Engines, Chosen), CliError> {
            Ok((Box::new(cpu::Models::load(plan)?), Engines::default(), Chosen { device: Device::Cpu, why }))
        };
        let (models, engines, chosen) = match found {
            Found::Cpu(why) => on_cpu(why)?,
            #[cfg(feature = "cuda")]
            Found::Gpu(gpu) => match gpu::Models::load(plan, &gpu, interrupt) {
                Ok((models, engines)) => {
                    let why = if gpu.asked { "as asked" } else { "auto: its engines are there" };
                    (Box::new(models) as Box<dyn Look>, engines, Chosen { device: gpu.device(), why: why.to_owned() })
                }
                Err(error) if gpu.asked => return Err(error),
                Err(error) => on_cpu(format!("auto: {}", crate::device::first_line(&error)))?,
            },
        };
        #[cfg(not(feature = "cuda"))]
        let _ = interrupt;
        let depth = DepthOptions { intrinsics: camera, ..DepthOptions::default() };
        Ok((Self { models, options: Options { decode: options, depth, fuse }, engines }, chosen))
    }

    /// The engines that the models run as.
    pub fn engines(&self) -> &Engines {
        &self.engines
    }

    /// Begins a picture.
    ///
    /// # Errors
    /// Those of the model crates.
    pub fn begin(&mut self, picture: &Image<u8, 3>) -> Result<Pending, CliError> {
        self.models.begin(picture, &self.options)
    }

    /// Looks at one picture.
    ///
    /// # Errors
    /// Those of the model crates.
    #[cfg(feature = "sample")]
    pub fn analyse(&mut self, picture: &Image<u8, 3>) -> Result<Analysis, CliError> {
        self.begin(picture)?.finish()
    }
}

/// A picture that the models are at work on.
pub struct Pending(Work);

impl Pending {
    /// Waits for the models.
    ///
    /// # Errors
    /// Those of the model crates.
    pub fn finish(self) -> Result<Analysis, CliError> {
        (self.0)()
    }
}
