//! `vrt completions`: a script that completes commands, options and model names.

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::error::{CliError, Exit};
use crate::report;

/// Prints the script.
///
/// # Errors
/// [`CliError::Stdout`].
pub fn completions(args: &CompletionsArgs) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "vrt", &mut script);
    report::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
