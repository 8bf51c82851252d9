//! Which models there are, and which of them the options mean.

use std::fs::File;
use std::path::{Path, PathBuf};

use vrt_depth_anything as depth;
use vrt_rfdetr_seg as seg;

use crate::error::CliError;

/// Name of the built-in models.
pub const SAMPLE: &str = "sample";

/// Where a network's graph and weights are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Inside the program.
    #[cfg(feature = "sample")]
    BuiltIn,
    /// An ONNX file.
    File(PathBuf),
}

impl Source {
    /// The file; `None` for built-in models.
    pub fn file(&self) -> Option<&Path> {
        match self {
            #[cfg(feature = "sample")]
            Self::BuiltIn => None,
            Self::File(path) => Some(path),
        }
    }
}

/// A model that is to be loaded: everything about it but its weights.
#[derive(Debug, Clone)]
pub struct Spec<C> {
    /// Configuration.
    pub config: C,
    /// Where its network is.
    pub source: Source,
}

/// The models that a run needs. At least one is there.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Finds the objects.
    pub segmentation: Option<Spec<seg::Config>>,
    /// Estimates the depth.
    pub depth: Option<Spec<depth::Config>>,
    /// Whether nothing was asked for and the sample models stand in.
    pub by_default: bool,
}

/// What the options say of models.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'a> {
    /// `--model`
    pub model: Option<&'a str>,
    /// `--onnx`
    pub onnx: Option<&'a Path>,
    /// `--depth-model`
    pub depth_model: Option<&'a str>,
    /// `--depth-onnx`
    pub depth_onnx: Option<&'a Path>,
}

/// The two pairs of options that give a model.
#[derive(Debug, Clone, Copy)]
struct Flags {
    model: &'static str,
    onnx: &'static str,
}

const MAIN: Flags = Flags { model: "--model", onnx: "--onnx" };
const DEPTH: Flags = Flags { model: "--depth-model", onnx: "--depth-onnx" };

/// Every name that `--model` takes.
pub fn names() -> Vec<&'static str> {
    let segmentation = seg::Variant::ALL.iter().map(|variant| variant.info().name);
    std::iter::once(SAMPLE).chain(segmentation).chain(depth::Variant::ALL.iter().map(|variant| variant.name())).collect()
}

/// Every name that `--depth-model` takes.
pub fn depth_names() -> Vec<&'static str> {
    std::iter::once(SAMPLE).chain(depth::Variant::ALL.iter().map(|variant| variant.name())).collect()
}

/// Finds out which models are meant, and that their files can be opened. Nothing is loaded.
///
/// # Errors
/// [`CliError::Usage`] for options that don't fit together, [`CliError::NeedsFile`], [`CliError::NoMetadata`], [`CliError::Metadata`],
/// [`CliError::ModelFile`] for what is missing.
pub fn plan(request: Request<'_>) -> Result<Plan, CliError> {
    let mut plan = match (request.model, request.onnx) {
        (None, None) if request.depth_model.is_none() && request.depth_onnx.is_none() => Plan { by_default: true, ..sample()? },
        (None, None) => Plan::default(),
        (model, onnx) => one(MAIN, model, onnx)?,
    };
    if request.depth_model.is_some() || request.depth_onnx.is_some() {
        let second = one(DEPTH, request.depth_model, request.depth_onnx)?;
        // `--model sample` brings its own depth model, which gives way to one that was asked for.
        let taken = plan.depth.is_some() && request.model != Some(SAMPLE);
        match second.depth {
            _ if taken => {
                return Err(CliError::Usage(
                    "two depth models: --model or --onnx gives one already; leave out --depth-model and --depth-onnx".into(),
                ));
            }
            None => return Err(CliError::Usage("--depth-onnx is no depth model; pass it with --onnx".into())),
            depth => plan.depth = depth,
        }
    }
    Ok(plan)
}

/// What one pair of options means.
fn one(flags: Flags, model: Option<&str>, onnx: Option<&Path>) -> Result<Plan, CliError> {
    if let Some(path) = onnx {
        File::open(path).map_err(|source| CliError::ModelFile { flag: flags.onnx, path: path.to_owned(), source })?;
    }
    let Some(name) = model else {
        let Some(path) = onnx else { return Ok(Plan::default()) };
        return described(flags, path);
    };
    if name == SAMPLE {
        if onnx.is_some() {
            let Flags { model, onnx } = flags;
            return Err(CliError::Usage(format!(
                "{model} {SAMPLE} is built in; leave out {onnx}, or {model} for a file described beside it"
            )));
        }
        return sample();
    }
    let needs_file = |advice: String| CliError::NeedsFile { model: name.to_owned(), flag: flags.onnx, advice };
    if let Ok(variant) = name.parse::<depth::Variant>() {
        let advice = || {
            let (source, license) = (variant.source(), variant.license().spdx());
            format!("The authors' weights are at {source} ({license}); export them to ONNX, or use an export whose maker you trust")
        };
        let path = onnx.ok_or_else(|| needs_file(advice()))?;
        let depth = Spec { config: variant.config(), source: Source::File(path.to_owned()) };
        return Ok(Plan { depth: Some(depth), ..Plan::default() });
    }
    let variant: seg::Variant = name.parse()?;
    let advice = "The authors' package exports one: `pip install \"rfdetr[onnx]\"`, then `.export()` of the model of this name \
                  (https://github.com/roboflow/rf-detr, Apache-2.0)";
    let path = onnx.ok_or_else(|| needs_file(advice.to_owned()))?;
    let segmentation = Spec { config: variant.config(), source: Source::File(path.to_owned()) };
    Ok(Plan { segmentation: Some(segmentation), ..Plan::default() })
}

