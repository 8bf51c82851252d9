//! Pinhole cameras: from pixels and depth to points, and back.

use crate::Error;

/// A pinhole camera without distortion, in pixels of a picture of a stated size.
///
/// Axes as in OpenCV and ROS optical frames: x right, y down, z forward. Pixel coordinates are those of OpenCV: the centre of the top-left
/// pixel is `(0, 0)`.
///
/// ```
/// use vrt_types::CameraIntrinsics;
/// let camera = CameraIntrinsics::new(900.0, 900.0, 959.5, 539.5, 1920, 1080)?;
/// let half = camera.scaled_to(960, 540);
/// assert_eq!((half.fx(), half.cx()), (450.0, 479.5));
/// # Ok::<(), vrt_types::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Parameters", into = "Parameters"))]
pub struct CameraIntrinsics {
    fx: f64,
    fy: f64,
    cx: f64,
    cy: f64,
    width: u32,
    height: u32,
}

impl CameraIntrinsics {
    /// A camera with focal lengths `fx`, `fy` and principal point `(cx, cy)`, all in pixels of a `width` x `height` picture.
    ///
    /// # Errors
    /// [`Error::Intrinsics`] if a focal length is not positive and finite, the principal point is not finite or a side is 0.
    pub fn new(fx: f64, fy: f64, cx: f64, cy: f64, width: u32, height: u32) -> Result<Self, Error> {
        for (name, value) in [("fx", fx), ("fy", fy)] {
            if !(value.is_finite() && value > 0.0) {
                return Err(Error::Intrinsics { name, value, must: "a positive, finite number of pixels" });
            }
        }
        for (name, value) in [("cx", cx), ("cy", cy)] {
            if !value.is_finite() {
                return Err(Error::Intrinsics { name, value, must: "a finite number of pixels" });
            }
        }
        for (name, side) in [("width", width), ("height", height)] {
            if side == 0 {
                return Err(Error::Intrinsics { name, value: 0.0, must: "at least 1 pixel" });
            }
        }
        Ok(Self { fx, fy, cx, cy, width, height })
    }

    /// Horizontal focal length in pixels.
    pub fn fx(&self) -> f64 {
        self.fx
    }

    /// Vertical focal length in pixels.
    pub fn fy(&self) -> f64 {
        self.fy
    }

    /// Horizontal principal point in pixels.
    pub fn cx(&self) -> f64 {
        self.cx
    }

    /// Vertical principal point in pixels.
    pub fn cy(&self) -> f64 {
        self.cy
    }

    /// Width of the picture the parameters hold for.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height of the picture the parameters hold for.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The same camera for the picture resized to `width` x `height`.
    ///
    /// The resize maps pixel *edges* onto each other (half-pixel centres), so `cx' = (cx + 0.5) * s - 0.5`. A side of 0 is taken as 1.
    pub fn scaled_to(&self, width: u32, height: u32) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let (sx, sy) = (f64::from(width) / f64::from(self.width), f64::from(height) / f64::from(self.height));
        Self { fx: self.fx * sx, fy: self.fy * sy, cx: (self.cx + 0.5) * sx - 0.5, cy: (self.cy + 0.5) * sy - 0.5, width, height }
    }

    /// The point `[x, y, z]` that is seen at pixel `(u, v)` at depth `z`; in the unit of `z`, in the camera's frame.
    pub fn back_project(&self, u: f64, v: f64, z: f64) -> [f64; 3] {
        [(u - self.cx) * z / self.fx, (v - self.cy) * z / self.fy, z]
    }

    /// The pixel `(u, v)` at which a point of the camera's frame is seen; `None` for points that are not in front of it.
    pub fn project(&self, point: [f64; 3]) -> Option<(f64, f64)> {
        let [x, y, z] = point;
        (z > 0.0).then(|| (self.fx * x / z + self.cx, self.fy * y / z + self.cy))
    }
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Parameters {
    fx: f64,
    fy: f64,
    cx: f64,
    cy: f64,
    width: u32,
    height: u32,
}

#[cfg(feature = "serde")]
impl TryFrom<Parameters> for CameraIntrinsics {
    type Error = Error;

    fn try_from(p: Parameters) -> Result<Self, Error> {
        Self::new(p.fx, p.fy, p.cx, p.cy, p.width, p.height)
    }
}

#[cfg(feature = "serde")]
impl From<CameraIntrinsics> for Parameters {
    fn from(c: CameraIntrinsics) -> Self {
        Self { fx: c.fx, fy: c.fy, cx: c.cx, cy: c.cy, width: c.width, height: c.height }
    }
}

/// Where a camera stands: the rigid motion from the world's frame to the camera's, `p_camera = R * p_world + t`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CameraExtrinsics {
    rotation: [[f64; 3]; 3],
    translation: [f64; 3],
}

