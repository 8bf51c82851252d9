//! Colour maps against the values that matplotlib looks up; `scripts/make_colormaps.py` wrote the file.

use vrt_types::Colormap;

#[test]
fn colors_are_matplotlibs() {
    let mut checked = 0;
    for line in include_str!("data/colormaps.csv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(',').collect();
        let map: Colormap = fields[0].parse().unwrap();
        let color = map.color(fields[1].parse().unwrap());
        for (value, expected) in color.iter().zip(&fields[2..]) {
            let expected = expected.parse::<f64>().unwrap() * 255.0;
            assert!((f64::from(*value) - expected).abs() <= 0.5 + 1e-3, "{line}: {color:?}");
        }
        checked += 1;
    }
    assert_eq!(checked, 60);
}

#[test]
fn ends_are_those_of_the_publications() {
    // First and last rows of the published tables (turbo: Google's gist; viridis and magma: bids/colormap), times 255.
    assert_eq!((Colormap::Turbo.table()[0], Colormap::Turbo.table()[255]), ([48, 18, 59], [122, 4, 3]));
    assert_eq!((Colormap::Viridis.table()[0], Colormap::Viridis.table()[255]), ([68, 1, 84], [253, 231, 37]));
    assert_eq!((Colormap::Magma.table()[0], Colormap::Magma.table()[255]), ([0, 0, 4], [252, 253, 191]));
    assert_eq!((Colormap::Grey.table()[0], Colormap::Grey.table()[255]), ([0, 0, 0], [255, 255, 255]));
}
