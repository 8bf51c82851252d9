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
use super::selection::{Job, Measured, Valid, check_percents};
use crate::Error;
use crate::fusion::{FuseOptions, View, check_aspect, nothing};

/// Masks on the GPU: one bit a pixel, in the layout of [`vrt_types::Mask`], one mask after the other.
#[derive(Debug)]
pub struct Masks<'a> {
    words: DeviceView<'a, u64>,
    /// As many as there are, or as there can be where the GPU counts them.
    count: usize,
    counted: Option<DeviceView<'a, u32>>,
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
        Ok(Self { words, count, counted: None, width, height })
    }

    /// As many masks as `count`, one number on the GPU, says when the work runs: those of a network that is still at work. `words` has room for
    /// `most` of them; a larger count is taken as `most`, and the fusion has memory for so many objects (25 kilobytes each, and four
    /// bytes for each pixel of a picture). Masks and count must be ordered by the streams of their views, as those that
    /// `vrt_rfdetr_seg::cuda::GpuSegmentation::masks_ahead` gives are.
    ///
    /// # Errors
    /// As [`Masks::new`]; [`GpuError::Limit`] also for a side of 0, and for a count that is not one number.
    pub fn counted(words: DeviceView<'a, u64>, count: DeviceView<'a, u32>, most: usize, width: u32, height: u32) -> Result<Self, Error> {
        let limit = |what, value: usize, must| Err(GpuError::Limit { what, value: value as u64, must }.into());
        if count.len() != 1 {
            return limit("the length of the number of masks", count.len(), "1");
        }
        if width == 0 || height == 0 {
            return limit("a side of the masks", 0, "1..=16777216");
        }
        Ok(Self { counted: Some(count), ..Self::new(words, most, width, height)? })
    }

    /// The streams that their memory is ordered by.
    fn streams(&self) -> [Option<&Arc<CudaStream>>; 2] {
        let of_words = self.words.stream();
        let of_count = self.counted.as_ref().map(|count| count.stream()).filter(|stream| stream.cu_stream() != of_words.cu_stream());
        [Some(of_words), of_count]
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
/// work beside each other, and nothing of them comes to the host but what is asked for: the host queues all three and waits once.
///
/// ```no_run
/// use vrt::cuda::{Frame, SharedFrame};
/// use vrt_depth_anything::cuda::{DepthAnything, Fusion, GpuDepth, Masks};
/// use vrt_depth_anything::fusion::FuseOptions;
/// use vrt_depth_anything::DepthOptions;
/// use vrt_rfdetr_seg::DecodeOptions;
/// use vrt_rfdetr_seg::cuda::{GpuSegmentation, RfDetrSeg};
///
/// // Models, results and fusion are kept from frame to frame.
/// fn look(
///     frame: &SharedFrame,
///     (seg, depth): (&RfDetrSeg, &DepthAnything),
///     (objects, map): (&mut GpuSegmentation, &mut GpuDepth),
///     fusion: &mut Fusion,
/// ) -> Result<(), Box<dyn std::error::Error>> {
///     let frame = frame.frame()?;
///     let mut segmenting = seg.submit(&frame, &DecodeOptions::default(), objects)?;
///     let measuring = depth.submit(&frame, &DepthOptions::default(), map)?;
///     let ahead = segmenting.masks_ahead(0)?;
///     let masks = Masks::counted(ahead.words, ahead.count, ahead.most, ahead.width, ahead.height)?;
///     let distances = fusion.submit(&masks, measuring.result(), 0, &FuseOptions::default())?.wait()?;
///     // Both ended before the fusion did; they say whether what it read was sound.
///     let (found, _map) = (segmenting.wait()?, measuring.wait()?);
///     for (detection, object) in found.detections()?.iter().zip(&distances) {
///         println!("class {} at {:?}", detection.class_id, object.median);
///     }
///     Ok(())
/// }
/// ```
///
/// # Networks that break
/// Fusion judges nothing. Where a segmentation computed NaN its count on the GPU is 0, so that the answer is empty, and waiting for it is an error;
/// of a depth map NaN and infinite values are left out, and waiting for it is an error. So wait for all three, as above.
pub struct Fusion {
    measure: Measure,
    cuda: Cuda,
    /// Where the streams of masks, their count and depth were when they were read last.
    before: [CudaEvent; 3],
    lines_of_sight: Option<LinesOfSight>,
    asked: Option<Asked>,
}

/// The camera's view of masks of one size, on the GPU.
struct LinesOfSight {
    camera: CameraIntrinsics,
    size: (u32, u32),
    table: CudaSlice<f64>,
}

/// What the last submission asked for.
#[derive(Debug)]
struct Asked {
    count: Count,
    /// Masks without pixels are not.
    queued: bool,
    percents: Vec<f32>,
    positions: bool,
}

/// How many answers there are.
#[derive(Debug, Clone, Copy)]
enum Count {
    Known(usize),
    /// As the answers themselves tell.
    OnGpu,
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
        self.fusion.objects()
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
        let before = [event()?, event()?, event()?];
        Ok(Self { measure, cuda: cuda.clone(), before, lines_of_sight: None, asked: None })
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
        self.asked = None;
        let empty = size.0 == 0 || size.1 == 0;
        if masks.count == 0 || empty {
            self.asked = Some(Asked { count: Count::Known(masks.count), queued: false, percents: Vec::new(), positions: false });
            return Ok(Fusing { fusion: self });
        }
        let lines = match &options.intrinsics {
            Some(camera) => Some(self.look(camera, size)?),
            None => None,
        };
        let stream = self.measure.stream().clone();
        let [of_words, of_count] = masks.streams();
        let others = [of_words, of_count, Some(depth.stream())];
        for (other, event) in others.into_iter().flatten().zip(&self.before) {
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
        let (count, _count_read) = masks.counted.as_ref().map(|count| count.device_ptr(&stream)).unzip();
        let (values, _map_read) = view.values().device_ptr(&stream);
        let mask_words = u64::from(size.0.div_ceil(64)) * 2 * u64::from(size.1);
        let job = Job {
            values: (values, 0),
            masks: Some((words, mask_words)),
            scores: None,
            view: lines,
            count,
            objects: masks.count as u32,
            map: view.size(),
            size,
            corners: depth.config().upsampling == Alignment::Corners,
            valid: Valid::Positive,
            percents: &percents,
        };
        // SAFETY: the views hold as many masks, values and counts as they say, and the table was made for this size. The guards above make
        // whoever writes or frees them wait for this work, which waits for the streams that wrote them.
        let submitted = unsafe { self.measure.submit(&job) };
        // Events of memory remember one reader. Where several fusions read the same maps or masks, their streams remember all.
        for other in others.into_iter().flatten() {
            if other.cu_stream() != stream.cu_stream() {
                self.measure.wait_on(other)?;
            }
        }
        submitted?;
        let count = if count.is_some() { Count::OnGpu } else { Count::Known(masks.count) };
        self.asked = Some(Asked { count, queued: true, percents: options.percentiles.clone(), positions: lines.is_some() });
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

    /// Waits for the last submission, and returns the depth of each object in the order of the masks, in the unit of the map: what
    /// [`Fusing::wait`] does, where the guard was dropped.
    ///
    /// # Errors
    /// [`GpuError::Empty`] before the first submission and after one that failed, [`GpuError::Cuda`] with the error that the work ended in.
    pub fn objects(&self) -> Result<Vec<ObjectDepth>, Error> {
        let asked = self.asked.as_ref().ok_or(GpuError::Empty)?;
        match asked.count {
            Count::Known(count) if !asked.queued => Ok(vec![nothing(); count]),
            Count::Known(count) => Ok(self.measure.answers(count)?.map(|measured| object(&measured, asked)).collect()),
            Count::OnGpu => Ok(self.measure.answers_there_are()?.map(|measured| object(&measured, asked)).collect()),
        }
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

/// The depth of an object from what was measured of it.
fn object(measured: &Measured<'_>, asked: &Asked) -> ObjectDepth {
    let (area, valid) = measured.counts();
    if valid == 0 {
        return nothing();
    }
    let percentile = |(at, percent): (usize, &f32)| Percentile { percent: *percent, value: measured.percentile(at + 1) };
    let (centroid, extent) = asked.positions.then(|| measured.position()).unzip();
    ObjectDepth {
        median: Some(measured.percentile(0)),
        percentiles: asked.percents.iter().enumerate().map(percentile).collect(),
        valid_share: (f64::from(valid) / f64::from(area)) as f32,
        centroid,
        extent,
    }
}

impl fmt::Debug for Fusion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Fusion").field("asked", &self.asked).finish_non_exhaustive()
    }
}
