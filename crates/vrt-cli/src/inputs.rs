//! Which pictures are meant.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use vrt_picture::{is_picture, is_picture_name};

use crate::error::CliError;

/// The pictures to look at, in order.
#[derive(Debug, Default)]
pub struct Inputs {
    /// Files, none of them twice.
    pub files: Vec<PathBuf>,
    /// Folders that gave nothing, and why.
    pub failures: Vec<(PathBuf, CliError)>,
    /// Files that were given again.
    pub repeated: usize,
}

/// Collects files and the pictures in folders. A file given by name is always taken: whether it is a picture, its content will tell. From a
/// folder come the files named like pictures and those that are pictures whatever their name, sorted by name, without hidden ones;
/// with `recursive` also from its subfolders, except from `out`, where the results go.
pub fn gather(paths: &[PathBuf], recursive: bool, out: &Path) -> Inputs {
    let mut inputs = Inputs::default();
    let mut seen = HashSet::new();
    let mut visited = HashSet::new();
    if let Ok(out) = fs::canonicalize(out) {
        visited.insert(out);
    }
    for path in paths {
        if !path.is_dir() {
            inputs.add(path.clone(), &mut seen);
            continue;
        }
        let mut found = Found::default();
        // The folder itself was asked for, even if it is the one for the results.
        if let Err(error) = list(path, recursive, &mut visited, &mut found) {
            inputs.failures.push((path.clone(), error));
            continue;
        }
        inputs.failures.append(&mut found.unreadable);
        if found.pictures.is_empty() {
            let error = CliError::NoPictures { folder: path.clone(), others: found.others, subfolders: found.subfolders };
            inputs.failures.push((path.clone(), error));
        }
        for picture in found.pictures {
            inputs.add(picture, &mut seen);
        }
    }
    inputs
}

impl Inputs {
    fn add(&mut self, file: PathBuf, seen: &mut HashSet<PathBuf>) {
        // What can't be resolved is not there; reading it will say so.
        let identity = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
        if seen.insert(identity) { self.files.push(file) } else { self.repeated += 1 }
    }
}

#[derive(Debug, Default)]
struct Found {
    pictures: Vec<PathBuf>,
    others: usize,
    subfolders: usize,
    unreadable: Vec<(PathBuf, CliError)>,
}

fn list(folder: &Path, recursive: bool, visited: &mut HashSet<PathBuf>, found: &mut Found) -> Result<(), CliError> {
    let error = |source| CliError::Folder { folder: folder.to_owned(), source };
    let mut entries = fs::read_dir(folder).map_err(error)?.collect::<Result<Vec<_>, _>>().map_err(error)?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if !path.is_dir() {
            if is_picture_name(&path) || begins_like_a_picture(&path) { found.pictures.push(path) } else { found.others += 1 }
        } else if !recursive {
            found.subfolders += 1;
        } else if fs::canonicalize(&path).is_ok_and(|real| visited.insert(real))
            && let Err(error) = list(&path, recursive, visited, found)
        {
            found.unreadable.push((path, error));
        }
    }
    Ok(())
}

fn begins_like_a_picture(path: &Path) -> bool {
    let mut bytes = Vec::new();
    // Only plain files: opening a pipe would wait for someone to write.
    path.is_file()
        && File::open(path).is_ok_and(|file| file.take(16).read_to_end(&mut bytes).is_ok())
        // Two letters make a BMP, which is too little for a file of another name.
        && is_picture(&bytes)
        && !bytes.starts_with(b"BM")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(inputs: &Inputs, root: &Path) -> Vec<String> {
        inputs.files.iter().map(|file| file.strip_prefix(root).unwrap().display().to_string()).collect()
    }

    #[test]
    fn folders_give_their_pictures_in_order() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        fs::create_dir_all(root.join("sub/deeper")).unwrap();
        for name in ["b.png", "a.JPG", "notes.txt", ".hidden.png", "sub/c.webp", "sub/deeper/d.tif", "BMW.txt"] {
            fs::write(root.join(name), name).unwrap();
        }
        fs::write(root.join("photo.dat"), b"\x89PNG\r\n\x1a\n").unwrap();
        let paths = [root.to_owned()];
        assert_eq!(names(&gather(&paths, false, &root.join("out")), root), ["a.JPG", "b.png", "photo.dat"]);
        let all = ["a.JPG", "b.png", "photo.dat", "sub/c.webp", "sub/deeper/d.tif"];
        assert_eq!(names(&gather(&paths, true, &root.join("out")), root), all);
        assert_eq!(names(&gather(&paths, true, &root.join("sub/deeper")), root), all[..4]);
    }

    #[test]
    fn nothing_is_done_twice() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        fs::write(root.join("a.png"), b"x").unwrap();
        fs::create_dir(root.join("sub")).unwrap();
        let paths = [root.join("a.png"), root.join("sub/../a.png"), root.to_owned()];
        let inputs = gather(&paths, false, &root.join("out"));
        assert_eq!((inputs.files.len(), inputs.repeated), (1, 2));
    }

    #[cfg(unix)]
    #[test]
    fn links_in_circles_end() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        fs::create_dir(root.join("sub")).unwrap();
        std::os::unix::fs::symlink(root, root.join("sub/up")).unwrap();
        fs::write(root.join("a.png"), b"x").unwrap();
        assert_eq!(gather(&[root.to_owned()], true, &root.join("out")).files.len(), 1);
    }

    #[test]
    fn a_folder_without_pictures_is_a_failure() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("notes.txt"), b"x").unwrap();
        let inputs = gather(&[root.path().to_owned()], false, Path::new("out"));
        assert!(matches!(inputs.failures[..], [(_, CliError::NoPictures { others: 1, subfolders: 0, .. })]));
    }
}
