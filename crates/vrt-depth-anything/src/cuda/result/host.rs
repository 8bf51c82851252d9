//! What the host reads of a result.

use vrt::StageTimes;
use vrt::cuda::{CudaError, DeviceView, Plain, view_to_host};
use vrt::kornia_image::{Image, ImageSize};
use vrt_types::{AnyDepthMap, Colormap, Mask};

use super::{GpuDepth, whole_maps};
use crate::cuda::color::{ColorRange, Colors, Shading};
use crate::cuda::error::GpuError;
use crate::cuda::measure::Measure;
use crate::cuda::selection::{Job, Valid, check_percents};
use crate::decode::reference::with_unit;
use crate::{DepthResult, Error, Output};

impl GpuDepth {
    /// Depth of frame 0 at the picture's resolution, copied to the host.
    ///
    /// # Errors
    /// As [`Running::wait`](super::Running::wait), and [`GpuError::Empty`] before the first submission.
    pub fn depth_host(&self) -> Result<AnyDepthMap, Error> {
        self.depth_host_of(0)
    }

    /// As [`GpuDepth::depth_host`], of any frame of a batch.
    ///
    /// # Errors
    /// As there, and [`FrameError::NoSuchFrame`](vrt::cuda::FrameError::NoSuchFrame).
    pub fn depth_host_of(&self, frame: usize) -> Result<AnyDepthMap, Error> {
        self.head(frame)?;
        with_unit(self.config.output, self.geometry(frame)?.picture(), self.copied(&self.picture_slice(frame)?)?)
    }

    /// Depth of frame 0 at the network's resolution, copied to the host.
    ///
    /// # Errors
    /// As [`GpuDepth::depth_host`].
    pub fn network_host(&self) -> Result<AnyDepthMap, Error> {
        self.network_host_of(0)
    }

    /// As [`GpuDepth::network_host`], of any frame of a batch.
    ///
    /// # Errors
    /// As [`GpuDepth::depth_host_of`].
    pub fn network_host_of(&self, frame: usize) -> Result<AnyDepthMap, Error> {
        self.head(frame)?;
        let map = self.network_slice(frame, &self.graph.resources().post.maps.depth)?;
        with_unit(self.config.output, self.geometry(frame)?.network(), self.copied(&map)?)
    }

    /// Where the sky is in frame 0, at the picture's resolution, copied to the host; `None` for models that don't tell.
    ///
    /// # Errors
    /// As [`GpuDepth::depth_host`].
    pub fn sky_host(&self) -> Result<Option<Mask>, Error> {
        self.sky_host_of(0)
    }

    /// As [`GpuDepth::sky_host`], of any frame of a batch.
    ///
    /// # Errors
    /// As [`GpuDepth::depth_host_of`].
    pub fn sky_host_of(&self, frame: usize) -> Result<Option<Mask>, Error> {
        let Some(words) = self.sky_view(frame)? else { return Ok(None) };
        let (width, height) = self.geometry(frame)?.picture();
        Ok(Some(Mask::from_words(width as u32, height as u32, self.copied(&words)?)?))
    }

