//! From the network's outputs to instances: scores, boxes and masks.
//!
//! [`mod@reference`] says in plain Rust which detections the outputs stand for, and [`masks`] which pixels. Together they are the
//! specification that a GPU implementation must agree with, bit for bit; both use only additions, multiplications, divisions and
//! comparisons of IEEE 754 in a fixed order, none of them fused.

pub mod masks;
pub mod reference;

use std::collections::BTreeMap;

use rayon::prelude::*;
use vrt_types::{Instance, Mask};

use crate::{Config, DecodeOptions, Error};
use masks::MaskUpsampler;

/// The outputs of the network for one picture, checked to fit each other.
#[derive(Debug, Clone, Copy)]
pub struct NetworkOutputs<'a> {
    queries: usize,
    classes: usize,
    mask_width: usize,
    mask_height: usize,
    boxes: &'a [f32],
    labels: &'a [f32],
    masks: &'a [f32],
}

/// Sizes of the outputs for one picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutputSizes {
    /// Queries Q.
    pub queries: usize,
    /// Slots C of the class head.
    pub classes: usize,
    /// Width w of a mask in network pixels.
    pub mask_width: usize,
    /// Height h of a mask in network pixels.
    pub mask_height: usize,
}

impl<'a> NetworkOutputs<'a> {
    /// Row-major outputs: `boxes` `[Q, 4]` (centre x, centre y, width, height in 0..=1), `labels` `[Q, C]` logits, `masks` `[Q, h, w]`
    /// logits.
    ///
    /// # Errors
    /// [`Error::OutputSizes`] if a size is 0 or there are more than 2^32-1 pairs of query and class, [`Error::OutputLength`] if a slice
    /// does not hold as many values as its sizes say.
    pub fn new(sizes: OutputSizes, boxes: &'a [f32], labels: &'a [f32], masks: &'a [f32]) -> Result<Self, Error> {
        let OutputSizes { queries, classes, mask_width, mask_height } = sizes;
        let wrong = |problem| Error::OutputSizes { queries, classes, mask_width, mask_height, problem };
        if [queries, classes, mask_width, mask_height].contains(&0) {
            return Err(wrong("every size must be at least 1"));
        }
        if queries as u128 * classes as u128 > u128::from(u32::MAX) {
            return Err(wrong("more than 2^32-1 pairs of query and class"));
        }
        let check = |output: &'static str, dims: &[usize], found: usize| {
            let needed: u128 = dims.iter().map(|dim| *dim as u128).product();
            match needed == found as u128 {
                true => Ok(()),
                false => {
                    let needed = u64::try_from(needed).unwrap_or(u64::MAX);
                    Err(Error::OutputLength { output, shape: format!("{dims:?}"), needed, found: found as u64 })
                }
            }
        };
        check("boxes", &[queries, 4], boxes.len())?;
        check("labels", &[queries, classes], labels.len())?;
        check("masks", &[queries, mask_height, mask_width], masks.len())?;
        Ok(Self { queries, classes, mask_width, mask_height, boxes, labels, masks })
    }

    /// Sizes of the outputs.
    pub fn sizes(&self) -> OutputSizes {
        let Self { queries, classes, mask_width, mask_height, .. } = *self;
        OutputSizes { queries, classes, mask_width, mask_height }
    }

    /// Box of each query, `[Q, 4]`.
    pub fn boxes(&self) -> &'a [f32] {
        self.boxes
    }

    /// Class logits, `[Q, C]`.
    pub fn labels(&self) -> &'a [f32] {
        self.labels
    }

    /// Mask logits of all queries, `[Q, h, w]`.
    pub fn masks(&self) -> &'a [f32] {
        self.masks
    }

    /// Mask logits of one query, `[h, w]`; empty for queries that there are not.
    pub fn mask(&self, query: u32) -> &'a [f32] {
        let size = self.mask_width * self.mask_height;
        (query as usize).checked_mul(size).and_then(|start| self.masks.get(start..)?.get(..size)).unwrap_or_default()
    }
}

/// The instances that the outputs stand for in a picture of `picture` = `(width, height)` pixels, best score first.
///
/// [`reference::select`] says which detections these are, [`MaskUpsampler`] which pixels belong to each. Detections of the same query
/// have the same mask. Masks are computed on rayon's threads.
///
/// # Errors
/// Those of [`reference::select`]; [`Error::NotFinite`] if a mask that is needed holds NaN or infinity; [`Error::PictureSize`],
/// [`Error::Mask`] for pictures without pixels or with more than 2^32-1.
pub fn decode(
    outputs: &NetworkOutputs<'_>,
    picture: (usize, usize),
    config: &Config,
    options: &DecodeOptions,
) -> Result<Vec<Instance>, Error> {
    let detections = reference::select(outputs, picture, config, options)?;
    let mut queries: Vec<u32> = detections.iter().map(|detection| detection.query).collect();
    queries.sort_unstable();
    queries.dedup();
    if queries.is_empty() {
        return Ok(Vec::new());
    }
    reference::check_finite("masks", queries.iter().map(|&query| (query as usize, outputs.mask(query))))?;
    let upsampler = MaskUpsampler::new((outputs.mask_width, outputs.mask_height), picture)?;
    let masks: BTreeMap<u32, Mask> =
        queries.par_iter().map(|&query| Ok((query, upsampler.upsample(outputs.mask(query))?))).collect::<Result<_, Error>>()?;
    let instance = |detection: vrt_types::Detection| Some(Instance { detection, mask: masks.get(&detection.query)?.clone() });
    Ok(detections.into_iter().filter_map(instance).collect())
}
