//! A model as it stands in a registry file.

use std::borrow::Cow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{EngineSpec, FileSpec, InputSpec, ModelSpec, Source, Task, Text};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    name: Text,
    task: Task,
    family: Text,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    variant: Option<Text>,
    license: Text,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    repository: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    revision: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    folder: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    labels: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    notes: Option<Text>,
    #[serde(skip_serializing_if = "<[Text]>::is_empty", default)]
    facts: Cow<'static, [Text]>,
    // Tables come last: TOML puts every key after a table into it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    input: Option<InputSpec>,
    files: Cow<'static, [FileSpec]>,
    #[serde(skip_serializing_if = "<[EngineSpec]>::is_empty", default)]
    engines: Cow<'static, [EngineSpec]>,
}

impl TryFrom<Entry> for ModelSpec {
    type Error = String;

    fn try_from(entry: Entry) -> Result<Self, String> {
        let source = match (entry.repository, entry.revision, entry.folder) {
            (Some(repository), revision, None) => Source::HuggingFace { repository, revision: revision.unwrap_or(Cow::Borrowed("main")) },
            (None, None, Some(folder)) => Source::Local { folder },
            _ => {
                let name = &entry.name;
                return Err(format!("model {name:?} must have either `repository` (and `revision`) or `folder`"));
            }
        };
        let spec = Self {
            name: entry.name,
            task: entry.task,
            family: entry.family,
            variant: entry.variant,
            license: entry.license,
            source,
            files: entry.files,
            input: entry.input,
            labels: entry.labels,
            engines: entry.engines,
            facts: entry.facts,
            notes: entry.notes,
        };
        match spec.problem() {
            Some(problem) => Err(format!("model {:?}: {problem}", spec.name)),
            None => Ok(spec),
        }
    }
}

impl From<ModelSpec> for Entry {
    fn from(spec: ModelSpec) -> Self {
        let (repository, revision, folder) = match spec.source {
            Source::HuggingFace { repository, revision } => (Some(repository), Some(revision), None),
            Source::Local { folder } => (None, None, Some(folder)),
        };
        Self {
            name: spec.name,
            task: spec.task,
            family: spec.family,
            variant: spec.variant,
            license: spec.license,
            repository,
            revision,
            folder,
            labels: spec.labels,
            notes: spec.notes,
            facts: spec.facts,
            input: spec.input,
            files: spec.files,
            engines: spec.engines,
        }
    }
}
