//! Depth maps on the GPU, whose unit is part of their type.

use std::fmt;
use std::marker::PhantomData;

use vrt::cuda::DeviceView;
use vrt_types::{DepthUnit, Disparity, Metres, RelativeDepth};

use crate::Output;

/// One value a pixel, row-major, on the GPU, in the unit `U`: the device's side of [`vrt_types::DepthMap`].
///
/// A map of one unit can't be passed where another is asked for:
/// ```compile_fail
/// use vrt_depth_anything::cuda::DepthView;
/// use vrt_types::{Disparity, Metres};
/// fn brake(distances: &DepthView<'_, Metres>) {}
/// fn drive(map: &DepthView<'_, Disparity>) {
///     brake(map); // a disparity is no distance
/// }
/// ```
pub struct DepthView<'a, U: DepthUnit> {
    values: DeviceView<'a, f32>,
    width: u32,
    height: u32,
    unit: PhantomData<U>,
}

impl<'a, U: DepthUnit> DepthView<'a, U> {
    fn new(values: DeviceView<'a, f32>, (width, height): (u32, u32)) -> Self {
        Self { values, width, height, unit: PhantomData }
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The values, `width * height` of them. Work on the stream that was given this view last is waited for by the next
    /// frame; for several streams see [`GpuDepth::depth_view`](super::GpuDepth::depth_view).
    pub fn values(&self) -> &DeviceView<'a, f32> {
        &self.values
    }
}

impl<U: DepthUnit> fmt::Debug for DepthView<'_, U> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "DepthView({}x{}, {})", self.width, self.height, U::NAME)
    }
}

/// A depth map on the GPU whose unit is known at run time only: the device's side of [`vrt_types::AnyDepthMap`].
#[derive(Debug)]
#[non_exhaustive]
pub enum AnyDepthView<'a> {
    /// Relative inverse depth, larger is nearer.
    Disparity(DepthView<'a, Disparity>),
    /// Relative depth, larger is farther.
    Relative(DepthView<'a, RelativeDepth>),
    /// Metres.
    Metric(DepthView<'a, Metres>),
}

impl<'a> AnyDepthView<'a> {
    pub(super) fn new(output: Output, values: DeviceView<'a, f32>, size: (u32, u32)) -> Self {
        match output {
            Output::Disparity => Self::Disparity(DepthView::new(values, size)),
            Output::Relative => Self::Relative(DepthView::new(values, size)),
            Output::Metric { .. } => Self::Metric(DepthView::new(values, size)),
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        match self {
            Self::Disparity(view) => (view.width, view.height),
            Self::Relative(view) => (view.width, view.height),
            Self::Metric(view) => (view.width, view.height),
        }
    }

    /// All values, row-major, in the unit that [`AnyDepthView::unit`] names.
    pub fn values(&self) -> &DeviceView<'a, f32> {
        match self {
            Self::Disparity(view) => &view.values,
            Self::Relative(view) => &view.values,
            Self::Metric(view) => &view.values,
        }
    }

    /// Name of the unit.
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Disparity(_) => Disparity::NAME,
            Self::Relative(_) => RelativeDepth::NAME,
            Self::Metric(_) => Metres::NAME,
        }
    }

    /// The map in metres; `None` for relative maps, which have no metres.
    pub fn as_metric(&self) -> Option<&DepthView<'a, Metres>> {
        match self {
            Self::Metric(view) => Some(view),
            _ => None,
        }
    }
}
