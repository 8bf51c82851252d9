//! Runs the model on a picture of one colour: `cargo run -p vrt-@name@ --example @snake@ -- 200 30 30`.
// FILL IN: read a picture file (vrt-picture), and show what the model says about it.

use std::path::Path;

use vrt::kornia_image::{Image, ImageSize};
use vrt_@snake@::{Config, @Name@Cpu};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rgb = [200, 30, 30];
    for (value, argument) in rgb.iter_mut().zip(std::env::args().skip(1)) {
        *value = argument.parse()?;
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut model = @Name@Cpu::from_onnx(data.join("stub.onnx"), Config::from_metadata_file(data.join("stub.json"))?)?;
    let picture = Image::<u8, 3>::new(ImageSize { width: 20, height: 10 }, rgb.repeat(200))?;
    let found = model.infer(&picture)?;
    for (label, score) in model.config().labels.iter().zip(&found.scores) {
        println!("{label}: {score:.3}");
    }
    Ok(())
}
