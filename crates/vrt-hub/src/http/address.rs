//! Addresses: of files, of redirects, and which of them may see the token.

use ureq::http::Uri;

/// Scheme, host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    https: bool,
    host: String,
    port: u16,
}

impl Origin {
    /// `None` for anything that is neither http nor https.
    pub(crate) fn of(uri: &Uri) -> Option<Self> {
        let https = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let port = uri.port_u16().unwrap_or(if https { 443 } else { 80 });
        Some(Self { https, host: uri.host()?.to_ascii_lowercase(), port })
    }

    /// Whether nobody on the way can read along.
    pub(crate) fn is_confidential(&self) -> bool {
        self.https || matches!(self.host.as_str(), "localhost" | "127.0.0.1" | "[::1]")
    }

    /// Whether `other` is this hub too, so that the token may go there: the same origin, or another name of Hugging Face's own hub.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        self == other || (self.is_official() && other.is_official())
    }

    /// Whether this is Hugging Face's own hub, to which mirrors send for what they don't have.
    pub(crate) fn is_official(&self) -> bool {
        self.https && self.port == 443 && matches!(self.host.as_str(), "huggingface.co" | "hf.co")
    }
}

/// `{endpoint}/{repository}/resolve/{revision}/{path}`, percent-encoded: in the revision slashes too.
pub(crate) fn file(endpoint: &str, repository: &str, revision: &str, path: &str) -> String {
    let mut url = format!("{endpoint}/");
    encode(&mut url, repository, true);
    url.push_str("/resolve/");
    encode(&mut url, revision, false);
    url.push('/');
    encode(&mut url, path, true);
    url
}

fn encode(url: &mut String, text: &str, keep_slashes: bool) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) || (keep_slashes && byte == b'/') {
            url.push(char::from(byte));
        } else {
            url.push('%');
            url.push(char::from(HEX[usize::from(byte >> 4)]));
            url.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

/// Where a `Location` leads (RFC 3986, 5.2, without dot segments, which no hub sends). Never from https to http.
pub(crate) fn resolve(here: &Uri, location: &str) -> Result<Uri, String> {
    let location = location.split('#').next().unwrap_or_default();
    let wrong = |why: &str| {
        let shown: String = location.split('?').next().unwrap_or_default().chars().take(200).collect();
        format!("it redirects to {shown:?}, {why}")
    };
    let (scheme, authority) = match (here.scheme_str(), here.authority()) {
        (Some(scheme), Some(authority)) => (scheme, authority.as_str()),
        _ => return Err(wrong("from an address without host")),
    };
    let has_scheme = location.split(['/', '?']).next().is_some_and(|first| first.contains(':'));
    let address = if has_scheme {
        location.to_owned()
    } else if location.starts_with("//") {
        format!("{scheme}:{location}")
    } else if location.starts_with('/') {
        format!("{scheme}://{authority}{location}")
    } else {
        let folder = here.path().rfind('/').map_or("/", |slash| &here.path()[..=slash]);
        format!("{scheme}://{authority}{folder}{location}")
    };
    let next: Uri = address.parse().map_err(|_| wrong("which is no address"))?;
    match Origin::of(&next) {
        Some(origin) if origin.host.is_empty() => Err(wrong("which has no host")),
        Some(origin) if scheme == "https" && !origin.https => Err(wrong("which is not https")),
        Some(_) if next.authority().is_some_and(|authority| authority.as_str().contains('@')) => Err(wrong("which holds a password")),
        Some(_) => Ok(next),
        None => Err(wrong("which is neither http nor https")),
    }
}

/// An address for messages: what follows the question mark may be a signature that gives access.
pub(crate) fn shown(uri: &Uri) -> String {
    uri.to_string().split('?').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        text.parse().unwrap()
    }

    #[test]
    fn file_addresses_are_encoded() {
        let url = file("https://huggingface.co", "onnx-community/x_y", "refs/pr/1", "onnx/a b+ü.onnx");
        assert_eq!(url, "https://huggingface.co/onnx-community/x_y/resolve/refs%2Fpr%2F1/onnx/a%20b%2B%C3%BC.onnx");
        assert_eq!(file("http://h/x", "gpt2", "main", "m?#"), "http://h/x/gpt2/resolve/main/m%3F%23");
    }

    #[test]
    fn locations_lead_somewhere() {
        let here = uri("https://h.example:8443/a/b/resolve/main/c?d=e");
        let lead = |location: &str| resolve(&here, location).map(|uri| uri.to_string());
        assert_eq!(lead("/api/x?y=z").unwrap(), "https://h.example:8443/api/x?y=z");
        assert_eq!(lead("https://cdn.example/f?s=1#part").unwrap(), "https://cdn.example/f?s=1");
        assert_eq!(lead("//cdn.example/f").unwrap(), "https://cdn.example/f");
        assert_eq!(lead("other").unwrap(), "https://h.example:8443/a/b/resolve/main/other");
        assert_eq!(lead("x?u=http://y").unwrap(), "https://h.example:8443/a/b/resolve/main/x?u=http://y");
        for wrong in
            ["http://cdn.example/f", "ftp://x/y", "file:///etc/passwd", "https://a b/c", "https://u:p@x/y", "https:", "javascript:x"]
        {
            let error = lead(wrong).unwrap_err();
            assert!(error.contains("redirects to"), "{wrong}: {error}");
        }
        assert!(!lead("http://cdn.example/f?signature=secret").unwrap_err().contains("secret"));
        assert_eq!(shown(&uri("https://h/x?signature=secret")), "https://h/x");
    }

    #[test]
    fn the_token_stays_at_home() {
        let covers = |a: &str, b: &str| Origin::of(&uri(a)).unwrap().covers(&Origin::of(&uri(b)).unwrap());
        assert!(covers("https://huggingface.co/a", "https://huggingface.co:443/b"));
        assert!(covers("https://huggingface.co/a", "https://HF.co/b"));
        assert!(covers("http://127.0.0.1:8000", "http://127.0.0.1:8000/x"));
        for other in
            ["http://huggingface.co", "https://huggingface.co:8443", "https://huggingface.co.evil.example", "https://us.aws.cdn.hf.co"]
        {
            assert!(!covers("https://huggingface.co", other), "{other}");
        }
        assert!(!covers("http://127.0.0.1:8000", "http://127.0.0.1:8001"));
        assert!(!covers("https://mirror.example", "https://huggingface.co"));
        let confidential = |text: &str| Origin::of(&uri(text)).unwrap().is_confidential();
        assert!(confidential("https://x") && confidential("http://127.0.0.1:1") && confidential("http://[::1]:1"));
        assert!(!confidential("http://mirror.lan") && Origin::of(&uri("ftp://x")).is_none());
    }
}
