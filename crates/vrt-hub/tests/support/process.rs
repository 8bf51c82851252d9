//! Tests that run in a process of their own, since the environment decides what they find.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::server::Server;

/// A file of the sample models.
pub fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sample").join(name)
}

/// A hub that has these files of the sample models.
pub fn serve(names: &[&str]) -> Server {
    let server = Server::start();
    for name in names {
        server.put(name, &std::fs::read(sample(name)).unwrap());
    }
    server
}

/// Runs an ignored test of the calling file, with an environment of its own: this hub, this registry file, caches in `folder`.
pub fn child(test: &str, folder: &Path, server: &Server, registry: &Path) -> Command {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--ignored", "--exact", test]);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if ["HF_", "VRT_", "XDG_"].iter().any(|prefix| name.starts_with(prefix)) || name.to_lowercase().ends_with("_proxy") {
            child.env_remove(&*name);
        }
    }
    child.env("HF_ENDPOINT", server.address()).env("HF_HUB_CACHE", folder.join("hub"));
    child.env("VRT_CACHE_DIR", folder.join("cache")).env("VRT_REGISTRY", registry);
    child
}

/// Checks that the one test that a child was asked for passes.
pub fn passes(mut child: Command) {
    let output = child.output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}
