//! Whole files or none, and locks between processes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::error::Error;

/// How long to wait for locks that are held for the time of writing a small file.
pub(crate) const BRIEFLY: Duration = Duration::from_secs(30);

/// A name beside `path` that nobody else uses, and that nobody used before: process ids come again (in containers every time), so what a
/// crash left behind could otherwise be met again.
pub(crate) fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    path.with_file_name(format!(".vrt-{}-{time:x}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
}

/// Copies a file to a name that must be free: a symbolic link there is not followed, so nothing else is ever overwritten.
pub(crate) fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let mut target = OpenOptions::new().write(true).create_new(true).open(to)?;
    io::copy(&mut source, &mut target)?;
    target.sync_all()
}

/// Writes a file so that its name never stands for half of it: a temporary file beside it, flushed to the disk, then renamed.
pub(crate) fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let temporary = beside(path);
    let write = || -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&temporary, path)
    };
    write().map_err(|source| {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
        Error::Io { doing: "writing", path: path.to_owned(), source }
    })
}

/// A lock between processes, held until dropped. The file stays; whether it is locked is what counts.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks if nobody else does.
    pub(crate) fn try_now(path: &Path) -> Result<Option<Self>, Error> {
        let error = |doing| Error::io(doing, path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Error::io("making the folder", folder))?;
        }
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(error("opening the lock"))?;
            match file.try_lock() {
                Ok(()) if is_still(&file, path) => return Ok(Some(Self { _file: file })),
                // Somebody removed the file between opening and locking: others would lock a new one.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(source)) => return Err(error("locking")(source)),
            }
        }
    }

    /// Locks as soon as nobody else does. `waiting` is called several times a second until then.
    pub(crate) fn wait(path: &Path, limit: Duration, mut waiting: impl FnMut() -> Result<(), Error>) -> Result<Self, Error> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(5);
        loop {
            if let Some(lock) = Self::try_now(path)? {
                return Ok(lock);
            }
            let waited = start.elapsed();
            if waited >= limit {
                return Err(Error::Locked { lock: path.to_owned(), waited });
            }
            waiting()?;
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(200));
        }
    }
}

#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

// An open file can't be removed there.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holds_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/x.lock");
        let held = Lock::try_now(&path).unwrap().unwrap();
        assert!(Lock::try_now(&path).unwrap().is_none());
        let mut asked = 0;
        let error = Lock::wait(&path, Duration::from_millis(20), || {
            asked += 1;
            Ok(())
        });
        assert!(matches!(error, Err(Error::Locked { .. })) && asked > 0);
        drop(held);
        assert!(Lock::try_now(&path).unwrap().is_some());
    }

    #[test]
    fn a_removed_lock_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.lock");
        let _gone = Lock::try_now(&path).unwrap().unwrap();
        if fs::remove_file(&path).is_ok() {
            assert!(Lock::try_now(&path).unwrap().is_some());
        }
    }

    #[test]
    fn names_beside_a_file_are_never_the_same_and_never_too_long() {
        let long = PathBuf::from("folder").join("x".repeat(255));
        let names: std::collections::BTreeSet<_> = (0..100).map(|_| beside(&long)).collect();
        assert_eq!(names.len(), 100);
        for name in names {
            assert!(name.starts_with("folder") && name.file_name().unwrap().len() < 100, "{}", name.display());
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_copy_overwrites_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (blob, link) = (folder.path().join("blob"), folder.path().join("link"));
        fs::write(&blob, "weights").unwrap();
        // Copying a file onto a link to itself would empty it.
        std::os::unix::fs::symlink(&blob, &link).unwrap();
        assert_eq!(copy_new(&blob, &link).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&blob).unwrap(), "weights");
        copy_new(&blob, &folder.path().join("copy")).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("copy")).unwrap(), "weights");
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        for text in ["long before", "after"] {
            write_atomic(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(matches!(write_atomic(&folder.path().join("no/x"), b""), Err(Error::Io { .. })));
    }
}
