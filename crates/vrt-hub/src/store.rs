//! One file: found on this machine, or fetched and checked.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Sha256;
use crate::cache::{Cache, RepositoryCache};
use crate::digest::{Hasher, hash_rest};
use crate::error::{Error, Mismatch};
use crate::files::Lock;
use crate::http::{Client, Remote};
use crate::progress::{Phase, Reporter};
use crate::retry::Retry;
use crate::state::{Fingerprint, FirstSeen, State};
use crate::transfer::{Coming, Part};

/// Who says what the hash is that no registry states.
const FIRST_SEEN: &str = "recorded at the first download";

/// A file that is wanted from a repository.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) model: &'a str,
    pub(crate) repository: &'a str,
    pub(crate) revision: &'a str,
    pub(crate) path: &'a str,
    pub(crate) sha256: Option<Sha256>,
    pub(crate) size: Option<u64>,
}

impl Wanted<'_> {
    /// What the record of first downloads calls it.
    pub(crate) fn key(&self) -> String {
        format!("{}@{}:{}", self.repository, self.revision, self.path)
    }
}

/// A hash that a file must have, and who says so.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    pub(crate) sha256: Sha256,
    pub(crate) from: String,
}

/// A file on this machine whose contents are right.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The path to open.
    pub(crate) path: PathBuf,
    /// The commit whose snapshot the path is in.
    pub(crate) commit: String,
    pub(crate) sha256: Sha256,
    pub(crate) size: u64,
    pub(crate) downloaded: bool,
}

/// Cache, memory and connection.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    pub(crate) cache: Cache,
    pub(crate) state: State,
    /// `None` in offline mode, so that nothing can open a connection then.
    pub(crate) client: Option<Client>,
    pub(crate) endpoint: String,
    pub(crate) retry: Retry,
    pub(crate) lock_limit: Duration,
}

impl Store {
    /// The hash that a file must have: the registry's, else the one of the first download.
    pub(crate) fn expected(&self, wanted: &Wanted<'_>) -> Result<Option<Expected>, Error> {
        if let Some(sha256) = wanted.sha256 {
            return Ok(Some(Expected { sha256, from: "the model registry".to_owned() }));
        }
        let seen = self.state.first_seen(&wanted.key())?;
        Ok(seen.map(|seen| Expected { sha256: seen.sha256, from: FIRST_SEEN.to_owned() }))
    }

    /// The file on this machine, fetched if it is not there yet.
    pub(crate) fn file(&self, wanted: &Wanted<'_>, reporter: &mut Reporter<'_>) -> Result<Found, Error> {
        let expected = self.expected(wanted)?;
        let repository = self.cache.repository(wanted.repository, wanted.revision);
        reporter.set_total(wanted.size);
        let found = match self.find(&repository, wanted, expected.as_ref(), reporter)? {
            Search::Right(found) => found,
            nothing => self.fetch(&repository, wanted, expected.as_ref(), nothing, reporter)?,
        };
        if expected.is_none() {
            self.hold_to_first(wanted, found.sha256, found.size, &found.path.display().to_string())?;
        }
        reporter.set_total(Some(found.size));
        reporter.phase(Phase::Done, found.size)?;
        Ok(found)
    }

    /// Records the hash of a file of which none was known. Whoever was faster in that decides what it must be.
    fn hold_to_first(&self, wanted: &Wanted<'_>, found: Sha256, size: u64, origin: &str) -> Result<(), Error> {
        let first = self.state.record_first_seen(&wanted.key(), FirstSeen::now(found, size))?;
        if first.sha256 == found {
            return Ok(());
        }
        let expected = Expected { sha256: first.sha256, from: FIRST_SEEN.to_owned() };
        let advice = "Another download of it ended first and gave something else: its source changes. Ask there which file is meant";
        Err(self.mismatch(wanted, &expected, found, origin.to_owned(), advice))
    }

