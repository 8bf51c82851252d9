//! The kernels are compiled by NVRTC for GPUs that are not here.
#![cfg(feature = "cuda")]
#![allow(clippy::unwrap_used)]

#[path = "../../vrt/tests/fake/nvrtc.rs"]
mod nvrtc;

#[test]
fn kernels_compile_for_old_and_new_gpus() {
    nvrtc::check(&vrt_depth_anything::cuda::KERNELS);
}
