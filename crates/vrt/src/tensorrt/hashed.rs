//! Files and their SHA-256. A start with a stored engine reads and hashes some hundred megabytes, so one thread hashes what another has read.

use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::path::Path;
use std::sync::mpsc;

use sha2::{Digest, Sha256};

/// Bytes that are read at once, and then hashed.
const PIECE: usize = 4 << 20;

/// A file's bytes and their SHA-256 in hexadecimal digits.
pub(crate) fn read_hashed(path: &Path) -> io::Result<(Vec<u8>, String)> {
    let mut file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
    // An absurd length is an error instead of an abort; zeroed memory costs nothing before it is written.
    Vec::<u8>::new().try_reserve_exact(length).map_err(io::Error::other)?;
    let mut bytes = vec![0; length];
    let (to_hash, pieces) = mpsc::channel::<&[u8]>();
    let (read, hash) = std::thread::scope(|scope| {
        let hasher = scope.spawn(move || pieces.iter().fold(Sha256::new(), |hash, piece| hash.chain_update(piece)));
        let read = bytes.chunks_mut(PIECE).try_fold(0, |read, piece| {
            let got = fill(&mut file, piece)?;
            let _ = to_hash.send(&piece[..got]);
            io::Result::Ok(read + got)
        });
        drop(to_hash);
        (read, hasher.join())
    });
    // A file that somebody shortens or lengthens meanwhile is what was read of it.
    bytes.truncate(read?);
    let before = bytes.len();
    file.read_to_end(&mut bytes)?;
    let mut hash = hash.map_err(|_| io::Error::other("the thread that hashes a file panicked"))?;
    hash.update(&bytes[before..]);
    Ok((bytes, hex(&hash.finalize())))
}

/// Reads until the piece is full or the file ends.
fn fill(file: &mut File, piece: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < piece.len() {
        match file.read(&mut piece[got..]) {
            Ok(0) => break,
            Ok(read) => got += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}

/// Size and SHA-256 of a file.
pub(crate) fn hash_file(path: &Path) -> std::io::Result<(u64, String)> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    let mut bytes = 0;
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok((bytes, hex(&hash.finalize()))),
            read => {
                hash.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
}

/// Lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_hashes_are_the_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 17] {
            let bytes: Vec<u8> = (0..length).map(|at| (at * 31 % 251) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let sha256 = hex(&Sha256::digest(&bytes));
            assert!(read_hashed(&path).unwrap() == (bytes, sha256.clone()), "{length}");
            assert_eq!(hash_file(&path).unwrap(), (length as u64, sha256));
        }
        // FIPS 180-4, the example of one block.
        std::fs::write(&path, "abc").unwrap();
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(read_hashed(&path).unwrap(), (b"abc".to_vec(), known.to_owned()));
        assert_eq!(read_hashed(&folder.path().join("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
