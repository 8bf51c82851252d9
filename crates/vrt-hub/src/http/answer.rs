//! What answers mean.

use std::io;
use std::time::Duration;

use ureq::http::{HeaderMap, Response, StatusCode, Uri};
use ureq::{Body, Error as Transport};

use super::address;
use crate::Sha256;
use crate::error::Error;
use crate::names;

/// Why a request gave nothing.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Trying again would not help.
    Fatal(Error),
    /// Trying again may help.
    Retry {
        error: Box<Error>,
        /// When the server wants to be asked again.
        after: Option<Duration>,
        /// There was no connection at all, which is rarely cured by waiting.
        unreachable: bool,
    },
}

impl Failure {
    pub(crate) fn retry(error: Error) -> Self {
        Self::Retry { error: Box::new(error), after: None, unreachable: false }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Fatal(error)
    }
}

/// What the hub says about a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Remote {
    /// The commit that the revision means, 40 hexadecimal digits.
    pub(crate) commit: String,
    /// What its contents are called: the SHA-256 for large files, git's hash for small ones.
    pub(crate) etag: String,
    /// Its length in bytes.
    pub(crate) size: Option<u64>,
}

impl Remote {
    /// Takes what one answer of a chain of redirects says; later answers count more.
    pub(super) fn read(&mut self, response: &Response<Body>) {
        let headers = response.headers();
        if let Some(commit) = text(headers, "x-repo-commit") {
            self.commit = commit.to_owned();
        }
        let linked = text(headers, "x-linked-etag");
        // A redirect's own ETag is of its own short text.
        let own = text(headers, "etag").filter(|_| !response.status().is_redirection() && self.etag.is_empty());
        if let Some(etag) = linked.or(own) {
            etag.trim_start_matches("W/").trim_matches('"').clone_into(&mut self.etag);
        }
        let linked = text(headers, "x-linked-size");
        let own = text(headers, "content-length").filter(|_| !response.status().is_redirection() && self.size.is_none());
        if let Some(size) = linked.or(own).and_then(|size| size.trim().parse().ok()) {
            self.size = Some(size);
        }
    }

    /// The whole, if all that is needed was said.
    pub(super) fn complete(self, url: &str, last: &Response<Body>) -> Result<Self, Error> {
        let status = last.status().as_u16();
        let problem = |problem: String| Err(Error::Protocol { url: url.to_owned(), problem });
        if !names::is_commit(&self.commit) {
            let found: String = self.commit.chars().take(60).collect();
            return problem(match found.is_empty() {
                true => format!("the answer (HTTP {status}) does not say which commit the file is in (X-Repo-Commit)"),
                false => format!("the answer names the commit {found:?}, which is none"),
            });
        }
        if self.etag.is_empty() {
            return problem(format!("the answer (HTTP {status}) does not say which file it is (X-Linked-Etag or ETag)"));
        }
        Ok(self)
    }

    /// The SHA-256 that the hub announces. A hash of git is 40 digits and is not taken for one.
    pub(crate) fn sha256(&self) -> Option<Sha256> {
        Sha256::from_hex(&self.etag)
    }

