//! Which size a picture is resized to for the network, and how the two sizes map onto each other.

use crate::Error;

/// How the network's input size follows from the picture's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResizeRule {
    /// Always the same size; the picture's aspect ratio is not kept.
    Stretch {
        /// Width of the input in pixels.
        width: usize,
        /// Height of the input in pixels.
        height: usize,
    },
    /// Aspect ratio kept, both sides at least as large as asked for, then each rounded to a multiple (Depth Anything V2).
    ///
    /// With `scale = max(width / picture_width, height / picture_height)`, a side becomes `scale * side / multiple` rounded half to even,
    /// times `multiple`; rounded up instead where that falls below `width` or `height`. Source: `Resize` with `resize_method="lower_bound"`
    /// in `depth_anything_v2/util/transform.py` of Depth-Anything-V2.
    LowerBound {
        /// Least width in pixels.
        width: usize,
        /// Least height in pixels.
        height: usize,
        /// Both sides become multiples of this: the patch size, 14.
        multiple: usize,
    },
    /// Aspect ratio kept, the longer side as long as asked for, then each side resized to the nearest multiple (Depth Anything V3).
    ///
    /// Two resizes: to `side * longest / max(sides)` rounded half to even, then to the nearest multiple, the larger one of two equally
    /// near. Source: `upper_bound_resize` in `depth_anything_3/utils/io/input_processor.py` of Depth-Anything-3. One deviation: a side
    /// shorter than half a patch becomes one patch here; there it becomes 1 pixel, which no network takes.
    UpperBound {
        /// The longer side in pixels.
        longest: usize,
        /// Both sides become multiples of this: the patch size, 14.
        multiple: usize,
    },
}

/// The size of a picture, of the network's input made from it, and of the step between.
///
/// ```
/// use vrt_depth_anything::ResizeRule;
///
/// let rule = ResizeRule::LowerBound { width: 518, height: 518, multiple: 14 };
/// let geometry = rule.plan(1920, 1080, 2_000_000)?;
/// assert_eq!(geometry.network(), (924, 518));
/// // The middle of the picture is the middle of the network's input.
/// assert_eq!(geometry.to_network(959.5, 539.5), (461.5, 258.5));
/// # Ok::<(), vrt_depth_anything::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    picture: (usize, usize),
    between: Option<(usize, usize)>,
    network: (usize, usize),
}

impl Geometry {
    /// Width and height of the picture.
    pub fn picture(&self) -> (usize, usize) {
        self.picture
    }

    /// Width and height of the network's input and of its maps.
    pub fn network(&self) -> (usize, usize) {
        self.network
    }

    /// The sizes the picture goes through, the network's last.
    pub fn steps(&self) -> impl Iterator<Item = (usize, usize)> {
        self.between.into_iter().chain([self.network])
    }

    /// The size of the step between, where there is one.
    #[cfg(feature = "cuda")]
    pub(crate) fn between(&self) -> Option<(usize, usize)> {
        self.between
    }

    /// Where pixel position `(x, y)` of the picture lies in the network's input. Pixel centres are whole numbers; the edges of both
    /// coincide.
    pub fn to_network(&self, x: f64, y: f64) -> (f64, f64) {
        map_edges((x, y), self.picture, self.network)
    }

    /// Where pixel position `(x, y)` of the network's input lies in the picture.
    pub fn to_picture(&self, x: f64, y: f64) -> (f64, f64) {
        map_edges((x, y), self.network, self.picture)
    }

    /// By how much the aspect ratio changes, at least 1: 1.02 is what rounding to patches does, 1.78 a 16:9 picture in a square input.
    pub fn aspect_change(&self) -> f64 {
        let ratio = |(width, height): (usize, usize)| width as f64 / height as f64;
        let change = ratio(self.network) / ratio(self.picture);
        change.max(1.0 / change)
    }

    /// The geometry for a network whose input size is fixed.
    ///
    /// Where `rule` leads to that size, the picture goes through the rule's own steps. Any other picture is stretched to it in one step,
    /// as the ONNX exports with fixed sizes are commonly used; [`Geometry::aspect_change`] tells how far.
    ///
    /// # Errors
    /// [`Error::Picture`] for a picture without pixels.
    pub fn fixed(rule: &ResizeRule, picture: (usize, usize), network: (usize, usize)) -> Result<Self, Error> {
        check_picture(picture)?;
        let planned = rule.steps(picture);
        match planned.network == Size::from(network) {
            true => Ok(Self { picture, between: planned.between, network }),
            false => Ok(Self { picture, between: None, network }),
        }
    }
}

fn map_edges(at: (f64, f64), from: (usize, usize), to: (usize, usize)) -> (f64, f64) {
    let axis = |at: f64, from: usize, to: usize| (at + 0.5) * (to as f64 / from as f64) - 0.5;
    (axis(at.0, from.0, to.0), axis(at.1, from.1, to.1))
}

/// A size before it is known to be reasonable, in `f64` because extreme pictures give sizes beyond `usize`.
#[derive(Clone, Copy, PartialEq)]
struct Size {
    width: f64,
    height: f64,
}

impl From<(usize, usize)> for Size {
    fn from((width, height): (usize, usize)) -> Self {
        Self { width: width as f64, height: height as f64 }
    }
}

struct Steps {
    between: Option<(usize, usize)>,
    network: Size,
}

