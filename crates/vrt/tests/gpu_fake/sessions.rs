//! Sessions: what goes where, and what is refused.

use std::sync::Arc;

use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::{CudaError, DType, PinnedBuffer, device_slice, device_slice_mut};
use vrt::kornia_tensor::Tensor;
use vrt::tensorrt::{Engine, EngineBuilder, HostTensor, HostValues, Session, SessionError, SessionOptions, ShapeRange};

use super::{count, cuda, leak, models, tensorrt};

fn range(max: usize) -> ShapeRange {
    let shape = |batch| vec![batch, 3, 16, 16];
    ShapeRange { input: "x".into(), min: shape(1), opt: shape(2), max: shape(max) }
}

pub(super) fn engine(file: &str) -> Engine {
    let tensorrt = tensorrt();
    let mut builder = EngineBuilder::new(&tensorrt, "test", models().join(file));
    if file == "dynamic.onnx" {
        builder = builder.shapes(range(8));
    }
    Engine::from_plan(&tensorrt, &builder.build().unwrap().plan, file).unwrap()
}

pub(super) fn session(file: &str) -> Session {
    Session::new(&engine(file), &cuda().new_stream().unwrap()).unwrap()
}

pub(super) fn picture(batch: usize, start: f32) -> Tensor<f32, 4> {
    let values = (0..batch * 768).map(|i| start + i as f32).collect();
    Tensor::from_shape_vec([batch, 3, 16, 16], values).unwrap()
}

/// What the stand-in computes: the three channels and the output channel's number.
pub(super) fn expected(picture: &Tensor<f32, 4>) -> Vec<f32> {
    let x = picture.as_slice();
    let mut y = Vec::new();
    for b in 0..picture.shape[0] {
        for k in 0..8 {
            for i in 0..256 {
                let at = b * 768 + i;
                y.push(x[at] + x[at + 256] + x[at + 512] + k as f32);
            }
        }
    }
    y
}

