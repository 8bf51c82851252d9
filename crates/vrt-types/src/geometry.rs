//! Boxes in picture pixels.

/// An axis-aligned box in pixels: left, top, right, bottom.
///
/// Coordinates are continuous: pixel `(i, j)` covers `[i, i+1) x [j, j+1)`, so a box around one whole pixel has width 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundingBox {
    /// Left edge.
    pub x1: f32,
    /// Top edge.
    pub y1: f32,
    /// Right edge.
    pub x2: f32,
    /// Bottom edge.
    pub y2: f32,
}

impl BoundingBox {
    /// A box from its left, top, right and bottom edge.
    pub const fn new(x1: f32, y1: f32, x2: f32, y2: f32) -> Self {
        Self { x1, y1, x2, y2 }
    }

    /// Width in pixels, never negative.
    pub fn width(&self) -> f32 {
        (self.x2 - self.x1).max(0.0)
    }

    /// Height in pixels, never negative.
    pub fn height(&self) -> f32 {
        (self.y2 - self.y1).max(0.0)
    }

    /// Area in square pixels.
    pub fn area(&self) -> f32 {
        self.width() * self.height()
    }

    /// Centre `(x, y)`.
    pub fn center(&self) -> (f32, f32) {
        ((self.x1 + self.x2) * 0.5, (self.y1 + self.y2) * 0.5)
    }

    /// Intersection over union with another box; 0 where both are empty.
    ///
    /// ```
    /// use vrt_types::BoundingBox;
    /// let a = BoundingBox::new(0.0, 0.0, 2.0, 2.0);
    /// assert_eq!(a.iou(&BoundingBox::new(1.0, 0.0, 3.0, 2.0)), 1.0 / 3.0);
    /// ```
    pub fn iou(&self, other: &Self) -> f32 {
        let width = (self.x2.min(other.x2) - self.x1.max(other.x1)).max(0.0);
        let height = (self.y2.min(other.y2) - self.y1.max(other.y1)).max(0.0);
        let intersection = width * height;
        let union = self.area() + other.area() - intersection;
        if union > 0.0 { intersection / union } else { 0.0 }
    }

    /// `[x, y, width, height]`, the order of COCO annotation files.
    pub fn to_xywh(&self) -> [f32; 4] {
        [self.x1, self.y1, self.width(), self.height()]
    }
}
