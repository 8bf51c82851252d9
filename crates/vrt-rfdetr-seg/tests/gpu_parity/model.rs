//! The whole model, from frames to masks, on a stand-in for TensorRT that answers pictures as it was taught here.

use std::path::PathBuf;

use vrt::cuda::{Cuda, SharedFrame};
use vrt::kornia_image::{Image, ImageSize};
use vrt::preprocess::Preprocessor;
use vrt_rfdetr_seg::cuda::{
    Frame, FrameError, FrameLayout, GpuError, GpuSegmentation, Pipeline, PipelineError, PixelFormat, RfDetrSeg, YuvColor, to_rgb,
};
use vrt_rfdetr_seg::decode::{NetworkOutputs, decode};
use vrt_rfdetr_seg::{Config, DecodeOptions, Error, LabelMap, NoObject};
use vrt_types::{Instance, Rle};

use crate::evidence::Random;
use crate::host::leak;
use crate::sets::Set;

/// Queries, class slots, width and height of a mask.
const SIZES: [usize; 4] = [12, 7, 19, 17];
/// Width and height of the network's input.
const INPUT: (usize, usize) = (12, 24);

/// A picture, what the network answers to it, and what that stands for.
pub struct Example {
    pub layout: FrameLayout,
    pub bytes: Vec<u8>,
    pub expected: Vec<Instance>,
}

impl Example {
    pub fn frame(&self) -> Frame<'_> {
        Frame::host(self.layout, &self.bytes).unwrap()
    }
}

pub fn config() -> Config {
    let labels = LabelMap::from_names((0..7).map(|class| format!("class {class}")), NoObject::None).unwrap();
    Config::new("taught", INPUT, 12, labels).unwrap()
}

pub fn options() -> DecodeOptions {
    DecodeOptions::with_threshold(0.3)
}

/// Layouts of different sizes and formats.
fn layouts() -> Vec<FrameLayout> {
    vec![
        FrameLayout::new(PixelFormat::Rgb8, 40, 30),
        FrameLayout::new(PixelFormat::Nv12(YuvColor::default()), 64, 48).with_pitch(80),
        FrameLayout::new(PixelFormat::Gray8, 7, 90),
        FrameLayout::new(PixelFormat::Bgra8, 130, 66).with_pitch(528),
        FrameLayout::new(PixelFormat::Bgr8, 12, 24),
    ]
}

fn write(path: PathBuf, values: &[f32]) {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    std::fs::write(path, bytes).unwrap();
}

