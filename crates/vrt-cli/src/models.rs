//! Which models there are, and which of them the options mean.

use std::fs::File;
use std::path::{Path, PathBuf};

use vrt_depth_anything as depth;
#[cfg(feature = "hub")]
use vrt_hub::{ModelSpec, Task, Trust};
use vrt_rfdetr_seg as seg;

use crate::error::CliError;

/// Name of the built-in models.
pub const SAMPLE: &str = "sample";

/// Where a network's graph and weights are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Inside the program.
    #[cfg(feature = "sample")]
    BuiltIn(crate::sample::Network),
    /// An ONNX file.
    File(PathBuf),
    /// A TensorRT engine, for a GPU alone.
    Engine(PathBuf),
}

impl Source {
    /// The file; `None` for built-in models.
    pub fn file(&self) -> Option<&Path> {
        match self {
            #[cfg(feature = "sample")]
            Self::BuiltIn(_) => None,
            Self::File(path) | Self::Engine(path) => Some(path),
        }
    }
}

/// A model that is to be loaded: everything about it but its weights.
#[derive(Debug, Clone)]
pub struct Spec<C> {
    /// What it was asked for as; engines are kept under this name.
    pub name: String,
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

/// What is known of a name that is no built-in model.
#[derive(Debug, Clone)]
pub enum Known {
    /// A registry has it.
    #[cfg(feature = "hub")]
    Listed(Box<Listed>),
    /// No registry has it.
    Unknown {
        /// The name that is most like it.
        nearest: Option<String>,
        /// The names that there are.
        known: Vec<String>,
    },
}

/// A model of a registry.
#[cfg(feature = "hub")]
#[derive(Debug, Clone)]
pub struct Listed {
    /// What the registry says of it.
    pub spec: ModelSpec,
    /// Where it is on this machine, with the right contents; `None` where it must be pulled first.
    pub here: Option<Here>,
}

/// A model on this machine.
#[cfg(feature = "hub")]
#[derive(Debug, Clone)]
pub struct Here {
    /// The network.
    pub onnx: PathBuf,
    /// The description beside it, which goes before a variant's configuration.
    pub metadata: Option<PathBuf>,
}

/// Finds out about a name.
pub type Find<'a> = &'a dyn Fn(&str) -> Result<Known, CliError>;

/// Finds nothing: for builds without the registry.
#[cfg(any(test, not(feature = "hub")))]
pub fn knows_nothing(_: &str) -> Result<Known, CliError> {
    Ok(Known::Unknown { nearest: None, known: Vec::new() })
}

/// What the options say of models.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'a> {
    /// `--model`
    pub model: Option<&'a str>,
    /// `--onnx`
    pub onnx: Option<&'a Path>,
    /// `--engine`
    pub engine: Option<&'a Path>,
    /// `--depth-model`
    pub depth_model: Option<&'a str>,
    /// `--depth-onnx`
    pub depth_onnx: Option<&'a Path>,
    /// `--depth-engine`
    pub depth_engine: Option<&'a Path>,
    /// `--fuse`
    pub fuse: bool,
}

/// The two sets of options that give a model.
#[derive(Debug, Clone, Copy)]
struct Flags {
    model: &'static str,
    onnx: &'static str,
    engine: &'static str,
}

const MAIN: Flags = Flags { model: "--model", onnx: "--onnx", engine: "--engine" };
const DEPTH: Flags = Flags { model: "--depth-model", onnx: "--depth-onnx", engine: "--depth-engine" };

/// Every name that `--model` takes, besides those of registries.
pub fn names() -> Vec<&'static str> {
    let segmentation = seg::Variant::ALL.iter().map(|variant| variant.info().name);
    std::iter::once(SAMPLE).chain(segmentation).chain(depth::Variant::ALL.iter().map(|variant| variant.name())).collect()
}

/// Every name that `--depth-model` takes, besides those of registries.
pub fn depth_names() -> Vec<&'static str> {
    std::iter::once(SAMPLE).chain(depth::Variant::ALL.iter().map(|variant| variant.name())).collect()
}

