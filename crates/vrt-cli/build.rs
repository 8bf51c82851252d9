//! Tells the program which commit it was built from, for the heads of measurements. Where there is no git, nothing is told.

use std::process::Command;

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned()).filter(|text| !text.is_empty())
}

fn main() {
    // "dirty" must be told where any crate differs from the commit.
    println!("cargo:rerun-if-changed=..");
    println!("cargo:rerun-if-env-changed=VRT_COMMIT");
    if let Some(head) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={head}");
    }
    // A build without its history may be told from outside.
    if let Some(commit) = std::env::var("VRT_COMMIT").ok().or_else(|| git(&["describe", "--always", "--dirty", "--abbrev=12"])) {
        println!("cargo:rustc-env=VRT_COMMIT={commit}");
    }
}
