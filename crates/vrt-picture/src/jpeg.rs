//! Whether a JPEG is whole. Decoders fill what is missing with grey and go on, which must not pass for a picture.

const END_OF_IMAGE: u8 = 0xd9;

/// Walks the markers (ITU-T T.81, annex B) to the end of the picture; `false` if the file ends first.
///
/// Thumbnails inside of segments are skipped with their segment, and what follows the end of the picture does not matter.
pub(crate) fn is_whole(bytes: &[u8]) -> bool {
    // Past the start of the image.
    let mut rest = bytes.get(2..).unwrap_or_default();
    loop {
        // Entropy-coded data escape 0xff as ff 00, so this skips them too, and stray bytes as decoders do.
        let Some(position) = next_marker(rest) else { return false };
        let marker = rest[position + 1];
        rest = &rest[position + 2..];
        match marker {
            END_OF_IMAGE => return true,
            // TEM, restarts and a second start of image stand alone.
            0x01 | 0xd0..=0xd8 => {}
            _ => {
                let [high, low, ..] = rest else { return false };
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                let Some(after) = rest.get(length..) else { return false };
                rest = after;
            }
        }
    }
}

/// Position of the next `ff xx` that is a marker: neither an escaped 0xff (`ff 00`) nor fill (`ff ff`).
fn next_marker(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(offset) = bytes[from..].iter().position(|byte| *byte == 0xff) {
        let position = from + offset;
        match bytes.get(position + 1)? {
            0x00 | 0xff => from = position + 1,
            _ => return Some(position),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_thumbnail_is_not_the_end_of_the_picture() {
        // APP1 of 6 bytes that hold an end marker.
        let head = [0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xd9, 1, 2];
        assert!(!is_whole(&head));
        assert!(is_whole(&[&head[..], &[0xff, 0xd9]].concat()));
    }

    #[test]
    fn escaped_bytes_restarts_and_fill_are_no_end() {
        let scan = [0xff, 0xd8, 0xff, 0xda, 0, 3, 9, 7, 0xff, 0, 0xd9, 0xff, 0xd0, 8, 0xff, 0xff];
        assert!(!is_whole(&scan));
        assert!(is_whole(&[&scan[..], &[0xff, 0xd9, 1, 2, 3]].concat()));
    }

    #[test]
    fn segments_longer_than_the_file_are_cut_off() {
        assert!(!is_whole(&[0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0]));
        assert!(!is_whole(&[0xff, 0xd8]));
        assert!(!is_whole(&[0xff]));
    }
}
