//! Model metadata: the JSON document of format `vrt-model/1`.

use serde_json::{Map, Value, json};
use vrt::preprocess::{Normalize, ResizeFilter};

use super::{Config, Label, LabelMap, MAX_QUERIES, MAX_SIDE, NoObject, labels::MAX_HEAD_WIDTH};
use crate::Error;

const FORMAT: &str = "vrt-model/1";
const TASK: &str = "instance-segmentation";
pub(crate) const FAMILY: &str = "rfdetr-seg";

/// Reads a document; `file` stands for it in messages.
pub(super) fn read(text: &str, file: &str) -> Result<Config, Error> {
    let value: Value = serde_json::from_str(text).map_err(|source| Error::MetadataJson { file: file.to_owned(), source })?;
    let root = Node { value: &value, path: "$".to_owned(), file };
    root.key("format")?.must_be(FORMAT)?;
    root.key("task")?.must_be(TASK)?;
    root.key("family")?.must_be(FAMILY)?;
    let name = root.key("name")?.text()?;

    let input = root.key("input")?;
    input.only(&["width", "height", "resize", "filter", "mean", "std", "color"])?;
    let size = (input.key("width")?.count(MAX_SIDE)?, input.key("height")?.count(MAX_SIDE)?);
    input.key("resize")?.must_be("stretch")?;
    input.key("color")?.must_be("rgb")?;
    let filter = input.key("filter")?;
    let filter: ResizeFilter = serde_json::from_value(filter.value.clone()).map_err(|error| filter.wrong(error.to_string()))?;
    let normalize = Normalize { mean: input.key("mean")?.channels(false)?, std: input.key("std")?.channels(true)? };

    let labels = read_labels(&root)?;
    let mut config =
        Config::new(name, size, root.key("queries")?.count(MAX_QUERIES)?, labels)?.with_filter(filter).with_normalize(normalize);
    if let Some(select) = root.optional("num_select")? {
        config = config.with_num_select(select.count(MAX_QUERIES)?)?;
    }
    if let Some(mask) = root.optional("mask")? {
        mask.only(&["width", "height"])?;
        config = config.with_mask_size(Some((mask.key("width")?.count(MAX_SIDE)?, mask.key("height")?.count(MAX_SIDE)?)))?;
    }
    Ok(config)
}

fn read_labels(root: &Node<'_>) -> Result<LabelMap, Error> {
    let head_width = root.key("head_width")?.count(MAX_HEAD_WIDTH)?;
    let no_object = root.key("no_object")?;
    let no_object = match no_object.text()? {
        "none" => NoObject::None,
        "last" => NoObject::Last,
        "first" => NoObject::First,
        other => return Err(no_object.wrong(format!("{other:?} is none of \"none\", \"last\", \"first\""))),
    };
    let node = root.key("labels")?;
    let mut labels = Vec::new();
    let mut sparse = false;
    for (position, label) in node.items()?.into_iter().enumerate() {
        label.only(&["id", "name", "slot"])?;
        let slot = match label.optional("slot")? {
            Some(slot) => {
                sparse = true;
                slot.integer(0, head_width as u64 - 1)? as usize
            }
            None => position + usize::from(no_object == NoObject::First),
        };
        labels.push(Label {
            id: label.key("id")?.integer(0, u64::from(u32::MAX))? as u32,
            name: label.key("name")?.text()?.to_owned(),
            slot,
        });
    }
    let filled = labels.len() + usize::from(no_object != NoObject::None);
    if !sparse && filled != head_width {
        let (count, kind) = (labels.len(), no_object.as_str());
        return Err(node.wrong(format!(
            "{count} labels with no_object {kind:?} fill a head of {filled} slots, but head_width is {head_width}; list the missing classes, \
             or say the \"slot\" of each label if the other slots stand for nothing"
        )));
    }
    LabelMap::new(labels, head_width, no_object).map_err(|error| match error {
        Error::Labels { problem } => node.wrong(problem),
        other => other,
    })
}

