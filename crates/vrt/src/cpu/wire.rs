//! Walks the protobuf framing of an ONNX file before anything is decoded.
//!
//! The decoder that rten uses allocates what a length field says and follows nested graphs as deep as a file nests them, so a broken
//! or hostile file could ask for more memory or stack than there is, which ends the process. After this walk every length lies within
//! its message and nesting is bounded, without having read the weights.

use std::io::{BufRead, Seek, SeekFrom};

/// Messages that nest: a graph in an attribute in a node in a graph; types of sequences of types.
#[derive(Clone, Copy, PartialEq)]
enum Message {
    Model,
    Graph,
    Node,
    Attribute,
    ValueInfo,
    Type,
    Sequence,
}

impl Message {
    /// The message that field `number` of this one holds, if it is one to walk into (numbers: onnx.proto3).
    fn field(self, number: u64) -> Option<Self> {
        match (self, number) {
            (Self::Model, 7) | (Self::Attribute, 6 | 11) => Some(Self::Graph),
            (Self::Graph, 1) => Some(Self::Node),
            (Self::Graph, 11..=13) => Some(Self::ValueInfo),
            (Self::Node, 5) => Some(Self::Attribute),
            (Self::ValueInfo, 2) | (Self::Sequence, 1) => Some(Self::Type),
            (Self::Type, 4 | 9) => Some(Self::Sequence),
            _ => None,
        }
    }
}

/// Messages within messages that are followed: a graph within a node's attribute is three, and real files nest two or three graphs.
const DEPTH: usize = 30;

/// Checks the framing of all of `onnx`; the error says what is wrong and at which byte.
pub(super) fn check(onnx: &mut (impl BufRead + Seek)) -> Result<(), String> {
    let len = onnx.seek(SeekFrom::End(0)).and_then(|len| onnx.rewind().map(|()| len)).map_err(|error| error.to_string())?;
    if len == 0 {
        return Err("it is empty".to_owned());
    }
    if let Some(other) = something_else(onnx)? {
        return Err(other.to_owned());
    }
    let mut reader = Reader { onnx, at: 0 };
    let mut open = vec![(Message::Model, len)];
    let mut has_graph = false;
    while let Some(&(message, end)) = open.last() {
        if reader.at >= end {
            open.pop();
            continue;
        }
        let start = reader.at;
        let tag = reader.varint(end)?;
        let size = match tag & 7 {
            0 => {
                reader.varint(end)?;
                continue;
            }
            1 => 8,
            2 => reader.varint(end)?,
            5 => 4,
            kind => return Err(format!("byte {start} is no field of an ONNX message (wire type {kind})")),
        };
        if tag >> 3 == 0 {
            return Err(format!("byte {start} is no field of an ONNX message (field 0)"));
        }
        if size > end - reader.at {
            return Err(format!("it is cut off: the field at byte {start} has {size} bytes, but only {} are left", end - reader.at));
        }
        match message.field(tag >> 3).filter(|_| tag & 7 == 2) {
            Some(_) if open.len() == DEPTH => return Err(format!("graphs or types are nested too deeply at byte {start}")),
            Some(inner) => {
                has_graph |= message == Message::Model;
                open.push((inner, reader.at + size));
            }
            None => reader.skip(size)?,
        }
    }
    if has_graph { Ok(()) } else { Err("it holds no graph".to_owned()) }
}

/// What people take for an ONNX file when a download went wrong.
fn something_else(onnx: &mut impl BufRead) -> Result<Option<&'static str>, String> {
    let start = onnx.fill_buf().map_err(|error| error.to_string())?;
    Ok(if start.starts_with(b"version https://git-lfs") {
        Some("it is a Git LFS pointer in place of the file (git lfs pull fetches it)")
    } else if start.trim_ascii_start().starts_with(b"<") {
        Some("it is a web page")
    } else if start.starts_with(b"PK\x03\x04") {
        Some("it is a ZIP archive, as PyTorch checkpoints are")
    } else {
        None
    })
}

struct Reader<'a, R> {
    onnx: &'a mut R,
    at: u64,
}

impl<R: BufRead + Seek> Reader<'_, R> {
    fn varint(&mut self, end: u64) -> Result<u64, String> {
        let start = self.at;
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            if self.at == end {
                return Err(format!("it is cut off within the number at byte {start}"));
            }
            let mut byte = [0];
            self.onnx.read_exact(&mut byte).map_err(|error| error.to_string())?;
            self.at += 1;
            value |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(format!("the number at byte {start} does not end"))
    }

    fn skip(&mut self, size: u64) -> Result<(), String> {
        self.at += size;
        let offset = i64::try_from(size).map_err(|error| error.to_string())?;
        self.onnx.seek_relative(offset).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    fn check(bytes: &[u8]) -> Result<(), String> {
        super::check(&mut Cursor::new(bytes))
    }

    /// A field that holds bytes.
    fn field(number: u8, content: &[u8]) -> Vec<u8> {
        let mut bytes = vec![number << 3 | 2];
        let mut len = content.len();
        while len >= 0x80 {
            bytes.push(len as u8 | 0x80);
            len >>= 7;
        }
        bytes.push(len as u8);
        bytes.extend(content);
        bytes
    }

    #[test]
    fn what_is_no_onnx_file_is_named() {
        assert_eq!(check(b""), Err("it is empty".to_owned()));
        assert!(check(b"version https://git-lfs.github.com/spec/v1\n").unwrap_err().contains("LFS"));
        assert!(check(b"\n<!DOCTYPE html>").unwrap_err().contains("web page"));
        assert!(check(b"just some text").is_err());
        assert_eq!(check(&[8, 9]), Err("it holds no graph".to_owned())); // ir_version alone
    }

    #[test]
    fn lengths_beyond_their_message_are_found() {
        let model = field(7, &field(1, &field(3, b"name")));
        assert_eq!(check(&model), Ok(()));
        for len in 1..model.len() {
            assert!(check(&model[..len]).is_err(), "{len}");
        }
        let mut inner = model.clone();
        inner[5] = 100; // the name's length
        assert!(check(&inner).unwrap_err().contains("only 4 are left"));
    }

    #[test]
    fn nesting_is_bounded() {
        let graph = |depth: usize| (0..depth).fold(Vec::new(), |graph, _| field(1, &field(5, &field(6, &graph))));
        assert_eq!(check(&field(7, &graph(5))), Ok(()));
        assert!(check(&field(7, &graph(100))).unwrap_err().contains("nested too deeply"));
    }
}
