//! Prints what goes into and comes out of an ONNX file, and runs it once on zeros.
//!
//! ```text
//! cargo run --release -p vrt --example run_onnx -- model.onnx [size of each dynamic dimension, 1 where left out]
//! ```

use std::error::Error;
use std::time::Instant;

use vrt::cpu::{CpuOptions, CpuSession, Dim};
use vrt::kornia_tensor::Tensor;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: run_onnx model.onnx [size of each dynamic dimension]")?;
    let session = CpuSession::from_file(&path, &CpuOptions::default())?;
    for input in session.inputs() {
        println!("in   {input}");
    }
    for output in session.outputs() {
        println!("out  {output}");
    }

    let mut shape = [1; 4];
    let dims = session.inputs().first().map(|input| input.shape.as_slice()).unwrap_or_default();
    for (size, dim) in shape.iter_mut().zip(dims) {
        *size = match dim {
            Dim::Fixed(size) => *size,
            Dim::Dynamic(_) => arguments.next().map_or(Ok(1), |size| size.parse())?,
        };
    }
    let start = Instant::now();
    let outputs = session.run(&Tensor::zeros(shape))?;
    println!("ran on zeros of shape {shape:?} in {:.1?}", start.elapsed());
    for output in outputs {
        let (low, high) = output.values().iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)));
        println!("got  {} {:?}, {low} to {high}", output.name(), output.shape());
    }
    Ok(())
}
