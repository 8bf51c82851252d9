//! TensorRT-RTX itself: the one real library that builds engines without a GPU. `VRT_TENSORRT_RTX_DIR` names its folder
//! (`scripts/tensorrt-abi/check` installs it from PyPI); without that there is nothing to test here.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failing assumption is the test's failure")]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use vrt_sys::{
    Builder, BuilderConfig, BuilderFlag, ComputeCapability, DataType, Dims, Error, ErrorRecorder, Family, LayerType, Library,
    MemoryPoolType, OnnxParser, OptProfileSelector, ProfilingVerbosity, ProgressMonitor, Runtime, RuntimeOptions, Severity,
};

const TINY: &[u8] = include_bytes!("data/tiny.onnx");

/// The library, or `None` with a line that says so.
fn library() -> Option<Library> {
    let Some(folder) = std::env::var_os("VRT_TENSORRT_RTX_DIR") else {
        println!("VRT_TENSORRT_RTX_DIR is not set: nothing to test");
        return None;
    };
    // SAFETY: whoever sets the variable names NVIDIA's own library.
    let library = unsafe { Library::options().directory(folder).open() }.unwrap();
    assert_eq!(library.family(), Family::Rtx);
    Some(library)
}

fn parsed(builder: &Builder) -> OnnxParser {
    let mut parser = OnnxParser::new(builder.create_network(&[]).unwrap()).unwrap();
    parser.parse(TINY, None).unwrap();
    parser
}

fn config(builder: &Builder) -> BuilderConfig {
    let mut config = builder.create_config().unwrap();
    let mut profile = builder.create_optimization_profile().unwrap();
    for (selector, batch) in [(OptProfileSelector::Min, 1), (OptProfileSelector::Opt, 2), (OptProfileSelector::Max, 4)] {
        profile.set_dimensions(c"x", selector, &Dims::new(&[batch, 3, 16, 16]).unwrap()).unwrap();
        assert_eq!(profile.dimensions(c"x", selector).unwrap().unwrap()[0], batch);
    }
    assert!(profile.is_valid().unwrap());
    assert_eq!(config.add_optimization_profile(&profile).unwrap(), 0);
    config.set_compute_capabilities(&[ComputeCapability::Sm89]).unwrap();
    config
}

#[derive(Default)]
struct Watch {
    phases: Mutex<Vec<String>>,
    steps: AtomicUsize,
    finished: AtomicUsize,
    stop: AtomicBool,
}

impl ProgressMonitor for Watch {
    fn phase_start(&self, phase: &str, _: Option<&str>, _: i32) {
        self.phases.lock().unwrap().push(phase.to_owned());
    }

