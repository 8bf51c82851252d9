//! Engines for the models of a run: the one that was named, the one that was built before, or one that is built now.

use std::path::{Path, PathBuf};

use vrt::tensorrt::{Engine, EngineBuilder, EngineProfile, EngineStore, Lookup, Manifest, OnnxSummary, Precision, ShapeRange, TensorRt};
use vrt_depth_anything::{Config, DepthAnything};

use super::{build, check_readable, ranges};
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::models::Source;

/// An engine that is ready.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The engine.
    pub engine: Engine,
    /// Its file.
    pub path: PathBuf,
    /// The precision that it was asked for in; `None` where nothing says it.
    pub precision: Option<Precision>,
}

/// What is wanted of engines.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// The precision.
    pub precision: Precision,
    /// Whether to build what is missing, which takes minutes; else it is an error.
    pub build: bool,
    /// Whether to stop a build.
    pub interrupt: &'a Interrupt,
}

/// The shapes that a model which finds objects is built for: those of its file, one picture at a time.
///
/// # Errors
/// [`CliError::Usage`] where the file leaves more open than the batch.
pub fn segmentation_shapes(model: &OnnxSummary) -> Result<Vec<ShapeRange>, CliError> {
    ranges(model, None, &[])
}

/// The shapes that a depth model is built for: those of its file, and all that pictures need where the file leaves height and width open.
///
/// # Errors
/// [`CliError::Usage`] where it leaves anything else open.
pub fn depth_shapes(config: &Config, model: &OnnxSummary) -> Result<Vec<ShapeRange>, CliError> {
    match DepthAnything::profile_for(model, config, EngineProfile::default()).input {
        Some(range) => Ok(vec![range]),
        None => ranges(model, None, &[]),
    }
}

/// The engine of a model; `shapes` says what it is built for.
///
/// # Errors
/// [`CliError::NoEngine`] where it must be built and that is not wanted, [`CliError::Engine`], [`CliError::Build`], [`CliError::Store`],
/// and [`CliError::Usage`] for models whose inputs need a shape.
pub fn engine(
    tensorrt: &TensorRt,
    name: &str,
    source: &Source,
    shapes: impl FnOnce(&OnnxSummary) -> Result<Vec<ShapeRange>, CliError>,
    wish: Wish<'_>,
) -> Result<Loaded, CliError> {
    let store = EngineStore::user()?;
    let onnx = match source {
        Source::Engine(path) => return from_file(tensorrt, path),
        Source::File(path) => path.clone(),
        #[cfg(feature = "sample")]
        Source::BuiltIn(network) => unpacked(*network)?,
    };
    let mut builder = EngineBuilder::new(tensorrt, name, &onnx).precision(wish.precision);
    for range in shapes(builder.model()?)? {
        builder = builder.shapes(range);
    }
    let miss = match store.lookup(&builder.key()?)? {
        Lookup::Hit(stored) => {
            let engine = Engine::from_stored(tensorrt, &stored)?;
            return Ok(Loaded { engine, path: stored.path, precision: Some(stored.manifest.key.precision) });
        }
        Lookup::Miss(miss) => miss,
    };
    if !wish.build {
        return Err(CliError::NoEngine { model: name.to_owned(), precision: wish.precision, miss });
    }
    let built = build(builder, &store, wish.interrupt)?;
    Ok(Loaded { engine: built.engine, path: built.path, precision: Some(built.precision) })
}

/// An engine that was named. What its manifest says of its precision, where there is one.
///
/// # Errors
/// [`CliError::Engine`].
pub fn from_file(tensorrt: &TensorRt, path: &Path) -> Result<Loaded, CliError> {
    check_readable(path)?;
    let engine = Engine::from_file(tensorrt, path)?;
    let mut manifest = path.as_os_str().to_owned();
    manifest.push(".json");
    // One that can't be read has been refused with the engine; most engines of other makers have none.
    let precision = std::fs::read_to_string(PathBuf::from(manifest))
        .ok()
        .and_then(|text| serde_json::from_str::<Manifest>(&text).ok())
        .map(|manifest| manifest.key.precision);
    Ok(Loaded { engine, path: path.to_owned(), precision })
}

/// A built-in model as a file, which is what engines are built from.
#[cfg(feature = "sample")]
fn unpacked(network: crate::sample::Network) -> Result<PathBuf, CliError> {
    let folder = vrt::cuda::cache_dir().ok_or(vrt::tensorrt::StoreError::NoFolder)?.join("sample");
    let path = folder.join(network.file_name());
    if std::fs::read(&path).is_ok_and(|found| found == network.onnx()) {
        return Ok(path);
    }
    std::fs::create_dir_all(&folder).map_err(|source| vrt_picture::WriteError::Create { folder, source })?;
    vrt_picture::write_atomic(&path, network.onnx())?;
    Ok(path)
}
