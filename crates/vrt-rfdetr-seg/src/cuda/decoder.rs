//! Decoding alone: for outputs of a network that something else runs.

use std::fmt;
use std::sync::Arc;

use vrt::cuda::{Cuda, CudaError, Frame, FrameLayout, Parameters, PixelFormat, slice_address};

use super::error::GpuError;
use super::kernels::{Kernels, MAX_SELECT, Shape};
use super::params::Block;
use super::result::{GpuSegmentation, Running, mask_words};
use super::work::{Post, Repeats, Work};
use crate::decode::{NetworkOutputs, OutputSizes};
use crate::{Config, DecodeOptions, Error};

/// The GPU's half of [`decode`](crate::decode::decode): outputs in, detections and masks out.
///
/// ```no_run
/// use vrt::cuda::Cuda;
/// use vrt_rfdetr_seg::cuda::GpuDecoder;
/// use vrt_rfdetr_seg::decode::{NetworkOutputs, OutputSizes};
/// use vrt_rfdetr_seg::{DecodeOptions, Variant};
///
/// let sizes = OutputSizes { queries: 100, classes: 91, mask_width: 78, mask_height: 78 };
/// let (boxes, labels, masks) = (vec![0.5; 400], vec![-1.0; 9100], vec![1.0; 608_400]);
/// let mut decoder = GpuDecoder::new(&Cuda::open(0)?, Variant::Nano.config(), sizes)?;
/// decoder.upload(&NetworkOutputs::new(sizes, &boxes, &labels, &masks)?)?;
/// let found = decoder.submit((1920, 1080), &DecodeOptions::with_threshold(0.2))?.wait()?;
/// println!("{:?}", found.detections()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GpuDecoder {
    result: GpuSegmentation,
    sizes: OutputSizes,
}

/// The sizes as the kernels want them.
pub(super) fn shape(sizes: OutputSizes, batch: usize, config: &Config) -> Result<Shape, Error> {
    let limit = |what, value: usize, must| GpuError::Limit { what, value: value as u64, must };
    let OutputSizes { queries, classes, mask_width, mask_height } = sizes;
    let select = config.num_select().min(queries.saturating_mul(classes));
    if select > MAX_SELECT {
        return Err(limit("the number of pairs selected (num_select)", select, "at most 4096").into());
    }
    if !(1..=1024).contains(&batch) {
        return Err(limit("the batch size", batch, "1..=1024").into());
    }
    let small = |what, value: usize| match u32::try_from(value) {
        Ok(value) if value <= 1 << 16 && value > 0 => Ok(value),
        _ => Err(limit(what, value, "1..=65536")),
    };
    let shape = Shape {
        batch: batch as u32,
        queries: small("the number of queries", queries)?,
        classes: small("the number of class slots", classes)?,
        mask_width: small("the width of a mask", mask_width)?,
        mask_height: small("the height of a mask", mask_height)?,
        select: select as u32,
    };
    let pairs = queries.saturating_mul(classes);
    if u32::try_from(pairs).is_err() {
        return Err(limit("the number of pairs of query and class", pairs, "at most 2^32-1").into());
    }
    let mask = mask_width.saturating_mul(mask_height);
    if u32::try_from(mask).is_err() {
        return Err(limit("the number of logits of a mask", mask, "at most 2^32-1").into());
    }
    Ok(shape)
}

impl GpuDecoder {
    /// A decoder on its own stream, for outputs of these sizes.
    ///
    /// # Errors
    /// [`Error::HeadWidth`] unless there are as many class slots as labels, [`GpuError::Limit`] for sizes beyond the kernels', [`GpuError::Cuda`].
    pub fn new(cuda: &Cuda, config: Config, sizes: OutputSizes) -> Result<Self, Error> {
        let (found, expected) = (sizes.classes, config.labels().head_width());
        if found != expected {
            let (model, config) = ("network outputs".to_owned(), config.name().to_owned());
            return Err(Error::HeadWidth { model, config, found, expected });
        }
        let shape = shape(sizes, 1, &config)?;
        let stream = cuda.new_stream().map_err(GpuError::from)?;
        let work = || -> Result<Work, GpuError> {
            let block = Block::new(0, 1, sizes.classes);
            let parameters = Parameters::new(cuda, &stream, block.words())?;
            let mut post = Post::new(cuda, &stream, shape, parameters.address(), block)?;
            let outputs = |len| cuda.zeroed_slice::<f32>(&stream, len, "allocating the outputs of a network");
            let mut owned = [
                outputs(sizes.queries * sizes.classes)?,
                outputs(sizes.queries * 4)?,
                outputs(sizes.queries * sizes.mask_width * sizes.mask_height)?,
            ];
            [post.at.labels, post.at.boxes, post.at.masks] = owned.each_mut().map(|slice| slice_address(slice, &stream));
            post.owned = Some(owned);
            Ok(Work { kernels: Kernels::load(cuda)?, block, parameters, network: None, post, repeats: Repeats::default() })
        };
        let result = GpuSegmentation::new(work()?, Arc::new(()), config, cuda, &stream)?;
        Ok(Self { result, sizes })
    }

    /// Copies outputs to the GPU and waits for that.
    ///
    /// # Errors
    /// [`Error::ConfigMismatch`] for outputs of other sizes, [`GpuError::OtherModel`] where [`GpuDecoder::result`] was swapped for that of a
    /// decoder of other sizes, [`GpuError::Cuda`].
    pub fn upload(&mut self, outputs: &NetworkOutputs<'_>) -> Result<(), Error> {
        const DOING: &str = "uploading the outputs of a network";
        if outputs.sizes() != self.sizes {
            return Err(Error::ConfigMismatch {
                model: "network outputs".to_owned(),
                config: "the decoder".to_owned(),
                what: "sizes",
                found: format!("{:?}", outputs.sizes()),
                expected: format!("{:?}", self.sizes),
            });
        }
        let stream = self.result.stream().clone();
        let Some(owned) = &mut self.result.work_mut().post.owned else { return Ok(()) };
        let values = [outputs.labels(), outputs.boxes(), outputs.masks()];
        // Who has `result()` may have put that of another decoder in its place.
        if owned.iter().zip(values).any(|(target, values)| target.len() != values.len()) {
            return Err(GpuError::OtherModel.into());
        }
        for (target, values) in owned.iter_mut().zip(values) {
            let copied = stream.memcpy_htod(values, target);
            let waited = stream.synchronize();
            copied.and(waited).map_err(CudaError::driver(DOING)).map_err(GpuError::from)?;
        }
        Ok(())
    }

    /// Queues decoding of the outputs uploaded last, for a picture of `picture` = `(width, height)` pixels.
    ///
    /// # Errors
    /// [`Error::Threshold`], [`Error::UnknownClass`], [`Error::PictureSize`], [`Error::Gpu`].
    pub fn submit(&mut self, picture: (usize, usize), options: &DecodeOptions) -> Result<Running<'_>, Error> {
        crate::decode::reference::check_picture(picture)?;
        mask_words(picture.0 as u32, picture.1 as u32)?;
        let layout = FrameLayout::new(PixelFormat::Gray8, picture.0 as u32, picture.1 as u32);
        self.result.submit(&[Frame::staged(layout)?], options)
    }

    /// The result of the last submission.
    pub fn result(&mut self) -> &mut GpuSegmentation {
        &mut self.result
    }
}

impl fmt::Debug for GpuDecoder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GpuDecoder").field("sizes", &self.sizes).field("result", &self.result).finish()
    }
}
