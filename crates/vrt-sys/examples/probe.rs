//! Says which TensorRT, driver and GPUs are here, builds a small network, runs it and compares the result with
//! onnxruntime's.
//!
//! ```text
//! cargo run --release -p vrt-sys --example probe            # the first TensorRT that is found
//! VRT_TENSORRT_DIR=/opt/tensorrt/lib cargo run --release -p vrt-sys --example probe
//! ```

use std::ffi::{CStr, c_void};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use vrt_sys::{
    Builder, BuilderFlag, CudaEngine, Dims, ErrorRecorder, ExecutionContext, ExecutionContextAllocationStrategy as Strategy, Family,
    LayerInformationFormat, Library, MemoryPoolType, OnnxParser, OptProfileSelector, OutputAllocator, ProfilingVerbosity, ProgressMonitor,
    Runtime, RuntimeOptions, Severity,
};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const MODEL: &[u8] = include_bytes!("../tests/data/tiny.onnx");
const INPUT: &[u8] = include_bytes!("../tests/data/tiny_input.f32");
const OUTPUT: &[u8] = include_bytes!("../tests/data/tiny_output.f32");
const BATCH: i64 = 2;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("probe: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let library = Library::open()?;
    println!("{library}\nfamily {}; newer than known: {}", library.family(), library.is_newer_than_known());
    println!("{} methods and flags: {}", vrt_sys::raw::Method::COUNT, flags(library));
    library.set_log_sink(Some(Arc::new(|severity: Severity, text: &str| {
        if matches!(severity, Severity::InternalError | Severity::Error | Severity::Warning) {
            eprintln!("[{severity:?}] {text}");
        }
    })));
    let driver = library.driver();
    match &driver {
        Ok(driver) => println!("driver: CUDA {}, GPUs of compute capability {:?}", driver.cuda_version, driver.devices),
        Err(error) => println!("driver: {error}"),
    }
    if let Err(error) = driver {
        if library.family() != Family::Rtx {
            return Err(error.into());
        }
        build(library, false)?;
        return Ok(());
    }
    let cuda = Cuda::new()?;
    for half in [false, true] {
        if half && library.family() != Family::Trt10 {
            println!("fp16: no builder flag in {}", library.family());
            continue;
        }
        let started = Instant::now();
        let plan = build(library, half)?;
        println!("built in {:.2} s", started.elapsed().as_secs_f64());
        check_run(library, &cuda, &plan, if half { 2e-2 } else { 2e-3 })?;
    }
    println!("all well");
    Ok(())
}

fn flags(library: Library) -> String {
    use vrt_sys::RawEnum as _;
    let known = BuilderFlag::ALL.iter().filter(|flag| flag.since(library.family()).is_some());
    known.map(|flag| flag.constant()).collect::<Vec<_>>().join(" ")
}

#[derive(Default)]
struct Progress {
    phases: Mutex<Vec<String>>,
    steps: AtomicUsize,
}

impl ProgressMonitor for Progress {
    fn phase_start(&self, phase: &str, parent: Option<&str>, steps: i32) {
        if let (Ok(mut phases), None) = (self.phases.lock(), parent) {
            phases.push(format!("{phase} ({steps})"));
        }
    }

    fn step_complete(&self, _: &str, _: i32) -> ControlFlow<()> {
        self.steps.fetch_add(1, Ordering::SeqCst);
        ControlFlow::Continue(())
    }
}

fn build(library: Library, half: bool) -> Result<Vec<u8>> {
    let mut builder = Builder::new(library)?;
    let recorder = ErrorRecorder::new(library)?;
    builder.set_error_recorder(recorder.clone())?;
    if library.family() == Family::Trt10 {
        println!("fast fp16 {}, fast int8 {}", builder.platform_has_fast_fp16()?, builder.platform_has_fast_int8()?);
    }
    let mut parser = OnnxParser::new(builder.create_network(&[])?)?;
    parser.parse(MODEL, None)?;
    let network = parser.network();
    println!("network: {} layers", network.layer_count()?);
    for layer in network.layers()? {
        println!("  {:?} {}", layer.layer_type()?, layer.name()?);
    }
    let mut config = builder.create_config()?;
    let mut profile = builder.create_optimization_profile()?;
    for (selector, batch) in [(OptProfileSelector::Min, 1), (OptProfileSelector::Opt, BATCH), (OptProfileSelector::Max, 4)] {
        profile.set_dimensions(c"x", selector, &Dims::new(&[batch, 3, 16, 16])?)?;
    }
    config.add_optimization_profile(&profile)?;
    config.set_memory_pool_limit(MemoryPoolType::Workspace, 256 << 20)?;
    config.set_profiling_verbosity(ProfilingVerbosity::Detailed)?;
    if half {
        config.set_flag(BuilderFlag::Fp16, true)?;
    } else {
        config.set_flag(BuilderFlag::Tf32, false)?;
    }
    let cache = config.create_timing_cache(&[])?;
    config.set_timing_cache(&cache, false)?;
    let progress = Arc::new(Progress::default());
    config.set_progress_monitor(Some(progress.clone()))?;
    let plan = builder.build_serialized_network(network, &config)?;
    let cache = cache.serialize()?;
    println!("plan of {} bytes, fp16 {half}; timing cache of {} bytes, which loads again: {}", plan.len(), cache.len(), {
        config.create_timing_cache(&cache).is_ok()
    });
    println!("{} steps in {:?}", progress.steps.load(Ordering::SeqCst), progress.phases.lock().map(|p| p.clone()));
    println!("errors recorded: {:?}", recorder.take());
    Ok(plan.to_vec())
}

