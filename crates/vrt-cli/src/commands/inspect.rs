//! `vrt inspect`: what an engine was built from, and what it is.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use vrt::tensorrt::{Engine, MANIFEST_FORMAT, Manifest, PrecisionBuilt, ShapeRange};

use crate::args::gpu::InspectArgs;
use crate::error::{CliError, Exit};
use crate::gpu;
use crate::report::table::Table;
use crate::report::{self, json, size_text};

/// An engine, for programs.
#[derive(Debug, Serialize)]
struct Document<'a> {
    format: &'static str,
    version: &'static str,
    file: String,
    bytes: u64,
    /// What it was built from; `None` where no manifest lies beside it.
    manifest: Option<&'a Manifest>,
    /// What the loaded engine says; `None` where it can't be loaded here.
    engine: Option<&'a Loaded>,
}

/// What a loaded engine says.
#[derive(Debug, Serialize)]
struct Loaded {
    tensorrt: String,
    gpu: String,
    tensors: Vec<Tensor>,
    profiles: usize,
    layers: usize,
    precision_built: PrecisionBuilt,
    /// Bytes of GPU memory that each session needs besides its tensors.
    activation_bytes: u64,
    /// The inspector's own words on every layer, where they were asked for.
    layer_information: Option<serde_json::Value>,
}

#[derive(Debug, Serialize)]
struct Tensor {
    name: String,
    input: bool,
    dtype: String,
    /// `None` for sides that are set when it runs.
    shape: Vec<Option<usize>>,
    /// For inputs with open sides, by profile.
    ranges: Vec<ShapeRange>,
}

/// Tells what lies beside the engine on any machine, and what is in it where it can be loaded.
///
/// # Errors
/// [`CliError::Engine`], [`CliError::Manifest`] for files that can't be used, [`CliError::Gpu`] and [`CliError::TensorRt`] for what is
/// missing to load it; the manifest is told before.
pub fn inspect(args: &InspectArgs) -> Result<Exit, CliError> {
    let path = &args.engine;
    let bytes = gpu::check_readable(path)?;
    let manifest = read_manifest(path)?;
    let loaded = load(args);
    if args.json {
        let (format, version) = ("vrt-inspect/1", env!("CARGO_PKG_VERSION"));
        let (manifest, engine) = (manifest.as_ref(), loaded.as_ref().ok());
        let document = Document { format, version, file: path.display().to_string(), bytes, manifest, engine };
        report::print(&String::from_utf8_lossy(&json::pretty(&document)?))?;
    } else {
        let mut text = format!("{}, {}\n", path.display(), size_text(bytes));
        match &manifest {
            Some(manifest) => text += &manifest_text(manifest),
            None => text += "\nNo manifest lies beside it: it was not built by `vrt build`, or was copied alone.\n",
        }
        if let Ok(loaded) = &loaded {
            text += &loaded_text(loaded);
        }
        report::print(&text)?;
    }
    loaded.map(|_| Exit::Done)
}

fn read_manifest(engine: &Path) -> Result<Option<Manifest>, CliError> {
    let mut path = engine.as_os_str().to_owned();
    path.push(".json");
    let problem = |problem: String| CliError::Manifest { path: path.clone().into(), problem };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(problem(error.to_string())),
    };
    let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| problem(format!("it is no JSON: {error}")))?;
    match value.get("format").and_then(serde_json::Value::as_str) {
        Some(MANIFEST_FORMAT) => serde_json::from_value(value).map(Some).map_err(|error| problem(error.to_string())),
        found => Err(problem(format!("its format is {found:?}, and this version reads {MANIFEST_FORMAT:?}"))),
    }
}

