//! The safe interface on stand-ins of every family.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failing assumption is the test's failure")]

mod common;

use std::ffi::{CStr, c_void};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use common::{Controls, mock, mocks};
use vrt_sys::{
    Builder, BuilderFlag, DataType, Dims, Error, ErrorCode, ErrorRecorder, ExecutionContextAllocationStrategy as Strategy, Family,
    HardwareCompatibilityLevel, LayerInformationFormat, LayerType, Library, MemoryPoolType, NetworkDefinitionCreationFlag, OnnxParser,
    OnnxParserFlag, OptProfileSelector, OutputAllocator, ParserErrorCode, PreviewFeature, ProfilingVerbosity, ProgressMonitor, RawEnum,
    Runtime, RuntimeOptions, Severity, TensorIoMode,
};

const PLAN: &[u8] = b"PLAN of a mock";
const STREAM: *mut c_void = 0x77 as *mut c_void;

fn each(test: impl Fn(Library, &Controls)) {
    for mock in mocks() {
        let library = mock.open();
        let controls = mock.controls(library);
        controls.reset(0);
        test(library, &controls);
        let events = controls.events();
        assert!(!events.contains("WRONG"), "{library}: a callback object failed C++'s checks: {events}");
    }
}

fn each_with_parser(test: impl Fn(Library, &Controls)) {
    each(|library, controls| {
        if controls.has_parser() {
            test(library, controls);
        }
    });
}

