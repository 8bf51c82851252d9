//! The yardstick: the engine alone, its CUDA graph launched and waited for. Its input stays where it is.

use std::time::Instant;

use vrt::tensorrt::{Session, SessionError, SessionOptions};

use super::{Setting, Statistics, Subject, milliseconds};
use crate::error::CliError;
use crate::report;

/// Runs before anything is measured: TensorRT and the driver load code at the first ones.
pub const WARM_UP: usize = 10;

/// The engine with a batch of this size, on a stream of its own, captured where it can be.
///
/// # Errors
/// [`CliError::Session`], [`CliError::Gpu`].
pub fn session<S: Subject>(subject: &S, batch: usize) -> Result<Session, CliError> {
    let engine = subject.engine();
    let mut shape = subject.input().opt.clone();
    if let Some(first) = shape.first_mut() {
        *first = batch;
    }
    let options = SessionOptions { profile: 0, shapes: vec![(subject.input().input.clone(), shape)] };
    let mut session = Session::with_options(engine, &engine.cuda().new_stream()?, &options)?;
    match session.capture() {
        Err(SessionError::Capture { reason, .. }) => {
            report::warning(&format_args!("the engine runs call by call, not as a graph: {reason}"))
        }
        captured => captured?,
    }
    for _ in 0..WARM_UP {
        session.enqueue()?.wait()?;
    }
    Ok(session)
}

/// Times of single runs.
///
/// # Errors
/// As [`session`].
pub fn latency<S: Subject>(setting: &Setting<'_>, subject: &S, batch: usize) -> Result<Statistics, CliError> {
    let mut session = session(subject, batch)?;
    let mut times = Vec::new();
    for _ in setting.rounds() {
        let start = Instant::now();
        session.enqueue()?.wait()?;
        times.push(milliseconds(start));
    }
    Ok(Statistics::of(times))
}