/// A model file that no name was given for: the JSON file beside it says what it is.
fn described(flags: Flags, onnx: &Path) -> Result<Plan, CliError> {
    let path = onnx.with_extension("json");
    let problem = |problem: String| CliError::Metadata { path: path.clone(), problem };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(CliError::NoMetadata { flag: flags.onnx, model_flag: flags.model, onnx: onnx.to_owned(), expected: path });
        }
        Err(error) => return Err(problem(error.to_string())),
    };
    let metadata: serde_json::Value = serde_json::from_str(&text).map_err(|error| problem(format!("it is no JSON: {error}")))?;
    let source = Source::File(onnx.to_owned());
    match metadata.get("task").and_then(serde_json::Value::as_str) {
        Some("instance-segmentation") => {
            let config = seg::Config::from_metadata_file(&path)?;
            Ok(Plan { segmentation: Some(Spec { config, source }), ..Plan::default() })
        }
        Some("depth") => {
            let config = depth::Config::from_metadata_file(&path)?;
            Ok(Plan { depth: Some(Spec { config, source }), ..Plan::default() })
        }
        found => {
            let found = found.map_or("it has no \"task\"".to_owned(), |task| format!("its task is {task:?}"));
            Err(problem(format!("{found}; known are \"instance-segmentation\" and \"depth\"")))
        }
    }
}

/// Both sample models.
#[cfg(feature = "sample")]
pub fn sample() -> Result<Plan, CliError> {
    let segmentation = Spec { config: seg::Config::from_metadata_json(crate::sample::SEGMENTATION_JSON)?, source: Source::BuiltIn };
    let depth = Spec { config: depth::Config::from_metadata_json(crate::sample::DEPTH_JSON)?, source: Source::BuiltIn };
    Ok(Plan { segmentation: Some(segmentation), depth: Some(depth), by_default: false })
}

/// Says that this build has no sample models.
#[cfg(not(feature = "sample"))]
pub fn sample() -> Result<Plan, CliError> {
    Err(CliError::Usage("this build has no sample models (feature `sample`): name a model with --model and --onnx".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_understood() {
        for name in names().into_iter().filter(|name| *name != SAMPLE) {
            let error = plan(Request { model: Some(name), ..Request::default() }).unwrap_err();
            assert!(matches!(&error, CliError::NeedsFile { flag: "--onnx", .. }) && error.to_string().contains(name), "{error}");
        }
        for name in depth_names().into_iter().filter(|name| *name != SAMPLE) {
            let error = plan(Request { depth_model: Some(name), ..Request::default() }).unwrap_err();
            assert!(matches!(error, CliError::NeedsFile { flag: "--depth-onnx", .. }), "{error}");
        }
    }

    #[cfg(feature = "sample")]
    #[test]
    fn without_options_the_sample_models_stand_in() {
        let plan = plan(Request::default()).unwrap();
        assert!(plan.by_default && plan.segmentation.is_some() && plan.depth.is_some());
    }

    #[test]
    fn files_are_understood_by_what_is_beside_them() {
        let folder = tempfile::tempdir().unwrap();
        let onnx = folder.path().join("mine.onnx");
        let ask = |onnx: &Path| plan(Request { onnx: Some(onnx), ..Request::default() });
        assert!(matches!(ask(&onnx), Err(CliError::ModelFile { flag: "--onnx", .. })));
        std::fs::write(&onnx, b"x").unwrap();
        let error = ask(&onnx).unwrap_err();
        assert!(matches!(&error, CliError::NoMetadata { .. }) && error.to_string().contains("mine.json"), "{error}");
        for (json, reason) in [("{", "no JSON"), ("{}", "no \"task\""), (r#"{"task": "pose"}"#, "its task is \"pose\"")] {
            std::fs::write(folder.path().join("mine.json"), json).unwrap();
            let error = ask(&onnx).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn two_depth_models_are_one_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let onnx = folder.path().join("depth.onnx");
        std::fs::write(&onnx, b"x").unwrap();
        let request = Request {
            model: Some("depth-anything-v2-small"),
            onnx: Some(&onnx),
            depth_model: Some("depth-anything-v2-base"),
            depth_onnx: Some(&onnx),
        };
        assert!(matches!(plan(request), Err(CliError::Usage(_))));
    }
}
