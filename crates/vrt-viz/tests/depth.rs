//! Depth maps as pictures, and panels.
#![allow(clippy::unwrap_used, reason = "a failing assumption here is the test's failure")]

use kornia_image::{Image, ImageSize};
use vrt_types::{AnyDepthMap, DepthMap};
use vrt_viz::{Colormap, DepthStyle, Range, VizError, colorize, depth_picture, montage, side_by_side};

fn metric(width: u32, height: u32, values: Vec<f32>) -> AnyDepthMap {
    AnyDepthMap::Metric(DepthMap::new(width, height, values).unwrap())
}

fn relative(values: Vec<f32>) -> AnyDepthMap {
    AnyDepthMap::Relative(DepthMap::new(values.len() as u32, 1, values).unwrap())
}

fn disparity(values: Vec<f32>) -> AnyDepthMap {
    AnyDepthMap::Disparity(DepthMap::new(values.len() as u32, 1, values).unwrap())
}

fn pixels(picture: &Image<u8, 3>) -> Vec<[u8; 3]> {
    picture.as_slice().chunks(3).map(|pixel| pixel.try_into().unwrap()).collect()
}

#[test]
fn near_is_warm_for_every_kind() {
    for map in Colormap::ALL {
        let (near, far) = (map.color(1.0), map.color(0.0));
        assert_eq!(pixels(&colorize(&metric(2, 1, vec![1.0, 5.0]), map, Range::MinMax).unwrap()), [near, far]);
        assert_eq!(pixels(&colorize(&relative(vec![0.1, 9.0]), map, Range::MinMax).unwrap()), [near, far]);
        assert_eq!(pixels(&colorize(&disparity(vec![7.0, 0.0]), map, Range::MinMax).unwrap()), [near, far]);
    }
}

#[test]
fn colors_are_linear_in_the_value_and_held_at_the_ends() {
    let range = Range::Fixed { low: 2.0, high: 4.0 };
    let drawn = pixels(&colorize(&metric(5, 1, vec![1.0, 2.0, 2.5, 3.5, 40.0]), Colormap::Grey, range).unwrap());
    assert_eq!(drawn.iter().map(|pixel| pixel[0]).collect::<Vec<_>>(), [255, 255, 192, 64, 0]);
    let drawn = pixels(&colorize(&disparity(vec![1.0, 2.0, 2.5, 3.5, 40.0]), Colormap::Grey, range).unwrap());
    assert_eq!(drawn.iter().map(|pixel| pixel[0]).collect::<Vec<_>>(), [0, 0, 64, 192, 255]);
}

#[test]
fn pixels_without_depth_are_neutral() {
    for map in Colormap::ALL {
        let drawn = pixels(&colorize(&metric(6, 1, vec![1.0, f32::NAN, 0.0, -3.0, f32::INFINITY, 2.0]), map, Range::MinMax).unwrap());
        let none = map.invalid_color();
        assert_eq!(drawn, [map.color(1.0), none, none, none, none, map.color(0.0)]);
        let empty = pixels(&colorize(&metric(2, 1, vec![f32::NAN, 0.0]), map, Range::ROBUST).unwrap());
        assert_eq!(empty, [none, none]);
    }
}

#[test]
fn a_flat_map_takes_the_middle_color() {
    for range in [Range::MinMax, Range::ROBUST] {
        assert_eq!(pixels(&colorize(&metric(2, 1, vec![3.0; 2]), Colormap::Viridis, range).unwrap()), [Colormap::Viridis.color(0.5); 2]);
        assert_eq!(pixels(&colorize(&disparity(vec![0.0; 2]), Colormap::Viridis, range).unwrap()), [Colormap::Viridis.color(0.5); 2]);
    }
}

#[test]
fn one_wrong_pixel_does_not_flatten_the_robust_range() {
    let mut values: Vec<f32> = (0..1000).map(|i| 1.0 + i as f32 / 999.0).collect();
    values[500] = 1000.0;
    let map = metric(1000, 1, values);
    let spread = |range| {
        let drawn = pixels(&colorize(&map, Colormap::Grey, range).unwrap());
        drawn[0][0] - drawn[999][0]
    };
    assert!(spread(Range::ROBUST) > 250 && spread(Range::MinMax) < 3);
}

