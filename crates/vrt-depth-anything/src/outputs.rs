//! Which of a graph's outputs is the depth and which the sky, and checks of what came out.

use std::fmt;

use crate::Error;

/// Name and shape of one tensor of a graph; `None` for dimensions that the graph leaves open. No dimensions at all: the graph doesn't say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorShape {
    /// Name in the graph.
    pub name: String,
    /// Dimensions, outermost first.
    pub dims: Vec<Option<usize>>,
}

impl fmt::Display for TensorShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims: Vec<_> = self.dims.iter().map(|dim| dim.map_or("?".to_owned(), |dim| dim.to_string())).collect();
        write!(f, "{} [{}]", self.name, dims.join(", "))
    }
}

/// "a [1, 2], b [?]", or "none".
pub(crate) fn list(tensors: &[TensorShape]) -> String {
    if tensors.is_empty() {
        return "none".to_owned();
    }
    tensors.iter().map(TensorShape::to_string).collect::<Vec<_>>().join(", ")
}

/// Names that exports give the depth, most specific first.
const DEPTH_NAMES: [&str; 2] = ["predicted_depth", "depth"];

/// Positions of the outputs of a graph.
///
/// Depth is an output of shape `[B, H, W]` or `[B, 1, H, W]`. Of several, those with "sky" or "conf" in their name are not the depth, and
/// then the names `predicted_depth` and `depth` decide. Sky is the output of such a shape with "sky" in its name.
///
/// ```
/// use vrt_depth_anything::outputs::{Outputs, TensorShape};
///
/// let tensor = |name: &str, dims: &[usize]| TensorShape { name: name.into(), dims: dims.iter().copied().map(Some).collect() };
/// let graph = [tensor("sky", &[1, 1, 280, 504]), tensor("depth", &[1, 1, 280, 504])];
/// assert_eq!(Outputs::identify("da3", &graph)?, Outputs { depth: 1, sky: Some(0) });
/// # Ok::<(), vrt_depth_anything::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outputs {
    /// Position of the depth.
    pub depth: usize,
    /// Position of the sky score, where there is one.
    pub sky: Option<usize>,
}

impl Outputs {
    /// Finds the outputs by shape and name. `model` names the model in messages.
    ///
    /// # Errors
    /// [`Error::Outputs`] where no output or more than one can be the depth; it lists what the graph has.
    pub fn identify(model: &str, outputs: &[TensorShape]) -> Result<Self, Error> {
        let named = |output: &TensorShape, part: &str| output.name.to_lowercase().contains(part);
        let maps: Vec<usize> = (0..outputs.len()).filter(|&index| is_map(&outputs[index])).collect();
        let sky = maps.iter().copied().find(|&index| named(&outputs[index], "sky"));
        let depths: Vec<usize> =
            maps.into_iter().filter(|&index| !named(&outputs[index], "sky") && !named(&outputs[index], "conf")).collect();
        let by_name = || {
            let with = |name: &str| depths.iter().copied().find(|&index| outputs[index].name.eq_ignore_ascii_case(name));
            DEPTH_NAMES.into_iter().find_map(with)
        };
        let problem = match depths[..] {
            [depth] => return Ok(Self { depth, sky }),
            [] => "none has the shape [B, H, W] or [B, 1, H, W] of a depth map; is this a Depth Anything model?",
            _ => match by_name() {
                Some(depth) => return Ok(Self { depth, sky }),
                None => "several have the shape of a depth map; name one of them predicted_depth or depth",
            },
        };
        Err(Error::Outputs { model: model.to_owned(), found: list(outputs), problem: problem.to_owned() })
    }
}

fn is_map(output: &TensorShape) -> bool {
    let one = |dim: Option<usize>| dim.is_none_or(|dim| dim == 1);
    let sides = |height: Option<usize>, width: Option<usize>| [height, width].into_iter().flatten().all(|side| side > 0);
    match output.dims[..] {
        [batch, height, width] => one(batch) && sides(height, width),
        [batch, channels, height, width] => one(batch) && one(channels) && sides(height, width),
        [] => DEPTH_NAMES.iter().any(|name| output.name.eq_ignore_ascii_case(name)) || output.name.to_lowercase().contains("sky"),
        _ => false,
    }
}

/// One map as the network gave it.
#[derive(Debug, Clone, Copy)]
pub struct RawMap<'a> {
    /// Name of the output.
    pub name: &'a str,
    /// Its shape.
    pub shape: &'a [usize],
    /// Its values, row-major.
    pub values: &'a [f32],
}

