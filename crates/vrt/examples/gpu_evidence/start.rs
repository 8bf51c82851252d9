//! From the start of a process to its first result, and kernels in fresh processes.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};
use vrt::cuda::{Cuda, FiniteCheck, device_slice};
use vrt::kornia_tensor::Tensor;
use vrt::tensorrt::{Engine, EngineStore, Lookup, Session, TensorRt};

use crate::data::Plan;
use crate::{Built, Outcome, builder};

/// Starts this program again for one engine, and adds the time the process itself took.
pub fn measure(plan: &Path, built: &Built) -> Outcome {
    let begun = Instant::now();
    let output =
        Command::new(std::env::current_exe()?).arg("--start").arg(plan).args([&built.model.name, built.precision.name()]).output()?;
    let whole = begun.elapsed().as_secs_f64() * 1e3;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find_map(|line| line.strip_prefix("PARTS "));
    let mut parts: Value = match line {
        Some(line) => serde_json::from_str(line)?,
        None => return Err(format!("the child printed no parts: {text}{}", String::from_utf8_lossy(&output.stderr)).into()),
    };
    parts["whole_process_ms"] = json!(whole);
    Ok(parts)
}

/// The child of [`measure`].
pub fn child(plan: &Path, name: &str, precision: &str) {
    let begun = Instant::now();
    match parts(plan, name, precision, begun) {
        Ok(parts) => println!("PARTS {parts}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

fn parts(plan: &Path, name: &str, precision: &str, begun: Instant) -> Outcome {
    let mut last = begun;
    let mut parts = serde_json::Map::new();
    let mut part = |name: &str| {
        let now = Instant::now();
        parts.insert(name.to_owned(), json!((now - last).as_secs_f64() * 1e3));
        last = now;
    };
    let plan = Plan::read(plan)?;
    let model = plan.models.iter().find(|model| model.name == name).ok_or("no such model")?;
    part("plan_ms");
    let cuda = Cuda::open(0)?;
    part("cuda_ms");
    let tensorrt = TensorRt::open(&cuda)?;
    part("tensorrt_library_ms");
    let key = builder(&tensorrt, model, precision.parse()?).key()?;
    part("hash_onnx_ms");
    let Lookup::Hit(stored) = EngineStore::at(&plan.store).lookup(&key)? else { return Err("not stored".into()) };
    part("read_and_hash_engine_ms");
    let engine = Engine::from_stored(&tensorrt, &stored)?;
    part("load_engine_ms");
    let mut session = Session::new(&engine, &cuda.new_stream()?)?;
    part("session_ms");
    let inputs = model.golden(precision.parse()?)?.inputs;
    part("read_inputs_ms");
    let outputs = session.run(&inputs)?;
    part("first_result_ms");
    session.run(&inputs)?;
    part("second_result_ms");
    parts.insert("to_first_result_ms".to_owned(), json!(parts_sum(&parts)));
    parts.insert("outputs".to_owned(), json!(outputs.len()));
    Ok(Value::Object(parts))
}

/// Up to the first result, without reading test inputs.
fn parts_sum(parts: &serde_json::Map<String, Value>) -> f64 {
    let counted = |name: &str| !matches!(name, "second_result_ms" | "read_inputs_ms" | "plan_ms");
    parts.iter().filter(|(name, _)| counted(name)).filter_map(|(_, value)| value.as_f64()).sum()
}

/// Loads and runs a kernel in a fresh process, with or without NVRTC.
pub fn kernels(nvrtc: Option<&str>) -> Outcome {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--kernels");
    if let Some(nvrtc) = nvrtc {
        command.env("VRT_NVRTC", nvrtc);
    }
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    match text.lines().find_map(|line| line.strip_prefix("PARTS ")) {
        Some(line) => Ok(serde_json::from_str(line)?),
        None => Err(format!("{text}{}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

/// The child of [`kernels`].
pub fn kernels_child() {
    let run = || -> Outcome {
        let cuda = Cuda::open(0)?;
        let stream = cuda.new_stream()?;
        let from = Instant::now();
        let mut check = FiniteCheck::new(&cuda, &stream)?;
        let load_ms = from.elapsed().as_secs_f64() * 1e3;
        let mut values = vec![1.0_f32; 1_000_003];
        for index in [0, 500_000, 1_000_002] {
            values[index] = f32::NAN;
        }
        let device = cuda.upload(&Tensor::<f32, 1>::from_shape_vec([values.len()], values)?, &stream)?;
        let found = check.count(device_slice(&device, "values")?.as_view(), &stream)?;
        let nvrtc = vrt::cuda::Nvrtc::get().map(|nvrtc| format!("{:?}", nvrtc.version())).ok();
        if found != 3 {
            return Err(format!("counted {found} non-finite values, there are 3").into());
        }
        Ok(json!({"load_ms": load_ms, "nvrtc": nvrtc, "found": found}))
    };
    match run() {
        Ok(value) => println!("PARTS {value}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}