/// Finds out which models are meant, and that their files can be opened. Nothing is loaded.
///
/// # Errors
/// [`CliError::Usage`] for options that don't fit together, [`CliError::NeedsFile`], [`CliError::NoMetadata`], [`CliError::Metadata`],
/// [`CliError::ModelFile`], [`CliError::NotPulled`], [`CliError::UnknownModel`] for what is missing, and what `find` says.
pub fn plan(request: Request<'_>, find: Find<'_>) -> Result<Plan, CliError> {
    let main = given(MAIN, request.onnx, request.engine)?;
    let second = given(DEPTH, request.depth_onnx, request.depth_engine)?;
    let wants_second = request.depth_model.is_some() || second.is_some();
    let mut plan = match (request.model, main) {
        (None, None) if !wants_second => Plan { by_default: true, ..sample()? },
        (None, None) => Plan::default(),
        (model, source) => one(MAIN, model, source, find)?,
    };
    if wants_second {
        let second = one(DEPTH, request.depth_model, second, find)?;
        // `--model sample` brings its own depth model, which gives way to one that was asked for.
        let taken = plan.depth.is_some() && request.model != Some(SAMPLE);
        match second.depth {
            _ if taken => {
                return Err(CliError::Usage(
                    "two depth models: --model, --onnx or --engine gives one already; leave out those that begin with --depth".into(),
                ));
            }
            None => {
                return Err(CliError::Usage(
                    "--depth-model, --depth-onnx and --depth-engine take depth models; this one finds objects, pass it with --model, --onnx \
                     or --engine"
                        .into(),
                ));
            }
            depth => plan.depth = depth,
        }
    }
    match (&plan.segmentation, &plan.depth) {
        (Some(spec), None) if request.fuse => Err(CliError::Usage(format!(
            "--fuse needs a depth model beside {}: name one with --depth-model, e.g. depth-anything-v2-metric-hypersim-small (metres, indoors), \
             depth-anything-v2-metric-vkitti-small (metres, outdoors) or depth-anything-v2-small (no unit)",
            spec.name
        ))),
        (None, Some(spec)) if request.fuse => Err(CliError::Usage(format!(
            "--fuse needs a model that finds objects beside {}: name it with --model, and this one with --depth-model",
            spec.name
        ))),
        _ => Ok(plan),
    }
}

/// The file of a set of options, which must be there.
fn given(flags: Flags, onnx: Option<&Path>, engine: Option<&Path>) -> Result<Option<Source>, CliError> {
    let open = |flag, path: &Path| match File::open(path) {
        Ok(_) => Ok(path.to_owned()),
        Err(source) => Err(CliError::ModelFile { flag, path: path.to_owned(), source }),
    };
    match (onnx, engine) {
        (Some(_), Some(_)) => Err(CliError::Usage(format!(
            "{} and {} give the same model twice: leave one out (an engine is built from the ONNX file where it is missing)",
            flags.onnx, flags.engine
        ))),
        (Some(onnx), None) => Ok(Some(Source::File(open(flags.onnx, onnx)?))),
        (None, Some(engine)) => Ok(Some(Source::Engine(open(flags.engine, engine)?))),
        (None, None) => Ok(None),
    }
}

/// What one set of options means.
fn one(flags: Flags, model: Option<&str>, source: Option<Source>, find: Find<'_>) -> Result<Plan, CliError> {
    let Some(name) = model else {
        let Some(source) = source else { return Ok(Plan::default()) };
        return described(flags, source);
    };
    if name == SAMPLE {
        if source.is_some() {
            let Flags { model, onnx, engine } = flags;
            return Err(CliError::Usage(format!(
                "{model} {SAMPLE} is built in; leave out {onnx} and {engine}, or {model} for a file described beside it"
            )));
        }
        return sample();
    }
    if let Some(plan) = source.clone().and_then(|source| of_variant(name, name, source)) {
        return Ok(plan);
    }
    match find(name)? {
        #[cfg(feature = "hub")]
        Known::Listed(listed) => of_registry(flags, name, source, *listed),
        Known::Unknown { nearest, known } => Err(match advice(name) {
            Some(advice) => CliError::NeedsFile { model: name.to_owned(), flag: flags.onnx, advice },
            None => {
                let mut known: Vec<String> = names().into_iter().map(str::to_owned).chain(known).collect();
                known.sort();
                known.dedup();
                CliError::UnknownModel { name: name.to_owned(), nearest, known }
            }
        }),
    }
}

/// A file, called `name`, with the configuration of a variant; `None` where there is no such variant.
fn of_variant(name: &str, variant: &str, source: Source) -> Option<Plan> {
    let name = name.to_owned();
    if let Ok(variant) = variant.parse::<depth::Variant>() {
        return Some(Plan { depth: Some(Spec { name, config: variant.config(), source }), ..Plan::default() });
    }
    let variant: seg::Variant = variant.parse().ok()?;
    Some(Plan { segmentation: Some(Spec { name, config: variant.config(), source }), ..Plan::default() })
}

