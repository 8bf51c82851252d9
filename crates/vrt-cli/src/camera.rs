//! Camera files: this project's JSON and the YAML of ROS `camera_info`.

use std::path::Path;

use vrt_types::CameraIntrinsics;
use yaml_rust2::{Yaml, YamlLoader};

use crate::error::CliError;

/// A camera, and what of its file was left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The pinhole.
    pub intrinsics: CameraIntrinsics,
    /// Whether the file has lens distortion, which a pinhole has not.
    pub distorted: bool,
}

/// Reads a camera file. JSON is `{"fx": .., "fy": .., "cx": .., "cy": .., "width": .., "height": ..}`, in pixels; anything else is read as
/// ROS `camera_info` YAML, both as `camera_calibration` saves it (`camera_matrix: data`) and as `ros2 topic echo` prints it (`k`).
///
/// # Errors
/// [`CliError::Camera`] with what is missing.
pub fn read(path: &Path) -> Result<Camera, CliError> {
    let problem = |problem: String| CliError::Camera { path: path.to_owned(), problem };
    let text = std::fs::read_to_string(path).map_err(|error| problem(format!("{error}; check --camera")))?;
    parse(&text).map_err(problem)
}

fn parse(text: &str) -> Result<Camera, String> {
    if text.trim_start().starts_with('{')
        && let Ok(value) = serde_json::from_str::<serde_json::Value>(text)
        && value.get("fx").is_some()
    {
        let intrinsics = serde_json::from_value(value)
            .map_err(|error| format!("{error}; needed are fx, fy, cx, cy, width and height, all in pixels"))?;
        return Ok(Camera { intrinsics, distorted: false });
    }
    let documents = YamlLoader::load_from_str(text).map_err(|error| format!("it is neither JSON nor YAML: {error}"))?;
    let info = documents.first().filter(|document| document.as_hash().is_some());
    let info = info.ok_or("it has no fields; needed are fx, fy, cx, cy, width and height (JSON), or ROS camera_info (YAML)")?;
    let side = |names: [&str; 2]| -> Result<u32, String> {
        let value = names.iter().map(|name| &info[*name]).find(|value| !value.is_badvalue());
        let value = value.ok_or_else(|| format!("{} (or {}) is missing", names[0], names[1]))?;
        value.as_i64().and_then(|side| u32::try_from(side).ok()).ok_or_else(|| format!("{} is no number of pixels", names[0]))
    };
    let matrix = ["camera_matrix", "K", "k"].iter().map(|name| &info[*name]).find(|value| !value.is_badvalue());
    let matrix = numbers(matrix.ok_or("camera_matrix (or k) is missing: it is neither this project's JSON nor ROS camera_info")?);
    let Some(&[fx, skew, cx, _, fy, cy, _, _, _]) = matrix.as_deref() else {
        return Err("camera_matrix (or k) must be 9 numbers, row by row".to_owned());
    };
    if fx == 0.0 && fy == 0.0 {
        return Err("its matrix is all zero: this camera has not been calibrated".to_owned());
    }
    if skew != 0.0 {
        return Err(format!("its axes are skewed by {skew}, which is not supported"));
    }
    let intrinsics = CameraIntrinsics::new(fx, fy, cx, cy, side(["image_width", "width"])?, side(["image_height", "height"])?);
    let coefficients = ["distortion_coefficients", "D", "d"].iter().find_map(|name| numbers(&info[*name]));
    let distorted = coefficients.is_some_and(|coefficients| coefficients.iter().any(|value| *value != 0.0));
    Ok(Camera { intrinsics: intrinsics.map_err(|error| error.to_string())?, distorted })
}

/// The numbers of a list, or of the list `data` of a matrix.
fn numbers(value: &Yaml) -> Option<Vec<f64>> {
    let list = value.as_vec().or_else(|| value["data"].as_vec())?;
    list.iter().map(|item| item.as_f64().or_else(|| item.as_i64().map(|number| number as f64))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALIBRATION: &str = "\
image_width: 640
image_height: 480
camera_name: narrow_stereo
camera_matrix:
  rows: 3
  cols: 3
  data: [438.783367, 0.000000, 305.593336, 0.000000, 437.302876, 243.738352, 0.000000, 0.000000, 1.000000]
distortion_model: plumb_bob
distortion_coefficients:
  rows: 1
  cols: 5
  data: [-0.361976, 0.110510, 0.001014, 0.000505, 0.000000]
";

    const TOPIC: &str = "\
header:
  stamp:
    sec: 1
    nanosec: 0
  frame_id: camera
height: 720
width: 1280
distortion_model: plumb_bob
d:
- 0.0
- 0.0
k:
- 900.5
- 0.0
- 640
- 0.0
- 901.0
- 360.0
- 0
- 0
- 1.0
---
";

    #[test]
    fn our_json_is_read() {
        let camera = parse(r#"{"fx": 500, "fy": 510.5, "cx": 319.5, "cy": 239.5, "width": 640, "height": 480}"#).unwrap();
        assert_eq!(camera.intrinsics, CameraIntrinsics::new(500.0, 510.5, 319.5, 239.5, 640, 480).unwrap());
    }

    #[test]
    fn ros_calibration_files_are_read() {
        let camera = parse(CALIBRATION).unwrap();
        assert_eq!(camera.intrinsics, CameraIntrinsics::new(438.783367, 437.302876, 305.593336, 243.738352, 640, 480).unwrap());
        assert!(camera.distorted);
    }

    #[test]
    fn ros_topics_are_read() {
        let camera = parse(TOPIC).unwrap();
        assert_eq!(camera.intrinsics, CameraIntrinsics::new(900.5, 901.0, 640.0, 360.0, 1280, 720).unwrap());
        assert!(!camera.distorted);
    }

    #[test]
    fn what_is_no_camera_is_refused_with_its_reason() {
        for (text, reason) in [
            ("", "no fields"),
            ("{\"fx\": 1}", "missing field"),
            ("{\"fx\": -1, \"fy\": 1, \"cx\": 0, \"cy\": 0, \"width\": 4, \"height\": 4}", "fx is -1"),
            ("width: 4\nheight: 4\n", "camera_matrix"),
            ("width: 4\nheight: 4\nk: [0, 0, 0, 0, 0, 0, 0, 0, 0]\n", "not been calibrated"),
            ("width: 4\nheight: 4\nk: [1, 2, 3]\n", "9 numbers"),
            ("width: 4\nk: [9, 0, 2, 0, 9, 2, 0, 0, 1]\n", "image_height"),
            ("width: 4\nheight: 4\nk: [9, 0.5, 2, 0, 9, 2, 0, 0, 1]\n", "skewed"),
            ("a: [1", "neither JSON nor YAML"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(reason), "{text:?}: {error}");
        }
    }
}
