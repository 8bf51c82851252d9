//! COLMAP's `cameras.txt`: a line `CAMERA_ID MODEL WIDTH HEIGHT PARAMS...` for each camera, `#` for comments.
//!
//! The models and their parameters are those of COLMAP's documentation ("Camera Models"). COLMAP puts the centre of the top left pixel at
//! (0.5, 0.5), this project at (0, 0), so half a pixel is taken from the principal point.

use vrt_types::CameraIntrinsics;

use super::Camera;

/// Models that a pinhole with distortion describes: name, whether both focal lengths are given, and how many distortion coefficients.
const PINHOLES: [(&str, bool, usize); 6] = [
    ("SIMPLE_PINHOLE", false, 0),
    ("PINHOLE", true, 0),
    ("SIMPLE_RADIAL", false, 1),
    ("RADIAL", false, 2),
    ("OPENCV", true, 4),
    ("FULL_OPENCV", true, 8),
];

/// Models of lenses that a pinhole is too far from.
const OTHERS: [&str; 5] = ["OPENCV_FISHEYE", "FOV", "SIMPLE_RADIAL_FISHEYE", "RADIAL_FISHEYE", "THIN_PRISM_FISHEYE"];

/// The camera of such a text; `None` for texts of another kind.
pub fn parse(text: &str) -> Option<Result<Camera, String>> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let words: Vec<&str> = lines.next()?.split_whitespace().collect();
    let [_, model, numbers @ ..] = &words[..] else { return None };
    if OTHERS.contains(model) {
        return Some(Err(format!(
            "its camera model {model} is no pinhole: undistort the pictures (COLMAP's image_undistorter) and pass their camera"
        )));
    }
    let pinhole = PINHOLES.into_iter().find(|(name, ..)| name == model)?;
    Some(match lines.count() {
        0 => camera(pinhole, numbers),
        more => Err(format!("it has {} cameras; leave only the line of the one that took the pictures", more + 1)),
    })
}

fn camera((model, both, distortion): (&str, bool, usize), numbers: &[&str]) -> Result<Camera, String> {
    let wrong = || {
        let focal = if both { "FX FY" } else { "F" };
        format!("{model} has the numbers WIDTH HEIGHT {focal} CX CY and {distortion} of distortion; it says {:?}", numbers.join(" "))
    };
    let [width, height, parameters @ ..] = numbers else { return Err(wrong()) };
    let sides = width.parse().ok().zip(height.parse().ok());
    let parameters: Option<Vec<f64>> = parameters.iter().map(|number| number.parse().ok()).collect();
    let (Some((width, height)), Some(parameters)) = (sides, parameters) else { return Err(wrong()) };
    let (fx, fy, rest) = match (both, &parameters[..]) {
        (true, [fx, fy, rest @ ..]) => (*fx, *fy, rest),
        (false, [f, rest @ ..]) => (*f, *f, rest),
        _ => return Err(wrong()),
    };
    let [cx, cy, coefficients @ ..] = rest else { return Err(wrong()) };
    if coefficients.len() != distortion {
        return Err(wrong());
    }
    let intrinsics = CameraIntrinsics::new(fx, fy, cx - 0.5, cy - 0.5, width, height).map_err(|error| error.to_string())?;
    Ok(Camera { intrinsics, distorted: coefficients.iter().any(|value| *value != 0.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first two lines are from the example of COLMAP's documentation ("Output Format").
    const HEADER: &str = "# Camera list with one line of data per camera:\n#   CAMERA_ID, MODEL, WIDTH, HEIGHT, PARAMS[]\n";

    fn read(line: &str) -> Result<Camera, String> {
        parse(&format!("{HEADER}{line}\n")).unwrap()
    }

    #[test]
    fn cameras_are_read_with_their_own_pixel_centres() {
        let camera = read("1 SIMPLE_PINHOLE 3072 2304 2559.81 1536 1152").unwrap();
        assert_eq!(camera.intrinsics, CameraIntrinsics::new(2559.81, 2559.81, 1535.5, 1151.5, 3072, 2304).unwrap());
        let camera = read("2 PINHOLE 3072 2304 2560.56 2561.5 1536 1152").unwrap();
        assert_eq!((camera.intrinsics.fx(), camera.intrinsics.fy(), camera.distorted), (2560.56, 2561.5, false));
        assert!(read("3 SIMPLE_RADIAL 3072 2304 2559.69 1536 1152 -0.0218531").unwrap().distorted);
        assert!(!read("4 OPENCV 640 480 500 500 320 240 0 0 0 0").unwrap().distorted);
    }

    #[test]
    fn what_is_no_pinhole_or_no_line_is_refused() {
        for (line, word) in [
            ("1 OPENCV_FISHEYE 640 480 500 500 320 240 0 0 0 0", "undistort"),
            ("1 PINHOLE 640 480 500 500 320", "FX FY"),
            ("1 SIMPLE_PINHOLE 640 480 500 320 240 1", "F CX CY"),
            ("1 RADIAL 640 480 500 320 240 0.1", "2 of distortion"),
            ("1 PINHOLE wide 480 500 500 320 240", "WIDTH"),
            ("1 PINHOLE 640 480 0 500 320 240", "fx is 0"),
            ("1 PINHOLE 640 480 500 500 320 240\n2 PINHOLE 640 480 500 500 320 240", "2 cameras"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(word), "{line}: {error}");
        }
        for other in ["", "# nothing\n", "width: 4\n", "{\"fx\": 1}", "1 UNKNOWN 4 4 4"] {
            assert!(parse(other).is_none(), "{other}");
        }
    }
}
