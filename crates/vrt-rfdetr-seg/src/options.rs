//! Which detections a caller wants.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Config, Error};

/// Which of the selected detections are returned.
///
/// All of these act after the top-K selection, so they never change which pairs compete: removing a class does not make room for others.
///
/// ```
/// use vrt_rfdetr_seg::DecodeOptions;
/// // Persons from 0.3 on, everything else from 0.6 on, the best 20 at most.
/// let options = DecodeOptions {
///     threshold: 0.6,
///     per_class_threshold: [(1, 0.3)].into(),
///     max_detections: Some(20),
///     ..DecodeOptions::default()
/// };
/// assert_eq!(options.classes, None);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DecodeOptions {
    /// Detections must have a score larger than this (not equal), 0..=1. The default is 0.5, as in rfdetr.
    pub threshold: f32,
    /// Other thresholds for some classes, by class id.
    pub per_class_threshold: BTreeMap<u32, f32>,
    /// The class ids to return; `None` returns all.
    pub classes: Option<BTreeSet<u32>>,
    /// At most this many detections, those with the highest scores; `None` returns all.
    pub max_detections: Option<usize>,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self { threshold: 0.5, per_class_threshold: BTreeMap::new(), classes: None, max_detections: None }
    }
}

/// What the options mean for one slot of the class head.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SlotRule {
    pub class_id: u32,
    pub threshold: f32,
}

impl DecodeOptions {
    /// The default options with another threshold.
    pub fn with_threshold(threshold: f32) -> Self {
        Self { threshold, ..Self::default() }
    }

    /// Checks the options against a model without running anything.
    ///
    /// # Errors
    /// [`Error::Threshold`] for thresholds outside 0..=1, [`Error::UnknownClass`] for class ids that the model does not have.
    pub fn check(&self, config: &Config) -> Result<(), Error> {
        let check_threshold = |threshold: f32, what: &dyn Fn() -> String| match (0.0..=1.0).contains(&threshold) {
            true => Ok(()),
            false => Err(Error::Threshold { what: what(), value: threshold }),
        };
        let check_class = |class_id: u32, option: &'static str| match config.labels().label(class_id) {
            Some(_) => Ok(()),
            None => {
                let (config, known) = (config.name().to_owned(), config.labels().summary());
                Err(Error::UnknownClass { option, class_id, config, known })
            }
        };
        check_threshold(self.threshold, &|| "the score threshold".to_owned())?;
        for (&class_id, &threshold) in &self.per_class_threshold {
            check_class(class_id, "per_class_threshold")?;
            check_threshold(threshold, &|| format!("the score threshold of class {class_id}"))?;
        }
        self.classes.iter().flatten().try_for_each(|&class_id| check_class(class_id, "classes"))
    }

    /// For each slot of the head: the class and threshold its detections are returned with, `None` where they are dropped.
    ///
    /// # Errors
    /// Those of [`DecodeOptions::check`].
    pub(crate) fn rules(&self, config: &Config) -> Result<Vec<Option<SlotRule>>, Error> {
        self.check(config)?;
        let labels = config.labels();
        let rule = |slot: usize| {
            let class_id = labels.label_at(slot)?.id;
            let wanted = self.classes.as_ref().is_none_or(|classes| classes.contains(&class_id));
            let threshold = self.per_class_threshold.get(&class_id).copied().unwrap_or(self.threshold);
            wanted.then_some(SlotRule { class_id, threshold })
        };
        Ok((0..labels.head_width()).map(rule).collect())
    }
}
