//! Drawing instances: pixels that follow from the definition, and inputs that must not break it.
#![allow(clippy::unwrap_used, reason = "a failing assumption here is the test's failure")]

use kornia_image::{Image, ImageSize};
use vrt_types::{BoundingBox, Detection, Instance, Mask};
use vrt_viz::{ColorBy, Label, Style, TextStyle, VizError, class_color, draw_box, draw_instances, draw_mask, draw_outline, draw_text};

fn picture(width: usize, height: usize, value: u8) -> Image<u8, 3> {
    Image::from_size_val(ImageSize { width, height }, value).unwrap()
}

fn pixel(picture: &Image<u8, 3>, x: usize, y: usize) -> [u8; 3] {
    let start = (y * picture.width() + x) * 3;
    picture.as_slice()[start..start + 3].try_into().unwrap()
}

fn instance(mask: Mask, bbox: [f32; 4], score: f32) -> Instance {
    let [x1, y1, x2, y2] = bbox;
    Instance { detection: Detection { class_id: 2, score, bbox: BoundingBox::new(x1, y1, x2, y2), query: 0 }, mask }
}

fn rectangle(size: (u32, u32), x: std::ops::Range<u32>, y: std::ops::Range<u32>) -> Mask {
    Mask::from_fn(size.0, size.1, |u, v| x.contains(&u) && y.contains(&v)).unwrap()
}

/// Masks alone: no outline, box or text.
fn bare() -> Style {
    Style { outlines: false, boxes: false, labels: false, ..Style::default() }
}

fn changed(before: &Image<u8, 3>, after: &Image<u8, 3>) -> Vec<(usize, usize)> {
    let (width, height) = (before.width(), before.height());
    (0..width * height).map(|i| (i % width, i / width)).filter(|(x, y)| pixel(before, *x, *y) != pixel(after, *x, *y)).collect()
}

#[test]
fn masks_are_blended_where_they_are_and_nowhere_else() {
    let found = instance(rectangle((100, 50), 10..90, 5..40), [10.0, 5.0, 90.0, 40.0], 0.9);
    for strength in [0.0, 0.45, 1.0] {
        let mut drawn = picture(100, 50, 70);
        draw_instances(&mut drawn, &[Label::new(&found, "x")], &Style { mask_strength: strength, ..bare() }).unwrap();
        // Strengths come in steps of 1/255.
        let alpha = (f64::from(strength) * 255.0).round() / 255.0;
        let blended = class_color(2).map(|color| (70.0 * (1.0 - alpha) + f64::from(color) * alpha).round() as u8);
        for y in 0..50 {
            for x in 0..100 {
                let expected = if found.mask.get(x, y) { blended } else { [70; 3] };
                assert_eq!(pixel(&drawn, x as usize, y as usize), expected, "{x},{y} at {strength}");
            }
        }
    }
}

#[test]
fn small_masks_are_drawn_over_large_ones() {
    let large = instance(rectangle((60, 60), 0..60, 0..60), [0.0, 0.0, 60.0, 60.0], 0.9);
    let small = instance(rectangle((60, 60), 20..30, 20..30), [20.0, 20.0, 30.0, 30.0], 0.5);
    let style = Style { mask_strength: 1.0, ..bare() };
    let (red, blue) = ([255, 0, 0], [0, 0, 255]);
    for swapped in [false, true] {
        let mut list = vec![
            Label { instance: &large, text: String::new(), color: Some(red) },
            Label { instance: &small, text: String::new(), color: Some(blue) },
        ];
        if swapped {
            list.reverse();
        }
        let mut drawn = picture(60, 60, 0);
        draw_instances(&mut drawn, &list, &style).unwrap();
        assert_eq!((pixel(&drawn, 25, 25), pixel(&drawn, 5, 5)), (blue, red));
    }
}

#[test]
fn colors_stand_for_classes_or_instances() {
    let found = instance(rectangle((20, 20), 0..20, 0..20), [0.0; 4], 0.9);
    let labels = [Label::new(&found, ""), Label::new(&found, "")];
    let mut drawn = picture(20, 20, 0);
    draw_instances(&mut drawn, &labels, &Style { mask_strength: 1.0, ..bare() }).unwrap();
    assert_eq!(pixel(&drawn, 3, 3), class_color(2));
    draw_instances(&mut drawn, &labels, &Style { mask_strength: 1.0, color_by: ColorBy::Instance, ..bare() }).unwrap();
    assert_eq!(pixel(&drawn, 3, 3), class_color(1));
}