#[test]
fn an_engine_describes_itself() {
    each(|library, _| {
        // SAFETY: the stand-in's own plan.
        let engine = unsafe { Runtime::new(library).unwrap().deserialize(PLAN) }.unwrap();
        let tensors = engine.io_tensors().unwrap();
        let names: Vec<&str> = tensors.iter().map(|t| t.name.to_str().unwrap()).collect();
        assert_eq!(names, ["x", "y", "n"]);
        assert_eq!(tensors[0].mode, TensorIoMode::Input);
        assert_eq!(tensors[1].mode, TensorIoMode::Output);
        assert_eq!(tensors[2].data_type, DataType::Int64);
        assert_eq!(*tensors[0].shape, [-1, 3, 4, 4]);
        let profile = engine.profile_shape(c"x", 0).unwrap();
        assert_eq!((profile.min[0], profile.opt[0], profile.max[0]), (1, 2, 8));
        assert_eq!(engine.device_memory_size().unwrap(), 4096);
        assert_eq!(engine.device_memory_size_for_profile(0).unwrap(), 4096);
        assert_eq!(engine.name().unwrap(), "mock network");
        assert_eq!(engine.layers().unwrap(), 5);
        assert_eq!(engine.profiling_verbosity().unwrap(), ProfilingVerbosity::Detailed);
        assert_eq!(&*engine.serialize().unwrap(), b"PLAN again");
        assert!(engine.tensor_format_description(c"x").unwrap().contains("kLINEAR"));

        let error = engine.tensor_shape(c"z").unwrap_err();
        assert_eq!(error.to_string(), r#"the engine has no tensor "z"; it has ["x", "y", "n"]"#);
        assert!(matches!(engine.profile_shape(c"x", 1), Err(Error::Argument { argument: "profile", .. })));
        assert!(matches!(engine.profile_shape(c"y", 0), Err(Error::Call { .. })));

        let mut inspector = engine.create_inspector().unwrap();
        let context = engine.create_execution_context(Strategy::Static).unwrap();
        assert_eq!(inspector.engine_information(LayerInformationFormat::Json).unwrap(), "{\"Layers\": []}");
        let with_shapes = inspector.engine_information_for(&context, LayerInformationFormat::Json).unwrap();
        assert!(with_shapes.contains("with shapes"));
        assert_eq!(inspector.engine_information(LayerInformationFormat::Json).unwrap(), "{\"Layers\": []}");
        assert!(matches!(inspector.layer_information(5, LayerInformationFormat::Oneline), Err(Error::Argument { .. })));
    });
}

struct Pool {
    memory: Mutex<Vec<u64>>,
    shape: Mutex<Option<Dims>>,
}

struct PoolAllocator(Arc<Pool>);

// SAFETY: the vector is grown before its address is given out, and nothing else writes to it during the run.
unsafe impl OutputAllocator for PoolAllocator {
    fn reallocate(&self, tensor: &CStr, _: *mut c_void, size: u64, alignment: u64, stream: *mut c_void) -> *mut c_void {
        assert_eq!((tensor, alignment, stream), (c"n", 256, STREAM));
        let mut memory = self.0.memory.lock().unwrap();
        memory.resize(size as usize / 8 + 1, 0);
        memory.as_mut_ptr().cast()
    }

    fn notify_shape(&self, _: &CStr, shape: &Dims) {
        *self.0.shape.lock().unwrap() = Some(*shape);
    }
}

struct Panics;

// SAFETY: it never gives memory.
unsafe impl OutputAllocator for Panics {
    fn reallocate(&self, _: &CStr, _: *mut c_void, _: u64, _: u64, _: *mut c_void) -> *mut c_void {
        panic!("in a callback")
    }

    fn notify_shape(&self, _: &CStr, _: &Dims) {}
}

#[repr(align(256))]
struct Aligned([f32; 96]);

#[test]
fn a_context_runs() {
    each(|library, _| {
        // SAFETY: the stand-in's own plan.
        let engine = unsafe { Runtime::new(library).unwrap().deserialize(PLAN) }.unwrap();
        let mut context = engine.create_execution_context(Strategy::UserManaged).unwrap();
        drop(engine);
        assert!(!context.all_shapes_specified().unwrap());
        assert_eq!(context.infer_shapes().unwrap(), [c"x".to_owned()]);
        assert!(context.tensor_shape(c"y").is_err());
        let error = context.set_input_shape(c"x", &Dims::new(&[9, 3, 4, 4]).unwrap()).unwrap_err();
        assert!(error.to_string().contains("the batch is not between 1 and 8"), "{error}");
        context.set_input_shape(c"x", &Dims::new(&[2, 3, 4, 4]).unwrap()).unwrap();
        assert!(context.infer_shapes().unwrap().is_empty());
        assert!(context.all_shapes_specified().unwrap());
        assert_eq!(*context.tensor_shape(c"y").unwrap(), [2, 10]);
        assert_eq!(context.optimization_profile().unwrap(), 0);

        let mut x = Box::new(Aligned([0.0; 96]));
        for (i, value) in x.0.iter_mut().enumerate() {
            *value = i as f32;
        }
        let mut y = Box::new(Aligned([0.0; 96]));
        let pool = Arc::new(Pool { memory: Mutex::default(), shape: Mutex::default() });
        // SAFETY: the memory outlives the run, which is done when it returns here.
        unsafe {
            let error = context.enqueue_v3(STREAM).unwrap_err();
            assert!(error.to_string().contains("IExecutionContext::enqueueV3 failed"), "{error}");
            assert_eq!(error.log().len(), 1);
            assert_eq!(error.log()[0].severity, Severity::Error);
            context.set_tensor_address(c"x", x.0.as_mut_ptr().cast()).unwrap();
            context.set_tensor_address(c"y", y.0.as_mut_ptr().cast()).unwrap();
            assert!(context.set_tensor_address(c"y", 3 as *mut c_void).is_err());
            assert!(context.set_tensor_address(c"nope", std::ptr::null_mut()).is_err());
            assert_eq!(context.tensor_address(c"x").unwrap(), x.0.as_ptr().cast());
            context.set_device_memory(x.0.as_mut_ptr().cast(), 4096).unwrap();
            context.set_output_allocator(c"n", Some(Box::new(PoolAllocator(Arc::clone(&pool))))).unwrap();
            context.enqueue_v3(STREAM).unwrap();
        }
        // Sum of i, i + 10, ... below 48 for the first row; of 48 + i, ... for the second.
        assert_eq!(y.0[..2], [0. + 10. + 20. + 30. + 40., 1. + 11. + 21. + 31. + 41.]);
        assert_eq!(y.0[10], 48. + 58. + 68. + 78. + 88.);
        // Of the numbers 0 to 95 all but the first are positive.
        assert_eq!(**pool.shape.lock().unwrap().as_ref().unwrap(), [95]);
        assert_eq!(pool.memory.lock().unwrap()[94], 94);

        context.set_output_allocator(c"n", Some(Box::new(Panics))).unwrap();
        // SAFETY: as above.
        let error = unsafe { context.enqueue_v3(STREAM) }.unwrap_err();
        assert!(error.to_string().contains("the output allocator gave no memory"), "{error}");
        assert!(context.set_output_allocator(c"y", Some(Box::new(Panics))).is_err());
        context.set_output_allocator(c"n", None).unwrap();
        // SAFETY: as above.
        unsafe { context.enqueue_v3(STREAM).unwrap() };
        // A context may go to another thread, with everything it holds.
        std::thread::spawn(move || drop(context)).join().unwrap();
    });
}

#[test]
fn things_go_in_the_order_that_tensorrt_asks_for() {
    each(|library, controls| {
        let recorder = ErrorRecorder::new(library).unwrap();
        let options = {
            let mut options = RuntimeOptions::default();
            options.error_recorder = Some(recorder.clone());
            options.engine_host_code_allowed = true;
            options.max_threads = Some(2);
            options
        };
        let runtime = Runtime::with_options(library, options).unwrap();
        assert_eq!(recorder.references(), 1);
        // SAFETY: the stand-in's own plan.
        let engine = unsafe { runtime.deserialize(PLAN) }.unwrap();
        let mut context = engine.create_execution_context(Strategy::Static).unwrap();
        context.set_error_recorder(Some(recorder.clone())).unwrap();
        let inspector = engine.create_inspector().unwrap();
        controls.reset(0);
        drop(runtime);
        drop(engine);
        assert_eq!(controls.events(), "");
        drop(inspector);
        drop(context);
        assert_eq!(controls.events(), "-IEngineInspector -IExecutionContext -ICudaEngine -IRuntime ");
        assert_eq!(recorder.references(), 0);
    });
}

#[test]
fn errors_carry_what_tensorrt_said() {
    each(|library, controls| {
        let recorder = ErrorRecorder::new(library).unwrap();
        let mut options = RuntimeOptions::default();
        options.error_recorder = Some(recorder.clone());
        let runtime = Runtime::with_options(library, options).unwrap();
        // SAFETY: refused before anything of it is used.
        let error = unsafe { runtime.deserialize(b"garbage") }.unwrap_err();
        assert!(error.to_string().starts_with("IRuntime::deserializeCudaEngine failed; TensorRT logged:\n  [error] "), "{error}");
        let recorded = recorder.take();
        assert_eq!(recorded.len(), 1);
        assert_eq!(recorded[0].code, Some(ErrorCode::InvalidArgument));
        assert!(recorded[0].description.contains("magic tag"));
        assert!(recorder.take().is_empty());
        // More than it keeps: the stand-in sees the overflow and clears it.
        for _ in 0..257 {
            // SAFETY: as above.
            assert!(unsafe { runtime.deserialize(b"garbage") }.is_err());
        }
        assert!(controls.events().contains("ok:overflow"), "{library}");
        assert!(recorder.take().is_empty());

        // SAFETY: the stand-in's own plan.
        let engine = unsafe { runtime.deserialize(PLAN) }.unwrap();
        controls.reset(2);
        let error = engine.create_execution_context(Strategy::Static).unwrap_err();
        let lines: Vec<String> = error.log().iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["[warning] memory is short", "[error] IExecutionContext: Error Code 2: OutOfMemory"]);
        let error = Runtime::new(library).unwrap_err();
        assert!(error.to_string().contains("CUDA initialization failure"), "{error}");
        // What TensorRT 10 returns without a GPU.
        controls.reset(1);
        assert!(matches!(Runtime::new(library), Err(Error::Call { call: "createInferRuntime_INTERNAL", .. })));
        // A builder would end the process there: it is not asked for.
        if library.family() != Family::Rtx {
            assert!(matches!(Builder::new(library), Err(Error::Call { call: "createInferRuntime_INTERNAL", .. })));
            assert_eq!(controls.events(), "");
        }
        controls.reset(0);
        let mut options = RuntimeOptions::default();
        options.max_threads = Some(0);
        assert!(matches!(Runtime::with_options(library, options), Err(Error::Call { call: "IRuntime::setMaxThreads", .. })));
    });
}

