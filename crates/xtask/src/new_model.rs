//! `cargo xtask new-model NAME`: a crate for another model, whole from the first minute around a stub network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;

/// What marks a place in the new crate that its author must fill in.
const MARK: &str = "FILL IN";

/// The files of the crate. `@name@`, `@snake@` and `@Name@` stand for `tiny-pose`, `tiny_pose` and `TinyPose`, in paths too.
const FILES: [(&str, &[u8]); 15] = [
    ("Cargo.toml", include_bytes!("../templates/model/Cargo.toml.in")),
    ("README.md", include_bytes!("../templates/model/README.md")),
    ("src/lib.rs", include_bytes!("../templates/model/src/lib.rs")),
    ("src/config.rs", include_bytes!("../templates/model/src/config.rs")),
    ("src/outputs.rs", include_bytes!("../templates/model/src/outputs.rs")),
    ("src/decode.rs", include_bytes!("../templates/model/src/decode.rs")),
    ("src/cpu.rs", include_bytes!("../templates/model/src/cpu.rs")),
    ("src/hub.rs", include_bytes!("../templates/model/src/hub.rs")),
    ("src/error.rs", include_bytes!("../templates/model/src/error.rs")),
    ("tests/@snake@.rs", include_bytes!("../templates/model/tests/@snake@.rs")),
    ("tests/data/stub.json", include_bytes!("../templates/model/tests/data/stub.json")),
    ("tests/data/stub.onnx", include_bytes!("../templates/model/tests/data/stub.onnx")),
    ("tests/data/make_stub.py", include_bytes!("../templates/model/tests/data/make_stub.py")),
    ("examples/@snake@.rs", include_bytes!("../templates/model/examples/@snake@.rs")),
    ("scripts/export_@snake@.py", include_bytes!("../templates/model/scripts/export_@snake@.py")),
];

/// What the rest of the repository must learn of the model, which no generator can know.
const ELSEWHERE: [(&str, &str); 9] = [
    ("CLAUDE.md", "what lives in the crate: its row of the table says only that it is there"),
    ("crates/vrt-hub/src/spec.rs", "`Task`, if the model does something that no other does"),
    ("crates/vrt-hub/registry.toml", "an entry for each published export, with the source of each fact"),
    ("crates/vrt-types/src/lib.rs", "the result's types, if they are new"),
    ("crates/vrt-viz/src/lib.rs", "how the result is drawn"),
    ("crates/vrt-cli/src/models.rs", "its names for --model, and what runs it"),
    ("docs/models.md", "a row for each variant: input, licence, source, published accuracy with its source"),
    ("docs/result.schema.json", "the result, if it is of a new kind"),
    (".ci/run", "the crate's name where crates are listed"),
];

/// Writes the crate and puts it into the workspace below `root`.
pub fn run(name: &str, root: &Path) -> Result<()> {
    let names = Names::new(name)?;
    let folder = root.join("crates").join(format!("vrt-{name}"));
    if folder.exists() {
        return Err(format!("{} is there already; take another name, or remove it", folder.display()).into());
    }
    // Everything that can fail before something is written.
    let manifest = Edit::new(
        root.join("Cargo.toml"),
        "vrt-viz = {",
        &format!("vrt-{name} = {{ path = \"crates/vrt-{name}\", version = \"0.1.0\", default-features = false }}\n"),
    )?;
    let row = format!("| `vrt-{name}` | {MARK}: the model, and what lives in its crate | forbidden |\n");
    let map = Edit::new(root.join("CLAUDE.md"), "| `vrt-viz` |", &row)?;

    let mut written = Vec::new();
    let outcome = write(&folder, &names, &mut written).and_then(|()| manifest.write()).and_then(|()| map.write());
    if let Err(error) = outcome {
        // What is half there would be in the way of the next try.
        let _ = fs::remove_dir_all(&folder);
        return Err(error);
    }
    // Names are of any length, so lines break elsewhere for each.
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let formatted = Command::new(cargo).args(["fmt", "-p", &format!("vrt-{name}")]).current_dir(root).status();
    if !formatted.is_ok_and(|status| status.success()) {
        eprintln!("xtask: `cargo fmt` failed; run it before you commit");
    }
    println!("crates/vrt-{name} is in the workspace. It runs as it is, with a stub network:");
    println!("  cargo test -p vrt-{name}\n  cargo run -p vrt-{name} --example {}\n\nTo fill in, in the crate:", names.snake);
    for path in &written {
        let text = fs::read_to_string(folder.join(path)).unwrap_or_default();
        for (line, text) in text.lines().enumerate().filter(|(_, text)| text.contains(MARK)) {
            let what = text[text.find(MARK).unwrap_or(0)..].trim_start_matches(MARK).trim_start_matches(':').trim_end_matches("-->");
            println!("  crates/vrt-{name}/{}:{}: {}", path.display(), line + 1, what.trim());
        }
    }
    println!("\nElsewhere:");
    for (path, what) in ELSEWHERE {
        println!("  {path}: {what}");
    }
    println!("\ndocs/adding-a-model.md goes through it step by step.");
    Ok(())
}