/// The ONNX file of a name that was pulled or added.
///
/// # Errors
/// [`CliError::NotPulled`], [`CliError::NeedsFile`], [`CliError::UnknownModel`], [`CliError::Usage`] for the built-in models, and what `find`
/// says.
#[cfg(feature = "cuda")]
pub fn onnx_of(name: &str, find: Find<'_>) -> Result<PathBuf, CliError> {
    if name == SAMPLE {
        return Err(CliError::Usage(format!(
            "{SAMPLE} names two built-in models: give one's file with --onnx (models/sample of the repository)"
        )));
    }
    let plan = one(MAIN, Some(name), None, find)?;
    let file = |source: &Source| source.file().map(Path::to_owned);
    let found =
        plan.segmentation.as_ref().and_then(|spec| file(&spec.source)).or_else(|| plan.depth.as_ref().and_then(|spec| file(&spec.source)));
    found.ok_or_else(|| CliError::Usage(format!("{name} has no file; give one with --onnx")))
}

/// Where a file of a variant comes from; `None` for a name that is none.
fn advice(name: &str) -> Option<String> {
    if let Ok(variant) = name.parse::<depth::Variant>() {
        let (source, license) = (variant.source(), variant.license().spdx());
        return Some(format!(
            "The authors' weights are at {source} ({license}); export them to ONNX, or use an export whose maker you trust"
        ));
    }
    let _: seg::Variant = name.parse().ok()?;
    Some(
        "The authors' package exports one: `pip install \"rfdetr[onnx]\"`, then `.export()` of the model of this name \
         (https://github.com/roboflow/rf-detr, Apache-2.0)"
            .to_owned(),
    )
}

/// A model of a registry: its own file if it is here, or the one that was given.
#[cfg(feature = "hub")]
fn of_registry(flags: Flags, name: &str, given: Option<Source>, listed: Listed) -> Result<Plan, CliError> {
    let Listed { spec, here } = listed;
    let was_given = given.is_some();
    let (source, metadata) = match (given, here) {
        // An engine of the model that is here is described as the model is.
        (Some(given @ Source::Engine(_)), Some(Here { metadata, .. })) => (given, metadata),
        (Some(given), _) => (given, None),
        (None, Some(Here { onnx, metadata })) => (Source::File(onnx), metadata),
        (None, None) => {
            let size = spec.size().map_or_else(|| "size unknown".to_owned(), crate::report::size_text);
            let options = if spec.trust() == Trust::Unverified { " --allow-unverified" } else { "" };
            let about = format!("{size}, {}", spec.license);
            return Err(CliError::NotPulled { model: name.to_owned(), options, about, flag: flags.onnx });
        }
    };
    if was_given && metadata.is_none() && spec.variant.is_none() {
        let Flags { model, onnx, .. } = flags;
        return Err(CliError::Usage(format!(
            "{model} {name} has a file of its own; leave out {onnx}, or {model} for a file described beside it"
        )));
    }
    let (name, metadata) = (name.to_owned(), metadata.as_deref());
    match spec.task {
        Task::InstanceSegmentation => {
            let config = seg::Config::from_spec(&spec, metadata)?;
            Ok(Plan { segmentation: Some(Spec { name, config, source }), ..Plan::default() })
        }
        Task::Depth => {
            let config = depth::Config::from_spec(&spec, metadata)?;
            Ok(Plan { depth: Some(Spec { name, config, source }), ..Plan::default() })
        }
        task => Err(CliError::Usage(format!("{} {name}: this version knows no such kind of model ({task})", flags.model))),
    }
}

/// A model file that no name was given for: the JSON file beside it says what it is.
fn described(flags: Flags, source: Source) -> Result<Plan, CliError> {
    let (flag, file) = match &source {
        #[cfg(feature = "sample")]
        Source::BuiltIn(_) => return sample(),
        Source::File(file) => (flags.onnx, file.clone()),
        Source::Engine(file) => (flags.engine, file.clone()),
    };
    let path = file.with_extension("json");
    if !path.exists() {
        return Err(CliError::NoMetadata { flag, model_flag: flags.model, file, expected: path });
    }
    described_by(None, source, &path)
}

/// A model file and the description that says what it is; its own name where none is given.
fn described_by(name: Option<&str>, source: Source, path: &Path) -> Result<Plan, CliError> {
    let problem = |problem: String| CliError::Metadata { path: path.to_owned(), problem };
    let text = std::fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
    let metadata: serde_json::Value = serde_json::from_str(&text).map_err(|error| problem(format!("it is no JSON: {error}")))?;
    match metadata.get("task").and_then(serde_json::Value::as_str) {
        Some("instance-segmentation") => {
            let config = seg::Config::from_metadata_file(path)?;
            let name = name.unwrap_or(config.name()).to_owned();
            Ok(Plan { segmentation: Some(Spec { name, config, source }), ..Plan::default() })
        }
        Some("depth") => {
            let config = depth::Config::from_metadata_file(path)?;
            let name = name.unwrap_or(&config.name).to_owned();
            Ok(Plan { depth: Some(Spec { name, config, source }), ..Plan::default() })
        }
        found => {
            let found = found.map_or("it has no \"task\"".to_owned(), |task| format!("its task is {task:?}"));
            Err(problem(format!("{found}; known are \"instance-segmentation\" and \"depth\"")))
        }
    }
}

