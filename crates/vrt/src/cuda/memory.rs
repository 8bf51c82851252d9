//! Device tensors: kornia's, backed by cudarc slices.
//!
//! A device tensor here is a [`kornia_tensor::Tensor`] whose storage is kornia's `CudaResource<T>`, so it goes into kornia's CUDA
//! operations and comes out of them as it is. cudarc's slice inside carries two events, of the last read and the last write; every
//! safe use waits for and records them, and the memory is freed in stream order after both. That is what makes it safe to drop a
//! tensor while the GPU still works on it.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use cudarc::driver::{
    CudaSlice, CudaStream, CudaView, CudaViewMut, DevicePtr, DevicePtrMut, DeviceRepr, DeviceSlice, ValidAsZeroBits, sys,
};
use kornia_tensor::Tensor;

use super::device::Cuda;
use super::element::{Element, Plain};
use super::error::CudaError;
use super::pinned::copy_to_host;

/// Elements of a shape, where their bytes fit.
pub(crate) fn checked_len<T>(shape: &[usize], doing: &'static str) -> Result<usize, CudaError> {
    let overflow = || CudaError::ShapeOverflow { doing: doing.into(), shape: shape.to_vec(), element_bytes: size_of::<T>() };
    let len = shape.iter().try_fold(1_usize, |len, &side| len.checked_mul(side)).ok_or_else(overflow)?;
    match len.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(len),
        _ => Err(overflow()),
    }
}

impl Cuda {
    /// A device tensor of zeros, allocated in the order of `stream`.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`], [`CudaError::ShapeOverflow`], [`CudaError::Stream`] for a stream of another device, or
    /// [`CudaError::Driver`].
    pub fn zeros<T: Element, const N: usize>(&self, shape: [usize; N], stream: &Arc<CudaStream>) -> Result<Tensor<T, N>, CudaError> {
        const DOING: &str = "allocating a device tensor";
        self.check_stream(stream, DOING)?;
        let len = checked_len::<T>(&shape, DOING)?;
        let slice = stream.alloc_zeros::<T>(len).map_err(|error| self.allocation_error(DOING, len * size_of::<T>(), error))?;
        Ok(Tensor::from_cudaslice(slice, shape, stream.clone()))
    }

    /// Copies a host tensor into a new device tensor and waits for the copy. For frames use a [`PinnedBuffer`](super::PinnedBuffer).
    ///
    /// # Errors
    /// [`CudaError::NotOnHost`] for a device tensor; else as [`Cuda::zeros`].
    pub fn upload<T: Element, const N: usize>(&self, tensor: &Tensor<T, N>, stream: &Arc<CudaStream>) -> Result<Tensor<T, N>, CudaError> {
        let mut device = self.zeros::<T, N>(tensor.shape, stream)?;
        self.upload_into(tensor, &mut device, stream)?;
        Ok(device)
    }

    /// Copies a host tensor into a device tensor of the same shape and waits for the copy.
    ///
    /// # Errors
    /// [`CudaError::NotOnHost`], [`CudaError::NotOnDevice`], [`CudaError::Length`], [`CudaError::WrongDevice`] or [`CudaError::Driver`].
    pub fn upload_into<T: Element, const N: usize>(
        &self,
        tensor: &Tensor<T, N>,
        device: &mut Tensor<T, N>,
        stream: &Arc<CudaStream>,
    ) -> Result<(), CudaError> {
        const DOING: &str = "uploading a tensor";
        self.check_stream(stream, DOING)?;
        let values = host_slice(tensor, "the tensor to upload")?;
        let target = device_slice_mut(device, "the tensor uploaded into")?;
        self.check_slice(target, "the tensor uploaded into")?;
        if target.len() != values.len() {
            return Err(CudaError::Length { doing: DOING.into(), expected: target.len(), found: values.len() });
        }
        stream.memcpy_htod(values, target).map_err(CudaError::driver(DOING))?;
        // The driver may read pageable memory after the call returns on systems where the GPU reads it directly.
        stream.synchronize().map_err(CudaError::driver(DOING))
    }

    /// Copies a device tensor to the host and waits for the copy.
    ///
    /// # Errors
    /// [`CudaError::NotOnDevice`] for a host tensor, [`CudaError::Length`] where the tensor is a view of a part of its memory,
    /// [`CudaError::WrongDevice`] or [`CudaError::Driver`].
    pub fn download<T: Element, const N: usize>(&self, tensor: &Tensor<T, N>, stream: &Arc<CudaStream>) -> Result<Tensor<T, N>, CudaError> {
        const DOING: &str = "downloading a tensor";
        self.check_stream(stream, DOING)?;
        let source = device_slice(tensor, "the tensor to download")?;
        self.check_slice(source, "the tensor to download")?;
        let len = checked_len::<T>(&tensor.shape, DOING)?;
        if source.len() != len {
            return Err(CudaError::Length { doing: DOING.into(), expected: len, found: source.len() });
        }
        let values = view_to_host(&source.as_view(), stream, DOING)?;
        Tensor::from_shape_vec(tensor.shape, values).map_err(|_| CudaError::Length {
            doing: DOING.into(),
            expected: len,
            found: source.len(),
        })
    }

