//! Evidence from a real GPU: builds engines, compares their outputs with ONNX Runtime's, measures, soaks, and breaks things.
//!
//! ```sh
//! python make_inputs.py --out evidence --picture scene.png seg=seg.onnx depth=depth.onnx   # inputs, expected outputs, plan.json
//! gpu_evidence evidence/plan.json                                        # on the machine with the GPU
//! ```
//! Every line that begins with `EVIDENCE ` holds one JSON object with a `step`. A step that fails says so and the next one runs. Steps end
//! when the time that the plan gives them is used up.

mod data;
#[path = "../support/evidence.rs"]
mod evidence;
mod failures;
mod outputs;
mod speed;
mod start;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use vrt::cuda::Cuda;
use vrt::tensorrt::{BuiltEngine, Doctor, EngineBuilder, EngineStore, Golden, Precision, TensorRt};

use data::{Model, Plan};
use evidence::{Outcome, step};

/// A built engine, its model and precision.
struct Built {
    model: Model,
    precision: Precision,
    engine: BuiltEngine,
}

fn builder(tensorrt: &TensorRt, model: &Model, precision: Precision) -> EngineBuilder {
    let mut builder = EngineBuilder::new(tensorrt, &model.name, &model.onnx).precision(precision).optimization_level(model.level);
    for range in &model.shapes {
        builder = builder.shapes(range.clone());
    }
    builder
}

fn build(tensorrt: &TensorRt, store: &EngineStore, model: &Model, precision: Precision, limit: Duration) -> Outcome<BuiltEngine> {
    let begun = Instant::now();
    let mut told = Instant::now();
    let name = format!("{}-{precision}", model.name);
    let golden = model.golden(precision).unwrap_or_else(|error| {
        println!("note: no expected outputs for {name}: {error}");
        Golden::default()
    });
    // The outputs step judges; here NaN and infinite values count.
    let golden = Golden { expected: Vec::new(), ..golden };
    let built = builder(tensorrt, model, precision)
        .self_check(Some(golden))
        .on_event(|event| println!("note: {event:?}"))
        .on_progress(move |progress| {
            if told.elapsed() > Duration::from_secs(10) {
                told = Instant::now();
                let remaining = progress.remaining.map(|time| time.as_secs());
                println!("progress: {name} {:.1} % {} (remaining {remaining:?} s)", progress.share * 100.0, progress.phase);
            }
            if begun.elapsed() > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .build_in(store)?;
    Ok(built)
}

fn report(built: &BuiltEngine) -> Outcome {
    Ok(json!({
        "file": built.path.file_name().map(|name| name.to_string_lossy()),
        "bytes": std::fs::metadata(&built.path)?.len(),
        "was_stored": built.was_stored,
        "build_seconds": built.build_time.as_secs_f64(),
        "workspace_bytes": built.workspace_bytes,
        "asked": built.precision,
        "built": built.precision_built.to_string(),
        "layers": built.engine.layers()?,
        "activation_bytes": built.engine.activation_bytes()?,
        "tensors": built.engine.tensors().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "check": built.check.as_ref().map(ToString::to_string),
        "notes": built.notes,
    }))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = match arguments.as_slice() {
        [flag, path, name, precision] if flag == "--start" => return start::child(Path::new(path), name, precision),
        [flag, path] if flag == "--load" => return failures::load_child(Path::new(path)),
        [flag] if flag == "--kernels" => return start::kernels_child(),
        [path] => PathBuf::from(path),
        _ => {
            eprintln!("usage: gpu_evidence PLAN.json");
            std::process::exit(2);
        }
    };
    let begun = Instant::now();
    step("doctor", || Ok(serde_json::to_value(Doctor::examine())?));
    let plan = match Plan::read(&path) {
        Ok(plan) => plan,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            std::process::exit(2);
        }
    };
    let store = EngineStore::at(&plan.store);
    let mut opened = None;
    step("open", || {
        let cuda = Cuda::open(0)?;
        let tensorrt = TensorRt::open(&cuda)?;
        let value = json!({"gpu": cuda.name(), "sm": cuda.sm().to_string(), "tensorrt": tensorrt.to_string()});
        opened = Some(tensorrt);
        Ok(value)
    });
    let Some(tensorrt) = opened else { return };

    let mut built: Vec<Built> = Vec::new();
    let deadline = Duration::from_secs(plan.build_seconds);
    for precision in plan.precisions() {
        for model in plan.models.iter().filter(|model| model.precisions.contains(&precision)) {
            let left = deadline.saturating_sub(begun.elapsed());
            step(&format!("build {} {precision}", model.name), || {
                let engine = build(&tensorrt, &store, model, precision, left)?;
                let value = report(&engine)?;
                built.push(Built { model: model.clone(), precision, engine });
                Ok(value)
            });
        }
    }
    for one in &built {
        let name = format!("{} {}", one.model.name, one.precision);
        step(&format!("found again {name}"), || {
            let again = build(&tensorrt, &store, &one.model, one.precision, Duration::from_secs(60))?;
            if again.was_stored { Ok(json!({"was_stored": true})) } else { Err("it was built twice".into()) }
        });
        step(&format!("outputs {name}"), || outputs::compare(one));
        if one.model.outputs.len() > 1 {
            step(&format!("queries {name}"), || outputs::queries(one));
        }
        step(&format!("overhead {name}"), || speed::overhead(&one.engine.engine, &one.engine.path, plan.seconds_per_step));
        if let Some(bare) = &plan.bare {
            step(&format!("beside bare C++ {name}"), || {
                speed::beside_bare(bare, &one.engine.engine, &one.engine.path, plan.seconds_per_step * 2.0)
            });
        }
        step(&format!("graph {name}"), || speed::graph(one, plan.seconds_per_step));
        step(&format!("frame graph {name}"), || speed::frame_graph(one, plan.seconds_per_step));
    }
    if let Some(tiny) = &plan.tiny {
        step("overhead of a tiny model", || {
            let tiny = EngineBuilder::new(&tensorrt, "tiny", tiny).build_in(&store)?;
            speed::overhead(&tiny.engine, &tiny.path, plan.seconds_per_step)
        });
    }
    if let Some(one) = built.first() {
        step("two threads", || outputs::two_threads(one));
        step("soak", || speed::soak(one, plan.frames, plan.soak_seconds));
        step("cycles", || speed::cycles(one, plan.cycles, plan.soak_seconds));
        for one in &built {
            step(&format!("start {} {}", one.model.name, one.precision), || start::measure(&path, one));
        }
        step("failures", || failures::engines(&tensorrt, one, &plan));
    }
    step("failing builds", || failures::builds(&tensorrt, &store, &plan));
    step("kernels by nvrtc", || start::kernels(None));
    step("kernels by nvrtc, from the cache", || start::kernels(None));
    step("kernels by ptx", || start::kernels(Some("none")));
    step("memory at the end", || speed::memory(tensorrt.cuda()));
    println!("EVIDENCE {}", json!({"step": "end", "ok": true, "seconds": begun.elapsed().as_secs_f64()}));
}
