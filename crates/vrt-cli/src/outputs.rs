//! Where results go: no two pictures share a place, and no picture is ever replaced.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use vrt::kornia_image::Image;
use vrt_picture::{WriteError, write_atomic, write_png};

use crate::error::CliError;

/// The files of one picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The folder they are in.
    pub folder: PathBuf,
}

impl Target {
    /// Name of the picture with masks, boxes and labels.
    pub const OVERLAY: &'static str = "overlay.png";
    /// Name of the depth in colours.
    pub const DEPTH: &'static str = "depth.png";
    /// Name of the numbers.
    pub const RESULT: &'static str = "result.json";
    /// Name of what was found beside the truth.
    pub const COMPARISON: &'static str = "comparison.png";

    /// A file of this picture.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Writes pictures, each whole or not at all, on as many threads as there are pictures.
///
/// # Errors
/// The first [`CliError::Write`], in the order of the pictures.
pub fn write_pictures(pictures: &[(PathBuf, &Image<u8, 3>)]) -> Result<(), CliError> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = pictures.iter().map(|(path, picture)| scope.spawn(move || write_png(path, picture))).collect();
        let written: Vec<Result<(), WriteError>> =
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect();
        Ok(written.into_iter().collect::<Result<(), WriteError>>()?)
    })
}

/// Makes the folder and writes a file into it for a try, so that nothing is computed for nothing.
///
/// # Errors
/// [`CliError::Output`] with the reason.
pub fn prepare(folder: &Path) -> Result<(), CliError> {
    let refuse = |reason: String| CliError::Output { folder: folder.to_owned(), reason };
    fs::create_dir_all(folder).map_err(|error| match folder.is_file() {
        true => refuse("it is a file".to_owned()),
        false => refuse(error.to_string()),
    })?;
    let trial = folder.join(format!(".vrt-{}", std::process::id()));
    let written = write_atomic(&trial, b"trial").map_err(|error| match error {
        WriteError::Create { source, .. } | WriteError::Write { source, .. } => refuse(source.to_string()),
        error => refuse(error.to_string()),
    });
    // Nothing to remove where it could not be written.
    let _ = fs::remove_file(trial);
    written
}

/// A place for each picture: `root/NAME` with the picture's name without its ending. Where several pictures have the same name, all but
/// the first get a number.
pub fn targets(root: &Path, files: &[PathBuf]) -> Vec<Target> {
    let stems: Vec<String> = files.iter().map(|file| stem(file)).collect();
    // Case does not count: some file systems don't tell "A" from "a". Names that pictures have are never given out as numbered ones.
    let own: HashSet<String> = stems.iter().map(|stem| stem.to_lowercase()).collect();
    let mut given: HashMap<String, u32> = HashMap::new();
    let place = |stem: String| {
        let key = stem.to_lowercase();
        let count = given.entry(key.clone()).or_insert(0);
        *count += 1;
        let mut name = stem.clone();
        if *count > 1 {
            while own.contains(&format!("{key}-{count}")) {
                *count += 1;
            }
            name = format!("{stem}-{count}");
        }
        Target { folder: root.join(name) }
    };
    stems.into_iter().map(place).collect()
}

/// A picture's name without its ending, safe as the name of a folder.
fn stem(file: &Path) -> String {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    // "...png" has the stem "..", and Windows drops dots and spaces at the end.
    let stem = stem.trim_end_matches(['.', ' ']);
    if stem.is_empty() { "picture".to_owned() } else { stem.replace(['/', '\\', ':'], "_") }
}

/// Refuses to work if a result would be written over one of the pictures.
///
/// # Errors
/// [`CliError::OverInput`] with both.
pub fn spare_inputs(targets: &[Target], files: &[PathBuf]) -> Result<(), CliError> {
    let mut inputs = HashMap::new();
    for file in files {
        // By name too: a link that is replaced is a picture lost.
        inputs.extend([absolute(file), fs::canonicalize(file).ok()].into_iter().flatten().map(|path| (path, file)));
    }
    for target in targets {
        for name in [Target::OVERLAY, Target::DEPTH, Target::RESULT, Target::COMPARISON] {
            let result = target.file(name);
            let identities = [absolute(&result), fs::canonicalize(&result).ok()];
            if let Some(input) = identities.into_iter().flatten().find_map(|path| inputs.get(&path)) {
                return Err(CliError::OverInput { result, input: (*input).clone() });
            }
        }
    }
    Ok(())
}

/// The path with its folder resolved, but not the last name.
fn absolute(path: &Path) -> Option<PathBuf> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(files: &[&str]) -> Vec<String> {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        targets(Path::new("out"), &files).iter().map(|target| target.folder.display().to_string()).collect()
    }

    #[test]
    fn no_two_pictures_share_a_place() {
        assert_eq!(places(&["a/x.jpg", "b/x.png", "y.png", "b/X.bmp"]), ["out/x", "out/x-2", "out/y", "out/X-3"]);
        assert_eq!(places(&["x.jpg", "x.png", "x-2.png"]), ["out/x", "out/x-3", "out/x-2"]);
        assert_eq!(places(&["x-2.png", "x-2.jpg", "x.png", "x.jpg"]), ["out/x-2", "out/x-2-2", "out/x", "out/x-3"]);
    }

    #[test]
    fn names_never_lead_out_of_the_folder() {
        assert_eq!(places(&["a/...png", "..png", "b.. .png", "c.png"]), ["out/picture", "out/picture-2", "out/b", "out/c"]);
    }

    #[test]
    fn pictures_are_never_replaced() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("overlay.png");
        fs::write(&file, b"a picture").unwrap();
        let target = Target { folder: root.path().to_owned() };
        let error = spare_inputs(std::slice::from_ref(&target), std::slice::from_ref(&file)).unwrap_err();
        assert!(matches!(&error, CliError::OverInput { input, .. } if *input == file), "{error}");
        assert!(spare_inputs(&[Target { folder: root.path().join("out") }], &[file]).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn nor_through_links() {
        let root = tempfile::tempdir().unwrap();
        let photo = root.path().join("photo.png");
        fs::write(&photo, b"a picture").unwrap();
        std::os::unix::fs::symlink(&photo, root.path().join("depth.png")).unwrap();
        let target = [Target { folder: root.path().to_owned() }];
        assert!(spare_inputs(&target, &[photo]).is_err());
        assert!(spare_inputs(&target, &[root.path().join("depth.png")]).is_err());
    }

    #[test]
    fn a_folder_that_can_not_be_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("file");
        fs::write(&file, b"x").unwrap();
        assert!(prepare(&file).unwrap_err().to_string().contains("it is a file"));
        assert!(prepare(&file.join("below")).is_err());
        prepare(&root.path().join("new/folder")).unwrap();
        assert_eq!(fs::read_dir(root.path().join("new/folder")).unwrap().count(), 0);
    }
}
