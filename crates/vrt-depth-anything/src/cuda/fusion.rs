//! How far away each instance is, where masks and depth already are.
#![allow(unsafe_code, reason = "a kernel reads masks and maps that views keep")]

use std::fmt;
use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaEvent, CudaSlice, CudaStream, DevicePtr, DeviceSlice};
use vrt::cuda::{Cuda, CudaError, DeviceView, slice_address};
use vrt::resample::{Alignment, MAX_SIDE};
use vrt_types::{CameraIntrinsics, ObjectDepth, Percentile};

use super::error::GpuError;
use super::kernels::Kernels;
use super::measure::Measure;
use super::result::{GpuDepth, Resolution};
use super::selection::{Job, Valid, check_percents};
use crate::Error;
use crate::fusion::{FuseOptions, View, check_aspect, nothing};

/// Masks on the GPU: one bit a pixel, in the layout of [`vrt_types::Mask`], one mask after the other.
#[derive(Debug)]
pub struct Masks<'a> {
    words: DeviceView<'a, u64>,
    count: usize,
    width: u32,
    height: u32,
}

impl<'a> Masks<'a> {
    /// `count` masks of `width` x `height` pixels. Padding bits at the end of a row are not looked at.
    ///
    /// # Errors
    /// [`GpuError::Masks`] where there are fewer words, [`Error::Types`] above 2^32-1 pixels, [`GpuError::Limit`] above 65,536 masks and for
    /// sides above [`MAX_SIDE`].
    pub fn new(words: DeviceView<'a, u64>, count: usize, width: u32, height: u32) -> Result<Self, Error> {
        if u64::from(width) * u64::from(height) > u64::from(u32::MAX) {
            return Err(vrt_types::Error::TooLarge { width, height }.into());
        }
        if count > MOST_MASKS {
            return Err(GpuError::Limit { what: "the number of masks", value: count as u64, must: "at most 65536" }.into());
        }
        if let Some(side) = [width, height].into_iter().find(|side| *side as usize > MAX_SIDE) {
            return Err(GpuError::Limit { what: "a side of the masks", value: side.into(), must: "at most 16777216" }.into());
        }
        let needed = count as u64 * u64::from(width.div_ceil(64)) * u64::from(height);
        let found = words.len();
        if (found as u64) < needed {
            return Err(GpuError::Masks { count, width, height, needed, found }.into());
        }
        Ok(Self { words, count, width, height })
    }
}

const MOST_MASKS: usize = 1 << 16;

/// The GPU's half of [`fuse`](crate::fusion::fuse): the depth of the object under each mask, for all masks in one launch, with one small
/// answer to the host. Median and percentiles are found by selection, exactly as on the CPU; positions are sums in another order, so they may
/// differ in an `f32`'s last place.
///
/// Point clouds are the host's: [`point_cloud`](crate::fusion::point_cloud) of [`GpuDepth::depth_host`].
///
/// It runs on its own stream and waits, on the GPU, for the streams of masks and depth; their next frames wait for it. So two networks may
/// work beside each other, and nothing of them comes to the host but what is asked for.
///
/// ```no_run
/// use vrt::cuda::{Cuda, DeviceView, Frame};
/// use vrt_depth_anything::cuda::{DepthAnything, Fusion, Masks};
/// use vrt_depth_anything::fusion::FuseOptions;
/// use vrt_depth_anything::{DepthOptions, Error};
/// # fn segment<'a>(frame: &Frame<'_>) -> (DeviceView<'a, u64>, usize) { unimplemented!() }
///
/// fn distances(model: &DepthAnything, fusion: &mut Fusion, frame: &Frame<'_>) -> Result<(), Error> {
///     let mut result = model.alloc_result()?; // kept, in a program
///     let running = model.submit(frame, &DepthOptions::default(), &mut result)?;
///     let (words, count) = segment(frame); // by another network, meanwhile
///     let masks = Masks::new(words, count, 1920, 1080)?;
///     for object in fusion.submit(&masks, running.result(), 0, &FuseOptions::default())?.wait()? {
///         println!("{:?}", object.median);
///     }
///     running.wait()?; // says whether the map was one
///     Ok(())
/// }
/// ```
pub struct Fusion {
    measure: Measure,
    cuda: Cuda,
    /// Where the streams of masks and depth were when they were read last.
    before: [CudaEvent; 2],
    lines_of_sight: Option<LinesOfSight>,
    asked: Asked,
}

