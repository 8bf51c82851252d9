//! What tests/data/make_vectors.py generates, integer for integer, and a reader for its files.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use vrt::kornia_image::{Image, ImageSize};
use vrt::kornia_tensor::Tensor;

fn hashed(x: usize, y: usize, c: usize) -> u32 {
    let mut h = ((x as u64 * 73_856_093) ^ (y as u64 * 19_349_663) ^ (c as u64 * 83_492_791)) as u32;
    h ^= h >> 13;
    h = h.wrapping_mul(0x5BD1_E995);
    h ^ (h >> 15)
}

/// Noise, hard edges and ramps in turn.
pub fn picture(width: usize, height: usize) -> Image<u8, 3> {
    let mut pixels = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            for c in 0..3 {
                let noise = (hashed(x, y, c) & 255) as u8;
                pixels.push(match (x / 7 + y / 5) % 3 {
                    0 => noise,
                    1 => {
                        if noise > 127 {
                            255
                        } else {
                            0
                        }
                    }
                    _ => (x * 3 + y * 5 + c * 40) as u8,
                });
            }
        }
    }
    Image::new(ImageSize { width, height }, pixels).unwrap()
}

/// Values in -8..8.
pub fn map_values(width: usize, height: usize) -> Vec<f32> {
    let value = |i: usize| ((hashed(i % width, i / width, 7) & 0xFFFF) as f32 - 32768.0) / 4096.0;
    (0..width * height).map(value).collect()
}

/// The numbers 0, 1, 2, .. folded into -1..1.
pub fn wave(shape: [usize; 4]) -> Tensor<f32, 4> {
    let value = |i: usize| ((i * 37 % 129) as f32 - 64.0) / 64.0;
    Tensor::from_shape_vec(shape, (0..shape.iter().product()).map(value).collect()).unwrap()
}

/// A file of tests/data.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Little-endian numbers of a file, one after the other.
pub struct Reader(Vec<u8>, usize);

impl Reader {
    pub fn open(name: &str) -> Self {
        let path = data(name);
        Self(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())), 0)
    }

    pub fn is_done(&self) -> bool {
        self.1 == self.0.len()
    }

    pub fn bytes(&mut self, len: usize) -> &[u8] {
        self.1 += len;
        &self.0[self.1 - len..self.1]
    }

    pub fn u32(&mut self) -> usize {
        u32::from_le_bytes(self.bytes(4).try_into().unwrap()) as usize
    }

    pub fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.bytes(4).try_into().unwrap())
    }
}
