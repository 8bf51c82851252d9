//! The device tensors that a session's inputs and outputs are bound to, of whichever type and rank.

use std::any::Any;
use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream, DevicePtrMut};
use kornia_tensor::Tensor;

use super::error::SessionError;
use super::host::{HostTensor, HostValues};
use crate::cuda::half::{bf16, f16};
use crate::cuda::{Cuda, CudaError, DType, Element, copy_to_device, copy_to_host};

/// A bound device tensor whose type and rank are erased.
///
/// While a session runs, it uses the tensor by its address, on its own stream, without cudarc's events: those cost a microsecond a
/// tensor. When the tensor is shown to the outside, the events are brought up to date ([`Slot::publish`]); when it comes back, the
/// stream waits for what was done outside ([`Slot::await_outside`]).
pub(super) trait Slot: Send {
    /// Its device address, as of the last [`Slot::await_outside`].
    fn address(&self) -> u64;

    /// Elements that its memory holds.
    fn len(&self) -> usize;

    /// The device that its memory is on; `None` for host memory, which a tensor shown for writing may have been replaced by.
    fn device(&self) -> Option<usize>;

    /// Records in the tensor's events that all work queued on `stream` so far uses it.
    fn publish(&mut self, stream: &CudaStream);

    /// Makes `stream` wait for all uses elsewhere, and reads the address again: who was shown the tensor may have replaced it. Returns
    /// whether the address changed.
    fn await_outside(&mut self, stream: &CudaStream) -> bool;

    /// The tensor, to downcast.
    fn as_any(&self) -> &dyn Any;

    /// The tensor, to downcast.
    fn as_any_mut(&mut self) -> &mut dyn Any;

    /// Copies the values to the host and waits for that.
    fn download(&self, stream: &Arc<CudaStream>) -> Result<HostValues, CudaError>;

    /// Copies values of the same type and number from the host and waits for that. Returns whether the type is the same.
    fn upload(&mut self, values: &HostValues, stream: &Arc<CudaStream>) -> Result<bool, CudaError>;
}

/// Element types with a name among [`HostValues`].
trait HostElement: Element {
    fn wrap(values: Vec<Self>) -> HostValues;
    fn unwrap(values: &HostValues) -> Option<&[Self]>;
}

macro_rules! host_element {
    ($($type:ty => $variant:ident)*) => {
        $(
            impl HostElement for $type {
                fn wrap(values: Vec<Self>) -> HostValues {
                    HostValues::$variant(values)
                }

                fn unwrap(values: &HostValues) -> Option<&[Self]> {
                    match values {
                        HostValues::$variant(values) => Some(values),
                        _ => None,
                    }
                }
            }
        )*
    };
}
host_element!(f32 => F32 f16 => F16 bf16 => Bf16 i8 => I8 u8 => U8 i32 => I32 i64 => I64);

/// A tensor, and the address that was last read from it: asking for it waits for events.
struct Bound<T: Element, const N: usize> {
    tensor: Tensor<T, N>,
    address: u64,
}

impl<T: Element, const N: usize> Bound<T, N> {
    /// Takes the address as a writer: that waits for uses elsewhere and, when the guard is dropped, records a write.
    fn touch(&mut self, stream: &CudaStream) -> u64 {
        self.tensor.as_cudaslice_mut().map_or(0, |slice| {
            let (address, _recorded_on_drop) = slice.device_ptr_mut(stream);
            address
        })
    }
}

impl<T: HostElement, const N: usize> Slot for Bound<T, N> {
    fn address(&self) -> u64 {
        self.address
    }

    fn len(&self) -> usize {
        self.tensor.as_cudaslice().map_or(0, CudaSlice::len)
    }

    fn device(&self) -> Option<usize> {
        self.tensor.as_cudaslice().map(CudaSlice::ordinal)
    }

    fn publish(&mut self, stream: &CudaStream) {
        self.touch(stream);
    }