fn check_run(library: Library, cuda: &Cuda, plan: &[u8], tolerance: f32) -> Result<()> {
    let recorder = ErrorRecorder::new(library)?;
    let mut options = RuntimeOptions::default();
    options.error_recorder = Some(recorder.clone());
    let runtime = Runtime::with_options(library, options)?;
    // SAFETY: no plan at all: TensorRT refuses it by its first bytes.
    let refused = unsafe { runtime.deserialize(b"garbage garbage garbage garbage!") };
    println!("garbage: {}\nrecorded: {:?}", refused.err().map_or_else(|| "loaded?".to_owned(), |e| e.to_string()), recorder.take());
    // SAFETY: built just now.
    let engine = unsafe { runtime.deserialize(plan) }?;
    println!("engine {:?}: {} layers, {} bytes of activations", engine.name()?, engine.layers()?, engine.device_memory_size()?);
    for tensor in engine.io_tensors()? {
        println!("  {tensor:?}");
    }
    println!("profile: {:?}", engine.profile_shape(c"x", 0)?);
    let information = engine.create_inspector()?.engine_information(LayerInformationFormat::Json)?;
    println!("inspector: {} bytes of JSON", information.len());
    println!("serialized again: {} bytes", engine.serialize()?.len());

    let mut context = engine.create_execution_context(Strategy::Static)?;
    println!("missing at first: {:?}, all shapes set: {}", context.infer_shapes()?, context.all_shapes_specified()?);
    println!("a batch of 9: {}", text(context.set_input_shape(c"x", &Dims::new(&[9, 3, 16, 16])?)));
    compare("static", run_once(cuda, &mut context, None)?, tolerance)?;

    let mut own = engine.create_execution_context(Strategy::UserManaged)?;
    let size = engine.device_memory_size_for_profile(0)?;
    let memory = cuda.allocate(usize::try_from(size)?.max(256))?;
    // SAFETY: device memory of that size, freed after the context.
    unsafe { own.set_device_memory(memory, size)? };
    compare("own device memory", run_once(cuda, &mut own, None)?, tolerance)?;
    drop(own);
    cuda.free(memory);

    let memory = cuda.allocate(4096)?;
    let given = Arc::new(Given { memory: AtomicPtr::new(memory), shape: Mutex::new(None) });
    let mut with_allocator = engine.create_execution_context(Strategy::Static)?;
    with_allocator.set_output_allocator(c"y", Some(Box::new(Shared(Arc::clone(&given)))))?;
    compare("output allocator", run_once(cuda, &mut with_allocator, Some(memory))?, tolerance)?;
    println!("shape that the allocator was told: {:?}", given.shape.lock().map(|s| *s));
    drop(with_allocator);
    cuda.free(memory);
    threads(cuda, &engine, tolerance)?;
    println!("errors recorded: {:?}, references {}", recorder.take(), recorder.references());
    drop(context);
    drop(engine);
    drop(runtime);
    println!("references after all is gone: {}", recorder.references());
    Ok(())
}

/// Contexts of one engine on several threads.
fn threads(cuda: &Cuda, engine: &CudaEngine, tolerance: f32) -> Result<()> {
    let outcomes: Vec<std::result::Result<(), String>> = std::thread::scope(|scope| {
        let run = || -> std::result::Result<(), String> {
            cuda.make_current().map_err(|e| e.to_string())?;
            let mut context = engine.create_execution_context(Strategy::Static).map_err(|e| e.to_string())?;
            for _ in 0..50 {
                let out = run_once(cuda, &mut context, None).map_err(|e| e.to_string())?;
                compare("", out, tolerance).map_err(|e| e.to_string())?;
            }
            Ok(())
        };
        let handles: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        handles.into_iter().map(|h| h.join().unwrap_or_else(|_| Err("a thread panicked".to_owned()))).collect()
    });
    outcomes.into_iter().collect::<std::result::Result<Vec<()>, String>>()?;
    println!("4 threads, 50 runs each: well");
    Ok(())
}

struct Given {
    memory: AtomicPtr<c_void>,
    shape: Mutex<Option<Dims>>,
}

struct Shared(Arc<Given>);

// SAFETY: the memory has 4096 bytes and is freed after the context; more is refused.
unsafe impl OutputAllocator for Shared {
    fn reallocate(&self, _: &CStr, _: *mut c_void, size: u64, _: u64, _: *mut c_void) -> *mut c_void {
        if size <= 4096 { self.0.memory.load(Ordering::SeqCst) } else { std::ptr::null_mut() }
    }

