//! Colours of classes, and which text reads on them.

mod table;

use table::CLASS_COLORS;

/// The colour of a class, as RGB.
///
/// The scheme: a table of 96 colours, class `i` takes entry `i % 96`. Each entry was chosen to be as far as possible (in OKLab) from
/// all entries before it, above all in hue, also for eyes that see no red or no green; so the fewer classes a model has, the more distinct
/// they look. All are vivid and of middle lightness (OKLab L 0.60 to 0.88), so that they stand out on dark and bright pictures alike. The
/// script that chose them is `scripts/make_class_colors.py`.
///
/// ```
/// use vrt_viz::class_color;
/// assert_ne!(class_color(0), class_color(1));
/// assert_eq!(class_color(7), class_color(7 + 96));
/// ```
pub fn class_color(class_id: u32) -> [u8; 3] {
    CLASS_COLORS[class_id as usize % CLASS_COLORS.len()]
}

/// Black or white, whichever has the higher contrast on `background` by the contrast ratio of WCAG 2.1
/// (<https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio>); never less than 4.5:1.
///
/// ```
/// use vrt_viz::text_color_on;
/// assert_eq!(text_color_on([255, 230, 0]), [0, 0, 0]);
/// assert_eq!(text_color_on([20, 20, 140]), [255, 255, 255]);
/// ```
pub fn text_color_on(background: [u8; 3]) -> [u8; 3] {
    let luminance = luminance(background);
    let on_black = (luminance + 0.05) / 0.05;
    let on_white = 1.05 / (luminance + 0.05);
    if on_black >= on_white { [0; 3] } else { [255; 3] }
}

/// Relative luminance of sRGB, 0..=1.
fn luminance(color: [u8; 3]) -> f64 {
    let [red, green, blue] = color.map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OKLab (Ottosson 2020).
    fn oklab(color: [u8; 3]) -> [f64; 3] {
        let [r, g, b] = color.map(|value| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
        let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
        let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
        [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    }

    #[test]
    fn luminance_ends_and_grey() {
        assert_eq!(luminance([0; 3]), 0.0);
        assert!((luminance([255; 3]) - 1.0).abs() < 1e-12);
        // sRGB 119 is the grey of 18.4 % (WCAG's own example of 4.5:1 on white is #767676 = 118).
        assert!((1.05 / (luminance([118; 3]) + 0.05) - 4.54).abs() < 0.005);
    }

    #[test]
    fn every_plate_is_legible() {
        for class_id in 0..96 {
            let plate = class_color(class_id);
            let (low, high) =
                (luminance(plate).min(luminance(text_color_on(plate))), luminance(plate).max(luminance(text_color_on(plate))));
            assert!((high + 0.05) / (low + 0.05) >= 4.5, "class {class_id} {plate:?}");
        }
    }

    #[test]
    fn colors_are_distinct() {
        // A distance of 0.02 in OKLab is what eyes tell apart side by side.
        for (count, least) in [(8, 0.12), (24, 0.07), (96, 0.03)] {
            for a in 0..count {
                for b in 0..a {
                    let (p, q) = (oklab(class_color(a)), oklab(class_color(b)));
                    let distance = (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>().sqrt();
                    assert!(distance >= least, "classes {a} and {b} are {distance:.3} apart");
                }
            }
        }
    }
}
