//! A session's tensors: shown, exchanged, copied from and to the host.

use kornia_tensor::Tensor;

use super::super::engine::EngineTensor;
use super::super::error::SessionError;
use super::super::host::HostTensor;
use super::super::slot;
use super::{Session, check_dtype, position};
use crate::cuda::{Element, device_slice};

/// All outputs of a session, to be read while nothing is enqueued.
#[derive(Debug)]
pub struct Outputs<'a> {
    session: &'a Session,
}

impl<'a> Outputs<'a> {
    /// One output's tensor.
    ///
    /// # Errors
    /// [`SessionError::NoSuchTensor`], [`SessionError::DType`] or [`SessionError::Rank`] where `T` and `N` are not the engine's.
    pub fn get<T: Element, const N: usize>(&self, name: &str) -> Result<&'a Tensor<T, N>, SessionError> {
        let at = position(&self.session.engine, name, Some(false))?;
        let (bound, slot) = (&self.session.engine.tensors()[at], &self.session.slots[at]);
        check_dtype::<T>(bound)?;
        slot::tensor::<T, N>(slot.tensor.as_ref()).ok_or_else(|| wrong_rank::<N>(bound, &slot.shape))
    }
}

fn wrong_rank<const N: usize>(tensor: &EngineTensor, shape: &[usize]) -> SessionError {
    SessionError::Rank { tensor: tensor.name().to_owned(), shape: shape.to_vec(), asked: N }
}

impl Session {
    /// An input's tensor, to fill by whatever works on device tensors: kornia's operations, copies, kernels. The next run waits for that
    /// on the GPU, whichever stream it is on.
    ///
    /// # Errors
    /// [`SessionError::NoSuchTensor`], [`SessionError::DType`] or [`SessionError::Rank`] where `T` and `N` are not the engine's.
    pub fn input_mut<T: Element, const N: usize>(&mut self, name: &str) -> Result<&mut Tensor<T, N>, SessionError> {
        let at = position(&self.engine, name, Some(true))?;
        self.check_type::<T, N>(at)?;
        self.show(at);
        let (bound, slot) = (&self.engine.tensors()[at], &mut self.slots[at]);
        slot::tensor_mut::<T, N>(slot.tensor.as_mut()).ok_or_else(|| wrong_rank::<N>(bound, &slot.shape))
    }