#[test]
fn box_lines_lie_inside_the_box_and_are_clipped() {
    let blank = picture(12, 10, 0);
    let lines = |bbox: [f32; 4], width: u32| {
        let mut drawn = blank.clone();
        draw_box(&mut drawn, &BoundingBox::new(bbox[0], bbox[1], bbox[2], bbox[3]), [255; 3], width).unwrap();
        changed(&blank, &drawn)
    };
    let on_frame = |x: usize, y: usize| (2..8).contains(&x) && (3..9).contains(&y) && !((3..7).contains(&x) && (4..8).contains(&y));
    let expected: Vec<_> = (0..120).map(|i| (i % 12, i / 12)).filter(|(x, y)| on_frame(*x, *y)).collect();
    assert_eq!(lines([2.0, 3.0, 8.0, 9.0], 1), expected);
    assert_eq!(lines([1.8, 3.2, 8.4, 8.9], 1), expected);
    // A box that leaves the picture on three sides has one line in it.
    assert_eq!(lines([-50.0, 4.0, 50.0, 1e30], 1), (0..12).map(|x| (x, 4)).collect::<Vec<_>>());
    // Wider lines grow inwards.
    assert_eq!(lines([2.0, 3.0, 8.0, 9.0], 3).len(), 36);
    assert_eq!(lines([5.0, 5.0, 5.0, 5.0], 1), [(5, 5)]);
    for nothing in
        [[f32::NAN, 0.0, 5.0, 5.0], [6.0, 0.0, 5.0, 5.0], [0.0, 0.0, f32::INFINITY, 5.0], [20.0, 0.0, 30.0, 5.0], [-9.0, -9.0, -2.0, -2.0]]
    {
        assert_eq!(lines(nothing, 2), [], "{nothing:?}");
    }
    assert_eq!(lines([2.0, 3.0, 8.0, 9.0], 0), []);
}

#[test]
fn a_label_is_a_plate_with_text_in_it() {
    let found = instance(Mask::new(320, 240).unwrap(), [100.0, 100.0, 200.0, 200.0], 0.9);
    let before = picture(320, 240, 0);
    let mut drawn = before.clone();
    let style = Style { boxes: false, ..Style::default() };
    draw_instances(&mut drawn, &[Label { color: Some([250, 240, 30]), ..Label::new(&found, "cup 0.90") }], &style).unwrap();
    let touched = changed(&before, &drawn);
    let (left, right) = (touched.iter().map(|p| p.0).min().unwrap(), touched.iter().map(|p| p.0).max().unwrap());
    let (top, bottom) = (touched.iter().map(|p| p.1).min().unwrap(), touched.iter().map(|p| p.1).max().unwrap());
    // The plate stands on the box's upper left corner.
    assert_eq!((left, bottom), (100, 99));
    let plate = (left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y)));
    let dark: Vec<_> = plate.filter(|(x, y)| pixel(&drawn, *x, *y)[0] < 60).collect();
    let inner = |p: &&(usize, usize)| p.0 > left + 2 && p.0 < right - 2 && p.1 > top + 1 && p.1 < bottom - 1;
    assert!(dark.iter().filter(inner).count() > 30, "black letters on the yellow plate");
    // Half of the plate at least stays free of ink.
    assert!(dark.len() * 2 < (right - left + 1) * (bottom - top + 1));
}

#[test]
fn labels_stay_inside_the_picture_and_apart() {
    let mask = Mask::new(400, 300).unwrap();
    let boxes = [
        [0.0, 0.0, 30.0, 30.0],
        [380.0, 0.0, 400.0, 300.0],
        [0.0, 290.0, 400.0, 300.0],
        [390.0, 290.0, 500.0, 400.0],
        [-100.0, -50.0, 5.0, 5.0],
    ];
    let white = picture(400, 300, 255);
    let style = Style { boxes: false, ..Style::default() };
    let mut areas = 0;
    for bbox in boxes {
        let found = instance(mask.clone(), bbox, 0.9);
        let mut drawn = white.clone();
        draw_instances(&mut drawn, &[Label::new(&found, "label at an edge")], &style).unwrap();
        areas += changed(&white, &drawn).len();
    }
    // No plate was cut off by the picture's edge or by another one: all together they cover what one covers, times five.
    let all: Vec<Instance> = boxes.iter().map(|bbox| instance(mask.clone(), *bbox, 0.9)).collect();
    let labels: Vec<Label> = all.iter().map(|found| Label::new(found, "label at an edge")).collect();
    let mut drawn = white.clone();
    draw_instances(&mut drawn, &labels, &style).unwrap();
    assert_eq!(changed(&white, &drawn).len(), areas);
    assert_eq!(areas % 5, 0);
}

