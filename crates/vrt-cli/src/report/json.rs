//! Results for programs: "vrt-result/1", described in `docs/result-json.md`.

use std::time::Duration;

use serde::Serialize;
use vrt_rfdetr_seg::LabelMap;
use vrt_types::{AnyDepthMap, BoundingBox, CameraIntrinsics, ObjectDepth, Rle};

use super::class_name;
use crate::error::CliError;
use crate::models::{Plan, Source};
use crate::pipeline::{Analysis, EngineUsed, Engines, ModelTimes, Times};

/// Name and version of the format.
pub const FORMAT: &str = "vrt-result/1";

/// Everything found in one picture.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    format: &'static str,
    version: &'static str,
    source: String,
    picture: Size,
    device: String,
    models: Models,
    threshold: Option<f32>,
    camera: Option<CameraIntrinsics>,
    objects: Vec<Object<'a>>,
    depth: Option<Depth>,
    files: Files,
    times_ms: TimesMs,
    /// What is really there; `vrt demo` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<Vec<TrueObject<'a>>>,
}

/// A picture that failed.
#[derive(Debug, Serialize)]
pub struct Failure {
    format: &'static str,
    version: &'static str,
    source: String,
    error: FailureReason,
}

#[derive(Debug, Serialize)]
struct FailureReason {
    kind: &'static str,
    message: String,
}

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Size {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// The models of a run.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Models {
    /// Finds the objects.
    pub segmentation: Option<Model>,
    /// Estimates the depth.
    pub depth: Option<Model>,
}

impl Models {
    /// The models of a plan, and the engines that they run as.
    pub fn of(plan: &Plan, engines: &Engines) -> Self {
        let model = |name: &str, source: &Source, engine: &Option<EngineUsed>| Model {
            name: name.to_owned(),
            file: match source {
                Source::Engine(_) => None,
                source => source.file().map(|file| file.display().to_string()),
            },
            engine: engine.as_ref().map(|engine| engine.path.display().to_string()),
            precision: engine.as_ref().and_then(|engine| engine.precision.clone()),
        };
        Self {
            segmentation: plan.segmentation.as_ref().map(|spec| model(spec.config.name(), &spec.source, &engines.segmentation)),
            depth: plan.depth.as_ref().map(|spec| model(&spec.config.name, &spec.source, &engines.depth)),
        }
    }
}

impl std::fmt::Display for Models {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let listed = [("objects", &self.segmentation), ("depth", &self.depth)];
        for (position, (task, model)) in listed.iter().filter_map(|(task, model)| Some((task, model.as_ref()?))).enumerate() {
            let separator = if position == 0 { "" } else { ", " };
            let file = model.engine.as_deref().or(model.file.as_deref()).unwrap_or("built in");
            let precision = model.precision.as_ref().map_or_else(String::new, |precision| format!(", {precision}"));
            write!(f, "{separator}{task}: {} ({file}{precision})", model.name)?;
        }
        Ok(())
    }
}

/// One model.
#[derive(Debug, Clone, Serialize)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Its ONNX file; `None` for those built in, and where an engine was given instead.
    pub file: Option<String>,
    /// The engine that it ran as; `None` on the processor.
    pub engine: Option<String>,
    /// The precision that the engine was asked for in; `None` on the processor, and where nothing says it.
    pub precision: Option<String>,
}

/// Names of the pictures written beside the document.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Files {
    /// Masks, boxes and labels.
    pub overlay: Option<&'static str>,
    /// Depth in colours.
    pub depth: Option<&'static str>,
    /// What was found beside the truth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Object<'a> {
    id: usize,
    class: String,
    class_id: u32,
    score: f32,
    #[serde(rename = "box")]
    bbox: BoundingBox,
    area: u64,
    mask: Rle,
    distance_m: Option<f32>,
    depth: Option<&'a ObjectDepth>,
}

