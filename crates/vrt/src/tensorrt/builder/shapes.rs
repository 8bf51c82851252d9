//! The shapes that an engine is built for.

use std::ffi::CString;

use vrt_sys::{Builder, BuilderConfig, Dims, OptProfileSelector};

use super::super::error::TensorRtError;
use super::super::manifest::ShapeRange;
use super::super::onnx::{OnnxDim, OnnxSummary};
use super::BuildError;

/// More elements than any tensor of a vision model has, and few enough that sizes cannot overflow.
const ELEMENTS: u128 = 1 << 40;

/// One range per dynamic input, in the model's order: as asked for, or batch 1 where only the batch is dynamic.
pub(super) fn ranges(model: &OnnxSummary, asked: &[ShapeRange]) -> Result<Vec<ShapeRange>, BuildError> {
    let wrong = |input: &str, reason: String| BuildError::Shape { input: input.to_owned(), reason };
    for range in asked {
        if !model.inputs.iter().any(|input| input.name == range.input) {
            let known: Vec<_> = model.inputs.iter().map(|input| input.name.as_str()).collect();
            return Err(wrong(&range.input, format!("there is no such input; there are {}", known.join(", "))));
        }
    }
    let mut ranges = Vec::new();
    for input in &model.inputs {
        let asked = asked.iter().find(|range| range.input == input.name);
        let Some(shape) = &input.shape else {
            if let Some(range) = asked {
                check(range, &vec![None; range.min.len()]).map_err(|reason| wrong(&input.name, reason))?;
                ranges.push(range.clone());
                continue;
            }
            return Err(wrong(&input.name, "the file does not tell its shape: give one with `shapes`".to_owned()));
        };
        let sides: Vec<Option<usize>> = shape
            .iter()
            .map(|side| match side {
                OnnxDim::Fixed(size) => usize::try_from(*size).ok().filter(|&size| size > 0),
                OnnxDim::Dynamic(_) => None,
            })
            .collect();
        match asked {
            Some(range) => {
                check(range, &sides).map_err(|reason| wrong(&input.name, reason))?;
                // A fixed input needs no profile.
                if sides.iter().any(Option::is_none) {
                    ranges.push(range.clone());
                }
            }
            None if sides.iter().all(Option::is_some) => {}
            None if sides.iter().skip(1).all(Option::is_some) => {
                let one: Vec<usize> = sides.iter().map(|side| side.unwrap_or(1)).collect();
                ranges.push(ShapeRange { input: input.name.clone(), min: one.clone(), opt: one.clone(), max: one });
            }
            None => {
                let shape = describe(shape);
                let reason = format!("its shape is {shape}: give the smallest, the usual and the largest with `shapes`");
                return Err(wrong(&input.name, reason));
            }
        }
    }
    Ok(ranges)
}

fn describe(shape: &[OnnxDim]) -> String {
    let sides: Vec<String> = shape
        .iter()
        .map(|side| match side {
            OnnxDim::Fixed(size) => size.to_string(),
            OnnxDim::Dynamic(name) if name.is_empty() => "?".to_owned(),
            OnnxDim::Dynamic(name) => name.clone(),
        })
        .collect();
    format!("[{}]", sides.join(", "))
}