    fn notify_shape(&self, _: &CStr, shape: &Dims) {
        if let Ok(mut known) = self.0.shape.lock() {
            *known = Some(*shape);
        }
    }
}

fn run_once(cuda: &Cuda, context: &mut ExecutionContext, output: Option<*mut c_void>) -> Result<Vec<f32>> {
    context.set_input_shape(c"x", &Dims::new(&[BATCH, 3, 16, 16])?)?;
    let bytes = context.tensor_shape(c"y")?.volume().ok_or("no shape")? * 4;
    let (stream, x) = (cuda.stream()?, cuda.allocate(INPUT.len())?);
    let y = if output.is_some() { None } else { Some(cuda.allocate(bytes)?) };
    cuda.upload(x, INPUT)?;
    // SAFETY: device memory of the tensors' sizes, freed after the stream is done.
    unsafe {
        context.set_tensor_address(c"x", x)?;
        if let Some(y) = y {
            context.set_tensor_address(c"y", y)?;
        }
        context.enqueue_v3(stream)?;
    }
    cuda.synchronize(stream)?;
    let mut out = vec![0_u8; bytes];
    cuda.download(&mut out, y.or(output).ok_or("no output")?)?;
    cuda.free(x);
    y.into_iter().for_each(|y| cuda.free(y));
    cuda.destroy(stream);
    Ok(floats(&out))
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

fn compare(what: &str, found: Vec<f32>, tolerance: f32) -> Result<()> {
    let expected = floats(OUTPUT);
    let difference = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    if !what.is_empty() {
        println!("{what}: {found:?}, at most {difference:e} from onnxruntime's");
    }
    if found.len() == expected.len() && difference <= tolerance {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected:?}, found {found:?}").into())
    }
}

fn text(result: vrt_sys::Result<()>) -> String {
    result.err().map_or_else(|| "accepted".to_owned(), |e| e.to_string())
}

/// As much of the CUDA driver as this needs.
struct Cuda {
    library: libloading::Library,
    context: AtomicPtr<c_void>,
}

macro_rules! call {
    ($self:expr, $name:literal, ($($kind:ty),*), ($($value:expr),*)) => {{
        // SAFETY: the function's type is the CUDA driver API's; the arguments are its own objects and sizes.
        let code = unsafe {
            let function = $self.library.get::<unsafe extern "C" fn($($kind),*) -> i32>($name)?;
            function($($value),*)
        };
        if code == 0 { Ok(()) } else { Err(format!("{} returns CUDA error {code}", $name)) }
    }};
}

impl Cuda {
    fn new() -> Result<Self> {
        // SAFETY: the system's own driver.
        let library = unsafe { libloading::Library::new("libcuda.so.1") }?;
        let out = Self { library, context: AtomicPtr::default() };
        let mut context = std::ptr::null_mut();
        call!(out, "cuDevicePrimaryCtxRetain", (*mut *mut c_void, i32), (&raw mut context, 0))?;
        out.context.store(context, Ordering::SeqCst);
        out.make_current()?;
        Ok(out)
    }

    fn make_current(&self) -> Result<()> {
        Ok(call!(self, "cuCtxSetCurrent", (*mut c_void), (self.context.load(Ordering::SeqCst)))?)
    }

    fn stream(&self) -> Result<*mut c_void> {
        let mut stream = std::ptr::null_mut();
        call!(self, "cuStreamCreate", (*mut *mut c_void, u32), (&raw mut stream, 1))?;
        Ok(stream)
    }

    fn destroy(&self, stream: *mut c_void) {
        let destroy = || -> Result<()> { Ok(call!(self, "cuStreamDestroy_v2", (*mut c_void), (stream))?) };
        destroy().unwrap_or_else(|e| eprintln!("{e}"));
    }

    fn synchronize(&self, stream: *mut c_void) -> Result<()> {
        Ok(call!(self, "cuStreamSynchronize", (*mut c_void), (stream))?)
    }

    fn allocate(&self, bytes: usize) -> Result<*mut c_void> {
        let mut memory = std::ptr::null_mut();
        call!(self, "cuMemAlloc_v2", (*mut *mut c_void, usize), (&raw mut memory, bytes))?;
        Ok(memory)
    }

    fn free(&self, memory: *mut c_void) {
        let free = || -> Result<()> { Ok(call!(self, "cuMemFree_v2", (*mut c_void), (memory))?) };
        free().unwrap_or_else(|e| eprintln!("{e}"));
    }

    fn upload(&self, to: *mut c_void, from: &[u8]) -> Result<()> {
        Ok(call!(self, "cuMemcpyHtoD_v2", (*mut c_void, *const u8, usize), (to, from.as_ptr(), from.len()))?)
    }

    fn download(&self, to: &mut [u8], from: *mut c_void) -> Result<()> {
        Ok(call!(self, "cuMemcpyDtoH_v2", (*mut u8, *mut c_void, usize), (to.as_mut_ptr(), from, to.len()))?)
    }
}
