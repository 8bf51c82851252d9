//! What the GPU commands have in common.

pub mod engines;

use std::ops::ControlFlow;
use std::path::Path;

use vrt::cuda::Cuda;
use vrt::tensorrt::{
    BuiltEngine, EngineBuilder, EngineError, EngineStore, OnnxDim, OnnxSummary, OnnxTensor, ShapeRange, StoreEvent, TensorRt,
};

use crate::args::gpu::{Batch, Shape};
use crate::device::DeviceChoice;
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::progress::Build;
use crate::report;

/// TensorRT on the GPU that was asked for.
///
/// # Errors
/// [`CliError::Usage`] for a device that is none, [`CliError::Gpu`] and [`CliError::TensorRt`] for what is missing.
pub fn open(device: DeviceChoice) -> Result<TensorRt, CliError> {
    let index = match device {
        DeviceChoice::Auto => 0,
        DeviceChoice::Cuda(index) => index,
        DeviceChoice::Cpu => return Err(CliError::Usage("engines run on GPUs: --device must be cuda or cuda:N".into())),
    };
    let cuda = Cuda::open(usize::try_from(index).unwrap_or(usize::MAX))?;
    Ok(TensorRt::open(&cuda)?)
}

/// GPU and TensorRT in a few words.
pub fn about(tensorrt: &TensorRt) -> String {
    format!("{}, {} {}", tensorrt.cuda().name(), tensorrt.product(), tensorrt.version())
}