#[test]
fn log_lines_reach_the_sink_and_its_panic_stays_there() {
    let library = mock(Family::Trt11).open();
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    library.set_log_sink(Some(Arc::new(move |severity: Severity, text: &str| {
        sink.lock().unwrap().push((severity, text.to_owned()));
        if text == "verbose" {
            panic!("in a sink");
        }
    })));
    let runtime = Runtime::new(library).unwrap();
    assert!(lines.lock().unwrap_or_else(|e| e.into_inner()).iter().any(|l| *l == (Severity::Verbose, "verbose".to_owned())));
    library.set_log_sink(None);
    drop(runtime);
}

#[derive(Default)]
struct Watch {
    log: Mutex<Vec<String>>,
    steps: AtomicUsize,
    stop_at: usize,
    panic_at: usize,
}

impl ProgressMonitor for Watch {
    fn phase_start(&self, phase: &str, parent: Option<&str>, steps: i32) {
        self.log.lock().unwrap().push(format!("{phase} in {parent:?}: {steps}"));
    }

    fn step_complete(&self, _: &str, _: i32) -> ControlFlow<()> {
        let step = self.steps.fetch_add(1, Ordering::SeqCst) + 1;
        assert_ne!(step, self.panic_at, "in a callback");
        if step == self.stop_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn phase_finish(&self, phase: &str) {
        self.log.lock().unwrap().push(format!("{phase} done"));
    }
}

#[test]
fn a_network_is_parsed_described_and_built() {
    each_with_parser(|library, controls| {
        let builder = Builder::new(library).unwrap();
        let network = builder.create_network(&[NetworkDefinitionCreationFlag::StronglyTyped]).unwrap();
        let flag = if library.family() == Family::Trt10 { 2 } else { 1 };
        assert!(controls.events().contains(&format!("network:{flag} ")), "{}", controls.events());
        let mut parser = OnnxParser::new(network).unwrap();
        assert!(parser.supports_operator(c"Conv").unwrap());
        assert!(!parser.supports_operator(c"Nope").unwrap());
        parser.set_flag(OnnxParserFlag::NativeInstancenorm, true).unwrap();
        assert!(parser.flag(OnnxParserFlag::NativeInstancenorm).unwrap());
        parser.set_flag(OnnxParserFlag::NativeInstancenorm, false).unwrap();
        assert!(!parser.flag(OnnxParserFlag::NativeInstancenorm).unwrap());
        parser.parse(b"ONNX", Some("/models/a.onnx".as_ref())).unwrap();
        assert!(controls.events().contains("parse:/models/a.onnx "));

        let network = parser.network_mut();
        assert_eq!(network.inputs().unwrap()[0].name().unwrap(), "x");
        assert_eq!(*network.inputs().unwrap()[0].shape().unwrap().unwrap(), [-1, 3, 4, 4]);
        assert!(network.inputs().unwrap()[0].is_network_input().unwrap());
        assert_eq!(network.outputs().unwrap()[0].data_type().unwrap(), DataType::Float);
        let layer = network.layer(0).unwrap();
        assert_eq!((layer.layer_type().unwrap(), layer.name().unwrap()), (LayerType::Softmax, "softmax".to_owned()));
        assert_eq!(layer.output(0).unwrap().name().unwrap(), "y");
        assert_eq!(layer.output_type(0).unwrap(), DataType::Float);
        match library.family() {
            Family::Trt10 => {
                assert_eq!(layer.precision().unwrap(), None);
                layer.set_precision(DataType::Half).unwrap();
                assert_eq!(layer.precision().unwrap(), Some(DataType::Half));
            }
            _ => assert!(matches!(layer.set_precision(DataType::Half), Err(Error::Missing(_)))),
        }
        network.mark_output(0, 0).unwrap();
        assert_eq!(network.output_count().unwrap(), 2);
        network.unmark_output(1).unwrap();
        assert!(matches!(network.layer(1), Err(Error::Argument { argument: "layer", .. })));
        network.set_name(c"net").unwrap();
        assert_eq!(network.name().unwrap(), "net");

        let mut config = builder.create_config().unwrap();
        let mut profile = builder.create_optimization_profile().unwrap();
        for (selector, batch) in [(OptProfileSelector::Min, 1), (OptProfileSelector::Opt, 2), (OptProfileSelector::Max, 8)] {
            profile.set_dimensions(c"x", selector, &Dims::new(&[batch, 3, 4, 4]).unwrap()).unwrap();
            assert_eq!(profile.dimensions(c"x", selector).unwrap().unwrap()[0], batch);
        }
        assert!(profile.set_dimensions(c"x", OptProfileSelector::Max, &Dims::new(&[-1]).unwrap()).is_err());
        assert!(profile.is_valid().unwrap());
        assert_eq!(config.add_optimization_profile(&profile).unwrap(), 0);
        assert_eq!(config.optimization_profiles().unwrap(), 1);
        assert!(builder.is_network_supported(parser.network(), &config).unwrap());

        let watch = Arc::new(Watch::default());
        config.set_progress_monitor(Some(watch.clone())).unwrap();
        let plan = builder.build_serialized_network(parser.network(), &config).unwrap();
        assert_eq!(&*plan, PLAN);
        assert_eq!(watch.steps.load(Ordering::SeqCst), 8);
        assert_eq!(watch.log.lock().unwrap()[..2], ["Building Engine in None: 2", "Timing in Some(\"Building Engine\"): 3"]);

        config.set_progress_monitor(Some(Arc::new(Watch { stop_at: 5, ..Watch::default() }))).unwrap();
        let stopped = builder.build_serialized_network(parser.network(), &config);
        assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");
        config.set_progress_monitor(Some(Arc::new(Watch { panic_at: 2, ..Watch::default() }))).unwrap();
        assert!(matches!(builder.build_serialized_network(parser.network(), &config), Err(Error::Cancelled)));
        config.set_progress_monitor(None).unwrap();
        assert!(builder.build_serialized_network(parser.network(), &config).is_ok());

        controls.reset(0);
        drop(builder);
        drop(config);
        drop(profile);
        drop(parser);
        // The network's own tensors and layer go with it in this stand-in, before its facade's destructor is over.
        let events: Vec<String> = controls.events().split_whitespace().map(str::to_owned).collect();
        let at = |what: &str| events.iter().position(|e| e == what).unwrap_or_else(|| panic!("{what} in {events:?}"));
        assert!(at("-IBuilderConfig") < at("-IParser") && at("-IParser") < at("-INetworkDefinition"));
        assert!(at("-INetworkDefinition") < at("-IBuilder"), "{events:?}");
    });
}

#[test]
fn a_refused_model_says_where_and_why() {
    each_with_parser(|library, _| {
        let builder = Builder::new(library).unwrap();
        let mut parser = OnnxParser::new(builder.create_network(&[]).unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("broken.onnx");
        std::fs::write(&path, "?").unwrap();
        let error = parser.parse_from_file(&path).unwrap_err();
        let Error::Parse { model, errors, log } = &error else { panic!("{error}") };
        assert_eq!(*model, path.display().to_string());
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].code, Some(ParserErrorCode::UnsupportedNode));
        assert_eq!(errors[0].node, 7);
        assert_eq!(log.len(), 1);
        let text = error.to_string();
        let expected = "kUNSUPPORTED_NODE: No importer registered for op: Nope (node 7, /head/nope, Nope) \
                        [ModelImporter.cpp:42 in parseNode]";
        assert!(text.contains(expected), "{text}");
        let mut empty = OnnxParser::new(builder.create_network(&[]).unwrap()).unwrap();
        let error = empty.parse(b"    ", None).unwrap_err();
        assert!(matches!(&error, Error::EmptyModel { model } if model == "a model of 4 bytes"), "{error}");
        // The old error is forgotten; the network is empty, which TensorRT refuses to build.
        assert!(parser.parse(b"", None).is_err_and(|e| matches!(e, Error::Parse { errors, .. } if errors.len() == 1)));
        let config = builder.create_config().unwrap();
        let error = builder.build_serialized_network(parser.network(), &config).unwrap_err();
        assert!(error.to_string().contains("Error Code 4: Internal Error"), "{error}");
        let nul = std::path::Path::new("a\0b");
        assert!(matches!(parser.parse_from_file(nul), Err(Error::Argument { argument: "path", .. })));
    });
}