impl RawMap<'_> {
    /// Checks that the map has the size of the network's input, `(width, height)`, and holds finite numbers only.
    ///
    /// # Errors
    /// [`Error::OutputShape`] for another shape than `[1, H, W]` and `[1, 1, H, W]`, [`Error::NotFinite`] where a value is NaN or infinite.
    pub fn check(&self, model: &str, (width, height): (usize, usize)) -> Result<(), Error> {
        let fits = *self.shape == [1, height, width] || *self.shape == [1, 1, height, width];
        if !fits || self.values.len() != width * height {
            let (model, output) = (model.to_owned(), self.name.to_owned());
            return Err(Error::OutputShape { model, output, found: self.shape.to_vec(), width, height });
        }
        // One pass that the compiler can vectorise; what is counted only where something is wrong.
        if self.values.iter().fold(true, |finite, value| finite & value.is_finite()) {
            return Ok(());
        }
        let nan = self.values.iter().filter(|value| value.is_nan()).count();
        let infinite = self.values.iter().filter(|value| value.is_infinite()).count();
        Err(Error::NotFinite { model: model.to_owned(), output: self.name.to_owned(), nan, infinite, total: self.values.len() })
    }

    /// Checks that not all values are equal.
    ///
    /// # Errors
    /// [`Error::FlatMap`] where they are. A map of one pixel is not flat.
    pub fn check_not_flat(&self, model: &str) -> Result<(), Error> {
        match self.values {
            [value, _, ..] if self.values.iter().all(|other| other == value) => {
                Err(Error::FlatMap { model: model.to_owned(), output: self.name.to_owned(), value: *value, total: self.values.len() })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(name: &str, dims: &[usize]) -> TensorShape {
        TensorShape { name: name.to_owned(), dims: dims.iter().map(|&dim| (dim != 0).then_some(dim)).collect() }
    }

    fn identify(outputs: &[TensorShape]) -> Result<Outputs, Error> {
        Outputs::identify("test", outputs)
    }

    #[test]
    fn exports_that_people_use_are_understood() {
        let only = Outputs { depth: 0, sky: None };
        assert_eq!(identify(&[tensor("predicted_depth", &[0, 0, 0])]).unwrap(), only);
        assert_eq!(identify(&[tensor("depth", &[1, 140, 140])]).unwrap(), only);
        assert_eq!(identify(&[tensor("output", &[1, 1, 518, 518])]).unwrap(), only);
        assert_eq!(identify(&[tensor("depth", &[])]).unwrap(), only);
        let with_sky = [tensor("depth", &[0, 1, 504, 504]), tensor("sky", &[0, 1, 504, 504])];
        assert_eq!(identify(&with_sky).unwrap(), Outputs { depth: 0, sky: Some(1) });
        let any_view = [tensor("depth_conf", &[1, 1, 28, 28]), tensor("depth", &[1, 1, 28, 28]), tensor("extrinsics", &[1, 1, 4, 4])];
        assert_eq!(identify(&any_view).unwrap(), Outputs { depth: 1, sky: None });
    }

    #[test]
    fn what_can_not_be_told_apart_is_listed() {
        let error = identify(&[tensor("a", &[1, 4, 4]), tensor("b", &[0, 1, 4, 4])]).unwrap_err().to_string();
        assert!(error.contains("a [1, 4, 4], b [?, 1, 4, 4]"), "{error}");
        let error = identify(&[tensor("logits", &[1, 1000])]).unwrap_err().to_string();
        assert!(error.contains("logits [1, 1000]"), "{error}");
        assert!(identify(&[]).unwrap_err().to_string().contains("none"));
        assert!(identify(&[tensor("depth", &[2, 4, 4])]).is_err());
    }

    #[test]
    fn broken_maps_are_reported() {
        let map = |shape: &'static [usize], values: &'static [f32]| RawMap { name: "depth", shape, values };
        assert!(map(&[1, 1, 2], &[1.0, 2.0]).check("test", (2, 1)).is_ok());
        assert!(map(&[1, 1, 1, 2], &[1.0, 2.0]).check("test", (2, 1)).is_ok());
        for (shape, values) in [(&[1, 2, 1][..], &[1.0, 2.0][..]), (&[2, 1, 2], &[1.0, 2.0]), (&[1, 1, 2], &[1.0])] {
            assert!(matches!(map(shape, values).check("test", (2, 1)), Err(Error::OutputShape { .. })), "{shape:?}");
        }
        let error = map(&[1, 1, 4], &[f32::NAN, f32::INFINITY, 1.0, f32::NAN]).check("test", (4, 1)).unwrap_err();
        assert!(matches!(error, Error::NotFinite { nan: 2, infinite: 1, total: 4, .. }));
        assert!(matches!(map(&[1, 1, 2], &[0.0, 0.0]).check_not_flat("test"), Err(Error::FlatMap { value: 0.0, .. })));
        assert!(map(&[1, 1, 1], &[0.0]).check_not_flat("test").is_ok());
    }
}