impl CameraExtrinsics {
    /// The camera at the world's origin, looking along its z axis.
    pub const IDENTITY: Self = Self { rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], translation: [0.0; 3] };

    /// A motion from a rotation matrix (row-major) and a translation in the unit of the points.
    ///
    /// # Errors
    /// [`Error::Rotation`] unless the matrix is orthonormal with determinant +1, to 1e-6.
    pub fn new(rotation: [[f64; 3]; 3], translation: [f64; 3]) -> Result<Self, Error> {
        let r = &rotation;
        let mut off = 0.0f64;
        for i in 0..3 {
            for j in 0..3 {
                let dot: f64 = (0..3).map(|k| r[i][k] * r[j][k]).sum();
                off = off.max((dot - if i == j { 1.0 } else { 0.0 }).abs());
            }
        }
        let minor = |a: usize, b: usize| r[1][a] * r[2][b] - r[1][b] * r[2][a];
        let determinant = r[0][0] * minor(1, 2) - r[0][1] * minor(0, 2) + r[0][2] * minor(0, 1);
        off = off.max((determinant - 1.0).abs());
        // `off` loses NaN in `max`, so the sums are checked by themselves.
        let finite = rotation.iter().flatten().chain(&translation).all(|value| value.is_finite());
        if !finite || off > 1e-6 {
            return Err(Error::Rotation { off: if finite { off } else { f64::NAN } });
        }
        Ok(Self { rotation, translation })
    }

    /// The rotation matrix, row-major.
    pub fn rotation(&self) -> &[[f64; 3]; 3] {
        &self.rotation
    }

    /// The translation, in the unit of the points.
    pub fn translation(&self) -> &[f64; 3] {
        &self.translation
    }

    /// A point of the world in the camera's frame.
    pub fn to_camera(&self, point: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|i| (0..3).map(|k| self.rotation[i][k] * point[k]).sum::<f64>() + self.translation[i])
    }

    /// A point of the camera's frame in the world.
    pub fn to_world(&self, point: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|i| (0..3).map(|k| self.rotation[k][i] * (point[k] - self.translation[k])).sum())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for CameraExtrinsics {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Motion {
            rotation: [[f64; 3]; 3],
            translation: [f64; 3],
        }
        let motion = Motion::deserialize(deserializer)?;
        Self::new(motion.rotation, motion.translation).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projecting_undoes_back_projecting() {
        let camera = CameraIntrinsics::new(500.0, 510.0, 320.5, 239.5, 640, 480).unwrap();
        let (u, v) = camera.project(camera.back_project(12.0, 400.0, 3.5)).unwrap();
        assert!((u - 12.0).abs() < 1e-9 && (v - 400.0).abs() < 1e-9);
        assert_eq!(camera.project([0.0, 0.0, 0.0]), None);
    }

    #[test]
    fn scaling_keeps_the_viewing_ray_of_an_edge() {
        let camera = CameraIntrinsics::new(500.0, 500.0, 319.5, 239.5, 640, 480).unwrap();
        let small = camera.scaled_to(64, 24);
        // The left edge of the picture is at u = -0.5 in both.
        let ray = camera.back_project(-0.5, -0.5, 1.0);
        let scaled = small.back_project(-0.5, -0.5, 1.0);
        assert!((ray[0] - scaled[0]).abs() < 1e-12 && (ray[1] - scaled[1]).abs() < 1e-12);
    }

    #[test]
    fn impossible_cameras_are_refused() {
        assert!(matches!(CameraIntrinsics::new(0.0, 1.0, 0.0, 0.0, 1, 1), Err(Error::Intrinsics { name: "fx", .. })));
        assert!(matches!(CameraIntrinsics::new(1.0, f64::NAN, 0.0, 0.0, 1, 1), Err(Error::Intrinsics { name: "fy", .. })));
        assert!(matches!(CameraIntrinsics::new(1.0, 1.0, f64::INFINITY, 0.0, 1, 1), Err(Error::Intrinsics { name: "cx", .. })));
        assert!(matches!(CameraIntrinsics::new(1.0, 1.0, 0.0, 0.0, 1, 0), Err(Error::Intrinsics { name: "height", .. })));
    }

    #[test]
    fn world_and_camera_are_inverse() {
        let quarter_turn = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        let pose = CameraExtrinsics::new(quarter_turn, [1.0, 2.0, 3.0]).unwrap();
        assert_eq!(pose.to_camera([1.0, 0.0, 0.0]), [1.0, 3.0, 3.0]);
        assert_eq!(pose.to_world(pose.to_camera([4.0, 5.0, 6.0])), [4.0, 5.0, 6.0]);
    }

    #[test]
    fn mirrors_scales_and_nan_are_no_rotations() {
        let mirror = [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!(matches!(CameraExtrinsics::new(mirror, [0.0; 3]), Err(Error::Rotation { off }) if off == 2.0));
        let nan = [[f64::NAN, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!(CameraExtrinsics::new(nan, [0.0; 3]).is_err());
        let doubled = [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]];
        assert!(CameraExtrinsics::new(doubled, [0.0; 3]).is_err());
    }
}
