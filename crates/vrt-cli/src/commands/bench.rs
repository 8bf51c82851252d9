//! `vrt bench`: how long a network takes alone, and how long whole frames take.

mod frames;
mod network;
mod statistics;

use crate::args::bench::{BenchArgs, BenchModel};
use crate::error::{CliError, Exit};

/// Measures.
///
/// # Errors
/// Those of what is measured.
pub fn bench(args: &BenchArgs) -> Result<Exit, CliError> {
    match &args.model {
        None => network::bench(&args.network),
        Some(BenchModel::RfdetrSeg(args)) => frames::segmentation(args),
        Some(BenchModel::DepthAnything(args)) => frames::depth(args),
    }
}
