//! Options of the commands that deal with models by name.

use std::path::PathBuf;

use clap::ValueHint;

/// Which registry of models counts.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct RegistryArgs {
    /// File with models of your own, instead of the one that VRT_REGISTRY names
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub registry: Option<PathBuf>,
}

/// `vrt pull`.
#[derive(Debug, clap::Args)]
pub struct PullArgs {
    /// Models to download; `vrt models` lists the names
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    /// Download also what no hash is known of; the hash that comes is demanded from then on
    #[arg(long)]
    pub allow_unverified: bool,
    /// Accept a licence that forbids commercial use, by its SPDX identifier, like CC-BY-NC-4.0
    #[arg(long, value_name = "SPDX", visible_alias = "accept-licence")]
    pub accept_license: Vec<String>,
    /// Print one line of JSON for each model, and nothing else, to standard output
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub registry: RegistryArgs,
}

/// `vrt rm`.
#[derive(Debug, clap::Args)]
pub struct RmArgs {
    /// Models to remove
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    #[command(flatten)]
    pub registry: RegistryArgs,
}

/// `vrt verify`.
#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    /// Models to look at; all that are on this machine if none is named
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub registry: RegistryArgs,
}

/// `vrt add`.
#[derive(Debug, clap::Args)]
pub struct AddArgs {
    /// What to call it: letters, digits, '-', '_' and '.'
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Its ONNX file, which stays where it is
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub onnx: PathBuf,
    /// Names of its classes, one a line in the order of training; a description is written beside the ONNX file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "metadata")]
    pub labels: Option<PathBuf>,
    /// Its description ("vrt-model/1"), if it is not beside the ONNX file under the same name with the ending .json
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub metadata: Option<PathBuf>,
    /// Licence of its weights, as an SPDX identifier
    #[arg(long, value_name = "SPDX", visible_alias = "licence")]
    pub license: Option<String>,
    /// Take the place of a model that has the name already
    #[arg(long)]
    pub replace: bool,
    #[command(flatten)]
    pub registry: RegistryArgs,
}
