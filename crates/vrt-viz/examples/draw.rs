//! Draws a computed scene with its instances and depth, and writes three PNG files.
//!
//! ```text
//! cargo run --release -p vrt-viz --example draw -- out 1280 720
//! ```

use std::path::PathBuf;

use kornia_image::{Image, ImageSize};
use vrt_types::{AnyDepthMap, BoundingBox, DepthMap, Detection, Instance, Mask};
use vrt_viz::{DepthStyle, Label, Style, depth_picture, draw_instances, montage};

type Error = Box<dyn std::error::Error>;

/// Centre (x right, y up, z forward) and radius in metres, colour, class.
type Ball = ([f32; 3], f32, [f32; 3], u32, &'static str);

/// Balls on a floor.
const BALLS: [Ball; 7] = [
    ([-1.15, 0.55, 3.0], 0.55, [0.85, 0.45, 0.25], 0, "basketball"),
    ([0.35, 0.35, 2.3], 0.35, [0.92, 0.92, 0.9], 1, "football"),
    ([0.78, 0.22, 1.9], 0.22, [0.75, 0.85, 0.25], 2, "tennis ball"),
    ([1.9, 0.8, 4.4], 0.8, [0.3, 0.5, 0.8], 3, "beach ball"),
    ([-0.25, 0.2, 1.7], 0.2, [0.8, 0.2, 0.25], 4, "apple"),
    ([-0.4, 0.45, 4.2], 0.45, [0.85, 0.45, 0.25], 0, "basketball"),
    ([-3.0, 0.3, 4.8], 0.3, [0.5, 0.35, 0.6], 5, "bowling ball"),
];

struct Scene {
    picture: Vec<u8>,
    depth: Vec<f32>,
    object: Vec<Option<usize>>,
}

/// Traces one ray a pixel: balls, a chequered floor, a wall 7 m away.
fn render(width: usize, height: usize) -> Scene {
    let (mut picture, mut depth, mut object) = (Vec::new(), Vec::new(), Vec::new());
    let focal = 0.75 * width.max(height) as f32;
    for i in 0..width * height {
        let (u, v) = ((i % width) as f32 + 0.5 - width as f32 / 2.0, (i / width) as f32 + 0.5 - height as f32 / 2.0);
        let ray = [u / focal, -v / focal - 0.2, 1.0];
        let eye = [0.0, 1.0, 0.0];
        let (mut z, mut hit) = if ray[1] < -1.0 / 7.0 { (-1.0 / ray[1], None) } else { (7.0, None) };
        for (index, (center, radius, ..)) in BALLS.iter().enumerate() {
            let to: [f32; 3] = std::array::from_fn(|k| eye[k] - center[k]);
            let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let (a, b, c) = (dot(ray, ray), dot(ray, to), dot(to, to) - radius * radius);
            let found = (-b - (b * b - a * c).sqrt()) / a;
            if found > 0.0 && found < z {
                (z, hit) = (found, Some(index));
            }
        }
        let point: [f32; 3] = std::array::from_fn(|k| eye[k] + ray[k] * z);
        let color = match hit {
            Some(index) => {
                let (center, radius, color, ..) = BALLS[index];
                let light = (0..3).map(|k| (point[k] - center[k]) / radius * [-0.45, 0.75, -0.48][k]).sum::<f32>();
                color.map(|c| c * (0.25 + 0.75 * light.max(0.0)) + 0.5 * light.max(0.0).powi(24))
            }
            None if point[1] < 0.01 => {
                let light = if (point[0].floor() + point[2].floor()) as i32 % 2 == 0 { 0.62 } else { 0.5 };
                [light, light * 0.93, light * 0.82]
            }
            None => [0.66, 0.7, 0.72].map(|c| c * (0.75 + 0.1 * point[1])),
        };
        picture.extend(color.map(|c| (c.clamp(0.0, 1.0).powf(0.8) * 255.0) as u8));
        depth.push(z);
        object.push(hit);
    }
    Scene { picture, depth, object }
}

fn instances(scene: &Scene, width: u32, height: u32) -> Result<Vec<(Instance, String)>, Error> {
    let mut found = Vec::new();
    for (index, (_, _, _, class_id, name)) in BALLS.iter().enumerate() {
        let mask = Mask::from_fn(width, height, |x, y| scene.object[(y * width + x) as usize] == Some(index))?;
        let Some((x, y, w, h)) = mask.extent() else { continue };
        let mut depths: Vec<f32> = (0..scene.depth.len()).filter(|i| scene.object[*i] == Some(index)).map(|i| scene.depth[i]).collect();
        depths.sort_by(f32::total_cmp);
        let score = 0.97 - 0.04 * index as f32;
        let text = format!("{name} {score:.2}  {:.2} m", depths[depths.len() / 2]);
        let bbox = BoundingBox::new(x as f32, y as f32, (x + w) as f32, (y + h) as f32);
        found.push((Instance { detection: Detection { class_id: *class_id, score, bbox, query: index as u32 }, mask }, text));
    }
    Ok(found)
}

fn save(folder: &std::path::Path, name: &str, picture: &Image<u8, 3>) -> Result<(), Error> {
    let path = folder.join(name);
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    image::save_buffer(&path, picture.as_slice(), width, height, image::ExtendedColorType::Rgb8)?;
    println!("{}", path.display());
    Ok(())
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = PathBuf::from(arguments.first().map_or("out", String::as_str));
    let number = |index: usize, default: u32| arguments.get(index).map_or(Ok(default), |text| text.parse());
    let (width, height) = (number(1, 1280)?, number(2, 720)?);
    std::fs::create_dir_all(&folder)?;

    let scene = render(width as usize, height as usize);
    let size = ImageSize { width: width as usize, height: height as usize };
    let picture = Image::<u8, 3>::new(size, scene.picture.clone())?;
    let found = instances(&scene, width, height)?;
    let labels: Vec<Label> = found.iter().map(|(instance, text)| Label::new(instance, text.as_str())).collect();

    let mut drawn = picture.clone();
    draw_instances(&mut drawn, &labels, &Style::default())?;
    save(&folder, "instances.png", &drawn)?;

    let metres = AnyDepthMap::Metric(DepthMap::new(width, height, scene.depth.clone())?);
    let depth = depth_picture(&metres, &DepthStyle::default())?;
    save(&folder, "depth.png", &depth)?;

    let disparity = AnyDepthMap::Disparity(DepthMap::new(width, height, scene.depth.iter().map(|z| 1.0 / z).collect())?);
    let disparity = depth_picture(&disparity, &DepthStyle { colormap: vrt_viz::Colormap::Magma, ..DepthStyle::default() })?;
    let sheet =
        montage(&[("picture", &picture), ("instances", &drawn), ("depth in metres", &depth), ("relative disparity", &disparity)], 2)?;
    save(&folder, "sheet.png", &sheet)
}