#[derive(Debug, Serialize)]
struct Depth {
    unit: &'static str,
    larger_is_nearer: bool,
    min: Option<f32>,
    max: Option<f32>,
}

/// One object of the truth.
#[derive(Debug, Clone, Serialize)]
pub struct TrueObject<'a> {
    /// Name of its class.
    pub class: &'a str,
    /// Id of its class.
    pub class_id: u32,
    /// Its box.
    #[serde(rename = "box")]
    pub bbox: BoundingBox,
    /// Pixels of its mask.
    pub area: u64,
    /// Its mask.
    pub mask: &'a Rle,
    /// Its distance in metres.
    pub distance_m: f32,
    /// `id` of the object that was found for it.
    pub found: Option<usize>,
    /// Intersection over union of both masks.
    pub iou: Option<f64>,
}

#[derive(Debug, Serialize)]
struct TimesMs {
    read: f64,
    segmentation: Option<Stages>,
    depth: Option<Stages>,
    fusion: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Stages {
    preprocess: Option<f64>,
    network: Option<f64>,
    postprocess: Option<f64>,
    total: f64,
}

/// What a document says apart from the result itself.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Where networks ran.
    pub device: &'a crate::device::Device,
    /// The models.
    pub models: &'a Models,
    /// Classes of the segmentation model.
    pub labels: Option<&'a LabelMap>,
    /// Threshold of the scores.
    pub threshold: f32,
    /// The camera, where one was given.
    pub camera: Option<CameraIntrinsics>,
}

impl<'a> Document<'a> {
    /// The document of one picture.
    pub fn new(source: String, picture: Size, analysis: &'a Analysis, read: Duration, files: Files, context: &Context<'_>) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION"),
            source,
            picture,
            device: context.device.to_string(),
            models: context.models.clone(),
            threshold: context.models.segmentation.is_some().then_some(context.threshold),
            camera: context.camera,
            objects: objects(analysis, context.labels),
            depth: analysis.depth.as_ref().map(depth),
            files,
            times_ms: TimesMs::new(read, &analysis.times),
            truth: None,
        }
    }

    /// Adds the truth.
    #[cfg(feature = "sample")]
    #[must_use]
    pub fn with_truth(mut self, truth: Vec<TrueObject<'a>>) -> Self {
        self.truth = Some(truth);
        self
    }
}

impl Failure {
    /// The document of a picture that failed.
    pub fn new(source: String, error: &CliError) -> Self {
        let error = FailureReason { kind: error.kind(), message: error.to_string() };
        Self { format: FORMAT, version: env!("CARGO_PKG_VERSION"), source, error }
    }
}

/// For a file: indented, with a newline at the end.
///
/// # Errors
/// [`CliError::Json`].
pub fn pretty(document: &impl Serialize) -> Result<Vec<u8>, CliError> {
    let mut bytes = serde_json::to_vec_pretty(document).map_err(CliError::Json)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// For standard output: one line.
///
/// # Errors
/// [`CliError::Json`].
pub fn line(document: &impl Serialize) -> Result<String, CliError> {
    let mut text = serde_json::to_string(document).map_err(CliError::Json)?;
    text.push('\n');
    Ok(text)
}

fn objects<'a>(analysis: &'a Analysis, labels: Option<&LabelMap>) -> Vec<Object<'a>> {
    let metric = analysis.depth.as_ref().is_some_and(|map| map.as_metric().is_some());
    let object = |(index, instance): (usize, &vrt_types::Instance)| {
        let depth = analysis.distances.get(index);
        Object {
            id: index + 1,
            class: class_name(labels, instance.detection.class_id),
            class_id: instance.detection.class_id,
            score: instance.detection.score,
            bbox: instance.detection.bbox,
            area: instance.mask.area(),
            mask: instance.mask.to_rle(),
            distance_m: depth.and_then(|depth| depth.median).filter(|_| metric),
            depth,
        }
    };
    analysis.instances.iter().enumerate().map(object).collect()
}

