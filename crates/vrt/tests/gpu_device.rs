//! Small models on a real GPU with a real TensorRT, beside what ONNX Runtime computes.
//!
//! ```sh
//! VRT_TEST_MODELS=crates/vrt/tests/data/onnx cargo test -p vrt --features cuda --test gpu_device -- --ignored --nocapture --test-threads=1
//! ```
//! Needs no other file at run time, so the compiled test can be carried to the machine with the GPU. Lines with `evidence:` say what was
//! measured.
#![cfg(feature = "cuda")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failing assumption is the test's failure, in helpers too")]

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use vrt::cuda::cudarc::driver::DevicePtr;
use vrt::cuda::{
    Argument, Cuda, CudaError, FiniteCheck, FrameGraph, FrameMode, GpuTimer, Grid, KernelError, KernelSource, PinnedBuffer, Recorder,
    device_slice, device_slice_mut,
};
use vrt::kornia_tensor::Tensor;
use vrt::tensorrt::{
    Agreement, BuildError, CancelToken, Engine, EngineBuilder, EngineStore, HostTensor, HostValues, Precision, Session, SessionError,
    ShapeRange, TensorRt,
};

fn models() -> PathBuf {
    PathBuf::from(std::env::var_os("VRT_TEST_MODELS").expect("VRT_TEST_MODELS names the folder of test models"))
}

fn cuda() -> Cuda {
    Cuda::open(0).unwrap()
}

fn tensorrt() -> TensorRt {
    TensorRt::open(&cuda()).unwrap()
}

/// One store for all tests of a run, so that each engine is built once.
fn store() -> EngineStore {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    EngineStore::at(FOLDER.get_or_init(|| tempfile::tempdir().unwrap()).path())
}

fn builder(name: &str) -> EngineBuilder {
    let builder = EngineBuilder::new(&tensorrt(), name, models().join(format!("{name}.onnx")));
    if name != "dynamic" {
        return builder;
    }
    let shape = |batch| vec![batch, 3, 16, 16];
    builder.shapes(ShapeRange { input: "x".into(), min: shape(1), opt: shape(3), max: shape(4) })
}

fn engine(name: &str, precision: Precision) -> Engine {
    builder(name).precision(precision).build_in(&store()).unwrap().engine
}

fn session(name: &str, precision: Precision) -> Session {
    Session::new(&engine(name, precision), &cuda().new_stream().unwrap()).unwrap()
}