fn stream() -> Arc<CudaStream> {
    cuda().new_stream().unwrap()
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_sessions_run() {
    let mut session = session("plain.onnx");
    assert_eq!(session.shape("y").unwrap(), [1, 8, 16, 16]);
    for start in [0.0, 100.0] {
        let picture = picture(1, start);
        session.upload("x", &picture).unwrap();
        session.enqueue().unwrap().wait().unwrap();
        assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&picture));
    }
    // Downloading waits for the run by itself.
    let picture = picture(1, 7.0);
    session.upload("x", &picture).unwrap();
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&picture));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_sessions_refuse_what_does_not_fit() {
    let mut plain = session("plain.onnx");
    let unknown = plain.upload("images", &picture(1, 0.0)).unwrap_err();
    assert!(unknown.to_string().contains("no input `images`; it has input `x` f32 [1, 3, 16, 16]"), "{unknown}");
    assert!(matches!(plain.download::<f32, 4>("x"), Err(SessionError::NoSuchTensor { kind: "output", .. })));
    let wrong = plain.download::<i64, 4>("y").err().unwrap();
    assert!(matches!(wrong, SessionError::DType { expected: DType::F32, found: DType::I64, .. }), "{wrong}");
    assert!(matches!(plain.download::<f32, 3>("y"), Err(SessionError::Rank { asked: 3, .. })));
    assert!(matches!(plain.upload("x", &picture(2, 0.0)), Err(SessionError::Shape { .. })));
    let device = cuda().upload(&picture(1, 0.0), &stream()).unwrap();
    assert!(matches!(plain.upload("x", &device), Err(SessionError::Cuda(CudaError::NotOnHost { .. }))));
    let absurd = plain.set_input_shape("x", &[1, 3, usize::MAX, usize::MAX]).unwrap_err();
    assert!(matches!(absurd, SessionError::Shape { .. }), "{absurd}");
    let half = HostTensor::new(&[1, 3, 16, 16], vec![0_u8; 768]).unwrap();
    assert!(matches!(plain.run(&[("x".into(), half)]), Err(SessionError::DType { found: DType::U8, .. })));

    let stream = stream();
    let data = Session::new(&engine("nonzero.onnx"), &stream).unwrap_err();
    assert!(matches!(data, SessionError::DataDependentShape { .. }), "{data}");
    let profile = SessionOptions { profile: 3, ..SessionOptions::default() };
    let missing = Session::with_options(&engine("plain.onnx"), &stream, &profile).unwrap_err();
    assert!(matches!(missing, SessionError::Profile { asked: 3, count: 1 }), "{missing}");
    let other = vrt::cuda::Cuda::open(1).unwrap().new_stream().unwrap();
    assert!(matches!(Session::new(&engine("plain.onnx"), &other), Err(SessionError::Cuda(CudaError::Stream { .. }))));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_integer_outputs_are_integers() {
    let mut session = session("top.onnx");
    let values: Vec<f32> = (0..64).map(|i| i as f32).collect();
    session.upload("x", &Tensor::<f32, 2>::from_shape_vec([1, 64], values).unwrap()).unwrap();
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<i64, 2>("indices").unwrap().as_slice(), &[0, 1, 2, 3, 4]);
    assert!(matches!(session.download::<f32, 2>("indices"), Err(SessionError::DType { expected: DType::I64, .. })));
    let outputs = session.run(&[]).unwrap();
    assert_eq!(outputs[1].1.values(), &HostValues::I64(vec![0, 1, 2, 3, 4]));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_batches_change() {
    let mut session = session("dynamic.onnx");
    assert_eq!(session.shape("x").unwrap(), [2, 3, 16, 16], "the shape the profile is tuned for");
    for batch in [2, 1, 8, 3] {
        let picture = picture(batch, batch as f32);
        session.set_input_shape("x", &picture.shape).unwrap();
        session.upload("x", &picture).unwrap();
        leak(session.enqueue().unwrap());
        assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&picture));
    }
    let beyond = session.set_input_shape("x", &[9, 3, 16, 16]).unwrap_err();
    assert!(beyond.to_string().contains("[1, 3, 16, 16] to [8, 3, 16, 16]"), "{beyond}");
    assert!(session.set_input_shape("x", &[0, 3, 16, 16]).is_err());
    let picture = picture(3, 9.0);
    session.upload("x", &picture).unwrap();
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&picture), "refusals change nothing");
    let shapes = vec![("x".to_owned(), vec![4, 3, 16, 16])];
    let options = SessionOptions { shapes, ..SessionOptions::default() };
    assert_eq!(Session::with_options(session.engine(), &stream(), &options).unwrap().shape("y").unwrap(), [4, 8, 16, 16]);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_shapes_too_large_for_the_gpu_change_nothing() {
    let tensorrt = tensorrt();
    let builder = EngineBuilder::new(&tensorrt, "test", models().join("dynamic.onnx")).shapes(range(1_000_000));
    let engine = Engine::from_plan(&tensorrt, &builder.build().unwrap().plan, "large").unwrap();
    let mut session = Session::new(&engine, &stream()).unwrap();
    let two = picture(2, 3.0);
    session.upload("x", &two).unwrap();
    let error = session.set_input_shape("x", &[400_000, 3, 16, 16]).unwrap_err();
    assert!(matches!(&error, SessionError::Cuda(error) if error.is_out_of_memory()), "{error}");
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&two));
    // The stand-in takes no shape back after this one: nothing may run with the large shape and the small tensors.
    session.set_input_shape("x", &[600_000, 3, 16, 16]).unwrap_err();
    let error = session.enqueue().unwrap_err();
    assert!(matches!(error, SessionError::Unfit { .. }), "{error}");
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_tensors_are_shown_without_copies() {
    let cuda = cuda();
    let (other, mut session) = (stream(), session("plain.onnx"));
    let source = picture(1, 3.0);
    // Filled on another stream from pinned memory; the run waits for that on the GPU.
    let mut staging = PinnedBuffer::<f32>::for_upload(&cuda, 768).unwrap();
    staging.values_mut().unwrap().copy_from_slice(source.as_slice());
    let input = session.input_mut::<f32, 4>("x").unwrap();
    leak(staging.copy_to(device_slice_mut(input, "x").unwrap().as_view_mut(), &other).unwrap());
    leak(session.enqueue().unwrap());
    // Read on another stream; that waits for the run on the GPU.
    let mut readback = PinnedBuffer::<f32>::for_readback(&cuda, 2048).unwrap();
    let outputs = session.outputs();
    let masks = outputs.get::<f32, 4>("y").unwrap();
    leak(readback.copy_from(device_slice(masks, "y").unwrap().as_view(), &other).unwrap());
    // The next run must not overwrite what is still being read.
    session.upload("x", &picture(1, 1000.0)).unwrap();
    session.enqueue().unwrap().wait().unwrap();
    assert_eq!(readback.values().unwrap(), expected(&source));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_readers_on_other_streams_wait_for_the_run() {
    let (other, mut session) = (stream(), session("plain.onnx"));
    let source = picture(1, 5.0);
    session.upload("x", &source).unwrap();
    leak(session.enqueue().unwrap());
    let mut readback = PinnedBuffer::<f32>::for_readback(&cuda(), 2048).unwrap();
    let masks = session.outputs().get::<f32, 4>("y").unwrap();
    leak(readback.copy_from(device_slice(masks, "y").unwrap().as_view(), &other).unwrap());
    assert_eq!(readback.values().unwrap(), expected(&source));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_replaced_inputs_are_noticed() {
    let cuda = cuda();
    let mut session = session("plain.onnx");
    session.upload("x", &picture(1, 0.0)).unwrap();
    leak(session.enqueue().unwrap());
    // `&mut Tensor` lets anyone put another tensor there: one that fits is taken, others are refused before the engine sees them.
    let fitting = picture(1, 50.0);
    *session.input_mut::<f32, 4>("x").unwrap() = cuda.upload(&fitting, &stream()).unwrap();
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&fitting));
    *session.input_mut::<f32, 4>("x").unwrap() = cuda.zeros::<f32, 4>([1, 3, 8, 8], &stream()).unwrap();
    assert!(matches!(session.enqueue(), Err(SessionError::Cuda(CudaError::Length { .. }))));
    *session.input_mut::<f32, 4>("x").unwrap() = picture(1, 0.0);
    assert!(matches!(session.enqueue(), Err(SessionError::Cuda(CudaError::NotOnDevice { .. }))));
    assert!(session.enqueue().is_err(), "and again");
    *session.input_mut::<f32, 4>("x").unwrap() = cuda.upload(&fitting, &stream()).unwrap();
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&fitting));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_tensors_are_exchanged() {
    let cuda = cuda();
    let (other, mut session) = (stream(), session("plain.onnx"));
    let (first, second) = (picture(1, 1.0), picture(1, 2.0));
    let mut result = cuda.zeros::<f32, 4>([1, 8, 16, 16], &other).unwrap();
    session.upload("x", &first).unwrap();
    leak(session.enqueue().unwrap());
    // The first result leaves while its run has not happened; the caller's tensor takes the second.
    session.exchange("y", &mut result).unwrap();
    session.upload("x", &second).unwrap();
    leak(session.enqueue().unwrap());
    assert_eq!(cuda.download(&result, &other).unwrap().as_slice(), expected(&first));
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&second));
    let mut wrong = cuda.zeros::<f32, 4>([1, 8, 8, 8], &other).unwrap();
    assert!(matches!(session.exchange("y", &mut wrong), Err(SessionError::Shape { .. })));
    let mut lying = cuda.zeros::<f32, 4>([1, 8, 8, 8], &other).unwrap();
    lying.shape = [1, 8, 16, 16];
    assert!(session.exchange("y", &mut lying).is_err(), "the shape field is not the memory");
    let mut host = Tensor::<f32, 4>::from_shape_val([1, 8, 16, 16], 0.0);
    assert!(matches!(session.exchange("y", &mut host), Err(SessionError::Cuda(CudaError::NotOnDevice { .. }))));
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&second), "refusals change nothing");
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_exchanged_tensors_outlive_the_runs_that_use_them() {
    let cuda = cuda();
    let (other, mut session) = (stream(), session("dynamic.onnx"));
    let mut tensor = cuda.zeros::<f32, 4>([2, 3, 16, 16], &other).unwrap();
    other.synchronize().unwrap();
    session.exchange("x", &mut tensor).unwrap();
    leak(session.enqueue().unwrap());
    // The session's tensor is now the last that knows its stream: freeing it runs that stream at once, unless it waits for the run.
    drop(other);
    session.set_input_shape("x", &[3, 3, 16, 16]).unwrap();
    session.enqueue().unwrap().wait().unwrap();
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_sessions_leave_nothing_behind() {
    let engine = engine("plain.onnx");
    let stream = stream();
    stream.synchronize().unwrap();
    let before = count("fake_gpu_allocated");
    for start in 0..50 {
        let mut session = Session::new(&engine, &stream).unwrap();
        session.upload("x", &picture(1, start as f32)).unwrap();
        if start % 2 == 0 {
            session.capture().unwrap();
        }
        // Dropped in flight.
        leak(session.enqueue().unwrap());
    }
    stream.synchronize().unwrap();
    assert_eq!(count("fake_gpu_allocated"), before);
    let mut session = Session::new(&engine, &stream).unwrap();
    session.enqueue().unwrap().wait().unwrap();
    let allocations = count("fake_gpu_allocations");
    for _ in 0..100 {
        session.enqueue().unwrap().wait().unwrap();
    }
    assert_eq!(count("fake_gpu_allocations"), allocations, "a run allocates nothing");
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_threads_have_sessions_of_their_own() {
    let engine = engine("plain.onnx");
    let threads: Vec<_> = (0..4)
        .map(|thread| {
            // Made here, used there: a session is sent.
            let mut session = Session::new(&engine, &stream()).unwrap();
            std::thread::spawn(move || {
                for frame in 0..20 {
                    let picture = picture(1, (thread * 100 + frame) as f32);
                    session.upload("x", &picture).unwrap();
                    leak(session.enqueue().unwrap());
                    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&picture));
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
