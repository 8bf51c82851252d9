//! What is told of a picture after its table: files and times.

use std::fmt::Write as _;
use std::time::Duration;

use super::json::Files;
use super::{DIM, duration_text};
use crate::outputs::Target;
use crate::pipeline::Analysis;

/// Names of the files written, with what they are.
pub fn files_text(target: &Target, files: &Files) -> String {
    let listed = [
        (files.overlay, "masks, boxes and labels"),
        (files.depth, "depth in colours, with its scale"),
        (files.comparison, "what was found beside the truth"),
        (Some(Target::RESULT), "everything in numbers, masks as COCO RLE"),
    ];
    let listed: Vec<(String, &str)> =
        listed.iter().filter_map(|(name, what)| name.map(|name| (target.file(name).display().to_string(), *what))).collect();
    let width = listed.iter().map(|(path, _)| path.len()).max().unwrap_or(0);
    let dim = DIM;
    listed.iter().fold(String::new(), |mut text, (path, what)| {
        let _ = writeln!(text, "  {path:width$}  {dim}{what}{dim:#}");
        text
    })
}

/// Where the time went.
pub fn times_text(loaded: Duration, analysis: &Analysis, written: Duration) -> String {
    let mut parts = vec![format!("loading {}", duration_text(loaded))];
    if let Some(times) = analysis.times.segmentation {
        parts.push(format!("objects {}", duration_text(times.total)));
    }
    if let Some(times) = analysis.times.depth {
        parts.push(format!("depth {}", duration_text(times.total)));
    }
    parts.push(format!("drawing and writing {}", duration_text(written)));
    format!("  {DIM}{}{DIM:#}", parts.join(", "))
}
