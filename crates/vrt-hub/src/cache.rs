//! The cache on disk, in the layout that all tools of Hugging Face share:
//! `models--{owner}--{name}/{blobs/{etag}, snapshots/{commit}/{path}, refs/{revision}}` and `.locks/{repository}/{etag}.lock`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hf_hub::{Repo, RepoType};

use crate::error::Error;
use crate::files;
use crate::names;

/// The whole cache.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    root: PathBuf,
}

impl Cache {
    pub(crate) fn at(root: PathBuf) -> Self {
        Self { root }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The part of it that belongs to a revision of a repository. Names were checked before.
    pub(crate) fn repository(&self, repository: &str, revision: &str) -> RepositoryCache {
        let repo = Repo::with_revision(repository.to_owned(), RepoType::Model, revision.to_owned());
        let folder = self.root.join(repo.folder_name());
        RepositoryCache { root: self.root.clone(), folder, layout: hf_hub::Cache::new(self.root.clone()).repo(repo.clone()), repo }
    }
}

/// A repository in the cache, seen from one revision.
#[derive(Debug)]
pub(crate) struct RepositoryCache {
    root: PathBuf,
    folder: PathBuf,
    layout: hf_hub::CacheRepo,
    repo: Repo,
}

impl RepositoryCache {
    /// All that is kept of the repository.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn blob(&self, name: &str) -> PathBuf {
        self.folder.join("blobs").join(name)
    }

    /// Where a download grows. Tools of Hugging Face use other endings, so nobody else touches it.
    pub(crate) fn part(&self, name: &str) -> PathBuf {
        self.folder.join("blobs").join(format!("{name}.vrt.incomplete"))
    }

    /// Sizes of unfinished downloads, by the name of the blob they will be.
    pub(crate) fn parts(&self) -> Vec<(String, PathBuf, u64)> {
        let entries = fs::read_dir(self.folder.join("blobs")).into_iter().flatten().flatten();
        let part = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?.strip_suffix(".vrt.incomplete")?.to_owned();
            Some((name, entry.path(), entry.metadata().ok()?.len()))
        };
        entries.filter_map(part).collect()
    }

    pub(crate) fn lock(&self, name: &str) -> PathBuf {
        self.root.join(".locks").join(self.repo.folder_name()).join(format!("{name}.lock"))
    }

    /// The path under which programs open a file.
    pub(crate) fn snapshot(&self, commit: &str, path: &str) -> PathBuf {
        path.split('/').fold(self.layout.pointer_path(commit), |folder, part| folder.join(part))
    }

    /// The commit that the revision means, as far as this machine knows.
    pub(crate) fn commit(&self) -> Option<String> {
        let revision = self.repo.revision();
        if names::is_commit(revision) {
            return Some(revision.to_owned());
        }
        let text = fs::read_to_string(self.reference(revision)).ok()?;
        Some(text.trim().to_owned()).filter(|commit| names::is_commit(commit))
    }

    fn reference(&self, revision: &str) -> PathBuf {
        revision.split('/').fold(self.folder.join("refs"), |folder, part| folder.join(part))
    }

    /// All commits of which something is here, the one that the revision means first.
    pub(crate) fn commits(&self) -> Vec<String> {
        let first = self.commit();
        let entries = fs::read_dir(self.folder.join("snapshots")).into_iter().flatten().flatten();
        let mut commits: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        commits.retain(|commit| names::is_commit(commit) && Some(commit) != first.as_ref());
        commits.sort();
        first.into_iter().chain(commits).collect()
    }

    /// Makes the folders that a download needs.
    pub(crate) fn prepare(&self) -> Result<(), Error> {
        let blobs = self.folder.join("blobs");
        fs::create_dir_all(&blobs).map_err(Error::io("making the folder", blobs))?;
        // Backups leave out folders that have this file (https://bford.info/cachedir/); huggingface_hub writes it too.
        let tag = self.root.join("CACHEDIR.TAG");
        if !tag.exists() {
            let text = "Signature: 8a477f597d28d172789f06886806bc55\n# Models of the Hugging Face Hub, which can be fetched again.\n";
            files::write_atomic(&tag, text.as_bytes())?;
        }
        Ok(())
    }

    /// Makes `target` (a blob, or a file of another snapshot) a file of a snapshot, in one step for whoever looks.
    pub(crate) fn link(&self, commit: &str, path: &str, target: &Path) -> Result<PathBuf, Error> {
        let link = self.snapshot(commit, path);
        let folder = link.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder).map_err(Error::io("making the folder", folder))?;
        // As the system sees them: the cache may itself be behind a symbolic link.
        let blobs = fs::canonicalize(self.folder.join("blobs"));
        let real = fs::canonicalize(target).map_err(Error::io("reading", target))?;
        let relative = match blobs.ok().and_then(|blobs| real.strip_prefix(blobs).ok()) {
            // Up from the folder of the link to the folder of the repository.
            Some(name) => "../".repeat(path.split('/').count() + 1) + "blobs/" + &name.to_string_lossy(),
            None => String::new(),
        };
        if !relative.is_empty() && fs::read_link(&link).is_ok_and(|now| now == Path::new(&relative)) {
            return Ok(link);
        }
        let temporary = files::beside(&link);
        let made = match relative.is_empty() {
            true => Err(io::ErrorKind::Unsupported.into()),
            false => symlink(&relative, &temporary),
        };
        // Windows lets only some users make symbolic links, and some disks have none.
        made.or_else(|_| fs::hard_link(target, &temporary))
            .or_else(|_| files::copy_new(target, &temporary))
            .and_then(|()| fs::rename(&temporary, &link))
            .map_err(|source| {
                // The first error is the one to tell.
                let _ = fs::remove_file(&temporary);
                Error::Io { doing: "putting in place", path: link.clone(), source }
            })?;
        Ok(link)
    }

    /// Notes which commit the revision means.
    pub(crate) fn set_commit(&self, commit: &str) -> Result<(), Error> {
        let revision = self.repo.revision();
        if names::is_commit(revision) || self.commit().as_deref() == Some(commit) {
            return Ok(());
        }
        let path = self.reference(revision);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder).map_err(Error::io("making the folder", folder))?;
        files::write_atomic(&path, commit.as_bytes())
    }

    /// Every file of every snapshot.
    pub(crate) fn all_files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut folders = vec![self.folder.join("snapshots")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                    _ => files.push(entry.path()),
                }
            }
        }
        files
    }

    /// Removes folders that became empty, and references to commits of which nothing is left.
    pub(crate) fn tidy(&self) {
        let snapshots = self.folder.join("snapshots");
        remove_empty_below(&snapshots);
        let mut folders = vec![self.folder.join("refs")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    folders.push(path);
                } else if fs::read_to_string(&path)
                    .is_ok_and(|commit| names::is_commit(commit.trim()) && !snapshots.join(commit.trim()).exists())
                {
                    let _ = fs::remove_file(path);
                }
            }
        }
        for folder in ["refs", "blobs", "snapshots"] {
            remove_empty_below(&self.folder.join(folder));
            let _ = fs::remove_dir(self.folder.join(folder));
        }
        let _ = fs::remove_dir(&self.folder);
    }
}

