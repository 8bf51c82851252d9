//! CUDA graphs: of sessions and of frames.

use std::ffi::{CStr, c_char, c_void};
use std::sync::{Arc, Mutex};

use vrt::cuda::cudarc::driver::{CudaStream, DevicePtr, sys};
use vrt::cuda::{CudaError, FrameGraph, FrameMode, PinnedBuffer, Recorder, device_slice};
use vrt::kornia_tensor::Tensor;
use vrt::tensorrt::{Session, SessionError};

use super::sessions::{engine, expected, picture, session};
use super::{cuda, leak};

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_sessions_are_captured() {
    let mut session = session("plain.onnx");
    session.capture().unwrap();
    assert!(session.is_captured());
    for start in [1.0, 2.0, 3.0] {
        let picture = picture(1, start);
        session.upload("x", &picture).unwrap();
        leak(session.enqueue().unwrap());
        assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&picture));
    }
    assert!(session.is_captured());
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_graphs_are_forgotten_when_shapes_or_tensors_change() {
    let mut session = session("dynamic.onnx");
    session.capture().unwrap();
    session.set_input_shape("x", &[2, 3, 16, 16]).unwrap();
    assert!(session.is_captured(), "the shape is the same");
    session.set_input_shape("x", &[5, 3, 16, 16]).unwrap();
    assert!(!session.is_captured());
    let five = picture(5, 0.0);
    session.upload("x", &five).unwrap();
    leak(session.enqueue().unwrap());
    assert!(!session.is_captured(), "the first run with a new shape is TensorRT's to prepare");
    leak(session.enqueue().unwrap());
    assert!(session.is_captured(), "the second is captured by itself");
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&five));
    let cuda = cuda();
    let mut other = cuda.zeros::<f32, 4>([5, 8, 16, 16], session.stream()).unwrap();
    session.exchange("y", &mut other).unwrap();
    assert!(!session.is_captured());
    drop(other);
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&five));
    // A tensor replaced behind the graph's back is noticed as well.
    session.capture().unwrap();
    assert!(session.is_captured());
    let three = picture(5, 3.0);
    let fresh = cuda.upload(&three, session.stream()).unwrap();
    *session.input_mut::<f32, 4>("x").unwrap() = fresh;
    leak(session.enqueue().unwrap());
    assert!(!session.is_captured());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&three));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_engines_that_cannot_be_captured_go_on_without() {
    // The stand-in synchronises inside for this model, as engines with data-dependent shapes do.
    let mut session = session("external.onnx");
    let error = session.capture().unwrap_err();
    assert!(matches!(error, SessionError::Capture { .. }), "{error}");
    assert!(error.to_string().contains("not permitted when stream is capturing"), "{error}");
    assert!(session.why_not_captured().is_some() && !session.is_captured());
    let picture = picture(1, 4.0);
    session.upload("x", &picture).unwrap();
    leak(session.enqueue().unwrap());
    assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&picture));
}

struct Frame {
    staging: PinnedBuffer<f32>,
    session: Session,
    result: PinnedBuffer<f32>,
}

fn frame(file: &str) -> FrameGraph<Frame, SessionError> {
    frame_of(session(file))
}

fn frame_of(session: Session) -> FrameGraph<Frame, SessionError> {
    let cuda = cuda();
    let stream: Arc<CudaStream> = session.stream().clone();
    let staging = PinnedBuffer::for_upload(&cuda, 768).unwrap();
    let result = PinnedBuffer::for_readback(&cuda, 2048).unwrap();
    let resources = Frame { staging, session, result };
    // SAFETY: all that is recorded belongs to the resources, and the tests replace none of it.
    unsafe {
        FrameGraph::new(&cuda, &stream, resources, |frame, recorder| {
            let (input, _) = frame.session.address::<f32>("x")?;
            let (output, bytes) = frame.session.address::<f32>("y")?;
            assert_eq!(bytes, 2048 * 4);
            recorder.copy_from_pinned(&frame.staging, input)?;
            frame.session.record(recorder)?;
            recorder.copy_to_pinned(output, &mut frame.result)?;
            Ok(())
        })
    }
    .unwrap()
}