    /// The words of the sky of frame `frame` on the GPU, in the layout of [`Mask`]; `None` for models that don't tell. Otherwise as
    /// [`GpuDepth::depth_view`].
    ///
    /// # Errors
    /// As [`GpuDepth::depth_host_of`].
    pub fn sky_view(&self, frame: usize) -> Result<Option<DeviceView<'_, u64>>, Error> {
        self.head(frame)?;
        let (width, height) = self.geometry(frame)?.picture();
        let post = &self.graph.resources().post;
        if post.maps.sky.is_none() {
            return Ok(None);
        }
        let begin = frame * (post.at.bits.1 / 2) as usize;
        self.note_shown();
        Ok(Some(post.bits.try_slice(begin..begin + width.div_ceil(64) * height).ok_or(GpuError::Empty)?))
    }

    /// Everything about frame `frame` as the CPU gives it, copied to the host. Times are 0: the stages run as one.
    ///
    /// # Errors
    /// As [`GpuDepth::depth_host_of`].
    pub fn to_host(&self, frame: usize) -> Result<DepthResult, Error> {
        Ok(DepthResult {
            network: self.network_host_of(frame)?,
            map: self.depth_host_of(frame)?,
            sky: self.sky_host_of(frame)?,
            geometry: self.geometry(frame)?,
            times: StageTimes::default(),
        })
    }

    /// Smallest and largest value of frame `frame`'s map at the network's resolution. They came to the host with the frame.
    ///
    /// # Errors
    /// As [`GpuDepth::depth_host_of`].
    pub fn min_max(&self, frame: usize) -> Result<(f32, f32), Error> {
        let head = self.head(frame)?;
        Ok((head.number(7), head.number(8)))
    }

    /// Percentiles (each 0..=100, at most 16) of the valid values of frame `frame`'s map at the network's resolution, in the order asked for:
    /// NumPy's (`method="linear"`), found on the GPU. Valid are finite values, in metres and relative depths also larger than 0; `None` where
    /// there are none.
    ///
    /// # Errors
    /// As [`GpuDepth::depth_host_of`], [`Error::Percentile`] for one outside 0..=100, [`GpuError::Limit`] for none and for more than 16.
    #[allow(unsafe_code, reason = "a kernel reads a map of this result")]
    pub fn percentiles(&mut self, frame: usize, percents: &[f32]) -> Result<Option<Vec<f32>>, Error> {
        check_percents(percents.len())?;
        if let Some(percent) = percents.iter().find(|percent| !(0.0..=100.0).contains(*percent)) {
            return Err(Error::Percentile { percent: *percent });
        }
        self.head(frame)?;
        let job = Job { percents, ..self.network_job(frame)? };
        let work = self.graph.resources();
        let measure = match self.measure.take() {
            Some(measure) => measure,
            None => Measure::new(&self.cuda, &work.kernels, &self.stream)?,
        };
        let measure = self.measure.insert(measure);
        // SAFETY: the job names this frame's map, which is as large as its geometry says and whose memory changes on this stream alone.
        unsafe { measure.submit(&job) }?;
        let measured = measure.answer(0)?;
        let found = |index: usize| measured.percentile(index);
        Ok((measured.counts().1 > 0).then(|| (0..percents.len()).map(found).collect()))
    }

    /// Frame `frame`'s map at the picture's resolution through a colour map, as RGB, three bytes a pixel, row by row, on the GPU: the colours
    /// that `vrt-viz` draws. Near is warm (or bright) for every kind of map. Work on any stream that is given this view waits for the colours; for several
    /// streams see [`GpuDepth::depth_view`].
    ///
    /// ```no_run
    /// # use vrt_depth_anything::cuda::{ColorRange, GpuDepth};
    /// use vrt_types::Colormap;
    /// # fn show(depth: &mut GpuDepth) -> Result<(), vrt_depth_anything::Error> {
    /// let picture = depth.color_host(0, Colormap::Turbo, ColorRange::ROBUST)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`GpuDepth::depth_host_of`], [`Error::Percentile`] and [`GpuError::ColorRange`] for ranges that are none.
    pub fn color(&mut self, frame: usize, colormap: Colormap, range: ColorRange) -> Result<DeviceView<'_, u8>, Error> {
        self.queue_colors(frame, colormap, range)?;
        let (width, height) = self.geometry(frame)?.picture();
        let colors = self.colors.as_ref().ok_or(GpuError::Empty)?;
        Ok(colors.rgb().try_slice(..3 * width * height).ok_or(GpuError::Empty)?)
    }

    /// As [`GpuDepth::color`], copied to the host.
    ///
    /// # Errors
    /// As there.
    pub fn color_host(&mut self, frame: usize, colormap: Colormap, range: ColorRange) -> Result<Image<u8, 3>, Error> {
        self.queue_colors(frame, colormap, range)?;
        let (width, height) = self.geometry(frame)?.picture();
        let colors = self.colors.as_ref().ok_or(GpuError::Empty)?;
        let pixels = self.copied(&colors.rgb().try_slice(..3 * width * height).ok_or(GpuError::Empty)?)?;
        let length = || CudaError::Length { doing: "making a picture of colours".into(), expected: 3 * width * height, found: 0 };
        Ok(Image::new(ImageSize { width, height }, pixels).map_err(|_| length())?)
    }

    /// Queues the colours of a frame several times, to time the kernel.
    ///
    /// # Errors
    /// As [`GpuDepth::color`].
    pub fn set_color_repeats(&mut self, repeats: u32) -> Result<(), Error> {
        if let Some(colors) = &mut self.colors {
            colors.set_repeats(repeats)?;
        }
        Ok(())
    }

    /// Queues the colours of a frame, without waiting for them.
    ///
    /// # Errors
    /// As [`GpuDepth::color`].
    #[allow(unsafe_code, reason = "kernels read maps of this result")]
    pub fn queue_colors(&mut self, frame: usize, colormap: Colormap, range: ColorRange) -> Result<(), Error> {
        self.head(frame)?;
        let (width, height) = self.geometry(frame)?.picture();
        let job = self.network_job(frame)?;
        let work = self.graph.resources();
        let shading = Shading {
            map: work.post.at.pictures.0 + 4 * frame as u64 * work.post.at.pictures.1,
            pixels: width as u64 * height as u64,
            disparity: self.config.output == Output::Disparity,
            colormap,
            range,
            job,
        };
        let colors = match self.colors.take() {
            Some(colors) => colors,
            None => Colors::new(&self.cuda, &work.kernels, &self.stream)?,
        };
        // SAFETY: both maps are this frame's, as large as its geometry says, and their memory changes on this stream alone.
        unsafe { self.colors.insert(colors).submit(&shading) }
    }

    /// A question about frame `frame`'s map at the network's resolution.
    fn network_job(&self, frame: usize) -> Result<Job<'static>, Error> {
        let shape = self.graph.resources().post.shape;
        let valid = if self.config.output == Output::Disparity { Valid::Finite } else { Valid::Positive };
        let values = self.graph.resources().post.at.depth + 4 * frame as u64 * u64::from(shape.pixels());
        Ok(whole_maps((values, 0), (shape.width, shape.height), valid))
    }

    fn copied<T: Plain + Default>(&self, view: &DeviceView<'_, T>) -> Result<Vec<T>, Error> {
        Ok(view_to_host(view, &self.stream, "copying a depth map to the host")?)
    }
}