    /// The name of the file in the cache. An ETag that would be an odd file name is replaced by its hash.
    pub(crate) fn blob(&self) -> String {
        match names::is_plain_etag(&self.etag) {
            true => self.etag.clone(),
            false => Sha256::of(self.etag.as_bytes()).to_string(),
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().filter(|text| !text.is_empty())
}

/// Whether the body is not the file itself but a compressed form of it.
pub(crate) fn has_encoding(headers: &HeaderMap) -> bool {
    text(headers, "content-encoding").is_some_and(|encoding| !encoding.eq_ignore_ascii_case("identity"))
}

/// First byte and total length, of `Content-Range: bytes 5-9/10`. The total may be `*`.
pub(crate) fn content_range(headers: &HeaderMap) -> Option<(u64, Option<u64>)> {
    let (range, total) = text(headers, "content-range")?.trim().strip_prefix("bytes ")?.split_once('/')?;
    let first = range.split_once('-')?.0.trim().parse().ok()?;
    match total.trim() {
        "*" => Some((first, None)),
        total => Some((first, Some(total.parse().ok()?))),
    }
}

/// Turns refusals into errors. `home` tells whether the hub itself answered, or a host that it sent us to; `stranger` what to do about
/// being one, where no token was sent.
pub(super) fn check(url: &Uri, response: &Response<Body>, home: bool, stranger: Option<&str>) -> Result<(), Failure> {
    let status = response.status();
    if status.is_success() {
        return Ok(());
    }
    let (url, headers) = (address::shown(url), response.headers());
    let message: String = text(headers, "x-error-message").unwrap_or_default().chars().filter(|c| !c.is_control()).take(300).collect();
    let code = text(headers, "x-error-code").unwrap_or_default();
    let missing = |what, advice| Failure::Fatal(Error::NotFound { url: url.clone(), what, message: message.clone(), advice });
    let access = |advice: &str| {
        let advice = advice.to_owned();
        Failure::Fatal(Error::Access { url: url.clone(), status: status.as_u16(), message: message.clone(), advice })
    };
    let plain = || Error::Status { url: url.clone(), status: status.as_u16(), message: message.clone(), attempts: 1 };
    Err(match (status.as_u16(), code) {
        // Signed addresses expire; asking the hub again gives a new one.
        (401 | 403, _) if !home => Failure::retry(plain()),
        (_, "RevisionNotFound") => missing("the revision", "Check the revision of this model in its registry entry"),
        (_, "EntryNotFound") => missing("the file", "It may have been renamed or removed; look at the page of the repository"),
        (_, "RepoNotFound") => missing("the repository", "It may have been renamed or removed, or be private to others"),
        (_, "GatedRepo") => match stranger {
            None => access("Open the page of the repository and ask for access with the account of your token"),
            Some(advice) => access(&format!("Ask for access on the page of the repository, then {advice}")),
        },
        (403, _) if message == "Access to this resource is disabled." => {
            access("Hugging Face has disabled it; there is nothing to do here")
        }
        (401, _) if message.starts_with("Invalid credentials") => {
            access("The access token is wrong or has expired; set HF_TOKEN to a good one")
        }
        (401, _) => match stranger {
            None => access("The repository does not exist, or the account of your token may not see it"),
            Some(advice) => access(&format!("The repository does not exist, or it is private: then {advice}")),
        },
        (403, _) => access("The account of your token may not read it"),
        (404, _) => missing("the address", "It may have been removed"),
        (429, _) => {
            Failure::Retry { error: Box::new(Error::RateLimited { url, wait: wait(headers) }), after: wait(headers), unreachable: false }
        }
        (408 | 500 | 502 | 503 | 504, _) => Failure::Retry { error: Box::new(plain()), after: retry_after(headers), unreachable: false },
        _ => Failure::Fatal(plain()),
    })
}

/// A success that is not one of those asked for.
pub(super) fn odd_status(url: &Uri, status: StatusCode) -> Failure {
    let problem = format!("HTTP {} where 200 or 206 was to come", status.as_u16());
    Failure::Fatal(Error::Protocol { url: address::shown(url), problem })
}

/// How long a rate limit asks to wait. `RateLimit: "resolvers";r=0;t=12` explains a refusal only with `r=0`; else `Retry-After` does.
fn wait(headers: &HeaderMap) -> Option<Duration> {
    let limit = text(headers, "ratelimit").and_then(|limit| {
        let field =
            |name: &str| limit.split(';').find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('=')?.trim().parse::<u64>().ok());
        (field("r") == Some(0)).then(|| field("t")).flatten()
    });
    // One second more, since the count is rounded.
    limit.map(|seconds| Duration::from_secs(seconds.saturating_add(1))).or_else(|| retry_after(headers))
}

/// Seconds only; a date would need this machine's clock to be right.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    text(headers, "retry-after")?.trim().parse().ok().map(Duration::from_secs)
}

