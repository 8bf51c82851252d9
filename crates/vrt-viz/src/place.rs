//! Finds places for labels.

use crate::canvas::Rect;

/// Places labels one after the other: inside the picture, at their object, over as little of earlier labels as can be.
pub(crate) struct Placer {
    picture: Rect,
    taken: Vec<Rect>,
}

impl Placer {
    pub fn new(width: usize, height: usize) -> Self {
        Self { picture: Rect::new(0, 0, width as i64, height as i64), taken: Vec::new() }
    }

    /// A place of `width` x `height` for the label of an object in `object`, a rectangle inside the picture. First choice is on top of the
    /// object's upper left corner; where the picture ends there, or another label is, it goes inside the object, below it or to its right end.
    /// `None` where earlier labels would hide more than half of it: what is left could not be read, and would spoil them.
    pub fn place(&mut self, object: Rect, width: i64, height: i64) -> Option<Rect> {
        let mut best: Option<(i64, Rect)> = None;
        for (x, y) in candidates(object, width, height) {
            if y < 0 || y + height > self.picture.height {
                continue;
            }
            let place = Rect::new(self.within(x, width), y, width, height);
            let hidden = self.hidden(place);
            if best.is_none_or(|(least, _)| hidden < least) {
                best = Some((hidden, place));
            }
            if hidden == 0 {
                break;
            }
        }
        // Nothing fits into a picture lower than the label.
        let (hidden, place) = best.unwrap_or_else(|| {
            let place = Rect::new(self.within(object.x, width), 0, width, height);
            (self.hidden(place), place)
        });
        if 2 * hidden > width * height {
            return None;
        }
        self.taken.push(place);
        Some(place)
    }

    fn hidden(&self, place: Rect) -> i64 {
        self.taken.iter().map(|taken| taken.overlap(place)).sum()
    }

    fn within(&self, x: i64, width: i64) -> i64 {
        x.min(self.picture.width - width).max(0)
    }
}

/// Places in order of preference.
fn candidates(object: Rect, width: i64, height: i64) -> impl Iterator<Item = (i64, i64)> {
    let (left, right) = (object.x, object.right() - width);
    let (above, top, bottom, below) = (object.y - height, object.y, object.bottom() - height, object.bottom());
    let corners =
        [(left, above), (left, top), (right, above), (left, below), (right, top), (right, below), (left, bottom), (right, bottom)];
    corners.into_iter().chain((1..=4).flat_map(move |row| [(left, top + row * height), (left, above - row * height)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_choice_is_above_the_object() {
        assert_eq!(Placer::new(200, 100).place(Rect::new(50, 40, 30, 30), 60, 12), Some(Rect::new(50, 28, 60, 12)));
    }

    #[test]
    fn labels_stay_inside_the_picture() {
        for x in [0, 3, 150, 199] {
            for y in [0, 5, 50, 99] {
                for (width, height) in [(60, 12), (200, 100), (1, 1)] {
                    let place = Placer::new(200, 100).place(Rect::new(x, y, 200 - x, 100 - y), width, height).unwrap();
                    assert!(place.x >= 0 && place.y >= 0 && place.right() <= 200 && place.bottom() <= 100, "{place:?}");
                }
            }
        }
    }

    #[test]
    fn labels_of_one_object_do_not_overlap() {
        let mut placer = Placer::new(400, 300);
        let places: Vec<Rect> = (0..8).map(|_| placer.place(Rect::new(100, 100, 150, 90), 60, 12).unwrap()).collect();
        for (i, place) in places.iter().enumerate() {
            assert!(places[..i].iter().all(|other| other.overlap(*place) == 0), "{places:?}");
        }
    }

    #[test]
    fn a_label_larger_than_the_picture_starts_at_its_corner() {
        assert_eq!(Placer::new(1, 1).place(Rect::new(0, 0, 1, 1), 40, 12), Some(Rect::new(0, 0, 40, 12)));
    }

    #[test]
    fn a_label_that_could_not_be_read_has_no_place() {
        let mut placer = Placer::new(60, 30);
        let mut place = || placer.place(Rect::new(0, 0, 60, 30), 60, 12);
        assert_eq!((place().map(|p| p.y), place().map(|p| p.y)), (Some(0), Some(18)));
        // Rows 12 to 17 are free: half of a label.
        assert_eq!((place().map(|p| p.y), place()), (Some(12), None));
    }
}
