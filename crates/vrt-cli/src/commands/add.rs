//! `vrt add`: a model of the user's own into the registry.

use std::fs;
use std::path::Path;

use vrt_hub::{Error as HubError, NewModel, Registry, add_model, inspect_onnx};

use crate::args::hub::AddArgs;
use crate::error::{CliError, Exit};
use crate::{models, report};

/// Checks network and description against each other and writes the entry.
///
/// # Errors
/// [`CliError::Usage`] for a name or labels that can't be, else what keeps the model from being used.
pub fn add(args: &AddArgs) -> Result<Exit, CliError> {
    if args.name == models::SAMPLE {
        return Err(CliError::Usage(format!("{} is the name of the built-in models; take another one", models::SAMPLE)));
    }
    let described = args.metadata.clone().unwrap_or_else(|| args.onnx.with_extension("json"));
    let mut model = NewModel::new(&args.name, &args.onnx).replacing(args.replace);
    if let Some(path) = &args.metadata {
        model = model.with_metadata(path);
    }
    if let Some(path) = &args.labels {
        if described.exists() {
            report::warning(&format_args!("{} is there and says what the model is; --labels is not used", described.display()));
        }
        model = model.with_labels(read_labels(path)?);
    }
    if let Some(license) = &args.license {
        model = model.with_license(license);
    }
    if described.exists() {
        // The hub reads what it needs; the crate that will run the model reads all.
        models::check_description(&described)?;
    }
    let no_folder = || HubError::NoFolder { what: "the registry of your models", variable: "VRT_REGISTRY" };
    let file = args.registry.registry.clone().or_else(Registry::user_file).ok_or_else(no_folder)?;
    let spec = add_model(&file, &model, &inspect_onnx)?;
    report::print(&format!(
        "{}: added to {} ({}, {})\n  vrt run PICTURE --model {}{}\n",
        spec.name,
        file.display(),
        spec.task,
        spec.license,
        spec.name,
        args.registry.registry.as_ref().map_or_else(String::new, |file| format!(" --registry {}", file.display()))
    ))?;
    Ok(Exit::Done)
}

/// One label a line. A line without a name would move all classes after it, so it is refused.
fn read_labels(path: &Path) -> Result<Vec<String>, CliError> {
    let text = fs::read_to_string(path).map_err(|source| CliError::Labels { path: path.to_owned(), problem: source.to_string() })?;
    let labels: Vec<String> = text.trim_end().lines().map(|line| line.trim().to_owned()).collect();
    let problem = match labels.iter().position(String::is_empty) {
        _ if text.trim().is_empty() => "it is empty; write one class a line".to_owned(),
        Some(line) => format!("line {} is empty; write one class a line, in the order of training", line + 1),
        None => return Ok(labels),
    };
    Err(CliError::Labels { path: path.to_owned(), problem })
}
