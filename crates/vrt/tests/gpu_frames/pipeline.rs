//! Several frames in flight on an emulated GPU, which runs nothing before something waits for it.

use vrt::cuda::{Cuda, Frame, FrameError, FrameLayout, GpuPreprocessor, Pipeline, PipelineError, PixelFormat};
use vrt::preprocess::{Normalize, ResizeFilter};

use super::host::{LAYOUT, bytes, expected};

fn pipeline(cuda: &Cuda, slots: usize) -> Pipeline<GpuPreprocessor> {
    let slot = |_| GpuPreprocessor::new(cuda, (12, 12), ResizeFilter::Bilinear, Normalize::IMAGENET).unwrap();
    Pipeline::new((0..slots).map(slot).collect()).unwrap()
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_pipelines_hand_back_in_order() {
    let cuda = Cuda::open(0).unwrap();
    for slots in [1, 2, 3] {
        let mut pipeline = pipeline(&cuda, slots);
        let mut done = 0;
        for frame in 0..9 {
            if pipeline.is_full() {
                assert_eq!(pipeline.next().unwrap().unwrap().values().unwrap(), expected(&cuda, &bytes(done * 5)));
                done += 1;
            }
            let bytes = bytes(frame * 5);
            // By pinned memory of the slot, and by copying.
            if frame % 2 == 0 {
                pipeline.staging(0, &LAYOUT).unwrap().copy_from_slice(&bytes);
                pipeline.submit_staged(&[LAYOUT], &()).unwrap();
            } else {
                pipeline.submit(&Frame::host(LAYOUT, &bytes).unwrap(), &()).unwrap();
            }
        }
        assert!(!pipeline.is_ready().unwrap());
        while let Some(oldest) = pipeline.next().unwrap() {
            assert_eq!(oldest.values().unwrap(), expected(&cuda, &bytes(done * 5)));
            done += 1;
        }
        assert_eq!(done, 9, "{slots} slots");
    }
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_pipelines_lose_nothing_when_a_submission_fails() {
    let cuda = Cuda::open(0).unwrap();
    let mut pipeline = pipeline(&cuda, 2);
    pipeline.submit(&Frame::host(LAYOUT, &bytes(1)).unwrap(), &()).unwrap();
    // Nothing was staged.
    assert!(matches!(pipeline.submit_staged(&[LAYOUT], &()), Err(FrameError::Layout { .. })));
    assert!(matches!(pipeline.submit_staged(&[FrameLayout::new(PixelFormat::Gray8, 0, 1)], &()), Err(FrameError::Layout { .. })));
    assert!(matches!(pipeline.submit_batch(&[], &()), Err(FrameError::Batch { expected: 1, found: 0 })));
    pipeline.submit(&Frame::host(LAYOUT, &bytes(2)).unwrap(), &()).unwrap();
    let full = pipeline.submit(&Frame::host(LAYOUT, &bytes(3)).unwrap(), &());
    assert!(matches!(full, Err(FrameError::Pipeline(PipelineError::Full { slots: 2 }))));
    for start in [1, 2] {
        assert_eq!(pipeline.next().unwrap().unwrap().values().unwrap(), expected(&cuda, &bytes(start)));
    }
    assert!(pipeline.next().unwrap().is_none());
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_pipelines_are_dropped_in_flight() {
    let cuda = Cuda::open(0).unwrap();
    let (allocated, pinned) = (super::count("fake_gpu_allocated"), super::count("fake_gpu_pinned"));
    for _ in 0..4 {
        let mut pipeline = pipeline(&cuda, 3);
        for start in 0..3 {
            pipeline.submit(&Frame::host(LAYOUT, &bytes(start)).unwrap(), &()).unwrap();
        }
        drop(pipeline);
    }
    cuda.context().synchronize().unwrap();
    assert_eq!((super::count("fake_gpu_allocated"), super::count("fake_gpu_pinned")), (allocated, pinned));
}
