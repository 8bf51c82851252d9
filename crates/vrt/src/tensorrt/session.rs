//! Sessions: an engine at work on a stream, with its tensors bound.

use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

use cudarc::driver::CudaStream;
use vrt_sys::{Dims, ExecutionContext, ExecutionContextAllocationStrategy};

use super::engine::{Engine, EngineTensor};
use super::error::{SessionError, TensorRtError, is_out_of_memory, lines};
use super::manifest::ShapeRange;
use super::slot::{self, Slot};
use crate::cuda::{Cuda, CudaError, Element, InFlight};

mod check;
mod graph;
mod tensors;

pub use check::CheckError;
use graph::Replay;
pub use tensors::Outputs;

/// How a session is made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionOptions {
    /// The optimisation profile, from 0.
    pub profile: usize,
    /// Shapes of dynamic inputs; those not named get the shape that the profile is tuned for.
    pub shapes: Vec<(String, Vec<usize>)>,
}

/// An engine at work: an execution context, a stream, and a device tensor bound to each input and output.
///
/// A session may be sent to another thread, but not shared: each thread makes its own of a shared [`Engine`]. All its work runs on one
/// stream, in order. Its tensors are kornia's, allocated once for its shapes; nothing is allocated or copied per frame.
///
/// ```compile_fail
/// fn shared<T: Sync>() {}
/// shared::<vrt::tensorrt::Session>();
/// ```
///
/// # Example
/// ```no_run
/// use vrt::cuda::Cuda;
/// use vrt::kornia_tensor::Tensor;
/// use vrt::tensorrt::{Engine, Session, TensorRt};
///
/// let cuda = Cuda::open(0)?;
/// let engine = Engine::from_file(&TensorRt::open(&cuda)?, "seg.engine")?;
/// let mut session = Session::new(&engine, &cuda.new_stream()?)?;
/// let picture = Tensor::<f32, 4>::from_shape_val([1, 3, 312, 312], 0.5);
/// session.upload("images", &picture)?;
/// session.enqueue()?.wait()?;
/// let masks = session.download::<f32, 4>("masks")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    /// Before the context whose work it replays.
    graph: Replay,
    context: ExecutionContext,
    slots: Vec<BoundSlot>,
    /// The context must be told shapes or addresses before it runs.
    stale: bool,
    /// Tensors were shown to the outside since the last run.
    shown: bool,
    /// The context's shapes are those of the slots. Cleared while they change, so that a failure in between leaves nothing that could run.
    fits: bool,
    /// It ran with the present shapes, so TensorRT has done what it does at a first run.
    warm: bool,
    stream: Arc<CudaStream>,
    profile: usize,
    engine: Engine,
}

struct BoundSlot {
    tensor: Box<dyn Slot>,
    shape: Vec<usize>,
    shown: bool,
}

impl Session {
    /// A session with default options.
    ///
    /// # Errors
    /// As [`Session::with_options`].
    pub fn new(engine: &Engine, stream: &Arc<CudaStream>) -> Result<Self, SessionError> {
        Self::with_options(engine, stream, &SessionOptions::default())
    }

