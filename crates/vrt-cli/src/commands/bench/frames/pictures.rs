//! The frames that are measured: a picture or noise, in the pixel format that was asked for, on the host and on the GPU.

use vrt::cuda::{Cuda, Frame, FrameLayout, PixelFormat, device_slice};
use vrt::kornia_image::Image;
use vrt::kornia_tensor::Tensor;

use crate::args::bench::FrameArgs;
use crate::error::CliError;

/// Frames on the GPU, more than its cache holds at 1080p, so that each is read from its memory as a new one would be.
const COPIES: usize = 16;

/// A frame on the host, before there is a GPU.
#[derive(Debug)]
pub struct HostFrame {
    layout: FrameLayout,
    bytes: Vec<u8>,
}

/// The frames.
pub struct Frames {
    /// How their pixels lie in memory.
    pub layout: FrameLayout,
    /// One of them on the host.
    pub host: Vec<u8>,
    device: Vec<Tensor<u8, 1>>,
}

impl Frames {
    /// Reads the picture, or makes noise.
    ///
    /// # Errors
    /// [`CliError::Picture`], [`CliError::Frame`] for a format that the size does not fit.
    pub fn read(args: &FrameArgs) -> Result<HostFrame, CliError> {
        let Some(path) = &args.picture else {
            let layout = FrameLayout::new(args.format, args.size.width, args.size.height);
            return Ok(HostFrame { bytes: noise(layout.bytes()?), layout });
        };
        let picture = vrt_picture::read_picture(path)?;
        let even = |side: usize| if matches!(args.format, PixelFormat::Nv12(_)) { side / 2 * 2 } else { side } as u32;
        let layout = FrameLayout::new(args.format, even(picture.width()), even(picture.height()));
        layout.bytes()?;
        Ok(HostFrame { bytes: pixels(&picture, &layout), layout })
    }

    /// Frames of a batch that begins with frame `first`, on the GPU.
    ///
    /// # Errors
    /// [`CliError::Frame`].
    pub fn batch(&self, first: usize, batch: usize) -> Result<Vec<Frame<'_>>, CliError> {
        let frame = |index: usize| {
            let view = device_slice(&self.device[index % COPIES], "a frame")?.as_view();
            Ok(Frame::device(self.layout, view)?)
        };
        (first * batch..(first + 1) * batch).map(frame).collect()
    }

    /// As many frames from pinned memory.
    ///
    /// # Errors
    /// [`CliError::Frame`].
    pub fn staged(&self, batch: usize) -> Result<Vec<Frame<'static>>, CliError> {
        (0..batch).map(|_| Ok(Frame::staged(self.layout)?)).collect()
    }
}

impl HostFrame {
    /// The frames on the GPU.
    ///
    /// # Errors
    /// [`CliError::Gpu`].
    pub fn upload(self, cuda: &Cuda) -> Result<Frames, CliError> {
        let stream = cuda.new_stream()?;
        let length = self.bytes.len();
        let broken = |error: vrt::kornia_tensor::TensorError| CliError::Usage(format!("a frame of {length} bytes: {error}"));
        let tensor = Tensor::<u8, 1>::from_shape_vec([length], self.bytes.clone()).map_err(broken)?;
        let device = (0..COPIES).map(|_| cuda.upload(&tensor, &stream)).collect::<Result<_, _>>()?;
        Ok(Frames { layout: self.layout, host: self.bytes, device })
    }
}

/// Bytes without any pattern, the same each time (xorshift64*).
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D).to_be_bytes()
    };
    (0..length.div_ceil(8)).flat_map(|_| next()).take(length).collect()
}

/// The picture in a layout without gaps, from its top left corner.
fn pixels(picture: &Image<u8, 3>, layout: &FrameLayout) -> Vec<u8> {
    let (width, height) = (layout.width as usize, layout.height as usize);
    let at = |x: usize, y: usize| {
        let from = (y * picture.width() + x) * 3;
        let pixel = &picture.as_slice()[from..from + 3];
        [pixel[0], pixel[1], pixel[2]]
    };
    let all = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    match layout.format {
        PixelFormat::Rgb8 => all().flat_map(|(x, y)| at(x, y)).collect(),
        PixelFormat::Bgr8 => all()
            .flat_map(|(x, y)| {
                let [r, g, b] = at(x, y);
                [b, g, r]
            })
            .collect(),
        PixelFormat::Rgba8 => all()
            .flat_map(|(x, y)| {
                let [r, g, b] = at(x, y);
                [r, g, b, 255]
            })
            .collect(),
        PixelFormat::Bgra8 => all()
            .flat_map(|(x, y)| {
                let [r, g, b] = at(x, y);
                [b, g, r, 255]
            })
            .collect(),
        PixelFormat::Gray8 => all().map(|(x, y)| yuv(at(x, y), false)[0]).collect(),
        PixelFormat::Nv12(_) => {
            let luma = all().map(|(x, y)| yuv(at(x, y), true)[0]);
            let chroma = (0..height / 2).flat_map(|y| (0..width / 2).map(move |x| (x * 2, y * 2)));
            luma.chain(chroma.flat_map(|(x, y)| {
                let [_, u, v] = yuv(at(x, y), true);
                [u, v]
            }))
            .collect()
        }
    }
}

/// Luma and chroma of a pixel by ITU-R BT.601, in the limited range of video or the full one.
fn yuv([r, g, b]: [u8; 3], limited: bool) -> [u8; 3] {
    let [r, g, b] = [r, g, b].map(|value| f64::from(value) / 255.0);
    let luma = 0.299 * r + 0.587 * g + 0.114 * b;
    let (u, v) = ((b - luma) / 1.772, (r - luma) / 1.402);
    let (offset, luma_range, chroma_range) = if limited { (16.0, 219.0, 224.0) } else { (0.0, 255.0, 255.0) };
    let byte = |value: f64| value.round().clamp(0.0, 255.0) as u8;
    [byte(offset + luma * luma_range), byte(128.0 + u * chroma_range), byte(128.0 + v * chroma_range)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use vrt::cuda::to_rgb;
    use vrt::kornia_image::ImageSize;

    #[test]
    fn formats_show_the_same_picture() {
        // Red, green, blue, white over four pixels each.
        let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255; 3]];
        let bytes: Vec<u8> = (0..16).flat_map(|at: usize| colors[at % 4 / 2 + at / 8 * 2]).collect();
        let picture = Image::<u8, 3>::new(ImageSize { width: 4, height: 4 }, bytes.clone()).unwrap();
        for format in [PixelFormat::Rgb8, PixelFormat::Bgr8, PixelFormat::Rgba8, PixelFormat::Bgra8, PixelFormat::Nv12(Default::default())]
        {
            let layout = FrameLayout::new(format, 4, 4);
            let shown = to_rgb(layout, &pixels(&picture, &layout)).unwrap();
            let off = bytes.iter().zip(&shown).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
            assert!(off <= if matches!(format, PixelFormat::Nv12(_)) { 2 } else { 0 }, "{format:?}: {off}");
        }
        let layout = FrameLayout::new(PixelFormat::Gray8, 4, 4);
        assert_eq!(pixels(&picture, &layout)[..4], [76, 76, 150, 150]);
    }

    #[test]
    fn noise_repeats_and_has_no_pattern() {
        let bytes = noise(100_001);
        assert_eq!(bytes, noise(100_001));
        let mean = bytes.iter().map(|byte| f64::from(*byte)).sum::<f64>() / bytes.len() as f64;
        assert!((mean - 127.5).abs() < 1.0, "{mean}");
    }
}
