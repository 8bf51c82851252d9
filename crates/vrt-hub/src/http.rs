//! Talking to the hub: requests, redirects, and what answers mean.

pub(crate) mod address;
mod answer;

use std::fs;
use std::path::Path;
use std::time::Duration;

use ureq::http::{Response, StatusCode, Uri};
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body, Proxy};

use self::address::Origin;
use crate::error::Error;
use crate::settings::Token;

pub(crate) use answer::{Failure, Remote, content_range, has_encoding, transport};

/// How connections are made.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub(crate) endpoint: String,
    pub(crate) token: Option<Token>,
    pub(crate) proxy: Option<Proxy>,
    pub(crate) certificates: Option<std::path::PathBuf>,
    pub(crate) connect_timeout: Duration,
    pub(crate) read_timeout: Duration,
}

/// A client of one hub.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    agent: Agent,
    endpoint: String,
    home: Option<Origin>,
    token: TokenUse,
}

/// What becomes of the access token.
#[derive(Debug, Clone)]
enum TokenUse {
    None,
    /// Sent to the hub.
    Sent(Token),
    /// There is one, but over plain http anybody on the way could read it.
    Withheld,
}

/// Redirects followed for one request; Hugging Face needs one or two.
const MAX_REDIRECTS: usize = 10;

impl Client {
    /// Reads certificates; opens no connection.
    pub(crate) fn new(connection: Connection) -> Result<Self, Error> {
        let Connection { endpoint, token, proxy, certificates, connect_timeout, read_timeout } = connection;
        let mut tls = TlsConfig::builder();
        if let Some(path) = certificates {
            tls = tls.root_certs(root_certificates(&path)?);
        }
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            // Followed here, since the token must not follow everywhere.
            .max_redirects(0)
            .proxy(proxy)
            .tls_config(tls.build())
            .user_agent(concat!("vrt-hub/", env!("CARGO_PKG_VERSION"), "; rust"))
            .timeout_resolve(Some(connect_timeout))
            .timeout_connect(Some(connect_timeout))
            .timeout_send_request(Some(read_timeout))
            .timeout_recv_response(Some(read_timeout))
            // For each read, not for the whole body: files are large and lines slow.
            .timeout_per_read(Some(read_timeout))
            .build()
            .new_agent();
        let home = endpoint.parse().ok().and_then(|uri| Origin::of(&uri));
        let token = match token {
            None => TokenUse::None,
            Some(token) if home.as_ref().is_some_and(Origin::is_confidential) => TokenUse::Sent(token),
            Some(_) => {
                log::warn!("{endpoint} is not https, so the access token is not sent to it");
                TokenUse::Withheld
            }
        };
        Ok(Self { agent, endpoint, home, token })
    }

    /// Where a file is asked for.
    pub(crate) fn url(&self, repository: &str, revision: &str, path: &str) -> String {
        address::file(&self.endpoint, repository, revision, path)
    }

    /// Asks about a file without fetching it.
    pub(crate) fn head(&self, url: &str) -> Result<Remote, Failure> {
        let mut remote = Remote::default();
        let mut here = self.parse(url)?;
        for _ in 0..=MAX_REDIRECTS {
            let response = self.send(self.agent.head(&here), &here).map_err(|error| answer::transport(&here, error))?;
            remote.read(&response);
            if !response.status().is_redirection() {
                answer::check(&here, &response, self.is_hub(&here), self.advice())?;
                return remote.complete(url, &response).map_err(Failure::Fatal);
            }
            let next = self.redirect(&here, &response)?;
            if !self.is_hub(&next) {
                // What the hub has to say it said with the redirect; the host behind it need not be asked.
                return remote.complete(url, &response).map_err(Failure::Fatal);
            }
            here = next;
        }
        Err(too_many(url))
    }

    /// Fetches a file from byte `from` on. The answer has status 200 (from the beginning, whatever was asked for) or 206; there is none
    /// where the server has no such bytes.
    pub(crate) fn get(&self, url: &str, from: u64) -> Result<Option<Response<Body>>, Failure> {
        let mut here = self.parse(url)?;
        for _ in 0..=MAX_REDIRECTS {
            let mut request = self.agent.get(&here);
            if from > 0 {
                request = request.header("Range", format!("bytes={from}-"));
            }
            let response = self.send(request, &here).map_err(|error| answer::transport(&here, error))?;
            if !response.status().is_redirection() {
                if response.status() == StatusCode::RANGE_NOT_SATISFIABLE && from > 0 {
                    return Ok(None);
                }
                answer::check(&here, &response, self.is_hub(&here), self.advice())?;
                return match response.status() {
                    StatusCode::OK | StatusCode::PARTIAL_CONTENT => Ok(Some(response)),
                    status => Err(answer::odd_status(&here, status)),
                };
            }
            here = self.redirect(&here, &response)?;
        }
        Err(too_many(url))
    }

    fn send(&self, request: ureq::RequestBuilder<ureq::typestate::WithoutBody>, url: &Uri) -> Result<Response<Body>, ureq::Error> {
        // Otherwise lengths would be those of compressed bytes.
        let mut request = request.header("Accept-Encoding", "identity");
        if let TokenUse::Sent(token) = &self.token
            && self.is_home(url)
        {
            request = request.header("Authorization", token.bearer());
        }
        request.call()
    }

    /// What to do where a stranger is not let in.
    fn advice(&self) -> Option<&'static str> {
        match self.token {
            TokenUse::Sent(_) => None,
            TokenUse::None => Some("set HF_TOKEN to a token that may see it"),
            TokenUse::Withheld => Some("use an https:// address as HF_ENDPOINT, since the access token is not sent over plain http"),
        }
    }

    fn is_home(&self, url: &Uri) -> bool {
        match (&self.home, Origin::of(url)) {
            (Some(home), Some(there)) => home.covers(&there),
            _ => false,
        }
    }

    /// The hub or, where that is a mirror, the one that it mirrors; only the former gets the token.
    fn is_hub(&self, url: &Uri) -> bool {
        self.is_home(url) || Origin::of(url).is_some_and(|origin| origin.is_official())
    }

    fn parse(&self, url: &str) -> Result<Uri, Failure> {
        url.parse()
            .map_err(|error| Failure::Fatal(Error::Protocol { url: url.to_owned(), problem: format!("this is no address ({error})") }))
    }

    fn redirect(&self, here: &Uri, response: &Response<Body>) -> Result<Uri, Failure> {
        let problem = |problem: String| Failure::Fatal(Error::Protocol { url: address::shown(here), problem });
        let location = response.headers().get("location").and_then(|value| value.to_str().ok());
        let location = location.ok_or_else(|| problem(format!("HTTP {} without a Location", response.status().as_u16())))?;
        address::resolve(here, location).map_err(problem)
    }
}

fn too_many(url: &str) -> Failure {
    Failure::Fatal(Error::Protocol { url: url.to_owned(), problem: format!("more than {MAX_REDIRECTS} redirects") })
}

fn root_certificates(path: &Path) -> Result<RootCerts, Error> {
    let pem = fs::read(path).map_err(Error::io("reading the certificates (SSL_CERT_FILE, REQUESTS_CA_BUNDLE or CURL_CA_BUNDLE)", path))?;
    let certificates: Vec<_> = parse_pem(&pem)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
        .collect();
    if certificates.is_empty() {
        let problem = "it holds no certificate in PEM form".to_owned();
        return Err(Error::Setting { setting: "the certificate file", found: path.display().to_string(), problem });
    }
    Ok(RootCerts::new_with_certs(&certificates))
}