/// Whether the crate that would run the model understands its description.
///
/// # Errors
/// What it says.
#[cfg(feature = "hub")]
pub fn check_description(path: &Path) -> Result<(), CliError> {
    described_by(None, Source::File(PathBuf::new()), path).map(|_| ())
}

/// Both sample models.
#[cfg(feature = "sample")]
pub fn sample() -> Result<Plan, CliError> {
    use crate::sample::Network;

    let config = seg::Config::from_metadata_json(crate::sample::SEGMENTATION_JSON)?;
    // Two names, as engines are kept under them.
    let segmentation = Spec { name: "sample-seg".to_owned(), config, source: Source::BuiltIn(Network::Segmentation) };
    let config = depth::Config::from_metadata_json(crate::sample::DEPTH_JSON)?;
    let depth = Spec { name: "sample-depth".to_owned(), config, source: Source::BuiltIn(Network::Depth) };
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
            let error = plan(Request { model: Some(name), ..Request::default() }, &knows_nothing).unwrap_err();
            assert!(matches!(&error, CliError::NeedsFile { flag: "--onnx", .. }) && error.to_string().contains(name), "{error}");
        }
        for name in depth_names().into_iter().filter(|name| *name != SAMPLE) {
            let error = plan(Request { depth_model: Some(name), ..Request::default() }, &knows_nothing).unwrap_err();
            assert!(matches!(error, CliError::NeedsFile { flag: "--depth-onnx", .. }), "{error}");
        }
    }

    #[cfg(feature = "sample")]
    #[test]
    fn without_options_the_sample_models_stand_in() {
        let plan = plan(Request::default(), &knows_nothing).unwrap();
        assert!(plan.by_default && plan.segmentation.is_some() && plan.depth.is_some());
    }

    #[test]
    fn files_are_understood_by_what_is_beside_them() {
        let folder = tempfile::tempdir().unwrap();
        let onnx = folder.path().join("mine.onnx");
        let ask = |onnx: &Path| plan(Request { onnx: Some(onnx), ..Request::default() }, &knows_nothing);
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
            ..Request::default()
        };
        assert!(matches!(plan(request, &knows_nothing), Err(CliError::Usage(_))));
    }

    #[cfg(feature = "hub")]
    #[test]
    fn what_the_registry_knows_of_a_file_goes_before_its_variant() {
        use vrt::preprocess::{Normalize, ResizeFilter};
        let registry = vrt_hub::Registry::builtin();
        let listed = |name: &str, change: &dyn Fn(&mut ModelSpec), here: Option<Here>| {
            let mut spec = registry.get(name).unwrap().clone();
            let input = spec.input.as_mut().unwrap();
            (input.filter, input.mean, input.std) = ("bilinear-antialias".into(), [0.5; 3], [0.25; 3]);
            change(&mut spec);
            let listed = Listed { spec, here };
            move |_: &str| Ok(Known::Listed(Box::new(listed.clone())))
        };
        let here = || Some(Here { onnx: "cached.onnx".into(), metadata: None });
        let known = (ResizeFilter::BilinearAntialias, Normalize { mean: [0.5; 3], std: [0.25; 3] });
        let request = Request { model: Some("some-export"), ..Request::default() };
        let spec = plan(request, &listed("rfdetr-seg-nano", &|_| {}, here())).unwrap().segmentation.unwrap();
        assert_eq!((spec.config.filter(), *spec.config.normalize()), known);
        assert_eq!(spec.source, Source::File("cached.onnx".into()));
        let spec = plan(request, &listed("depth-anything-v2-small", &|_| {}, here())).unwrap().depth.unwrap();
        assert_eq!((spec.config.filter, spec.config.normalize), known);
        let error = plan(request, &listed("rfdetr-seg-nano", &|spec| spec.variant = Some("yolo".into()), here())).unwrap_err();
        assert!(matches!(&error, CliError::Segmentation(_)) && error.to_string().contains("yolo"), "{error}");

        let error = plan(request, &listed("rfdetr-seg-xlarge", &|spec| spec.files.to_mut()[0].size = Some(99_060_839), None)).unwrap_err();
        assert!(matches!(&error, CliError::NotPulled { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains("vrt pull some-export --allow-unverified") && text.contains("99.1 MB, Apache-2.0"), "{text}");
    }

    #[test]
    fn a_name_that_is_none_is_told_with_those_that_are() {
        let error = plan(Request { model: Some("yolo"), ..Request::default() }, &knows_nothing).unwrap_err();
        assert!(matches!(&error, CliError::UnknownModel { .. }) && error.to_string().contains("rfdetr-seg-nano"), "{error}");
    }
}