/// What is wrong with a range for an input of these sides.
fn check(range: &ShapeRange, sides: &[Option<usize>]) -> Result<(), String> {
    for (name, shape) in [("smallest", &range.min), ("usual", &range.opt), ("largest", &range.max)] {
        if shape.len() != sides.len() {
            return Err(format!("the {name} shape {shape:?} has {} sides, the input has {}", shape.len(), sides.len()));
        }
        if let Some((at, side)) =
            shape.iter().zip(sides).enumerate().find_map(|(at, (side, fixed))| fixed.filter(|fixed| fixed != side).map(|fixed| (at, fixed)))
        {
            return Err(format!("side {at} of the {name} shape {shape:?} must be {side}, as the model has it"));
        }
        if shape.contains(&0) {
            return Err(format!("the {name} shape {shape:?} has no elements"));
        }
        let elements = shape.iter().try_fold(1_u128, |all, &side| all.checked_mul(side as u128));
        if elements.is_none_or(|elements| elements > ELEMENTS) {
            return Err(format!("the {name} shape {shape:?} has more elements than any GPU can hold"));
        }
    }
    let ordered = range.min.iter().zip(&range.opt).zip(&range.max).all(|((min, opt), max)| min <= opt && opt <= max);
    if ordered {
        return Ok(());
    }
    let ShapeRange { min, opt, max, .. } = range;
    Err(format!("the shapes {min:?}, {opt:?}, {max:?} must not fall from the smallest over the usual to the largest"))
}

/// Adds one profile with all ranges.
pub(super) fn add_profile(builder: &Builder, config: &mut BuilderConfig, ranges: &[ShapeRange]) -> Result<(), BuildError> {
    if ranges.is_empty() {
        return Ok(());
    }
    let setting = || TensorRtError::call("setting an optimisation profile");
    let mut profile = builder.create_optimization_profile().map_err(setting())?;
    for range in ranges {
        let name = CString::new(range.input.as_str())
            .map_err(|_| BuildError::Shape { input: range.input.clone(), reason: "its name holds a NUL byte".to_owned() })?;
        let shapes = [(OptProfileSelector::Min, &range.min), (OptProfileSelector::Opt, &range.opt), (OptProfileSelector::Max, &range.max)];
        for (selector, shape) in shapes {
            let sides: Vec<i64> = shape.iter().map(|&side| i64::try_from(side).unwrap_or(i64::MAX)).collect();
            let dims = Dims::new(&sides).map_err(setting())?;
            profile.set_dimensions(&name, selector, &dims).map_err(setting())?;
        }
    }
    config.add_optimization_profile(&profile).map_err(setting())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn model(file: &str) -> OnnxSummary {
        OnnxSummary::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/onnx").join(file)).unwrap()
    }

    fn range(min: &[usize], opt: &[usize], max: &[usize]) -> ShapeRange {
        ShapeRange { input: "x".into(), min: min.into(), opt: opt.into(), max: max.into() }
    }

    #[test]
    fn a_fixed_model_needs_no_profile_and_a_dynamic_batch_is_one() {
        assert_eq!(ranges(&model("plain.onnx"), &[]).unwrap(), []);
        let one = [1, 3, 16, 16];
        assert_eq!(ranges(&model("dynamic.onnx"), &[]).unwrap(), [range(&one, &one, &one)]);
        let asked = range(&one, &[4, 3, 16, 16], &[8, 3, 16, 16]);
        assert_eq!(ranges(&model("dynamic.onnx"), std::slice::from_ref(&asked)).unwrap(), [asked]);
    }

    #[test]
    fn wrong_shapes_are_told() {
        let told = |asked: ShapeRange| ranges(&model("dynamic.onnx"), &[asked]).unwrap_err().to_string();
        let one: &[usize] = &[1, 3, 16, 16];
        for (asked, expected) in [
            (range(&[1, 3, 16], &[1, 3, 16], &[1, 3, 16]), "has 3 sides, the input has 4"),
            (range(one, one, &[2, 3, 32, 16]), "side 2 of the largest shape [2, 3, 32, 16] must be 16"),
            (range(&[0, 3, 16, 16], one, one), "has no elements"),
            (range(&[2, 3, 16, 16], one, one), "must not fall"),
            (range(one, one, &[usize::MAX, 3, 16, 16]), "more elements than any GPU"),
            (ShapeRange { input: "images".into(), ..range(one, one, one) }, "there is no such input; there are x"),
        ] {
            let message = told(asked);
            assert!(message.contains(expected), "{message}");
        }
    }
}
