//! What was found against what is really there.

use vrt::kornia_image::Image;
use vrt_rfdetr_seg::LabelMap;
use vrt_types::{AnyDepthMap, BoundingBox, DepthMap, Detection, Instance};
use vrt_viz::{DepthStyle, Label, Range, Style, depth_picture, draw_instances, montage};

use crate::error::CliError;
use crate::pipeline::Analysis;
use crate::render;
use crate::report::json::TrueObject;
use crate::report::table::{Cell, Table, box_text, swatch};
use crate::report::{DIM, class_name, distance_text, thousands};
use crate::sample::{Scene, Truth};

/// Masks that overlap by less are not of the same object.
const SAME_OBJECT_IOU: f64 = 0.5;

/// A scene's truth, matched with what was found.
pub struct Comparison<'a> {
    truth: &'a Truth,
    /// The true objects as instances.
    instances: Vec<Instance>,
    /// For each of them: which object was found for it, and the overlap of their masks.
    found: Vec<Option<(usize, f64)>>,
    depth: AnyDepthMap,
}

impl<'a> Comparison<'a> {
    /// Matches objects by their masks alone, so that a wrong class shows as one: the best score chooses first, its best overlap.
    ///
    /// # Errors
    /// [`CliError::BuiltIn`] if the scene is not what this program expects.
    pub fn new(scene: &Scene, truth: &'a Truth, analysis: &Analysis) -> Result<Self, CliError> {
        let broken = |error: vrt_types::Error| CliError::BuiltIn { what: format!("scene {}", scene.name), problem: error.to_string() };
        let (width, height, metres) = scene.depth()?;
        let depth = AnyDepthMap::Metric(DepthMap::new(width, height, metres).map_err(broken)?);
        let instance = |object: &crate::sample::TrueObject| {
            let [x1, y1, x2, y2] = object.bbox;
            let detection = Detection { class_id: object.class_id, score: 1.0, bbox: BoundingBox::new(x1, y1, x2, y2), query: 0 };
            Ok(Instance { detection, mask: object.mask.to_mask()? })
        };
        let instances = truth.instances.iter().map(instance).collect::<Result<Vec<_>, _>>().map_err(broken)?;
        let found = matches(&analysis.instances, &instances);
        Ok(Self { truth, instances, found, depth })
    }

    /// Found and true objects side by side, and both depths in the same colours below them.
    ///
    /// # Errors
    /// [`CliError::Viz`].
    pub fn picture(&self, picture: &Image<u8, 3>, analysis: &Analysis, labels: Option<&LabelMap>) -> Result<Image<u8, 3>, CliError> {
        let (mut found, mut real) = (picture.clone(), picture.clone());
        render::overlay(&mut found, analysis, labels)?;
        let texts = self.truth.instances.iter().map(|object| format!("{}  {}", object.class, distance_text(object.distance_m)));
        let labels: Vec<Label<'_>> = self.instances.iter().zip(texts).map(|(instance, text)| Label::new(instance, text)).collect();
        draw_instances(&mut real, &labels, &Style::default())?;
        let mut style = DepthStyle::default();
        if let Some((low, high)) = Range::ROBUST.of(&self.depth)? {
            style.range = Range::Fixed { low, high };
        }
        let real_depth = depth_picture(&self.depth, &style)?;
        let mut panels = vec![("found", &found), ("truth", &real)];
        let found_depth = analysis.depth.as_ref().map(|map| depth_picture(map, &style)).transpose()?;
        if let Some(found_depth) = &found_depth {
            panels.extend([("estimated depth", found_depth), ("true depth", &real_depth)]);
        }
        Ok(montage(&panels, 2)?)
    }

