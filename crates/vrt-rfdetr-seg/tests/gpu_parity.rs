//! The kernels beside the CPU's reference, on a machine without a GPU: a stand-in driver runs them on the CPU (`tests/fake/` here and in `vrt`).
//!
//! The stand-in shows what the kernels compute, with blocks at work beside each other, and that the host's side fits them (arguments, sizes,
//! order of work, lives of buffers). It does not show speed, or races within a block; the example `seg_gpu_evidence` runs the same comparisons
//! on a GPU.
//!
#![cfg(all(feature = "cuda", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure, in helpers too")]

use std::time::Duration;

use vrt::cuda::Cuda;

#[path = "support/cases.rs"]
#[allow(dead_code, reason = "tests/vectors.rs looks at all of it")]
mod cases;
#[path = "../../vrt/tests/fake/emulated.rs"]
mod emulated;
#[path = "../../vrt/examples/support/evidence.rs"]
mod evidence;
#[path = "gpu_parity/host.rs"]
mod host;
#[path = "gpu_parity/model.rs"]
mod model;
#[path = "../examples/gpu_evidence/parity.rs"]
mod parity;
#[path = "gpu_parity/run_lengths.rs"]
mod run_lengths;
#[path = "../examples/gpu_evidence/sets.rs"]
#[allow(dead_code, reason = "the example times with the rest")]
mod sets;
#[path = "support/synthetic.rs"]
mod synthetic;

const LIMIT: Duration = Duration::from_secs(3600);

#[test]
fn kernels_agree_with_the_reference() {
    emulated::run(env!("CARGO_MANIFEST_DIR"), env!("CARGO_TARGET_TMPDIR"));
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_decoding() {
    println!("{}", parity::decoding(&Cuda::open(0).unwrap(), true, LIMIT).unwrap());
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_decoders_used_again() {
    println!("{}", parity::reuse(&Cuda::open(0).unwrap()).unwrap());
}