    /// Looks through the snapshots: the revision's own first, then those of other commits, where the same contents are as good.
    fn find(
        &self,
        repository: &RepositoryCache,
        wanted: &Wanted<'_>,
        expected: Option<&Expected>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Search, Error> {
        let mut search = Search::Nothing;
        for (index, commit) in repository.commits().into_iter().enumerate() {
            let own = index == 0 && repository.commit().as_deref() == Some(&commit);
            // Without a hash nothing but the revision tells which file is meant.
            if !own && expected.is_none() {
                break;
            }
            let path = repository.snapshot(&commit, wanted.path);
            let Ok(metadata) = fs::metadata(&path) else { continue };
            if !metadata.is_file() {
                continue;
            }
            if expected.is_some() && wanted.size.is_some_and(|size| size != metadata.len()) && !own {
                continue;
            }
            let sha256 = self.hash(&path, reporter)?;
            match expected {
                Some(expected) if expected.sha256 != sha256 => {
                    if own {
                        search = Search::Wrong { path, sha256 };
                    }
                }
                _ => return Ok(Search::Right(Found { path, commit, sha256, size: metadata.len(), downloaded: false })),
            }
        }
        // Here under its hash, but in no snapshot that this knows: a commit is all that is needed for a name.
        if let (Some(expected), Some(commit)) = (expected, repository.commit()) {
            let blob = repository.blob(&expected.sha256.to_string());
            if blob.is_file() && self.hash(&blob, reporter)? == expected.sha256 {
                let size = fs::metadata(&blob).map_err(Error::io("reading", &blob))?.len();
                let path = repository.link(&commit, wanted.path, &blob)?;
                return Ok(Search::Right(Found { path, commit, sha256: expected.sha256, size, downloaded: false }));
            }
        }
        Ok(search)
    }

    /// The hash of a file, from memory if it is unchanged.
    pub(crate) fn hash(&self, path: &Path, reporter: &mut Reporter<'_>) -> Result<Sha256, Error> {
        let real = fs::canonicalize(path).map_err(Error::io("reading", path))?;
        match self.state.verified(&real) {
            Some(sha256) => Ok(sha256),
            None => self.hash_anew(&real, reporter),
        }
    }

    /// The hash of a file, computed and remembered.
    pub(crate) fn hash_anew(&self, path: &Path, reporter: &mut Reporter<'_>) -> Result<Sha256, Error> {
        let real = fs::canonicalize(path).map_err(Error::io("reading", path))?;
        let mut file = File::open(&real).map_err(Error::io("reading", &real))?;
        let metadata = file.metadata().map_err(Error::io("reading", &real))?;
        reporter.set_total(Some(metadata.len()));
        reporter.phase(Phase::Checking, 0)?;
        let (mut hasher, mut done, mut told) = (Hasher::default(), 0, Ok(()));
        hash_rest(&mut file, &mut hasher, |count| {
            done += count as u64;
            told = reporter.bytes(Phase::Checking, done);
            if told.is_err() { Err(std::io::Error::other("stopped")) } else { Ok(()) }
        })
        .map_err(Error::io("reading", &real))
        .map_err(|error| std::mem::replace(&mut told, Ok(())).err().unwrap_or(error))?;
        let sha256 = hasher.finish();
        self.state.remember(&real, Fingerprint::of(&metadata), sha256);
        Ok(sha256)
    }

    fn fetch(
        &self,
        repository: &RepositoryCache,
        wanted: &Wanted<'_>,
        expected: Option<&Expected>,
        search: Search,
        reporter: &mut Reporter<'_>,
    ) -> Result<Found, Error> {
        let Some(client) = &self.client else { return Err(self.offline(wanted, expected, search)) };
        if let Search::Wrong { path, sha256 } = &search {
            log::warn!("{} has SHA-256 {sha256}, which is not what it must be; fetching it again", path.display());
        }
        let url = client.url(wanted.repository, wanted.revision, wanted.path);
        reporter.phase(Phase::Connecting, 0)?;
        let remote = self.retry.run(reporter, |_| (0, client.head(&url)))?;
        self.check_announced(wanted, expected, &remote, &url)?;
        let size = wanted.size.or(remote.size);
        reporter.set_total(size);

        repository.prepare()?;
        let name = remote.blob();
        let _lock = Lock::wait(&repository.lock(&name), self.lock_limit, || reporter.phase(Phase::WaitingForOther, 0))?;
        let blob = repository.blob(&name);
        let must = expected.map(|expected| expected.sha256).or(remote.sha256());
        let mut downloaded = false;
        // It may have been fetched for another revision, or by the process that held the lock.
        let there = blob.is_file() && must.is_some() && Some(self.hash(&blob, reporter)?) == must;
        if !there {
            self.download(client, repository, wanted, expected, &remote, &url, reporter)?;
            downloaded = true;
        }
        let sha256 = self.hash(&blob, reporter)?;
        let size = fs::metadata(&blob).map_err(Error::io("reading", &blob))?.len();
        let path = repository.link(&remote.commit, wanted.path, &blob)?;
        repository.set_commit(&remote.commit)?;
        Ok(Found { path, commit: remote.commit, sha256, size, downloaded })
    }

    #[expect(clippy::too_many_arguments, reason = "all of one download, used once")]
    fn download(
        &self,
        client: &Client,
        repository: &RepositoryCache,
        wanted: &Wanted<'_>,
        expected: Option<&Expected>,
        remote: &Remote,
        url: &str,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Error> {
        let name = remote.blob();
        let coming = Coming { model: wanted.model, file: wanted.path, url, size: wanted.size.or(remote.size) };
        let mut part = Part::open(repository.part(&name), reporter)?;
        loop {
            let received = self.retry.run(reporter, |reporter| {
                let result = coming.receive(client, &mut part, reporter);
                (part.length(), result)
            });
            if let Err(error) = received {
                if matches!(error, Error::Size { .. }) {
                    part.discard();
                }
                return Err(error);
            }
            let found = part.sha256();
            let announced = || Some(Expected { sha256: remote.sha256()?, from: "announced by the hub".to_owned() });
            match expected.cloned().or_else(announced) {
                Some(expected) if expected.sha256 != found => {
                    if part.is_continued() {
                        log::warn!("{url}: what an earlier download left does not fit; fetching all of it");
                        part.restart()?;
                        continue;
                    }
                    part.discard();
                    let advice = "It was thrown away; nothing on this machine was changed. Try again later; if it stays so, the file was \
                                  changed at its source, or on its way";
                    return Err(self.mismatch(wanted, &expected, found, url.to_owned(), advice));
                }
                _ => {}
            }
            if expected.is_none()
                && let Err(error) = self.hold_to_first(wanted, found, part.length(), url)
            {
                part.discard();
                return Err(error);
            }
            let blob = repository.blob(&name);
            part.publish(&blob)?;
            let real = fs::canonicalize(&blob).map_err(Error::io("reading", &blob))?;
            let metadata = fs::metadata(&real).map_err(Error::io("reading", &real))?;
            self.state.remember(&real, Fingerprint::of(&metadata), found);
            return Ok(());
        }
    }

    /// Whether what the hub announces can be what is wanted, before a byte of it is fetched.
    fn check_announced(&self, wanted: &Wanted<'_>, expected: Option<&Expected>, remote: &Remote, url: &str) -> Result<(), Error> {
        if let (Some(expected), Some(found)) = (expected, remote.sha256())
            && expected.sha256 != found
        {
            let advice = match wanted.sha256 {
                Some(_) => {
                    "Nothing was downloaded. The file at its source is a newer or another one: update this program or the registry entry"
                }
                None => {
                    "Nothing was downloaded. If the change is meant, remove the model (`vrt rm`) to forget the recorded hash, and fetch it again"
                }
            };
            return Err(self.mismatch(wanted, expected, found, format!("{url} (as the hub announces it)"), advice));
        }
        match (wanted.size, remote.size) {
            (Some(expected), Some(found)) if expected != found => Err(Error::Size {
                model: wanted.model.to_owned(),
                file: wanted.path.to_owned(),
                expected,
                expected_from: "the model registry".to_owned(),
                found,
                origin: format!("{url} (as the hub announces it)"),
            }),
            _ => Ok(()),
        }
    }

    fn offline(&self, wanted: &Wanted<'_>, expected: Option<&Expected>, search: Search) -> Error {
        if let (Search::Wrong { path, sha256 }, Some(expected)) = (search, expected) {
            let advice = "Fetch it again with offline mode off (HF_HUB_OFFLINE=0)";
            return self.mismatch(wanted, expected, sha256, path.display().to_string(), advice);
        }
        Error::Offline {
            model: wanted.model.to_owned(),
            file: wanted.path.to_owned(),
            url: self.url(wanted),
            folder: self.cache.repository(wanted.repository, wanted.revision).folder().to_owned(),
        }
    }

    /// Where a file is fetched from.
    pub(crate) fn url(&self, wanted: &Wanted<'_>) -> String {
        crate::http::address::file(&self.endpoint, wanted.repository, wanted.revision, wanted.path)
    }

    fn mismatch(&self, wanted: &Wanted<'_>, expected: &Expected, found: Sha256, origin: String, advice: &str) -> Error {
        Error::from(Box::new(Mismatch {
            model: wanted.model.to_owned(),
            file: wanted.path.to_owned(),
            expected: expected.sha256,
            expected_from: expected.from.clone(),
            found,
            origin,
            advice: advice.to_owned(),
        }))
    }
}

/// What looking on this machine gave.
enum Search {
    Right(Found),
    /// The revision's own file is here and has other contents.
    Wrong {
        path: PathBuf,
        sha256: Sha256,
    },
    Nothing,
}
