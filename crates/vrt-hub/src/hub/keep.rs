//! What is on this machine: looked at, hashed anew, removed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Hub, expected_local, local_path, wanted, wanted_engine};
use crate::Sha256;
use crate::error::Error;
use crate::files::Lock;
use crate::progress::{OnProgress, Reporter};
use crate::spec::{ModelSpec, Source};
use crate::store::{Expected, Wanted};

/// What is known of a file without reading or fetching it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileStatus {
    /// The file, as the registry calls it.
    pub file: String,
    /// What is known.
    pub state: FileState,
}

/// What is known of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileState {
    /// Here, and its contents are right.
    Verified {
        /// Where.
        path: PathBuf,
    },
    /// Here; its contents were not looked at yet, or there is no hash to hold against them.
    Present {
        /// Where.
        path: PathBuf,
    },
    /// Here, with other contents than it must have.
    Wrong {
        /// Where.
        path: PathBuf,
    },
    /// A download was interrupted.
    Partial {
        /// Bytes that are here.
        bytes: u64,
    },
    /// Not here.
    Missing,
}

/// What hashing a file anew gave.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileVerdict {
    /// The file, as the registry calls it.
    pub file: String,
    /// The verdict.
    pub verdict: Verdict,
}

/// What hashing a file anew gave.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// Its contents are right.
    Right {
        /// Where it is.
        path: PathBuf,
        /// Their hash.
        sha256: Sha256,
    },
    /// Its contents are not what they must be.
    Wrong {
        /// Where it is.
        path: PathBuf,
        /// The hash it has.
        found: Sha256,
        /// The hash it must have.
        expected: Sha256,
    },
    /// Nothing says what its contents must be.
    Unknown {
        /// Where it is.
        path: PathBuf,
        /// The hash it has.
        found: Sha256,
    },
    /// It is not here.
    Missing,
}

/// What was removed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removed {
    /// The files, as they were called.
    pub files: Vec<PathBuf>,
    /// Bytes that are free now.
    pub bytes: u64,
}

/// A file of a model: which one, where it may be, what it must be.
struct Place<'a> {
    file: &'a str,
    paths: Vec<PathBuf>,
    expected: Option<Expected>,
    wanted: Option<Wanted<'a>>,
}

impl Hub {
    /// What of a model is on this machine. Nothing is hashed and no connection opened.
    ///
    /// # Errors
    /// [`Error::Spec`] for a description that can't be used, [`Error::Record`] for a record of first downloads that can't be read.
    pub fn status(&self, spec: &ModelSpec) -> Result<Vec<FileStatus>, Error> {
        let places = self.places(spec, false)?;
        Ok(places.into_iter().map(|place| FileStatus { state: self.state_of(&place), file: place.file.to_owned() }).collect())
    }

    fn state_of(&self, place: &Place<'_>) -> FileState {
        let mut best = FileState::Missing;
        for path in &place.paths {
            let known = fs::canonicalize(path).ok().and_then(|real| self.store.state.verified(&real));
            let (path, expected) = (path.clone(), place.expected.as_ref().map(|expected| expected.sha256));
            match (known, expected) {
                (Some(known), Some(expected)) if known == expected => return FileState::Verified { path },
                (Some(_), Some(_)) if best == FileState::Missing => best = FileState::Wrong { path },
                (Some(_), Some(_)) => {}
                _ if matches!(best, FileState::Present { .. }) => {}
                _ => best = FileState::Present { path },
            }
        }
        match (&best, &place.wanted, &place.expected) {
            (FileState::Missing, Some(wanted), Some(expected)) => {
                let name = expected.sha256.to_string();
                let parts = self.store.cache.repository(wanted.repository, wanted.revision).parts();
                let part = parts.into_iter().find(|(blob, _, bytes)| *blob == name && *bytes > 0);
                part.map_or(best, |(_, _, bytes)| FileState::Partial { bytes })
            }
            _ => best,
        }
    }

    /// Hashes every file of a model anew, whatever is remembered. No connection is opened, and nothing is changed but the memory.
    ///
    /// # Errors
    /// As [`Hub::status`], [`Error::Io`] for a file that can't be read, [`Error::Cancelled`].
    pub fn verify(&self, spec: &ModelSpec, on_progress: OnProgress<'_>) -> Result<Vec<FileVerdict>, Error> {
        let places = self.places(spec, false)?;
        let count = places.len();
        let verdict = |(index, place): (usize, Place<'_>)| {
            let mut reporter = Reporter::new(&spec.name, place.file, (index, count), &mut *on_progress);
            Ok(FileVerdict { verdict: self.verdict_of(&place, &mut reporter)?, file: place.file.to_owned() })
        };
        places.into_iter().enumerate().map(verdict).collect()
    }

    fn verdict_of(&self, place: &Place<'_>, reporter: &mut Reporter<'_>) -> Result<Verdict, Error> {
        let mut verdict = Verdict::Missing;
        for path in &place.paths {
            let (found, path) = (self.store.hash_anew(path, reporter)?, path.clone());
            match place.expected.as_ref().map(|expected| expected.sha256) {
                None => return Ok(Verdict::Unknown { path, found }),
                Some(expected) if expected == found => return Ok(Verdict::Right { path, sha256: found }),
                Some(expected) if verdict == Verdict::Missing => verdict = Verdict::Wrong { path, found, expected },
                Some(_) => {}
            }
        }
        Ok(verdict)
    }

