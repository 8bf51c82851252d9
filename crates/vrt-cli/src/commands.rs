//! One module for each subcommand.

pub mod completions;
pub mod demo;
pub mod models;
pub mod run;