    /// A session on `stream`, which is its own from now on as far as order goes: other work on the stream runs before or after.
    ///
    /// # Errors
    /// [`SessionError`]: a stream of another device, a profile or shape that the engine does not have, outputs whose shape depends on the
    /// data, tensors in host memory, out of memory.
    pub fn with_options(engine: &Engine, stream: &Arc<CudaStream>, options: &SessionOptions) -> Result<Self, SessionError> {
        let cuda = engine.cuda();
        cuda.check_stream(stream, "making a session")?;
        for tensor in engine.tensors() {
            if let Some(reason) = &tensor.obstacle {
                return Err(SessionError::Unsupported { tensor: tensor.name().to_owned(), reason: reason.clone() });
            }
        }
        for (name, _) in &options.shapes {
            position(engine, name, Some(true))?;
        }
        if options.profile >= engine.profiles().max(1) {
            return Err(SessionError::Profile { asked: options.profile, count: engine.profiles() });
        }
        cuda.bind()?;
        let mut context = engine
            .raw()
            .create_execution_context(ExecutionContextAllocationStrategy::Static)
            .map_err(|error| context_error(engine, error))?;
        if options.profile != 0 {
            let profile = i32::try_from(options.profile).unwrap_or_default();
            // SAFETY: the stream is of the engine's device; the context has no work yet.
            unsafe { context.set_optimization_profile_async(profile, stream.cu_stream().cast::<c_void>()) }
                .map_err(TensorRtError::call("choosing an optimisation profile"))?;
            stream.synchronize().map_err(CudaError::driver("choosing an optimisation profile"))?;
        }
        let mut session = Self {
            graph: Replay::Off,
            context,
            slots: Vec::new(),
            stale: true,
            shown: false,
            fits: true,
            warm: false,
            stream: stream.clone(),
            profile: options.profile,
            engine: engine.clone(),
        };
        for input in engine.inputs() {
            let named = options.shapes.iter().find(|(name, _)| name == input.name()).map(|(_, shape)| shape.clone());
            let range = session.range(input)?;
            let shape = named.or_else(|| input.fixed_shape()).or_else(|| range.as_ref().map(|range| range.opt.clone()));
            let shape = shape.unwrap_or_default();
            session.set_context_shape(input, range.as_ref(), &shape)?;
        }
        let shapes = session.infer()?;
        for (tensor, shape) in engine.tensors().iter().zip(shapes) {
            let tensor = slot::allocate(cuda, tensor.name(), tensor.dtype(), &shape, stream)?;
            session.slots.push(BoundSlot { tensor, shape, shown: false });
        }
        Ok(session)
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The stream that it runs on.
    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// The GPU.
    pub fn cuda(&self) -> &Cuda {
        self.engine.cuda()
    }

    /// The present shape of an input or output.
    ///
    /// # Errors
    /// [`SessionError::NoSuchTensor`].
    pub fn shape(&self, name: &str) -> Result<&[usize], SessionError> {
        Ok(&self.slots[position(&self.engine, name, None)?].shape)
    }

    /// The device address and size in bytes of an input or output, for kernels on this session's stream. Valid until the shape changes, a
    /// tensor is exchanged, or the session is dropped.
    ///
    /// # Errors
    /// [`SessionError::NoSuchTensor`], or [`SessionError::DType`] where its elements are no `T`s.
    pub fn address<T: Element>(&self, name: &str) -> Result<(u64, usize), SessionError> {
        let at = position(&self.engine, name, None)?;
        check_dtype::<T>(&self.engine.tensors()[at])?;
        let slot = &self.slots[at];
        Ok((slot.tensor.address(), slot.tensor.len() * size_of::<T>()))
    }

    /// Sets the shape of a dynamic input; tensors whose shape changes by it are allocated anew. A captured run is captured again at the
    /// second run with the new shape.
    ///
    /// # Errors
    /// [`SessionError::Shape`] outside the engine's range, [`SessionError::NoSuchTensor`], or what allocating returns; the session keeps its
    /// old shapes then. Where TensorRT does not even take those back, the session runs no more ([`SessionError::Unfit`]).
    pub fn set_input_shape(&mut self, name: &str, shape: &[usize]) -> Result<(), SessionError> {
        let at = position(&self.engine, name, Some(true))?;
        let engine = self.engine.clone();
        let input = &engine.tensors()[at];
        if self.slots[at].shape == shape {
            return Ok(());
        }
        let range = self.range(input)?;
        check_shape(input, range.as_ref(), shape)?;
        self.forget_graph()?;
        self.stale = true;
        self.fits = false;
        let old = self.slots[at].shape.clone();
        let changed = self.set_context_shape(input, range.as_ref(), shape).and_then(|()| {
            let mut fresh = Vec::new();
            for (index, (tensor, shape)) in engine.tensors().iter().zip(self.infer()?).enumerate() {
                if self.slots[index].shape != shape {
                    let tensor = slot::allocate(self.cuda(), tensor.name(), tensor.dtype(), &shape, &self.stream)?;
                    fresh.push((index, BoundSlot { tensor, shape, shown: false }));
                }
            }
            Ok(fresh)
        });
        match changed {
            Ok(fresh) => {
                for (index, slot) in fresh {
                    // A tensor that came by `exchange` is freed on a stream of its own, which must know of the runs here.
                    self.slots[index].tensor.publish(&self.stream);
                    self.slots[index] = slot;
                }
                self.fits = true;
                Ok(())
            }
            Err(error) => {
                self.set_context_shape(input, range.as_ref(), &old)?;
                self.fits = true;
                Err(error)
            }
        }
    }

    fn range(&self, input: &EngineTensor) -> Result<Option<ShapeRange>, SessionError> {
        if input.fixed_shape().is_some() {
            return Ok(None);
        }
        Ok(self.engine.shape_range(input.name(), self.profile)?)
    }

    fn set_context_shape(&mut self, input: &EngineTensor, range: Option<&ShapeRange>, shape: &[usize]) -> Result<(), SessionError> {
        check_shape(input, range, shape)?;
        let sides: Vec<i64> = shape.iter().map(|&side| i64::try_from(side).unwrap_or(i64::MAX)).collect();
        let setting = || TensorRtError::call("setting an input's shape");
        let dims = Dims::new(&sides).map_err(setting())?;
        self.cuda().bind()?;
        self.context.set_input_shape(&input.c_name, &dims).map_err(setting())?;
        self.warm = false;
        Ok(())
    }

    /// All tensors' shapes for the inputs' shapes.
    fn infer(&mut self) -> Result<Vec<Vec<usize>>, SessionError> {
        let asking = || TensorRtError::call("working out shapes");
        if let Some(missing) = self.context.infer_shapes().map_err(asking())?.first() {
            let tensor = missing.to_string_lossy().into_owned();
            return Err(SessionError::Unsupported { tensor, reason: "its values decide shapes".to_owned() });
        }
        let mut shapes = Vec::new();
        for tensor in self.engine.tensors() {
            let dims = self.context.tensor_shape(&tensor.c_name).map_err(asking())?;
            let shape: Option<Vec<usize>> = dims.iter().map(|&side| usize::try_from(side).ok()).collect();
            let name = || tensor.name().to_owned();
            let shape = shape.ok_or_else(|| SessionError::DataDependentShape { tensor: name(), shape: dims.to_vec() })?;
            if shape.contains(&0) {
                return Err(SessionError::Empty { tensor: name(), shape });
            }
            shapes.push(shape);
        }
        Ok(shapes)
    }

    /// Queues one run and returns before it is done. Replays the captured graph where there is one.
    ///
    /// # Errors
    /// [`SessionError::TensorRt`] with TensorRT's words, [`SessionError::Cuda`], or [`SessionError::Unfit`] after a failed change of shapes.
    pub fn enqueue(&mut self) -> Result<InFlight<'_>, SessionError> {
        self.prepare()?;
        if matches!(self.graph, Replay::Wanted) && self.warm {
            self.capture_warm()?;
        }
        match &mut self.graph {
            Replay::On(graph) => graph.launch()?,
            _ => self.enqueue_on(&self.stream.clone())?,
        }
        Ok(InFlight::new(&self.stream))
    }

