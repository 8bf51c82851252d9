//! Loaded models, and what they make of one picture.
//!
//! Segmentation and depth are traits, so that a device is one more implementation and nothing else changes.

use std::path::Path;
use std::time::{Duration, Instant};

use vrt::StageTimes;
use vrt::cpu::{CpuOptions, CpuSession};
use vrt::kornia_image::Image;
use vrt_depth_anything::fusion::{FuseOptions, fuse};
use vrt_depth_anything::{DepthAnythingCpu, DepthOptions, DepthResult};
use vrt_rfdetr_seg::{DecodeOptions, RfDetrSegCpu, Segmentation};
use vrt_types::{AnyDepthMap, CameraIntrinsics, Instance, ObjectDepth};

use crate::device::Device;
use crate::error::CliError;
use crate::models::{Plan, Source, Spec};

/// Finds objects, on whatever device.
trait Segment: Send {
    fn find(&mut self, picture: &Image<u8, 3>, options: &DecodeOptions) -> Result<Segmentation, CliError>;
}

/// Estimates depth, on whatever device.
trait EstimateDepth: Send {
    fn estimate(&mut self, picture: &Image<u8, 3>, options: &DepthOptions) -> Result<DepthResult, CliError>;
}

impl Segment for RfDetrSegCpu {
    fn find(&mut self, picture: &Image<u8, 3>, options: &DecodeOptions) -> Result<Segmentation, CliError> {
        Ok(self.infer(picture, options)?)
    }
}

impl EstimateDepth for DepthAnythingCpu {
    fn estimate(&mut self, picture: &Image<u8, 3>, options: &DepthOptions) -> Result<DepthResult, CliError> {
        Ok(self.infer(picture, options)?)
    }
}

/// The models of a run.
pub struct Pipeline {
    segmentation: Option<Box<dyn Segment>>,
    depth: Option<Box<dyn EstimateDepth>>,
    options: DecodeOptions,
    camera: Option<CameraIntrinsics>,
    fusion: FuseOptions,
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
    pub segmentation: Option<StageTimes>,
    /// Depth.
    pub depth: Option<StageTimes>,
    /// Measuring the objects in the depth map.
    pub fusion: Option<Duration>,
}

impl Pipeline {
    /// Loads the planned models for a device, both at once. `camera` is used where depth is metric.
    ///
    /// # Errors
    /// Those of the model crates, with the file.
    pub fn load(plan: &Plan, device: Device, options: DecodeOptions, camera: Option<CameraIntrinsics>) -> Result<Self, CliError> {
        let Device::Cpu = device;
        let (segmentation, depth) = std::thread::scope(|scope| {
            let segmentation = plan.segmentation.as_ref().map(|spec| scope.spawn(move || load_segmentation(spec)));
            let depth = plan.depth.as_ref().map(load_depth);
            // A panic over there is a panic here.
            let segmentation = segmentation.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            (segmentation, depth)
        });
        let mut fusion = FuseOptions { intrinsics: camera, ..FuseOptions::default() };
        if let Some(spec) = &plan.depth {
            fusion.alignment = spec.config.upsampling;
        }
        Ok(Self { segmentation: segmentation.transpose()?, depth: depth.transpose()?, options, camera, fusion })
    }

    /// Looks at one picture.
    ///
    /// # Errors
    /// Those of the model crates.
    pub fn analyse(&mut self, picture: &Image<u8, 3>) -> Result<Analysis, CliError> {
        let mut analysis = Analysis::default();
        if let Some(model) = &mut self.segmentation {
            let found = model.find(picture, &self.options)?;
            analysis.instances = found.instances;
            analysis.times.segmentation = Some(found.times);
        }
        if let Some(model) = &mut self.depth {
            let options = DepthOptions { intrinsics: self.camera, ..DepthOptions::default() };
            let found = model.estimate(picture, &options)?;
            analysis.times.depth = Some(found.times);
            if self.segmentation.is_some() {
                let start = Instant::now();
                // Positions exist in metres only.
                let fusion = FuseOptions { intrinsics: self.camera.filter(|_| found.map.as_metric().is_some()), ..self.fusion.clone() };
                analysis.distances = fuse(analysis.instances.iter().map(|instance| &instance.mask), &found.map, &fusion)?;
                analysis.times.fusion = Some(start.elapsed());
            }
            analysis.depth = Some(found.map);
        }
        Ok(analysis)
    }
}

fn load_segmentation(spec: &Spec<vrt_rfdetr_seg::Config>) -> Result<Box<dyn Segment>, CliError> {
    let session = match &spec.source {
        #[cfg(feature = "sample")]
        Source::BuiltIn => built_in("built-in segmentation model", crate::sample::SEGMENTATION_ONNX)?,
        Source::File(path) => open(path)?,
    };
    Ok(Box::new(RfDetrSegCpu::from_session(session, spec.config.clone())?))
}

fn load_depth(spec: &Spec<vrt_depth_anything::Config>) -> Result<Box<dyn EstimateDepth>, CliError> {
    let session = match &spec.source {
        #[cfg(feature = "sample")]
        Source::BuiltIn => built_in("built-in depth model", crate::sample::DEPTH_ONNX)?,
        Source::File(path) => open(path)?,
    };
    Ok(Box::new(DepthAnythingCpu::from_session(session, spec.config.clone())?))
}

#[cfg(feature = "sample")]
fn built_in(name: &str, onnx: &[u8]) -> Result<CpuSession, CliError> {
    Ok(CpuSession::from_bytes(name, onnx.to_vec(), &CpuOptions::default())?)
}

fn open(path: &Path) -> Result<CpuSession, CliError> {
    Ok(CpuSession::from_file(path, &CpuOptions::default())?)
}
