//! Which names may become file names and URLs. `const`, so that the built-in registry is checked when it is compiled.

/// Why a path from a registry may not be used; `None` if it may.
///
/// Such a path stays below the folder it is joined to, on every system: parts divided by `/`, none of them empty, `.` or `..`, no
/// characters or names that mean something to Windows, no control characters.
pub(crate) const fn path_problem(path: &str) -> Option<&'static str> {
    let bytes = path.as_bytes();
    if bytes.is_empty() {
        return Some("it is empty");
    }
    if bytes.len() > 1024 {
        return Some("it is longer than 1024 bytes");
    }
    let mut start = 0;
    let mut index = 0;
    while index <= bytes.len() {
        if index == bytes.len() || bytes[index] == b'/' {
            if let Some(problem) = part_problem(bytes, start, index) {
                return Some(problem);
            }
            start = index + 1;
        } else if let Some(problem) = byte_problem(bytes[index]) {
            return Some(problem);
        }
        index += 1;
    }
    None
}

const fn byte_problem(byte: u8) -> Option<&'static str> {
    match byte {
        0..=31 | 127 => Some("it has a control character"),
        b'\\' => Some("it has a backslash"),
        b':' => Some("it has a colon, which names drives and streams on Windows"),
        b'<' | b'>' | b'"' | b'|' | b'?' | b'*' => Some("it has one of <>\"|?*, which Windows does not allow in names"),
        _ => None,
    }
}

const fn part_problem(bytes: &[u8], start: usize, end: usize) -> Option<&'static str> {
    if start == end {
        return Some("it begins or ends with a slash, or has two in a row; only paths below the folder may be named");
    }
    if end - start > 255 {
        return Some("a part of it is longer than 255 bytes");
    }
    match bytes[end - 1] {
        b'.' => return Some("a part of it is . or .., or ends with a dot"),
        b' ' => return Some("a part of it ends with a space"),
        _ => {}
    }
    if is_device(bytes, start, end) {
        return Some("a part of it is the name of a device on Windows");
    }
    None
}

/// CON, PRN, AUX, NUL, COM0 to COM9 and LPT0 to LPT9 (also with the raised digits ¹, ² and ³), with or without an ending, which spaces
/// may stand before.
const fn is_device(bytes: &[u8], start: usize, end: usize) -> bool {
    let mut stem = start;
    while stem < end && bytes[stem] != b'.' {
        stem += 1;
    }
    while stem > start && bytes[stem - 1] == b' ' {
        stem -= 1;
    }
    let length = stem - start;
    if length != 3 && length != 4 && length != 5 {
        return false;
    }
    let [a, b, c] = [bytes[start].to_ascii_uppercase(), bytes[start + 1].to_ascii_uppercase(), bytes[start + 2].to_ascii_uppercase()];
    if length == 3 {
        return matches!([a, b, c], [b'C', b'O', b'N'] | [b'P', b'R', b'N'] | [b'A', b'U', b'X'] | [b'N', b'U', b'L']);
    }
    let digit = match length {
        4 => bytes[start + 3].is_ascii_digit(),
        _ => bytes[start + 3] == 0xC2 && matches!(bytes[start + 4], 0xB9 | 0xB2 | 0xB3),
    };
    matches!([a, b, c], [b'C', b'O', b'M'] | [b'L', b'P', b'T']) && digit
}

/// Why a text can't name a model; `None` if it can.
pub(crate) const fn name_problem(name: &str) -> Option<&'static str> {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > 64 {
        return Some("a name has 1 to 64 characters");
    }
    if !bytes[0].is_ascii_alphanumeric() {
        return Some("a name begins with a letter or a digit");
    }
    if !only_word_characters(bytes) {
        return Some("a name consists of the letters a to z and A to Z, digits, '-', '_' and '.'");
    }
    path_problem(name)
}

/// Why a text can't be a repository of Hugging Face; `None` if it can.
pub(crate) const fn repository_problem(repository: &str) -> Option<&'static str> {
    let bytes = repository.as_bytes();
    if bytes.is_empty() || bytes.len() > 96 {
        return Some("a repository has 1 to 96 characters");
    }
    let mut slashes = 0;
    let mut index = 0;
    while index < bytes.len() {
        let byte = bytes[index];
        let first = index == 0 || bytes[index - 1] == b'/';
        if byte == b'/' {
            slashes += 1;
        } else if !is_word_character(byte) {
            return Some("a repository consists of letters, digits, '-', '_', '.' and one '/'");
        }
        if first && !byte.is_ascii_alphanumeric() && byte != b'_' {
            return Some("owner and name of a repository begin with a letter or a digit");
        }
        if !first && byte == bytes[index - 1] && (byte == b'-' || byte == b'.') {
            // The cache divides owner and name by "--".
            return Some("a repository has neither -- nor .. in it");
        }
        index += 1;
    }
    if slashes > 1 {
        return Some("a repository is OWNER/NAME");
    }
    path_problem(repository)
}

