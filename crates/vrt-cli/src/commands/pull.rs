//! `vrt pull`: models to this machine.

use serde_json::json;
use vrt_hub::{FetchOptions, LocalModel, ModelSpec, Trust};

use crate::args::hub::PullArgs;
use crate::commands::of_several;
use crate::error::{CliError, Exit};
use crate::interrupt::Interrupt;
use crate::progress::Transfer;
use crate::report::{self, DIM, json, size_text};
use crate::shelf::Shelf;

/// Downloads what is missing and checks everything.
///
/// # Errors
/// What makes the first or only download impossible. With several names, those that fail are reported and counted in the exit code.
pub fn pull(args: &PullArgs) -> Result<Exit, CliError> {
    let shelf = Shelf::open(args.registry.registry.as_deref())?;
    // A name that does not exist is told before anything is downloaded.
    let specs = args.names.iter().map(|name| shelf.registry.get(name)).collect::<Result<Vec<_>, _>>()?;
    let mut options = FetchOptions::default().allow_unverified(args.allow_unverified);
    for license in &args.accept_license {
        options = options.accept_license(license);
    }
    let interrupt = Interrupt::listen("stopping; what has arrived is kept")?;
    of_several(&specs, |spec| one(&shelf, spec, &options, &interrupt, args.json))
}

fn one(shelf: &Shelf, spec: &ModelSpec, options: &FetchOptions, interrupt: &Interrupt, as_json: bool) -> Result<(), CliError> {
    let mut transfer = Transfer::new(Some(interrupt));
    let fetched = shelf.hub.fetch(spec, options, &mut |progress| transfer.show(progress));
    transfer.finish();
    let model = fetched?;
    if let Some(notes) = &spec.notes {
        report::note(notes);
    }
    if spec.trust() == Trust::Unverified && model.files.iter().any(|file| file.downloaded) {
        report::warning(&format_args!(
            "no source states the hash of {}, so nothing tells whether these are the right files; their hashes are recorded and demanded from now on",
            spec.name
        ));
    }
    if as_json {
        return report::print(&json::line(&document(spec, &model))?);
    }
    let bytes = model.files.iter().map(|file| file.size).sum();
    let how = if model.files.iter().any(|file| file.downloaded) { "downloaded and checked" } else { "was here, checked" };
    let (name, license, trust) = (&spec.name, &spec.license, spec.trust().name());
    report::print(&format!(
        "{name}: {}, {how} ({trust}, {license})\n  {}\n  {DIM}vrt run PICTURE --model {name}{DIM:#}\n",
        size_text(bytes),
        model.onnx.display()
    ))
}

fn document(spec: &ModelSpec, model: &LocalModel) -> serde_json::Value {
    let files: Vec<_> = model
        .files
        .iter()
        .map(|file| json!({"path": file.path, "sha256": file.sha256.to_string(), "size": file.size, "downloaded": file.downloaded}))
        .collect();
    json!({
        "name": spec.name,
        "license": spec.license,
        "trust": spec.trust().name(),
        "onnx": model.onnx,
        "metadata": model.metadata,
        "files": files,
    })
}
