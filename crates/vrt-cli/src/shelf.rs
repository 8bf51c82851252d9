//! Models by name: what the registry says, what is on this machine.

use std::path::Path;

use serde::Serialize;
use vrt_hub::{Error as HubError, FetchOptions, FileState, Hub, HubBuilder, ModelSpec, Origin, REGISTRY, Registry, Source};

use crate::error::CliError;
use crate::models::{Here, Known, Listed};
use crate::progress::Transfer;

/// A registry and the cache.
#[derive(Debug)]
pub struct Shelf {
    /// Which models there are.
    pub registry: Registry,
    /// Where their files are kept.
    pub hub: Hub,
}

/// What of a model is on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stock {
    /// All of it, with the contents that it must have.
    Verified,
    /// All of it; some contents were not looked at yet, or nothing says what they must be.
    Present,
    /// A download was interrupted.
    Partial,
    /// Nothing, or not all.
    Missing,
    /// A file has other contents than it must have.
    Wrong,
}

impl Stock {
    /// For people.
    pub fn text(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Present => "unchecked",
            Self::Partial => "in part",
            Self::Missing => "no",
            Self::Wrong => "WRONG",
        }
    }
}

impl Shelf {
    /// The shelf that may download.
    ///
    /// # Errors
    /// [`CliError::Hub`] for a registry file, folder or setting that can't be used.
    pub fn open(registry: Option<&Path>) -> Result<Self, CliError> {
        Ok(Self { registry: read_registry(registry)?, hub: Hub::from_env()? })
    }

    /// The shelf that opens no connection.
    ///
    /// # Errors
    /// As [`Shelf::open`].
    pub fn offline(registry: Option<&Path>) -> Result<Self, CliError> {
        Ok(Self { registry: read_registry(registry)?, hub: HubBuilder::from_env()?.offline(true).build()? })
    }

    /// What of a model is on this machine, without reading its files.
    ///
    /// # Errors
    /// [`CliError::Hub`] for a description or record that can't be used.
    pub fn stock(&self, spec: &ModelSpec) -> Result<Stock, CliError> {
        let of = |state: &FileState| match state {
            FileState::Verified { .. } => Stock::Verified,
            FileState::Present { .. } => Stock::Present,
            FileState::Partial { .. } => Stock::Partial,
            FileState::Wrong { .. } => Stock::Wrong,
            _ => Stock::Missing,
        };
        let states: Vec<Stock> = self.hub.status(spec)?.iter().map(|file| of(&file.state)).collect();
        // Of a model with several files, one that is missing beside one that is here was interrupted.
        let mixed = states.contains(&Stock::Missing) && states.iter().any(|state| *state < Stock::Missing);
        let worst = states.into_iter().max().unwrap_or(Stock::Missing);
        Ok(if mixed && worst != Stock::Wrong { Stock::Partial } else { worst })
    }

    /// What is known of a name. Files that are here are checked; nothing is downloaded.
    ///
    /// # Errors
    /// [`CliError::NotReady`] for files that are here and can't be used, [`CliError::Hub`].
    pub fn find(&self, name: &str) -> Result<Known, CliError> {
        let spec = match self.registry.get(name) {
            Ok(spec) => spec,
            Err(HubError::UnknownModel { nearest, known, .. }) => return Ok(Known::Unknown { nearest, known }),
            Err(error) => return Err(error.into()),
        };
        let stock = self.stock(spec)?;
        let away = matches!(stock, Stock::Partial | Stock::Missing) && matches!(spec.source, Source::HuggingFace { .. });
        if away {
            return Ok(Known::Listed(Box::new(Listed { spec: spec.clone(), here: None })));
        }
        let mut transfer = Transfer::new(None);
        let fetched = self.hub.fetch(spec, &FetchOptions::default(), &mut |progress| transfer.show(progress));
        transfer.finish();
        let local = fetched.map_err(|source| match spec.source {
            // What is wrong with the user's own files, no download puts right.
            Source::Local { .. } => CliError::Hub(source),
            _ => CliError::NotReady { model: name.to_owned(), source: Box::new(source) },
        })?;
        let here = Some(Here { onnx: local.onnx, metadata: local.metadata });
        Ok(Known::Listed(Box::new(Listed { spec: local.spec, here })))
    }
}

fn read_registry(file: Option<&Path>) -> Result<Registry, CliError> {
    let registry = match file {
        Some(file) => Registry::builtin().with_file(file)?,
        None => Registry::from_env()?,
    };
    for model in REGISTRY {
        // Meant, mostly; but a file that somebody sent must not do it unseen.
        if let Some(Origin::File(file)) = registry.origin(&model.name) {
            crate::report::warning(&format_args!("{} is not the built-in model: {} has one of that name", model.name, file.display()));
        }
    }
    Ok(registry)
}