const fn only_word_characters(bytes: &[u8]) -> bool {
    let mut index = 0;
    while index < bytes.len() {
        if !is_word_character(bytes[index]) {
            return false;
        }
        index += 1;
    }
    true
}

const fn is_word_character(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

/// Whether two paths can't both be files of one folder: they are the same where case does not count (Windows, macOS), or one would have to
/// be a folder for the other.
pub(crate) fn collide(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let inside = |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    inside(&a, &b) || inside(&b, &a)
}

/// Whether a revision is a commit, which can't come to mean something else.
pub(crate) const fn is_commit(revision: &str) -> bool {
    let bytes = revision.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        if !matches!(bytes[index], b'0'..=b'9' | b'a'..=b'f') {
            return false;
        }
        index += 1;
    }
    bytes.len() == 40
}

/// Whether an ETag may name a file as it is.
pub(crate) fn is_plain_etag(etag: &str) -> bool {
    let bytes = etag.as_bytes();
    let plain = bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (1..=128).contains(&bytes.len()) && plain && path_problem(etag).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below_their_folder() {
        for path in
            ["model.onnx", "onnx/model.onnx", "a/b/c.d", ".hidden", "..a/b..c", "модель.onnx", "console.txt", "com10", "nul\u{b9}", "comet"]
        {
            assert_eq!(path_problem(path), None, "{path}");
        }
        let long = "a/".repeat(600);
        let wrong = [
            "",
            "/",
            "/etc/passwd",
            "a//b",
            "a/",
            "..",
            ".",
            "../x",
            "a/../b",
            "a/..",
            "a/./b",
            "a\\b",
            "..\\x",
            "C:\\x",
            "C:/x",
            "c:x",
            "a\0b",
            "a\nb",
            "a/b.",
            "a /b",
            "NUL",
            "nul.txt",
            "x/con",
            "COM1.onnx",
            "lpt9",
            "NUL .txt",
            "COM\u{b9}",
            "x/LPT\u{b3}.onnx",
            "a?b",
            "a*",
            "file:stream",
            "\u{7f}",
            &long,
        ];
        for path in wrong {
            assert!(path_problem(path).is_some(), "{path:?}");
            // The rule is about joining: whatever is accepted must have plain components only.
            assert!(name_problem(path).is_some(), "{path:?}");
        }
    }

    #[test]
    fn accepted_paths_have_plain_components_only() {
        // Every text of three characters from a nasty alphabet.
        let alphabet = ['a', '.', '/', '\\', ':', '~', ' ', '\0', '-'];
        for a in alphabet {
            for b in alphabet {
                for c in alphabet {
                    let path: String = [a, b, c].into_iter().collect();
                    if path_problem(&path).is_none() {
                        let plain = std::path::Path::new(&path).components().all(|part| matches!(part, std::path::Component::Normal(_)));
                        assert!(plain && !path.contains('\\'), "{path:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn files_that_can_not_be_beside_each_other() {
        for (a, b) in [("a", "a"), ("Model.onnx", "model.ONNX"), ("a/b", "a"), ("Ä", "ä")] {
            assert!(collide(a, b) && collide(b, a), "{a} {b}");
        }
        assert!(!collide("model.onnx", "model.onnx_data") && !collide("a/b", "a/c") && !collide("ab/c", "a"));
    }

    #[test]
    fn repositories_and_revisions() {
        for repository in ["gpt2", "onnx-community/depth-anything-v2-small", "a/b.c_d-e", "_x/y"] {
            assert_eq!(repository_problem(repository), None, "{repository}");
        }
        for repository in ["", "a/b/c", "../x", "a/..", "a--b/c", "/a", "a/", "a b/c", "-a/b", "a/.b", "a?b", "http://x/y"] {
            assert!(repository_problem(repository).is_some(), "{repository}");
        }
        assert!(is_commit("4472b7362082ad9968fee890ca0f1e5aca36b93d"));
        assert!(!is_commit("main") && !is_commit("4472B7362082ad9968fee890ca0f1e5aca36b93d"));
        assert!(
            is_plain_etag("82c5c032") && !is_plain_etag("") && !is_plain_etag("../x") && !is_plain_etag("a.lock") && !is_plain_etag("NUL")
        );
    }
}