    /// All outputs, to read by whatever works on device tensors. Call it after [`Session::enqueue`]: work on any stream then waits for the
    /// run on the GPU, and the next run waits for that work. Where several streams read one tensor, only the last is waited for: let
    /// [`Session::stream`] wait for the others (cudarc's `CudaStream::join`) before.
    pub fn outputs(&mut self) -> Outputs<'_> {
        for at in 0..self.slots.len() {
            if !self.engine.tensors()[at].is_input() {
                self.show(at);
            }
        }
        Outputs { session: self }
    }

    /// Notes in a tensor's events that the work so far uses it, and that the next run must wait for its events.
    fn show(&mut self, at: usize) {
        self.slots[at].tensor.publish(&self.stream);
        self.slots[at].shown = true;
        self.shown = true;
    }

    fn check_type<T: Element, const N: usize>(&self, at: usize) -> Result<(), SessionError> {
        let (bound, slot) = (&self.engine.tensors()[at], &self.slots[at]);
        check_dtype::<T>(bound)?;
        if slot.shape.len() == N { Ok(()) } else { Err(wrong_rank::<N>(bound, &slot.shape)) }
    }

    fn check_same_shape(&self, at: usize, found: &[usize]) -> Result<(), SessionError> {
        let (bound, slot) = (&self.engine.tensors()[at], &self.slots[at]);
        if slot.shape == found {
            return Ok(());
        }
        let expected = format!("{:?}", slot.shape);
        Err(SessionError::Shape { tensor: bound.name().to_owned(), expected, found: found.to_vec() })
    }

    /// Exchanges the tensor bound to an input or output for one of the caller's of the same shape, without a copy: to bind memory of
    /// another library, or to keep a result while the next is computed. A captured graph is forgotten, as it holds the old address.
    ///
    /// # Errors
    /// [`SessionError::NoSuchTensor`], [`SessionError::DType`], [`SessionError::Rank`], [`SessionError::Shape`]; [`SessionError::Cuda`] for
    /// host tensors and those of another device; [`SessionError::Unsupported`] for an address that is not a multiple of 256.
    pub fn exchange<T: Element, const N: usize>(&mut self, name: &str, tensor: &mut Tensor<T, N>) -> Result<(), SessionError> {
        let at = position(&self.engine, name, None)?;
        self.check_type::<T, N>(at)?;
        self.check_same_shape(at, &tensor.shape)?;
        let slice = device_slice(tensor, "the tensor to bind")?;
        self.cuda().check_slice(slice, "the tensor to bind")?;
        self.forget_graph()?;
        // The old tensor leaves with its uses noted. The new one is waited for, and its memory checked, before the next run.
        self.show(at);
        let (bound, slot) = (&self.engine.tensors()[at], &mut self.slots[at]);
        let inside = slot::tensor_mut::<T, N>(slot.tensor.as_mut()).ok_or_else(|| wrong_rank::<N>(bound, &slot.shape))?;
        std::mem::swap(inside, tensor);
        self.stale = true;
        self.warm = false;
        if let Err(error) = self.await_shown() {
            // What does not fit goes back.
            let slot = &mut self.slots[at];
            if let Some(inside) = slot::tensor_mut::<T, N>(slot.tensor.as_mut()) {
                std::mem::swap(inside, tensor);
            }
            self.show(at);
            return Err(error);
        }
        Ok(())
    }

    /// Copies a host tensor into an input and waits for the copy. For frames fill [`Session::input_mut`] from a
    /// [`PinnedBuffer`](crate::cuda::PinnedBuffer) instead.
    ///
    /// # Errors
    /// As [`Session::input_mut`], [`SessionError::Shape`] for another shape, and [`SessionError::Cuda`] for a device tensor.
    pub fn upload<T: Element, const N: usize>(&mut self, name: &str, tensor: &Tensor<T, N>) -> Result<(), SessionError> {
        let at = position(&self.engine, name, Some(true))?;
        self.check_type::<T, N>(at)?;
        self.check_same_shape(at, &tensor.shape)?;
        let (cuda, stream) = (self.cuda().clone(), self.stream.clone());
        Ok(cuda.upload_into(tensor, self.input_mut(name)?, &stream)?)
    }

    /// Waits for the run and copies an output to the host.
    ///
    /// # Errors
    /// As [`Outputs::get`], and [`SessionError::Cuda`] with the error that the run ended in.
    pub fn download<T: Element, const N: usize>(&mut self, name: &str) -> Result<Tensor<T, N>, SessionError> {
        let (cuda, stream) = (self.cuda().clone(), self.stream.clone());
        Ok(cuda.download(self.outputs().get::<T, N>(name)?, &stream)?)
    }

    /// Runs once on host tensors and returns all outputs, waiting for everything: for tests and checks.
    ///
    /// # Errors
    /// [`SessionError`]: a name, type or shape that the engine does not take, or what the run returns.
    pub fn run(&mut self, inputs: &[(String, HostTensor)]) -> Result<Vec<(String, HostTensor)>, SessionError> {
        for (name, tensor) in inputs {
            let at = position(&self.engine, name, Some(true))?;
            let expected = self.engine.tensors()[at].dtype();
            let wrong = || SessionError::DType { tensor: name.clone(), expected, found: tensor.dtype() };
            if !expected.accepts(tensor.dtype()) {
                return Err(wrong());
            }
            self.set_input_shape(name, tensor.shape())?;
            self.prepare()?;
            let stream = self.stream.clone();
            if !self.slots[at].tensor.upload(tensor.values(), &stream)? {
                return Err(wrong());
            }
        }
        self.enqueue()?.wait()?;
        let outputs = self.engine.tensors().iter().zip(&self.slots).filter(|(tensor, _)| !tensor.is_input());
        outputs
            .map(|(tensor, slot)| {
                let values = slot::download(slot.tensor.as_ref(), &slot.shape, &self.stream)?;
                Ok((tensor.name().to_owned(), values))
            })
            .collect()
    }
}
