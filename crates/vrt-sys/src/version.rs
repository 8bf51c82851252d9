//! Versions of the loaded library, and which binary interface each has.

use std::fmt;

/// A binary interface. Releases of one family only append to it; between families nearly everything is elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// TensorRT 10.0 and newer 10.x.
    Trt10,
    /// TensorRT 11.x.
    Trt11,
    /// TensorRT-RTX 1.5 and newer 1.x. (1.4 and older have another interface.)
    Rtx,
}

impl Family {
    /// The family of a library that reports `number` from `getInferLibVersion`, or `None` where this crate knows none.
    ///
    /// ```
    /// use vrt_sys::Family;
    /// assert_eq!(Family::of(100_600), Some(Family::Trt10)); // TensorRT 10.6.0
    /// assert_eq!(Family::of(10_701), Some(Family::Rtx)); // TensorRT-RTX 1.7.1
    /// assert_eq!(Family::of(8_601), None); // TensorRT 8.6.1
    /// ```
    pub const fn of(number: u32) -> Option<Self> {
        match number {
            100_000..=109_999 => Some(Self::Trt10),
            110_000..=119_999 => Some(Self::Trt11),
            10_500..=19_999 => Some(Self::Rtx),
            _ => None,
        }
    }

    /// The product's name.
    pub const fn product(self) -> &'static str {
        match self {
            Self::Trt10 | Self::Trt11 => "TensorRT",
            Self::Rtx => "TensorRT-RTX",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trt10 => "TensorRT 10.x",
            Self::Trt11 => "TensorRT 11.x",
            Self::Rtx => "TensorRT-RTX 1.5+",
        })
    }
}

/// A library's version, as the library itself says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Version {
    /// Major version: 10 or 11, for TensorRT-RTX 1.
    pub major: u32,
    /// Minor version.
    pub minor: u32,
    /// Patch version.
    pub patch: u32,
    /// Build number, where the library tells it. Two builds of one release make engines that exclude each other.
    pub build: Option<u32>,
}

impl Version {
    /// From the number that `getInferLibVersion` returns: `major * 10000 + minor * 100 + patch`; before TensorRT 10,
    /// `major * 1000 + minor * 100 + patch`.
    pub const fn from_number(number: u32) -> Self {
        let (major, rest) = match number {
            // 8601 is 8.6.1; TensorRT-RTX starts at 10000 with 1.0.
            0..=9_999 => (number / 1_000, number % 1_000),
            _ => (number / 10_000, number % 10_000),
        };
        Self { major, minor: rest / 100, patch: rest % 100, build: None }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        self.build.map_or(Ok(()), |build| write!(f, ".{build}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_the_headers_define_them() {
        // NV_TENSORRT_VERSION of the releases' NvInferVersion.h.
        for (number, text, family) in [
            (8_601, "8.6.1", None),
            (100_001, "10.0.1", Some(Family::Trt10)),
            (100_600, "10.6.0", Some(Family::Trt10)),
            (101_501, "10.15.1", Some(Family::Trt10)),
            (110_100, "11.1.0", Some(Family::Trt11)),
            (120_000, "12.0.0", None),
            (10_400, "1.4.0", None),
            (10_500, "1.5.0", Some(Family::Rtx)),
            (10_701, "1.7.1", Some(Family::Rtx)),
            (20_000, "2.0.0", None),
            (0, "0.0.0", None),
        ] {
            assert_eq!(Version::from_number(number).to_string(), text);
            assert_eq!(Family::of(number), family, "{text}");
        }
    }
}