fn load(args: &InspectArgs) -> Result<Loaded, CliError> {
    let tensorrt = gpu::open(args.device)?;
    let engine = Engine::from_file(&tensorrt, &args.engine)?;
    let mut tensors = Vec::new();
    for tensor in engine.tensors() {
        let mut ranges = Vec::new();
        if tensor.is_input() && tensor.fixed_shape().is_none() {
            for profile in 0..engine.profiles() {
                ranges.extend(engine.shape_range(tensor.name(), profile)?);
            }
        }
        let (name, dtype, shape) = (tensor.name().to_owned(), tensor.dtype().to_string(), tensor.shape().to_vec());
        tensors.push(Tensor { name, input: tensor.is_input(), dtype, shape, ranges });
    }
    let information = engine.inspect()?;
    Ok(Loaded {
        tensorrt: tensorrt.to_string(),
        gpu: tensorrt.cuda().name().to_owned(),
        tensors,
        profiles: engine.profiles(),
        layers: engine.layers()?,
        precision_built: PrecisionBuilt::from_inspector(&information),
        activation_bytes: engine.activation_bytes()?,
        layer_information: args.layers.then(|| serde_json::from_str(&information).unwrap_or(serde_json::Value::String(information))),
    })
}

fn manifest_text(manifest: &Manifest) -> String {
    let key = &manifest.key;
    let mut rows = vec![
        ("model", key.model.clone()),
        ("ONNX file", format!("{}, {}, SHA-256 {}", key.onnx.file, size_text(key.onnx.bytes), key.onnx.sha256)),
        ("built by", format!("{} {}, optimisation level {}", key.product, key.tensorrt, key.optimization_level)),
        ("built for", format!("{}, compute capability {}", key.gpu, key.sm)),
        ("precision", format!("{} asked for; computes in {}", key.precision, manifest.precision_built)),
        ("build", format!("{:.0} s with {} of workspace", manifest.build_seconds, size_text(manifest.workspace_bytes))),
    ];
    rows.extend(key.external.iter().map(|file| ("weights", format!("{}, {}", file.file, size_text(file.bytes)))));
    rows.extend(key.shapes.iter().map(|range| ("shapes", range_text(range))));
    rows.iter().fold("\n".to_owned(), |mut text, (what, value)| {
        let _ = writeln!(text, "  {what:10} {}", report::wrapped(value, 13));
        text
    })
}

fn loaded_text(loaded: &Loaded) -> String {
    let mut table = Table::new(&["", "tensor", "type", "shape"]);
    for tensor in &loaded.tensors {
        let kind = if tensor.input { "input" } else { "output" };
        let sides: Vec<String> = tensor.shape.iter().map(|side| side.map_or_else(|| "?".to_owned(), |side| side.to_string())).collect();
        table.row(vec![kind.into(), tensor.name.as_str().into(), tensor.dtype.as_str().into(), sides.join("x").into()]);
    }
    let mut text = format!("\n{}\n", table.render());
    for range in loaded.tensors.iter().flat_map(|tensor| &tensor.ranges) {
        let _ = writeln!(text, "  {}", range_text(range));
    }
    let Loaded { layers, precision_built, activation_bytes, tensorrt, gpu, .. } = loaded;
    let _ = writeln!(text, "  {layers} layers, {precision_built}; {} of memory a session", size_text(*activation_bytes));
    let _ = writeln!(text, "  loaded by {tensorrt} on {gpu}");
    let listed = loaded.layer_information.as_ref().and_then(|information| information.get("Layers")?.as_array());
    for layer in listed.into_iter().flatten() {
        let field = |name: &str| layer.get(name).and_then(serde_json::Value::as_str);
        // Engines of others may list names alone.
        let name = field("Name").or_else(|| layer.as_str()).unwrap_or("?");
        let _ = writeln!(text, "  {:16} {name}", field("LayerType").unwrap_or("-"));
    }
    text
}

fn range_text(range: &ShapeRange) -> String {
    let sides = |shape: &[usize]| shape.iter().map(ToString::to_string).collect::<Vec<_>>().join("x");
    format!("{}: {} to {}, tuned for {}", range.input, sides(&range.min), sides(&range.max), sides(&range.opt))
}
