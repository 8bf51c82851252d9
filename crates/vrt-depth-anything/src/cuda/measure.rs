//! Selections on demand: a job to the GPU, a few kernels, a small answer back, as one graph.
#![allow(unsafe_code, reason = "a kernel is queued on addresses of memory that this file and its callers keep")]

use std::sync::Arc;

use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::{Cuda, CudaError, FrameGraph, Parameters, PinnedBuffer, Recorder};

use super::error::GpuError;
use super::kernels::Kernels;
use super::selection::{JOB_WORDS, Job, MEASURED_WORDS, Measured, Room, Selection, SelectionAddresses};
use crate::Error;

/// Pixels and valid ones of an object that was not measured: no measurement finds more valid pixels than pixels.
const NOT_MEASURED: [u32; 2] = [0, u32::MAX];

struct Work {
    kernels: Kernels,
    parameters: Parameters,
    selection: Selection,
    answer: PinnedBuffer<u32>,
    positions: bool,
    repeats: u32,
}

/// Measures values of maps and masks that are on the GPU.
pub(super) struct Measure {
    graph: FrameGraph<Work, GpuError>,
    cuda: Cuda,
    stream: Arc<CudaStream>,
}

impl Measure {
    /// On a stream, with room for one object.
    pub fn new(cuda: &Cuda, kernels: &Kernels, stream: &Arc<CudaStream>) -> Result<Self, GpuError> {
        let selection = Selection::new(cuda, stream, kernels.blocks(), Room::of_maps(1))?;
        let work = Work {
            kernels: kernels.clone(),
            parameters: Parameters::new(cuda, stream, JOB_WORDS)?,
            answer: PinnedBuffer::for_readback(cuda, selection.result_words())?,
            selection,
            positions: false,
            repeats: 1,
        };
        let record = |work: &mut Work, recorder: &mut Recorder<'_>| -> Result<(), GpuError> {
            work.parameters.record(recorder)?;
            // The kernels write their answer to the host: a copy of so few words would take longer.
            let at = SelectionAddresses { result: recorder.pinned_address(&mut work.answer)?, ..work.selection.at };
            for _ in 0..work.repeats {
                // SAFETY: the job was written by `submit`, whose caller keeps what it names and orders it, and which made room for it.
                unsafe { work.kernels.select(recorder.stream(), work.parameters.address(), work.positions, &at) }?;
            }
            Ok(())
        };
        // SAFETY: what is queued depends on fields that change only after `invalidate`; all memory belongs to the work, or is named by the
        // job, see `submit`.
        let graph = unsafe { FrameGraph::new(cuda, stream, work, record) }?;
        Ok(Self { graph, cuda: cuda.clone(), stream: stream.clone() })
    }

    /// Queues a job.
    ///
    /// # Safety
    /// What the job's addresses name must be as large as it says, valid as long as the work runs, and ordered before and after it on this
    /// stream.
    pub unsafe fn submit(&mut self, job: &Job<'_>) -> Result<(), GpuError> {
        let (room, positions) = (Room::of(job), job.view.is_some());
        if self.graph.resources().positions != positions {
            self.graph.invalidate()?;
            self.graph.resources_mut().positions = positions;
        }
        if !self.graph.resources().selection.fits(&room) {
            self.graph.invalidate()?;
            let (cuda, stream) = (self.cuda.clone(), self.stream.clone());
            let work = self.graph.resources_mut();
            // Masks come and go: some room spares many growths.
            let room = Room { objects: room.objects.next_power_of_two(), ..room };
            // Both or none: the kernels write an answer for as many objects as the selection has room for.
            let selection = Selection::new(&cuda, &stream, work.kernels.blocks(), room)?;
            work.answer = PinnedBuffer::for_readback(&cuda, selection.result_words())?;
            work.selection = selection;
        }
        let work = self.graph.resources_mut();
        if job.count.is_some() {
            // Of objects that there are not the kernels write nothing, so that the host finds this there.
            work.answer.values_mut()?.chunks_exact_mut(MEASURED_WORDS).for_each(|words| words[..2].copy_from_slice(&NOT_MEASURED));
        }
        job.write(work.parameters.words_mut()?);
        let _in_flight = self.graph.run()?;
        Ok(())
    }

    /// Waits for the answer on object `index`.
    pub fn answer(&self, index: usize) -> Result<Measured<'_>, Error> {
        let words = self.graph.resources().answer.values()?;
        Ok(Measured::of(words, index).ok_or(GpuError::Empty)?)
    }

    /// Waits for the answers on the first `count` objects.
    pub fn answers(&self, count: usize) -> Result<impl Iterator<Item = Measured<'_>>, Error> {
        let words = self.graph.resources().answer.values()?;
        Ok((0..count).map_while(|index| Measured::of(words, index)))
    }

    /// Waits for the answers on as many objects as there were by the job's count.
    pub fn answers_there_are(&self) -> Result<impl Iterator<Item = Measured<'_>>, Error> {
        Ok(self.answers(usize::MAX)?.take_while(|measured| <[u32; 2]>::from(measured.counts()) != NOT_MEASURED))
    }

    /// Makes `stream` wait, on the GPU, for the last job.
    pub fn wait_on(&self, stream: &CudaStream) -> Result<(), CudaError> {
        self.graph.wait_on(stream)
    }

    /// The stream that it runs on.
    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// Queues the kernels several times, to time it.
    pub fn set_repeats(&mut self, repeats: u32) -> Result<(), CudaError> {
        self.graph.invalidate()?;
        self.graph.resources_mut().repeats = repeats;
        Ok(())
    }

    /// Whether a job is one launch by now.
    pub fn is_captured(&self) -> bool {
        self.graph.mode() == vrt::cuda::FrameMode::Graph
    }
}