/// Teaches the stand-in a network under this name and loads it.
pub fn taught(name: &str) -> (RfDetrSeg, Vec<Example>) {
    let (folder, config) = (PathBuf::from(std::env::var_os("FAKE_TENSORRT_NETWORKS").unwrap()), config());
    let [queries, classes, mask_width, mask_height] = SIZES;
    let network = format!(
        "input pictures 3 {} {}\noutput dets {queries} 4\noutput labels {queries} {classes}\noutput masks {queries} {mask_height} {mask_width}\n",
        INPUT.1, INPUT.0
    );
    std::fs::write(folder.join(format!("{name}.txt")), network).unwrap();
    let mut preprocessor = Preprocessor::new(config.filter(), *config.normalize()).unwrap();
    let mut examples = Vec::new();
    for (at, layout) in layouts().into_iter().enumerate() {
        let bytes = Random::new(at as u64 + 40).bytes(layout.bytes().unwrap());
        let (width, height) = (layout.width as usize, layout.height as usize);
        let picture = Image::<u8, 3>::new(ImageSize { width, height }, to_rgb(layout, &bytes).unwrap()).unwrap();
        let set = Set::random(name, at as u64, SIZES, (width, height));
        let outputs = NetworkOutputs::new(set.sizes, &set.boxes, &set.labels, &set.masks).unwrap();
        let expected = decode(&outputs, (width, height), &config, &options()).unwrap();
        assert!(!expected.is_empty(), "an example without objects shows nothing");
        let answer = folder.join(name).join(at.to_string());
        std::fs::create_dir_all(&answer).unwrap();
        write(answer.join("pictures.f32"), preprocessor.run(&picture, INPUT.0, INPUT.1).unwrap().as_slice());
        write(answer.join("dets.f32"), &set.boxes);
        write(answer.join("labels.f32"), &set.labels);
        write(answer.join("masks.f32"), &set.masks);
        examples.push(Example { layout, bytes, expected });
    }
    let mut plan = format!("FAKE-PLAN 10.6.0 {name} 0 1 1 8\n");
    plan.push_str(&".".repeat(512 - plan.len()));
    let engine = folder.join(format!("{name}.engine"));
    std::fs::write(&engine, plan).unwrap();
    let model = RfDetrSeg::from_engine_file(&Cuda::open(0).unwrap(), engine, config).unwrap();
    (model, examples)
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_models_find_what_the_reference_finds() {
    let (model, examples) = taught("single");
    let mut result = model.alloc_result().unwrap();
    // Call by call, captured, as a graph, and with growing and shrinking masks.
    for example in examples.iter().chain(&examples).chain(examples.iter().rev()) {
        let found = model.submit(&example.frame(), &options(), &mut result).unwrap().wait().unwrap();
        assert_eq!(found.instances(0).unwrap(), example.expected);
        let rle: Vec<_> = example.expected.iter().map(|instance| instance.mask.to_rle()).collect();
        assert_eq!(found.rle().unwrap(), rle);
    }
    assert!(result.is_captured() && result.why_not_captured().is_none());
    // Parameters fetched, preprocessing, the network (one call here), decoding, masks: kernels all, nothing is copied.
    let contents = result.graph_contents().unwrap().unwrap();
    assert_eq!((contents.kernels, contents.nodes()), (5, 5));
    assert_eq!(model.infer(&examples[1].frame(), &options()).unwrap().instances(0).unwrap(), examples[1].expected);
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_batches_have_frames_of_different_sizes_and_formats() {
    let (model, examples) = taught("batch");
    let mut result = model.alloc_result_for(3).unwrap();
    assert_eq!(result.batch(), 3);
    for round in 0..6 {
        let batch: Vec<_> = (0..3).map(|at| &examples[(round + at * 2) % 5]).collect();
        let frames: Vec<_> = batch.iter().map(|example| example.frame()).collect();
        let found = model.submit_batch(&frames, &options(), &mut result).unwrap().wait().unwrap();
        for (at, example) in batch.iter().enumerate() {
            assert_eq!(found.size(at).unwrap(), (example.layout.width, example.layout.height));
            assert_eq!(found.instances(at).unwrap(), example.expected, "round {round}, frame {at}");
            let rle: Vec<_> = example.expected.iter().map(|instance| instance.mask.to_rle()).collect();
            assert!(found.run_lengths_of(at).unwrap().iter().eq(rle.iter().map(Rle::counts)), "round {round}, frame {at}");
            assert_eq!(found.rle_of(at).unwrap(), rle);
        }
        assert!(matches!(found.detections_of(3), Err(Error::Gpu(GpuError::Frame(FrameError::NoSuchFrame { asked: 3, count: 3 })))));
        assert!(matches!(found.run_lengths_of(3), Err(Error::Gpu(GpuError::Frame(FrameError::NoSuchFrame { asked: 3, count: 3 })))));
    }
    assert!(result.is_captured());
    let error = model.submit(&examples[0].frame(), &options(), &mut result).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::Frame(FrameError::Batch { expected: 3, found: 1 }))), "{error}");
    // More than the engine takes.
    assert!(matches!(model.alloc_result_for(9), Err(Error::Gpu(GpuError::Session(_)))));
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_masks_ahead_are_those_of_the_frame_at_work() {
    let (model, examples) = taught("ahead");
    let mut result = model.alloc_result_for(2).unwrap();
    let stream = model.cuda().new_stream().unwrap();
    for round in 0..6 {
        let batch = [&examples[round % 5], &examples[(round + 2) % 5]];
        let frames = batch.map(|example| example.frame());
        let mut running = model.submit_batch(&frames, &options(), &mut result).unwrap();
        let mut found = Vec::new();
        for (at, example) in batch.iter().enumerate() {
            // Copied on another stream, of a frame that nobody waited for.
            let ahead = running.masks_ahead(at).unwrap();
            assert_eq!((ahead.most, ahead.width, ahead.height), (12, example.layout.width, example.layout.height));
            found.push((stream.clone_dtod(&ahead.count).unwrap(), stream.clone_dtod(&ahead.words).unwrap()));
        }
        // The copies come after the frame, in every other round also the next frames after the copies.
        if round % 2 == 0 {
            stream.synchronize().unwrap();
        }
        leak(running);
        model.submit_batch(&[batch[1].frame(), batch[0].frame()], &options(), &mut result).unwrap().wait().unwrap();
        for (example, (count, words)) in batch.iter().zip(&found) {
            let expected: Vec<u64> = example.expected.iter().flat_map(|instance| instance.mask.words().to_vec()).collect();
            let (count, words) = (stream.clone_dtoh(count).unwrap(), stream.clone_dtoh(words).unwrap());
            stream.synchronize().unwrap();
            assert_eq!(count, [example.expected.len() as u32]);
            assert!(words[..expected.len()] == expected, "round {round}");
        }
        let told = model.submit_batch(&frames, &options(), &mut result).unwrap().masks_ahead(2).map(|_| ()).unwrap_err();
        assert!(matches!(told, Error::Gpu(GpuError::Frame(FrameError::NoSuchFrame { asked: 2, count: 2 }))), "{told}");
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_pipelines_keep_frames_in_order() {
    let (model, examples) = taught("pipeline");
    let mut pipeline = model.pipeline(2).unwrap();
    let mut done = 0;
    for at in 0..11 {
        let example = &examples[at % 5];
        pipeline.staging(0, &example.layout).unwrap().copy_from_slice(&example.bytes);
        pipeline.submit_staged(&[example.layout], &options()).unwrap();
        // Refused, and nothing is lost by it.
        if at == 4 {
            assert!(matches!(
                pipeline.submit(&example.frame(), &options()),
                Err(Error::Gpu(GpuError::Pipeline(PipelineError::Full { slots: 2 })))
            ));
        }
        if pipeline.is_full() {
            assert_eq!(pipeline.next().unwrap().unwrap().instances(0).unwrap(), examples[done % 5].expected);
            done += 1;
            let wrong = DecodeOptions::with_threshold(2.0);
            assert!(matches!(pipeline.submit(&example.frame(), &wrong), Err(Error::Threshold { .. })));
        }
    }
    while let Some(oldest) = pipeline.next().unwrap() {
        assert_eq!(oldest.instances(0).unwrap(), examples[done % 5].expected);
        done += 1;
    }
    assert_eq!(done, 11);
    assert!(model.pipeline(0).is_err());
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_models_share_a_frame() {
    let (first, examples) = taught("first");
    let (second, _) = taught("second");
    let (mut one, mut other) = (first.alloc_result().unwrap(), second.alloc_result().unwrap());
    let mut shared = SharedFrame::new(first.cuda()).unwrap();
    for example in examples.iter().cycle().take(9) {
        shared.upload(&example.layout, &example.bytes).unwrap();
        let frame = shared.frame().unwrap();
        let running = (first.submit(&frame, &options(), &mut one).unwrap(), second.submit(&frame, &options(), &mut other).unwrap());
        assert_eq!(running.1.wait().unwrap().instances(0).unwrap(), example.expected);
        assert_eq!(running.0.wait().unwrap().instances(0).unwrap(), example.expected);
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_results_of_another_model_are_refused() {
    let (first, examples) = taught("first");
    let (second, _) = taught("second");
    let mut result = second.alloc_result().unwrap();
    let error = first.submit(&examples[0].frame(), &options(), &mut result).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::OtherModel)), "{error}");
    // A clone is the same model.
    second.clone().submit(&examples[0].frame(), &options(), &mut result).unwrap().wait().unwrap();
    let pillow = config().with_filter(vrt::preprocess::ResizeFilter::PillowBilinear);
    let error = RfDetrSeg::new(first.engine().clone(), pillow).unwrap_err();
    assert!(matches!(&error, Error::Gpu(GpuError::Filter { .. })) && error.to_string().contains("on the CPU"), "{error}");
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_runs_on_the_same_frame_give_the_same_bytes() {
    let (model, examples) = taught("twice");
    let (mut one, mut other) = (model.alloc_result().unwrap(), model.alloc_result().unwrap());
    for example in &examples {
        let mut answers = Vec::new();
        for result in [&mut one, &mut other] {
            let found = model.submit(&example.frame(), &options(), result).unwrap().wait().unwrap();
            assert_eq!(found.mask_size(), (19, 17));
            let logits: Vec<_> = found.mask_logits_host(0).unwrap().into_iter().map(f32::to_bits).collect();
            assert_eq!(logits.len(), found.count().unwrap() * 19 * 17);
            answers.push((found.detections().unwrap(), found.masks_host().unwrap(), found.rle().unwrap(), logits));
        }
        assert_eq!(answers[0], answers[1]);
    }
}

/// Bytes that copies brought to the host.
fn bytes_to_host() -> usize {
    // SAFETY: the stand-in exports this function with this type.
    unsafe { vrt::cuda::cudarc::driver::sys::culib().get::<unsafe extern "C" fn() -> usize>(b"fake_gpu_bytes_to_host").unwrap()() }
}

/// How often a driver's function was called.
fn calls(function: &std::ffi::CStr) -> usize {
    type Count = unsafe extern "C" fn(*const std::ffi::c_char) -> usize;
    // SAFETY: the stand-in exports this function with this type.
    unsafe { vrt::cuda::cudarc::driver::sys::culib().get::<Count>(b"fake_gpu_calls").unwrap()(function.as_ptr()) }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_frames_cost_the_host_one_launch_and_one_wait() {
    let (model, examples) = taught("calls");
    let example = &examples[0];
    let mut shared = SharedFrame::new(model.cuda()).unwrap();
    shared.upload(&example.layout, &example.bytes).unwrap();
    let mut result = model.alloc_result().unwrap();
    for _ in 0..3 {
        model.submit(&shared.frame().unwrap(), &options(), &mut result).unwrap().wait().unwrap();
    }
    let functions = [
        (c"cuGraphLaunch", 1),
        (c"cuLaunchKernel", 0),
        (c"cuMemAllocAsync", 0),
        (c"cuMemHostAlloc", 0),
        (c"cuMemcpyHtoDAsync", 0),
        (c"cuMemcpyDtoHAsync", 0),
        (c"cuMemcpyDtoDAsync", 0),
        (c"cuStreamSynchronize", 0),
        (c"cuEventSynchronize", 1),
        // The frame's end, and that the picture was read.
        (c"cuEventRecord", 2),
        // For the picture's upload.
        (c"cuStreamWaitEvent", 1),
    ];
    let (before, bytes) = (functions.map(|(function, _)| calls(function)), bytes_to_host());
    let running = model.submit(&shared.frame().unwrap(), &options(), &mut result).unwrap();
    let found = running.wait().unwrap();
    assert_eq!(found.detections().unwrap().len(), example.expected.len());
    assert_eq!(found.count().unwrap(), example.expected.len());
    for ((function, expected), before) in functions.into_iter().zip(before) {
        assert_eq!(calls(function) - before, expected, "{function:?}");
    }
    // Kernels write what the host reads to its memory themselves: 64 bytes, and 32 for each object.
    assert_eq!(bytes_to_host(), bytes);
}

#[test]
fn models_are_shared_between_threads_and_results_go_from_one_to_another() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<RfDetrSeg>();
    shared::<SharedFrame>();
    sent::<GpuSegmentation>();
    sent::<Pipeline<GpuSegmentation>>();
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_two_threads_agree() {
    let (model, examples) = taught("threads");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut result = model.alloc_result().unwrap();
                for example in examples.iter().cycle().take(8) {
                    let found = model.submit(&example.frame(), &options(), &mut result).unwrap().wait().unwrap();
                    assert_eq!(found.instances(0).unwrap(), example.expected);
                }
            });
        }
    });
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_models_and_results_may_be_dropped_in_flight() {
    let (model, examples) = taught("dropped");
    for example in &examples {
        let mut result = model.alloc_result().unwrap();
        let copy = model.clone();
        leak(copy.submit(&example.frame(), &options(), &mut result).unwrap());
        drop(copy);
        drop(result);
        let mut pipeline = model.pipeline(3).unwrap();
        for _ in 0..3 {
            pipeline.submit(&example.frame(), &options()).unwrap();
        }
        drop(pipeline);
    }
}
