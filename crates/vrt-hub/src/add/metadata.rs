//! The parts of a metadata document (`vrt-model/1`) that can be held against a network. The model crates read all of it.

use std::path::Path;

use serde::Deserialize;
use serde_json::json;

use super::{GraphInfo, TensorShape};
use crate::error::Error;
use crate::spec::Task;

const FORMAT: &str = "vrt-model/1";
const SEGMENTATION: &str = "rfdetr-seg";

/// What is read of a document; other keys are for other readers.
#[derive(Debug, Deserialize)]
pub(super) struct Document {
    format: String,
    pub(super) task: Task,
    pub(super) family: String,
    input: Input,
    #[serde(default)]
    queries: Option<usize>,
    #[serde(default)]
    head_width: Option<usize>,
    #[serde(default)]
    labels: Option<Vec<Label>>,
    #[serde(default)]
    no_object: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Input {
    width: usize,
    height: usize,
    resize: String,
    std: [f64; 3],
}

#[derive(Debug, Deserialize)]
struct Label {
    name: String,
}

impl Document {
    pub(super) fn read(text: &str, path: &Path) -> Result<Self, Error> {
        let wrong = |problem: String| Error::Metadata { path: path.to_owned(), problem };
        let document: Self = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if document.format != FORMAT {
            return Err(wrong(format!("its format is {:?}, and this version reads {FORMAT:?}", document.format)));
        }
        match document.problem() {
            Some(problem) => Err(wrong(problem)),
            None => Ok(document),
        }
    }

    fn problem(&self) -> Option<String> {
        if !self.input.std.iter().all(|std| std.is_finite() && *std > 0.0) {
            return Some(format!("input.std is {:?}; it must hold three numbers above 0", self.input.std));
        }
        if self.task == Task::InstanceSegmentation && self.head_width.is_none() {
            return Some("it has no head_width, the number of class slots of the network".to_owned());
        }
        if let Some(no_object) = self.no_object.as_deref().filter(|slot| !matches!(*slot, "none" | "last" | "first")) {
            return Some(format!("no_object is {no_object:?}; it must be \"none\", \"last\" or \"first\""));
        }
        match (&self.labels, self.task) {
            (None, Task::InstanceSegmentation) => Some("it has no labels".to_owned()),
            (Some(labels), _) if labels.iter().any(|label| label.name.trim().is_empty()) => {
                Some("one of its labels has no name".to_owned())
            }
            _ => None,
        }
    }

    /// The document of a segmentation network of which only the labels are known, and its text.
    pub(super) fn from_labels(name: &str, labels: &[String], graph: &GraphInfo) -> Result<(Self, String), String> {
        let input = input(graph)?;
        let (Some(height), Some(width)) = (input.shape[2], input.shape[3]) else {
            return Err(format!("its input {:?} has no fixed size; write a metadata file that says it", input.name));
        };
        let outputs = Outputs::find(graph)?;
        let (Some(queries), Some(head_width)) = (outputs.queries, outputs.head_width) else {
            return Err("its outputs leave open how many queries and classes there are; write a metadata file that says it".to_owned());
        };
        let no_object = match head_width.checked_sub(labels.len()) {
            Some(0) => "none",
            Some(1) => "last",
            _ => {
                let count = labels.len();
                return Err(format!(
                    "it has {head_width} class slots and {count} labels were given: give as many, or one less if the last slot means \"no object\""
                ));
            }
        };
        let list: Vec<_> = labels.iter().enumerate().map(|(id, name)| json!({"id": id, "name": name})).collect();
        let whole = json!({
            "format": FORMAT,
            "task": Task::InstanceSegmentation.name(),
            "family": SEGMENTATION,
            "name": name,
            "input": {
                "width": width, "height": height, "resize": "stretch", "filter": "bilinear",
                "mean": [0.485, 0.456, 0.406], "std": [0.229, 0.224, 0.225], "color": "rgb",
            },
            "queries": queries,
            "labels": list,
            "head_width": head_width,
            "no_object": no_object,
        });
        let text = format!("{whole:#}\n");
        let document = serde_json::from_str::<Self>(&text).map_err(|error| error.to_string())?;
        document.problem().map_or(Ok((document, text)), Err)
    }

