//! The JSON beside a model file.

use serde::{Deserialize, Serialize};
use vrt::preprocess::{Normalize, ResizeFilter};
use vrt::resample::Alignment;

use super::{Config, DEFAULT_MAX_NETWORK_PIXELS, Output, Sky};
use crate::Error;
use crate::geometry::ResizeRule;

const FORMAT: &str = "vrt-model/1";
const TASK: &str = "depth";
pub(crate) const FAMILY: &str = "depth-anything";

/// The part that says what the rest is. Fields beside these and [`Body`]'s are left to other readers (licence, source, ...).
#[derive(Deserialize)]
struct Head {
    format: String,
    task: String,
    family: String,
}

#[derive(Serialize, Deserialize)]
struct Body {
    name: String,
    input: Input,
    output: Depth,
}

#[derive(Serialize)]
struct Whole {
    format: &'static str,
    task: &'static str,
    family: &'static str,
    #[serde(flatten)]
    body: Body,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    width: usize,
    height: usize,
    resize: Resize,
    #[serde(skip_serializing_if = "Option::is_none")]
    multiple: Option<usize>,
    filter: ResizeFilter,
    mean: [f32; 3],
    std: [f32; 3],
    color: Color,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_pixels: Option<usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Resize {
    Stretch,
    LowerBound,
    UpperBound,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Color {
    Rgb,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Depth {
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_depth: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical_focal: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sky_threshold: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upsampling: Option<Upsampling>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Disparity,
    Relative,
    Metric,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Upsampling {
    Corners,
    HalfPixel,
}

pub(super) fn read(json: &str, name: &str) -> Result<Config, Error> {
    let problem = |problem: String| Error::Metadata { name: name.to_owned(), problem };
    let head: Head = serde_json::from_str(json).map_err(|error| problem(error.to_string()))?;
    for (field, found, needed) in [("format", &head.format, FORMAT), ("task", &head.task, TASK), ("family", &head.family, FAMILY)] {
        if found != needed {
            return Err(problem(format!("its {field} is {found:?}, and this crate reads {needed:?}")));
        }
    }
    let Body { name: model, input, output } = serde_json::from_str(json).map_err(|error| problem(error.to_string()))?;
    let config = Config {
        name: model,
        resize: resize(&input).map_err(problem)?,
        filter: input.filter,
        normalize: Normalize { mean: input.mean, std: input.std },
        upsampling: match (&output.upsampling, &input.resize) {
            (Some(Upsampling::Corners), _) | (None, Resize::LowerBound) => Alignment::Corners,
            (Some(Upsampling::HalfPixel), _) | (None, Resize::Stretch | Resize::UpperBound) => Alignment::HalfPixel,
        },
        sky: output.sky_threshold.map(|threshold| Sky { threshold }),
        output: meaning(&output).map_err(problem)?,
        max_network_pixels: input.max_pixels.unwrap_or(DEFAULT_MAX_NETWORK_PIXELS),
    };
    config.validate()?;
    Ok(config)
}

fn resize(input: &Input) -> Result<ResizeRule, String> {
    let &Input { width, height, multiple, .. } = input;
    let needs = |rule: &str| format!("input.resize {rule:?} needs input.multiple, the network's patch size (14)");
    match input.resize {
        Resize::Stretch => Ok(ResizeRule::Stretch { width, height }),
        Resize::LowerBound => Ok(ResizeRule::LowerBound { width, height, multiple: multiple.ok_or_else(|| needs("lower-bound"))? }),
        Resize::UpperBound if width != height => {
            Err(format!("input.resize \"upper-bound\" bounds the longer side, so width and height must be equal, not {width} and {height}"))
        }
        Resize::UpperBound => Ok(ResizeRule::UpperBound { longest: width, multiple: multiple.ok_or_else(|| needs("upper-bound"))? }),
    }
}

fn meaning(output: &Depth) -> Result<Output, String> {
    let unit = match output.kind {
        Kind::Metric => return Ok(Output::Metric { max_depth: output.max_depth, canonical_focal: output.canonical_focal }),
        Kind::Disparity => Output::Disparity,
        Kind::Relative => Output::Relative,
    };
    match (output.max_depth, output.canonical_focal) {
        (None, None) => Ok(unit),
        _ => Err("output.max_depth and output.canonical_focal are metres, which only output.kind \"metric\" has".to_owned()),
    }
}

pub(super) fn write(config: &Config) -> String {
    let (resize, width, height, multiple) = match config.resize {
        ResizeRule::Stretch { width, height } => (Resize::Stretch, width, height, None),
        ResizeRule::LowerBound { width, height, multiple } => (Resize::LowerBound, width, height, Some(multiple)),
        ResizeRule::UpperBound { longest, multiple } => (Resize::UpperBound, longest, longest, Some(multiple)),
    };
    let (kind, max_depth, canonical_focal) = match config.output {
        Output::Disparity => (Kind::Disparity, None, None),
        Output::Relative => (Kind::Relative, None, None),
        Output::Metric { max_depth, canonical_focal } => (Kind::Metric, max_depth, canonical_focal),
    };
    let whole = Whole {
        format: FORMAT,
        task: TASK,
        family: FAMILY,
        body: Body {
            name: config.name.clone(),
            input: Input {
                width,
                height,
                resize,
                multiple,
                filter: config.filter,
                mean: config.normalize.mean,
                std: config.normalize.std,
                color: Color::Rgb,
                max_pixels: (config.max_network_pixels != DEFAULT_MAX_NETWORK_PIXELS).then_some(config.max_network_pixels),
            },
            output: Depth {
                kind,
                max_depth,
                canonical_focal,
                sky_threshold: config.sky.map(|sky| sky.threshold),
                upsampling: Some(match config.upsampling {
                    Alignment::Corners => Upsampling::Corners,
                    Alignment::HalfPixel => Upsampling::HalfPixel,
                }),
            },
        },
    };
    // Plain structs with string keys always serialise; an empty text would be refused by `read`.
    serde_json::to_string_pretty(&whole).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn edited(edit: impl FnOnce(&mut serde_json::Value)) -> Error {
        let mut value: serde_json::Value = serde_json::from_str(&Variant::V3MetricLarge.config().to_metadata_json()).unwrap();
        edit(&mut value);
        read(&value.to_string(), "test").unwrap_err()
    }

    #[test]
    fn every_variant_survives_a_file() {
        for variant in Variant::ALL {
            let config = variant.config();
            assert_eq!(Config::from_metadata_json(&config.to_metadata_json()).unwrap(), config);
        }
    }

    #[test]
    fn unknown_fields_are_ignored_above_and_refused_within() {
        let mut value: serde_json::Value = serde_json::from_str(&Variant::V2Small.config().to_metadata_json()).unwrap();
        value["license"] = "Apache-2.0".into();
        read(&value.to_string(), "test").unwrap();
        let error = edited(|value| value["output"]["max_depht"] = 20.0.into()).to_string();
        assert!(error.contains("max_depht"), "{error}");
    }

    #[test]
    fn wrong_metadata_says_what_is_wrong() {
        type Edit = fn(&mut serde_json::Value);
        let cases: [(Edit, &str); 9] = [
            (|value| value["format"] = "vrt-model/2".into(), "vrt-model/2"),
            (|value| value["task"] = "instance-segmentation".into(), "instance-segmentation"),
            (|value| value["input"]["width"] = 0.into(), "equal"),
            (|value| value["input"]["multiple"] = serde_json::Value::Null, "input.multiple"),
            (|value| value["input"]["multiple"] = 0.into(), "input.multiple is 0"),
            (|value| value["input"]["filter"] = "cubic".into(), "two steps"),
            (|value| value["input"]["std"][1] = 0.into(), "input.std"),
            (|value| value["input"]["color"] = "bgr".into(), "bgr"),
            (|value| value["output"]["kind"] = "relative".into(), "canonical_focal"),
        ];
        for (edit, said) in cases {
            let error = edited(edit).to_string();
            assert!(error.contains(said), "{error} should say {said}");
        }
        assert!(matches!(read("{", "test"), Err(Error::Metadata { .. })));
        assert!(matches!(edited(|value| value["output"]["canonical_focal"] = (-1.0).into()), Error::Config { .. }));
    }
}
