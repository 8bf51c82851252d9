//! Settings.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use ureq::Proxy;

use super::Hub;
use crate::cache::Cache;
use crate::error::Error;
use crate::http::{Client, Connection};
use crate::retry::Retry;
use crate::settings::{self, Environment, Token};
use crate::state::State;
use crate::store::Store;

/// Settings of a [`Hub`].
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// let hub = vrt_hub::Hub::builder()
///     .cache_dir(folder.path().join("hub"))
///     .state_dir(folder.path().join("state"))
///     .offline(true)
///     .build()?;
/// assert!(hub.is_offline());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HubBuilder {
    cache: Option<PathBuf>,
    state: Option<PathBuf>,
    endpoint: String,
    endpoint_from: &'static str,
    token: TokenFrom,
    offline: bool,
    proxy: Option<ProxyFrom>,
    certificates: Option<PathBuf>,
    retry: Retry,
    connect_timeout: Duration,
    read_timeout: Duration,
    lock_limit: Duration,
}

#[derive(Clone)]
enum TokenFrom {
    /// Read already, if there is one.
    Environment(Option<Token>),
    Setting(String),
}

#[derive(Clone)]
enum ProxyFrom {
    Environment,
    Setting(String),
}

impl Default for HubBuilder {
    fn default() -> Self {
        Self {
            cache: None,
            state: None,
            endpoint: "https://huggingface.co".to_owned(),
            endpoint_from: "the endpoint",
            token: TokenFrom::Environment(None),
            offline: false,
            proxy: None,
            certificates: None,
            retry: Retry::default(),
            connect_timeout: Duration::from_secs(15),
            read_timeout: Duration::from_secs(30),
            lock_limit: Duration::from_secs(3600),
        }
    }
}

impl fmt::Debug for HubBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cache, state, endpoint, offline, .. } = self;
        f.debug_struct("HubBuilder")
            .field("cache", cache)
            .field("state", state)
            .field("endpoint", endpoint)
            .field("offline", offline)
            .finish_non_exhaustive()
    }
}

impl HubBuilder {
    /// What the environment says; see the crate's documentation for the variables.
    ///
    /// # Errors
    /// [`Error::Setting`] for a variable that makes no sense, [`Error::Io`] for a token file that can't be read.
    pub fn from_env() -> Result<Self, Error> {
        let found = Environment::read(&settings::variable, std::env::home_dir())?;
        let mut builder = Self {
            cache: found.cache,
            state: found.state,
            token: TokenFrom::Environment(found.token),
            offline: found.offline,
            certificates: found.certificates,
            proxy: Some(ProxyFrom::Environment),
            ..Self::default()
        };
        if let Some(endpoint) = found.endpoint {
            (builder.endpoint, builder.endpoint_from) = (endpoint, "HF_ENDPOINT");
        }
        Ok(builder)
    }

