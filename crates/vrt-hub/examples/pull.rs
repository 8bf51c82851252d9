//! Fetches a model and says where it is: `cargo run -p vrt-hub --example pull -- rfdetr-seg-nano`.
//!
//! Options: `--allow-unverified`, `--accept-license SPDX`, `--status`, `--verify`, `--remove`. Without a name, lists what is known.

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;

use vrt_hub::{FetchOptions, Hub, Phase, Progress, Registry};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut options = FetchOptions::default();
    let (mut name, mut action) = (None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--allow-unverified" => options = options.allow_unverified(true),
            "--accept-license" => options = options.accept_license(arguments.next().ok_or("--accept-license needs a licence")?),
            "--status" | "--verify" | "--remove" => action = Some(argument),
            _ => name = Some(argument),
        }
    }
    let registry = Registry::from_env()?;
    let Some(name) = name else {
        for model in registry.models() {
            println!("{:42} {:22} {:14} {}", model.name, model.task, model.license, model.trust().name());
        }
        return Ok(());
    };
    let (hub, spec) = (Hub::from_env()?, registry.get(&name)?);
    match action.as_deref() {
        Some("--status") => hub.status(spec)?.iter().for_each(|file| println!("{file:?}")),
        Some("--verify") => hub.verify(spec, &mut show)?.iter().for_each(|file| println!("{file:?}")),
        Some("--remove") => println!("{:?}", hub.remove(spec)?),
        _ => println!("{}", hub.fetch(spec, &options, &mut show)?.onnx.display()),
    }
    Ok(())
}

fn show(progress: &Progress<'_>) -> ControlFlow<()> {
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let total = progress.total.map_or_else(String::new, |total| format!(" of {:.1}", megabytes(total)));
    let speed = progress.bytes_per_second.map_or_else(String::new, |speed| format!(", {:.1} MB/s", speed / 1e6));
    let eta = progress.eta.map_or_else(String::new, |eta| format!(", {} s left", eta.as_secs()));
    let phase = match &progress.phase {
        Phase::Retrying { reason, wait } => format!("{reason}, trying again in {:.0} s", wait.as_secs_f64().ceil()),
        phase => format!("{phase:?}").to_lowercase(),
    };
    eprint!("\r\x1b[2K{}: {phase}, {:.1}{total} MB{speed}{eta}", progress.file, megabytes(progress.done));
    if progress.phase == Phase::Done {
        eprintln!();
    }
    ControlFlow::Continue(())
}
