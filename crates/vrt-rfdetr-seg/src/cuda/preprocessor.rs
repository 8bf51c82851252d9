//! Preprocessing alone: for networks that something else runs.

use std::fmt;
use std::sync::Arc;

use vrt::cuda::{Cuda, CudaError};
use vrt::preprocess::{Preprocessor, ResizeFilter};

use super::error::GpuError;
use super::frame::Frame;
use super::kernels::{Kernels, antialias_columns};
use super::params::Block;
use super::result::GpuSegmentation;
use super::work::{Params, Pre, Repeats, Work, address, zeros};
use crate::{Config, DecodeOptions, Error};

/// The GPU's half of [`vrt::preprocess`]: a frame in, the network's `[1, 3, height, width]` input out.
///
/// ```no_run
/// use vrt::cuda::Cuda;
/// use vrt_rfdetr_seg::Variant;
/// use vrt_rfdetr_seg::cuda::{Frame, FrameLayout, GpuPreprocessor, PixelFormat};
///
/// let mut preprocessor = GpuPreprocessor::new(&Cuda::open(0)?, Variant::Nano.config())?;
/// let pixels = vec![128; 1920 * 1080 * 3];
/// preprocessor.submit(&Frame::host(FrameLayout::new(PixelFormat::Bgr8, 1920, 1080), &pixels)?)?;
/// assert_eq!(preprocessor.values()?.len(), 3 * 312 * 312);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GpuPreprocessor {
    result: GpuSegmentation,
}

/// Pieces of a row without and, until the picture's width is known, with antialiasing.
pub(super) fn columns(config: &Config) -> Result<u32, Error> {
    // What the CPU refuses is refused here, too.
    Preprocessor::new(config.filter(), *config.normalize())?;
    match config.filter() {
        ResizeFilter::Bilinear => Ok(0),
        ResizeFilter::BilinearAntialias => Ok(antialias_columns(1920, config.input_size().0 as u32)),
        filter => Err(GpuError::Filter { config: config.name().to_owned(), filter }.into()),
    }
}

impl GpuPreprocessor {
    /// A preprocessor on its own stream: size, filter and normalisation are the configuration's.
    ///
    /// # Errors
    /// [`GpuError::Filter`] for filters without a kernel, [`Error::Preprocess`] for an impossible normalisation, [`GpuError::Cuda`].
    pub fn new(cuda: &Cuda, config: Config) -> Result<Self, Error> {
        let columns = columns(&config)?;
        let (width, height) = config.input_size();
        let stream = cuda.new_stream().map_err(GpuError::from)?;
        let work = || -> Result<Work, GpuError> {
            let block = Block::new(1, config.labels().head_width());
            let params = Params::new(cuda, &stream, block)?;
            let mut owned = zeros::<f32>(cuda, &stream, 3 * width * height, "allocating the input of a network")?;
            let input = address(&mut owned, &stream);
            let size = (width as u32, height as u32);
            let pre = Pre { size, batch: 1, normalize: *config.normalize(), columns, input, owned: Some(owned) };
            let (session, post, repeats) = (None, None, Repeats::default());
            Ok(Work { kernels: Kernels::load(cuda)?, block, params, pre: Some(pre), session, post, repeats })
        };
        Ok(Self { result: GpuSegmentation::new(work()?, Arc::new(()), config, cuda, &stream)? })
    }

    /// Queues a frame.
    ///
    /// # Errors
    /// [`GpuError::Frame`], [`GpuError::Cuda`].
    pub fn submit(&mut self, frame: &Frame<'_>) -> Result<(), Error> {
        // One frame, so borrowed as a batch of one.
        let _running = self.result.submit(std::slice::from_ref(frame), &DecodeOptions::default())?;
        Ok(())
    }

    /// Waits for the frame and copies the values to the host, `[3, height, width]`.
    ///
    /// # Errors
    /// [`GpuError::Cuda`] with the error that the work ended in.
    pub fn values(&mut self) -> Result<Vec<f32>, Error> {
        const DOING: &str = "copying the input of a network to the host";
        let stream = self.result.stream().clone();
        let Some(Pre { owned: Some(owned), .. }) = &self.result.work_mut().pre else { return Ok(Vec::new()) };
        let mut values = vec![0.0; owned.len()];
        let copied = stream.memcpy_dtoh(owned, &mut values);
        let waited = stream.synchronize();
        copied.and(waited).map_err(CudaError::driver(DOING)).map_err(GpuError::from)?;
        Ok(values)
    }

    /// What its frames run through: staging, stream, repeats.
    pub fn result(&mut self) -> &mut GpuSegmentation {
        &mut self.result
    }
}

impl fmt::Debug for GpuPreprocessor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GpuPreprocessor").finish_non_exhaustive()
    }
}
