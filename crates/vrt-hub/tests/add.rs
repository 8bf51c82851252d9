//! Models of the user's own.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure")]

use std::error::Error as StdError;
use std::fs;
use std::path::{Path, PathBuf};

use vrt_hub::{Error, FetchOptions, FileRole, GraphInfo, Hub, NewModel, Registry, Task, TensorShape, add_model, quiet, remove_model};

fn graph(_: &Path) -> Result<GraphInfo, Box<dyn StdError + Send + Sync>> {
    let tensor = |name: &str, shape: &[usize]| TensorShape { name: name.to_owned(), shape: shape.iter().map(|size| Some(*size)).collect() };
    Ok(GraphInfo {
        inputs: vec![tensor("input", &[1, 3, 312, 312])],
        outputs: vec![tensor("dets", &[1, 100, 4]), tensor("labels", &[1, 100, 3]), tensor("masks", &[1, 100, 78, 78])],
    })
}

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("net.onnx"), "graph").unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn add(&self, model: &NewModel) -> Result<vrt_hub::ModelSpec, Error> {
        add_model(self.path("registry.toml"), model, &graph)
    }

    fn new_model(&self) -> NewModel {
        NewModel::new("cutlery", self.path("net.onnx"))
    }

    fn hub(&self) -> Hub {
        Hub::builder().cache_dir(self.path("cache")).state_dir(self.path("state")).offline(true).build().unwrap()
    }
}

#[test]
fn labels_are_enough() {
    let place = Place::new();
    let spec = place.add(&place.new_model().with_labels(["fork", "spoon"]).with_license("Apache-2.0")).unwrap();
    assert_eq!((spec.task, &*spec.family, &*spec.license), (Task::InstanceSegmentation, "rfdetr-seg", "Apache-2.0"));
    assert_eq!(spec.files.iter().map(|file| file.role).collect::<Vec<_>>(), [FileRole::Onnx, FileRole::Metadata]);
    let registry = Registry::builtin().with_file(place.path("registry.toml")).unwrap();
    assert_eq!(registry.get("cutlery").unwrap(), &spec);
    let model = place.hub().fetch(&spec, &FetchOptions::default(), &mut quiet).unwrap();
    let metadata = fs::read_to_string(model.metadata.unwrap()).unwrap();
    assert!(metadata.contains("\"no_object\": \"last\"") && metadata.contains("spoon"), "{metadata}");

    assert!(matches!(place.add(&place.new_model()), Err(Error::Registry { .. })));
    place.add(&place.new_model().replacing(true)).unwrap();
    assert!(remove_model(place.path("registry.toml"), "cutlery").unwrap());
    assert!(place.path("net.onnx").exists());
}

#[test]
fn metadata_goes_before_labels() {
    let place = Place::new();
    place.add(&place.new_model().with_labels(["fork", "spoon"])).unwrap();
    let text = fs::read_to_string(place.path("net.json")).unwrap().replace("spoon", "ladle");
    fs::write(place.path("net.json"), &text).unwrap();
    // The change is noticed until the model is added again.
    let spec = Registry::builtin().with_file(place.path("registry.toml")).unwrap().get("cutlery").unwrap().clone();
    assert!(matches!(place.hub().fetch(&spec, &FetchOptions::default(), &mut quiet), Err(Error::Mismatch(_))));
    let spec = place.add(&place.new_model().with_labels(["a", "b"]).replacing(true)).unwrap();
    let model = place.hub().fetch(&spec, &FetchOptions::default(), &mut quiet).unwrap();
    assert_eq!(fs::read_to_string(model.metadata.unwrap()).unwrap(), text);
}

#[test]
fn tensors_outside_the_graph_are_files_of_the_model() {
    let place = Place::new();
    fs::write(place.path("net.onnx.data"), "tensors").unwrap();
    let spec = place.add(&place.new_model().with_labels(["fork", "spoon"])).unwrap();
    assert_eq!(spec.files[1].path, "net.onnx.data");
    fs::write(place.path("net.onnx.data"), "changed").unwrap();
    assert!(matches!(place.hub().fetch(&spec, &FetchOptions::default(), &mut quiet), Err(Error::Mismatch(_))));
}

#[test]
fn what_can_not_be_added_says_why() {
    let place = Place::new();
    let told = |model: &NewModel, said: &str| {
        let error = place.add(model).unwrap_err().to_string();
        assert!(error.contains(said), "{error} should say {said}");
        assert!(!place.path("registry.toml").exists());
    };
    told(&place.new_model(), "net.json");
    told(&place.new_model().with_labels(["one", "two", "three", "four"]), "3 class slots and 4 labels");
    told(&NewModel::new("../x", place.path("net.onnx")), "../x");
    told(&NewModel::new("x", place.path("gone.onnx")), "gone.onnx");
    told(&place.new_model().with_metadata(place.path("gone.json")), "gone.json");
    let elsewhere = tempfile::tempdir().unwrap();
    place.add(&place.new_model().with_labels(["fork", "spoon"])).unwrap();
    fs::remove_file(place.path("registry.toml")).unwrap();
    let text = fs::read_to_string(place.path("net.json")).unwrap();
    fs::write(elsewhere.path().join("net.json"), &text).unwrap();
    told(&place.new_model().with_metadata(elsewhere.path().join("net.json")), "in the folder of its network");
    fs::write(place.path("net.json"), text.replace("\"head_width\": 3", "\"head_width\": 91")).unwrap();
    told(&place.new_model(), "head_width is 91");
}
