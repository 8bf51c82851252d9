//! Point clouds from metric maps, and the PLY files that viewers read.

use std::io::Write;

use vrt::kornia_image::Image;
use vrt_types::{CameraIntrinsics, DepthMap, Mask, Metres};

use super::{check_aspect, is_valid};
use crate::Error;

/// The points `[x, y, z]` seen at the pixels of a map (of those inside `mask`, if there is one), in metres in the camera's frame: x right,
/// y down, z forward. Row by row; pixels whose depth is not finite or not larger than 0 are left out.
///
/// `camera` may hold for another size of the same picture; it is scaled.
///
/// ```
/// use vrt_depth_anything::fusion::{PlyFormat, ply, point_cloud};
/// use vrt_types::{CameraIntrinsics, DepthMap};
///
/// let map = DepthMap::new(2, 1, vec![2.0, 4.0])?;
/// let camera = CameraIntrinsics::new(2.0, 2.0, 0.0, 0.0, 2, 1)?;
/// let points = point_cloud(&map, &camera, None)?;
/// assert_eq!(points, [[0.0, 0.0, 2.0], [2.0, 0.0, 4.0]]);
/// let file = ply(&points, None, PlyFormat::Ascii)?;
/// assert!(file.ends_with(b"end_header\n0 0 2\n2 0 4\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::SizeMismatch`] where the mask has another size than the map, [`Error::Aspect`] where the camera's picture has another aspect
/// ratio.
pub fn point_cloud(map: &DepthMap<Metres>, camera: &CameraIntrinsics, mask: Option<&Mask>) -> Result<Vec<[f32; 3]>, Error> {
    check_aspect(camera, map.width(), map.height())?;
    let camera = camera.scaled_to(map.width(), map.height());
    let mut points = Vec::new();
    visit(map, mask, |x, y, z| {
        points.push(camera.back_project(f64::from(x), f64::from(y), f64::from(z)).map(|value| value as f32));
    })?;
    Ok(points)
}

/// The colours of the points that [`point_cloud`] gives for the same map and mask, from the picture of the map's size.
///
/// # Errors
/// [`Error::SizeMismatch`] where picture or mask have another size than the map.
pub fn point_colors(map: &DepthMap<Metres>, picture: &Image<u8, 3>, mask: Option<&Mask>) -> Result<Vec<[u8; 3]>, Error> {
    let needed = (map.width() as usize, map.height() as usize);
    let found = (picture.width(), picture.height());
    let pixels = picture.as_slice();
    if found != needed || pixels.len() != 3 * needed.0 * needed.1 {
        return Err(Error::SizeMismatch { what: "picture", found, needed });
    }
    let mut colors = Vec::new();
    visit(map, mask, |x, y, _| {
        let at = 3 * (y as usize * needed.0 + x as usize);
        colors.push([pixels[at], pixels[at + 1], pixels[at + 2]]);
    })?;
    Ok(colors)
}

/// Calls `point(x, y, depth)` for every valid pixel, row by row.
fn visit(map: &DepthMap<Metres>, mask: Option<&Mask>, mut point: impl FnMut(u32, u32, f32)) -> Result<(), Error> {
    if let Some(mask) = mask.filter(|mask| (mask.width(), mask.height()) != (map.width(), map.height())) {
        let found = (mask.width() as usize, mask.height() as usize);
        return Err(Error::SizeMismatch { what: "mask", found, needed: (map.width() as usize, map.height() as usize) });
    }
    for y in 0..map.height() {
        let row = &map.values()[y as usize * map.width() as usize..][..map.width() as usize];
        let mut run = |run: std::ops::Range<u32>| {
            let depths = &row[run.start as usize..run.end as usize];
            run.zip(depths).filter(|(_, depth)| is_valid(depth)).for_each(|(x, depth)| point(x, y, *depth));
        };
        match mask {
            Some(mask) => mask.runs(y).for_each(run),
            None => run(0..map.width()),
        }
    }
    Ok(())
}

