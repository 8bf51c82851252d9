//! `vrt models`: what there is.

use serde::Serialize;
use vrt_depth_anything as depth;
use vrt_rfdetr_seg as seg;

use crate::args::ModelsArgs;
use crate::error::{CliError, Exit};
use crate::report::{self, DIM, json, table::Cell, table::Table};

const HINT: &str = "\
Mask AP: COCO val2017, as published. Weights that are not built in have their
own licence, and come as an ONNX file:
  vrt run PICTURE --model rfdetr-seg-nano --onnx FILE
Any other model of these families runs with a description beside it, FILE with
the ending .json (\"vrt-model/1\"):
  vrt run PICTURE --onnx FILE
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
}

/// Prints the models.
///
/// # Errors
/// [`CliError::Stdout`], [`CliError::Json`].
pub fn models(args: &ModelsArgs) -> Result<Exit, CliError> {
    let entries = entries()?;
    if args.json {
        let text = String::from_utf8_lossy(&json::pretty(&entries)?).into_owned();
        report::print(&text)?;
        return Ok(Exit::Done);
    }
    let mut objects = Table::new(&["objects and masks", ">input", ">classes", ">mask AP", "weights"]);
    let mut depths = Table::new(&["depth", "gives", "weights"]);
    for entry in &entries {
        let weights = Cell::from(if entry.built_in { "built in" } else { entry.license.as_str() });
        if let Some(classes) = entry.classes {
            let input = entry.input.map_or_else(String::new, |(width, height)| format!("{width}x{height}"));
            let ap = entry.mask_ap.map_or_else(|| "-".to_owned(), |ap| format!("{ap:.1}"));
            objects.row(vec![entry.name.as_str().into(), input.into(), classes.to_string().into(), ap.into(), weights]);
        } else {
            depths.row(vec![entry.name.as_str().into(), entry.gives.clone().unwrap_or_default().into(), weights]);
        }
    }
    report::print(&format!("{}\n{}\n{DIM}{HINT}{DIM:#}", objects.render(), depths.render()))?;
    Ok(Exit::Done)
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
