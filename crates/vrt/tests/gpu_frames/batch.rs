//! Batches of frames, and inputs that change their size, as models with dynamic shapes have.

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream};
use vrt::cuda::{
    Cuda, Frame, FrameError, FrameGraph, FrameInput, FrameLayout, FrameMode, Parameters, PixelFormat, Recorder, slice_address, to_rgb,
};
use vrt::kornia_image::{Image, ImageSize};
use vrt::preprocess::{Normalize, Preprocessor, ResizeFilter};

use crate::evidence::Random;

/// A frame's work, with room for inputs of up to 64 x 64.
struct Work {
    parameters: Parameters,
    input: FrameInput,
    tensor: CudaSlice<f32>,
}

const BATCH: usize = 3;

fn graph(cuda: &Cuda, stream: &Arc<CudaStream>, filter: ResizeFilter) -> FrameGraph<Work, FrameError> {
    let tensor = cuda.zeroed_slice::<f32>(stream, BATCH * 3 * 64 * 64, "testing").unwrap();
    let input = FrameInput::new(cuda, stream, BATCH, filter, Normalize::IMAGENET).unwrap();
    let parameters = Parameters::new(cuda, stream, input.words()).unwrap();
    let record = |work: &mut Work, recorder: &mut Recorder<'_>| {
        work.parameters.record(recorder)?;
        // SAFETY: the table is copied just before; the tensor has room for all sizes that the test sets.
        unsafe { work.input.record(recorder, work.parameters.address()) }
    };
    // SAFETY: all memory belongs to the work and stays, but frames, whose use is noted below.
    unsafe { FrameGraph::new(cuda, stream, Work { parameters, input, tensor }, record) }.unwrap()
}

/// What the GPU makes of the frames, for an input of `size`.
fn run(
    graph: &mut FrameGraph<Work, FrameError>,
    stream: &Arc<CudaStream>,
    size: (usize, usize),
    frames: &[(FrameLayout, Vec<u8>)],
    between: &[Option<(usize, usize)>],
) -> Vec<f32> {
    let frames: Vec<Frame<'_>> = frames.iter().map(|(layout, bytes)| Frame::host(*layout, bytes).unwrap()).collect();
    let Work { parameters, input, tensor } = graph.resources_mut();
    input.set_target(size, slice_address(tensor, stream)).unwrap();
    for (index, between) in between.iter().enumerate() {
        input.set_between(index, *between).unwrap();
    }
    let prepared = input.prepare(&frames, stream, parameters.words_mut().unwrap()).unwrap();
    if prepared.must_recapture() {
        graph.invalidate().unwrap();
    }
    let _running = graph.run().unwrap();
    drop(prepared);
    let mut values = vec![0.0; BATCH * 3 * size.0 * size.1];
    let tensor = graph.resources().tensor.as_view();
    stream.memcpy_dtoh(&tensor.slice(..values.len()), &mut values).unwrap();
    stream.synchronize().unwrap();
    values
}

fn frames(seed: u64) -> Vec<(FrameLayout, Vec<u8>)> {
    let layouts = [
        FrameLayout::new(PixelFormat::Rgb8, 50, 40),
        FrameLayout::new(PixelFormat::Nv12(Default::default()), 96, 34).with_pitch(128),
        FrameLayout::new(PixelFormat::Bgra8, 20, 90),
    ];
    layouts.iter().map(|layout| (*layout, Random::new(seed).bytes(layout.bytes().unwrap()))).collect()
}

/// What the CPU makes of one of them.
fn expected(filter: ResizeFilter, (layout, bytes): &(FrameLayout, Vec<u8>), steps: &[(usize, usize)]) -> Vec<f32> {
    let size = ImageSize { width: layout.width as usize, height: layout.height as usize };
    let picture = Image::<u8, 3>::new(size, to_rgb(*layout, bytes).unwrap()).unwrap();
    let tensor = Preprocessor::new(filter, Normalize::IMAGENET).unwrap().run_steps(&picture, steps).unwrap();
    tensor.as_slice().to_vec()
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_batches_agree_with_the_cpu_whatever_their_size() {
    let cuda = Cuda::open(0).unwrap();
    let stream = cuda.new_stream().unwrap();
    for filter in FrameInput::FILTERS {
        let mut graph = graph(&cuda, &stream, filter);
        for (seed, size) in [(30, 20), (30, 20), (30, 20), (64, 12), (64, 12), (64, 12), (16, 64)].into_iter().enumerate() {
            let frames = frames(seed as u64);
            let found = run(&mut graph, &stream, size, &frames, &[]);
            for (at, frame) in frames.iter().enumerate() {
                let values = 3 * size.0 * size.1;
                assert_eq!(found[at * values..][..values], expected(filter, frame, &[size]), "{filter:?} {size:?}, frame {at}");
            }
            // The size changes at the fourth and seventh frame; its third frame is a graph each time.
            assert_eq!(graph.mode() == FrameMode::Graph, matches!(seed, 1 | 2 | 4 | 5), "{seed}: {:?}", graph.mode());
        }
    }
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_batches_take_steps_of_their_own() {
    let cuda = Cuda::open(0).unwrap();
    let stream = cuda.new_stream().unwrap();
    let (mut graph, size) = (graph(&cuda, &stream, ResizeFilter::AreaCubic), (28, 14));
    let steps = [
        [None, None, None],
        [Some((28, 22)), None, Some((13, 40))],
        [None, Some((30, 9)), None],
        [Some((5, 5)), Some((96, 34)), Some((20, 90))],
        [None, None, None],
    ];
    for (seed, between) in steps.iter().enumerate() {
        let frames = frames(seed as u64 + 70);
        let found = run(&mut graph, &stream, size, &frames, between);
        for (at, (frame, between)) in frames.iter().zip(between).enumerate() {
            let steps: Vec<_> = between.iter().copied().chain([size]).collect();
            let values = 3 * size.0 * size.1;
            assert_eq!(found[at * values..][..values], expected(ResizeFilter::AreaCubic, frame, &steps), "{between:?}, frame {at}");
        }
    }
    assert!(graph.resources_mut().input.set_between(BATCH, None).is_err());
    assert!(graph.resources_mut().input.set_between(0, Some((0, 5))).is_err());
    assert!(graph.resources_mut().input.set_target((70_000, 5), 0).is_err());
}