/// Fails, and that is fine, for folders that still have something in them.
fn remove_empty_below(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_empty_below(&entry.path());
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(unix)]
fn symlink(target: &str, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn symlink(target: &str, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_file(target.replace('/', "\\"), link)
}

#[cfg(not(any(unix, windows)))]
fn symlink(_: &str, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    #[test]
    fn the_layout_is_the_shared_one() {
        let folder = tempfile::tempdir().unwrap();
        let repository = Cache::at(folder.path().to_owned()).repository("org/name", "refs/pr/1");
        repository.prepare().unwrap();
        assert_eq!(repository.blob("x"), folder.path().join("models--org--name/blobs/x"));
        assert_eq!(repository.lock("x"), folder.path().join(".locks/models--org--name/x.lock"));
        let snapshot = folder.path().join("models--org--name/snapshots").join(COMMIT).join("onnx/model.onnx");
        assert_eq!(repository.snapshot(COMMIT, "onnx/model.onnx"), snapshot);

        assert_eq!(repository.commit(), None);
        repository.set_commit(COMMIT).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("models--org--name/refs/refs/pr/1")).unwrap(), COMMIT);
        assert_eq!(repository.commit().as_deref(), Some(COMMIT));

        fs::write(repository.blob("x"), "content").unwrap();
        let link = repository.link(COMMIT, "onnx/model.onnx", &repository.blob("x")).unwrap();
        assert_eq!(link, snapshot);
        assert_eq!(fs::read_to_string(&link).unwrap(), "content");
        if cfg!(unix) {
            assert_eq!(fs::read_link(&link).unwrap(), Path::new("../../../blobs/x"));
        }
        fs::write(repository.blob("y"), "other").unwrap();
        repository.link(COMMIT, "onnx/model.onnx", &repository.blob("y")).unwrap();
        assert_eq!(fs::read_to_string(&link).unwrap(), "other");
        assert_eq!(repository.commits(), [COMMIT]);
        assert_eq!(repository.all_files(), std::slice::from_ref(&link));

        fs::remove_file(link).unwrap();
        fs::remove_file(repository.blob("x")).unwrap();
        fs::remove_file(repository.blob("y")).unwrap();
        repository.tidy();
        assert!(!folder.path().join("models--org--name").exists());
    }

    #[test]
    fn hf_hub_finds_what_is_put_there() {
        let folder = tempfile::tempdir().unwrap();
        let repository = Cache::at(folder.path().to_owned()).repository("org/name", "main");
        repository.prepare().unwrap();
        fs::write(repository.blob("x"), "content").unwrap();
        let link = repository.link(COMMIT, "a.onnx", &repository.blob("x")).unwrap();
        repository.set_commit(COMMIT).unwrap();
        let theirs = hf_hub::Cache::new(folder.path().to_owned()).model("org/name".to_owned());
        assert_eq!(theirs.get("a.onnx"), Some(link));
    }
}
