//! Which output of a network is which.

use std::fmt;

use crate::{Config, Error};

/// Name and shape of one output of a network; `None` is a dimension that is only known when the network runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputInfo {
    /// Name in the model file.
    pub name: String,
    /// Its dimensions.
    pub shape: Vec<Option<usize>>,
}

impl OutputInfo {
    /// An output whose shape is known.
    pub fn new(name: impl Into<String>, shape: &[usize]) -> Self {
        Self { name: name.into(), shape: shape.iter().copied().map(Some).collect() }
    }
}

impl fmt::Display for OutputInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims: Vec<String> = self.shape.iter().map(|dim| dim.map_or("?".to_owned(), |size| size.to_string())).collect();
        write!(f, "{} [{}]", self.name, dims.join(", "))
    }
}

/// Positions of the three outputs among all outputs of a network.
///
/// ```
/// use vrt_rfdetr_seg::{OutputInfo, OutputRoles};
/// let outputs = [
///     OutputInfo::new("dets", &[1, 100, 4]),
///     OutputInfo::new("labels", &[1, 100, 91]),
///     OutputInfo::new("masks", &[1, 100, 78, 78]),
/// ];
/// assert_eq!(OutputRoles::find("nano.onnx", &outputs)?, OutputRoles { boxes: 0, labels: 1, masks: 2 });
/// # Ok::<(), vrt_rfdetr_seg::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutputRoles {
    /// Boxes `[B, Q, 4]`: centre x, centre y, width, height, in 0..=1 of the input.
    pub boxes: usize,
    /// Class logits `[B, Q, C]`.
    pub labels: usize,
    /// Mask logits `[B, Q, h, w]`.
    pub masks: usize,
}

/// Names that exporters give the outputs. They are only asked where shapes leave several readings.
const BOXES: [&str; 3] = ["dets", "pred_boxes", "boxes"];
const LABELS: [&str; 3] = ["labels", "pred_logits", "logits"];
const MASKS: [&str; 2] = ["masks", "pred_masks"];

impl OutputRoles {
    /// Tells the outputs apart by their shapes: masks have four dimensions, boxes and labels three, boxes end in 4, and all three agree
    /// in batch size and queries. Dimensions of 0 fit nothing. Where this leaves several readings (a head of four slots, two outputs
    /// of the same shape, dimensions that are not known yet), the names decide: `dets`, `labels`, `masks` of rfdetr's exports, or
    /// `pred_boxes`, `pred_logits`, `pred_masks`. `model` stands for the model in messages.
    ///
    /// # Errors
    /// [`Error::Outputs`] if no reading fits, or several do and the names do not decide. The message lists what the model has.
    pub fn find(model: &str, outputs: &[OutputInfo]) -> Result<Self, Error> {
        let mut readings = Vec::new();
        for (masks, mask) in outputs.iter().enumerate() {
            let [batch, queries, ..] = mask.shape[..] else { continue };
            if mask.shape.len() != 4 || !positive(mask) {
                continue;
            }
            let fits = |output: &OutputInfo| {
                output.shape.len() == 3 && positive(output) && agree(output.shape[0], batch) && agree(output.shape[1], queries)
            };
            for (boxes, b) in outputs.iter().enumerate().filter(|(_, output)| fits(output) && agree(output.shape[2], Some(4))) {
                for (labels, l) in outputs.iter().enumerate().filter(|(_, output)| fits(output)) {
                    if labels != boxes && agree(b.shape[0], l.shape[0]) && agree(b.shape[1], l.shape[1]) {
                        readings.push(Self { boxes, labels, masks });
                    }
                }
            }
        }
        if let [only] = readings[..] {
            return Ok(only);
        }
        let several = !readings.is_empty();
        let best = readings.iter().map(|reading| reading.named(outputs)).max().unwrap_or(0);
        readings.retain(|reading| best > 0 && reading.named(outputs) == best);
        if let [only] = readings[..] {
            return Ok(only);
        }
        let problem =
            if several { "its outputs can be read in several ways and their names do not decide" } else { "its outputs do not fit" };
        Err(outputs_error(model, problem, outputs))
    }

    /// How many of the three outputs bear a name of their role.
    fn named(&self, outputs: &[OutputInfo]) -> usize {
        let roles: [(usize, &[&str]); 3] = [(self.boxes, &BOXES), (self.labels, &LABELS), (self.masks, &MASKS)];
        roles.iter().filter(|(index, names)| names.contains(&outputs[*index].name.to_ascii_lowercase().as_str())).count()
    }
}

/// Checks the sizes of outputs that were told apart against a configuration. Dimensions that are not known yet are left alone.
///
/// # Errors
/// [`Error::HeadWidth`] if the labels have another width than the label list, [`Error::ConfigMismatch`] if batch size (1 is needed),
/// queries or masks differ.
pub fn check_outputs(model: &str, outputs: &[OutputInfo], roles: OutputRoles, config: &Config) -> Result<(), Error> {
    let out_of_range = || outputs_error(model, "the positions of its outputs are not positions of this list", outputs);
    let shape = |index: usize| outputs.get(index).map(|output| output.shape.as_slice()).ok_or_else(out_of_range);
    let (&[box_batch, box_queries, _], &[label_batch, label_queries, width], &[mask_batch, mask_queries, mask_height, mask_width]) =
        (shape(roles.boxes)?, shape(roles.labels)?, shape(roles.masks)?)
    else {
        return Err(outputs_error(model, "its outputs do not fit", outputs));
    };
    let mismatch = |what, found: String, expected: String| {
        let (model, config) = (model.to_owned(), config.name().to_owned());
        Err(Error::ConfigMismatch { model, config, what, found, expected })
    };
    let other = |sizes: [Option<usize>; 3], wanted: usize| sizes.into_iter().flatten().find(|size| *size != wanted);
    if let Some(batch) = other([box_batch, label_batch, mask_batch], 1) {
        return mismatch("the batch size", batch.to_string(), "1 (pictures are run one by one)".to_owned());
    }
    if let Some(queries) = other([box_queries, label_queries, mask_queries], config.queries()) {
        return mismatch("the number of queries", queries.to_string(), config.queries().to_string());
    }
    let expected = config.labels().head_width();
    if let Some(found) = width.filter(|width| *width != expected) {
        return Err(Error::HeadWidth { model: model.to_owned(), config: config.name().to_owned(), found, expected });
    }
    if let Some((width, height)) = config.mask_size()
        && !(agree(mask_width, Some(width)) && agree(mask_height, Some(height)))
    {
        let text = |side: Option<usize>| side.map_or("?".to_owned(), |side| side.to_string());
        return mismatch("the mask size", format!("{}x{}", text(mask_width), text(mask_height)), format!("{width}x{height}"));
    }
    Ok(())
}

fn positive(output: &OutputInfo) -> bool {
    output.shape.iter().all(|dim| *dim != Some(0))
}

fn agree(a: Option<usize>, b: Option<usize>) -> bool {
    a.is_none() || b.is_none() || a == b
}

fn outputs_error(model: &str, problem: &str, outputs: &[OutputInfo]) -> Error {
    let found: Vec<String> = outputs.iter().map(ToString::to_string).collect();
    let found = if found.is_empty() { "no outputs".to_owned() } else { found.join(", ") };
    Error::Outputs { model: model.to_owned(), problem: problem.to_owned(), found }
}