    /// A device tensor over memory that someone else owns: a decoder's surface, a DLPack tensor, a buffer of the CUDA runtime.
    ///
    /// Nothing is copied. `keepalive` is dropped when the tensor is, after the work queued on the tensor's own stream was ordered
    /// before; it must hold whatever keeps the memory valid.
    ///
    /// # Errors
    /// [`CudaError::ForeignPointer`] where the driver does not know the address as memory of this device, or it is not aligned;
    /// [`CudaError::ShapeOverflow`], [`CudaError::Stream`] or [`CudaError::Driver`].
    ///
    /// # Safety
    /// `address` must point to device memory of at least the shape's size, row-major without gaps, initialised before it is read, valid
    /// until `keepalive` is dropped **and** all work queued on any stream with this tensor has ended: give a keepalive that waits for
    /// `stream` where the owner frees memory without waiting. While the tensor lives, nobody else may write to it, and nobody may read
    /// it while this side writes. Work that fills it before must be ordered before `stream` (by an event, or by waiting).
    pub unsafe fn tensor_from_device_pointer<T: Element, const N: usize>(
        &self,
        address: u64,
        shape: [usize; N],
        stream: &Arc<CudaStream>,
        keepalive: Box<dyn Any + Send>,
    ) -> Result<Tensor<T, N>, CudaError> {
        const DOING: &str = "wrapping a foreign device pointer";
        self.check_stream(stream, DOING)?;
        let len = checked_len::<T>(&shape, DOING)?;
        self.check_foreign(address, align_of::<T>())?;
        // `upgrade_device_ptr` unwraps the creation of its events; make sure that this works before.
        self.context().new_event(None).map_err(CudaError::driver(DOING))?;
        // SAFETY: the caller vouches for the memory; the slice goes into a foreign tensor, which never frees it.
        let slice = unsafe { stream.upgrade_device_ptr::<T>(address, len) };
        Ok(Tensor::from_foreign_cudaslice(slice, shape, stream.clone(), keepalive))
    }

    /// Device memory of `len` zeros without a shape, for kernels that take addresses. `doing` is what an error says was being done.
    ///
    /// # Errors
    /// As [`Cuda::zeros`].
    pub fn zeroed_slice<T: DeviceRepr + ValidAsZeroBits>(
        &self,
        stream: &Arc<CudaStream>,
        len: usize,
        doing: &'static str,
    ) -> Result<CudaSlice<T>, CudaError> {
        self.check_stream(stream, doing)?;
        let len = checked_len::<T>(&[len], doing)?;
        // The driver refuses empty memory.
        stream.alloc_zeros::<T>(len.max(1)).map_err(|error| self.allocation_error(doing, len * size_of::<T>(), error))
    }

    /// Asks the driver whether `address` is memory that this device reads.
    fn check_foreign(&self, address: u64, align: usize) -> Result<(), CudaError> {
        let refuse = |reason: String| CudaError::ForeignPointer { address, reason };
        if address == 0 {
            return Err(refuse("it is null".to_owned()));
        }
        if !address.is_multiple_of(align as u64) {
            return Err(refuse(format!("elements of this type must be aligned to {align} bytes")));
        }
        self.bind()?;
        let mut ordinal = -1_i32;
        // SAFETY: this attribute is written as one i32, which `ordinal` is; the driver checks the address itself.
        let answer = unsafe {
            sys::cuPointerGetAttribute(
                (&raw mut ordinal).cast(),
                sys::CUpointer_attribute_enum::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                address,
            )
        };
        match answer.result() {
            Err(error) => Err(refuse(format!("the driver does not know it as CUDA memory ({:?})", error.0))),
            Ok(()) if usize::try_from(ordinal) != Ok(self.ordinal()) => {
                Err(refuse(format!("it is memory of device {ordinal}, not of device {}", self.ordinal())))
            }
            Ok(()) => Ok(()),
        }
    }

    pub(crate) fn check_slice<T>(&self, slice: &CudaSlice<T>, what: &'static str) -> Result<(), CudaError> {
        self.check_context(slice.context(), what)
    }

    pub(crate) fn check_view<T>(&self, view: &DeviceView<'_, T>, what: &'static str) -> Result<(), CudaError> {
        self.check_context(view.stream().context(), what)
    }

    /// Names an allocation failure of cudarc with the bytes that were asked for and those that are free.
    pub fn allocation_error(&self, doing: impl Into<Cow<'static, str>>, asked: usize, error: cudarc::driver::DriverError) -> CudaError {
        let doing = doing.into();
        match (error.0, self.memory()) {
            (sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY, Ok(memory)) => {
                CudaError::OutOfMemory { doing, asked, free: memory.free, total: memory.total, device: self.ordinal() }
            }
            _ => CudaError::driver(doing)(error),
        }
    }
}

