//! Decoding alone: for maps of a network that something else runs.

use std::fmt;
use std::sync::Arc;

use vrt::cuda::{Cuda, CudaError, Frame, FrameLayout, Parameters, PixelFormat};
use vrt::preprocess::PreprocessError;

use super::error::GpuError;
use super::kernels::{Kernels, Reading, Shape};
use super::params::Block;
use super::result::{GpuDepth, Network, Running};
use super::work::{Maps, Post, Repeats, Work};
use crate::outputs::RawMap;
use crate::{Config, DepthOptions, Error};

/// The GPU's half of [`decode`](crate::decode::reference::decode): the network's maps in, depth out.
///
/// ```no_run
/// use vrt::cuda::Cuda;
/// use vrt_depth_anything::cuda::GpuDecoder;
/// use vrt_depth_anything::{DepthOptions, Variant};
///
/// let map: Vec<f32> = (0..518 * 518).map(|i| i as f32).collect();
/// let mut decoder = GpuDecoder::new(&Cuda::open(0)?, Variant::V2Small.config(), (518, 518))?;
/// decoder.upload(&map, None)?;
/// let depth = decoder.submit((1920, 1080), &DepthOptions::default())?.wait()?;
/// println!("{:?}", depth.min_max(0)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GpuDecoder {
    result: GpuDepth,
    values: usize,
}

/// How the kernels read a model's maps, and whether depths change after the network.
pub(super) fn reading(config: &Config, sky: bool) -> (Reading, bool) {
    let corners = u32::from(config.upsampling == vrt::resample::Alignment::Corners);
    let threshold = config.sky.map_or(f32::INFINITY, |sky| sky.threshold);
    (Reading { corners, threshold }, sky || config.output.needs_intrinsics())
}

/// The sizes as the kernels want them.
pub(super) fn shape(batch: usize, (width, height): (usize, usize)) -> Result<Shape, Error> {
    if !(1..=1024).contains(&batch) {
        return Err(GpuError::Limit { what: "the batch size", value: batch as u64, must: "1..=1024" }.into());
    }
    let fits = |side: usize| (1..=vrt::preprocess::MAX_SIDE).contains(&side);
    if !fits(width) || !fits(height) {
        return Err(PreprocessError::Size { width, height }.into());
    }
    match u32::try_from(width as u64 * height as u64) {
        Ok(_) => Ok(Shape { batch: batch as u32, width: width as u32, height: height as u32 }),
        Err(_) => Err(PreprocessError::Memory { width, height }.into()),
    }
}

impl GpuDecoder {
    /// A decoder on its own stream, for maps of `network` = `(width, height)` values; with a sky map if the configuration reads one.
    ///
    /// # Errors
    /// [`Error::Config`] where the configuration makes no sense, [`Error::Preprocess`] for impossible sizes, [`GpuError::Cuda`].
    pub fn new(cuda: &Cuda, config: Config, network: (usize, usize)) -> Result<Self, Error> {
        config.validate()?;
        let (shape, stream) = (shape(1, network)?, cuda.new_stream()?);
        let (values, sky) = (network.0 * network.1, config.sky.is_some());
        let (reading, finish) = reading(&config, sky);
        let (kernels, block) = (Kernels::load(cuda)?, Block::new(0, 1));
        let parameters = Parameters::new(cuda, &stream, block.words())?;
        let maps = Maps::new(cuda, &stream, values, sky)?;
        let post = Post::new(cuda, &stream, &kernels, (shape, reading, finish), maps, &parameters, block)?;
        let work = Work { kernels, block, parameters, network: None, post, repeats: Repeats::default() };
        let (fixed, outputs) = (Some(network), [None, None]);
        let network = Network { model: config.name.clone(), fixed, input: String::new(), outputs };
        Ok(Self { result: GpuDepth::new(work, network, Arc::new(()), config, cuda, &stream)?, values })
    }

    /// Copies maps to the GPU and waits for that. Upload anew for every submission: sky and metres are computed in place.
    ///
    /// # Errors
    /// [`Error::OutputShape`] for maps of another size, [`GpuError::Cuda`].
    pub fn upload(&mut self, depth: &[f32], sky: Option<&[f32]>) -> Result<(), Error> {
        const DOING: &str = "uploading the maps of a network";
        let (stream, values) = (self.result.stream().clone(), self.values);
        let shape = self.result.work_mut().post.shape;
        let (width, height) = (shape.width as usize, shape.height as usize);
        for (name, map) in [("depth", Some(depth)), ("sky", sky)] {
            if let Some(map) = map.filter(|map| map.len() != values) {
                let raw = RawMap { name, shape: &[map.len()], values: map };
                raw.check(&self.result.config().name, (width, height))?;
            }
        }
        let Some(owned) = &mut self.result.work_mut().post.maps.owned else { return Ok(()) };
        for (target, map) in owned.iter_mut().zip([Some(depth), sky]) {
            let Some(map) = map.filter(|map| map.len() == target.len()) else { continue };
            let copied = stream.memcpy_htod(map, target);
            let waited = stream.synchronize();
            copied.and(waited).map_err(CudaError::driver(DOING))?;
        }
        Ok(())
    }

    /// Queues decoding of the maps uploaded last, for a picture of `picture` = `(width, height)` pixels.
    ///
    /// # Errors
    /// [`Error::NoIntrinsics`], [`Error::Aspect`], [`Error::Picture`], [`Error::Gpu`].
    pub fn submit(&mut self, picture: (usize, usize), options: &DepthOptions) -> Result<Running<'_>, Error> {
        let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        let layout = FrameLayout::new(PixelFormat::Gray8, side(picture.0), side(picture.1));
        self.result.submit(&[Frame::staged(layout)?], options)
    }

    /// The result of the last submission.
    pub fn result(&mut self) -> &mut GpuDepth {
        &mut self.result
    }
}

impl fmt::Debug for GpuDecoder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GpuDecoder").field("result", &self.result).finish_non_exhaustive()
    }
}