impl ResizeRule {
    /// The sizes for a picture of `width` x `height` pixels, with at most `max_pixels` pixels in the network's input.
    ///
    /// # Errors
    /// [`Error::Picture`] for a picture without pixels, [`Error::NetworkSize`] where the rule asks for more than `max_pixels`: a lower
    /// bound has no upper limit for very elongated pictures, and memory grows with the square of the pixels.
    pub fn plan(&self, width: usize, height: usize, max_pixels: usize) -> Result<Geometry, Error> {
        let picture = (width, height);
        check_picture(picture)?;
        let Steps { between, network } = self.steps(picture);
        if network.width * network.height > max_pixels as f64 {
            let network = (network.width, network.height);
            return Err(Error::NetworkSize { picture, network, max_pixels });
        }
        Ok(Geometry { picture, between, network: (network.width as usize, network.height as usize) })
    }

    fn steps(&self, picture: (usize, usize)) -> Steps {
        let Size { width, height } = picture.into();
        match *self {
            Self::Stretch { width, height } => Steps { between: None, network: (width, height).into() },
            Self::LowerBound { width: least_width, height: least_height, multiple } => {
                let (least_width, least_height, multiple) = (least_width as f64, least_height as f64, multiple as f64);
                let scale = (least_width / width).max(least_height / height);
                let side = |side: f64, least: f64| {
                    let near = (scale * side / multiple).round_ties_even() * multiple;
                    if near < least { (scale * side / multiple).ceil() * multiple } else { near }
                };
                Steps { between: None, network: Size { width: side(width, least_width), height: side(height, least_height) } }
            }
            Self::UpperBound { longest, multiple } => {
                let scale = longest as f64 / width.max(height);
                let fit = |side: f64| (side * scale).round_ties_even().max(1.0);
                let near = |side: f64| {
                    let down = (side / multiple as f64).floor() * multiple as f64;
                    let up = down + multiple as f64;
                    if up - side <= side - down { up } else { down }.max(multiple as f64)
                };
                let (fit_width, fit_height) = (fit(width), fit(height));
                let network = Size { width: near(fit_width), height: near(fit_height) };
                let between = (fit_width as usize, fit_height as usize);
                // A step that changes nothing is left out, as in the reference.
                let needed = between != picture && Size::from(between) != network;
                Steps { between: needed.then_some(between), network }
            }
        }
    }

    /// Checks that the rule's own numbers make sense.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        let positive = |field: &'static str, value: usize| match value {
            0 => Err(Error::Config { field, found: "0".to_owned(), must: "be at least 1" }),
            _ => Ok(()),
        };
        match *self {
            Self::Stretch { width, height } => positive("input.width", width).and(positive("input.height", height)),
            Self::LowerBound { width, height, multiple } => {
                positive("input.width", width).and(positive("input.height", height)).and(positive("input.multiple", multiple))
            }
            Self::UpperBound { longest, multiple } => positive("input.width", longest).and(positive("input.multiple", multiple)),
        }
    }
}

fn check_picture(picture: (usize, usize)) -> Result<(), Error> {
    if picture.0 == 0 || picture.1 == 0 { Err(Error::Picture { width: picture.0, height: picture.1 }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const V2: ResizeRule = ResizeRule::LowerBound { width: 518, height: 518, multiple: 14 };
    const V3: ResizeRule = ResizeRule::UpperBound { longest: 504, multiple: 14 };
    const LIMIT: usize = 4 * 518 * 518;

    #[test]
    fn elongated_pictures_are_refused_not_allocated() {
        let error = V2.plan(1, 5000, LIMIT).unwrap_err();
        assert!(matches!(error, Error::NetworkSize { network: (518.0, 2_590_000.0), .. }), "{error}");
        assert!(V2.plan(usize::MAX, 1, LIMIT).is_err());
        assert_eq!(V3.plan(1, 5000, LIMIT).unwrap().network(), (14, 504));
        assert!(matches!(V3.plan(0, 5000, LIMIT), Err(Error::Picture { width: 0, height: 5000 })));
    }

    #[test]
    fn steps_that_change_nothing_are_left_out() {
        let steps = |width, height| V3.plan(width, height, LIMIT).unwrap().steps().collect::<Vec<_>>();
        assert_eq!(steps(1920, 1080), [(504, 284), (504, 280)]);
        assert_eq!(steps(504, 378), [(504, 378)]);
        assert_eq!(steps(504, 380), [(504, 378)]);
        assert_eq!(steps(1008, 756), [(504, 378)]);
    }

    #[test]
    fn fixed_networks_take_the_rules_steps_where_they_lead_there() {
        let geometry = Geometry::fixed(&V3, (1920, 1080), (504, 280)).unwrap();
        assert_eq!(geometry.steps().collect::<Vec<_>>(), [(504, 284), (504, 280)]);
        let geometry = Geometry::fixed(&V2, (640, 480), (518, 518)).unwrap();
        assert_eq!(geometry.steps().collect::<Vec<_>>(), [(518, 518)]);
        assert!((geometry.aspect_change() - 4.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn positions_map_there_and_back() {
        let geometry = V2.plan(640, 480, LIMIT).unwrap();
        let (x, y) = geometry.to_network(100.0, 7.5);
        let (x, y) = geometry.to_picture(x, y);
        assert!((x - 100.0).abs() < 1e-9 && (y - 7.5).abs() < 1e-9);
        assert_eq!(geometry.to_network(-0.5, -0.5), (-0.5, -0.5));
    }
}