fn write(folder: &Path, names: &Names, written: &mut Vec<PathBuf>) -> Result<()> {
    for (path, contents) in FILES {
        let path = PathBuf::from(names.fill(path));
        let full = folder.join(&path);
        fs::create_dir_all(full.parent().unwrap_or(folder))?;
        // What is no text has no placeholders.
        match std::str::from_utf8(contents) {
            Ok(text) if !path.ends_with("stub.onnx") => fs::write(&full, names.fill(text))?,
            _ => fs::write(&full, contents)?,
        }
        written.push(path);
    }
    Ok(())
}

/// The forms of a model's name.
struct Names {
    kebab: String,
    snake: String,
    camel: String,
}

impl Names {
    fn new(name: &str) -> Result<Self> {
        let part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let fits = name.len() <= 40 && name.split('-').all(part) && name.starts_with(|first: char| first.is_ascii_lowercase());
        if !fits || name.starts_with("vrt-") {
            let wanted = "lower-case letters, digits and single dashes, at most 40, without the `vrt-` that is put before it";
            return Err(format!("{name:?} can't name a model: {wanted}, as in tiny-pose").into());
        }
        let camel = name.split('-').map(|part| part[..1].to_ascii_uppercase() + &part[1..]).collect();
        Ok(Self { kebab: name.to_owned(), snake: name.replace('-', "_"), camel })
    }

    fn fill(&self, text: &str) -> String {
        text.replace("@name@", &self.kebab).replace("@snake@", &self.snake).replace("@Name@", &self.camel)
    }
}

/// A line that is put before another one of a file.
struct Edit {
    path: PathBuf,
    text: String,
}

impl Edit {
    fn new(path: PathBuf, before: &str, line: &str) -> Result<Self> {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let at = lines.iter().position(|line| line.starts_with(before));
        let at = at.ok_or_else(|| format!("{} has no line that begins with {before:?}, where the new one belongs", path.display()))?;
        lines.insert(at, line);
        Ok(Self { text: lines.concat(), path })
    }

    fn write(&self) -> Result<()> {
        Ok(fs::write(&self.path, &self.text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_crates_modules_and_types() {
        let names = Names::new("tiny-pose2").unwrap();
        assert_eq!(names.fill("vrt-@name@ vrt_@snake@ @Name@Cpu"), "vrt-tiny-pose2 vrt_tiny_pose2 TinyPose2Cpu");
        for wrong in ["", "-a", "a-", "a--b", "2d", "Pose", "tiny_pose", "../x", "a/b", "vrt-pose", &"a".repeat(41)] {
            assert!(Names::new(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_place_that_is_named_exists() {
        for (path, _) in ELSEWHERE {
            assert!(crate::root().join(path).is_file(), "{path}");
        }
    }
}
