//! One module for each subcommand.

#[cfg(feature = "hub")]
pub mod add;
#[cfg(feature = "cuda")]
pub mod bench;
#[cfg(feature = "cuda")]
pub mod build;
pub mod completions;
pub mod demo;
#[cfg(feature = "cuda")]
pub mod doctor;
#[cfg(feature = "cuda")]
pub mod inspect;
pub mod models;
#[cfg(feature = "hub")]
pub mod pull;
#[cfg(feature = "hub")]
pub mod rm;
pub mod run;
#[cfg(feature = "hub")]
pub mod verify;

#[cfg(feature = "hub")]
use crate::error::{CliError, Exit};

/// Does something to each of several things. One that fails does not stop the others, unless it was interrupted or nobody listens.
///
/// # Errors
/// That of the only one, or the one that stopped the rest.
#[cfg(feature = "hub")]
fn of_several<T>(things: &[T], mut act: impl FnMut(&T) -> Result<(), CliError>) -> Result<Exit, CliError> {
    let mut failed = 0;
    for thing in things {
        match act(thing) {
            Ok(()) => {}
            Err(error) if things.len() == 1 || matches!(error.exit(), Exit::Interrupted | Exit::BrokenPipe) => return Err(error),
            Err(error) => {
                crate::report::error(&error);
                failed += 1;
            }
        }
    }
    Ok(match failed {
        0 => Exit::Done,
        failed if failed == things.len() => Exit::Failure,
        _ => Exit::Partial,
    })
}