    /// The cache, in the layout of Hugging Face's tools; else `~/.cache/huggingface/hub`.
    #[must_use]
    pub fn cache_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cache = Some(folder.into());
        self
    }

    /// Where hashes are remembered and first downloads recorded; else `~/.cache/vrt/hub`.
    #[must_use]
    pub fn state_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.state = Some(folder.into());
        self
    }

    /// The address of the hub; else `https://huggingface.co`.
    #[must_use]
    pub fn endpoint(mut self, address: impl Into<String>) -> Self {
        (self.endpoint, self.endpoint_from) = (address.into(), "the endpoint");
        self
    }

    /// The access token. Sent to the hub alone, and only over https (or to this machine).
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = TokenFrom::Setting(token.into());
        self
    }

    /// Whether to open no connection at all.
    #[must_use]
    pub fn offline(mut self, offline: bool) -> Self {
        self.offline = offline;
        self
    }

    /// A proxy: `http://host:port`, `https://…`, `socks5://…`.
    #[must_use]
    pub fn proxy(mut self, address: impl Into<String>) -> Self {
        self.proxy = Some(ProxyFrom::Setting(address.into()));
        self
    }

    /// A file of certificates (PEM) to trust, instead of the built-in ones of Mozilla.
    #[must_use]
    pub fn certificates(mut self, path: impl Into<PathBuf>) -> Self {
        self.certificates = Some(path.into());
        self
    }

    /// How often something is tried again, and the first and longest pause before it; else 5 times after 1 s, 2 s, 4 s, 8 s, 8 s.
    ///
    /// Counted anew whenever bytes arrived.
    #[must_use]
    pub fn retries(mut self, times: u32, first_pause: Duration, longest_pause: Duration) -> Self {
        (self.retry.times, self.retry.first, self.retry.longest) = (times, first_pause, longest_pause);
        self
    }

    /// Longest pause that is made when the hub asks for fewer requests (HTTP 429); beyond it the fetch fails. Else 5 minutes.
    #[must_use]
    pub fn longest_rate_limit(mut self, pause: Duration) -> Self {
        self.retry.longest_asked = pause;
        self
    }

    /// How long a connection may take, and how long nothing may come on it; else 15 s and 30 s. A slow download is never cut off.
    #[must_use]
    pub fn timeouts(mut self, connect: Duration, read: Duration) -> Self {
        (self.connect_timeout, self.read_timeout) = (connect, read);
        self
    }

    /// How long to wait for another process that is fetching the same file; else an hour.
    #[must_use]
    pub fn lock_limit(mut self, limit: Duration) -> Self {
        self.lock_limit = limit;
        self
    }

    /// The hub. Opens no connection.
    ///
    /// # Errors
    /// [`Error::Setting`] for a setting that makes no sense, [`Error::NoFolder`] for a user without home, [`Error::Io`] for certificates
    /// that can't be read.
    pub fn build(self) -> Result<Hub, Error> {
        let standard = || Environment::read(&|_| None, std::env::home_dir());
        let no_folder = |what, variable| Error::NoFolder { what, variable };
        let cache = match self.cache {
            Some(cache) => cache,
            None => standard()?.cache.ok_or_else(|| no_folder("models", "HF_HUB_CACHE"))?,
        };
        let state = match self.state {
            Some(state) => state,
            None => standard()?.state.ok_or_else(|| no_folder("what is known of models", "VRT_CACHE_DIR"))?,
        };
        let endpoint = settings::endpoint(self.endpoint_from, &self.endpoint)?;
        let token = match self.token {
            TokenFrom::Environment(token) => token,
            TokenFrom::Setting(text) => Token::new("the token", &text)?,
        };
        let client = match self.offline {
            true => None,
            false => Some(Client::new(Connection {
                endpoint: endpoint.clone(),
                token,
                proxy: proxy(self.proxy)?,
                certificates: self.certificates,
                connect_timeout: self.connect_timeout,
                read_timeout: self.read_timeout,
            })?),
        };
        let (cache, state) = (Cache::at(absolute(cache)?), State::at(absolute(state)?));
        Ok(Hub { store: Store { cache, state, client, endpoint, retry: self.retry, lock_limit: self.lock_limit } })
    }
}

fn absolute(path: PathBuf) -> Result<PathBuf, Error> {
    std::path::absolute(&path).map_err(Error::io("finding", path))
}

fn proxy(from: Option<ProxyFrom>) -> Result<Option<Proxy>, Error> {
    const VARIABLES: [&str; 6] = ["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
    let wrong = |setting, found: String| {
        let problem = "it is no proxy; use something like http://proxy.example:3128".to_owned();
        Error::Setting { setting, found: settings::without_password(&found), problem }
    };
    match from {
        None => Ok(None),
        Some(ProxyFrom::Setting(address)) => Proxy::new(&address).map(Some).map_err(|_| wrong("the proxy", address)),
        Some(ProxyFrom::Environment) => {
            let proxy = Proxy::try_from_env();
            let set = VARIABLES.iter().find_map(|name| Some((*name, settings::variable(name)?)));
            match (proxy, set) {
                // A proxy that can't be understood must not be gone around.
                (None, Some((name, value))) => Err(wrong(name, value.to_string_lossy().into_owned())),
                (proxy, _) => Ok(proxy),
            }
        }
    }
}
