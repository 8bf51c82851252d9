//! What a graph's input says about the sizes of its pictures.

use crate::Error;
use crate::config::Config;
use crate::geometry::ResizeRule;
use crate::outputs::{TensorShape, list};

/// Width and height of the network's input where it fixes them; checks that the only input is a picture and agrees with the configuration.
/// `model` names the model in messages; a batch dimension that is not 1 must have been left out of the shape (`None`).
pub(crate) fn fixed_size(model: &str, inputs: &[TensorShape], config: &Config) -> Result<Option<(usize, usize)>, Error> {
    let refuse = |problem: String| Error::Input { model: model.to_owned(), found: list(inputs), problem };
    let [shape] = inputs else {
        return Err(refuse("it must have one input, [1, 3, H, W]".to_owned()));
    };
    let fixed = match shape.dims[..] {
        [] => None,
        [None | Some(1), None | Some(3), height, width] => match (width, height) {
            (Some(width), Some(height)) if width > 0 && height > 0 => Some((width, height)),
            (None, None) => None,
            _ => return Err(refuse("height and width must be both fixed or both dynamic".to_owned())),
        },
        [_, _, _, _, _] => {
            return Err(refuse("it takes several views at once [B, N, 3, H, W]; export it for one picture, [1, 3, H, W]".to_owned()));
        }
        _ => return Err(refuse("its input must be one RGB picture, [1, 3, H, W]".to_owned())),
    };
    match (config.resize, fixed) {
        (ResizeRule::Stretch { width, height }, Some(size)) if size != (width, height) => Err(refuse(format!(
            "the configuration of {} stretches pictures to {width}x{height}, but the graph takes {}x{}; correct input.width and input.height",
            config.name, size.0, size.1
        ))),
        _ => Ok(fixed),
    }
}
