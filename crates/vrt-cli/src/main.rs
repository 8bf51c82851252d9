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
#[cfg(feature = "cuda")]
mod gpu;
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
#[cfg(feature = "hub")]
mod shelf;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::error::Exit;

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Demo(args) => commands::demo::demo(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::Models(args) => commands::models::models(&args),
        #[cfg(feature = "hub")]
        Command::Pull(args) => commands::pull::pull(&args),
        #[cfg(feature = "hub")]
        Command::Verify(args) => commands::verify::verify(&args),
        #[cfg(feature = "hub")]
        Command::Rm(args) => commands::rm::rm(&args),
        #[cfg(feature = "hub")]
        Command::Add(args) => commands::add::add(&args),
        #[cfg(feature = "cuda")]
        Command::Doctor(args) => commands::doctor::doctor(&args),
        #[cfg(feature = "cuda")]
        Command::Build(args) => commands::build::build(&args),
        #[cfg(feature = "cuda")]
        Command::Inspect(args) => commands::inspect::inspect(&args),
        #[cfg(feature = "cuda")]
        Command::Bench(args) => commands::bench::bench(&args),
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