/// The address of device memory that stays where it is, for kernels that are launched on it frame after frame. `stream` waits, on the GPU,
/// for all that cudarc knows to use the memory now.
pub fn slice_address<T>(slice: &mut CudaSlice<T>, stream: &CudaStream) -> u64 {
    let (address, _noted) = slice.device_ptr_mut(stream);
    address
}

/// Copies device memory to the host and waits for that. `doing` is what an error says was being done.
///
/// Unlike cudarc's own copies it leaves the memory's events alone: they remember one reader, the last, and a reader that has ended must not
/// take the place of one that still reads on another stream.
///
/// # Errors
/// [`CudaError::Driver`] with the error that the copy or earlier work on the stream ended in.
pub fn view_to_host<T: Plain + Default>(view: &DeviceView<'_, T>, stream: &CudaStream, doing: &'static str) -> Result<Vec<T>, CudaError> {
    stream.context().bind_to_thread().map_err(CudaError::driver(doing))?;
    let mut values = vec![T::default(); view.len()];
    let (address, read) = view.device_ptr(stream);
    // SAFETY: `values` holds as many bytes as the view, and both are kept until the stream was waited for.
    let copied = unsafe { copy_to_host(values.as_mut_ptr().cast(), address, size_of_val(values.as_slice()), stream.cu_stream()) };
    let waited = stream.synchronize();
    copied.and(waited).map_err(CudaError::driver(doing))?;
    // Dropped, it would note the read.
    std::mem::forget(read);
    Ok(values)
}

/// The slice inside a device tensor, for cudarc's functions.
///
/// # Errors
/// [`CudaError::NotOnDevice`] for a host tensor, and for device memory that kornia's CUDA functions do not take either (borrowed without
/// a stream, or allocated as untyped bytes).
pub fn device_slice<'a, T: Element, const N: usize>(tensor: &'a Tensor<T, N>, what: &'static str) -> Result<&'a CudaSlice<T>, CudaError> {
    tensor.as_cudaslice().ok_or_else(|| not_on_device(tensor, what))
}

/// As [`device_slice`], to write.
///
/// # Errors
/// As [`device_slice`].
pub fn device_slice_mut<'a, T: Element, const N: usize>(
    tensor: &'a mut Tensor<T, N>,
    what: &'static str,
) -> Result<&'a mut CudaSlice<T>, CudaError> {
    if tensor.as_cudaslice().is_none() {
        return Err(not_on_device(tensor, what));
    }
    let found = memory_name(tensor);
    tensor.as_cudaslice_mut().ok_or(CudaError::NotOnDevice { what: what.into(), found })
}

/// The values of a host tensor. `as_slice` would panic on a device tensor.
///
/// # Errors
/// [`CudaError::NotOnHost`] for a device tensor.
pub fn host_slice<'a, T, const N: usize>(tensor: &'a Tensor<T, N>, what: &'static str) -> Result<&'a [T], CudaError> {
    if tensor.storage.domain().is_host_accessible() { Ok(tensor.as_slice()) } else { Err(CudaError::NotOnHost { what: what.into() }) }
}

fn not_on_device<T, const N: usize>(tensor: &Tensor<T, N>, what: &'static str) -> CudaError {
    CudaError::NotOnDevice { what: what.into(), found: memory_name(tensor) }
}

fn memory_name<T, const N: usize>(tensor: &Tensor<T, N>) -> &'static str {
    if tensor.storage.domain().is_host_accessible() { "host" } else { "untyped or borrowed device" }
}

/// A view of device memory to read, as copies take it.
pub type DeviceView<'a, T> = CudaView<'a, T>;

/// A view of device memory to write, as copies take it.
pub type DeviceViewMut<'a, T> = CudaViewMut<'a, T>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_larger_than_memory_is_an_error() {
        assert_eq!(checked_len::<f32>(&[2, 3, 4], "testing").unwrap(), 24);
        assert_eq!(checked_len::<f32>(&[2, 0, 4], "testing").unwrap(), 0);
        let error = checked_len::<f32>(&[usize::MAX, 2], "testing").unwrap_err();
        assert!(matches!(error, CudaError::ShapeOverflow { element_bytes: 4, .. }), "{error}");
        assert!(checked_len::<f32>(&[isize::MAX as usize / 2], "testing").is_err());
    }

    #[test]
    fn a_host_tensor_is_refused_where_the_gpu_reads() {
        let tensor = Tensor::<f32, 2>::from_shape_vec([1, 2], vec![1.0, 2.0]).unwrap();
        let error = device_slice(&tensor, "the network's input").unwrap_err();
        assert!(error.to_string().starts_with("the network's input is in host memory"), "{error}");
        assert_eq!(host_slice(&tensor, "the network's input").unwrap(), &[1.0, 2.0]);
    }
}