    /// Removes a model from the cache: its files, what interrupted downloads left of them, and what was recorded at first downloads.
    ///
    /// Files of the same repository that belong to others stay, as do contents that another snapshot still uses.
    ///
    /// # Errors
    /// [`Error::NotInCache`] for a model that is in a folder of the user, which is never touched; [`Error::Locked`] if another process is
    /// fetching it; [`Error::Io`] for what can't be removed.
    pub fn remove(&self, spec: &ModelSpec) -> Result<Removed, Error> {
        if let Source::Local { folder } = &spec.source {
            return Err(Error::NotInCache { model: spec.name.to_string(), folder: folder.clone() });
        }
        let mut removed = Removed::default();
        for place in self.places(spec, true)? {
            if let Some(wanted) = place.wanted {
                self.remove_file(&wanted, &place, &mut removed)?;
                self.store.state.forget_first_seen(&wanted.key())?;
            }
        }
        Ok(removed)
    }

    fn remove_file(&self, wanted: &Wanted<'_>, place: &Place<'_>, removed: &mut Removed) -> Result<(), Error> {
        let repository = self.store.cache.repository(wanted.repository, wanted.revision);
        let mut blobs = BTreeSet::new();
        let own = repository.commit().map(|commit| repository.snapshot(&commit, wanted.path));
        for path in &place.paths {
            let real = fs::canonicalize(path).ok();
            let is_expected = place.expected.as_ref().is_some_and(|expected| {
                let named =
                    real.as_deref().and_then(Path::file_name).is_some_and(|name| name.to_string_lossy() == expected.sha256.to_string());
                named || real.as_deref().and_then(|real| self.store.state.verified(real)) == Some(expected.sha256)
            });
            // Another commit's file of the same path may be somebody else's.
            if own.as_ref() != Some(path) && !is_expected {
                continue;
            }
            // Where there are no symbolic links, the file is here and not among the blobs.
            removed.bytes += fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file).map_or(0, |metadata| metadata.len());
            fs::remove_file(path).map_err(Error::io("removing", path))?;
            removed.files.push(path.clone());
            blobs.extend(real.filter(|real| real.exists()));
        }
        let named = place.expected.iter().filter_map(|expected| fs::canonicalize(repository.blob(&expected.sha256.to_string())).ok());
        blobs.extend(named);
        let used: BTreeSet<PathBuf> = repository.all_files().iter().filter_map(|file| fs::canonicalize(file).ok()).collect();
        let mut gone = Vec::new();
        for blob in blobs {
            let name = blob.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let lock = repository.lock(&name);
            let Some(_lock) = Lock::try_now(&lock)? else {
                return Err(Error::Locked { lock, waited: std::time::Duration::ZERO });
            };
            if used.contains(&blob) {
                continue;
            }
            removed.bytes += fs::metadata(&blob).map_or(0, |metadata| metadata.len());
            fs::remove_file(&blob).map_err(Error::io("removing", &blob))?;
            gone.push(blob);
        }
        for (name, part, bytes) in repository.parts() {
            let is_ours = place.expected.as_ref().is_some_and(|expected| expected.sha256.to_string() == name);
            if is_ours && let Some(_lock) = Lock::try_now(&repository.lock(&name))? {
                fs::remove_file(&part).map_err(Error::io("removing", &part))?;
                removed.bytes += bytes;
            }
        }
        self.store.state.forget(&gone);
        repository.tidy();
        Ok(())
    }

    fn places<'a>(&self, spec: &'a ModelSpec, with_engines: bool) -> Result<Vec<Place<'a>>, Error> {
        spec.validate()?;
        let mut places = Vec::new();
        for file in spec.files.iter() {
            places.push(match wanted(spec, file) {
                Some(wanted) => self.place(wanted)?,
                None => folder_place(spec, &file.path, file.sha256),
            });
        }
        for engine in spec.engines.iter() {
            let place = match wanted_engine(spec, engine) {
                Some(wanted) => self.place(wanted)?,
                None => folder_place(spec, &engine.path, Some(engine.sha256)),
            };
            // Most engines are for other machines; only those that are here count.
            if with_engines || !place.paths.is_empty() {
                places.push(place);
            }
        }
        Ok(places)
    }

    fn place<'a>(&self, wanted: Wanted<'a>) -> Result<Place<'a>, Error> {
        let repository = self.store.cache.repository(wanted.repository, wanted.revision);
        let expected = self.store.expected(&wanted)?;
        let mut commits = repository.commits();
        if expected.is_none() {
            commits.retain(|commit| Some(commit) == repository.commit().as_ref());
        }
        let paths = commits.iter().map(|commit| repository.snapshot(commit, wanted.path)).filter(|path| path.is_file()).collect();
        Ok(Place { file: wanted.path, paths, expected, wanted: Some(wanted) })
    }
}

fn folder_place<'a>(spec: &'a ModelSpec, file: &'a str, sha256: Option<Sha256>) -> Place<'a> {
    let path = local_path(spec, file);
    let paths = if path.is_file() { vec![path] } else { Vec::new() };
    Place { file, paths, expected: expected_local(sha256), wanted: None }
}
