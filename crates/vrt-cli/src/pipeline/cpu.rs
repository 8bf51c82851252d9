//! Models on the processor: all of a picture's work is done where it is begun.

use std::time::Instant;

use vrt::StageTimes;
use vrt::cpu::{CpuOptions, CpuSession};
use vrt::kornia_image::Image;
use vrt_depth_anything::DepthAnythingCpu;
use vrt_depth_anything::fusion::fuse;
use vrt_rfdetr_seg::RfDetrSegCpu;

use super::{Analysis, Look, ModelTimes, Options, Pending};
use crate::error::CliError;
use crate::models::{Plan, Source};

/// The models of a plan.
pub struct Models {
    segmentation: Option<RfDetrSegCpu>,
    depth: Option<DepthAnythingCpu>,
}

impl Models {
    /// Loads both models at once.
    ///
    /// # Errors
    /// Those of the model crates, with the file.
    pub fn load(plan: &Plan) -> Result<Self, CliError> {
        let (segmentation, depth) = std::thread::scope(|scope| {
            let segmentation = plan
                .segmentation
                .as_ref()
                .map(|spec| scope.spawn(move || Ok::<_, CliError>(RfDetrSegCpu::from_session(open(&spec.source)?, spec.config.clone())?)));
            let depth = plan
                .depth
                .as_ref()
                .map(|spec| Ok::<_, CliError>(DepthAnythingCpu::from_session(open(&spec.source)?, spec.config.clone())?));
            // A panic over there is a panic here.
            let segmentation = segmentation.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            (segmentation, depth)
        });
        Ok(Self { segmentation: segmentation.transpose()?, depth: depth.transpose()? })
    }

    fn look(&mut self, picture: &Image<u8, 3>, options: &Options) -> Result<Analysis, CliError> {
        let mut analysis = Analysis::default();
        if let Some(model) = &mut self.segmentation {
            let found = model.infer(picture, &options.decode)?;
            analysis.instances = found.instances;
            analysis.times.segmentation = Some(times(found.times));
        }
        if let Some(model) = &mut self.depth {
            let found = model.infer(picture, &options.depth)?;
            analysis.times.depth = Some(times(found.times));
            if self.segmentation.is_some() {
                let start = Instant::now();
                let options = options.fuse_in(found.map.as_metric().is_some());
                analysis.distances = fuse(analysis.instances.iter().map(|instance| &instance.mask), &found.map, &options)?;
                analysis.times.fusion = Some(start.elapsed());
            }
            analysis.depth = Some(found.map);
        }
        Ok(analysis)
    }
}

impl Look for Models {
    fn begin(&mut self, picture: &Image<u8, 3>, options: &Options) -> Result<Pending, CliError> {
        let analysis = self.look(picture, options)?;
        Ok(Pending(Box::new(move || Ok(analysis))))
    }
}

fn times(stages: StageTimes) -> ModelTimes {
    ModelTimes { total: stages.total(), stages: Some(stages) }
}

fn open(source: &Source) -> Result<CpuSession, CliError> {
    let options = CpuOptions::default();
    match source {
        #[cfg(feature = "sample")]
        Source::BuiltIn(network) => {
            let name = format!("built-in {}", network.file_name());
            Ok(CpuSession::from_bytes(&name, network.onnx().to_vec(), &options)?)
        }
        Source::File(path) => Ok(CpuSession::from_file(path, &options)?),
        Source::Engine(path) => {
            let engine = path.display();
            Err(CliError::Usage(format!("{engine} is an engine, which runs on a GPU: give the model's ONNX file for the processor")))
        }
    }
}