/// What became of a connection.
pub(crate) fn transport(url: &Uri, error: Transport) -> Failure {
    const LATER: &str = "What has arrived is kept; run it again to continue";
    const OFFLINE: &str = "Check the network, and the proxy (HTTPS_PROXY) if there is one; without network, set HF_HUB_OFFLINE=1";
    const TRUST: &str =
        "If a proxy of your organisation looks into connections, set SSL_CERT_FILE to a file with its certificate and the usual ones";
    let network = |problem: String, advice| Error::Network { url: address::shown(url), problem, attempts: 1, advice };
    let host = url.host().unwrap_or_default();
    match error {
        Transport::HostNotFound => {
            Failure::Retry { error: Box::new(network(format!("{host} is not known"), OFFLINE)), after: None, unreachable: true }
        }
        Transport::ConnectionFailed
        | Transport::ConnectProxyFailed(_)
        | Transport::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
            Failure::Retry { error: Box::new(network(format!("no connection ({error})"), OFFLINE)), after: None, unreachable: true }
        }
        Transport::Io(error) if is_unknown_host(&error) => {
            Failure::Retry { error: Box::new(network(format!("{host} is not known ({error})"), OFFLINE)), after: None, unreachable: true }
        }
        Transport::Io(error) if is_unreachable(error.kind()) => {
            Failure::Retry { error: Box::new(network(format!("no connection ({error})"), OFFLINE)), after: None, unreachable: true }
        }
        // How rustls says that a certificate is not trusted.
        Transport::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            Failure::Fatal(network(format!("no safe connection ({error})"), TRUST))
        }
        Transport::Rustls(error) => Failure::Fatal(network(format!("no safe connection ({error})"), TRUST)),
        Transport::Tls(error) => Failure::Fatal(network(format!("no safe connection ({error})"), TRUST)),
        Transport::Timeout(_) => Failure::retry(network("nothing came for too long".to_owned(), LATER)),
        Transport::Io(error) => Failure::retry(network(format!("the connection broke ({error})"), LATER)),
        Transport::Protocol(error) => Failure::retry(network(format!("the answer is broken ({error})"), LATER)),
        error => Failure::Fatal(network(error.to_string(), OFFLINE)),
    }
}

/// Looking up a name has no `ErrorKind` of its own: it is a fixed beginning of the text, or one of Windows' numbers.
fn is_unknown_host(error: &io::Error) -> bool {
    let is_number = cfg!(windows) && matches!(error.raw_os_error(), Some(11001..=11004));
    is_number || error.to_string().starts_with("failed to lookup address information")
}

fn is_unreachable(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{AddrNotAvailable, ConnectionRefused, HostUnreachable, NetworkDown, NetworkUnreachable};
    matches!(kind, ConnectionRefused | HostUnreachable | NetworkUnreachable | NetworkDown | AddrNotAvailable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ureq::http::HeaderValue;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn rate_limits() {
        let seconds = |pairs: &[(&'static str, &str)]| wait(&headers(pairs)).map(|wait| wait.as_secs());
        assert_eq!(seconds(&[("ratelimit", "\"resolvers\";r=0;t=12"), ("retry-after", "99")]), Some(13));
        // Requests are left, so it is not this limit that refused.
        assert_eq!(seconds(&[("ratelimit", "\"resolvers\";r=7;t=12"), ("retry-after", "99")]), Some(99));
        assert_eq!(seconds(&[("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT")]), None);
        assert_eq!(seconds(&[("ratelimit", "\"resolvers\";r=0;t=18446744073709551615")]), Some(u64::MAX));
        assert_eq!(seconds(&[]), None);
    }

    #[test]
    fn a_name_that_is_not_known_is_told_from_a_connection_that_broke() {
        // A label has 63 characters at most (RFC 1035), so this fails without asking anybody.
        let host = "h".repeat(64);
        let error = std::net::ToSocketAddrs::to_socket_addrs(&(host.as_str(), 443)).unwrap_err();
        let url = Uri::from_static("https://hub.invalid/x");
        let failure = transport(&url, Transport::Io(error));
        assert!(matches!(&failure, Failure::Retry { unreachable: true, .. }), "{failure:?}");
        let broke = transport(&url, Transport::Io(io::ErrorKind::ConnectionReset.into()));
        assert!(matches!(&broke, Failure::Retry { unreachable: false, .. }), "{broke:?}");
    }

    #[test]
    fn content_ranges() {
        let range = |value: &str| content_range(&headers(&[("content-range", value)]));
        assert_eq!(range("bytes 5-9/10"), Some((5, Some(10))));
        assert_eq!(range("bytes 5-9/*"), Some((5, None)));
        for wrong in ["5-9/10", "bytes 5-9", "bytes x-9/10", "bytes 5-9/x", "bytes */10", ""] {
            assert_eq!(range(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn names_in_the_cache_are_plain() {
        let remote = |etag: &str| Remote { etag: etag.to_owned(), ..Remote::default() };
        let sha256 = Sha256::of(b"x").to_string();
        assert_eq!(remote(&sha256).sha256(), Some(Sha256::of(b"x")));
        // The hash that git has of a small file.
        assert_eq!(remote("a94a8fe5ccb19ba61c4c0873d391e987982fbbd3").sha256(), None);
        for etag in ["../../../etc/passwd", "a/b", "", "x.lock", &"a".repeat(200)] {
            assert_eq!(remote(etag).blob().len(), 64, "{etag}");
        }
    }
}