fn run(frame: &mut FrameGraph<Frame, SessionError>, start: f32) {
    let picture = picture(1, start);
    let staging = &mut frame.resources_mut().staging;
    staging.values_mut().unwrap().copy_from_slice(picture.as_slice());
    // Never waited for: reading the result does.
    leak(frame.run().unwrap());
    assert_eq!(frame.resources().result.values().unwrap(), expected(&picture));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_frames_become_graphs() {
    let mut frame = frame("plain.onnx");
    assert_eq!(frame.mode(), FrameMode::Cold);
    run(&mut frame, 1.0);
    assert_eq!(frame.mode(), FrameMode::Warm);
    for start in [2.0, 3.0, 4.0] {
        run(&mut frame, start);
        assert_eq!(frame.mode(), FrameMode::Graph);
    }
    frame.invalidate().unwrap();
    assert_eq!(frame.mode(), FrameMode::Cold);
    assert_eq!(frame.prepare().unwrap(), FrameMode::Graph);
    run(&mut frame, 5.0);
    // Dropped in flight, with its guard leaked.
    frame.resources_mut().staging.values_mut().unwrap().fill(1.0);
    leak(frame.run().unwrap());
    drop(frame);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_frames_keep_what_they_use_until_they_are_over() {
    let cuda = cuda();
    // A tensor of another stream, which frees it without regard to the frame's.
    let (stream, other) = (cuda.new_stream().unwrap(), cuda.new_stream().unwrap());
    let tensor = cuda.zeros::<f32, 1>([64], &other).unwrap();
    other.synchronize().unwrap();
    drop(other);
    let address = device_slice(&tensor, "tensor").unwrap().device_ptr(&stream).0;
    let resources = (tensor, PinnedBuffer::<f32>::for_readback(&cuda, 64).unwrap());
    // SAFETY: what is recorded belongs to the resources.
    let frame: Result<FrameGraph<_, CudaError>, _> =
        unsafe { FrameGraph::new(&cuda, &stream, resources, move |(_, result), recorder| recorder.copy_to_pinned(address, result)) };
    let mut frame = frame.unwrap();
    frame.prepare().unwrap();
    leak(frame.run().unwrap());
    drop(frame);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_frames_that_panic_are_waited_for() {
    let cuda = cuda();
    let stream = cuda.new_stream().unwrap();
    let tensor = cuda.upload(&Tensor::<f32, 1>::from_shape_val([64], 1.0), &stream).unwrap();
    let address = device_slice(&tensor, "tensor").unwrap().device_ptr(&stream).0;
    let resources = (tensor, PinnedBuffer::<f32>::for_readback(&cuda, 64).unwrap());
    // SAFETY: what is recorded belongs to the resources.
    let frame: Result<FrameGraph<_, CudaError>, _> = unsafe {
        FrameGraph::new(&cuda, &stream, resources, move |(_, result), recorder| {
            recorder.copy_to_pinned(address, result).map(|()| panic!("after a part of the frame was queued"))
        })
    };
    let mut frame = frame.unwrap();
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| frame.run().map(leak)));
    assert!(outcome.is_err());
    // Reading waits for that part.
    assert_eq!(frame.resources().1.values().unwrap(), &[1.0; 64]);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_frames_that_cannot_be_captured_stay_plain() {
    let mut frame = frame("external.onnx");
    for start in [1.0, 2.0, 3.0] {
        run(&mut frame, start);
    }
    assert_eq!(frame.mode(), FrameMode::Plain);
    assert!(matches!(frame.why_plain(), Some(SessionError::Capture { .. })), "{:?}", frame.why_plain());
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_frames_with_a_foreign_session_are_refused() {
    let cuda = cuda();
    let (other, session) = (cuda.new_stream().unwrap(), session("plain.onnx"));
    // SAFETY: the session belongs to the resources; the frame's stream is another, which is what is tested.
    let frame = unsafe { FrameGraph::new(&cuda, &other, session, |session: &mut Session, recorder| session.record(recorder)) };
    let error = frame.unwrap().run().map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("the frame's own stream"), "{error}");
}

/// On a stream under capture CUDA records what any thread queues, instead of running it.
#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_graphs_hold_nothing_that_others_queue_on_their_stream() {
    let (cuda, engine) = (cuda(), engine("plain.onnx"));
    let stream = cuda.new_stream().unwrap();
    let (first, second) = (picture(1, 10.0), picture(1, 20.0));
    let mut theirs = frame_of(Session::new(&engine, &stream).unwrap());
    theirs.resources_mut().staging.values_mut().unwrap().copy_from_slice(first.as_slice());
    let theirs = Arc::new(Mutex::new(theirs));
    let other = theirs.clone();
    let record = move |session: &mut Session, recorder: &mut Recorder<'_>| {
        if recorder.is_capturing() {
            let queue = || leak(other.lock().unwrap().run().unwrap());
            std::thread::scope(|scope| scope.spawn(queue).join().unwrap());
        }
        session.record(recorder)
    };
    // SAFETY: what is recorded belongs to the session; the other frame is queued by itself, as any user of the stream may.
    let frame = unsafe { FrameGraph::new(&cuda, &stream, Session::new(&engine, &stream).unwrap(), record) };
    let mut frame: FrameGraph<_, SessionError> = frame.unwrap();
    assert_eq!(frame.prepare().unwrap(), FrameMode::Graph, "{:?}", frame.why_plain());
    let mut theirs = theirs.lock().unwrap();
    assert_eq!(theirs.resources().result.values().unwrap(), expected(&first), "it runs at once");
    let contents = frame.contents().unwrap().unwrap();
    assert_eq!((contents.kernels, contents.nodes()), (1, 1));
    theirs.resources_mut().staging.values_mut().unwrap().copy_from_slice(second.as_slice());
    frame.run().unwrap().wait().unwrap();
    assert_eq!(theirs.resources().result.values().unwrap(), expected(&first), "frames do not repeat it");
}

