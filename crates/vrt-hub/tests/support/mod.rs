//! What the tests of this crate share: a hub of their own, and places that are gone afterwards.
#![allow(dead_code, unused_imports, reason = "each test file uses some of it")]

mod server;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use vrt_hub::{FetchOptions, Hub, HubBuilder, LocalModel, ModelSpec, Progress, Registry, Sha256, quiet};

pub use server::{COMMIT, Fault, OTHER_COMMIT, Server, Side};

/// A hub on this machine, and a cache that asks it.
pub struct Fixture {
    pub server: Server,
    folder: tempfile::TempDir,
}

impl Fixture {
    pub fn new() -> Self {
        Self { server: Server::start(), folder: tempfile::tempdir().unwrap() }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn cache(&self) -> PathBuf {
        self.folder().join("hub")
    }

    pub fn repository(&self) -> PathBuf {
        self.cache().join("models--org--model")
    }

    pub fn builder(&self) -> HubBuilder {
        Hub::builder()
            .cache_dir(self.cache())
            .state_dir(self.folder().join("state"))
            .endpoint(self.server.address())
            .retries(3, Duration::from_millis(5), Duration::from_millis(20))
            .timeouts(Duration::from_secs(5), Duration::from_millis(1500))
    }

    pub fn hub(&self) -> Hub {
        self.builder().build().unwrap()
    }

    pub fn offline(&self) -> Hub {
        self.builder().offline(true).build().unwrap()
    }

    /// A model whose registry entry has these lines, and for the rest is `m` in `org/model`.
    pub fn spec(&self, lines: &str) -> ModelSpec {
        let source = if lines.contains("folder") { "" } else { "repository = \"org/model\"\n" };
        let license = if lines.contains("license") { "" } else { "license = \"Apache-2.0\"\n" };
        let text = format!(
            "format = \"vrt-registry/1\"\n[[model]]\nname = \"m\"\ntask = \"depth\"\nfamily = \"depth-anything\"\n{license}{source}{lines}\n"
        );
        let path = self.folder().join("registry.toml");
        std::fs::write(&path, text).unwrap();
        Registry::builtin().with_file(&path).unwrap().get("m").unwrap().clone()
    }

    /// The model of one file of which the hash is known.
    pub fn model(&self, path: &str, contents: &[u8]) -> ModelSpec {
        self.spec(&format!("files = [{{ role = \"onnx\", path = \"{path}\", sha256 = \"{}\" }}]", Sha256::of(contents)))
    }

    /// The model of one file of which nothing is known.
    pub fn unverified(&self, path: &str) -> ModelSpec {
        self.spec(&format!("files = [{{ role = \"onnx\", path = \"{path}\" }}]"))
    }

    /// A large file at the source, and the model that it is.
    pub fn large(&self) -> (Vec<u8>, ModelSpec) {
        let contents = bytes(1_000_000);
        self.server.put("model.onnx", &contents);
        let model = self.model("model.onnx", &contents);
        (contents, model)
    }

    pub fn fetch(&self, spec: &ModelSpec) -> Result<LocalModel, vrt_hub::Error> {
        self.hub().fetch(spec, &FetchOptions::default(), &mut quiet)
    }

    pub fn fetch_unverified(&self, spec: &ModelSpec) -> Result<LocalModel, vrt_hub::Error> {
        self.hub().fetch(spec, &FetchOptions::default().allow_unverified(true), &mut quiet)
    }

    /// Fetches and breaks off as soon as so many bytes are here.
    pub fn fetch_some(&self, spec: &ModelSpec, bytes: u64) {
        let mut stop = |progress: &Progress<'_>| {
            let enough = progress.phase == vrt_hub::Phase::Downloading && progress.done >= bytes;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // Told only ten times a second, so the server must give it time.
        self.server.fault(Side::Cdn, Fault::Slow { chunk: 50_000, pause: Duration::from_millis(30) });
        let error = self.hub().fetch(spec, &FetchOptions::default(), &mut stop).unwrap_err();
        assert!(matches!(error, vrt_hub::Error::Cancelled { .. }), "{error}");
    }

    /// Names in the folder of blobs.
    pub fn blobs(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.repository().join("blobs")).into_iter().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Bytes without a pattern that a mistake could hide in.
pub fn bytes(count: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64 ^ count as u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..count).map(|_| next()).collect()
}
