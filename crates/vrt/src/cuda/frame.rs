//! Frames: pictures as cameras, decoders and files give them, in host or device memory.

use kornia_image::Image;

use super::memory::DeviceView;
use super::shared_frame::SharedFrame;
use crate::preprocess::MAX_SIDE;

mod error;

pub use error::FrameError;

/// How the pixels of a frame lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PixelFormat {
    /// Red, green, blue.
    Rgb8,
    /// Blue, green, red (OpenCV).
    Bgr8,
    /// Red, green, blue and a byte that is not read.
    Rgba8,
    /// Blue, green, red and a byte that is not read.
    Bgra8,
    /// One byte, which becomes all three channels.
    Gray8,
    /// A plane of luma, then a plane of half the width and height with U and V in turn (cameras, video decoders). Both sides are even.
    Nv12(YuvColor),
}

/// Which colours luma and chroma stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct YuvColor {
    /// The standard.
    pub matrix: YuvMatrix,
    /// Which part of a byte's values is used.
    pub range: YuvRange,
}

/// The weights of red and blue in luma.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum YuvMatrix {
    /// ITU-R BT.601: SD video, webcams, JPEG.
    #[default]
    Bt601,
    /// ITU-R BT.709: HD video.
    Bt709,
}

/// Which part of a byte's values luma and chroma use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum YuvRange {
    /// Luma 16..=235, chroma 16..=240: video.
    #[default]
    Limited,
    /// 0..=255: JPEG, some cameras.
    Full,
}

/// Factors in 2^-20 of luma and chroma, and what luma begins at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct YuvFactors {
    pub offset: i32,
    pub luma: i32,
    pub red: i32,
    pub green_v: i32,
    pub green_u: i32,
    pub blue: i32,
}

impl YuvColor {
    /// BT.601 in its limited range has OpenCV's factors (`cvtColor`, `COLOR_YUV2RGB_NV12`), rounded to three digits; the others follow from
    /// the standards: `R = Y + 2 (1 - Kr) V`, `B = Y + 2 (1 - Kb) U`, `G = Y - (2 (1 - Kr) Kr V + 2 (1 - Kb) Kb U) / (1 - Kr - Kb)`.
    pub(crate) fn factors(self) -> YuvFactors {
        let (matrix, range) = (self.matrix, self.range);
        if (matrix, range) == (YuvMatrix::Bt601, YuvRange::Limited) {
            return YuvFactors { offset: 16, luma: 1_220_542, red: 1_673_527, green_v: -852_492, green_u: -409_993, blue: 2_116_026 };
        }
        let (kr, kb) = match matrix {
            YuvMatrix::Bt601 => (0.299, 0.114),
            YuvMatrix::Bt709 => (0.2126, 0.0722),
        };
        let (offset, luma, chroma) = match range {
            YuvRange::Limited => (16, 255.0 / 219.0, 255.0 / 224.0),
            YuvRange::Full => (0, 1.0, 1.0),
        };
        let (red, blue, kg): (f64, f64, f64) = (2.0 * (1.0 - kr) * chroma, 2.0 * (1.0 - kb) * chroma, 1.0 - kr - kb);
        let fixed = |value: f64| (value * f64::from(1 << 20)).round() as i32;
        let (green_v, green_u) = (fixed(-red * kr / kg), fixed(-blue * kb / kg));
        YuvFactors { offset, luma: fixed(luma), red: fixed(red), green_v, green_u, blue: fixed(blue) }
    }
}

impl YuvFactors {
    fn rgb(&self, y: u8, u: u8, v: u8) -> [u8; 3] {
        let half = 1 << 19;
        let luma = (i32::from(y) - self.offset).max(0) * self.luma;
        let (u, v) = (i32::from(u) - 128, i32::from(v) - 128);
        [luma + half + self.red * v, luma + half + self.green_v * v + self.green_u * u, luma + half + self.blue * u]
            .map(|value| (value >> 20).clamp(0, 255) as u8)
    }
}

impl PixelFormat {
    fn bytes_per_pixel(self) -> usize {
        match self {
            Self::Rgb8 | Self::Bgr8 => 3,
            Self::Rgba8 | Self::Bgra8 => 4,
            Self::Gray8 | Self::Nv12(_) => 1,
        }
    }

