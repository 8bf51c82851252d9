//! What the texts say is what the program does.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::path::Path;

use common::{Folder, json_lines, scene, stderr, stdout, text, vrt};
use serde_json::Value;

/// Every text that shows commands.
const TEXTS: [&str; 10] = [
    "README.md",
    "crates/vrt-cli/README.md",
    "crates/vrt-depth-anything/README.md",
    "crates/vrt-hub/README.md",
    "crates/vrt-rfdetr-seg/README.md",
    "docs/cli.md",
    "docs/models.md",
    "docs/result-json.md",
    "docs/security.md",
    "models/sample/README.md",
];

#[test]
fn every_option_in_the_texts_exists() {
    let folder = Folder::new();
    let mut seen = 0;
    for name in TEXTS {
        // Not all texts need be there.
        let Ok(text) = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)) else { continue };
        for line in text.replace("\\\n", " ").lines() {
            let Some(command) = line.trim_start().strip_prefix("vrt ").or_else(|| Some(line.split_once("-p vrt-cli -- ")?.1)) else {
                continue;
            };
            // Neither comments nor what follows a pipe.
            let command = command.split(['#', '|', '>', '`']).next().unwrap();
            let mut subcommand: Vec<&str> = command.split_whitespace().take(2).collect();
            // Of its own subcommands `bench` alone has any.
            subcommand.truncate(if matches!(subcommand[..], ["bench", "rfdetr-seg" | "depth-anything"]) { 2 } else { 1 });
            let help = stdout(&vrt(&folder, &[&subcommand[..], &["--help"]].concat()));
            for option in command.split_whitespace().filter(|word| word.starts_with("--")) {
                let option = option.split('=').next().unwrap();
                assert!(help.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == option), "{name}: {line}");
                seen += 1;
            }
        }
    }
    assert!(seen > 5, "{seen} options");
}

#[test]
fn every_help_has_examples_and_explains_its_options() {
    let folder = Folder::new();
    let mut commands = vec!["", "demo", "run", "models", "completions"];
    if cfg!(feature = "hub") {
        commands.extend(["pull", "verify", "rm", "add"]);
    }
    if cfg!(feature = "cuda") {
        commands.extend(["doctor", "build", "inspect", "bench", "bench rfdetr-seg", "bench depth-anything"]);
    }
    for command in commands {
        let args: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let output = vrt(&folder, &args);
        let help = stdout(&output);
        assert!(output.status.success() && help.contains("Examples:\n"), "{help}");
        let (reference, _) = help.split_once("Examples:\n").unwrap();
        let options: Vec<&str> =
            reference.lines().filter(|line| line.trim_start().starts_with("--") && line.starts_with("      --")).collect();
        for option in options {
            let described = option.trim().split("  ").filter(|part| !part.trim().is_empty()).count() > 1;
            let alone = help.lines().skip_while(|line| *line != option).nth(1).is_some_and(|next| next.starts_with("          "));
            assert!(described || alone, "{option} is not explained in\n{help}");
        }
    }
    // The examples of `run` use options that exist.
    let help = stdout(&vrt(&folder, &["run", "--help"]));
    let (_, examples) = help.split_once("Examples:").unwrap();
    for option in examples.split_whitespace().filter(|word| word.starts_with("--")) {
        assert!(help.matches(option).count() > 1, "{option}");
    }
}

#[test]
fn exit_codes_are_listed_the_same_everywhere() {
    let folder = Folder::new();
    let help = stdout(&vrt(&folder, &["--help"]));
    let readme = text("crates/vrt-cli/README.md");
    for code in ["0", "1", "2", "3", "4", "130"] {
        let row = readme.lines().find(|line| line.starts_with(&format!("| {code} |"))).unwrap();
        let meaning = row.split('|').nth(2).unwrap().trim();
        assert!(
            help.lines().any(|line| line.split_whitespace().next() == Some(code) && line.contains(meaning)),
            "{code}: {meaning}\n{help}"
        );
    }
}

