//! CUDA graphs: of sessions and of frames.

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaStream, DevicePtr};
use vrt::cuda::{CudaError, FrameGraph, FrameMode, PinnedBuffer, device_slice};
use vrt::kornia_tensor::Tensor;
use vrt::tensorrt::{Session, SessionError};

use super::sessions::{expected, picture, session};
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
    let cuda = cuda();
    let session = session(file);
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
