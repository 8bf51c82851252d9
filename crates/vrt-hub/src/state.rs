//! What this user's earlier fetches found out: which files were hashed, which hashes were seen first, which licences were accepted.
//!
//! `verified.json` only saves time: a file that was hashed once and has not changed since (length, time of change, inode) is not hashed
//! again. It may be lost or removed. `trust.json` is what later downloads are checked against, so one that can't be read is an error.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Sha256;
use crate::error::Error;
use crate::files;

/// Files remembered before those that are gone are dropped.
const MANY: usize = 200;

#[derive(Debug, Clone)]
pub(crate) struct State {
    folder: PathBuf,
}

/// What must be unchanged for a file to count as unchanged. On Unix the time of the last change of the inode is part of it, which
/// programs can't set: writing to a file and setting its time back does not go unnoticed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    size: u64,
    modified: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    inode: Option<Inode>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Inode {
    device: u64,
    number: u64,
    changed: String,
}

impl Fingerprint {
    pub(crate) fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Self {
            size: metadata.len(),
            modified: modified.map_or_else(|| "?".to_owned(), |time| format!("{}.{:09}", time.as_secs(), time.subsec_nanos())),
            inode: inode(metadata),
        }
    }
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> Option<Inode> {
    use std::os::unix::fs::MetadataExt;
    let changed = format!("{}.{:09}", metadata.ctime(), metadata.ctime_nsec());
    Some(Inode { device: metadata.dev(), number: metadata.ino(), changed })
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> Option<Inode> {
    None
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Verified {
    files: BTreeMap<String, Hashed>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Hashed {
    sha256: Sha256,
    fingerprint: Fingerprint,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Trusted {
    /// By repository, revision and path.
    #[serde(default)]
    first_seen: BTreeMap<String, FirstSeen>,
    /// Licences by model.
    #[serde(default)]
    accepted: BTreeMap<String, String>,
}

/// What the first download of a file gave whose hash no source states.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FirstSeen {
    pub(crate) sha256: Sha256,
    pub(crate) size: u64,
    /// Seconds since 1970.
    pub(crate) at: u64,
}

impl FirstSeen {
    pub(crate) fn now(sha256: Sha256, size: u64) -> Self {
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Self { sha256, size, at }
    }
}

impl State {
    pub(crate) fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The hash of a file that was hashed before and is unchanged.
    pub(crate) fn verified(&self, file: &Path) -> Option<Sha256> {
        let fingerprint = Fingerprint::of(&fs::metadata(file).ok()?);
        let known: Verified = read(&self.folder.join("verified.json")).ok()??;
        known.files.get(&key(file)).filter(|known| known.fingerprint == fingerprint).map(|known| known.sha256)
    }

    /// Remembers the hash of a file, if it is still as it was when it was hashed. Failing only costs time later.
    pub(crate) fn remember(&self, file: &Path, fingerprint: Fingerprint, sha256: Sha256) {
        let now = fs::metadata(file).map(|metadata| Fingerprint::of(&metadata));
        if now.is_ok_and(|now| now == fingerprint) {
            self.edit_verified(|known| {
                known.files.insert(key(file), Hashed { sha256, fingerprint });
            });
        }
    }

    /// Forgets files.
    pub(crate) fn forget(&self, files: &[PathBuf]) {
        if !files.is_empty() {
            self.edit_verified(|known| files.iter().for_each(|file| drop(known.files.remove(&key(file)))));
        }
    }

    fn edit_verified(&self, change: impl FnOnce(&mut Verified)) {
        let path = self.folder.join("verified.json");
        let edit = || {
            let _lock = files::Lock::wait(&self.folder.join("state.lock"), files::BRIEFLY, || Ok(()))?;
            let mut known: Verified = read(&path).ok().flatten().unwrap_or_default();
            change(&mut known);
            if known.files.len() > MANY {
                known.files.retain(|file, _| Path::new(file).exists());
            }
            write(&path, &known)
        };
        if let Err(error) = edit() {
            log::warn!("hashes can't be remembered, so files are hashed again each time: {error}");
        }
    }

    /// What was seen first.
    pub(crate) fn first_seen(&self, key: &str) -> Result<Option<FirstSeen>, Error> {
        Ok(self.trusted()?.first_seen.remove(key))
    }

    /// Records what was seen first, and says what that is: another process may have been faster.
    pub(crate) fn record_first_seen(&self, key: &str, seen: FirstSeen) -> Result<FirstSeen, Error> {
        let mut first = seen.clone();
        self.edit_trusted(|trusted| first = trusted.first_seen.entry(key.to_owned()).or_insert(seen).clone())?;
        Ok(first)
    }

    /// Forgets what was seen first. Nothing is written if there is nothing.
    pub(crate) fn forget_first_seen(&self, key: &str) -> Result<(), Error> {
        match self.first_seen(key)? {
            None => Ok(()),
            Some(_) => self.edit_trusted(|trusted| {
                trusted.first_seen.remove(key);
            }),
        }
    }

    /// Whether a licence was accepted for a model.
    pub(crate) fn accepted(&self, model: &str, license: &str) -> Result<bool, Error> {
        Ok(self.trusted()?.accepted.get(model).is_some_and(|accepted| accepted == license))
    }

    /// Records that a licence was accepted for a model.
    pub(crate) fn accept(&self, model: &str, license: &str) -> Result<(), Error> {
        self.edit_trusted(|trusted| {
            trusted.accepted.insert(model.to_owned(), license.to_owned());
        })
    }

    fn trust_file(&self) -> PathBuf {
        self.folder.join("trust.json")
    }

    fn trusted(&self) -> Result<Trusted, Error> {
        let path = self.trust_file();
        read(&path).map(Option::unwrap_or_default).map_err(|problem| Error::Record { path, problem })
    }

    fn edit_trusted(&self, change: impl FnOnce(&mut Trusted)) -> Result<(), Error> {
        let _lock = files::Lock::wait(&self.folder.join("state.lock"), files::BRIEFLY, || Ok(()))?;
        let mut trusted = self.trusted()?;
        change(&mut trusted);
        write(&self.trust_file(), &trusted)
    }
}

fn key(file: &Path) -> String {
    file.to_string_lossy().into_owned()
}

/// `None` if the file is not there.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| error.to_string()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

fn write(path: &Path, value: &impl Serialize) -> Result<(), Error> {
    let mut bytes =
        serde_json::to_vec_pretty(value).map_err(|error| Error::Record { path: path.to_owned(), problem: error.to_string() })?;
    bytes.push(b'\n');
    files::write_atomic(path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let state = State::at(folder.path().join("state"));
        let file = folder.path().join("x");
        fs::write(&file, "good").unwrap();
        assert_eq!(state.verified(&file), None);
        let sha256 = Sha256::of(b"good");
        state.remember(&file, Fingerprint::of(&fs::metadata(&file).unwrap()), sha256);
        assert_eq!(state.verified(&file), Some(sha256));

        let modified = fs::metadata(&file).unwrap().modified().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
        fs::write(&file, "evil").unwrap();
        assert_eq!(state.verified(&file), None);
        // The same length and time of modification, as somebody who wants to go unnoticed would leave it.
        fs::File::options().write(true).open(&file).unwrap().set_modified(modified).unwrap();
        if cfg!(unix) {
            assert_eq!(state.verified(&file), None);
        }
        state.forget(&[file]);
    }

    #[test]
    fn a_file_that_changed_while_it_was_hashed_is_not_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let state = State::at(folder.path().to_owned());
        let file = folder.path().join("x");
        fs::write(&file, "before").unwrap();
        let fingerprint = Fingerprint::of(&fs::metadata(&file).unwrap());
        fs::write(&file, "afterwards").unwrap();
        state.remember(&file, fingerprint, Sha256::of(b"before"));
        assert_eq!(state.verified(&file), None);
    }

    #[test]
    fn records_are_kept_and_a_broken_one_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let state = State::at(folder.path().to_owned());
        let seen = FirstSeen::now(Sha256::of(b"x"), 1);
        state.record_first_seen("a/b@main:x", seen.clone()).unwrap();
        state.accept("m", "CC-BY-NC-4.0").unwrap();
        let later = FirstSeen::now(Sha256::of(b"y"), 1);
        assert_eq!(state.record_first_seen("a/b@main:x", later).unwrap(), seen);
        assert_eq!(state.first_seen("a/b@main:x").unwrap(), Some(seen));
        assert!(state.accepted("m", "CC-BY-NC-4.0").unwrap() && !state.accepted("m", "other").unwrap());
        state.forget_first_seen("a/b@main:x").unwrap();
        assert_eq!(state.first_seen("a/b@main:x").unwrap(), None);

        fs::write(folder.path().join("trust.json"), "{").unwrap();
        assert!(matches!(state.first_seen("y"), Err(Error::Record { .. })));
        assert!(matches!(state.accept("m", "l"), Err(Error::Record { .. })));
        // The other file only saves time.
        fs::write(folder.path().join("verified.json"), "{").unwrap();
        assert_eq!(state.verified(Path::new("x")), None);
    }
}
