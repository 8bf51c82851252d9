//! Shapes.

use std::fmt;
use std::ops::Deref;

use crate::error::{Error, Result};
use crate::raw::Dims64;

/// A tensor's extents, outermost first; at most eight. -1 stands for one that is known at run time only. Dereferences to a
/// slice.
///
/// ```
/// use vrt_sys::Dims;
/// let shape = Dims::new(&[-1, 3, 432, 432])?;
/// assert_eq!(shape[1], 3);
/// assert!(shape.is_dynamic());
/// assert_eq!(shape.to_string(), "[-1, 3, 432, 432]");
/// # Ok::<(), vrt_sys::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dims {
    count: usize,
    extents: [i64; Self::MAX],
}

impl Dims {
    /// How many extents TensorRT allows.
    pub const MAX: usize = 8;

    /// A shape with these extents.
    ///
    /// # Errors
    /// [`Error::Argument`] for more than [`Dims::MAX`] extents.
    pub fn new(extents: &[i64]) -> Result<Self> {
        let mut out = Self { count: extents.len(), extents: [0; Self::MAX] };
        match out.extents.get_mut(..extents.len()) {
            Some(place) => place.copy_from_slice(extents),
            None => {
                let reason = format!("{extents:?} has {} extents, TensorRT allows {}", extents.len(), Self::MAX);
                return Err(Error::Argument { argument: "dims", reason });
            }
        }
        Ok(out)
    }

    /// Whether some extent is known at run time only.
    pub fn is_dynamic(&self) -> bool {
        self.iter().any(|&extent| extent < 0)
    }

    /// How many elements a tensor of this shape has; `None` where an extent is unknown or the number does not fit.
    pub fn volume(&self) -> Option<usize> {
        self.iter().try_fold(1_usize, |product, &extent| product.checked_mul(usize::try_from(extent).ok()?))
    }

    /// From TensorRT's own struct. It marks a shape that it cannot tell by a negative count.
    pub(crate) fn from_raw(raw: Dims64) -> Option<Self> {
        let count = usize::try_from(raw.nbDims).ok().filter(|count| *count <= Self::MAX)?;
        Self::new(raw.d.get(..count)?).ok()
    }

    pub(crate) fn to_raw(self) -> Dims64 {
        Dims64 { nbDims: i32::try_from(self.count).unwrap_or_default(), d: self.extents }
    }
}

impl Deref for Dims {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        self.extents.get(..self.count).unwrap_or_default()
    }
}

impl fmt::Display for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Debug for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_extents_are_refused() {
        assert!(Dims::new(&[1; 8]).is_ok());
        let error = Dims::new(&[1; 9]).unwrap_err().to_string();
        assert!(error.contains("has 9 extents, TensorRT allows 8"), "{error}");
    }

    #[test]
    fn volumes() {
        assert_eq!(Dims::new(&[2, 3, 4]).unwrap().volume(), Some(24));
        assert_eq!(Dims::new(&[]).unwrap().volume(), Some(1));
        assert_eq!(Dims::new(&[2, -1]).unwrap().volume(), None);
        assert_eq!(Dims::new(&[i64::MAX, i64::MAX]).unwrap().volume(), None);
    }

    #[test]
    fn a_negative_count_is_no_shape() {
        assert_eq!(Dims::from_raw(Dims64 { nbDims: -1, d: [0; 8] }), None);
        assert_eq!(Dims::from_raw(Dims64 { nbDims: 9, d: [0; 8] }), None);
    }
}