#[test]
fn the_scale_bar_is_below_the_map_and_goes_from_near_to_far() {
    let values: Vec<f32> = (0..320 * 240).map(|i| 0.5 + (i / 320) as f32 * 0.01).collect();
    let map = metric(320, 240, values);
    let style = DepthStyle { range: Range::MinMax, ..DepthStyle::default() };
    let with = depth_picture(&map, &style).unwrap();
    let without = depth_picture(&map, &DepthStyle { scale_bar: false, ..style }).unwrap();
    assert_eq!((without.width(), without.height()), (320, 240));
    assert_eq!(with.width(), 320);
    assert!(with.height() > 260 && with.height() < 300);
    assert_eq!(with.as_slice()[..320 * 240 * 3], *without.as_slice());
    // The first row below the gap that is the bar: its ends are the colour map's.
    let table = Colormap::Turbo.table();
    let all = pixels(&with);
    let bar = all.chunks(320).skip(240).find(|row| row.contains(&table[255])).unwrap();
    let colors: Vec<[u8; 3]> = bar.iter().copied().filter(|color| table.contains(color)).collect();
    assert_eq!((colors.first(), colors.last()), (Some(&table[255]), Some(&table[0])));
    assert!(colors.len() > 280);
}

#[test]
fn odd_maps_still_give_pictures() {
    let maps = [
        metric(0, 0, vec![]),
        metric(1, 1, vec![2.0]),
        metric(1, 1, vec![f32::NAN]),
        metric(3, 200, vec![1.0; 600]),
        metric(200, 3, vec![f32::MAX; 600]),
        metric(2, 1, vec![f32::MIN_POSITIVE, f32::MAX]),
        disparity(vec![f32::MIN, f32::MAX]),
        relative((1..500).map(|i| i as f32 * 1e-30).collect()),
    ];
    for map in &maps {
        for colormap in Colormap::ALL {
            for range in [Range::MinMax, Range::ROBUST, Range::Fixed { low: -1e-30, high: f32::MAX }] {
                for scale in [0.05, 1.0, 16.0] {
                    let drawn = depth_picture(map, &DepthStyle { colormap, range, scale, ..DepthStyle::default() }).unwrap();
                    assert_eq!(drawn.width(), map.width() as usize);
                }
            }
        }
    }
}

#[test]
fn panels_keep_their_pixels() {
    let solid = |width, height, value| Image::<u8, 3>::from_size_val(ImageSize { width, height }, value).unwrap();
    let (a, b, c) = (solid(50, 40, 250), solid(30, 60, 251), solid(10, 10, 252));
    let count = |sheet: &Image<u8, 3>, value: u8| pixels(sheet).iter().filter(|pixel| **pixel == [value; 3]).count();
    let row = side_by_side(&[("", &a), ("", &b), ("", &c)]).unwrap();
    let grid = montage(&[("", &a), ("", &b), ("", &c)], 2).unwrap();
    for sheet in [&row, &grid] {
        assert_eq!((count(sheet, 250), count(sheet, 251), count(sheet, 252)), (2000, 1800, 100));
    }
    assert!(row.width() > 90 && row.height() < 80 && grid.width() < row.width() && grid.height() > row.height());
    // A caption needs room, and is cut to its column.
    let captioned = side_by_side(&[("prediction of a model with a long name", &a), ("truth", &a)]).unwrap();
    let plain = side_by_side(&[("", &a), ("", &a)]).unwrap();
    assert_eq!(captioned.width(), plain.width());
    assert!(captioned.height() > plain.height());
    assert_eq!(count(&captioned, 250), 4000);
}

#[test]
fn panels_that_are_none_are_refused() {
    let one = Image::<u8, 3>::from_size_val(ImageSize { width: 1, height: 1 }, 0).unwrap();
    let none = Image::<u8, 3>::from_size_val(ImageSize { width: 0, height: 7 }, 0).unwrap();
    assert!(matches!(side_by_side(&[]), Err(VizError::NoPanels)));
    assert!(matches!(montage(&[("a", &one)], 0), Err(VizError::Setting { name: "columns", .. })));
    assert!(side_by_side(&[("a", &one), ("b", &none)]).is_ok());
    assert!(montage(&[("a", &one)], usize::MAX).is_ok());
}
