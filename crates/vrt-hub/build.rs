//! `registry.toml` becomes the constant `MODELS`, which `src/registry/builtin.rs` includes: the models are data in the form that users' own
//! registry files have, and whatever is wrong with them stops the compiler.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    format: String,
    model: Vec<Model>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Model {
    name: String,
    task: String,
    family: String,
    variant: Option<String>,
    license: String,
    repository: String,
    revision: String,
    labels: Option<String>,
    notes: Option<String>,
    facts: Vec<String>,
    input: Option<Input>,
    files: Vec<File>,
    #[serde(default)]
    engines: Vec<Engine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    width: u32,
    height: u32,
    resize: String,
    multiple: Option<u32>,
    filter: String,
    mean: [f32; 3],
    std: [f32; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    role: String,
    path: String,
    sha256: Option<String>,
    size: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Engine {
    path: String,
    sha256: String,
    size: Option<u64>,
    tensorrt: String,
    sm: u16,
    precision: String,
    platform: String,
    repository: Option<String>,
    revision: Option<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=registry.toml");
    println!("cargo::rerun-if-changed=build.rs");
    let whole: Whole = toml_edit::de::from_str(&fs::read_to_string("registry.toml")?).map_err(|error| format!("registry.toml: {error}"))?;
    if whole.format != "vrt-registry/1" {
        return Err(format!("registry.toml: its format is {:?}", whole.format).into());
    }
    let mut code = String::from("const MODELS: &[ModelSpec] = &[\n");
    for model in &whole.model {
        writeln!(code, "{},", spec(model).map_err(|problem| format!("registry.toml: {}: {problem}", model.name))?)?;
    }
    code.push_str("];\n");
    Ok(fs::write(Path::new(&env::var("OUT_DIR")?).join("models.rs"), code)?)
}

fn spec(model: &Model) -> Result<String, String> {
    let files = model.files.iter().map(file).collect::<Result<Vec<_>, _>>()?;
    let engines: Vec<String> = model.engines.iter().map(engine).collect();
    let facts: Vec<String> = model.facts.iter().map(|fact| text(fact)).collect();
    Ok(format!(
        "ModelSpec {{ name: {}, task: Task::{}, family: {}, variant: {}, license: {}, \
         source: Source::HuggingFace {{ repository: {}, revision: {} }}, files: {}, input: {}, labels: {}, engines: {}, facts: {}, notes: {} }}",
        text(&model.name),
        variant("task", &model.task, &[("instance-segmentation", "InstanceSegmentation"), ("depth", "Depth")])?,
        text(&model.family),
        optional(model.variant.as_deref()),
        text(&model.license),
        text(&model.repository),
        text(&model.revision),
        list(&files),
        model.input.as_ref().map_or("None".to_owned(), input),
        optional(model.labels.as_deref()),
        list(&engines),
        list(&facts),
        optional(model.notes.as_deref()),
    ))
}

fn input(input: &Input) -> String {
    format!(
        "Some(InputSpec {{ width: {}, height: {}, resize: {}, multiple: {:?}, filter: {}, mean: {:?}, std: {:?} }})",
        input.width,
        input.height,
        text(&input.resize),
        input.multiple,
        text(&input.filter),
        input.mean,
        input.std,
    )
}

fn file(file: &File) -> Result<String, String> {
    let role = variant("role", &file.role, &[("onnx", "Onnx"), ("external-data", "ExternalData"), ("metadata", "Metadata")])?;
    let sha256 = file.sha256.as_ref().map_or("None".to_owned(), |sha256| format!("Some(hash({sha256:?}))"));
    Ok(format!("FileSpec {{ role: FileRole::{role}, path: {}, sha256: {sha256}, size: {:?} }}", text(&file.path), file.size))
}

fn engine(engine: &Engine) -> String {
    format!(
        "EngineSpec {{ path: {}, sha256: hash({:?}), size: {:?}, \
         key: EngineKey {{ tensorrt: {}, sm: {}, precision: {}, platform: {} }}, repository: {}, revision: {} }}",
        text(&engine.path),
        engine.sha256,
        engine.size,
        text(&engine.tensorrt),
        engine.sm,
        text(&engine.precision),
        text(&engine.platform),
        optional(engine.repository.as_deref()),
        optional(engine.revision.as_deref()),
    )
}

fn text(text: &str) -> String {
    format!("Cow::Borrowed({text:?})")
}

fn optional(value: Option<&str>) -> String {
    value.map_or("None".to_owned(), |value| format!("Some({})", text(value)))
}

fn list(items: &[String]) -> String {
    format!("Cow::Borrowed(const {{ &[{}] }})", items.join(", "))
}

fn variant<'a>(what: &str, found: &str, known: &[(&str, &'a str)]) -> Result<&'a str, String> {
    let names = || known.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    known
        .iter()
        .find(|(name, _)| *name == found)
        .map(|(_, rust)| *rust)
        .ok_or_else(|| format!("{what} is {found:?}; known are {}", names()))
}
