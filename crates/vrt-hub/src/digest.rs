//! SHA-256: the value, and files hashed.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::Digest;

/// The SHA-256 of a file's contents. Reads and displays as 64 hexadecimal digits.
///
/// ```
/// use vrt_hub::Sha256;
/// let empty: Sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".parse()?;
/// assert_eq!(empty, Sha256::of(b""));
/// # Ok::<(), vrt_hub::Sha256Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256([u8; 32]);

/// A text that is no SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no SHA-256: that is 64 hexadecimal digits")]
pub struct Sha256Error(String);

impl Sha256 {
    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(sha2::Sha256::digest(bytes).into())
    }

    /// Reads 64 hexadecimal digits; `None` for anything else.
    pub const fn from_hex(text: &str) -> Option<Self> {
        let text = text.as_bytes();
        if text.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        let mut index = 0;
        while index < 32 {
            match (nibble(text[2 * index]), nibble(text[2 * index + 1])) {
                (Some(high), Some(low)) => bytes[index] = high << 4 | low,
                _ => return None,
            }
            index += 1;
        }
        Some(Self(bytes))
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

const fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sha256({self})")
    }
}

impl FromStr for Sha256 {
    type Err = Sha256Error;

    fn from_str(text: &str) -> Result<Self, Sha256Error> {
        Self::from_hex(text).ok_or_else(|| Sha256Error(text.chars().take(80).collect()))
    }
}

impl Serialize for Sha256 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sha256 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A hash that grows with the bytes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hasher(sha2::Sha256);

impl Hasher {
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(crate) fn finish(self) -> Sha256 {
        Sha256(self.0.finalize().into())
    }
}

/// Bytes read at a time.
pub(crate) const CHUNK: usize = 256 * 1024;

/// Feeds a file from its current position on to `hasher` and tells `each` how many bytes came; it may stop by returning an error.
pub(crate) fn hash_rest<E: From<io::Error>>(
    file: &mut File,
    hasher: &mut Hasher,
    mut each: impl FnMut(usize) -> Result<(), E>,
) -> Result<u64, E> {
    let mut buffer = vec![0; CHUNK];
    let mut total = 0;
    loop {
        let count = match file.read(&mut buffer) {
            Ok(0) => return Ok(total),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        hasher.update(&buffer[..count]);
        total += count as u64;
        each(count)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standards_own_examples() {
        // FIPS 180-4, "abc" and the two-block message.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Sha256::of(b"abc").to_string(), abc);
        let long = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(Sha256::of(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").to_string(), long);
        assert_eq!(abc.to_uppercase().parse(), Ok(Sha256::of(b"abc")));
    }

    #[test]
    fn anything_else_is_refused() {
        let abc = Sha256::of(b"abc").to_string();
        for text in ["", "abc", &abc[1..], &format!("{abc}0"), &abc.replace('b', "g"), &format!(" {}", &abc[1..])] {
            assert_eq!(Sha256::from_hex(text), None, "{text}");
        }
    }
}