/// How a PLY file holds its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlyFormat {
    /// Binary, least significant byte first: 12 bytes a point, 15 with colours.
    #[default]
    BinaryLittleEndian,
    /// Text, one point a line; numbers are written so that reading them gives the same `f32`.
    Ascii,
}

/// A PLY file of `points` with `x`, `y`, `z` as `float` and, where given, `red`, `green`, `blue` as `uchar`.
///
/// # Errors
/// [`Error::Colors`] unless there are as many colours as points.
pub fn ply(points: &[[f32; 3]], colors: Option<&[[u8; 3]]>, format: PlyFormat) -> Result<Vec<u8>, Error> {
    if let Some(colors) = colors.filter(|colors| colors.len() != points.len()) {
        return Err(Error::Colors { points: points.len(), colors: colors.len() });
    }
    let name = match format {
        PlyFormat::BinaryLittleEndian => "binary_little_endian",
        PlyFormat::Ascii => "ascii",
    };
    let mut header = format!("ply\nformat {name} 1.0\ncomment metres; x right, y down, z forward\nelement vertex {}\n", points.len());
    for axis in ["x", "y", "z"] {
        header += &format!("property float {axis}\n");
    }
    for channel in ["red", "green", "blue"].into_iter().filter(|_| colors.is_some()) {
        header += &format!("property uchar {channel}\n");
    }
    header += "end_header\n";
    let mut file = header.into_bytes();
    file.reserve(points.len() * if format == PlyFormat::Ascii { 40 } else { 15 });
    for (index, point) in points.iter().enumerate() {
        let color = colors.map(|colors| colors[index]);
        match format {
            PlyFormat::BinaryLittleEndian => {
                point.iter().for_each(|value| file.extend(value.to_le_bytes()));
                file.extend(color.into_iter().flatten());
            }
            PlyFormat::Ascii => {
                let [x, y, z] = point;
                // Writing to a Vec does not fail.
                let _ = write!(file, "{x} {y} {z}");
                if let Some([red, green, blue]) = color {
                    let _ = write!(file, " {red} {green} {blue}");
                }
                file.push(b'\n');
            }
        }
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vrt::kornia_image::ImageSize;

    #[test]
    fn colours_go_with_their_points() {
        let map = DepthMap::new(2, 2, vec![1.0, 0.0, f32::NAN, 2.0]).unwrap();
        let camera = CameraIntrinsics::new(1.0, 1.0, 0.0, 0.0, 2, 2).unwrap();
        let picture = Image::<u8, 3>::new(ImageSize { width: 2, height: 2 }, (0..12).collect()).unwrap();
        assert_eq!(point_cloud(&map, &camera, None).unwrap(), [[0.0, 0.0, 1.0], [2.0, 2.0, 2.0]]);
        assert_eq!(point_colors(&map, &picture, None).unwrap(), [[0, 1, 2], [9, 10, 11]]);
        let lower = Mask::from_fn(2, 2, |_, y| y == 1).unwrap();
        assert_eq!(point_cloud(&map, &camera, Some(&lower)).unwrap(), [[2.0, 2.0, 2.0]]);
        assert_eq!(point_colors(&map, &picture, Some(&lower)).unwrap(), [[9, 10, 11]]);
    }

    #[test]
    fn sizes_must_agree() {
        let map = DepthMap::new(2, 2, vec![1.0; 4]).unwrap();
        let camera = CameraIntrinsics::new(1.0, 1.0, 0.0, 0.0, 2, 2).unwrap();
        let small = Mask::new(2, 1).unwrap();
        assert!(matches!(point_cloud(&map, &camera, Some(&small)), Err(Error::SizeMismatch { what: "mask", .. })));
        let picture = Image::<u8, 3>::from_size_val(ImageSize { width: 3, height: 2 }, 0).unwrap();
        assert!(matches!(point_colors(&map, &picture, None), Err(Error::SizeMismatch { what: "picture", .. })));
        assert!(matches!(ply(&[[0.0; 3]], Some(&[]), PlyFormat::Ascii), Err(Error::Colors { points: 1, colors: 0 })));
    }
}