    /// Queues one run call by call: on the session's stream, or on one that is captured for it.
    fn enqueue_on(&mut self, stream: &CudaStream) -> Result<(), SessionError> {
        // SAFETY: the stream is of the engine's device. The addresses set are those of the slots, which are as large as their shapes
        // and live until `drop` has waited for the session's stream, as do context and engine. All runs are in the order of that stream:
        // graphs are launched there, and what was queued there is waited for before a capture.
        unsafe { self.context.enqueue_v3(stream.cu_stream().cast::<c_void>()) }.map_err(TensorRtError::call("running an engine"))?;
        self.warm = true;
        Ok(())
    }

    /// Brings the context up to date with the tensors.
    fn prepare(&mut self) -> Result<(), SessionError> {
        self.engine.cuda().bind()?;
        if !self.fits {
            return Err(SessionError::Unfit { origin: self.engine.origin().to_owned() });
        }
        if self.shown {
            self.await_shown()?;
        }
        if self.stale {
            for (tensor, slot) in self.engine.tensors().iter().zip(&self.slots) {
                let address = slot.tensor.address() as *mut c_void;
                // SAFETY: the slot's memory has the tensor's shape and type, and lives as `enqueue_on` says.
                unsafe { self.context.set_tensor_address(&tensor.c_name, address) }.map_err(TensorRtError::call("binding a tensor"))?;
            }
            self.stale = false;
        }
        Ok(())
    }

    /// Waits on the GPU for what was done with tensors that were shown, and checks that they are still what the engine needs: who was shown
    /// a tensor for writing may have put another in its place.
    fn await_shown(&mut self) -> Result<(), SessionError> {
        let mut moved = false;
        let mut outcome = Ok(());
        for (bound, slot) in self.engine.tensors().iter().zip(&mut self.slots).filter(|(_, slot)| slot.shown) {
            moved |= slot.tensor.await_outside(&self.stream);
            match check_memory(self.engine.cuda(), bound, slot) {
                Ok(()) => slot.shown = false,
                // It stays marked, so that the next run looks again.
                Err(error) => outcome = Err(error),
            }
        }
        if moved {
            self.forget_graph()?;
            self.stale = true;
            self.warm = false;
        }
        self.shown = outcome.is_err();
        outcome
    }
}

