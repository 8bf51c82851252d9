//! Which engines of the store are for the GPU of this machine.

use serde::Serialize;
use vrt_hub::ModelSpec;

/// Engines of the store that this machine's GPU and TensorRT run, or why that can't be said.
#[derive(Debug)]
pub struct Engines {
    state: Result<Usable, String>,
}

/// What there is on a machine with a GPU.
#[derive(Debug)]
struct Usable {
    /// GPU and TensorRT, for people.
    machine: String,
    /// Model, hash of its ONNX file, and precision of each engine, sorted.
    engines: Vec<(String, String, String)>,
}

/// Engines of one model, for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Engine {
    /// Whether there is one for this GPU and TensorRT; `None` where that can't be said.
    pub here: Option<bool>,
    /// The precisions that there are engines in.
    pub precisions: Vec<String>,
    /// GPU and TensorRT that they are for; `None` where there is none.
    pub machine: Option<String>,
    /// Why it can't be said.
    pub reason: Option<String>,
}

impl Engine {
    /// For a narrow column.
    pub fn text(&self) -> String {
        match (&self.precisions[..], self.here) {
            ([], None) => "?".to_owned(),
            ([], Some(_)) => "no".to_owned(),
            ([one], _) => one.clone(),
            ([first, others @ ..], _) => format!("{first} +{}", others.len()),
        }
    }
}

impl Engines {
    /// Looks for GPU and TensorRT, and into the store.
    #[cfg(feature = "cuda")]
    pub fn look() -> Self {
        use vrt::cuda::Cuda;
        use vrt::tensorrt::{EngineStore, TensorRt};
        let look = || -> Result<Usable, crate::error::CliError> {
            let tensorrt = TensorRt::open(&Cuda::open(0)?)?;
            let (version, product, cuda) = (tensorrt.version(), tensorrt.product(), tensorrt.cuda());
            let machine = format!("{}, {product} {version}", cuda.name());
            let sm = cuda.sm().to_string();
            let fits = |key: &vrt::tensorrt::EngineKey| {
                (&*key.tensorrt, &*key.product, &*key.gpu, &*key.sm) == (&*version, product, cuda.name(), &*sm)
            };
            let stored = EngineStore::user()?.entries().into_iter().map(|manifest| manifest.key).filter(fits);
            let mut engines: Vec<_> = stored.map(|key| (key.model, key.onnx.sha256, key.precision.to_string())).collect();
            engines.sort();
            Ok(Usable { machine, engines })
        };
        // What is missing takes many lines to say; the first is the point, and the doctor says it all.
        Self { state: look().map_err(|error| error.to_string().lines().next().unwrap_or_default().to_owned()) }
    }

    /// This build has no GPU half.
    #[cfg(not(feature = "cuda"))]
    pub fn look() -> Self {
        Self { state: Err("this build runs models on the processor only (feature `cuda`)".to_owned()) }
    }

    /// Those of a model: built of the very file that the registry names.
    pub fn of(&self, spec: &ModelSpec) -> Engine {
        match &self.state {
            Err(reason) => Engine { here: None, precisions: Vec::new(), machine: None, reason: Some(reason.clone()) },
            Ok(Usable { machine, engines }) => {
                let sha256 = spec.onnx().and_then(|file| file.sha256).map(|sha256| sha256.to_string());
                let of_it =
                    engines.iter().filter(|(model, onnx, _)| *model == spec.name && sha256.as_ref().is_none_or(|hash| hash == onnx));
                let mut precisions: Vec<String> = of_it.map(|(.., precision)| precision.clone()).collect();
                precisions.dedup();
                Engine { here: Some(!precisions.is_empty()), precisions, machine: Some(machine.clone()), reason: None }
            }
        }
    }

    /// What the column means.
    pub fn hint(&self) -> String {
        match &self.state {
            Ok(Usable { machine, .. }) => format!("engine: built for {machine}; `vrt build NAME` builds one.\n"),
            Err(_) => "engine: no GPU with TensorRT can be used here; `vrt doctor` says why.\n".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_engines_of_the_very_file_count() {
        let registry = vrt_hub::Registry::builtin();
        let nano = registry.get("rfdetr-seg-nano").unwrap();
        let hash = nano.onnx().unwrap().sha256.unwrap().to_string();
        let engine = |model: &str, hash: &str, precision: &str| (model.to_owned(), hash.to_owned(), precision.to_owned());
        let other = "0".repeat(64);
        let engines = vec![
            engine("rfdetr-seg-nano", &hash, "fp16"),
            engine("rfdetr-seg-nano", &hash, "fp16"),
            engine("rfdetr-seg-nano", &hash, "fp32"),
            engine("rfdetr-seg-nano", &other, "bf16"),
            engine("rfdetr-seg-xlarge", &other, "fp16"),
        ];
        let engines = Engines { state: Ok(Usable { machine: "GPU, TensorRT 10".to_owned(), engines }) };
        let text = |name: &str| engines.of(registry.get(name).unwrap()).text();
        assert_eq!(engines.of(nano).precisions, ["fp16", "fp32"]);
        assert_eq!([text("rfdetr-seg-nano"), text("rfdetr-seg-small")], ["fp16 +1", "no"]);
        // No hash is known of this one, so its name must do.
        assert_eq!(text("rfdetr-seg-xlarge"), "fp16");
        let nothing = Engines { state: Err("no GPU".to_owned()) };
        assert_eq!((nothing.of(nano).text(), nothing.of(nano).here), ("?".to_owned(), None));
    }
}
