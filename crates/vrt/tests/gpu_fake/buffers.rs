//! Device tensors and pinned memory.

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaContext, CudaStream, DevicePtr};
use vrt::cuda::{Cuda, CudaError, FiniteCheck, PinnedBuffer, device_slice, device_slice_mut};
use vrt::kornia_tensor::Tensor;

use super::{count, cuda, leak};

fn streams(cuda: &Cuda) -> (Arc<CudaStream>, Arc<CudaStream>) {
    (cuda.new_stream().unwrap(), cuda.new_stream().unwrap())
}

fn host(values: &[f32]) -> Tensor<f32, 1> {
    Tensor::from_shape_vec([values.len()], values.to_vec()).unwrap()
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_devices_are_described() {
    let cuda = cuda();
    assert_eq!((cuda.name(), cuda.sm().to_string().as_str(), cuda.ordinal()), ("Late GPU", "87", 0));
    assert_eq!(Cuda::open(0).unwrap(), cuda);
    assert!(matches!(Cuda::open(7), Err(CudaError::UnknownDevice { asked: 7, count: 2 })));
    assert!(cuda.memory().unwrap().free > 0);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_tensors_go_up_and_down() {
    let cuda = cuda();
    let (first, second) = streams(&cuda);
    let device = cuda.upload(&host(&[1.0, 2.0, 3.0]), &first).unwrap();
    assert_eq!(cuda.download(&device, &second).unwrap().as_slice(), &[1.0, 2.0, 3.0]);
    let zeros = cuda.zeros::<f32, 2>([2, 2], &first).unwrap();
    // Zeroed on one stream, read on another: the event between them is what makes this right.
    assert_eq!(cuda.download(&zeros, &second).unwrap().as_slice(), &[0.0; 4]);
    assert!(matches!(cuda.download(&host(&[1.0]), &first), Err(CudaError::NotOnDevice { .. })));
    assert!(matches!(cuda.upload(&device, &first), Err(CudaError::NotOnHost { .. })));
    let huge = cuda.zeros::<f32, 1>([1 << 40], &first).err().unwrap();
    assert!(huge.is_out_of_memory() && huge.to_string().contains("out of GPU memory"), "{huge}");
    let other = Cuda::open(1).unwrap();
    assert!(matches!(other.zeros::<f32, 1>([1], &first), Err(CudaError::Stream { .. })));
    let default = cuda.context().default_stream();
    assert!(matches!(cuda.zeros::<f32, 1>([1], &default), Err(CudaError::Stream { .. })));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_pinned_memory_waits_for_the_gpu() {
    let cuda = cuda();
    let (first, second) = streams(&cuda);
    let device = cuda.upload(&host(&[1.0, 2.0]), &first).unwrap();
    let mut readback = PinnedBuffer::<f32>::for_readback(&cuda, 4).unwrap();
    let view = device_slice(&device, "values").unwrap().as_view();
    // The guard is leaked; reading waits all the same, and the rest of the buffer stays 0.
    leak(readback.copy_from(view, &second).unwrap());
    assert!(!readback.is_ready().unwrap());
    assert_eq!(readback.values().unwrap(), &[1.0, 2.0, 0.0, 0.0]);
    assert!(readback.is_ready().unwrap());

    let mut upload = PinnedBuffer::<f32>::for_upload(&cuda, 2).unwrap();
    assert!(upload.is_write_combined() && !readback.is_write_combined());
    let mut target = cuda.zeros::<f32, 1>([2], &first).unwrap();
    upload.values_mut().unwrap().copy_from_slice(&[5.0, 6.0]);
    let view = device_slice_mut(&mut target, "target").unwrap().as_view_mut();
    leak(upload.copy_to(view, &first).unwrap());
    // Writing waits: the copy above takes the old values.
    upload.values_mut().unwrap().copy_from_slice(&[7.0, 8.0]);
    assert_eq!(cuda.download(&target, &second).unwrap().as_slice(), &[5.0, 6.0]);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_readers_are_known_after_a_copy_to_the_host() {
    let cuda = cuda();
    let (first, second) = streams(&cuda);
    let mut device = cuda.upload(&host(&[1.0, 2.0]), &first).unwrap();
    let mut readback = PinnedBuffer::<f32>::for_readback(&cuda, 2).unwrap();
    leak(readback.copy_from(device_slice(&device, "values").unwrap().as_view(), &second).unwrap());
    // This read ends before the other has begun: it must not be what the writer waits for.
    assert_eq!(cuda.download(&device, &first).unwrap().as_slice(), &[1.0, 2.0]);
    cuda.upload_into(&host(&[3.0, 4.0]), &mut device, &first).unwrap();
    assert_eq!(readback.values().unwrap(), &[1.0, 2.0]);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_memory_of_another_handle_is_freed_after_it_was_read() {
    let cuda = cuda();
    let (first, second) = streams(&cuda);
    // This handle of the context makes no stream, so cudarc orders nothing by itself.
    let other = CudaContext::new(0).unwrap();
    // SAFETY: a stream of the same context, which outlives the handle.
    let wrapped = unsafe { other.wrap_borrowed_stream(first.cu_stream()) };
    let device = wrapped.clone_htod(&[1.0_f32, 2.0]).unwrap();
    let mut readback = PinnedBuffer::<f32>::for_readback(&cuda, 2).unwrap();
    leak(readback.copy_from(device.as_view(), &second).unwrap());
    drop(device);
    first.synchronize().unwrap();
    assert_eq!(readback.values().unwrap(), &[1.0, 2.0]);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_copies_outlive_no_buffer() {
    let cuda = cuda();
    let (first, second) = streams(&cuda);
    let (pinned, allocated) = (count("fake_gpu_pinned"), count("fake_gpu_allocated"));
    for _ in 0..10 {
        let device = cuda.upload(&host(&[1.0; 100]), &first).unwrap();
        let mut readback = PinnedBuffer::<f32>::for_readback(&cuda, 100).unwrap();
        let view = device_slice(&device, "values").unwrap().as_view();
        leak(readback.copy_from(view, &second).unwrap());
        // Both go while the copy has not run: pinned memory waits for it, device memory is freed after it in stream order.
        drop(device);
        drop(readback);
    }
    first.synchronize().unwrap();
    second.synchronize().unwrap();
    assert_eq!(count("fake_gpu_pinned"), pinned);
    assert_eq!(count("fake_gpu_allocated"), allocated);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_lengths_are_checked() {
    let cuda = cuda();
    let (stream, _) = streams(&cuda);
    let mut device = cuda.upload(&host(&[1.0; 8]), &stream).unwrap();
    let mut short = PinnedBuffer::<f32>::for_readback(&cuda, 4).unwrap();
    let error = short.copy_from(device_slice(&device, "d").unwrap().as_view(), &stream).unwrap_err();
    assert!(matches!(error, CudaError::Length { expected: 4, found: 8, .. }), "{error}");
    let mut long = PinnedBuffer::<f32>::for_upload(&cuda, 9).unwrap();
    let error = long.copy_to(device_slice_mut(&mut device, "d").unwrap().as_view_mut(), &stream).unwrap_err();
    assert!(matches!(error, CudaError::Length { expected: 9, found: 8, .. }), "{error}");
    let error = PinnedBuffer::<f32>::for_upload(&cuda, usize::MAX).unwrap_err();
    assert!(matches!(error, CudaError::ShapeOverflow { .. }), "{error}");
    // A tensor whose shape field was changed is still as long as its memory.
    device.shape = [800];
    assert!(matches!(cuda.download(&device, &stream), Err(CudaError::Length { .. })));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_foreign_pointers_are_asked_about() {
    let cuda = cuda();
    let (first, second) = streams(&cuda);
    let owner = cuda.upload(&host(&[1.0, 2.0, 3.0, 4.0]), &first).unwrap();
    let address = device_slice(&owner, "owner").unwrap().device_ptr(&first).0;
    let wrap = |address, shape: [usize; 1]| {
        // SAFETY: the owner lives to the end of the test, and everything was waited for.
        unsafe { cuda.tensor_from_device_pointer::<f32, 1>(address, shape, &second, Box::new(())) }
    };
    let tensor = wrap(address, [4]).unwrap();
    assert_eq!(cuda.download(&tensor, &second).unwrap().as_slice(), &[1.0, 2.0, 3.0, 4.0]);
    drop(tensor);
    assert_eq!(cuda.download(&owner, &first).unwrap().as_slice(), &[1.0, 2.0, 3.0, 4.0], "a foreign tensor frees nothing");
    for (address, reason) in [(0, "null"), (address + 2, "aligned"), (0x1000, "does not know")] {
        let error = wrap(address, [4]).err().unwrap();
        assert!(error.to_string().contains(reason), "{error}");
    }
    // SAFETY: refused before anything is done with it.
    let default = unsafe { cuda.wrap_stream(std::ptr::null_mut()) };
    assert!(matches!(default, Err(CudaError::Stream { .. })));
    // SAFETY: `first` outlives the handle.
    let wrapped = unsafe { cuda.wrap_stream(first.cu_stream()) }.unwrap();
    assert_eq!(cuda.download(&owner, &wrapped).unwrap().as_slice()[3], 4.0);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_kernels_count_what_is_not_finite() {
    let cuda = cuda();
    let (first, second) = streams(&cuda);
    let values = [1.0, f32::NAN, f32::INFINITY, -0.0, f32::NEG_INFINITY, 3.0];
    let device = cuda.upload(&host(&values), &first).unwrap();
    let mut check = FiniteCheck::new(&cuda, &first).unwrap();
    let view = || device_slice(&device, "values").unwrap().as_view();
    assert_eq!(check.count(view(), &second).unwrap(), 3);
    assert_eq!(check.count(view(), &first).unwrap(), 3, "the counter is cleared each time");
}
