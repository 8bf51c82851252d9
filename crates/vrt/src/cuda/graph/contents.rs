//! What a captured graph does, asked of the driver.

use std::mem::MaybeUninit;
use std::ptr::null_mut;

use cudarc::driver::sys;

use crate::cuda::CudaError;

/// What one launch of a graph does, counted in the graph's own nodes.
///
/// Kernels may write to pinned memory of the host as well; those bytes are no copy's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphContents {
    /// Kernels.
    pub kernels: usize,
    /// Copies from the host to the GPU.
    pub copies_to_device: usize,
    /// Their bytes.
    pub bytes_to_device: u64,
    /// Copies from the GPU to the host.
    pub copies_to_host: usize,
    /// Their bytes.
    pub bytes_to_host: u64,
    /// Copies from device memory to device memory.
    pub copies_on_device: usize,
    /// Their bytes.
    pub bytes_on_device: u64,
    /// Memory that is set to a value.
    pub memsets: usize,
    /// Allocations of device memory.
    pub allocations: usize,
    /// Nodes of other kinds, and copies that the driver does not describe.
    pub others: usize,
}

const KERNEL: u32 = 0;
const MEMCPY: u32 = 1;
const MEMSET: u32 = 2;
const ALLOCATION: u32 = 10;
const HOST: u32 = 1;
const DEVICE: u32 = 2;

impl GraphContents {
    /// All nodes together.
    pub fn nodes(&self) -> usize {
        self.kernels + self.copies_to_device + self.copies_to_host + self.copies_on_device + self.memsets + self.allocations + self.others
    }

    /// Asks the driver.
    ///
    /// # Safety
    /// The graph must be alive, and its context current.
    pub(super) unsafe fn of(graph: sys::CUgraph) -> Result<Self, CudaError> {
        let asking = || CudaError::driver("asking what a CUDA graph does");
        let mut count = 0;
        // SAFETY: the caller vouches for the graph. Without room for nodes, only their number is written.
        unsafe { sys::cuGraphGetNodes(graph, null_mut(), &raw mut count) }.result().map_err(asking())?;
        let mut nodes = vec![null_mut(); count];
        // SAFETY: there is room for as many nodes as `count` says.
        unsafe { sys::cuGraphGetNodes(graph, nodes.as_mut_ptr(), &raw mut count) }.result().map_err(asking())?;
        let mut contents = Self::default();
        for node in nodes.into_iter().take(count) {
            // A number, since a newer driver may have kinds that the bindings' enumeration lacks.
            let mut kind = u32::MAX;
            // SAFETY: the node is the graph's; the enumeration is a 32-bit number.
            unsafe { sys::cuGraphNodeGetType(node, (&raw mut kind).cast()) }.result().map_err(asking())?;
            match kind {
                KERNEL => contents.kernels += 1,
                MEMCPY => {
                    // SAFETY: the node is the graph's and copies.
                    let copy = unsafe { copy_of(node) };
                    contents.add_copy(copy);
                }
                MEMSET => contents.memsets += 1,
                ALLOCATION => contents.allocations += 1,
                _ => contents.others += 1,
            }
        }
        Ok(contents)
    }

    fn add_copy(&mut self, copy: Option<(u32, u32, u64)>) {
        let (copies, bytes, of_copy) = match copy {
            Some((HOST, DEVICE, bytes)) => (&mut self.copies_to_device, &mut self.bytes_to_device, bytes),
            Some((DEVICE, HOST, bytes)) => (&mut self.copies_to_host, &mut self.bytes_to_host, bytes),
            Some((DEVICE, DEVICE, bytes)) => (&mut self.copies_on_device, &mut self.bytes_on_device, bytes),
            _ => {
                self.others += 1;
                return;
            }
        };
        *copies += 1;
        *bytes += of_copy;
    }
}

/// Kinds of memory that a node copies from and to, and its bytes. `None` where the driver does not say.
///
/// # Safety
/// The node must be alive and copy.
unsafe fn copy_of(node: sys::CUgraphNode) -> Option<(u32, u32, u64)> {
    let mut parameters = MaybeUninit::<sys::CUDA_MEMCPY3D>::zeroed();
    let at = parameters.as_mut_ptr();
    // SAFETY: the caller vouches for the node; the driver writes one structure.
    unsafe { sys::cuGraphMemcpyNodeGetParams(node, at) }.result().ok()?;
    // SAFETY: the structure was zeroed and then written. The enumerations are read as the 32-bit numbers that they are.
    unsafe {
        let kinds = ((&raw const (*at).srcMemoryType).cast::<u32>().read(), (&raw const (*at).dstMemoryType).cast::<u32>().read());
        let sides = [(&raw const (*at).WidthInBytes).read(), (&raw const (*at).Height).read(), (&raw const (*at).Depth).read()];
        // A flat copy may have sides of 0.
        Some((kinds.0, kinds.1, sides.iter().map(|&side| side.max(1) as u64).product()))
    }
}
