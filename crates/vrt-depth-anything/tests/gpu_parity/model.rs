//! The whole model, from frames to depth, on a stand-in for TensorRT that answers pictures as it was taught here.

use std::path::PathBuf;

use vrt::cuda::{Cuda, Frame, FrameError, FrameLayout, PipelineError, PixelFormat, SharedFrame, YuvColor, to_rgb};
use vrt::kornia_image::{Image, ImageSize};
use vrt::preprocess::Preprocessor;
use vrt_depth_anything::cuda::{DepthAnything, Fusion, GpuDepth, GpuError, Masks};
use vrt_depth_anything::decode::reference::decode;
use vrt_depth_anything::fusion::{FuseOptions, fuse};
use vrt_depth_anything::outputs::RawMap;
use vrt_depth_anything::{Config, DepthOptions, DepthResult, Error, Geometry, ResizeRule, Variant};
use vrt_types::CameraIntrinsics;

use crate::evidence::Random;
use crate::fused::upload;
use crate::sets::{masks, scene};

/// A picture, what the network answers to it, and what that stands for.
struct Example {
    layout: FrameLayout,
    bytes: Vec<u8>,
    expected: DepthResult,
}

impl Example {
    fn frame(&self) -> Frame<'_> {
        Frame::host(self.layout, &self.bytes).unwrap()
    }
}

/// Layouts of different sizes, aspect ratios and formats.
fn layouts() -> Vec<FrameLayout> {
    vec![
        FrameLayout::new(PixelFormat::Rgb8, 80, 60),
        FrameLayout::new(PixelFormat::Nv12(YuvColor::default()), 64, 48).with_pitch(80),
        FrameLayout::new(PixelFormat::Gray8, 48, 90),
        FrameLayout::new(PixelFormat::Bgra8, 130, 54).with_pitch(528),
        FrameLayout::new(PixelFormat::Bgr8, 42, 28),
    ]
}

fn v2() -> Config {
    Config { resize: ResizeRule::LowerBound { width: 28, height: 28, multiple: 14 }, ..Variant::V2MetricHypersimSmall.config() }
}

fn v3() -> Config {
    Config { resize: ResizeRule::UpperBound { longest: 42, multiple: 14 }, ..Variant::V3MetricLarge.config() }
}

/// A camera for all sizes, as wide as the picture.
fn options(layout: &FrameLayout) -> DepthOptions {
    let focal = f64::from(layout.width);
    let camera = CameraIntrinsics::new(focal, focal, 3.0, 5.0, layout.width, layout.height).unwrap();
    DepthOptions { intrinsics: Some(camera), ..DepthOptions::default() }
}

fn write(path: PathBuf, values: &[f32]) {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    std::fs::write(path, bytes).unwrap();
}

fn folder() -> PathBuf {
    PathBuf::from(std::env::var_os("FAKE_TENSORRT_NETWORKS").unwrap())
}

/// Loads a network that was described in `NAME.txt`.
fn load(name: &str, config: Config) -> Result<DepthAnything, Error> {
    let mut plan = format!("FAKE-PLAN 10.6.0 {name} 0 1 1 8\n");
    plan.push_str(&".".repeat(512 - plan.len()));
    let engine = folder().join(format!("{name}.engine"));
    std::fs::write(&engine, plan).unwrap();
    DepthAnything::from_engine_file(&Cuda::open(0).unwrap(), engine, config)
}