    fn step_complete(&self, _: &str, _: i32) -> ControlFlow<()> {
        self.steps.fetch_add(1, Ordering::SeqCst);
        if self.stop.load(Ordering::SeqCst) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn phase_finish(&self, _: &str) {
        self.finished.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn the_network_is_what_the_file_says() {
    let Some(library) = library() else { return };
    let builder = Builder::new(library).unwrap();
    let parser = parsed(&builder);
    let network = parser.network();
    let inputs = network.inputs().unwrap();
    assert_eq!(inputs.len(), 1);
    assert_eq!(inputs[0].name().unwrap(), "x");
    assert_eq!(*inputs[0].shape().unwrap().unwrap(), [-1, 3, 16, 16]);
    assert_eq!(inputs[0].data_type().unwrap(), DataType::Float);
    assert_eq!(network.outputs().unwrap()[0].name().unwrap(), "y");
    assert_eq!(*network.outputs().unwrap()[0].shape().unwrap().unwrap(), [-1, 5]);
    let layers = network.layers().unwrap();
    let conv = layers.iter().find(|l| l.layer_type().unwrap() == LayerType::Convolution).unwrap();
    assert!(conv.name().unwrap().contains("conv"), "{}", conv.name().unwrap());
    assert!(layers.iter().any(|l| l.layer_type().unwrap() == LayerType::Activation));
    assert!(parser.supports_operator(c"Conv").unwrap());
    assert!(!parser.supports_operator(c"NoSuchOperator").unwrap());
}

#[test]
fn an_engine_is_built_watched_and_stopped() {
    let Some(library) = library() else { return };
    let lines = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&lines);
    library.set_log_sink(Some(Arc::new(move |_: Severity, _: &str| {
        counter.fetch_add(1, Ordering::SeqCst);
    })));
    let builder = Builder::new(library).unwrap();
    let parser = parsed(&builder);
    let mut config = config(&builder);
    config.set_memory_pool_limit(MemoryPoolType::Workspace, 256 << 20).unwrap();
    assert_eq!(config.memory_pool_limit(MemoryPoolType::Workspace).unwrap(), 256 << 20);
    config.set_optimization_level(2).unwrap();
    assert_eq!(config.optimization_level().unwrap(), 2);
    config.set_profiling_verbosity(ProfilingVerbosity::Detailed).unwrap();
    assert_eq!(config.profiling_verbosity().unwrap(), ProfilingVerbosity::Detailed);
    assert!(config.set_flag(BuilderFlag::Fp16, true).is_err());

    let watch = Arc::new(Watch::default());
    config.set_progress_monitor(Some(watch.clone())).unwrap();
    let plan = builder.build_serialized_network(parser.network(), &config).unwrap();
    let phases = watch.phases.lock().unwrap().len();
    let steps = watch.steps.load(Ordering::SeqCst);
    println!("{library}: {} bytes, {phases} phases, {steps} steps, {} log lines", plan.len(), lines.load(Ordering::SeqCst));
    assert!(plan.len() > 10_000 && phases > 0 && steps > 0 && lines.load(Ordering::SeqCst) > 0);
    assert_eq!(phases, watch.finished.load(Ordering::SeqCst));

    let stopping = Arc::new(Watch { stop: AtomicBool::new(true), ..Watch::default() });
    config.set_progress_monitor(Some(stopping)).unwrap();
    let stopped = builder.build_serialized_network(parser.network(), &config);
    assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");
    config.set_progress_monitor(None).unwrap();
    assert!(builder.build_serialized_network(parser.network(), &config).is_ok());
    library.set_log_sink(None);
}

#[test]
fn a_broken_model_is_refused_with_reasons() {
    let Some(library) = library() else { return };
    let builder = Builder::new(library).unwrap();
    let mut parser = OnnxParser::new(builder.create_network(&[]).unwrap()).unwrap();
    for cut in [&[0xff; 64][..], &TINY[..700]] {
        let error = parser.parse(cut, None).unwrap_err();
        let Error::Parse { errors, .. } = &error else { panic!("{error}") };
        assert!(!errors.is_empty() && errors[0].code.is_some(), "{error}");
        println!("{error}");
    }
    // The parser itself takes these for models without a graph.
    for empty in [&b"this is no model"[..], b""] {
        let mut parser = OnnxParser::new(builder.create_network(&[]).unwrap()).unwrap();
        assert!(matches!(parser.parse(empty, None), Err(Error::EmptyModel { .. })));
    }

    // An operator that no parser knows: "Relu" is written over in the file, with a name of the same length.
    let at = TINY.windows(4).rposition(|w| w == b"Relu").unwrap();
    let mut unknown = TINY.to_vec();
    unknown[at..at + 4].copy_from_slice(b"Nope");
    let mut parser = OnnxParser::new(builder.create_network(&[]).unwrap()).unwrap();
    let error = parser.parse(&unknown, None).unwrap_err();
    let Error::Parse { errors, .. } = &error else { panic!("{error}") };
    assert!(errors.iter().any(|e| e.operator.as_deref() == Some("Nope") && e.node_name.as_deref() == Some("relu")), "{error}");
    println!("{error}");
}

/// Without a GPU, which is where this is for: engines do not load, and say so.
#[test]
fn deserializing_fails_cleanly() {
    let Some(library) = library() else { return };
    let recorder = ErrorRecorder::new(library).unwrap();
    let mut options = RuntimeOptions::default();
    options.error_recorder = Some(recorder.clone());
    let runtime = Runtime::with_options(library, options).unwrap();
    assert!(recorder.references() >= 1);
    // SAFETY: no plan at all, which TensorRT-RTX refuses by its first bytes.
    let error = unsafe { runtime.deserialize(b"garbage garbage garbage garbage!") }.unwrap_err();
    assert!(!error.log().is_empty(), "{error}");
    let recorded = recorder.take();
    assert!(!recorded.is_empty() && recorded[0].code.is_some());
    println!("{error}\n{recorded:?}");
    drop(runtime);
    assert_eq!(recorder.references(), 0);
}
