//! Models by name: a registry that knows which bytes each file must have, and downloads that are checked against it.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use vrt_hub::{FetchOptions, Hub, Registry};
//!
//! let registry = Registry::from_env()?;
//! let model = Hub::from_env()?.fetch(registry.get("rfdetr-seg-nano")?, &FetchOptions::default(), &mut |progress| {
//!     eprint!("\r{} {}/{:?} bytes", progress.file, progress.done, progress.total);
//!     ControlFlow::Continue(())
//! })?;
//! println!("{}", model.onnx.display());
//! # Ok::<(), vrt_hub::Error>(())
//! ```
//!
//! # What is known
//! [`REGISTRY`] is compiled in, [`Registry`] adds the models of a file. Each [`ModelSpec`] says where its files are, which SHA-256 they
//! must have, under which licence they are and where that is known from. [`ModelSpec::trust`] says how far it goes:
//!
//! | trust | meaning |
//! |---|---|
//! | [`Trust::Pinned`] | commit and hash are known: always the same file |
//! | [`Trust::Hashed`] | the hash is known, the branch may move on: then fetching fails, and never gives another file |
//! | [`Trust::Unverified`] | no hash is known; [`FetchOptions::allow_unverified`] fetches it, and what came first is demanded from then on |
//!
//! # Where files go
//! Into the cache that all tools of Hugging Face share, in its layout: what `huggingface_hub`, `hf` or hf-hub fetched is used, and they
//! find what this crate fetched. These environment variables mean what they mean there ([`Hub::from_env`]):
//!
//! | variable | meaning |
//! |---|---|
//! | `HF_HUB_CACHE`, `HUGGINGFACE_HUB_CACHE` | the cache |
//! | `HF_HOME`, `XDG_CACHE_HOME` | the folder above it, where the token file is too |
//! | `HF_ENDPOINT` | the hub, if it is a mirror |
//! | `HF_TOKEN`, `HF_TOKEN_PATH`, `HF_HUB_DISABLE_IMPLICIT_TOKEN` | the access token |
//! | `HF_HUB_OFFLINE` | `1`: no connection is opened |
//! | `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY` | proxies |
//! | `SSL_CERT_FILE`, `REQUESTS_CA_BUNDLE`, `CURL_CA_BUNDLE` | certificates to trust, instead of the built-in ones of Mozilla |
//! | `VRT_REGISTRY` | the user's registry file ([`Registry::from_env`]) |
//! | `VRT_CACHE_DIR` | where `hub/verified.json` and `hub/trust.json` are kept |
//!
//! # What is promised
//! - A file gets its name only when all of it is here and its hash is right. A wrong one is thrown away; what was there stays.
//! - A download that breaks is continued, also by a later run, and hashed as a whole. A server that can't continue starts again.
//! - Two processes that want the same file download it once (the lock is the one of `huggingface_hub`).
//! - The access token goes to the hub alone: not to the servers it redirects to, and not over plain http.
//! - Names in a registry can't lead out of the cache.
//!
//! `docs/security.md` says what is not promised.
//!
//! # Why not all of hf-hub
//! The layout of the cache comes from hf-hub 0.5. Its downloads do not fit: it puts a file in place before anybody can hash it, takes any
//! answer to a range request for the rest of the file, has no time-outs, reads neither `HF_TOKEN` nor `HF_HUB_CACHE` nor
//! `HF_HUB_OFFLINE`, and panics on some answers. So the transfer is done here, with the same HTTP client (ureq). hf-hub 1.0 has most of
//! that but checks no hashes either, does not continue downloads, and brings an asynchronous runtime and 170 more crates.
//!
//! # Features
//! - `preprocess`: what a registry says of a model's input, as types of crate `vrt`.
//! - `graph`: `inspect_onnx`, which reads inputs and outputs of an ONNX file for [`add_model`].
//! - `cuda`: `LocalModel::load_engine`, from a prebuilt engine of the registry, the engine store, or built.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod add;
mod cache;
mod describe;
mod digest;
#[cfg(feature = "cuda")]
mod engine;
mod error;
mod files;
mod http;
mod hub;
mod names;
mod progress;
mod registry;
mod retry;
mod settings;
mod spec;
mod state;
mod store;
mod transfer;

#[cfg(feature = "graph")]
pub use add::inspect_onnx;
pub use add::{GraphInfo, Inspect, NewModel, TensorShape, add_model};
pub use describe::Description;
pub use digest::{Sha256, Sha256Error};
#[cfg(feature = "cuda")]
#[cfg_attr(docsrs, doc(cfg(feature = "cuda")))]
pub use engine::{EngineFrom, LoadedEngine};
pub use error::{Error, Mismatch};
pub use hub::{FetchOptions, FileState, FileStatus, FileVerdict, Hub, HubBuilder, LocalFile, LocalModel, Removed, Verdict};
pub use progress::{OnProgress, Phase, Progress, quiet};
pub use registry::{Origin, REGISTRY, Registry, remove_model};
pub use spec::{EngineKey, EngineSpec, FileRole, FileSpec, InputSpec, ModelSpec, Source, Task, Text, Trust};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