fn floats(file: &str) -> Vec<f32> {
    let bytes = std::fs::read(models().join(file)).unwrap();
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// Relative error to what ONNX Runtime computed.
fn error(found: &[f32], file: &str) -> f64 {
    Agreement::of(&found.to_vec().into(), &floats(file).into()).relative_error
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_is_described() {
    let cuda = cuda();
    let memory = cuda.memory().unwrap();
    println!("evidence: {cuda:?}, {} of {} bytes free, {}", memory.free, memory.total, tensorrt());
    assert!(memory.free > 0 && memory.free <= memory.total);
    assert!(matches!(Cuda::open(999), Err(CudaError::UnknownDevice { .. })));
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_copies_wait() {
    let cuda = cuda();
    let (first, second) = (cuda.new_stream().unwrap(), cuda.new_stream().unwrap());
    let len = 10_000_000;
    for round in 0..20 {
        let values: Vec<f32> = (0..len).map(|index| (index + round) as f32).collect();
        let mut upload = PinnedBuffer::<f32>::for_upload(&cuda, len).unwrap();
        upload.values_mut().unwrap().copy_from_slice(&values);
        let mut device = cuda.zeros::<f32, 1>([len], &first).unwrap();
        let mut readback = PinnedBuffer::<f32>::for_readback(&cuda, len).unwrap();
        let _unwaited = upload.copy_to(device_slice_mut(&mut device, "d").unwrap().as_view_mut(), &first).unwrap();
        let _unwaited = readback.copy_from(device_slice(&device, "d").unwrap().as_view(), &second).unwrap();
        // Dropped while its copies run, and allocated anew.
        drop(device);
        let _other = cuda.zeros::<f32, 1>([len], &first).unwrap();
        assert!(readback.values().unwrap() == values, "round {round}");
    }
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_kernels_run_and_fail_well() {
    const SCALE: KernelSource = KernelSource {
        name: "scale",
        cuda: r#"extern "C" __global__ void scale(float* values, int len, float factor) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < len) values[i] *= factor;
        }"#,
        options: &["--fmad=false"],
        ptx: None,
    };
    let cuda = cuda();
    let stream = cuda.new_stream().unwrap();
    let module = match SCALE.load(&cuda) {
        Err(CudaError::Kernel(KernelError::NoNvrtc { .. })) => return println!("evidence: no NVRTC here"),
        module => module.unwrap(),
    };
    let kernel = module.kernel("scale").unwrap();
    let mut tensor = cuda.upload(&Tensor::<f32, 1>::from_shape_vec([1000], vec![1.5; 1000]).unwrap(), &stream).unwrap();
    {
        use vrt::cuda::cudarc::driver::DevicePtrMut;
        let (address, _written) = device_slice_mut(&mut tensor, "t").unwrap().device_ptr_mut(&stream);
        let arguments = [Argument::from(&address), Argument::from(&1000_i32), Argument::from(&2.0_f32)];
        // SAFETY: the kernel's parameters are an address of 1000 floats, their number and a factor.
        unsafe { kernel.launch(&stream, Grid::cover(1000, 256), &arguments) }.unwrap();
    }
    assert_eq!(cuda.download(&tensor, &stream).unwrap().as_slice(), &[3.0; 1000]);
    assert!(module.kernel("shrink").unwrap_err().to_string().contains("have no `shrink`"));
    let wrong = KernelSource { cuda: "extern \"C\" __global__ void scale() { undeclared = 1; }", ..SCALE };
    let error = wrong.load(&cuda).unwrap_err().to_string();
    assert!(error.contains("undeclared"), "{error}");

    let mut values = vec![1.0_f32; 1_000_003];
    for index in [0, 77, 1_000_002] {
        values[index] = f32::NAN;
    }
    let tensor = cuda.upload(&Tensor::<f32, 1>::from_shape_vec([values.len()], values).unwrap(), &stream).unwrap();
    let mut check = FiniteCheck::new(&cuda, &stream).unwrap();
    assert_eq!(check.count(device_slice(&tensor, "t").unwrap().as_view(), &stream).unwrap(), 3);
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_engines_agree_with_onnx_runtime() {
    for (precision, tolerance) in [(Precision::Fp32, 1e-5), (Precision::Tf32, 2e-3), (Precision::Fp16, 5e-3), (Precision::Bf16, 3e-2)] {
        let built = builder("plain").precision(precision).build_in(&store()).unwrap();
        let mut session = Session::new(&built.engine, &cuda().new_stream().unwrap()).unwrap();
        session.upload("x", &Tensor::from_shape_vec([1, 3, 16, 16], floats("plain.x.f32")).unwrap()).unwrap();
        session.enqueue().unwrap().wait().unwrap();
        let found = error(session.download::<f32, 4>("y").unwrap().as_slice(), "plain.y.f32");
        println!("evidence: plain {precision}: relative error {found:.2e}, built {} in {:.1?}", built.precision_built, built.build_time);
        assert!(found < tolerance, "{precision}: {found}");
    }
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_batches_change() {
    let mut session = session("dynamic", Precision::Fp32);
    let (x, y) = (floats("dynamic.x.f32"), floats("dynamic.y.f32"));
    for (batch, capture) in [(3, false), (1, false), (2, true), (3, true)] {
        session.set_input_shape("x", &[batch, 3, 16, 16]).unwrap();
        session.upload("x", &Tensor::from_shape_vec([batch, 3, 16, 16], x[..batch * 768].to_vec()).unwrap()).unwrap();
        if capture {
            session.capture().unwrap();
        }
        session.enqueue().unwrap().wait().unwrap();
        let found = session.download::<f32, 4>("y").unwrap();
        let expected: HostValues = y[..batch * 2048].to_vec().into();
        let error = Agreement::of(&found.as_slice().to_vec().into(), &expected).relative_error;
        println!("evidence: batch {batch}, graph {capture}: relative error {error:.2e}");
        assert!(error < 1e-5);
    }
    assert!(matches!(session.set_input_shape("x", &[5, 3, 16, 16]), Err(SessionError::Shape { .. })));
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_integers_and_unknown_shapes() {
    let mut top = session("top", Precision::Fp32);
    let x = HostTensor::new(&[1, 64], floats("top.x.f32")).unwrap();
    let outputs = top.run(&[("x".to_owned(), x)]).unwrap();
    let expected = std::fs::read(models().join("top.indices.i64")).unwrap();
    let expected: Vec<i64> = expected.as_chunks::<8>().0.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect();
    println!("evidence: {}", outputs.iter().map(|(name, tensor)| format!("{name} {tensor}")).collect::<Vec<_>>().join(", "));
    let indices = outputs.iter().find(|(name, _)| name == "indices").unwrap().1.values().to_f64();
    assert_eq!(indices, expected.iter().map(|&index| index as f64).collect::<Vec<_>>());
    let built = builder("nonzero").self_check(None).build_in(&store()).unwrap();
    let refused = Session::new(&built.engine, &cuda().new_stream().unwrap()).unwrap_err();
    assert!(matches!(refused, SessionError::DataDependentShape { .. }), "{refused}");
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_half_engines_that_overflow_are_refused() {
    let golden = vrt::tensorrt::Golden {
        inputs: vec![("x".into(), HostTensor::new(&[1, 16], floats("overflow.x.f32")).unwrap())],
        expected: vec![("y".into(), HostTensor::new(&[1, 16], floats("overflow.y.f32")).unwrap())],
        tolerance: None,
    };
    let build = |precision| builder("overflow").precision(precision).self_check(Some(golden.clone())).build_in(&store());
    assert!(build(Precision::Fp32).is_ok());
    match build(Precision::Fp16) {
        Err(error) => {
            println!("evidence: {error}");
            assert!(matches!(error, BuildError::Check { .. }), "{error}");
        }
        // TensorRT may keep such a small network in fp32, which is right then.
        Ok(built) => println!("evidence: TensorRT built {} and it passes", built.precision_built),
    }
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_models_say_their_types() {
    let half = builder("half").precision(Precision::Fp16).build_in(&store()).unwrap();
    println!("evidence: half: {}, {:?}", half.precision_built, half.engine.tensors());
    let int8 = builder("qdq").precision(Precision::Int8).build_in(&store()).unwrap();
    println!("evidence: qdq: {}, notes {:?}", int8.precision_built, int8.notes);
    assert!(matches!(builder("half").build_in(&store()), Err(BuildError::Precision(_))));
    assert!(matches!(builder("plain").precision(Precision::Int8).build_in(&store()), Err(BuildError::Precision(_))));
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_builds_stop_and_explain() {
    let cancel = CancelToken::new();
    let token = cancel.clone();
    let stop = move |_: &vrt::tensorrt::BuildProgress| {
        token.cancel();
        ControlFlow::Continue(())
    };
    let stopped = builder("plain").precision(Precision::Fp16).optimization_level(5).cancel(&cancel).on_progress(stop);
    assert!(matches!(stopped.build_in(&store()), Err(BuildError::Cancelled { .. })));
    let phases = std::sync::Arc::new(Mutex::new(0));
    let count = phases.clone();
    let watched = builder("top").optimization_level(1).on_progress(move |_| {
        *count.lock().unwrap() += 1;
        ControlFlow::Continue(())
    });
    watched.build_in(&store()).unwrap();
    println!("evidence: {} progress reports", phases.lock().unwrap());
    assert!(*phases.lock().unwrap() > 0);
    let error = builder("unsupported").build_in(&store()).unwrap_err();
    println!("evidence: {error}");
    assert!(matches!(&error, BuildError::Unsupported { nodes, .. } if nodes.len() == 2), "{error}");
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_foreign_memory_and_streams() {
    let cuda = cuda();
    let own = cuda.new_stream().unwrap();
    // SAFETY: `own` outlives the handle.
    let stream = unsafe { cuda.wrap_stream(own.cu_stream()) }.unwrap();
    let x = Tensor::<f32, 4>::from_shape_vec([1, 3, 16, 16], floats("plain.x.f32")).unwrap();
    let owner = cuda.upload(&x, &own).unwrap();
    let address = device_slice(&owner, "owner").unwrap().device_ptr(&own).0;
    // SAFETY: the owner is the keepalive, and nobody writes to it.
    let mut foreign = unsafe { cuda.tensor_from_device_pointer::<f32, 4>(address, [1, 3, 16, 16], &stream, Box::new(owner)) }.unwrap();
    let mut session = Session::new(&engine("plain", Precision::Fp32), &stream).unwrap();
    session.exchange("x", &mut foreign).unwrap();
    session.enqueue().unwrap().wait().unwrap();
    assert!(error(session.download::<f32, 4>("y").unwrap().as_slice(), "plain.y.f32") < 1e-5);
    let mut timer = GpuTimer::new(&cuda).unwrap();
    timer.start(&stream).unwrap();
    let _unwaited = session.enqueue().unwrap();
    timer.stop(&stream).unwrap();
    let milliseconds = timer.milliseconds().unwrap();
    println!("evidence: plain took {milliseconds} ms");
    assert!(milliseconds > 0.0 && milliseconds < 1000.0);
    // SAFETY: refused before anything is done with it.
    let wrong = unsafe { cuda.tensor_from_device_pointer::<f32, 1>(0x1000, [4], &stream, Box::new(())) };
    println!("evidence: {}", wrong.err().unwrap());
}

struct Frame {
    staging: PinnedBuffer<f32>,
    session: Session,
    result: PinnedBuffer<f32>,
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_frames_become_graphs() {
    let cuda = cuda();
    let session = session("plain", Precision::Fp32);
    let stream = session.stream().clone();
    let frame =
        Frame { staging: PinnedBuffer::for_upload(&cuda, 768).unwrap(), session, result: PinnedBuffer::for_readback(&cuda, 2048).unwrap() };
    // SAFETY: what is recorded belongs to the frame, of which nothing is replaced.
    let mut graph: FrameGraph<Frame, SessionError> = unsafe {
        FrameGraph::new(&cuda, &stream, frame, |frame, recorder| {
            recorder.copy_from_pinned(&frame.staging, frame.session.address::<f32>("x")?.0)?;
            frame.session.record(recorder)?;
            recorder.copy_to_pinned(frame.session.address::<f32>("y")?.0, &mut frame.result)?;
            Ok(())
        })
    }
    .unwrap();
    let x = floats("plain.x.f32");
    for round in 0..100 {
        graph.resources_mut().staging.values_mut().unwrap().copy_from_slice(&x);
        // Reading the result waits for the frame.
        let _unwaited = graph.run().unwrap();
        let found = error(graph.resources().result.values().unwrap(), "plain.y.f32");
        assert!(found < 1e-5, "round {round}: {found}");
    }
    assert_eq!(graph.mode(), FrameMode::Graph, "{:?}", graph.why_plain());
}

/// Another thread runs a second session on a frame's stream while the frame is recorded into its graph: that run is run, and is no part of the
/// graph. Then it does so all the time, beside captures.
#[test]
#[ignore = "needs a GPU"]
fn gpu_graphs_hold_nothing_that_others_queue_on_their_stream() {
    let (cuda, engine) = (cuda(), engine("plain", Precision::Fp32));
    let stream = cuda.new_stream().unwrap();
    let x = Tensor::<f32, 4>::from_shape_vec([1, 3, 16, 16], floats("plain.x.f32")).unwrap();
    let zeros = Tensor::<f32, 4>::from_shape_val([1, 3, 16, 16], 0.0);
    let mut session = Session::new(&engine, &stream).unwrap();
    session.upload("x", &x).unwrap();
    session.capture().unwrap();
    let kernels = session.graph_contents().unwrap().unwrap().kernels;
    let mut theirs = Session::new(&engine, &stream).unwrap();
    theirs.upload("x", &zeros).unwrap();
    theirs.enqueue().unwrap().wait().unwrap();
    theirs.upload("x", &x).unwrap();
    let theirs = Arc::new(Mutex::new(theirs));
    let other = theirs.clone();
    let record = move |session: &mut Session, recorder: &mut Recorder<'_>| {
        if recorder.is_capturing() {
            let queue = || other.lock().unwrap().enqueue().map(|_| ()).unwrap();
            std::thread::scope(|scope| scope.spawn(queue).join().unwrap());
        }
        session.record(recorder)
    };
    // SAFETY: what is recorded belongs to the session; the other one queues its run by itself, as any user of the stream may.
    let frame = unsafe { FrameGraph::new(&cuda, &stream, Session::new(&engine, &stream).unwrap(), record) };
    let mut frame: FrameGraph<_, SessionError> = frame.unwrap();
    assert_eq!(frame.prepare().unwrap(), FrameMode::Graph, "{:?}", frame.why_plain());
    assert_eq!(frame.contents().unwrap().unwrap().kernels, kernels);
    let mut theirs = theirs.lock().unwrap();
    let theirs: &mut Session = &mut theirs;
    let ran = |theirs: &mut Session| error(theirs.download::<f32, 4>("y").unwrap().as_slice(), "plain.y.f32") < 1e-5;
    assert!(ran(theirs), "it runs at once");
    theirs.upload("x", &zeros).unwrap();
    frame.run().unwrap().wait().unwrap();
    assert!(ran(theirs), "frames do not repeat it");

    let runs = 2000;
    let captures = std::thread::scope(|scope| {
        let busy = scope.spawn(|| (0..runs).for_each(|_| theirs.enqueue().unwrap().wait().unwrap()));
        for round in 1.. {
            session.capture().unwrap();
            assert_eq!(session.graph_contents().unwrap().unwrap().kernels, kernels, "capture {round}");
            session.enqueue().unwrap().wait().unwrap();
            if busy.is_finished() {
                return round;
            }
        }
        0
    });
    assert!(error(session.download::<f32, 4>("y").unwrap().as_slice(), "plain.y.f32") < 1e-5);
    println!("evidence: {captures} captures of {kernels} kernels each beside {runs} runs of another thread on the same stream");
}

#[test]
#[ignore = "needs a GPU"]
fn gpu_sessions_run_side_by_side() {
    let engine = engine("plain", Precision::Fp32);
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let mut session = Session::new(&engine, &cuda().new_stream().unwrap()).unwrap();
            std::thread::spawn(move || {
                let x = Tensor::<f32, 4>::from_shape_vec([1, 3, 16, 16], floats("plain.x.f32")).unwrap();
                for _ in 0..200 {
                    session.upload("x", &x).unwrap();
                    session.enqueue().unwrap().wait().unwrap();
                    assert!(error(session.download::<f32, 4>("y").unwrap().as_slice(), "plain.y.f32") < 1e-5);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
