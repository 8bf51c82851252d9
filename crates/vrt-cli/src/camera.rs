//! Camera files: this project's own JSON or YAML, ROS `camera_info`, kornia's pinhole, COLMAP's `cameras.txt`.

mod colmap;

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

/// Reads a camera file, all in pixels:
/// - this project's: `fx`, `fy`, `cx`, `cy`, `width`, `height`, as JSON or YAML;
/// - ROS `camera_info`, both as `camera_calibration` saves it (`camera_matrix: data`) and as `ros2 topic echo` prints it (`k`);
/// - kornia's `PinholeCamera`: `intrinsics`, 3x3 or 4x4 in rows, `height`, `width`, as JSON or YAML;
/// - COLMAP's `cameras.txt` with one camera.
///
/// # Errors
/// [`CliError::Camera`] with what is missing.
pub fn read(path: &Path) -> Result<Camera, CliError> {
    let problem = |problem: String| CliError::Camera { path: path.to_owned(), problem };
    let text = std::fs::read_to_string(path).map_err(|error| problem(format!("{error}; check --camera")))?;
    parse(&text).map_err(problem)
}

/// What a file must have.
const NEEDED: &str =
    "needed are fx, fy, cx, cy, width and height, all in pixels (or ROS camera_info, kornia's intrinsics, COLMAP's cameras.txt)";

fn parse(text: &str) -> Result<Camera, String> {
    if text.trim_start().starts_with('{')
        && let Ok(value) = serde_json::from_str::<serde_json::Value>(text)
        && value.get("fx").is_some()
    {
        let intrinsics = serde_json::from_value(value).map_err(|error| format!("{error}; {NEEDED}"))?;
        return Ok(Camera { intrinsics, distorted: false });
    }
    if let Some(camera) = colmap::parse(text) {
        return camera;
    }
    // JSON is YAML.
    let documents = YamlLoader::load_from_str(text).map_err(|error| format!("it is neither JSON nor YAML: {error}"))?;
    let info = documents.first().filter(|document| document.as_hash().is_some());
    let info = info.ok_or_else(|| format!("it has no fields; {NEEDED}"))?;
    let field = |names: &[&str]| names.iter().map(|name| &info[*name]).find(|value| !value.is_badvalue());
    let side = |names: [&str; 2]| -> Result<u32, String> {
        let value = field(&names).ok_or_else(|| format!("{} (or {}) is missing", names[0], names[1]))?;
        // kornia's sides are tensors of a batch.
        let value = numbers(value).and_then(|list| <[f64; 1]>::try_from(list).ok());
        let whole = value.map(|[side]| side).filter(|side| side.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(side));
        whole.map(|side| side as u32).ok_or_else(|| format!("{} is no number of pixels", names[0]))
    };
    let [fx, skew, cx, fy, cy] = match field(&["fx"]) {
        Some(_) => {
            let number = |name: &str| {
                let value = field(&[name]).and_then(number);
                value.ok_or_else(|| format!("{name} is missing or no number; {NEEDED}"))
            };
            [number("fx")?, 0.0, number("cx")?, number("fy")?, number("cy")?]
        }
        None => {
            let matrix = field(&["camera_matrix", "K", "k", "intrinsics"]);
            let matrix = matrix.ok_or_else(|| format!("camera_matrix (or k, or intrinsics) is missing; {NEEDED}"))?;
            match numbers(matrix).as_deref() {
                Some(&[fx, skew, cx, _, fy, cy, _, _, _]) => [fx, skew, cx, fy, cy],
                Some(&[fx, skew, cx, _, _, fy, cy, _, _, _, _, _, _, _, _, _]) => [fx, skew, cx, fy, cy],
                _ => return Err("camera_matrix (or k, or intrinsics) must be 9 numbers, row by row (or 4 rows of 4)".to_owned()),
            }
        }
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

fn number(value: &Yaml) -> Option<f64> {
    value.as_f64().or_else(|| value.as_i64().map(|number| number as f64))
}

/// All numbers of a list, of lists in it, or of the list `data` of a matrix, one after the other.
fn numbers(value: &Yaml) -> Option<Vec<f64>> {
    if let Some(number) = number(value) {
        return Some(vec![number]);
    }
    let list = value.as_vec().or_else(|| value["data"].as_vec())?;
    let parts: Option<Vec<Vec<f64>>> = list.iter().map(numbers).collect();
    parts.map(|parts| parts.concat())
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
    fn our_fields_are_read_from_yaml_too() {
        let camera = parse("fx: 500\nfy: 510.5\ncx: 319.5\ncy: 239.5\nwidth: 640\nheight: 480\n").unwrap();
        assert_eq!(camera.intrinsics, CameraIntrinsics::new(500.0, 510.5, 319.5, 239.5, 640, 480).unwrap());
    }

    #[test]
    fn kornias_pinholes_are_read() {
        let expected = CameraIntrinsics::new(500.0, 510.5, 319.5, 239.5, 640, 480).unwrap();
        for text in [
            // `json.dumps` of the tensors' `.tolist()` of a batch of one.
            r#"{"intrinsics": [[[500.0, 0.0, 319.5, 0.0], [0.0, 510.5, 239.5, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]], "height": [480.0], "width": [640.0]}"#,
            "intrinsics:\n- [500, 0, 319.5]\n- [0, 510.5, 239.5]\n- [0, 0, 1]\nwidth: 640\nheight: 480\n",
        ] {
            assert_eq!(parse(text).unwrap(), Camera { intrinsics: expected, distorted: false }, "{text}");
        }
    }

    #[test]
    fn colmaps_cameras_are_read() {
        let camera = parse("# Camera list\n1 PINHOLE 640 480 800 800 320 240\n").unwrap();
        assert_eq!(camera.intrinsics, CameraIntrinsics::new(800.0, 800.0, 319.5, 239.5, 640, 480).unwrap());
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
            ("fx: 9\nfy: 9\ncx: 2\nwidth: 4\nheight: 4\n", "cy is missing"),
            ("width: 4.5\nheight: 4\nk: [9, 0, 2, 0, 9, 2, 0, 0, 1]\n", "no number of pixels"),
            ("width: 4\nk: [9, 0, 2, 0, 9, 2, 0, 0, 1]\n", "image_height"),
            ("width: 4\nheight: 4\nk: [9, 0.5, 2, 0, 9, 2, 0, 0, 1]\n", "skewed"),
            ("a: [1", "neither JSON nor YAML"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(reason), "{text:?}: {error}");
        }
    }
}
