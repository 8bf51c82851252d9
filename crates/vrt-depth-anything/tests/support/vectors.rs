//! Files in `data/` and the pictures they were made from.

use std::path::PathBuf;

use serde::de::DeserializeOwned;
use vrt::kornia_image::{Image, ImageSize};

/// Path of a file in `data/`.
pub fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", name].iter().collect()
}

/// A JSON file in `data/`.
pub fn read<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_slice(&std::fs::read(data(name)).unwrap()).unwrap()
}

/// A file of 32-bit floats in `data/`.
pub fn floats(name: &str) -> Vec<f32> {
    let bytes = std::fs::read(data(name)).unwrap();
    bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

/// The same pixels as `picture` in `make_vectors.py`.
pub fn picture(width: usize, height: usize) -> Image<u8, 3> {
    let value = |x: usize, y: usize, c: usize| (3 * x + 5 * y + 40 * c + 2 * ((x * y) % 61) + 60 * ((x / 7 + y / 5) % 2)) % 256;
    let pixels = (0..height).flat_map(|y| (0..width).flat_map(move |x| (0..3).map(move |c| value(x, y, c) as u8))).collect();
    Image::new(ImageSize { width, height }, pixels).unwrap()
}
