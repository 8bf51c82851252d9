//! Models on a GPU: a picture is queued and read back later, by whoever writes its results.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use vrt::cuda::GpuTimer;
use vrt::kornia_image::Image;
use vrt_rfdetr_seg::cuda::{Frame, GpuSegmentation};
use vrt_rfdetr_seg::{DecodeOptions, RfDetrSeg};
use vrt_types::Instance;

use super::{Begun, EngineUsed, Engines, EstimateDepth, ModelTimes, Segment};
use crate::device::Gpu;
use crate::error::CliError;
use crate::gpu::engines::{self, Wish};
use crate::interrupt::Interrupt;
use crate::models::Plan;

/// Pictures at work at once: one is computed while the next is uploaded.
const SLOTS: usize = 2;

/// The models of a plan.
pub struct Loaded {
    /// Finds objects.
    pub segmentation: Option<Box<dyn Segment>>,
    /// Estimates depth.
    pub depth: Option<Box<dyn EstimateDepth>>,
    /// What they run as.
    pub engines: Engines,
}

/// Loads the models of a plan, and builds their engines first where that is wanted.
///
/// # Errors
/// As [`engines::engine`], and those of the model crates.
pub fn load(plan: &Plan, gpu: &Gpu, interrupt: &Interrupt) -> Result<Loaded, CliError> {
    if let Some(spec) = &plan.depth {
        return Err(CliError::NotOnGpu { model: spec.name.clone() });
    }
    let wish = Wish { precision: gpu.precision, build: gpu.asked, interrupt };
    let mut loaded = Loaded { segmentation: None, depth: None, engines: Engines::default() };
    if let Some(spec) = &plan.segmentation {
        let engine = engines::engine(&gpu.tensorrt, &spec.name, &spec.source, wish)?;
        loaded.engines.segmentation = Some(used(&engine));
        loaded.segmentation = Some(Box::new(Segmentation::new(RfDetrSeg::new(engine.engine, spec.config.clone())?)?));
    }
    Ok(loaded)
}

fn used(engine: &engines::Loaded) -> EngineUsed {
    EngineUsed { path: engine.path.clone(), precision: engine.precision.map(|precision| precision.to_string()) }
}

/// Results that go round: taken for a picture, given back once it was read, or dropped.
struct Slots<S> {
    slots: Vec<Mutex<S>>,
    free: Mutex<Vec<usize>>,
    returned: Condvar,
}

/// A slot that nobody else has; it goes back when this is dropped.
struct Taken<S> {
    index: usize,
    from: Arc<Slots<S>>,
}

impl<S> Slots<S> {
    fn new(slots: impl IntoIterator<Item = S>) -> Arc<Self> {
        let slots: Vec<Mutex<S>> = slots.into_iter().map(Mutex::new).collect();
        Arc::new(Self { free: Mutex::new((0..slots.len()).collect()), slots, returned: Condvar::new() })
    }

    /// Waits for a slot that nobody uses.
    fn take(self: &Arc<Self>) -> Taken<S> {
        let mut free = held(&self.free);
        loop {
            if let Some(index) = free.pop() {
                return Taken { index, from: Arc::clone(self) };
            }
            free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl<S> Taken<S> {
    fn slot(&self) -> MutexGuard<'_, S> {
        held(&self.from.slots[self.index])
    }
}

impl<S> Drop for Taken<S> {
    fn drop(&mut self) {
        held(&self.from.free).push(self.index);
        self.from.returned.notify_one();
    }
}

/// A slot is overwritten as a whole by the next picture, so one that a panic left is as good as any.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// RF-DETR-Seg on a GPU.
struct Segmentation {
    model: RfDetrSeg,
    slots: Arc<Slots<(GpuSegmentation, GpuTimer)>>,
}

impl Segmentation {
    fn new(model: RfDetrSeg) -> Result<Self, CliError> {
        let slot = || Ok((model.alloc_result()?, GpuTimer::new(model.cuda())?));
        let slots = (0..SLOTS).map(|_| slot()).collect::<Result<Vec<_>, CliError>>()?;
        Ok(Self { slots: Slots::new(slots), model })
    }
}

impl Segment for Segmentation {
    fn begin(&mut self, picture: &Image<u8, 3>, options: &DecodeOptions) -> Result<Begun<Vec<Instance>>, CliError> {
        let taken = self.slots.take();
        {
            let mut slot = taken.slot();
            let (result, timer) = &mut *slot;
            let stream = result.stream().clone();
            timer.start(&stream)?;
            // What is at work keeps what it uses, so the slot may go on to another thread.
            let _running = self.model.submit(&Frame::image(picture)?, options, result)?;
            timer.stop(&stream)?;
        }
        Ok(Box::new(move || {
            let slot = taken.slot();
            let (result, timer) = &*slot;
            let instances = result.instances(0)?;
            let total = Duration::from_secs_f64(f64::from(timer.milliseconds()?.max(0.0)) / 1e3);
            Ok((instances, ModelTimes { total, stages: None }))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_come_back_however_a_picture_ends() {
        let slots = Slots::new([10, 11]);
        let (first, second) = (slots.take(), slots.take());
        assert_ne!(*first.slot(), *second.slot());
        let index = first.index;
        drop(first);
        assert_eq!(slots.take().index, index);
        let third = slots.take();
        let waiting = {
            let slots = Arc::clone(&slots);
            std::thread::spawn(move || slots.take().index)
        };
        let index = second.index;
        drop(second);
        assert_eq!(waiting.join().unwrap(), index);
        drop(third);
    }
}