/// How often a stream was captured.
fn captures(stream: &CudaStream) -> usize {
    // SAFETY: the stand-in exports this function with this type; the stream is alive.
    unsafe {
        let captures = sys::culib().get::<unsafe extern "C" fn(*mut c_void) -> usize>(b"fake_gpu_captures");
        captures.unwrap()(stream.cu_stream().cast())
    }
}

/// How often a function of the driver was called.
fn calls(function: &CStr) -> usize {
    // SAFETY: the stand-in exports this function with this type.
    unsafe { sys::culib().get::<unsafe extern "C" fn(*const c_char) -> usize>(b"fake_gpu_calls").unwrap()(function.as_ptr()) }
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_captures_never_are_on_a_stream_of_the_callers() {
    let mut session = session("plain.onnx");
    session.capture().unwrap();
    let streams = calls(c"cuStreamCreate");
    for start in [1.0, 2.0] {
        session.capture().unwrap();
        let picture = picture(1, start);
        session.upload("x", &picture).unwrap();
        leak(session.enqueue().unwrap());
        assert_eq!(session.download::<f32, 4>("y").unwrap().as_slice(), expected(&picture));
    }
    let mut frame = frame("plain.onnx");
    let streams = calls(c"cuStreamCreate") - streams;
    frame.prepare().unwrap();
    assert_eq!((captures(session.stream()), captures(frame.stream())), (0, 0));
    assert_eq!(streams, 1, "the frame's own; captures use theirs again");
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_captures_that_fail_leave_streams_usable() {
    let cuda = cuda();
    let stream = cuda.new_stream().unwrap();
    let tensor = cuda.upload(&Tensor::<f32, 1>::from_shape_val([64], 1.0), &stream).unwrap();
    let address = device_slice(&tensor, "tensor").unwrap().device_ptr(&stream).0;
    let resources = (tensor, PinnedBuffer::<f32>::for_readback(&cuda, 64).unwrap());
    let mut tried = 0;
    // SAFETY: what is recorded belongs to the resources.
    let frame = unsafe {
        FrameGraph::new(&cuda, &stream, resources, move |(_, result), recorder: &mut Recorder<'_>| {
            recorder.copy_to_pinned(address, result)?;
            tried += usize::from(recorder.is_capturing());
            match (recorder.is_capturing(), tried) {
                (true, 1) => panic!("after a part of the frame was recorded"),
                (true, 2) => Err(CudaError::BufferLost),
                _ => Ok(()),
            }
        })
    };
    let mut frame = frame.unwrap();
    let run = |frame: &mut FrameGraph<(Tensor<f32, 1>, PinnedBuffer<f32>), CudaError>| {
        frame.resources_mut().1.values_mut().unwrap().fill(0.0);
        leak(frame.run().unwrap());
        assert_eq!(frame.resources().1.values().unwrap(), &[1.0; 64]);
        frame.mode()
    };
    assert_eq!(run(&mut frame), FrameMode::Warm);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| frame.run().map(leak))).is_err());
    assert_eq!(run(&mut frame), FrameMode::Plain);
    assert!(matches!(frame.why_plain(), Some(CudaError::BufferLost)));
    frame.invalidate().unwrap();
    assert_eq!(run(&mut frame), FrameMode::Warm);
    assert_eq!(run(&mut frame), FrameMode::Graph);
    assert_eq!(run(&mut frame), FrameMode::Graph);
}

/// The counts follow from what is recorded: a copy each way, and the engine's run.
#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_graphs_say_what_they_do() {
    let cuda = cuda();
    let mut session = session("plain.onnx");
    assert_eq!(session.graph_contents().unwrap(), None);
    session.capture().unwrap();
    let alone = session.graph_contents().unwrap().unwrap();
    assert_eq!((alone.kernels, alone.copies_to_device, alone.copies_to_host, alone.copies_on_device, alone.others), (1, 0, 0, 0, 0));
    let stream = session.stream().clone();
    let parts = (PinnedBuffer::<f32>::for_upload(&cuda, 768).unwrap(), session, PinnedBuffer::<f32>::for_readback(&cuda, 100).unwrap());
    // SAFETY: everything recorded belongs to the parts.
    let mut graph: FrameGraph<_, SessionError> = unsafe {
        FrameGraph::new(&cuda, &stream, parts, |(pixels, session, scores), recorder| {
            recorder.copy_from_pinned(pixels, session.address::<f32>("x")?.0)?;
            recorder.clear(session.address::<f32>("y")?.0, 8)?;
            session.record(recorder)?;
            Ok(recorder.copy_to_pinned(session.address::<f32>("y")?.0, scores)?)
        })
    }
    .unwrap();
    assert_eq!(graph.contents().unwrap(), None);
    assert_eq!(graph.prepare().unwrap(), FrameMode::Graph);
    let contents = graph.contents().unwrap().unwrap();
    assert_eq!((contents.kernels, contents.memsets, contents.allocations, contents.others), (1, 1, 0, 0));
    assert_eq!((contents.copies_to_device, contents.bytes_to_device), (1, 768 * 4));
    assert_eq!((contents.copies_to_host, contents.bytes_to_host, contents.copies_on_device), (1, 400, 0));
}