    /// Its number in the kernels.
    pub(crate) fn code(self) -> u32 {
        match self {
            Self::Rgb8 => 0,
            Self::Bgr8 => 1,
            Self::Rgba8 => 2,
            Self::Bgra8 => 3,
            Self::Gray8 => 4,
            Self::Nv12(_) => 5,
        }
    }

    /// What messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rgb8 => "RGB8",
            Self::Bgr8 => "BGR8",
            Self::Rgba8 => "RGBA8",
            Self::Bgra8 => "BGRA8",
            Self::Gray8 => "grey8",
            Self::Nv12(_) => "NV12",
        }
    }
}

/// Size and arrangement of a frame.
///
/// ```
/// use vrt::cuda::{FrameLayout, PixelFormat};
/// let layout = FrameLayout::new(PixelFormat::Nv12(Default::default()), 1920, 1080).with_pitch(2048);
/// // 1080 rows of luma and 540 of chroma; the last one needs no padding behind it.
/// assert_eq!(layout.bytes()?, 2048 * 1619 + 1920);
/// # Ok::<(), vrt::cuda::FrameError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameLayout {
    /// Pixel format.
    pub format: PixelFormat,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Bytes from one row to the next, of luma and of chroma.
    pub pitch: usize,
    /// NV12: bytes from the first luma row to the first chroma row.
    pub chroma_offset: usize,
}

impl FrameLayout {
    /// Rows without gaps; for NV12 the chroma plane follows the luma plane at once.
    pub fn new(format: PixelFormat, width: u32, height: u32) -> Self {
        Self { format, width, height, pitch: 0, chroma_offset: 0 }.with_pitch(width as usize * format.bytes_per_pixel())
    }

    /// Rows that begin `pitch` bytes after each other. For NV12 this puts the chroma plane behind `height` such rows.
    #[must_use]
    pub fn with_pitch(mut self, pitch: usize) -> Self {
        self.pitch = pitch;
        self.chroma_offset = if matches!(self.format, PixelFormat::Nv12(_)) { pitch.saturating_mul(self.height as usize) } else { 0 };
        self
    }

    /// Where the chroma plane begins, in bytes after the first luma row: decoders align it.
    #[must_use]
    pub fn with_chroma_offset(mut self, bytes: usize) -> Self {
        self.chroma_offset = bytes;
        self
    }

    pub(crate) fn error(&self, problem: impl Into<String>) -> FrameError {
        FrameError::Layout { width: self.width, height: self.height, format: self.format.name(), problem: problem.into() }
    }

    /// Bytes from the first pixel to behind the last.
    ///
    /// # Errors
    /// [`FrameError::Layout`] for sides outside 1..=65536, pictures of more than 2^32-1 pixels, odd sides of NV12, and a pitch or chroma offset
    /// that rows overlap with.
    pub fn bytes(&self) -> Result<usize, FrameError> {
        if [self.width, self.height].iter().any(|side| !(1..=MAX_SIDE).contains(&(*side as usize))) {
            return Err(self.error(format!("both sides must be 1..={MAX_SIDE}")));
        }
        if u64::from(self.width) * u64::from(self.height) > u64::from(u32::MAX) {
            return Err(self.error("it has more than 2^32-1 pixels"));
        }
        let (height, row) = (self.height as usize, self.width as usize * self.format.bytes_per_pixel());
        if self.pitch < row || u32::try_from(self.pitch).is_err() {
            return Err(self.error(format!("its pitch is {} bytes; a row has {row}, and a pitch is less than 2^32", self.pitch)));
        }
        let plane = |rows: usize| (rows - 1).checked_mul(self.pitch).and_then(|bytes| bytes.checked_add(row));
        let too_large = || self.error("its bytes cannot be counted");
        let first = plane(height).ok_or_else(too_large)?;
        if !matches!(self.format, PixelFormat::Nv12(_)) {
            return Ok(first);
        }
        if !self.width.is_multiple_of(2) || !self.height.is_multiple_of(2) {
            return Err(self.error("NV12 has even sides: crop it"));
        }
        if self.chroma_offset < first {
            let found = self.chroma_offset;
            return Err(self.error(format!("its chroma begins at byte {found}, inside its luma, which has {first} bytes")));
        }
        plane(height / 2).and_then(|bytes| bytes.checked_add(self.chroma_offset)).ok_or_else(too_large)
    }
}