#[test]
fn a_configuration_keeps_what_it_is_told() {
    each(|library, _| {
        let builder = Builder::new(library).unwrap();
        let mut config = builder.create_config().unwrap();
        for flag in [BuilderFlag::Tf32, BuilderFlag::VersionCompatible, BuilderFlag::Refit] {
            assert!(!config.flag(flag).unwrap());
            config.set_flag(flag, true).unwrap();
            assert!(config.flag(flag).unwrap());
            config.set_flag(flag, false).unwrap();
            assert!(!config.flag(flag).unwrap());
        }
        let ten = library.family() == Family::Trt10;
        for flag in [BuilderFlag::Fp16, BuilderFlag::Int8, BuilderFlag::Bf16] {
            assert_eq!(config.set_flag(flag, true).is_ok(), ten, "{flag:?}");
        }
        assert_eq!(config.known_flags().any(|f| f == BuilderFlag::Fp16), ten);
        if !ten {
            let text = config.set_flag(BuilderFlag::Fp16, true).unwrap_err().to_string();
            assert!(text.starts_with("BuilderFlag::kFP16 is not in TensorRT"), "{text}");
        }
        assert_eq!(builder.platform_has_fast_fp16().is_ok(), ten);
        config.set_memory_pool_limit(MemoryPoolType::Workspace, 1 << 30).unwrap();
        assert_eq!(config.memory_pool_limit(MemoryPoolType::Workspace).unwrap(), 1 << 30);
        config.set_optimization_level(5).unwrap();
        assert_eq!(config.optimization_level().unwrap(), 5);
        assert!(config.set_optimization_level(6).is_err());
        config.set_avg_timing_iterations(4).unwrap();
        assert_eq!(config.avg_timing_iterations().unwrap(), 4);
        config.set_profiling_verbosity(ProfilingVerbosity::Detailed).unwrap();
        assert_eq!(config.profiling_verbosity().unwrap(), ProfilingVerbosity::Detailed);
        config.set_hardware_compatibility_level(HardwareCompatibilityLevel::AmperePlus).unwrap();
        assert_eq!(config.hardware_compatibility_level().unwrap(), HardwareCompatibilityLevel::AmperePlus);
        let feature = PreviewFeature::AliasedPluginIo1003;
        let there = feature.since(library.family()).is_some_and(|since| since <= library.version());
        assert_eq!(config.set_preview_feature(feature, true).is_ok(), there, "{library}");
        assert!(!there || config.preview_feature(feature).unwrap());

        let cache = config.create_timing_cache(&[]).unwrap();
        config.set_timing_cache(&cache, false).unwrap();
        let saved = cache.serialize().unwrap();
        assert_eq!(&*saved, b"CACHE");
        let other = config.create_timing_cache(b"CACHE of before").unwrap();
        assert!(cache.combine(&other, false).is_err());
        cache.combine(&other, true).unwrap();
        cache.reset().unwrap();
        let error = config.create_timing_cache(b"nonsense").unwrap_err();
        assert!(error.to_string().contains("of another version"), "{error}");
        // The configuration still uses the first cache: it goes after it.
        drop(cache);
        drop(config);

        let another = Builder::new(library).unwrap();
        let (network, config) = (builder.create_network(&[]).unwrap(), another.create_config().unwrap());
        assert!(matches!(builder.build_serialized_network(&network, &config), Err(Error::Argument { argument: "config", .. })));
    });
}

