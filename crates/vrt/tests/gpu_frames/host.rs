//! The host's side: what is refused, what is read in place, what order events make.

use vrt::cuda::cudarc::driver::DevicePtr;
use vrt::cuda::{Cuda, Frame, FrameError, FrameInput, FrameLayout, GpuPreprocessor, PixelFormat, SharedFrame};
use vrt::preprocess::{Normalize, ResizeFilter};

pub const LAYOUT: FrameLayout = FrameLayout { format: PixelFormat::Rgb8, width: 24, height: 24, pitch: 72, chroma_offset: 0 };

fn preprocessor(cuda: &Cuda) -> GpuPreprocessor {
    GpuPreprocessor::new(cuda, (12, 12), ResizeFilter::Bilinear, Normalize::IMAGENET).unwrap()
}

pub fn bytes(start: usize) -> Vec<u8> {
    (start..start + 24 * 24 * 3).map(|at| (at % 251) as u8).collect()
}

/// What a frame of these bytes becomes, by the way through pinned memory.
pub fn expected(cuda: &Cuda, bytes: &[u8]) -> Vec<f32> {
    let mut preprocessor = preprocessor(cuda);
    preprocessor.submit(&Frame::host(LAYOUT, bytes).unwrap()).unwrap();
    preprocessor.values().unwrap()
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_frames_on_the_device_are_read_in_place() {
    let cuda = Cuda::open(0).unwrap();
    let (mut preprocessor, bytes) = (preprocessor(&cuda), bytes(0));
    let expected = expected(&cuda, &bytes);
    // The frame's memory is given back before the GPU has read it: the free comes after the read in stream order.
    let stream = cuda.new_stream().unwrap();
    let mut slice = stream.alloc_zeros::<u8>(bytes.len()).unwrap();
    stream.memcpy_htod(&bytes, &mut slice).unwrap();
    preprocessor.submit(&Frame::device(LAYOUT, slice.as_view()).unwrap()).unwrap();
    drop(slice);
    assert_eq!(preprocessor.values().unwrap(), expected);
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_frames_are_staged() {
    let cuda = Cuda::open(0).unwrap();
    let (mut preprocessor, bytes) = (preprocessor(&cuda), bytes(0));
    let staged = Frame::staged(LAYOUT).unwrap();
    assert!(matches!(preprocessor.submit(&staged), Err(FrameError::Layout { .. })), "nothing is staged yet");
    preprocessor.staging(&LAYOUT).unwrap().copy_from_slice(&bytes);
    preprocessor.submit(&staged).unwrap();
    assert_eq!(preprocessor.values().unwrap(), expected(&cuda, &bytes));
    let other = FrameLayout::new(PixelFormat::Rgb8, 20, 24);
    assert!(matches!(preprocessor.submit(&Frame::staged(other).unwrap()), Err(FrameError::Layout { .. })));
    // Smaller and larger frames in turn use the same memory.
    preprocessor.staging(&other).unwrap().fill(9);
    preprocessor.submit(&Frame::staged(other).unwrap()).unwrap();
    let nine = preprocessor.values().unwrap();
    assert!(nine.iter().all(|value| value.is_finite()) && nine[0] == nine[143]);
    preprocessor.staging(&LAYOUT).unwrap().copy_from_slice(&bytes);
    preprocessor.submit(&staged).unwrap();
    assert_eq!(preprocessor.values().unwrap(), expected(&cuda, &bytes));
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_requests_that_have_no_kernel_are_refused() {
    let cuda = Cuda::open(0).unwrap();
    let new = |size, filter, normalize| GpuPreprocessor::new(&cuda, size, filter, normalize).unwrap_err();
    let error = new((12, 12), ResizeFilter::PillowBilinear, Normalize::UNIT);
    assert!(matches!(error, FrameError::Filter { filter: ResizeFilter::PillowBilinear }), "{error}");
    assert!(error.to_string().contains("BilinearAntialias"), "{error}");
    let error = preprocessor(&cuda).set_between(Some((9, 9))).unwrap_err();
    assert!(matches!(error, FrameError::Preprocess(_)), "{error}");
    let flat = Normalize { std: [0.0; 3], ..Normalize::UNIT };
    assert!(matches!(new((12, 12), ResizeFilter::Bilinear, flat), FrameError::Preprocess(_)));
    assert!(matches!(new((0, 12), ResizeFilter::Bilinear, Normalize::UNIT), FrameError::Preprocess(_)));
    let other = Cuda::open(1).unwrap();
    let stream = other.new_stream().unwrap();
    let slice = stream.alloc_zeros::<u8>(24 * 24 * 3).unwrap();
    let frame = Frame::device(LAYOUT, slice.as_view()).unwrap();
    let error = preprocessor(&cuda).submit(&frame).unwrap_err();
    assert!(error.to_string().contains("device 1"), "{error}");
    let stream = cuda.new_stream().unwrap();
    let mut input = FrameInput::new(&cuda, &stream, 2, ResizeFilter::Bilinear, Normalize::UNIT).unwrap();
    let mut words = vec![0; input.words()];
    let bytes = bytes(0);
    let frames = [Frame::host(LAYOUT, &bytes).unwrap()];
    assert!(matches!(input.prepare(&frames, &stream, &mut words), Err(FrameError::Batch { expected: 2, found: 1 })));
    let frames = [Frame::host(LAYOUT, &bytes).unwrap(), Frame::host(LAYOUT, &bytes).unwrap()];
    let foreign = cuda.new_stream().unwrap();
    assert!(matches!(input.prepare(&frames, &foreign, &mut words), Err(FrameError::OtherStream)));
    assert!(matches!(input.staging(2, &LAYOUT), Err(FrameError::NoSuchFrame { asked: 2, count: 2 })));
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_shared_frames_are_read_by_several_models() {
    let cuda = Cuda::open(0).unwrap();
    let mut shared = SharedFrame::new(&cuda).unwrap();
    assert!(matches!(shared.frame(), Err(FrameError::Empty)));
    assert!(matches!(shared.send(), Err(FrameError::Empty)));
    let (mut first, mut second, mut third) = (preprocessor(&cuda), preprocessor(&cuda), preprocessor(&cuda));
    for round in 0..5 {
        let bytes = bytes(round * 7);
        shared.upload(&LAYOUT, &bytes).unwrap();
        let frame = shared.frame().unwrap();
        for model in [&mut first, &mut second, &mut third] {
            model.submit(&frame).unwrap();
        }
        // The next upload is queued before any of them has read, and must come after all of them.
        shared.upload(&LAYOUT, &vec![0; bytes.len()]).unwrap();
        let expected = expected(&cuda, &bytes);
        for model in [&third, &first, &second] {
            assert_eq!(model.values().unwrap(), expected, "round {round}");
        }
    }
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_shared_frames_are_reused_and_may_be_dropped_while_read() {
    let cuda = Cuda::open(0).unwrap();
    let (mut first, mut second) = (preprocessor(&cuda), preprocessor(&cuda));
    let mut shared = SharedFrame::new(&cuda).unwrap();
    let bytes = bytes(3);
    let address = |shared: &SharedFrame| format!("{shared:?}");
    shared.upload(&LAYOUT, &bytes).unwrap();
    let before = (super::count("fake_gpu_allocations"), super::count("fake_gpu_pinned"), address(&shared));
    for _ in 0..8 {
        shared.staging(&LAYOUT).unwrap().copy_from_slice(&bytes);
        assert!(matches!(shared.frame(), Err(FrameError::Empty)), "it is not sent yet");
        shared.send().unwrap();
        let frame = shared.frame().unwrap();
        first.submit(&frame).unwrap();
        second.submit(&frame).unwrap();
    }
    let after = (super::count("fake_gpu_allocations"), super::count("fake_gpu_pinned"), address(&shared));
    assert_eq!(before, after, "nothing is allocated frame after frame");
    // Larger, so the memory that is still to be read is replaced; then dropped.
    let large = FrameLayout::new(PixelFormat::Rgb8, 48, 24);
    shared.upload(&large, &[5; 48 * 24 * 3]).unwrap();
    let frame = shared.frame().unwrap();
    first.submit(&frame).unwrap();
    drop(shared);
    let five = expected(&cuda, &[5; 24 * 24 * 3]);
    assert_eq!(first.values().unwrap(), five);
    assert_eq!(second.values().unwrap(), expected(&cuda, &bytes));
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_addresses_stay() {
    let cuda = Cuda::open(0).unwrap();
    let stream = cuda.new_stream().unwrap();
    let mut slice = cuda.zeroed_slice::<f32>(&stream, 0, "testing").unwrap();
    let address = vrt::cuda::slice_address(&mut slice, &stream);
    assert_eq!(address, slice.device_ptr(&stream).0);
    assert!(cuda.zeroed_slice::<f32>(&stream, usize::MAX, "testing").is_err());
    let foreign = Cuda::open(1).unwrap().new_stream().unwrap();
    assert!(cuda.zeroed_slice::<f32>(&foreign, 1, "testing").is_err());
}