/// One frame, borrowed.
#[derive(Debug)]
pub struct Frame<'a> {
    pub(crate) layout: FrameLayout,
    pub(crate) source: Source<'a>,
}

/// Where the bytes of a frame are.
#[derive(Debug)]
pub(crate) enum Source<'a> {
    Host(&'a [u8]),
    Staged,
    Device(DeviceView<'a, u8>),
    Shared(&'a SharedFrame),
}

impl<'a> Frame<'a> {
    /// A frame in host memory. It is copied into pinned memory of whoever takes it, and from there to the GPU.
    ///
    /// # Errors
    /// As [`FrameLayout::bytes`], and [`FrameError::Layout`] for fewer bytes than that.
    pub fn host(layout: FrameLayout, bytes: &'a [u8]) -> Result<Self, FrameError> {
        let needed = layout.bytes()?;
        match bytes.get(..needed) {
            Some(bytes) => Ok(Self { layout, source: Source::Host(bytes) }),
            None => Err(layout.error(format!("it needs {needed} bytes, {} were given", bytes.len()))),
        }
    }

    /// The frame that was written into the pinned memory of whoever takes it ([`FrameInput::staging`](super::FrameInput::staging), which
    /// the results of models show).
    ///
    /// # Errors
    /// As [`FrameLayout::bytes`].
    pub fn staged(layout: FrameLayout) -> Result<Self, FrameError> {
        layout.bytes()?;
        Ok(Self { layout, source: Source::Staged })
    }

    /// A frame in device memory: read in place, without a copy. For memory of another library, make a tensor of it first
    /// ([`Cuda::tensor_from_device_pointer`](super::Cuda::tensor_from_device_pointer)).
    ///
    /// cudarc's slices remember one reader, the last: give a frame that models on several streams read as a [`SharedFrame`].
    ///
    /// # Errors
    /// As [`Frame::host`].
    pub fn device(layout: FrameLayout, bytes: DeviceView<'a, u8>) -> Result<Self, FrameError> {
        let needed = layout.bytes()?;
        if bytes.len() < needed {
            return Err(layout.error(format!("it needs {needed} bytes, {} were given", bytes.len())));
        }
        Ok(Self { layout, source: Source::Device(bytes) })
    }

    /// A kornia image of `C` = 1, 3 or 4 channels (grey, RGB, RGBA), in host or device memory.
    ///
    /// # Errors
    /// [`FrameError::Layout`] for other channels, rows that are not contiguous, and device memory that kornia's own CUDA functions would not
    /// take either.
    pub fn image<const C: usize>(image: &'a Image<u8, C>) -> Result<Self, FrameError> {
        let [height, width, _] = image.shape;
        let format = match C {
            1 => PixelFormat::Gray8,
            4 => PixelFormat::Rgba8,
            _ => PixelFormat::Rgb8,
        };
        let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        let layout = FrameLayout::new(format, side(width), side(height));
        if !matches!(C, 1 | 3 | 4) {
            return Err(layout.error(format!("an image of {C} channels; 1, 3 and 4 are known")));
        }
        if !image.is_standard_layout() {
            return Err(layout.error("its rows are not contiguous: copy it into a new image"));
        }
        if image.storage.domain().is_host_accessible() {
            return Self::host(layout, image.as_slice());
        }
        match image.as_cudaslice() {
            Some(slice) => Self::device(layout, slice.as_view()),
            None => Err(layout.error("its device memory is untyped or borrowed: copy it into an image made by `Image::zeros_cuda`")),
        }
    }

    /// Size and arrangement.
    pub fn layout(&self) -> &FrameLayout {
        &self.layout
    }
}

/// A host frame as packed RGB, three bytes a pixel: what the kernels read. Chroma of NV12 counts for its 2 x 2 pixels alike, as in OpenCV.
///
/// # Errors
/// As [`Frame::host`].
pub fn to_rgb(layout: FrameLayout, bytes: &[u8]) -> Result<Vec<u8>, FrameError> {
    Frame::host(layout, bytes)?;
    let (width, height) = (layout.width as usize, layout.height as usize);
    let mut rgb = Vec::with_capacity(width * height * 3);
    let factors = match layout.format {
        PixelFormat::Nv12(color) => color.factors(),
        _ => YuvFactors::default(),
    };
    for y in 0..height {
        let row = &bytes[y * layout.pitch..];
        for x in 0..width {
            rgb.extend(match layout.format {
                PixelFormat::Rgb8 => [row[x * 3], row[x * 3 + 1], row[x * 3 + 2]],
                PixelFormat::Bgr8 => [row[x * 3 + 2], row[x * 3 + 1], row[x * 3]],
                PixelFormat::Rgba8 => [row[x * 4], row[x * 4 + 1], row[x * 4 + 2]],
                PixelFormat::Bgra8 => [row[x * 4 + 2], row[x * 4 + 1], row[x * 4]],
                PixelFormat::Gray8 => [row[x]; 3],
                PixelFormat::Nv12(_) => {
                    let chroma = &bytes[layout.chroma_offset + y / 2 * layout.pitch + x / 2 * 2..];
                    factors.rgb(row[x], chroma[0], chroma[1])
                }
            });
        }
    }
    Ok(rgb)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cv2.cvtColor(.., cv2.COLOR_YUV2RGB_NV12)` of OpenCV 4.8.1 on pictures of one colour.
    #[test]
    fn limited_bt601_is_opencvs() {
        let rgb = |y, u, v| YuvColor::default().factors().rgb(y, u, v);
        assert_eq!(rgb(16, 128, 128), [0, 0, 0]);
        assert_eq!(rgb(235, 128, 128), [255, 255, 255]);
        assert_eq!(rgb(81, 90, 240), [254, 0, 0]);
        assert_eq!(rgb(145, 54, 34), [0, 255, 1]);
        assert_eq!(rgb(41, 240, 110), [0, 0, 255]);
    }

    #[test]
    fn factors_follow_from_the_standards() {
        let color = YuvColor { matrix: YuvMatrix::Bt709, range: YuvRange::Full };
        let factors = color.factors();
        let close = |fixed: i32, value: f64| (f64::from(fixed) / f64::from(1 << 20) - value).abs() < 1e-4;
        assert!(close(factors.red, 1.5748) && close(factors.blue, 1.8556), "{factors:?}");
        assert!(close(factors.green_u, -0.1873) && close(factors.green_v, -0.4681), "{factors:?}");
        assert_eq!(factors.rgb(77, 128, 128), [77; 3]);
    }

    #[test]
    fn layouts_that_lie_are_refused() {
        let nv12 = PixelFormat::Nv12(YuvColor::default());
        assert_eq!(FrameLayout::new(nv12, 4, 4).bytes().unwrap(), 24);
        assert_eq!(FrameLayout::new(nv12, 4, 4).with_pitch(16).with_chroma_offset(100).bytes().unwrap(), 100 + 16 + 4);
        for wrong in [
            FrameLayout::new(PixelFormat::Rgb8, 0, 4),
            FrameLayout::new(PixelFormat::Rgb8, 65_537, 4),
            FrameLayout::new(PixelFormat::Rgb8, 4, 4).with_pitch(11),
            FrameLayout::new(PixelFormat::Rgb8, 4, 4).with_pitch(usize::MAX),
            FrameLayout::new(nv12, 5, 4),
            FrameLayout::new(nv12, 4, 4).with_chroma_offset(15),
            FrameLayout::new(nv12, 4, 4).with_chroma_offset(usize::MAX),
            FrameLayout::new(PixelFormat::Gray8, 65_536, 65_536),
        ] {
            assert!(wrong.bytes().is_err(), "{wrong:?}");
            assert!(Frame::staged(wrong).is_err());
        }
        assert!(Frame::host(FrameLayout::new(PixelFormat::Bgr8, 2, 2), &[0; 11]).is_err());
        assert_eq!(to_rgb(FrameLayout::new(PixelFormat::Bgr8, 1, 2), &[1, 2, 3, 4, 5, 6]).unwrap(), [3, 2, 1, 6, 5, 4]);
    }
}