fn depth(map: &AnyDepthMap) -> Depth {
    let range = match map {
        AnyDepthMap::Metric(map) => map.range(),
        AnyDepthMap::Relative(map) => map.range(),
        AnyDepthMap::Disparity(map) => map.range(),
        _ => None,
    };
    let (min, max) = range.unzip();
    Depth { unit: map.unit(), larger_is_nearer: map.larger_is_nearer(), min, max }
}

impl TimesMs {
    fn new(read: Duration, times: &Times) -> Self {
        let stages = |times: ModelTimes| Stages {
            preprocess: times.stages.map(|stages| milliseconds(stages.preprocess)),
            network: times.stages.map(|stages| milliseconds(stages.network)),
            postprocess: times.stages.map(|stages| milliseconds(stages.postprocess)),
            total: milliseconds(times.total),
        };
        Self {
            read: milliseconds(read),
            segmentation: times.segmentation.map(stages),
            depth: times.depth.map(stages),
            fusion: times.fusion.map(milliseconds),
        }
    }
}

/// Milliseconds to the microsecond.
fn milliseconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;
    use vrt_types::{DepthMap, Detection, Instance, Mask, Metres};

    fn analysis() -> Analysis {
        let mask = Mask::from_fn(3, 2, |x, _| x == 1).unwrap();
        let detection = Detection { class_id: 0, score: 0.5, bbox: BoundingBox::new(1.0, 0.0, 2.0, 2.0), query: 0 };
        let distance = ObjectDepth { median: Some(2.0), percentiles: vec![], valid_share: 1.0, centroid: None, extent: None };
        let map = DepthMap::<Metres>::new(3, 2, vec![1.0, 2.0, 3.0, 1.0, 2.0, 3.0]).unwrap();
        Analysis {
            instances: vec![Instance { detection, mask }],
            distances: vec![distance],
            depth: Some(AnyDepthMap::Metric(map)),
            times: Times::default(),
        }
    }

    #[test]
    fn a_document_says_what_was_found() {
        let labels = LabelMap::from_names(["cup"], vrt_rfdetr_seg::NoObject::Last).unwrap();
        let models = Models { segmentation: Some(Model { name: "m".into(), file: None, engine: None, precision: None }), depth: None };
        let context = Context { device: &crate::device::Device::Cpu, models: &models, labels: Some(&labels), threshold: 0.5, camera: None };
        let analysis = analysis();
        let size = Size { width: 3, height: 2 };
        let document = Document::new("a.png".into(), size, &analysis, Duration::from_micros(1500), Files::default(), &context);
        let value: serde_json::Value = serde_json::from_str(&line(&document).unwrap()).unwrap();
        assert_eq!(value["format"], "vrt-result/1");
        assert_eq!(value["objects"][0]["class"], "cup");
        // pycocotools: encode(asfortranarray([[0,1,0],[0,1,0]])) gives counts b"222".
        assert_eq!(value["objects"][0]["mask"], serde_json::json!({"size": [2, 3], "counts": "222"}));
        assert_eq!((&value["objects"][0]["area"], &value["objects"][0]["distance_m"]), (&2.into(), &2.0.into()));
        assert_eq!((&value["depth"]["unit"], &value["depth"]["max"]), (&"metres".into(), &3.0.into()));
        assert_eq!(value["times_ms"]["read"], 1.5);
        assert!(value.get("truth").is_none());
    }

    #[test]
    fn a_failure_says_what_and_why() {
        let error = CliError::Picture(vrt_picture::PictureError::Empty { name: "a.png".into() });
        let value: serde_json::Value = serde_json::from_slice(&pretty(&Failure::new("a.png".into(), &error)).unwrap()).unwrap();
        assert_eq!(value["error"]["kind"], "empty");
        assert!(value["error"]["message"].as_str().unwrap().contains("a.png"));
    }
}
