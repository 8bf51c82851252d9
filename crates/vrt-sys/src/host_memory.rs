//! Bytes that TensorRT allocated: a serialized engine, a timing cache.

use std::ops::Deref;

use crate::error::Result;
use crate::object::Owned;

/// A block of host memory of TensorRT's. Dereferences to its bytes.
#[derive(Debug)]
pub struct HostMemory {
    object: Owned,
}

// SAFETY: nothing writes to the block after it was made, and it belongs to no other object.
unsafe impl Send for HostMemory {}
// SAFETY: as above; reading it takes no lock and changes nothing.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// # Safety
    /// `object` is an `IHostMemory`.
    pub(crate) unsafe fn new(object: Owned) -> Result<Self> {
        let out = Self { object };
        // Both methods are in every family's first release; asked once, so that `deref` cannot fail.
        out.bytes()?;
        Ok(out)
    }

    fn bytes(&self) -> Result<&[u8]> {
        let abi = self.object.library().abi();
        // SAFETY: a live `IHostMemory`, whose block lives as long as it does.
        unsafe {
            let data = abi.host_memory_data(self.object.pointer())?;
            let size = abi.host_memory_size(self.object.pointer())?;
            if data.is_null() || size == 0 {
                return Ok(&[]);
            }
            Ok(std::slice::from_raw_parts(data.cast_const().cast(), size))
        }
    }
}

impl Deref for HostMemory {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes().unwrap_or_default()
    }
}