/// Builds, or finds what was built before, and shows how it goes on.
///
/// # Errors
/// [`CliError::Build`], also where the user wants to stop.
pub fn build(builder: EngineBuilder, store: &EngineStore, interrupt: &Interrupt) -> Result<BuiltEngine, CliError> {
    let progress = Build::new();
    let (shown, interrupt) = (progress.clone(), interrupt.clone());
    let built = builder
        .on_event(|event| match event {
            StoreEvent::Miss(miss) => report::note(format_args!("{miss}; building it, which can take minutes")),
            StoreEvent::Waiting { .. } => report::note("another process builds this engine; waiting for it"),
            _ => {}
        })
        .on_progress(move |progress| {
            shown.show(progress);
            if interrupt.wanted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .build_in(store);
    progress.finish();
    let built = built?;
    for note in &built.notes {
        report::warning(note);
    }
    Ok(built)
}

/// The shapes to build for: as asked for, with the batch for inputs that leave it open.
///
/// # Errors
/// [`CliError::Usage`] for what does not fit the model, and for inputs that need a shape.
pub fn ranges(model: &OnnxSummary, batch: Option<Batch>, shapes: &[Shape]) -> Result<Vec<ShapeRange>, CliError> {
    let file = model.path.display();
    if let Some(stray) = shapes.iter().find(|shape| !model.inputs.iter().any(|input| input.name == shape.input)) {
        let known: Vec<&str> = model.inputs.iter().map(|input| input.name.as_str()).collect();
        return Err(CliError::Usage(format!("--shape: {file} has no input {:?}; it has {}", stray.input, known.join(", "))));
    }
    let mut ranges = Vec::new();
    for input in &model.inputs {
        if let Some(Shape { input, min, opt, max }) = shapes.iter().find(|shape| shape.input == input.name).cloned() {
            ranges.push(ShapeRange { input, min, opt, max });
            continue;
        }
        let Some([first, rest @ ..]) = input.shape.as_deref() else { return Err(needs_shape(&file, input)) };
        let Some(rest) = rest.iter().map(fixed).collect::<Option<Vec<_>>>() else { return Err(needs_shape(&file, input)) };
        match (batch, fixed(first)) {
            (Some(Batch { min, opt, max }), None) => {
                let with = |batch| std::iter::once(batch).chain(rest.iter().copied()).collect();
                ranges.push(ShapeRange { input: input.name.clone(), min: with(min), opt: with(opt), max: with(max) });
            }
            (Some(batch), Some(fixed)) if (batch.min, batch.max) != (fixed, fixed) => {
                let name = &input.name;
                return Err(CliError::Usage(format!(
                    "--batch: the batch of input {name:?} of {file} is {fixed} and nothing else; export the model with a dynamic batch, or leave out --batch"
                )));
            }
            // Batch 1 is what the builder takes where nothing is said.
            _ => {}
        }
    }
    Ok(ranges)
}

fn fixed(side: &OnnxDim) -> Option<usize> {
    match side {
        OnnxDim::Fixed(size) => usize::try_from(*size).ok(),
        OnnxDim::Dynamic(_) => None,
    }
}

fn needs_shape(file: &impl std::fmt::Display, input: &OnnxTensor) -> CliError {
    let side = |side: &OnnxDim| match side {
        OnnxDim::Fixed(size) => size.to_string(),
        OnnxDim::Dynamic(name) if name.is_empty() => "?".to_owned(),
        OnnxDim::Dynamic(name) => name.clone(),
    };
    let name = &input.name;
    let shape = input.shape.as_ref().map_or_else(|| "unknown".to_owned(), |shape| shape.iter().map(side).collect::<Vec<_>>().join("x"));
    CliError::Usage(format!(
        "input {name:?} of {file} has the shape {shape}: say which with --shape {name}:1x3x518x518, or --shape {name}:MIN,OPT,MAX"
    ))
}

/// Tells an engine file that can't be read before a GPU is looked for.
///
/// # Errors
/// [`CliError::Engine`].
pub fn check_readable(engine: &Path) -> Result<u64, CliError> {
    let unreadable = |source| EngineError::Read { path: engine.to_owned(), source };
    let metadata = std::fs::File::open(engine).and_then(|file| file.metadata()).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(unreadable(std::io::ErrorKind::IsADirectory.into()).into());
    }
    Ok(metadata.len())
}

/// Reads an ONNX file's own description.
///
/// # Errors
/// [`CliError::Onnx`].
pub fn summary(onnx: &Path) -> Result<OnnxSummary, CliError> {
    Ok(OnnxSummary::read(onnx)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(name: &str) -> OnnxSummary {
        summary(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sample").join(name)).unwrap()
    }

    fn open_sides(mut model: OnnxSummary, sides: &[usize]) -> OnnxSummary {
        for side in sides {
            model.inputs[0].shape.as_mut().unwrap()[*side] = OnnxDim::Dynamic(String::new());
        }
        model
    }

    #[test]
    fn shapes_come_from_batch_model_and_options() {
        let mut model = sample("seg.onnx");
        model.inputs[0].shape.as_mut().unwrap()[0] = OnnxDim::Fixed(1);
        let name = model.inputs[0].name.clone();
        let batch = Some(Batch { min: 1, opt: 4, max: 8 });
        assert_eq!(ranges(&model, None, &[]).unwrap(), []);
        let open = open_sides(model.clone(), &[0]);
        let [range] = ranges(&open, batch, &[]).unwrap().try_into().unwrap();
        assert_eq!((range.min[0], range.opt[0], range.max[0], range.min[1..] == range.max[1..]), (1, 4, 8, true));
        let shape: Shape = format!("{name}:1x3x8x8").parse().unwrap();
        assert_eq!(ranges(&open_sides(model.clone(), &[2, 3]), None, &[shape]).unwrap()[0].opt, [1, 3, 8, 8]);

        let told = |result: Result<Vec<ShapeRange>, CliError>, word: &str| {
            let error = result.unwrap_err();
            assert!(matches!(error, CliError::Usage(_)) && error.to_string().contains(word), "{error}");
        };
        told(ranges(&model, batch, &[]), "dynamic batch");
        told(ranges(&open_sides(model.clone(), &[2, 3]), None, &[]), "--shape");
        told(ranges(&model, None, &["nothing:1x2".parse().unwrap()]), &name);
    }
}