/// The camera's view of masks of one size, on the GPU.
struct LinesOfSight {
    camera: CameraIntrinsics,
    size: (u32, u32),
    table: CudaSlice<f64>,
}

/// What the last submission asked for.
#[derive(Debug, Default)]
struct Asked {
    count: usize,
    /// Masks without pixels are not.
    queued: bool,
    percents: Vec<f32>,
    positions: bool,
}

/// Objects that are being measured. It borrows the fusion; [`Fusing::wait`] gives the answer.
#[must_use = "the answer is there only after `wait`"]
#[derive(Debug)]
pub struct Fusing<'a> {
    fusion: &'a mut Fusion,
}

impl Fusing<'_> {
    /// Waits, and returns the depth of each object in the order of the masks, in the unit of the map.
    ///
    /// # Errors
    /// [`Error::Gpu`] with the error that the work ended in.
    pub fn wait(self) -> Result<Vec<ObjectDepth>, Error> {
        (0..self.fusion.asked.count).map(|index| self.fusion.object(index)).collect()
    }
}

impl Fusion {
    /// On a stream of its own.
    ///
    /// # Errors
    /// [`GpuError::Cuda`].
    pub fn new(cuda: &Cuda) -> Result<Self, Error> {
        Self::on(cuda, &cuda.new_stream()?)
    }

    /// On a stream of the caller's.
    ///
    /// # Errors
    /// [`GpuError::Cuda`].
    pub fn on(cuda: &Cuda, stream: &Arc<CudaStream>) -> Result<Self, Error> {
        let measure = Measure::new(cuda, &Kernels::load(cuda)?, stream)?;
        let event = || cuda.context().new_event(None).map_err(CudaError::driver("making a CUDA event"));
        let before = [event()?, event()?];
        Ok(Self { measure, cuda: cuda.clone(), before, lines_of_sight: None, asked: Asked::default() })
    }

