//! `vrt`: objects, masks and distances in pictures.
//!
//! `vrt demo` shows what it does, `vrt run` does it to one's own pictures. `--help` of every subcommand is the reference; the results are
//! described in `docs/result-json.md`.
#![forbid(unsafe_code)]

mod args;
mod camera;
mod commands;
mod device;
mod error;
mod inputs;
mod interrupt;
mod models;
mod outputs;
mod pipeline;
mod progress;
mod render;
mod report;
#[cfg(feature = "sample")]
mod sample;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::error::Exit;

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Demo(args) => commands::demo::demo(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::Models(args) => commands::models::models(&args),
        Command::Completions(args) => commands::completions::completions(&args),
    };
    let exit = done.unwrap_or_else(|error| {
        let exit = error.exit();
        // A reader that went away (`vrt models | head -1`) is no error to tell.
        if exit != Exit::BrokenPipe {
            report::error(&error);
        }
        exit
    });
    ExitCode::from(exit.code())
}
