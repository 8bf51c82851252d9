//! `vrt models`: what there is.

#[cfg(feature = "hub")]
mod engines;

use serde::Serialize;
use vrt_depth_anything as depth;
#[cfg(feature = "hub")]
use vrt_hub::Trust;
use vrt_rfdetr_seg as seg;

use crate::args::ModelsArgs;
use crate::error::{CliError, Exit};
use crate::report::{self, DIM, json, table::Cell, table::Table};
#[cfg(feature = "hub")]
use crate::{
    report::size_text,
    shelf::{Shelf, Stock},
};

const HINT: &str = "\
Mask AP: COCO val2017, as published. Weights that are not built in have their
own licence. What is on no list of files comes as an ONNX file of yours:
  vrt run PICTURE --model rfdetr-seg-nano --onnx FILE
Any other model of these families runs with a description beside it, FILE with
the ending .json (\"vrt-model/1\"):
  vrt run PICTURE --onnx FILE
";

#[cfg(feature = "hub")]
const FILES_HINT: &str = "\
`vrt pull NAME` downloads a file. pinned: commit and hash are known. hashed: the
hash is known. no hash: it is unverified and needs --allow-unverified. A licence
with NC forbids commercial use and must be accepted.
";

/// One model, for programs.
#[derive(Debug, Serialize)]
struct Entry {
    name: String,
    task: &'static str,
    built_in: bool,
    /// Width and height of the input; `None` where they follow the picture.
    input: Option<(usize, usize)>,
    /// Number of classes; `None` for depth.
    classes: Option<usize>,
    /// Mask AP on COCO val2017, as published; `None` where there is none.
    mask_ap: Option<f32>,
    /// What depth is given in; `None` for objects.
    gives: Option<String>,
    license: String,
    source: String,
    /// The file that the registry knows; `None` where it knows none.
    #[cfg(feature = "hub")]
    file: Option<FileEntry>,
}

/// The file of a model, for programs.
#[cfg(feature = "hub")]
#[derive(Debug, Serialize)]
struct FileEntry {
    here: Stock,
    /// Bytes of all files; `None` where a source does not state them.
    size: Option<u64>,
    trust: &'static str,
    page: String,
    /// Where the entry is from: the program, or a registry file.
    registry: String,
    notes: Option<String>,
    /// Engines of it that were built for this machine.
    engine: engines::Engine,
}

/// Prints the models.
///
/// # Errors
/// [`CliError::Stdout`], [`CliError::Json`].
pub fn models(args: &ModelsArgs) -> Result<Exit, CliError> {
    #[cfg(not(feature = "hub"))]
    let entries = entries()?;
    #[cfg(feature = "hub")]
    let engines = engines::Engines::look();
    #[cfg(feature = "hub")]
    let entries = with_files(entries()?, &Shelf::offline(args.registry.registry.as_deref())?, &engines)?;
    if args.json {
        let text = String::from_utf8_lossy(&json::pretty(&entries)?).into_owned();
        report::print(&text)?;
        return Ok(Exit::Done);
    }
    let mut objects = Table::new(&["objects and masks", ">input", ">classes", ">mask AP", "weights"]);
    let mut depths = Table::new(&["depth", "gives", "weights"]);
    for entry in &entries {
        let weights = Cell::from(if entry.built_in { "built in" } else { entry.license.as_str() });
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        if entry.task == "instance-segmentation" {
            let input = entry.input.map_or_else(String::new, |(width, height)| format!("{width}x{height}"));
            let ap = or_dash(entry.mask_ap.map(|ap| format!("{ap:.1}")));
            let classes = or_dash(entry.classes.map(|classes| classes.to_string()));
            objects.row(vec![entry.name.as_str().into(), input.into(), classes.into(), ap.into(), weights]);
        } else {
            depths.row(vec![entry.name.as_str().into(), or_dash(entry.gives.clone()).into(), weights]);
        }
    }
    #[cfg(not(feature = "hub"))]
    let files = "";
    #[cfg(feature = "hub")]
    let files = files_table(&entries, &engines);
    report::print(&format!("{}\n{}\n{files}{DIM}{HINT}{DIM:#}", objects.render(), depths.render()))?;
    Ok(Exit::Done)
}

#[cfg(feature = "hub")]
fn files_table(entries: &[Entry], engines: &engines::Engines) -> String {
    let mut table = Table::new(&["file of", ">size", "trust", "here", "engine"]);
    for entry in entries {
        let Some(file) = &entry.file else { continue };
        let size = file.size.map_or_else(|| "?".to_owned(), size_text);
        // A shorter word than elsewhere: the table has 80 columns.
        let trust = if file.trust == Trust::Unverified.name() { "no hash" } else { file.trust };
        table.row(vec![entry.name.as_str().into(), size.into(), trust.into(), file.here.text().into(), file.engine.text().into()]);
    }
    format!("{}{DIM}{FILES_HINT}{}\n{DIM:#}", table.render(), engines.hint())
}

/// What the registry knows, added to the entries of the same name; other names become entries of their own.
#[cfg(feature = "hub")]
fn with_files(mut entries: Vec<Entry>, shelf: &Shelf, engines: &engines::Engines) -> Result<Vec<Entry>, CliError> {
    for spec in shelf.registry.models() {
        let file = FileEntry {
            here: shelf.stock(spec)?,
            size: spec.size(),
            trust: spec.trust().name(),
            page: spec.page(),
            registry: shelf.registry.origin(&spec.name).map_or_else(String::new, ToString::to_string),
            notes: spec.notes.as_ref().map(ToString::to_string),
            engine: engines.of(spec),
        };
        let license = spec.license.to_string();
        match entries.iter_mut().find(|entry| !entry.built_in && entry.name == spec.name) {
            Some(entry) => (entry.license, entry.file) = (license, Some(file)),
            None => {
                let at = entries.iter().position(|entry| !entry.built_in && Some(entry.name.as_str()) == spec.variant.as_deref());
                let variant = at.map(|at| &entries[at]);
                let entry = Entry {
                    name: spec.name.to_string(),
                    task: spec.task.name(),
                    built_in: false,
                    input: variant.and_then(|variant| variant.input),
                    classes: variant.and_then(|variant| variant.classes),
                    // Published for the variant; nothing says that this export has it.
                    mask_ap: None,
                    gives: variant.and_then(|variant| variant.gives.clone()),
                    license,
                    source: spec.page(),
                    file: Some(file),
                };
                // Beside its variant.
                entries.insert(at.map_or(entries.len(), |at| at + 1), entry);
            }
        }
    }
    Ok(entries)
}

fn entries() -> Result<Vec<Entry>, CliError> {
    let mut entries = Vec::new();
    #[cfg(feature = "sample")]
    entries.extend(sample()?);
    entries.extend(seg::Variant::ALL.iter().map(|variant| {
        let (info, config) = (variant.info(), variant.config());
        Entry {
            name: info.name.to_owned(),
            task: "instance-segmentation",
            built_in: false,
            input: Some(config.input_size()),
            classes: Some(config.labels().len()),
            mask_ap: Some(info.ap50_95),
            gives: None,
            license: "Apache-2.0".to_owned(),
            source: "https://github.com/roboflow/rf-detr".to_owned(),
            #[cfg(feature = "hub")]
            file: None,
        }
    }));
    entries.extend(depth::Variant::ALL.iter().map(|variant| Entry {
        name: variant.name().to_owned(),
        task: "depth",
        built_in: false,
        input: None,
        classes: None,
        mask_ap: None,
        gives: Some(gives(variant.output())),
        license: variant.license().spdx().to_owned(),
        source: variant.source(),
        #[cfg(feature = "hub")]
        file: None,
    }));
    Ok(entries)
}

#[cfg(feature = "sample")]
fn sample() -> Result<Vec<Entry>, CliError> {
    let plan = crate::models::sample()?;
    let entry = |task| Entry {
        name: crate::models::SAMPLE.to_owned(),
        task,
        built_in: true,
        input: None,
        classes: None,
        mask_ap: None,
        gives: None,
        license: "Apache-2.0".to_owned(),
        source: concat!(env!("CARGO_PKG_REPOSITORY"), "/tree/main/models/sample").to_owned(),
        #[cfg(feature = "hub")]
        file: None,
    };
    let objects = plan.segmentation.map(|spec| {
        let (input, classes) = (Some(spec.config.input_size()), Some(spec.config.labels().len()));
        Entry { input, classes, ..entry("instance-segmentation") }
    });
    let depth = plan.depth.map(|spec| Entry { gives: Some(gives(spec.config.output)), ..entry("depth") });
    Ok(objects.into_iter().chain(depth).collect())
}

fn gives(output: depth::Output) -> String {
    match output {
        depth::Output::Disparity => "relative disparity".to_owned(),
        depth::Output::Relative => "relative depth".to_owned(),
        depth::Output::Metric { canonical_focal: Some(_), .. } => "metres, with --camera".to_owned(),
        depth::Output::Metric { max_depth: Some(most), .. } => format!("metres, up to {most}"),
        depth::Output::Metric { .. } => "metres".to_owned(),
        other => format!("{other:?}"),
    }
}