    /// Objects found, with the true distance and the overlap of the masks; then those that were missed.
    pub fn table(&self, analysis: &Analysis, labels: Option<&LabelMap>) -> String {
        let mut table = Table::new(&[">#", "", "object", ">score", ">box (x1 y1 x2 y2)", ">mask area", ">distance", ">truth", ">IoU"]);
        for (index, instance) in analysis.instances.iter().enumerate() {
            let detection = &instance.detection;
            let median = analysis.distances.get(index).and_then(|depth| depth.median);
            let real = self.found.iter().position(|found| found.is_some_and(|(found, _)| found == index));
            let mut name = class_name(labels, detection.class_id);
            let (mut truth, mut iou) = ("-".to_owned(), "-".to_owned());
            if let Some(real) = real {
                let object = &self.truth.instances[real];
                if object.class_id != detection.class_id {
                    name = format!("{name} (a {})", object.class);
                }
                truth = distance_text(object.distance_m);
                iou = self.found[real].map_or_else(String::new, |(_, iou)| format!("{iou:.2}"));
            }
            table.row(vec![
                (index + 1).to_string().into(),
                swatch(detection.class_id),
                name.into(),
                format!("{:.2}", detection.score).into(),
                box_text(&detection.bbox).into(),
                thousands(instance.mask.area()).into(),
                median.map_or_else(|| "-".to_owned(), distance_text).into(),
                truth.into(),
                iou.into(),
            ]);
        }
        for (object, _) in self.truth.instances.iter().zip(&self.found).filter(|(_, found)| found.is_none()) {
            let [x1, y1, x2, y2] = object.bbox;
            table.row(vec![
                "-".into(),
                swatch(object.class_id),
                Cell::styled(object.class.as_str(), DIM),
                Cell::styled("missed", DIM),
                Cell::styled(box_text(&BoundingBox::new(x1, y1, x2, y2)), DIM),
                Cell::styled(thousands(object.area), DIM),
                "-".into(),
                distance_text(object.distance_m).into(),
                "-".into(),
            ]);
        }
        table.render()
    }

    /// How well it went, in one line.
    pub fn summary(&self, analysis: &Analysis) -> String {
        let pairs: Vec<(usize, usize, f64)> =
            self.found.iter().enumerate().filter_map(|(real, found)| found.map(|(index, iou)| (real, index, iou))).collect();
        let wrong = analysis.instances.len() - pairs.len();
        let mut text = format!("{} of {} objects found", pairs.len(), self.truth.instances.len());
        if wrong > 0 {
            text.push_str(&format!(", {wrong} found that {} not there", if wrong == 1 { "is" } else { "are" }));
        }
        let off: Vec<f64> = pairs
            .iter()
            .filter_map(|(real, index, _)| {
                let median = analysis.distances.get(*index)?.median?;
                Some(f64::from((median - self.truth.instances[*real].distance_m).abs()))
            })
            .collect();
        if !pairs.is_empty() {
            let iou = pairs.iter().map(|(_, _, iou)| iou).sum::<f64>() / pairs.len() as f64;
            text.push_str(&format!("; mask IoU {iou:.2}"));
        }
        if !off.is_empty() {
            text.push_str(&format!(", distance off by {:.1} cm", off.iter().sum::<f64>() / off.len() as f64 * 100.0));
        }
        text.push_str(if pairs.is_empty() { "\n" } else { " on average\n" });
        text
    }

    /// The truth for the document.
    pub fn truth(&self) -> Vec<TrueObject<'a>> {
        let objects = self.truth.instances.iter().zip(&self.found);
        let object = |(object, found): (&'a crate::sample::TrueObject, &Option<(usize, f64)>)| {
            let [x1, y1, x2, y2] = object.bbox;
            TrueObject {
                class: &object.class,
                class_id: object.class_id,
                bbox: BoundingBox::new(x1, y1, x2, y2),
                area: object.area,
                mask: &object.mask,
                distance_m: object.distance_m,
                found: found.map(|(index, _)| index + 1),
                iou: found.map(|(_, iou)| iou),
            }
        };
        objects.map(object).collect()
    }
}

/// For each true object the index of the found one and their overlap.
fn matches(found: &[Instance], real: &[Instance]) -> Vec<Option<(usize, f64)>> {
    let mut matched = vec![None; real.len()];
    for (index, instance) in found.iter().enumerate() {
        let free = matched.iter().enumerate().filter(|(_, found)| found.is_none());
        let overlaps = free.filter_map(|(position, _)| Some((position, instance.mask.iou(&real[position].mask)?)));
        if let Some((position, iou)) = overlaps.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, iou)| *iou >= SAME_OBJECT_IOU) {
            matched[position] = Some((index, iou));
        }
    }
    matched
}

#[cfg(test)]
mod tests {
    use super::*;
    use vrt_types::Mask;

    fn instance(columns: std::ops::Range<u32>) -> Instance {
        let mask = Mask::from_fn(100, 10, |x, _| columns.contains(&x)).unwrap();
        Instance { detection: Detection { class_id: 0, score: 0.9, bbox: BoundingBox::default(), query: 0 }, mask }
    }

    #[test]
    fn objects_are_matched_by_their_masks() {
        let real = [instance(0..10), instance(20..40), instance(50..60)];
        let found = [instance(20..36), instance(0..10), instance(0..9), instance(55..80)];
        assert_eq!(matches(&found, &real), [Some((1, 1.0)), Some((0, 0.8)), None]);
    }
}
