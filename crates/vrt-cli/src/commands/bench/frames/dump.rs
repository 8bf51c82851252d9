//! One frame and the engine's outputs for it as NumPy files, so that other programs can be measured on the same numbers:
//! `scripts/bench/pytorch_baseline.py`.

use std::path::Path;

use serde::Serialize;
use vrt::cuda::to_rgb;
use vrt::kornia_image::{Image, ImageSize};
use vrt::preprocess::Preprocessor;
use vrt_rfdetr_seg::{Config, OutputInfo, OutputRoles};

use super::Setting;
use super::alone::session;
use super::subject::{Segmentation, Subject};
use crate::error::CliError;
use crate::report::json;

/// What the files hold: `frame.npy` (u8, `[height, width, 3]`, RGB), `labels.npy`, `boxes.npy`, `masks.npy` (f32, as the network gives them).
#[derive(Debug, Serialize)]
struct Description<'a> {
    format: &'static str,
    model: &'a str,
    /// Objects must have a score above this.
    threshold: f32,
    /// Pairs of query and class that are looked at.
    num_select: usize,
    /// Width and height of the network's input.
    input: (usize, usize),
    mean: [f32; 3],
    std: [f32; 3],
}

/// Writes the files into a folder.
///
/// # Errors
/// [`CliError::Write`], and those of the engine.
pub fn write(setting: &Setting<'_>, subject: &Segmentation, config: &Config, folder: &Path) -> Result<(), CliError> {
    let layout = setting.frames.layout;
    let size = ImageSize { width: layout.width as usize, height: layout.height as usize };
    let rgb = to_rgb(layout, &setting.frames.host)?;
    let picture = Image::<u8, 3>::new(size, rgb.clone()).map_err(|error| CliError::Usage(format!("the frame: {error}")))?;
    let (width, height) = config.input_size();
    let input = Preprocessor::new(config.filter(), *config.normalize())
        .and_then(|mut preprocessor| preprocessor.run(&picture, width, height))
        .map_err(vrt_rfdetr_seg::Error::from)?;

    let mut session = session(subject, 1)?;
    session.upload(&subject.input().input, &input)?;
    session.enqueue()?.wait()?;
    let engine = subject.engine();
    let infos: Vec<OutputInfo> =
        engine.outputs().map(|output| OutputInfo { name: output.name().to_owned(), shape: output.shape().to_vec() }).collect();
    let roles = OutputRoles::find(engine.origin(), &infos)?;
    let write = |name: &str, bytes: Vec<u8>| -> Result<(), CliError> { Ok(vrt_picture::write_atomic(folder.join(name), &bytes)?) };
    std::fs::create_dir_all(folder).map_err(|source| vrt_picture::WriteError::Create { folder: folder.to_owned(), source })?;
    write("frame.npy", npy("|u1", &[size.height, size.width, 3], &rgb))?;
    let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    for (file, role) in [("labels.npy", roles.labels), ("boxes.npy", roles.boxes)] {
        let values = session.download::<f32, 3>(&infos[role].name)?;
        write(file, npy("<f4", &values.shape, &floats(values.as_slice())))?;
    }
    let masks = session.download::<f32, 4>(&infos[roles.masks].name)?;
    write("masks.npy", npy("<f4", &masks.shape, &floats(masks.as_slice())))?;
    let description = Description {
        format: "vrt-bench-dump/1",
        model: config.name(),
        threshold: subject.options().threshold,
        num_select: config.num_select(),
        input: (width, height),
        mean: config.normalize().mean,
        std: config.normalize().std,
    };
    write("dump.json", json::pretty(&description)?)
}

/// An array in NumPy's file format, version 1.0: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.
fn npy(kind: &str, shape: &[usize], values: &[u8]) -> Vec<u8> {
    let sides: String = shape.iter().map(|side| format!("{side}, ")).collect();
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sides}), }}");
    // Magic, version, length and header together are a multiple of 64 bytes, the last of them a newline.
    let padding = (64 - (10 + header.len() + 1) % 64) % 64;
    header.push_str(&" ".repeat(padding));
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(values);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_have_numpys_header() {
        // numpy.save of numpy.zeros((2, 3), "<f4"), NumPy 2.4, but for its spelling of the tuple's end.
        let bytes = npy("<f4", &[2, 3], &[0; 24]);
        assert_eq!((&bytes[..8], bytes.len(), bytes[127]), (&b"\x93NUMPY\x01\x00"[..], 128 + 24, b'\n'));
        assert_eq!(u16::from_le_bytes([bytes[8], bytes[9]]), 118);
        assert!(bytes[10..].starts_with(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, ), }"));
    }
}
