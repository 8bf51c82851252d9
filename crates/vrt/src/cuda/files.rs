//! Files that are whole or not there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file beside its final place, brings it to the disk, and renames it: readers see the old file or the new one, never a part.
pub(crate) fn write_atomic(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let temporary = folder.join(format!(".{name}.{}.part", nobody_elses()));
    let written = (|| {
        let mut file = File::create_new(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The rename itself lies in the folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Removes what writers of `path` left beside it that were killed. Only for who is sure to be its only writer.
pub(crate) fn remove_leftovers(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let (begin, end) = (format!(".{}.", name.to_string_lossy()), ".part");
    // `<process>-<count>` is between the two: the parts of a file whose name begins with this one's have more there.
    let ours = |name: &str| {
        let middle = name.strip_prefix(&begin).and_then(|rest| rest.strip_suffix(end));
        middle.is_some_and(|middle| !middle.is_empty() && middle.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(ours) {
            // A part that cannot be removed takes room, nothing more.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Part of a file name that no other process and no other thread uses at the same time.
fn nobody_elses() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Whether files can be made in `folder`, which is made where it is missing.
pub(crate) fn check_writable(folder: &Path) -> io::Result<()> {
    let probe = folder.join(format!(".vrt-{}.probe", nobody_elses()));
    fs::create_dir_all(folder)?;
    File::create(&probe)?;
    fs::remove_file(&probe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b.bin");
        write_atomic(&path, b"one").unwrap();
        write_atomic(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn leftovers_of_one_file_go_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let names = [".a.engine.12-3.part", ".a.engine.json.12-3.part", ".b.engine.12-3.part", "a.engine", ".a.engine.mine.part"];
        for name in names {
            fs::write(folder.path().join(name), b"").unwrap();
        }
        remove_leftovers(&folder.path().join("a.engine"));
        let left = |name: &&str| folder.path().join(name).exists();
        assert_eq!(names.iter().filter(|name| left(name)).collect::<Vec<_>>(), names[1..].iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_failed_write_leaves_no_part() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir_all(path.join("inside")).unwrap();
        assert!(write_atomic(&path, b"one").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
