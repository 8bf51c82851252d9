//! Pictures of results.

use vrt::kornia_image::Image;
use vrt_rfdetr_seg::LabelMap;
use vrt_types::{AnyDepthMap, Instance};
use vrt_viz::{DepthStyle, Label, Style, depth_picture, draw_instances};

use crate::error::CliError;
use crate::pipeline::Analysis;
use crate::report::{class_name, distance_text};

/// Draws masks, boxes and labels (`cup 0.93  1.24 m`) onto the picture.
///
/// # Errors
/// [`CliError::Viz`].
pub fn overlay(picture: &mut Image<u8, 3>, analysis: &Analysis, labels: Option<&LabelMap>) -> Result<(), CliError> {
    let metric = analysis.depth.as_ref().is_some_and(|map| map.as_metric().is_some());
    let text = |index: usize, instance: &Instance| {
        let name = format!("{} {:.2}", class_name(labels, instance.detection.class_id), instance.detection.score);
        // Numbers without a unit would be taken for metres on a picture.
        match analysis.distances.get(index).and_then(|depth| depth.median).filter(|_| metric) {
            Some(median) => format!("{name}  {}", distance_text(median)),
            None => name,
        }
    };
    let labels: Vec<Label<'_>> =
        analysis.instances.iter().enumerate().map(|(index, instance)| Label::new(instance, text(index, instance))).collect();
    Ok(draw_instances(picture, &labels, &Style::default())?)
}

/// The depth map in colours, with a scale bar.
///
/// # Errors
/// [`CliError::Viz`].
pub fn depth(map: &AnyDepthMap) -> Result<Image<u8, 3>, CliError> {
    Ok(depth_picture(map, &DepthStyle::default())?)
}
