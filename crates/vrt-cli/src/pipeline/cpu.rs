//! Models on the processor: all of a picture's work is done where it is begun.

use vrt::StageTimes;
use vrt::cpu::{CpuOptions, CpuSession};
use vrt::kornia_image::Image;
use vrt_depth_anything::{DepthAnythingCpu, DepthOptions};
use vrt_rfdetr_seg::{DecodeOptions, RfDetrSegCpu};
use vrt_types::{AnyDepthMap, Instance};

use super::{Begun, EstimateDepth, ModelTimes, Segment};
use crate::error::CliError;
use crate::models::{Plan, Source, Spec};

/// The models of a plan; the one that finds objects and the one for depth.
pub type Models = (Option<Box<dyn Segment>>, Option<Box<dyn EstimateDepth>>);

impl Segment for RfDetrSegCpu {
    fn begin(&mut self, picture: &Image<u8, 3>, options: &DecodeOptions) -> Result<Begun<Vec<Instance>>, CliError> {
        let found = self.infer(picture, options)?;
        Ok(done(found.instances, found.times))
    }
}

impl EstimateDepth for DepthAnythingCpu {
    fn begin(&mut self, picture: &Image<u8, 3>, options: &DepthOptions) -> Result<Begun<AnyDepthMap>, CliError> {
        let found = self.infer(picture, options)?;
        Ok(done(found.map, found.times))
    }
}

/// Work that has ended already.
fn done<T: Send + 'static>(value: T, stages: StageTimes) -> Begun<T> {
    Box::new(move || Ok((value, ModelTimes { total: stages.total(), stages: Some(stages) })))
}

/// Loads both models at once.
///
/// # Errors
/// Those of the model crates, with the file.
pub fn load(plan: &Plan) -> Result<Models, CliError> {
    let (segmentation, depth) = std::thread::scope(|scope| {
        let segmentation = plan.segmentation.as_ref().map(|spec| scope.spawn(move || load_segmentation(spec)));
        let depth = plan.depth.as_ref().map(load_depth);
        // A panic over there is a panic here.
        let segmentation = segmentation.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        (segmentation, depth)
    });
    Ok((segmentation.transpose()?, depth.transpose()?))
}

fn load_segmentation(spec: &Spec<vrt_rfdetr_seg::Config>) -> Result<Box<dyn Segment>, CliError> {
    Ok(Box::new(RfDetrSegCpu::from_session(open(&spec.source)?, spec.config.clone())?))
}

fn load_depth(spec: &Spec<vrt_depth_anything::Config>) -> Result<Box<dyn EstimateDepth>, CliError> {
    Ok(Box::new(DepthAnythingCpu::from_session(open(&spec.source)?, spec.config.clone())?))
}

fn open(source: &Source) -> Result<CpuSession, CliError> {
    let options = CpuOptions::default();
    match source {
        #[cfg(feature = "sample")]
        Source::BuiltIn(network) => {
            Ok(CpuSession::from_bytes(&format!("built-in {}", network.file_name()), network.onnx().to_vec(), &options)?)
        }
        Source::File(path) => Ok(CpuSession::from_file(path, &options)?),
        Source::Engine(path) => {
            let engine = path.display();
            Err(CliError::Usage(format!("{engine} is an engine, which runs on a GPU: give the model's ONNX file for the processor")))
        }
    }
}