/// TensorRT's alignment of tensor addresses.
const ALIGNMENT: u64 = 256;

impl Drop for Session {
    fn drop(&mut self) {
        // Context, graph and tensors are freed after this; a stream that fails here runs nothing of theirs.
        let _ = self.stream.synchronize();
        let _ = self.engine.cuda().bind();
    }
}

/// Whether a slot's tensor, which may have been replaced, is memory that the engine can use.
fn check_memory(cuda: &Cuda, bound: &EngineTensor, slot: &BoundSlot) -> Result<(), SessionError> {
    let name = bound.name();
    let what = || format!("the tensor bound to `{name}`").into();
    match slot.tensor.device() {
        None => return Err(CudaError::NotOnDevice { what: what(), found: "host" }.into()),
        Some(found) if found != cuda.ordinal() => {
            return Err(CudaError::WrongDevice { what: what(), expected: cuda.ordinal(), found }.into());
        }
        Some(_) => {}
    }
    let (expected, found) = (slot.shape.iter().product::<usize>(), slot.tensor.len());
    if expected != found {
        let doing = format!("binding a tensor to `{name}` {:?}", slot.shape).into();
        return Err(CudaError::Length { doing, expected, found }.into());
    }
    if slot.tensor.address() == 0 || !slot.tensor.address().is_multiple_of(ALIGNMENT) {
        let reason = format!("TensorRT needs addresses that are multiples of {ALIGNMENT}");
        return Err(SessionError::Unsupported { tensor: name.to_owned(), reason });
    }
    Ok(())
}

/// Where a tensor is among the engine's; inputs or outputs only where `input` says so.
fn position(engine: &Engine, name: &str, input: Option<bool>) -> Result<usize, SessionError> {
    let fits = |tensor: &EngineTensor| input.is_none_or(|input| tensor.is_input() == input);
    engine.tensors().iter().position(|tensor| tensor.name() == name && fits(tensor)).ok_or_else(|| SessionError::NoSuchTensor {
        kind: input.map_or("tensor", |input| if input { "input" } else { "output" }),
        name: name.to_owned(),
        known: engine.tensors().iter().filter(|tensor| fits(tensor)).map(|tensor| tensor.to_string()).collect(),
    })
}

fn check_dtype<T: Element>(tensor: &EngineTensor) -> Result<(), SessionError> {
    if tensor.dtype().accepts(T::DTYPE) {
        return Ok(());
    }
    Err(SessionError::DType { tensor: tensor.name().to_owned(), expected: tensor.dtype(), found: T::DTYPE })
}

/// Whether an input may have this shape.
fn check_shape(input: &EngineTensor, range: Option<&ShapeRange>, shape: &[usize]) -> Result<(), SessionError> {
    let expected = match range {
        Some(range) => {
            let inside = |((&min, &max), &side): ((&usize, &usize), &usize)| (min..=max).contains(&side);
            let sides = range.min.iter().zip(&range.max).zip(shape);
            if shape.len() == range.min.len() && shape.len() == range.max.len() && sides.into_iter().all(inside) {
                return Ok(());
            }
            format!("{:?} to {:?}", range.min, range.max)
        }
        None => match input.fixed_shape() {
            Some(fixed) if fixed == shape => return Ok(()),
            Some(fixed) => format!("{fixed:?}"),
            None => "of an optimisation profile, and this engine has none".to_owned(),
        },
    };
    Err(SessionError::Shape { tensor: input.name().to_owned(), expected, found: shape.to_vec() })
}

fn context_error(engine: &Engine, error: vrt_sys::Error) -> SessionError {
    let cuda = engine.cuda();
    match (is_out_of_memory(&lines(&error)), cuda.memory()) {
        (true, Ok(memory)) => CudaError::OutOfMemory {
            doing: format!("making a session of {}", engine.origin()).into(),
            asked: engine.activation_bytes().ok().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or_default(),
            free: memory.free,
            total: memory.total,
            device: cuda.ordinal(),
        }
        .into(),
        _ => TensorRtError::call("making a session")(error).into(),
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Session")
            .field("engine", &self.engine.origin())
            .field("captured", &self.is_captured())
            .finish_non_exhaustive()
    }
}
