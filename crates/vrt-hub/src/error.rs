//! What can go wrong.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::Sha256;

/// Why a model could not be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No registry has a model of that name.
    #[error("there is no model {name:?}{}; known are {}", suggestion(.nearest.as_deref()), .known.join(", "))]
    UnknownModel {
        /// The name asked for.
        name: String,
        /// The known name that is most like it.
        nearest: Option<String>,
        /// All known names.
        known: Vec<String>,
    },
    /// A registry file is wrong.
    #[error("the model registry {} can't be used: {problem}", .path.display())]
    Registry {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its line where there is one.
        problem: String,
    },
    /// A description of a model contradicts itself or names something that must not be touched.
    #[error("the description of model {model:?} can't be used: {problem}")]
    Spec {
        /// The model.
        model: String,
        /// What is wrong.
        problem: String,
    },
    /// A model of another kind than the crate that was asked to run it.
    #[error("model {model:?} is of the family {found:?}, which the crate vrt-{found} runs; this is vrt-{expected}")]
    OtherFamily {
        /// The model.
        model: String,
        /// Its family.
        found: String,
        /// The family of the crate that was asked.
        expected: String,
    },
    /// An environment variable, a setting of the builder or of a registry entry makes no sense.
    #[error("{setting} is {found:?}: {problem}")]
    Setting {
        /// The variable or setting.
        setting: &'static str,
        /// Its value; not shown for secrets.
        found: String,
        /// What is wrong, and what it may be.
        problem: String,
    },
    /// The user has no home directory and no folder is named.
    #[error("there is no folder for {what}: this user has no home directory. Set {variable} to a folder")]
    NoFolder {
        /// What would be kept there.
        what: &'static str,
        /// The variable that names one.
        variable: &'static str,
    },
    /// The licence forbids commercial use and nobody has accepted it.
    #[error(
        "model {model:?} is under {license}, which forbids commercial use ({url}). \
         Accept that to download it: `--accept-license {license}`, or `FetchOptions::accept_license({license:?})`"
    )]
    License {
        /// The model.
        model: String,
        /// Its licence, an SPDX identifier.
        license: String,
        /// Where it can be read.
        url: String,
    },
    /// No source states the hash of a file.
    #[error(
        "no hash is known of {file} of model {model:?} ({url}), so nothing can tell whether it is the right file. \
         If you trust that repository: `--allow-unverified`, or `FetchOptions::allow_unverified(true)`; \
         the hash of this first download is then recorded and demanded from then on"
    )]
    Unverified {
        /// The model.
        model: String,
        /// The file.
        file: String,
        /// Where it would come from.
        url: String,
    },
    /// A file has other contents than it must have. It was not put in place; what was there before still is.
    #[error(transparent)]
    Mismatch(#[from] Box<Mismatch>),
    /// A file has another length than it must have. It was not put in place.
    #[error("{file} of model {model:?} is not what it must be: {origin} has {found} bytes, expected {expected} ({expected_from})")]
    Size {
        /// The model.
        model: String,
        /// The file.
        file: String,
        /// The length it must have, in bytes.
        expected: u64,
        /// Who says so.
        expected_from: String,
        /// The length it has.
        found: u64,
        /// The file or address that it was read from.
        origin: String,
    },
    /// A file is missing and the network must not be used.
    #[error(
        "{file} of model {model:?} is not on this machine, and offline mode (HF_HUB_OFFLINE, or a setting) forbids to fetch it. \
         Run `vrt pull {model}` once with offline mode off, or copy the folder {} from a machine that has it. It would come from {url}",
        .folder.display()
    )]
    Offline {
        /// The model.
        model: String,
        /// The file.
        file: String,
        /// Where it would come from.
        url: String,
        /// The folder of the cache that it would be in.
        folder: PathBuf,
    },
    /// A file that a registry says is on this machine is not.
    #[error("{} of model {model:?} is missing; put it back, or `vrt add` the model again from where it is now", .path.display())]
    LocalFile {
        /// The model.
        model: String,
        /// The file.
        path: PathBuf,
    },
    /// The files of a model are the user's own and are not removed.
    #[error("the files of model {model:?} are in {}, which is yours, and stay; `vrt rm` takes the model out of the registry", .folder.display())]
    NotInCache {
        /// The model.
        model: String,
        /// Where its files are.
        folder: PathBuf,
    },
    /// The server has no such file, revision or repository.
    #[error("{url}: {what} was not found{}. {advice}", said(.message))]
    NotFound {
        /// What was asked for.
        url: String,
        /// What is missing: the file, the revision or the repository.
        what: &'static str,
        /// What the server said.
        message: String,
        /// What to do.
        advice: &'static str,
    },
    /// The server wants to know who asks, or does not let them have it.
    #[error("{url}: access was refused (HTTP {status}{}). {advice}", said(.message))]
    Access {
        /// What was asked for.
        url: String,
        /// HTTP status: 401 or 403.
        status: u16,
        /// What the server said.
        message: String,
        /// What to do.
        advice: String,
    },
    /// The server wants this machine to ask less often.
    #[error("{url}: too many requests; the server asks to wait for {}. Try again then, or log in (HF_TOKEN) for a higher limit", seconds(.wait))]
    RateLimited {
        /// What was asked for.
        url: String,
        /// How long to wait; `None` where the server did not say.
        wait: Option<Duration>,
    },
    /// The server answered with a status that means nothing good.
    #[error("{url}: the server answered HTTP {status}{}{}", said(.message), after(.attempts))]
    Status {
        /// What was asked for.
        url: String,
        /// HTTP status.
        status: u16,
        /// What the server said.
        message: String,
        /// How often it was tried.
        attempts: u32,
    },
    /// No connection, or one that broke.
    #[error("{url}: {problem}{}. {advice}", after(.attempts))]
    Network {
        /// What was asked for.
        url: String,
        /// What happened.
        problem: String,
        /// How often it was tried.
        attempts: u32,
        /// What to do.
        advice: &'static str,
    },
    /// The server does not speak the hub's protocol.
    #[error("{url}: {problem}. Is HF_ENDPOINT the address of a Hugging Face Hub?")]
    Protocol {
        /// What was asked for.
        url: String,
        /// What is wrong with the answer.
        problem: String,
    },
    /// A file or folder can't be read or written.
    #[error("{doing} {}: {source}", .path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The record of first downloads can't be read, so it can't be checked against.
    #[error("{} can't be read: {problem}. It records which hashes were seen first; remove it to forget them", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Another process is working on the file and did not finish in time.
    #[error("another process holds {} for longer than {} s; wait for it to finish", .lock.display(), .waited.as_secs())]
    Locked {
        /// The lock file.
        lock: PathBuf,
        /// How long this process waited.
        waited: Duration,
    },
    /// The progress callback asked to stop. What had arrived is kept and continued from next time.
    #[error("stopped; what has arrived of model {model:?} is kept")]
    Cancelled {
        /// The model.
        model: String,
    },
    /// A metadata file is wrong, or does not belong to its network.
    #[error("{} can't be used: {problem}", .path.display())]
    Metadata {
        /// The metadata file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// An ONNX file can't be read, or its inputs and outputs are not those of the model it is to be.
    #[error("{} can't be added: {problem}", .path.display())]
    Graph {
        /// The ONNX file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

/// A file that has other contents than it must have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{file} of model {model:?} is not what it must be: found SHA-256 {found} in {origin}, expected {expected} ({expected_from}). {advice}"
)]
#[non_exhaustive]
pub struct Mismatch {
    /// The model.
    pub model: String,
    /// The file.
    pub file: String,
    /// The hash it must have.
    pub expected: Sha256,
    /// Who says so.
    pub expected_from: String,
    /// The hash it has.
    pub found: Sha256,
    /// The file or address that it was read from.
    pub origin: String,
    /// What to do.
    pub advice: String,
}

impl Error {
    /// What happened, without address and advice.
    pub(crate) fn brief(&self) -> String {
        match self {
            Self::Network { problem, .. } => problem.clone(),
            Self::Status { status, message, .. } => format!("the server answered HTTP {status}{}", said(message)),
            Self::RateLimited { .. } => "too many requests".to_owned(),
            other => other.to_string(),
        }
    }

    pub(crate) fn io<P: Into<PathBuf>>(doing: &'static str, path: P) -> impl FnOnce(io::Error) -> Self + use<P> {
        let path = path.into();
        move |source| Self::Io { doing, path, source }
    }
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}

fn said(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message:?}") }
}

fn after(attempts: &u32) -> String {
    if *attempts > 1 { format!(", tried {attempts} times") } else { String::new() }
}

fn seconds(wait: &Option<Duration>) -> String {
    wait.map_or_else(|| "a while".to_owned(), |wait| format!("{} s", wait.as_secs().max(1)))
}