    /// Holds it against a network. Sizes that the ONNX file leaves open fit anything.
    pub(super) fn check(&self, graph: &GraphInfo) -> Result<(), String> {
        let tensor = input(graph)?;
        // Where the size follows from the picture, a fixed size of the network overrules the rule.
        if self.input.resize == "stretch" {
            for (what, said, found) in [("width", self.input.width, tensor.shape[3]), ("height", self.input.height, tensor.shape[2])] {
                same(&format!("input.{what}"), said, &format!("the {what} of the network's input {:?}", tensor.name), found)?;
            }
        }
        if self.task != Task::InstanceSegmentation || self.family != SEGMENTATION {
            return if graph.outputs.is_empty() { Err("the network has no outputs".to_owned()) } else { Ok(()) };
        }
        let outputs = Outputs::find(graph)?;
        if let Some(queries) = self.queries {
            same("queries", queries, "the number of queries of the network's outputs", outputs.queries)?;
        }
        if let Some(head_width) = self.head_width {
            same("head_width", head_width, "the number of class slots of the network", outputs.head_width)?;
        }
        Ok(())
    }
}

fn same(key: &str, said: usize, what: &str, found: Option<usize>) -> Result<(), String> {
    match found {
        Some(found) if found != said => {
            Err(format!("it says {key} is {said}, but {what} is {found}; metadata and network do not belong together"))
        }
        _ => Ok(()),
    }
}

/// The one input, `[1, 3, height, width]`.
fn input(graph: &GraphInfo) -> Result<&TensorShape, String> {
    let [input] = &graph.inputs[..] else {
        return Err(format!("it has {} inputs; a model here has one, a picture", graph.inputs.len()));
    };
    let fits = |index: usize, size: usize| input.shape[index].is_none_or(|found| found == size);
    if input.shape.len() != 4 || !fits(0, 1) || !fits(1, 3) {
        return Err(format!("its input is {}; it must be [1, 3, height, width]", shown(input)));
    }
    Ok(input)
}

fn shown(tensor: &TensorShape) -> String {
    let sizes: Vec<_> = tensor.shape.iter().map(|size| size.map_or_else(|| "?".to_owned(), |size| size.to_string())).collect();
    format!("{} [{}]", tensor.name, sizes.join(", "))
}

/// What the outputs of a segmentation network say.
struct Outputs {
    queries: Option<usize>,
    head_width: Option<usize>,
}

impl Outputs {
    /// Boxes `[1, queries, 4]`, class logits `[1, queries, classes]`, masks `[1, queries, height, width]`: by shape, and where that leaves
    /// two readings (4 classes) by name.
    fn find(graph: &GraphInfo) -> Result<Self, String> {
        let all = || graph.outputs.iter().map(shown).collect::<Vec<_>>().join(", ");
        let masks = graph.outputs.iter().find(|output| output.shape.len() == 4);
        let flat: Vec<_> = graph.outputs.iter().filter(|output| output.shape.len() == 3).collect();
        let (Some(masks), [first, second]) = (masks, &flat[..]) else {
            return Err(format!("its outputs are {}; boxes, class logits and masks are needed", all()));
        };
        let could_be_boxes = |output: &TensorShape| output.shape[2].is_none_or(|size| size == 4);
        let named_boxes = |output: &TensorShape| output.name.contains("box") || output.name.contains("det");
        let (boxes, logits) = match (could_be_boxes(first), could_be_boxes(second)) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            (true, true) if named_boxes(first) != named_boxes(second) => {
                if named_boxes(first) {
                    (first, second)
                } else {
                    (second, first)
                }
            }
            _ => return Err(format!("its outputs are {}; which are boxes and which class logits can't be told", all())),
        };
        let queries = boxes.shape[1].or(logits.shape[1]).or(masks.shape[1]);
        Ok(Self { queries, head_width: logits.shape[2] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(name: &str, shape: &[usize]) -> TensorShape {
        TensorShape { name: name.to_owned(), shape: shape.iter().map(|size| Some(*size).filter(|size| *size > 0)).collect() }
    }

    fn graph(head_width: usize) -> GraphInfo {
        GraphInfo {
            inputs: vec![tensor("input", &[1, 3, 312, 312])],
            outputs: vec![tensor("dets", &[1, 100, 4]), tensor("labels", &[1, 100, head_width]), tensor("masks", &[1, 100, 78, 78])],
        }
    }

    fn labels(count: usize) -> Vec<String> {
        (0..count).map(|index| format!("class {index}")).collect()
    }

    #[test]
    fn labels_and_graph_make_a_document() {
        for (count, no_object) in [(3, "none"), (2, "last")] {
            let (document, text) = Document::from_labels("m", &labels(count), &graph(3)).unwrap();
            assert_eq!((document.queries, document.head_width, document.input.width), (Some(100), Some(3), 312));
            assert_eq!(document.no_object.as_deref(), Some(no_object));
            document.check(&graph(3)).unwrap();
            Document::read(&text, Path::new("m.json")).unwrap();
        }
        let error = Document::from_labels("m", &labels(5), &graph(3)).unwrap_err();
        assert!(error.contains("3 class slots and 5 labels"), "{error}");
        // Four slots look like boxes; the names tell.
        assert_eq!(Document::from_labels("m", &labels(3), &graph(4)).unwrap().0.head_width, Some(4));
    }

    #[test]
    fn what_does_not_belong_together_is_told() {
        let document = Document::from_labels("m", &labels(2), &graph(3)).unwrap().0;
        let told = |change: &dyn Fn(&mut GraphInfo), said: &str| {
            let mut graph = graph(3);
            change(&mut graph);
            let error = document.check(&graph).unwrap_err();
            assert!(error.contains(said), "{error} should say {said}");
        };
        told(&|graph| graph.inputs[0].shape[3] = Some(384), "input.width is 312");
        told(&|graph| graph.inputs[0].shape[1] = Some(1), "[1, 3, height, width]");
        told(&|graph| graph.inputs.clear(), "0 inputs");
        told(&|graph| graph.outputs[1].shape[2] = Some(91), "head_width is 3");
        told(&|graph| graph.outputs.iter_mut().for_each(|output| output.shape[1] = Some(200)), "queries is 100");
        told(&|graph| drop(graph.outputs.pop()), "boxes, class logits and masks");
        let mut open = graph(0);
        open.inputs[0].shape = vec![None; 4];
        open.outputs.iter_mut().for_each(|output| output.shape[1] = None);
        document.check(&open).unwrap();
        assert!(Document::from_labels("m", &labels(2), &open).unwrap_err().contains("no fixed size"));
    }

    #[test]
    fn wrong_documents_are_refused() {
        let text = Document::from_labels("m", &labels(2), &graph(3)).unwrap().1;
        let read = |from: &str, to: &str| Document::read(&text.replace(from, to), Path::new("m.json"));
        assert!(read("x", "x").is_ok());
        for (from, to, said) in [
            ("vrt-model/1", "vrt-model/9", "vrt-model/9"),
            ("instance-segmentation", "pose", "pose"),
            ("\"last\"", "\"middle\"", "middle"),
            ("0.229", "0.0", "input.std"),
            ("class 1", " ", "no name"),
            ("head_width", "headwidth", "head_width"),
            ("{", "", "m.json"),
        ] {
            let error = read(from, to).unwrap_err().to_string();
            assert!(error.contains(said) && error.contains("m.json"), "{from} -> {to}: {error}");
        }
    }
}
