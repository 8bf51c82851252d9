//! Counting NaN and infinite values on the GPU, for outputs too large to be copied for that.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream, DevicePtr, DevicePtrMut, sys};

use super::device::Cuda;
use super::dtype::DType;
use super::element::Element;
use super::error::CudaError;
use super::kernel::{Argument, Grid, Kernel, KernelSource};
use super::memory::DeviceView;
use super::pinned::PinnedBuffer;

/// The kernels; `kernels/finite.ptx` is made from the same source (`examples/build_ptx.rs`).
pub(crate) const SOURCE: KernelSource = KernelSource {
    name: "finite",
    cuda: include_str!("../../kernels/finite.cu"),
    options: &[],
    ptx: Some(include_str!("../../kernels/finite.ptx")),
};

/// Counts NaN and infinite values of device memory.
///
/// A guard against engines that lose their numbers, which happens with fp16: a network whose values go beyond 65504 answers NaN, and
/// without a check that looks like "nothing found".
///
/// # Example
/// ```no_run
/// use vrt::cuda::{Cuda, FiniteCheck, device_slice};
///
/// let cuda = Cuda::open(0)?;
/// let stream = cuda.new_stream()?;
/// let logits = cuda.zeros::<f32, 2>([100, 91], &stream)?;
/// let mut check = FiniteCheck::new(&cuda, &stream)?;
/// let broken = check.count(device_slice(&logits, "logits")?.as_view(), &stream)?;
/// assert_eq!(broken, 0);
/// # Ok::<(), vrt::cuda::CudaError>(())
/// ```
#[derive(Debug)]
pub struct FiniteCheck {
    cuda: Cuda,
    kernels: [(DType, Kernel); 3],
    counter: CudaSlice<u32>,
    host: PinnedBuffer<u32>,
}

impl FiniteCheck {
    /// Loads the kernels.
    ///
    /// # Errors
    /// [`CudaError::Kernel`], [`CudaError::Driver`] or [`CudaError::OutOfMemory`].
    pub fn new(cuda: &Cuda, stream: &Arc<CudaStream>) -> Result<Self, CudaError> {
        let module = SOURCE.load(cuda)?;
        let kernels = [
            (DType::F32, module.kernel("nonfinite_f32")?),
            (DType::F16, module.kernel("nonfinite_f16")?),
            (DType::Bf16, module.kernel("nonfinite_bf16")?),
        ];
        let counter = stream.alloc_zeros(1).map_err(|error| cuda.allocation_error("allocating a counter", 4, error))?;
        Ok(Self { cuda: cuda.clone(), kernels, counter, host: PinnedBuffer::for_readback(cuda, 1)? })
    }

    /// Counts, and waits for the result. Integers are always finite.
    ///
    /// # Errors
    /// [`CudaError::Stream`] for a stream of another device, [`CudaError::WrongDevice`] or [`CudaError::Driver`].
    pub fn count<T: Element>(&mut self, values: DeviceView<'_, T>, stream: &Arc<CudaStream>) -> Result<u32, CudaError> {
        const DOING: &str = "counting non-finite values";
        self.cuda.check_stream(stream, DOING)?;
        self.cuda.check_view(&values, "the values to check")?;
        let Some((_, kernel)) = self.kernels.iter().find(|(dtype, _)| *dtype == T::DTYPE) else { return Ok(0) };
        let len = values.len() as u64;
        {
            let (values, _read) = values.device_ptr(stream);
            let (counter, _written) = self.counter.device_ptr_mut(stream);
            // SAFETY: four bytes of the counter, which lives as long as this.
            unsafe { sys::cuMemsetD8Async(counter, 0, 4, stream.cu_stream()) }.result().map_err(CudaError::driver(DOING))?;
            let blocks = u32::try_from(len.div_ceil(1024)).unwrap_or(u32::MAX).clamp(1, 1024);
            let grid = Grid { blocks: (blocks, 1, 1), threads: (256, 1, 1), shared_bytes: 0 };
            let arguments = [Argument::from(&values), Argument::from(&len), Argument::from(&counter)];
            // SAFETY: the kernel of this element type takes an address, a length and a counter, and reads `len` values.
            unsafe { kernel.launch(stream, grid, &arguments) }?;
        }
        self.host.copy_from(self.counter.as_view(), stream)?.wait()?;
        Ok(self.host.values()?.first().copied().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_ptx_belongs_to_the_source() {
        assert!(SOURCE.is_ptx_fresh(), "run the example build_ptx on kernels/finite.cu");
        let ptx = SOURCE.ptx.unwrap();
        for kernel in ["nonfinite_f32", "nonfinite_f16", "nonfinite_bf16"] {
            assert!(ptx.contains(&format!(".entry {kernel}(")), "{kernel}");
        }
        assert!(!KernelSource { cuda: "changed", ..SOURCE }.is_ptx_fresh());
    }
}