/// Teaches the stand-in a network under this name and loads it. `fixed` is the input's width and height where the network fixes them.
fn taught(name: &str, config: Config, fixed: Option<(usize, usize)>) -> (DepthAnything, Vec<Example>) {
    let sides = fixed.map_or("-1 -1".to_owned(), |(width, height)| format!("{height} {width}"));
    let sky = if config.sky.is_some() { format!("output sky 1 {sides}\n") } else { String::new() };
    let network = format!("input pixel_values 3 {sides}\noutput predicted_depth {sides}\n{sky}open 14 28 70\n");
    std::fs::write(folder().join(format!("{name}.txt")), network).unwrap();
    let mut preprocessor = Preprocessor::new(config.filter, config.normalize).unwrap();
    let mut examples = Vec::new();
    for (at, layout) in layouts().into_iter().enumerate() {
        let mut random = Random::new(at as u64 + 40);
        let bytes = random.bytes(layout.bytes().unwrap());
        let (width, height) = (layout.width as usize, layout.height as usize);
        let picture = Image::<u8, 3>::new(ImageSize { width, height }, to_rgb(layout, &bytes).unwrap()).unwrap();
        let geometry = match fixed {
            Some(size) => Geometry::fixed(&config.resize, (width, height), size).unwrap(),
            None => config.resize.plan(width, height, config.max_network_pixels).unwrap(),
        };
        let network = geometry.network();
        let depth = scene(&mut random, network, 0.5, 6.0);
        let scores: Vec<f32> = (0..depth.len()).map(|i| if i < depth.len() / 3 { 0.5 } else { random.between(0.0, 0.31) }).collect();
        let shape = [1, network.1, network.0];
        let map = |name, values| RawMap { name, shape: &shape, values };
        let sky = config.sky.map(|_| map("sky", &scores));
        let expected = decode(&config, &geometry, map("predicted_depth", &depth), sky, &options(&layout)).unwrap();
        let answer = folder().join(name).join(at.to_string());
        std::fs::create_dir_all(&answer).unwrap();
        let steps: Vec<_> = geometry.steps().collect();
        write(answer.join("pixel_values.f32"), preprocessor.run_steps(&picture, &steps).unwrap().as_slice());
        write(answer.join("predicted_depth.f32"), &depth);
        write(answer.join("sky.f32"), &scores);
        examples.push(Example { layout, bytes, expected });
    }
    (load(name, config).unwrap(), examples)
}

/// Leaks a guard, as safe code may.
pub fn leak<T>(guard: T) {
    std::mem::forget(guard);
}

