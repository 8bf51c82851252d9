//! One frame for several models.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::CudaStream;

use super::device::Cuda;
use super::event::LastUse;
use super::frame::{Frame, FrameError, FrameLayout, Source};
use super::frame_input::Upload;

/// A host frame in device memory, uploaded once and read there by any number of models, each on its own stream.
///
/// Events order it all on the GPU: models wait for the upload, and the next upload waits for the models. So frame after frame can go
/// through one `SharedFrame` without an allocation; with two of them in turn, one is uploaded while the other is read.
///
/// # Example
/// ```no_run
/// use vrt::cuda::{Cuda, FrameError, FrameLayout, PixelFormat, SharedFrame};
///
/// let cuda = Cuda::open(0)?;
/// let mut shared = SharedFrame::new(&cuda)?;
/// let layout = FrameLayout::new(PixelFormat::Bgr8, 1920, 1080);
/// loop {
///     // A camera writes straight into pinned memory.
///     shared.staging(&layout)?.fill(128);
///     shared.send()?;
///     let frame = shared.frame()?;
///     // Both models take `&frame` now; neither waits for the other.
/// #   let _ = frame; break;
/// }
/// # Ok::<(), FrameError>(())
/// ```
pub struct SharedFrame {
    cuda: Cuda,
    stream: Arc<CudaStream>,
    upload: Upload,
    layout: FrameLayout,
    /// Where the last upload went, if there was one.
    address: Option<u64>,
    written: LastUse,
    readers: Mutex<Vec<Reader>>,
}

/// The last read on one stream since the last upload. Kept for the frames to come.
struct Reader {
    /// The stream's handle; 0 where it has not read since the last upload.
    stream: usize,
    last: Arc<LastUse>,
}

/// A read that is noted when this is dropped, after the work that reads was queued.
pub(super) struct SharedRead<'a> {
    last: Arc<LastUse>,
    stream: &'a CudaStream,
}

impl Drop for SharedRead<'_> {
    fn drop(&mut self) {
        // A failure is waited for inside, or makes the next upload fail.
        let _ = self.last.after(self.stream);
    }
}

impl SharedFrame {
    /// A frame without a picture. Its uploads run on a stream of their own.
    ///
    /// # Errors
    /// [`FrameError::Cuda`].
    pub fn new(cuda: &Cuda) -> Result<Self, FrameError> {
        let stream = cuda.new_stream()?;
        let (upload, written) = (Upload::new(cuda, &stream)?, LastUse::new(cuda.context())?);
        let layout = FrameLayout::new(super::frame::PixelFormat::Gray8, 0, 0);
        Ok(Self { cuda: cuda.clone(), stream, upload, layout, address: None, written, readers: Mutex::default() })
    }

    /// Pinned memory for the next picture, of as many bytes as the layout says; then call [`SharedFrame::send`]. Waits until the last picture
    /// was copied out of it.
    ///
    /// # Errors
    /// [`FrameError::Layout`], [`FrameError::Cuda`].
    pub fn staging(&mut self, layout: &FrameLayout) -> Result<&mut [u8], FrameError> {
        let bytes = layout.bytes()?;
        self.address = None;
        // A larger picture has other memory, and the present one is freed in the order of this stream.
        self.wait_for_readers()?;
        self.layout = *layout;
        Ok(self.upload.staging(&self.cuda, &self.stream, bytes)?)
    }

    /// Queues the upload of what was written to [`SharedFrame::staging`], behind all reads of the picture before.
    ///
    /// # Errors
    /// [`FrameError::Empty`] where nothing was staged, [`FrameError::Cuda`].
    pub fn send(&mut self) -> Result<(), FrameError> {
        if self.upload.staged() == 0 {
            return Err(FrameError::Empty);
        }
        self.wait_for_readers()?;
        let address = self.upload.send(&self.stream)?;
        self.written.after(&self.stream)?;
        self.address = Some(address);
        Ok(())
    }

    /// Copies a picture to pinned memory and queues its upload.
    ///
    /// # Errors
    /// [`FrameError::Layout`], also for fewer bytes than the layout says, [`FrameError::Cuda`].
    pub fn upload(&mut self, layout: &FrameLayout, bytes: &[u8]) -> Result<(), FrameError> {
        let frame = Frame::host(*layout, bytes)?;
        let Source::Host(bytes) = frame.source else { return Err(FrameError::Empty) };
        self.staging(layout)?.copy_from_slice(bytes);
        self.send()
    }

    /// The picture, for any number of models.
    ///
    /// # Errors
    /// [`FrameError::Empty`] before the first upload, and where an upload was begun and not sent.
    pub fn frame(&self) -> Result<Frame<'_>, FrameError> {
        self.address.ok_or(FrameError::Empty)?;
        Ok(Frame { layout: self.layout, source: Source::Shared(self) })
    }

    /// Makes the stream of uploads wait for all reads.
    fn wait_for_readers(&mut self) -> Result<(), FrameError> {
        let readers = self.readers.get_mut().unwrap_or_else(PoisonError::into_inner);
        for reader in readers.iter_mut().filter(|reader| reader.stream != 0) {
            reader.last.before(&self.stream)?;
            reader.stream = 0;
        }
        Ok(())
    }

    /// Makes `stream` wait for the upload; returns where the picture is.
    pub(super) fn read<'a>(&self, cuda: &Cuda, stream: &'a CudaStream) -> Result<(u64, SharedRead<'a>), FrameError> {
        cuda.check_context(self.cuda.context(), "the frame")?;
        let address = self.address.ok_or(FrameError::Empty)?;
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let key = stream.cu_stream() as usize;
        let at = readers.iter().position(|reader| reader.stream == key).or_else(|| readers.iter().position(|reader| reader.stream == 0));
        let at = match at {
            Some(at) => at,
            None => {
                readers.push(Reader { stream: 0, last: Arc::new(LastUse::new(self.cuda.context())?) });
                readers.len() - 1
            }
        };
        self.written.before(stream)?;
        readers[at].stream = key;
        Ok((address, SharedRead { last: readers[at].last.clone(), stream }))
    }
}

impl Drop for SharedFrame {
    fn drop(&mut self) {
        // Memory is freed in the order of the stream of uploads. What cannot be ordered is waited for.
        if self.wait_for_readers().is_err() {
            let _ = self.cuda.context().synchronize();
        }
    }
}

impl fmt::Debug for SharedFrame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.address.map(|_| &self.layout);
        formatter.debug_struct("SharedFrame").field("layout", &layout).finish_non_exhaustive()
    }
}
