//! Receiving a file: hashed while it arrives, continued after interruptions, handed on only when it is whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use ureq::http::{StatusCode, Uri};

use crate::Sha256;
use crate::digest::{CHUNK, Hasher, hash_rest};
use crate::error::Error;
use crate::http::{Client, Failure, content_range, has_encoding, transport};
use crate::progress::{Phase, Reporter};

/// Longest file accepted from a server that does not say how long it is.
const MAX_BYTES: u64 = 64 << 30;

/// A file that is being received, and the hash of what has come so far.
#[derive(Debug)]
pub(crate) struct Part {
    path: PathBuf,
    file: File,
    hasher: Hasher,
    length: u64,
    /// Whether its beginning is from an earlier run, whose server may have given something else.
    continued: bool,
}

impl Part {
    /// Opens what an earlier run left, or a new file. What is there is hashed.
    pub(crate) fn open(path: PathBuf, reporter: &mut Reporter<'_>) -> Result<Self, Error> {
        // A symbolic link would make the download write to what it leads to.
        if fs::symlink_metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
            fs::remove_file(&path).map_err(Error::io("removing what is no download", &path))?;
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(Error::io("making the file of the download", &path))?;
        let (mut hasher, mut done) = (Hasher::default(), 0);
        let length = hash_rest(&mut file, &mut hasher, |count| {
            done += count as u64;
            Ok::<_, Checking>(reporter.bytes(Phase::Checking, done)?)
        })
        .map_err(|problem| match problem {
            Checking::Io(source) => Error::Io { doing: "reading the file of the download", path: path.clone(), source },
            Checking::Told(error) => error,
        })?;
        Ok(Self { path, file, hasher, length, continued: length > 0 })
    }

    /// Bytes that are here.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Whether its beginning is from an earlier run.
    pub(crate) fn is_continued(&self) -> bool {
        self.continued
    }

    /// Begins again.
    pub(crate) fn restart(&mut self) -> Result<(), Error> {
        self.file.set_len(0).and_then(|()| self.file.seek(SeekFrom::Start(0))).map_err(self.failed("emptying the file of the download"))?;
        (self.hasher, self.length, self.continued) = (Hasher::default(), 0, false);
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).map_err(self.failed("writing the file of the download"))?;
        self.hasher.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn failed(&self, doing: &'static str) -> impl FnOnce(io::Error) -> Error + use<'_> {
        Error::io(doing, &self.path)
    }

    /// The hash of what is here.
    pub(crate) fn sha256(&self) -> Sha256 {
        self.hasher.clone().finish()
    }

    /// Gives the whole file its name.
    pub(crate) fn publish(self, target: &Path) -> Result<(), Error> {
        self.file.sync_all().map_err(Error::io("flushing the file of the download", &self.path))?;
        drop(self.file);
        fs::rename(&self.path, target).map_err(Error::io("putting in place", target))
    }

    /// Throws it away.
    pub(crate) fn discard(self) {
        drop(self.file);
        if let Err(error) = fs::remove_file(&self.path) {
            log::warn!("{} can't be removed: {error}", self.path.display());
        }
    }
}

enum Checking {
    Io(io::Error),
    Told(Error),
}

impl From<io::Error> for Checking {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for Checking {
    fn from(error: Error) -> Self {
        Self::Told(error)
    }
}

/// What is to come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Coming<'a> {
    pub(crate) model: &'a str,
    pub(crate) file: &'a str,
    pub(crate) url: &'a str,
    /// Length in bytes, if anybody said it.
    pub(crate) size: Option<u64>,
}

impl Coming<'_> {
    /// Receives what is missing, in one request.
    pub(crate) fn receive(&self, client: &Client, part: &mut Part, reporter: &mut Reporter<'_>) -> Result<(), Failure> {
        if self.size.is_some_and(|size| part.length > size) {
            part.restart()?;
        }
        if self.size == Some(part.length) && part.length > 0 {
            return Ok(());
        }
        reporter.phase(Phase::Connecting, part.length)?;
        let Some(response) = client.get(self.url, part.length)? else {
            part.restart()?;
            return Err(self.broken("the server has fewer bytes than are here already"));
        };
        let (head, body) = response.into_parts();
        if has_encoding(&head.headers) {
            return Err(self.odd("the answer is compressed, although that was not asked for").into());
        }
        let mut size = self.size;
        if head.status == StatusCode::PARTIAL_CONTENT {
            let total = match content_range(&head.headers) {
                Some((first, total)) if first == part.length => total,
                _ => {
                    part.restart()?;
                    return Err(self.broken("the server sent other bytes than those asked for"));
                }
            };
            self.same_size(total)?;
            size = size.or(total);
        } else {
            if part.length > 0 {
                log::info!("{}: the server can't continue, so the file comes from the beginning", self.url);
                part.restart()?;
            }
            self.same_size(body.content_length())?;
            size = size.or(body.content_length());
        }
        reporter.set_total(size);
        reporter.phase(Phase::Downloading, part.length)?;
        self.read(body.into_reader(), size, part, reporter)
    }

    fn read(&self, mut body: impl Read, size: Option<u64>, part: &mut Part, reporter: &mut Reporter<'_>) -> Result<(), Failure> {
        let most = size.unwrap_or(MAX_BYTES);
        let mut buffer = vec![0; CHUNK];
        loop {
            let count = match body.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(transport(&self.url.parse().unwrap_or(Uri::from_static("/")), error.into())),
            };
            if part.length + count as u64 > most {
                return Err(self.wrong_size(most, part.length + count as u64).into());
            }
            part.append(&buffer[..count])?;
            reporter.bytes(Phase::Downloading, part.length)?;
        }
        match size {
            Some(size) if part.length < size => Err(self.broken("the answer ended early")),
            _ => Ok(()),
        }
    }

    fn same_size(&self, found: Option<u64>) -> Result<(), Error> {
        match (self.size, found) {
            (Some(expected), Some(found)) if expected != found => Err(self.wrong_size(expected, found)),
            _ => Ok(()),
        }
    }

    fn wrong_size(&self, expected: u64, found: u64) -> Error {
        Error::Size {
            model: self.model.to_owned(),
            file: self.file.to_owned(),
            expected,
            expected_from: "registry or hub".to_owned(),
            found,
            origin: self.url.to_owned(),
        }
    }

    fn broken(&self, problem: &str) -> Failure {
        let advice = "What has arrived is kept; run it again to continue";
        Failure::retry(Error::Network { url: self.url.to_owned(), problem: problem.to_owned(), attempts: 1, advice })
    }

    fn odd(&self, problem: &str) -> Error {
        Error::Protocol { url: self.url.to_owned(), problem: problem.to_owned() }
    }
}