    fn await_outside(&mut self, stream: &CudaStream) -> bool {
        let before = std::mem::replace(&mut self.address, 0);
        self.address = self.touch(stream);
        before != self.address
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn download(&self, stream: &Arc<CudaStream>) -> Result<HostValues, CudaError> {
        const DOING: &str = "downloading an engine's tensor";
        let mut values = vec![T::default(); self.len()];
        let copied = {
            // The work before is on this very stream: no event need be waited for.
            let bytes = values.len() * size_of::<T>();
            // SAFETY: `values` holds as many bytes as the slice, and is waited for below on every path.
            unsafe { copy_to_host(values.as_mut_ptr().cast(), self.address, bytes, stream.cu_stream()) }
        };
        let waited = stream.synchronize();
        copied.and(waited).map_err(CudaError::driver(DOING))?;
        Ok(T::wrap(values))
    }

    fn upload(&mut self, values: &HostValues, stream: &Arc<CudaStream>) -> Result<bool, CudaError> {
        const DOING: &str = "uploading an engine's tensor";
        let Some(values) = T::unwrap(values) else { return Ok(false) };
        if values.len() != self.len() {
            return Err(CudaError::Length { doing: DOING.into(), expected: self.len(), found: values.len() });
        }
        // SAFETY: the slice holds as many bytes as `values`, which are waited for below on every path.
        let copied = unsafe { copy_to_device(self.address, values.as_ptr().cast(), size_of_val(values), stream.cu_stream()) };
        let waited = stream.synchronize();
        copied.and(waited).map_err(CudaError::driver(DOING))?;
        Ok(true)
    }
}

/// A new tensor of zeros for a slot.
pub(super) fn allocate(
    cuda: &Cuda,
    name: &str,
    dtype: DType,
    shape: &[usize],
    stream: &Arc<CudaStream>,
) -> Result<Box<dyn Slot>, SessionError> {
    match dtype {
        DType::F32 => of_type::<f32>(cuda, name, shape, stream),
        DType::F16 => of_type::<f16>(cuda, name, shape, stream),
        DType::Bf16 => of_type::<bf16>(cuda, name, shape, stream),
        DType::I8 => of_type::<i8>(cuda, name, shape, stream),
        DType::U8 | DType::Bool => of_type::<u8>(cuda, name, shape, stream),
        DType::I32 => of_type::<i32>(cuda, name, shape, stream),
        DType::I64 => of_type::<i64>(cuda, name, shape, stream),
        other => Err(SessionError::Unsupported { tensor: name.to_owned(), reason: format!("there is no Rust type for {other}") }),
    }
}

fn of_type<T: HostElement>(cuda: &Cuda, name: &str, shape: &[usize], stream: &Arc<CudaStream>) -> Result<Box<dyn Slot>, SessionError> {
    match shape.len() {
        0 => of_rank::<T, 0>(cuda, shape, stream),
        1 => of_rank::<T, 1>(cuda, shape, stream),
        2 => of_rank::<T, 2>(cuda, shape, stream),
        3 => of_rank::<T, 3>(cuda, shape, stream),
        4 => of_rank::<T, 4>(cuda, shape, stream),
        5 => of_rank::<T, 5>(cuda, shape, stream),
        6 => of_rank::<T, 6>(cuda, shape, stream),
        7 => of_rank::<T, 7>(cuda, shape, stream),
        8 => of_rank::<T, 8>(cuda, shape, stream),
        rank => Err(SessionError::Unsupported { tensor: name.to_owned(), reason: format!("it has {rank} sides, TensorRT has at most 8") }),
    }
}

fn of_rank<T: HostElement, const N: usize>(cuda: &Cuda, shape: &[usize], stream: &Arc<CudaStream>) -> Result<Box<dyn Slot>, SessionError> {
    let mut sides = [0; N];
    sides.copy_from_slice(shape);
    let mut bound = Bound { tensor: cuda.zeros::<T, N>(sides, stream)?, address: 0 };
    bound.await_outside(stream);
    Ok(Box::new(bound))
}

/// The tensor in a slot, where it is of this type and rank.
pub(super) fn tensor<T: Element, const N: usize>(slot: &dyn Slot) -> Option<&Tensor<T, N>> {
    slot.as_any().downcast_ref::<Bound<T, N>>().map(|bound| &bound.tensor)
}

/// As [`tensor`], to write.
pub(super) fn tensor_mut<T: Element, const N: usize>(slot: &mut dyn Slot) -> Option<&mut Tensor<T, N>> {
    slot.as_any_mut().downcast_mut::<Bound<T, N>>().map(|bound| &mut bound.tensor)
}

/// A host tensor of a slot's values.
pub(super) fn download(slot: &dyn Slot, shape: &[usize], stream: &Arc<CudaStream>) -> Result<HostTensor, SessionError> {
    Ok(HostTensor::new(shape, slot.download(stream)?)?)
}