/// The document that [`read`] makes the same configuration of.
pub(super) fn write(config: &Config) -> String {
    let (width, height) = config.input_size();
    let labels: Vec<Value> = config.labels.iter().map(|label| json!({"id": label.id, "name": label.name, "slot": label.slot})).collect();
    let mut document = json!({
        "format": FORMAT,
        "task": TASK,
        "family": FAMILY,
        "name": config.name,
        "input": {
            "width": width,
            "height": height,
            "resize": "stretch",
            "filter": config.filter,
            "mean": config.normalize.mean,
            "std": config.normalize.std,
            "color": "rgb",
        },
        "queries": config.queries,
        "num_select": config.select,
        "labels": labels,
        "head_width": config.labels.head_width(),
        "no_object": config.labels.no_object().as_str(),
    });
    if let (Some((width, height)), Value::Object(document)) = (config.mask, &mut document) {
        document.insert("mask".to_owned(), json!({"width": width, "height": height}));
    }
    format!("{document:#}\n")
}

/// One value of the document and where it is.
struct Node<'a> {
    value: &'a Value,
    path: String,
    file: &'a str,
}

impl<'a> Node<'a> {
    fn wrong(&self, problem: impl Into<String>) -> Error {
        Error::Metadata { file: self.file.to_owned(), path: self.path.clone(), problem: problem.into() }
    }

    fn unexpected(&self, needed: &str) -> Error {
        const SHOWN: usize = 60;
        let mut found = self.value.to_string();
        if found.chars().count() > SHOWN {
            found = found.chars().take(SHOWN).chain("...".chars()).collect();
        }
        self.wrong(format!("found {found}, needed {needed}"))
    }

    fn object(&self) -> Result<&'a Map<String, Value>, Error> {
        self.value.as_object().ok_or_else(|| self.unexpected("an object"))
    }

    fn child(&self, key: &str, value: &'a Value) -> Self {
        Self { value, path: format!("{}.{key}", self.path), file: self.file }
    }

    fn key(&self, key: &str) -> Result<Self, Error> {
        self.optional(key)?.ok_or_else(|| self.wrong(format!("the key {key:?} is missing")))
    }

    fn optional(&self, key: &str) -> Result<Option<Self>, Error> {
        Ok(self.object()?.get(key).map(|value| self.child(key, value)))
    }

    /// A misspelt key would otherwise be a value silently left out. (Beside the keys of the document itself others may stand: a file may say
    /// more than is needed here.)
    fn only(&self, known: &[&str]) -> Result<(), Error> {
        match self.object()?.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(self.wrong(format!("the key {key:?} is unknown; known are {}", known.join(", ")))),
        }
    }

    fn text(&self) -> Result<&'a str, Error> {
        self.value.as_str().filter(|text| !text.is_empty()).ok_or_else(|| self.unexpected("a string that is not empty"))
    }

    fn must_be(&self, wanted: &str) -> Result<(), Error> {
        if self.value.as_str() == Some(wanted) { Ok(()) } else { Err(self.unexpected(&format!("{wanted:?}, the only value supported"))) }
    }

    fn integer(&self, least: u64, most: u64) -> Result<u64, Error> {
        let value = self.value.as_u64().filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| self.unexpected(&format!("a whole number in {least}..={most}")))
    }

    fn count(&self, most: usize) -> Result<usize, Error> {
        self.integer(1, most as u64).map(|value| value as usize)
    }

    fn items(&self) -> Result<Vec<Self>, Error> {
        let items = self.value.as_array().ok_or_else(|| self.unexpected("an array"))?;
        let item = |(index, value)| Self { value, path: format!("{}[{index}]", self.path), file: self.file };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// Three finite numbers: red, green, blue.
    fn channels(&self, positive: bool) -> Result<[f32; 3], Error> {
        let fits = |value: &f32| value.is_finite() && (!positive || *value > 0.0);
        let items = self.items()?;
        let values: Vec<f32> = items.iter().filter_map(|item| item.value.as_f64()).map(|value| value as f32).filter(fits).collect();
        match values.as_slice() {
            &[red, green, blue] if items.len() == 3 => Ok([red, green, blue]),
            _ => Err(self.unexpected(if positive { "three numbers larger than 0" } else { "three finite numbers" })),
        }
    }
}