#[test]
fn a_builder_takes_one_error_recorder() {
    let library = mock(Family::Trt10).open();
    let mut builder = Builder::new(library).unwrap();
    builder.set_error_recorder(ErrorRecorder::new(library).unwrap()).unwrap();
    assert!(builder.set_error_recorder(ErrorRecorder::new(library).unwrap()).is_err());
    let foreign = ErrorRecorder::new(mock(Family::Rtx).open()).unwrap();
    let mut other = Builder::new(library).unwrap();
    assert!(matches!(other.set_error_recorder(foreign), Err(Error::Argument { argument: "error recorder", .. })));
    assert!(other.set_max_threads(0).is_err());
    other.set_max_threads(2).unwrap();
}

#[test]
fn engines_are_shared_between_threads_and_contexts_are_sent() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Runtime>();
    shared::<vrt_sys::CudaEngine>();
    shared::<vrt_sys::HostMemory>();
    shared::<ErrorRecorder>();
    sent::<vrt_sys::ExecutionContext>();
    let library = mock(Family::Trt10).open();
    // SAFETY: the stand-in's own plan.
    let engine = unsafe { Runtime::new(library).unwrap().deserialize(PLAN) }.unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut context = engine.create_execution_context(Strategy::Static).unwrap();
                context.set_input_shape(c"x", &Dims::new(&[1, 3, 4, 4]).unwrap()).unwrap();
            });
        }
    });
}