    /// Queues the measurement of `masks` on frame `frame` of a depth result, which may still be at work. Masks of the picture's size are measured
    /// on the map at the picture's resolution, others on the network's map, brought to their size as the model's maps are brought to the
    /// picture's ([`Config::upsampling`](crate::Config::upsampling); [`FuseOptions::alignment`] is not looked at).
    ///
    /// Whether the network computed a map at all is told by [`Running::wait`](super::Running::wait): NaN and infinite values are left out here.
    ///
    /// # Errors
    /// [`Error::Percentile`], [`Error::NotMetric`] and [`Error::Aspect`] as [`fuse`](crate::fusion::fuse); [`GpuError::Limit`] for more than
    /// 15 percentiles, [`GpuError::Empty`] for a result without a frame, [`GpuError::Cuda`] also for masks or depth on another GPU.
    pub fn submit(&mut self, masks: &Masks<'_>, depth: &GpuDepth, frame: usize, options: &FuseOptions) -> Result<Fusing<'_>, Error> {
        if let Some(percent) = options.percentiles.iter().find(|percent| !(0.0..=100.0).contains(*percent)) {
            return Err(Error::Percentile { percent: *percent });
        }
        let percents: Vec<f32> = [50.0].iter().chain(&options.percentiles).copied().collect();
        check_percents(percents.len())?;
        let picture = depth.geometry(frame)?.picture();
        let size = (masks.width, masks.height);
        let same = picture == (size.0 as usize, size.1 as usize);
        let view = depth.unchecked_view(frame, if same { Resolution::Picture } else { Resolution::Network })?;
        if options.intrinsics.is_some() && view.as_metric().is_none() {
            return Err(Error::NotMetric { unit: view.unit() });
        }
        // An answer of before is none of this submission's.
        self.asked = Asked::default();
        let empty = size.0 == 0 || size.1 == 0;
        if masks.count == 0 || empty {
            self.asked.count = masks.count;
            return Ok(Fusing { fusion: self });
        }
        let lines = match &options.intrinsics {
            Some(camera) => Some(self.look(camera, size)?),
            None => None,
        };
        let stream = self.measure.stream().clone();
        let others = [masks.words.stream(), depth.stream()];
        for (other, event) in others.into_iter().zip(&self.before) {
            if other.context().cu_ctx() != self.cuda.context().cu_ctx() {
                let (expected, found) = (self.cuda.ordinal(), other.context().ordinal());
                return Err(CudaError::WrongDevice { what: "what is fused".into(), expected, found }.into());
            }
            if other.cu_stream() != stream.cu_stream() {
                let waits = event.record(other).and_then(|()| stream.wait(event));
                waits.map_err(CudaError::driver("ordering fusion after what it reads"))?;
            }
        }
        // Read in place: their last reads are noted when these guards are dropped, after the launch.
        let (words, _masks_read) = masks.words.device_ptr(&stream);
        let (values, _map_read) = view.values().device_ptr(&stream);
        let mask_words = u64::from(size.0.div_ceil(64)) * 2 * u64::from(size.1);
        let job = Job {
            values: (values, 0),
            masks: Some((words, mask_words)),
            scores: None,
            view: lines,
            count: None,
            objects: masks.count as u32,
            map: view.size(),
            size,
            corners: depth.config().upsampling == Alignment::Corners,
            valid: Valid::Positive,
            percents: &percents,
        };
        // SAFETY: the views hold as many masks and values as they say, and the table was made for this size. The guards above make whoever
        // writes or frees them wait for this work, which waits for the streams that wrote them.
        let submitted = unsafe { self.measure.submit(&job) };
        // Events of memory remember one reader. Where several fusions read the same maps or masks, their streams remember all.
        for other in others {
            if other.cu_stream() != stream.cu_stream() {
                self.measure.wait_on(other)?;
            }
        }
        submitted?;
        self.asked = Asked { count: masks.count, queued: true, percents: options.percentiles.clone(), positions: lines.is_some() };
        Ok(Fusing { fusion: self })
    }

    /// As [`Fusion::submit`] and [`Fusing::wait`].
    ///
    /// # Errors
    /// As there.
    pub fn fuse(&mut self, masks: &Masks<'_>, depth: &GpuDepth, frame: usize, options: &FuseOptions) -> Result<Vec<ObjectDepth>, Error> {
        self.submit(masks, depth, frame, options)?.wait()
    }

    /// The address of the camera's view of masks of this size.
    fn look(&mut self, camera: &CameraIntrinsics, size: (u32, u32)) -> Result<u64, Error> {
        check_aspect(camera, size.0, size.1)?;
        let stream = self.measure.stream().clone();
        let known = self.lines_of_sight.take().filter(|lines| lines.camera == *camera && lines.size == size);
        let lines = match known {
            Some(lines) => lines,
            None => {
                let view = View::new(&camera.scaled_to(size.0, size.1), size.0, size.1);
                let values = [view.columns, view.rows].concat();
                let mut table = self.cuda.zeroed_slice(&stream, values.len(), "allocating a camera's view")?;
                let copied = stream.memcpy_htod(&values, &mut table);
                let waited = stream.synchronize();
                copied.and(waited).map_err(CudaError::driver("uploading a camera's view"))?;
                LinesOfSight { camera: *camera, size, table }
            }
        };
        Ok(slice_address(&mut self.lines_of_sight.insert(lines).table, &stream))
    }

    fn object(&self, index: usize) -> Result<ObjectDepth, Error> {
        if !self.asked.queued {
            return Ok(nothing());
        }
        let measured = self.measure.answer(index)?;
        let (area, valid) = measured.counts();
        if valid == 0 {
            return Ok(nothing());
        }
        let percentile = |(at, percent): (usize, &f32)| Percentile { percent: *percent, value: measured.percentile(at + 1) };
        let (centroid, extent) = self.asked.positions.then(|| measured.position()).unzip();
        Ok(ObjectDepth {
            median: Some(measured.percentile(0)),
            percentiles: self.asked.percents.iter().enumerate().map(percentile).collect(),
            valid_share: (f64::from(valid) / f64::from(area)) as f32,
            centroid,
            extent,
        })
    }

    /// The stream that it runs on.
    pub fn stream(&self) -> &Arc<CudaStream> {
        self.measure.stream()
    }

    /// Queues the kernel several times, to time it.
    ///
    /// # Errors
    /// [`GpuError::Cuda`] with the error that the last work ended in.
    pub fn set_repeats(&mut self, repeats: u32) -> Result<(), Error> {
        Ok(self.measure.set_repeats(repeats)?)
    }

    /// Whether a fusion is one launch by now.
    pub fn is_captured(&self) -> bool {
        self.measure.is_captured()
    }
}

impl fmt::Debug for Fusion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Fusion").field("asked", &self.asked).finish_non_exhaustive()
    }
}