#[test]
fn a_mask_of_another_size_is_refused_before_anything_is_drawn() {
    let good = instance(rectangle((40, 30), 0..40, 0..30), [0.0, 0.0, 40.0, 30.0], 0.9);
    let bad = instance(Mask::new(40, 31).unwrap(), [0.0; 4], 0.9);
    let mut drawn = picture(40, 30, 9);
    let error = draw_instances(&mut drawn, &[Label::new(&good, "a"), Label::new(&bad, "b")], &Style::default()).unwrap_err();
    assert!(matches!(error, VizError::MaskSize { index: 1, mask_width: 40, mask_height: 31, width: 40, height: 30 }));
    assert!(error.to_string().starts_with("mask 1 is 40x31, but the picture to draw it on is 40x30"), "{error}");
    assert!(drawn.as_slice().iter().all(|value| *value == 9));
    assert!(matches!(draw_mask(&mut drawn, &bad.mask, [0; 3], 0.5), Err(VizError::MaskSize { .. })));
    assert!(matches!(draw_outline(&mut drawn, &bad.mask, [0; 3], 1), Err(VizError::MaskSize { .. })));
}

#[test]
fn settings_out_of_range_are_refused() {
    let mut drawn = picture(40, 30, 9);
    for strength in [-0.1, 1.1, f32::NAN] {
        let style = Style { mask_strength: strength, ..Style::default() };
        assert!(matches!(draw_instances(&mut drawn, &[], &style), Err(VizError::Setting { name: "mask strength", .. })));
    }
    assert!(matches!(draw_instances(&mut drawn, &[], &Style { scale: 0.0, ..Style::default() }), Err(VizError::Setting { .. })));
    let style = TextStyle { size: Some(2000.0), ..TextStyle::default() };
    assert!(matches!(draw_text(&mut drawn, "a", 0, 0, &style), Err(VizError::Setting { name: "text size", .. })));
    assert!(matches!(draw_outline(&mut drawn, &Mask::new(40, 30).unwrap(), [0; 3], 65), Err(VizError::Setting { .. })));
}

#[test]
fn nothing_breaks_it() {
    let odd = [f32::NAN, f32::NEG_INFINITY, f32::MAX, f32::MIN, -0.0, 0.5, 3.0];
    let long = "a very long label ".repeat(500);
    let texts = ["", " ", "\n\t\0", "犬と猫 0.9", "שלום مرحبا", "👩‍👩‍👧", "e\u{301}\u{200d}", "ÄÖÜ ß ñ Ω Ж", &long];
    for (width, height) in [(0, 0), (0, 5), (1, 1), (2, 1), (1, 400), (33, 7), (130, 90)] {
        let mask = Mask::from_fn(width, height, |x, y| (x ^ y) & 1 == 0).unwrap();
        let found: Vec<Instance> =
            odd.iter().flat_map(|a| odd.iter().map(|b| instance(mask.clone(), [*a, *b, *b, *a], *a)).collect::<Vec<_>>()).collect();
        let labels: Vec<Label> = found.iter().zip(texts.iter().cycle()).map(|(found, text)| Label::new(found, *text)).collect();
        for scale in [0.01, 1.0, 16.0] {
            let mut drawn = picture(width as usize, height as usize, 128);
            draw_instances(&mut drawn, &labels, &Style { scale, ..Style::default() }).unwrap();
        }
        for text in texts {
            for at in [i32::MIN, -5, 0, 3, i32::MAX] {
                let style = TextStyle { size: Some(1024.0), plate: Some([1, 2, 3]), ..TextStyle::default() };
                draw_text(&mut picture(width as usize, height as usize, 0), text, at, at, &style).unwrap();
                draw_text(&mut picture(width as usize, height as usize, 0), text, at, at, &TextStyle::default()).unwrap();
            }
        }
    }
}

#[test]
fn the_same_input_gives_the_same_pixels() {
    let found: Vec<Instance> = (0..30)
        .map(|i| instance(rectangle((200, 150), i..i + 60, i..i + 50), [i as f32, i as f32, i as f32 + 60.0, i as f32 + 50.0], 0.5))
        .collect();
    let labels: Vec<Label> = found.iter().map(|found| Label::new(found, "thing 0.50")).collect();
    let draw = || {
        let mut drawn = picture(200, 150, 60);
        draw_instances(&mut drawn, &labels, &Style::default()).unwrap();
        drawn.to_vec()
    };
    assert_eq!(draw(), draw());
}

#[test]
fn fonts_that_are_none_are_refused() {
    let error = vrt_viz::Font::from_bytes("broken.ttf", vec![0; 100]).unwrap_err();
    assert!(error.to_string().starts_with("font broken.ttf: "), "{error}");
    let same = vrt_viz::Font::from_bytes("own", include_bytes!("../assets/Roboto-Medium-subset.ttf").to_vec()).unwrap();
    let mut with_own = picture(200, 50, 0);
    let mut with_bundled = with_own.clone();
    draw_text(&mut with_own, "same", 5, 5, &TextStyle { font: Some(same), ..TextStyle::default() }).unwrap();
    draw_text(&mut with_bundled, "same", 5, 5, &TextStyle::default()).unwrap();
    assert_eq!(with_own.as_slice(), with_bundled.as_slice());
}