#[test]
fn documents_follow_the_schema() {
    let schema: Value = serde_json::from_str(&text("docs/result.schema.json")).unwrap();
    let folder = Folder::new();
    folder.copy(&scene(1), "a.jpg");
    folder.write("empty.png", b"");
    let seg = common::model("seg.onnx");
    let runs: [&[&str]; 3] = [&["demo", "--json"], &["run", "a.jpg", "empty.png", "--json"], &["run", "a.jpg", "--json", "--onnx", &seg]];
    for args in runs {
        let output = vrt(&folder, args);
        let documents = json_lines(&output);
        assert!(!documents.is_empty(), "{}", stderr(&output));
        for document in documents {
            validate(&schema, &schema, &document).unwrap_or_else(|problem| panic!("{problem}\nin {document}"));
        }
    }
    assert!(validate(&schema, &schema, &serde_json::json!({"format": "vrt-result/1"})).is_err());
}

#[test]
fn every_field_is_described() {
    let schema: Value = serde_json::from_str(&text("docs/result.schema.json")).unwrap();
    let prose = text("docs/result-json.md");
    for (kind, definition) in schema["$defs"].as_object().unwrap() {
        for name in definition["properties"].as_object().into_iter().flat_map(|properties| properties.keys()) {
            let described = prose.contains(&format!("`{name}`")) || ["fx", "fy", "cx", "cy"].contains(&name.as_str());
            assert!(described, "{kind}.{name}");
        }
    }
}

/// The part of JSON Schema that this schema uses.
fn validate(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let fail = |what: String| Err(format!("{what}: {value}"));
    for (keyword, rule) in schema.as_object().ok_or("a schema must be an object")? {
        match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => {}
            "$ref" => validate(root, root.pointer(&rule.as_str().unwrap()[1..]).ok_or("no such $ref")?, value)?,
            "oneOf" | "anyOf" => {
                let results: Vec<_> = rule.as_array().unwrap().iter().map(|schema| validate(root, schema, value)).collect();
                let fitting = results.iter().filter(|result| result.is_ok()).count();
                if fitting == 0 || keyword == "oneOf" && fitting > 1 {
                    let reasons: Vec<String> = results.into_iter().filter_map(Result::err).collect();
                    return Err(format!("{fitting} alternatives fit: {}", reasons.join("; ")));
                }
            }
            "const" if rule == value => {}
            "enum" if rule.as_array().unwrap().contains(value) => {}
            "const" | "enum" => return fail(format!("not {rule}")),
            "type" => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "number" => value.is_number(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("type {other}"),
                };
                let fits = rule.as_array().map_or_else(|| is(rule), |names| names.iter().any(is));
                if !fits {
                    return fail(format!("no {rule}"));
                }
            }
            "minimum" if value.as_f64().is_some_and(|number| number < rule.as_f64().unwrap()) => return fail(format!("below {rule}")),
            "maximum" if value.as_f64().is_some_and(|number| number > rule.as_f64().unwrap()) => return fail(format!("above {rule}")),
            "minItems" | "maxItems" => {
                let length = value.as_array().map_or(0, Vec::len) as u64;
                let limit = rule.as_u64().unwrap();
                if keyword == "minItems" && length < limit || keyword == "maxItems" && length > limit {
                    return fail(format!("{length} items"));
                }
            }
            "minimum" | "maximum" => {}
            "required" => {
                for name in rule.as_array().unwrap() {
                    if value.get(name.as_str().unwrap()).is_none() {
                        return fail(format!("{name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, item) in value.as_object().into_iter().flatten() {
                    match rule.get(name) {
                        Some(schema) => validate(root, schema, item).map_err(|problem| format!("{name}: {problem}"))?,
                        None if schema["additionalProperties"] == false => return fail(format!("{name} is not described")),
                        None => {}
                    }
                }
            }
            "additionalProperties" => {}
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    validate(root, rule, item)?;
                }
            }
            other => return Err(format!("keyword {other}")),
        }
    }
    Ok(())
}
