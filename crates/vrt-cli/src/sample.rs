//! The sample models and scenes, inside the program. `models/sample` of the repository has them as files, and says how they were made.

use serde::Deserialize;
use vrt_types::{CameraIntrinsics, Rle};

use crate::error::CliError;

/// Metadata of the segmentation model.
pub const SEGMENTATION_JSON: &str = include_str!("../../../models/sample/seg.json");
/// Metadata of the depth model.
pub const DEPTH_JSON: &str = include_str!("../../../models/sample/depth.json");
/// A network inside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Finds objects.
    Segmentation,
    /// Estimates depth.
    Depth,
}

impl Network {
    /// Its ONNX file.
    pub fn onnx(self) -> &'static [u8] {
        match self {
            Self::Segmentation => include_bytes!("../../../models/sample/seg.onnx"),
            Self::Depth => include_bytes!("../../../models/sample/depth.onnx"),
        }
    }

    /// The name of that file.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Segmentation => "seg.onnx",
            Self::Depth => "depth.onnx",
        }
    }
}

/// A scene that neither model has seen in training, with its truth.
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    /// Name of the picture.
    pub name: &'static str,
    /// The picture file.
    pub picture: &'static [u8],
    json: &'static str,
    depth: &'static [u8],
}

macro_rules! scenes {
    ($($number:literal)*) => {
        [$(Scene {
            name: concat!("scene-", $number, ".jpg"),
            picture: include_bytes!(concat!("../../../models/sample/scenes/scene-", $number, ".jpg")),
            json: include_str!(concat!("../../../models/sample/scenes/scene-", $number, ".json")),
            depth: include_bytes!(concat!("../../../models/sample/scenes/scene-", $number, ".depth.png")),
        }),*]
    };
}

/// All scenes.
pub const SCENES: [Scene; 12] = scenes!("00" "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11");

/// What is really in a scene.
#[derive(Debug, Deserialize)]
pub struct Truth {
    /// The camera.
    pub camera: CameraIntrinsics,
    /// The objects.
    pub instances: Vec<TrueObject>,
}

/// One object of a scene.
#[derive(Debug, Deserialize)]
pub struct TrueObject {
    /// Name of its class.
    pub class: String,
    /// Id of its class.
    pub class_id: u32,
    /// Box: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// Pixels of its mask.
    pub area: u64,
    /// Its visible pixels.
    pub mask: Rle,
    /// Median depth inside the mask, in metres.
    pub distance_m: f32,
}

impl Scene {
    /// Objects and camera.
    ///
    /// # Errors
    /// [`CliError::BuiltIn`] if the file is not what this program expects.
    pub fn truth(&self) -> Result<Truth, CliError> {
        serde_json::from_str(self.json).map_err(|error| self.broken(error))
    }

    /// Depth in metres, row by row, with width and height; 0 where there is none.
    ///
    /// # Errors
    /// [`CliError::BuiltIn`] if the file is not what this program expects.
    pub fn depth(&self) -> Result<(u32, u32, Vec<f32>), CliError> {
        let picture = image::load_from_memory_with_format(self.depth, image::ImageFormat::Png).map_err(|error| self.broken(error))?;
        let image::DynamicImage::ImageLuma16(millimetres) = picture else { return Err(self.broken("its depth is not 16-bit grey")) };
        let (width, height) = millimetres.dimensions();
        Ok((width, height, millimetres.into_raw().into_iter().map(|value| f32::from(value) / 1000.0).collect()))
    }

    fn broken(&self, problem: impl ToString) -> CliError {
        CliError::BuiltIn { what: format!("scene {}", self.name), problem: problem.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_whole() {
        for scene in SCENES {
            let picture = vrt_picture::decode_picture(scene.picture, scene.name).unwrap();
            let truth = scene.truth().unwrap();
            let (width, height, depth) = scene.depth().unwrap();
            assert_eq!((picture.width(), picture.height()), (width as usize, height as usize));
            assert_eq!((truth.camera.width(), truth.camera.height()), (width, height));
            assert!(!truth.instances.is_empty() && depth.iter().all(|metres| *metres > 0.0));
            for object in truth.instances {
                assert_eq!((object.mask.width(), object.mask.height(), object.mask.area()), (width, height, object.area));
            }
        }
    }
}
