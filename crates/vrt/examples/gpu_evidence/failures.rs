//! What is broken must fail well.

use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value, json};
use vrt::cuda::Cuda;
use vrt::tensorrt::{Engine, EngineStore, Precision, Session, ShapeRange, TensorRt};

use crate::data::Plan;
use crate::{Built, Outcome, builder};

/// The error's words, or that there was none.
fn words<T>(outcome: Result<T, impl std::fmt::Display>) -> Value {
    match outcome {
        Ok(_) => json!("NO ERROR"),
        Err(error) => json!(error.to_string()),
    }
}

/// Engine files that are not what they should be, and shapes that no engine takes.
pub fn engines(tensorrt: &TensorRt, built: &Built, plan: &Plan) -> Outcome {
    let mut results = Map::new();
    let bytes = std::fs::read(&built.engine.path)?;
    let mut garbled = bytes.clone();
    let middle = garbled.len() / 2;
    for byte in &mut garbled[middle..middle + 4096.min(bytes.len() - middle)] {
        *byte ^= 0x5a;
    }
    let mut head = bytes.clone();
    for byte in &mut head[..64] {
        *byte ^= 0xff;
    }
    let mut version = bytes.clone();
    // The header's words after the magic number.
    for byte in &mut version[4..12] {
        *byte = byte.wrapping_add(1);
    }
    let cases = [
        ("garbled head", head),
        ("changed version", version),
        ("truncated to half", bytes[..middle].to_vec()),
        ("truncated by one byte", bytes[..bytes.len() - 1].to_vec()),
        ("truncated to 100 bytes", bytes[..100].to_vec()),
        ("zeros", vec![0; 1 << 16]),
        ("empty", Vec::new()),
        ("an HTML page", b"<!DOCTYPE html><html>404</html>".repeat(10)),
    ];
    // In processes of their own: what TensorRT does with a forged plan is up to TensorRT.
    let path = plan.store.join("broken.engine");
    for (name, bytes) in cases {
        std::fs::write(&path, bytes)?;
        let output = Command::new(std::env::current_exe()?).arg("--load").arg(&path).output()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let value = if output.status.success() { json!(text) } else { json!(format!("CRASH: {}", output.status)) };
        results.insert(name.to_owned(), value);
    }
    let _ = std::fs::remove_file(&path);
    // A manifest beside the file is believed rather than the file.
    let damaged = plan.store.join("damaged.engine");
    std::fs::write(&damaged, garbled)?;
    std::fs::copy(built.engine.path.with_extension("engine.json"), damaged.with_extension("engine.json"))?;
    results.insert("garbled beside its manifest".to_owned(), words(Engine::from_file(tensorrt, &damaged)));
    for path in [damaged.with_extension("engine.json"), damaged] {
        let _ = std::fs::remove_file(path);
    }
    let engine = &built.engine.engine;
    let mut session = Session::new(engine, &engine.cuda().new_stream()?)?;
    let input = engine.inputs().next().ok_or("no input")?.name().to_owned();
    let absurd = session.set_input_shape(&input, &[1, 3, 1_000_000_000, 1_000_000_000]);
    results.insert("absurd shape".to_owned(), words(absurd));
    results.insert("no such input".to_owned(), words(session.set_input_shape("nothing", &[1])));
    // After all that, it still runs.
    results.insert("runs afterwards".to_owned(), json!(session.enqueue()?.wait().is_ok()));
    Ok(Value::Object(results))
}

/// The child that loads one file.
pub fn load_child(path: &Path) {
    let load = || -> Outcome<()> {
        let tensorrt = TensorRt::open(&Cuda::open(0)?)?;
        Engine::from_file(&tensorrt, path)?;
        Ok(())
    };
    println!("{}", load().err().map_or_else(|| "NO ERROR".to_owned(), |error| error.to_string()));
}

/// Models that cannot be built.
pub fn builds(tensorrt: &TensorRt, store: &EngineStore, plan: &Plan) -> Outcome {
    let mut results = Map::new();
    let model = plan.models.first().ok_or("no model")?;
    for path in &plan.broken {
        let broken = crate::data::Model { onnx: path.clone(), shapes: Vec::new(), ..model.clone() };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        results.insert(name, words(builder(tensorrt, &broken, Precision::Fp32).build_in(store)));
    }
    let int8 = builder(tensorrt, model, Precision::Int8).build_in(store);
    results.insert("int8 without Q/DQ".to_owned(), words(int8));
    if let Some(dynamic) = &plan.dynamic {
        let shape = |batch| vec![batch, 3, 16, 16];
        let range = ShapeRange { input: "x".into(), min: shape(1), opt: shape(2), max: shape(4) };
        let model = crate::data::Model { onnx: dynamic.clone(), name: "dynamic".into(), shapes: vec![range], ..model.clone() };
        let built = builder(tensorrt, &model, Precision::Fp32).build_in(store)?;
        let mut session = Session::new(&built.engine, &tensorrt.cuda().new_stream()?)?;
        let mut batches = Vec::new();
        for batch in [1, 4, 2] {
            session.set_input_shape("x", &shape(batch))?;
            session.enqueue()?.wait()?;
            batches.push(session.shape("y")?.to_vec());
        }
        results.insert("batches run".to_owned(), json!(batches));
        results.insert("batch beyond the profile".to_owned(), words(session.set_input_shape("x", &shape(5))));
    }
    Ok(Value::Object(results))
}