/// Whether a result is what the reference gives; upsampled values may differ in their last places.
fn assert_same(result: &GpuDepth, frame: usize, expected: &DepthResult) {
    let found = result.to_host(frame).unwrap();
    assert_eq!((found.geometry, found.map.unit()), (expected.geometry, expected.map.unit()));
    assert_eq!(found.network, expected.network);
    assert_eq!(found.sky, expected.sky);
    let mut apart = crate::parity::Apart::default();
    assert_eq!(apart.add(expected.map.values(), found.map.values()), None);
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_models_of_a_fixed_size_give_what_the_reference_gives() {
    for (name, config) in [("fixed-v2", v2()), ("fixed-v3", v3())] {
        let (model, examples) = taught(name, config, Some((42, 28)));
        assert_eq!(model.fixed_size(), Some((42, 28)));
        let mut result = model.alloc_result().unwrap();
        // Call by call, captured, as a graph, and with growing and shrinking maps.
        for example in examples.iter().chain(&examples).chain(examples.iter().rev()) {
            let found = model.submit(&example.frame(), &options(&example.layout), &mut result).unwrap().wait().unwrap();
            assert_same(found, 0, &example.expected);
        }
        assert!(result.is_captured() && result.why_not_captured().is_none(), "{:?}", result.why_not_captured());
        let found = model.infer(&examples[1].frame(), &options(&examples[1].layout)).unwrap();
        assert_same(&found, 0, &examples[1].expected);
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_models_of_any_size_follow_the_picture() {
    for (name, config) in [("dynamic-v2", v2()), ("dynamic-v3", v3())] {
        let (model, examples) = taught(name, config, None);
        assert_eq!(model.fixed_size(), None);
        let mut result = model.alloc_result().unwrap();
        for _ in 0..2 {
            for example in &examples {
                for _ in 0..3 {
                    let found = model.submit(&example.frame(), &options(&example.layout), &mut result).unwrap().wait().unwrap();
                    assert_same(found, 0, &example.expected);
                }
                assert!(result.is_captured(), "{:?}", result.why_not_captured());
            }
        }
        // Three network sizes at least, else this shows little.
        let sizes: std::collections::HashSet<_> = examples.iter().map(|example| example.expected.geometry.network()).collect();
        assert!(sizes.len() >= 3, "{sizes:?}");
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_network_sizes_outside_the_profile_are_refused() {
    let (model, examples) = taught("profile", v2(), None);
    let mut result = model.alloc_result().unwrap();
    let first = &examples[0];
    model.submit(&first.frame(), &options(&first.layout), &mut result).unwrap().wait().unwrap();
    // A picture of 5:1 needs 140 pixels, the profile ends at 70.
    let layout = FrameLayout::new(PixelFormat::Gray8, 100, 20);
    let bytes = vec![1; 2000];
    let refused = model.submit(&Frame::host(layout, &bytes).unwrap(), &options(&layout), &mut result).map(|_| ()).unwrap_err();
    assert!(matches!(refused, Error::Gpu(GpuError::Session(_))) && refused.to_string().contains("70"), "{refused}");
    // Nothing is left of the frame before, and the next one runs.
    assert!(matches!(result.depth_host(), Err(Error::Gpu(GpuError::Empty))));
    let found = model.submit(&first.frame(), &options(&first.layout), &mut result).unwrap().wait().unwrap();
    assert_same(found, 0, &first.expected);
    let elongated = FrameLayout::new(PixelFormat::Gray8, 60_000, 2);
    let error = model.submit(&Frame::staged(elongated).unwrap(), &DepthOptions::default(), &mut result).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::NetworkSize { .. }), "{error}");
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_batches_have_one_network_size() {
    let (model, examples) = taught("batch", v2(), Some((42, 28)));
    let mut result = model.alloc_result_for(3).unwrap();
    assert_eq!(result.batch(), 3);
    for round in 0..6 {
        let batch: Vec<_> = (0..3).map(|at| &examples[(round + at * 2) % 5]).collect();
        let frames: Vec<_> = batch.iter().map(|example| example.frame()).collect();
        let found = model.submit_batch(&frames, &DepthOptions::default(), &mut result).unwrap().wait().unwrap();
        for (at, example) in batch.iter().enumerate() {
            assert_same(found, at, &example.expected);
            let sorted = found.percentiles(at, &[0.0, 100.0]).unwrap().unwrap();
            assert_eq!((sorted[0], sorted[1]), found.min_max(at).unwrap());
        }
        assert!(matches!(found.depth_host_of(3), Err(Error::Gpu(GpuError::Frame(FrameError::NoSuchFrame { asked: 3, count: 3 })))));
    }
    assert!(result.is_captured());
    let error = model.submit(&examples[0].frame(), &DepthOptions::default(), &mut result).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::Frame(FrameError::Batch { expected: 3, found: 1 }))), "{error}");
    // More than the engine takes.
    assert!(matches!(model.alloc_result_for(9), Err(Error::Gpu(GpuError::Session(_)))));

    let (model, examples) = taught("batch-any", v2(), None);
    let mut result = model.alloc_result_for(2).unwrap();
    let frames = [examples[0].frame(), examples[2].frame()];
    let error = model.submit_batch(&frames, &DepthOptions::default(), &mut result).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::Gpu(GpuError::NetworkSizes { .. })), "{error}");
    let frames = [examples[0].frame(), examples[1].frame()];
    let found = model.submit_batch(&frames, &DepthOptions::default(), &mut result).unwrap().wait().unwrap();
    assert_same(found, 0, &examples[0].expected);
    assert_same(found, 1, &examples[1].expected);
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_pipelines_keep_frames_in_order() {
    let (model, examples) = taught("pipeline", v2(), Some((42, 28)));
    let mut pipeline = model.pipeline(2).unwrap();
    let mut done = 0;
    for at in 0..11 {
        let example = &examples[at % 5];
        pipeline.staging(0, &example.layout).unwrap().copy_from_slice(&example.bytes);
        pipeline.submit_staged(&[example.layout], &DepthOptions::default()).unwrap();
        if pipeline.is_full() {
            let full = pipeline.submit(&example.frame(), &DepthOptions::default());
            assert!(matches!(full, Err(Error::Gpu(GpuError::Pipeline(PipelineError::Full { slots: 2 })))));
            assert_same(pipeline.next().unwrap().unwrap(), 0, &examples[done % 5].expected);
            done += 1;
        }
    }
    while let Some(oldest) = pipeline.next().unwrap() {
        assert_same(oldest, 0, &examples[done % 5].expected);
        done += 1;
    }
    assert_eq!(done, 11);
    assert!(model.pipeline(0).is_err());
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_models_share_a_frame_and_are_fused() {
    let (first, examples) = taught("first", v2(), Some((42, 28)));
    let (second, others) = taught("second", v3(), None);
    let (mut one, mut other) = (first.alloc_result().unwrap(), second.alloc_result().unwrap());
    let mut shared = SharedFrame::new(first.cuda()).unwrap();
    let mut fusion = Fusion::new(first.cuda()).unwrap();
    for at in 0..9 {
        let (example, twin) = (&examples[at % 5], &others[at % 5]);
        let (width, height) = (example.layout.width, example.layout.height);
        shared.upload(&example.layout, &example.bytes).unwrap();
        let frame = shared.frame().unwrap();
        let given = options(&example.layout);
        let running = (first.submit(&frame, &given, &mut one).unwrap(), second.submit(&frame, &given, &mut other).unwrap());
        // Neither has been waited for: the fusion waits on the GPU.
        let objects = masks(at as u64, 4, (width, height), 0.4);
        let words = upload(first.cuda(), &objects).unwrap();
        let on_gpu = Masks::new(words.as_view(), objects.len(), width, height).unwrap();
        let wished = FuseOptions { intrinsics: given.intrinsics, ..FuseOptions::default() };
        let found = fusion.fuse(&on_gpu, running.0.result(), 0, &wished).unwrap();
        assert_eq!(found, fuse(&objects, &example.expected.map, &wished).unwrap());
        assert_same(running.1.wait().unwrap(), 0, &twin.expected);
        assert_same(running.0.wait().unwrap(), 0, &example.expected);
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_misuse_is_refused() {
    let (first, examples) = taught("first", v2(), Some((42, 28)));
    let (second, _) = taught("other", v2(), Some((42, 28)));
    let mut result = second.alloc_result().unwrap();
    let submit = |model: &DepthAnything, result: &mut GpuDepth, options: &DepthOptions| {
        model.submit(&examples[0].frame(), options, result).map(|_| ()).unwrap_err()
    };
    assert!(matches!(submit(&first, &mut result, &DepthOptions::default()), Error::Gpu(GpuError::OtherModel)));
    // A clone is the same model.
    second.clone().submit(&examples[0].frame(), &DepthOptions::default(), &mut result).unwrap().wait().unwrap();

    let (metric, _) = taught("metric", v3(), Some((42, 28)));
    let mut result = metric.alloc_result().unwrap();
    assert!(matches!(submit(&metric, &mut result, &DepthOptions::default()), Error::NoIntrinsics { .. }));
    let square = CameraIntrinsics::new(50.0, 50.0, 25.0, 25.0, 50, 50).unwrap();
    let wrong = DepthOptions { intrinsics: Some(square), ..DepthOptions::default() };
    assert!(matches!(submit(&metric, &mut result, &wrong), Error::Aspect { .. }));

    let pillow = Config { filter: vrt::preprocess::ResizeFilter::PillowBilinear, ..v3() };
    let error = DepthAnything::new(first.engine().clone(), pillow).unwrap_err();
    assert!(matches!(&error, Error::Gpu(GpuError::Filter { .. })) && error.to_string().contains("on the CPU"), "{error}");
    let stretched = Config { resize: ResizeRule::Stretch { width: 28, height: 28 }, ..v2() };
    let error = DepthAnything::new(first.engine().clone(), stretched).unwrap_err();
    assert!(matches!(error, Error::Input { .. }) && error.to_string().contains("42x28"), "{error}");
    std::fs::write(folder().join("views.txt"), "input image -1 3 28 42\noutput depth 28 42\n").unwrap();
    assert!(matches!(load("views", v2()), Err(Error::Input { .. })));
    std::fs::write(folder().join("two.txt"), "input image 3 28 42\noutput a 28 42\noutput b 1 28 42\n").unwrap();
    assert!(matches!(load("two", v2()), Err(Error::Outputs { .. })));
    std::fs::write(folder().join("half.txt"), "input image 3 28 42\noutput depth 14 21\n").unwrap();
    let error = load("half", v2()).unwrap().alloc_result().unwrap_err();
    assert!(matches!(error, Error::OutputShape { .. }), "{error}");
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_networks_that_break_are_reported() {
    let (model, examples) = taught("breaks", v2(), Some((42, 28)));
    let other = vec![7; 80 * 60 * 3];
    let frame = Frame::host(FrameLayout::new(PixelFormat::Rgb8, 80, 60), &other).unwrap();
    let answer = folder().join("breaks").join("else");
    std::fs::create_dir_all(&answer).unwrap();
    let mut result = model.alloc_result().unwrap();
    for example in &examples[..3] {
        // What the network gives for pictures that it was not taught.
        write(answer.join("predicted_depth.f32"), &[0.0; 42 * 28]);
        let flat = model.submit(&frame, &DepthOptions::default(), &mut result).unwrap().wait().map(|_| ()).unwrap_err();
        assert!(matches!(flat, Error::FlatMap { value: 0.0, total: 1176, .. }), "{flat}");
        assert!(flat.to_string().contains("predicted_depth"), "{flat}");
        write(answer.join("predicted_depth.f32"), &[f32::NAN; 42 * 28]);
        let nan = model.submit(&frame, &DepthOptions::default(), &mut result).unwrap().wait().map(|_| ()).unwrap_err();
        assert!(matches!(nan, Error::NotFinite { nan: 1176, infinite: 0, total: 1176, .. }), "{nan}");
        assert!(matches!(result.depth_host(), Err(Error::NotFinite { .. })));
        let found = model.submit(&example.frame(), &DepthOptions::default(), &mut result).unwrap().wait().unwrap();
        assert_same(found, 0, &example.expected);
    }
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_results_may_be_leaked_and_dropped_in_flight() {
    let (model, examples) = taught("leaks", v3(), None);
    let mut result = model.alloc_result().unwrap();
    for example in examples.iter().cycle().take(7) {
        leak(model.submit(&example.frame(), &options(&example.layout), &mut result).unwrap());
        assert_same(&result, 0, &example.expected);
        // Shown to another stream, whose work is not waited for here.
        let stream = model.cuda().new_stream().unwrap();
        let view = result.depth_view(0).unwrap();
        let copy = stream.clone_dtod(view.values()).unwrap();
        leak(model.submit(&example.frame(), &options(&example.layout), &mut result).unwrap());
        let values = stream.clone_dtoh(&copy).unwrap();
        stream.synchronize().unwrap();
        assert_eq!(values.len(), example.expected.map.values().len());
        let mut apart = crate::parity::Apart::default();
        assert_eq!(apart.add(example.expected.map.values(), &values), None);
    }
    let mut fusion = Fusion::new(model.cuda()).unwrap();
    let (width, height) = (examples[0].layout.width, examples[0].layout.height);
    let objects = masks(1, 4, (width, height), 0.4);
    let words = upload(model.cuda(), &objects).unwrap();
    let running = model.submit(&examples[0].frame(), &options(&examples[0].layout), &mut result).unwrap();
    let on_gpu = Masks::new(words.as_view(), objects.len(), width, height).unwrap();
    let fusing = fusion.submit(&on_gpu, running.result(), 0, &FuseOptions::default()).unwrap();
    // All of it goes before the GPU has done anything.
    leak(running);
    drop(result);
    drop(words);
    assert_eq!(fusing.wait().unwrap(), fuse(&objects, &examples[0].expected.map, &FuseOptions::default()).unwrap());
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_fusions_on_several_streams_come_before_the_next_frame() {
    let (model, examples) = taught("fusions", v2(), Some((42, 28)));
    let [example, next, ..] = &examples[..] else { panic!("two examples at least") };
    let (width, height) = (example.layout.width, example.layout.height);
    let objects = masks(1, 4, (width, height), 0.4);
    let words = upload(model.cuda(), &objects).unwrap();
    let on_gpu = Masks::new(words.as_view(), objects.len(), width, height).unwrap();
    let fusion = || Fusion::new(model.cuda()).unwrap();
    let (mut result, mut first, mut second) = (model.alloc_result().unwrap(), fusion(), fusion());
    // Room for both pictures, so that the second one is written where the first was.
    for example in [next, example] {
        model.submit(&example.frame(), &options(&example.layout), &mut result).unwrap().wait().unwrap();
    }
    let fusing = [&mut first, &mut second].map(|fusion| fusion.submit(&on_gpu, &result, 0, &FuseOptions::default()).unwrap());
    model.submit(&next.frame(), &options(&next.layout), &mut result).unwrap().wait().unwrap();
    let expected = fuse(&objects, &example.expected.map, &FuseOptions::default()).unwrap();
    for fusing in fusing {
        assert_eq!(fusing.wait().unwrap(), expected);
    }
}

#[test]
fn models_are_shared_between_threads_and_results_go_from_one_to_another() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<DepthAnything>();
    sent::<GpuDepth>();
    sent::<Fusion>();
}

/// Bytes that copies brought to the host.
fn bytes_to_host() -> usize {
    // SAFETY: the stand-in exports this function with this type.
    unsafe { vrt::cuda::cudarc::driver::sys::culib().get::<unsafe extern "C" fn() -> usize>(b"fake_gpu_bytes_to_host").unwrap()() }
}

/// How often a driver's function was called.
pub fn calls(function: &std::ffi::CStr) -> usize {
    type Count = unsafe extern "C" fn(*const std::ffi::c_char) -> usize;
    // SAFETY: the stand-in exports this function with this type.
    unsafe { vrt::cuda::cudarc::driver::sys::culib().get::<Count>(b"fake_gpu_calls").unwrap()(function.as_ptr()) }
}

/// The calls of functions that a piece of work makes.
fn counted<const N: usize>(functions: [&std::ffi::CStr; N], work: impl FnOnce()) -> [usize; N] {
    let before = functions.map(calls);
    work();
    std::array::from_fn(|at| calls(functions[at]) - before[at])
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_frames_and_fusions_cost_the_host_one_launch_each() {
    let (model, examples) = taught("calls", v2(), Some((42, 28)));
    let example = &examples[0];
    let (width, height) = (example.layout.width, example.layout.height);
    let mut shared = SharedFrame::new(model.cuda()).unwrap();
    shared.upload(&example.layout, &example.bytes).unwrap();
    let (mut result, mut fusion) = (model.alloc_result().unwrap(), Fusion::new(model.cuda()).unwrap());
    let words = upload(model.cuda(), &masks(1, 5, (width, height), 0.4)).unwrap();
    let given = options(&example.layout);
    let wished = FuseOptions { intrinsics: given.intrinsics, ..FuseOptions::default() };
    let mut frame = |fused: bool| {
        let running = model.submit(&shared.frame().unwrap(), &given, &mut result).unwrap();
        if fused {
            let on_gpu = Masks::new(words.as_view(), 5, width, height).unwrap();
            assert_eq!(fusion.fuse(&on_gpu, running.result(), 0, &wished).unwrap().len(), 5);
        }
        running.wait().unwrap().min_max(0).unwrap();
    };
    for _ in 0..3 {
        frame(true);
    }
    let bytes = bytes_to_host();
    let never = [
        c"cuLaunchKernel",
        c"cuMemAllocAsync",
        c"cuMemHostAlloc",
        c"cuMemcpyHtoDAsync",
        c"cuMemcpyDtoHAsync",
        c"cuMemcpyDtoDAsync",
        c"cuStreamSynchronize",
        c"cuEventCreate",
    ];
    // After a frame whose map was shown, so that the next one waits for that, on the GPU.
    frame(false);
    for (fused, launches) in [(false, 1), (true, 2)] {
        assert_eq!(counted(never, || frame(fused)), [0; 8], "{fused}");
        assert_eq!(counted([c"cuGraphLaunch"], || frame(fused)), [launches]);
        // One wait for each answer.
        assert_eq!(counted([c"cuEventSynchronize"], || frame(fused)), [launches], "{fused}");
    }
    // Kernels write what the host reads to its memory themselves.
    assert_eq!(bytes_to_host(), bytes);
}
