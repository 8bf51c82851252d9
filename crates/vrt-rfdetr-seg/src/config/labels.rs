//! Which class each slot of the head stands for.

use std::collections::BTreeMap;

use crate::Error;

/// One class of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The id that detections carry. COCO models: the sparse COCO category id (1 = person, 90 = toothbrush).
    pub id: u32,
    /// The name for people.
    pub name: String,
    /// The slot of the class head whose logit is this class's.
    pub slot: usize,
}

/// Where the slot that means "no object" is. It cannot be inferred from the width of the head, so it is always said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoObject {
    /// There is none: the published COCO weights, whose last slot is a real class (toothbrush).
    None,
    /// The last slot: heads fine-tuned with rfdetr, `num_classes + 1` logits.
    Last,
    /// Slot 0: heads of older fine-tunings, background first.
    First,
}

impl NoObject {
    /// The word used in metadata files: `none`, `last`, `first`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Last => "last",
            Self::First => "first",
        }
    }
}

/// What every slot of a class head stands for: a class, "no object", or nothing.
///
/// Detections on slots that stand for nothing (COCO's ids without a category) or for "no object" are dropped, but only after the top-K
/// selection, in which they take part: that is how the reference implementation counts.
///
/// ```
/// use vrt_rfdetr_seg::{LabelMap, NoObject};
/// let coco = LabelMap::coco();
/// assert_eq!((coco.head_width(), coco.len()), (91, 80));
/// assert_eq!(coco.name(90), Some("toothbrush"));
///
/// let own = LabelMap::from_names(["cup", "fork"], NoObject::Last)?;
/// assert_eq!(own.head_width(), 3);
/// assert_eq!(own.label_at(1).map(|label| label.id), Some(1));
/// assert_eq!(own.label_at(2), None);
/// # Ok::<(), vrt_rfdetr_seg::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelMap {
    slots: Vec<Option<Label>>,
    by_id: BTreeMap<u32, usize>,
    no_object: NoObject,
}

/// Widest head accepted; Objects365 has 366 slots, LVIS 1204.
pub(crate) const MAX_HEAD_WIDTH: usize = 65_536;

impl LabelMap {
    /// A label list for a head of `head_width` slots. Slots without a label stand for nothing.
    ///
    /// # Errors
    /// [`Error::Labels`] if there is no label, a slot is outside the head, two labels share a slot or an id, or a label sits on the
    /// no-object slot.
    pub fn new(labels: impl IntoIterator<Item = Label>, head_width: usize, no_object: NoObject) -> Result<Self, Error> {
        let wrong = |problem: String| Error::Labels { problem };
        if head_width == 0 || head_width > MAX_HEAD_WIDTH {
            return Err(wrong(format!("a class head of {head_width} slots; it must have 1 to {MAX_HEAD_WIDTH}")));
        }
        let mut map = Self { slots: vec![None; head_width], by_id: BTreeMap::new(), no_object };
        for label in labels {
            let Label { id, slot, .. } = label;
            if slot >= head_width {
                return Err(wrong(format!(
                    "class {id} ({:?}) sits on slot {slot}, but the head has only slots 0..{head_width}",
                    label.name
                )));
            }
            if map.no_object_slot() == Some(slot) {
                let which = no_object.as_str();
                return Err(wrong(format!(
                    "class {id} ({:?}) sits on slot {slot}, which no_object = {which:?} makes the no-object slot",
                    label.name
                )));
            }
            if let Some(other) = &map.slots[slot] {
                return Err(wrong(format!("classes {} ({:?}) and {id} ({:?}) both sit on slot {slot}", other.id, other.name, label.name)));
            }
            if let Some(other) = map.by_id.insert(id, slot) {
                return Err(wrong(format!("two classes have id {id}, on slots {other} and {slot}")));
            }
            map.slots[slot] = Some(label);
        }
        if map.by_id.is_empty() {
            return Err(wrong("it is empty; give at least one class".to_owned()));
        }
        Ok(map)
    }

    /// Classes in the order in which the network was trained, with ids 0, 1, 2, ...; the head has one slot more unless `no_object` is
    /// [`NoObject::None`]. With [`NoObject::First`] class 0 sits on slot 1.
    ///
    /// # Errors
    /// [`Error::Labels`] if there is no name, or more than a head can have.
    pub fn from_names<S: Into<String>>(names: impl IntoIterator<Item = S>, no_object: NoObject) -> Result<Self, Error> {
        let first = usize::from(no_object == NoObject::First);
        let labels: Vec<Label> = (0u32..).zip(names).map(|(id, name)| Label { id, name: name.into(), slot: first + id as usize }).collect();
        let head_width = labels.len() + usize::from(no_object != NoObject::None);
        Self::new(labels, head_width, no_object)
    }

    /// COCO's 80 categories on 91 slots: slot `i` is category id `i`. Slots 0, 12, 26, 29, 30, 45, 66, 68, 69, 71 and 83 stand for nothing;
    /// slot 90 is a class.
    pub fn coco() -> Self {
        let mut map = Self { slots: vec![None; 91], by_id: BTreeMap::new(), no_object: NoObject::None };
        for (id, name) in COCO {
            let slot = id as usize;
            map.slots[slot] = Some(Label { id, name: name.to_owned(), slot });
            map.by_id.insert(id, slot);
        }
        map
    }

    /// Slots of the class head, with and without a class.
    pub fn head_width(&self) -> usize {
        self.slots.len()
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Always `false`: a label list has at least one class.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Where the no-object slot is.
    pub fn no_object(&self) -> NoObject {
        self.no_object
    }

    /// The slot that stands for "no object", if the head has one.
    pub fn no_object_slot(&self) -> Option<usize> {
        match self.no_object {
            NoObject::None => None,
            NoObject::Last => self.slots.len().checked_sub(1),
            NoObject::First => Some(0),
        }
    }

    /// The class on a slot; `None` for slots without one and beyond the head.
    pub fn label_at(&self, slot: usize) -> Option<&Label> {
        self.slots.get(slot)?.as_ref()
    }

    /// The class with an id.
    pub fn label(&self, class_id: u32) -> Option<&Label> {
        self.label_at(*self.by_id.get(&class_id)?)
    }

    /// The name of a class.
    pub fn name(&self, class_id: u32) -> Option<&str> {
        self.label(class_id).map(|label| label.name.as_str())
    }

    /// The id of the class with a name, as written in the list.
    pub fn id(&self, name: &str) -> Option<u32> {
        self.iter().find(|label| label.name == name).map(|label| label.id)
    }

    /// All classes, by slot.
    pub fn iter(&self) -> impl Iterator<Item = &Label> + '_ {
        self.slots.iter().flatten()
    }

    /// The classes in one line for messages, shortened where there are many.
    pub(crate) fn summary(&self) -> String {
        const SHOWN: usize = 12;
        let mut text = self.iter().take(SHOWN).map(|label| format!("{} {}", label.id, label.name)).collect::<Vec<_>>().join(", ");
        if self.len() > SHOWN {
            text.push_str(&format!(", ... ({} in all)", self.len()));
        }
        text
    }
}

/// COCO's category ids and names, as in the `categories` of `instances_val2017.json`.
const COCO: [(u32, &str); 80] = [
    (1, "person"),
    (2, "bicycle"),
    (3, "car"),
    (4, "motorcycle"),
    (5, "airplane"),
    (6, "bus"),
    (7, "train"),
    (8, "truck"),
    (9, "boat"),
    (10, "traffic light"),
    (11, "fire hydrant"),
    (13, "stop sign"),
    (14, "parking meter"),
    (15, "bench"),
    (16, "bird"),
    (17, "cat"),
    (18, "dog"),
    (19, "horse"),
    (20, "sheep"),
    (21, "cow"),
    (22, "elephant"),
    (23, "bear"),
    (24, "zebra"),
    (25, "giraffe"),
    (27, "backpack"),
    (28, "umbrella"),
    (31, "handbag"),
    (32, "tie"),
    (33, "suitcase"),
    (34, "frisbee"),
    (35, "skis"),
    (36, "snowboard"),
    (37, "sports ball"),
    (38, "kite"),
    (39, "baseball bat"),
    (40, "baseball glove"),
    (41, "skateboard"),
    (42, "surfboard"),
    (43, "tennis racket"),
    (44, "bottle"),
    (46, "wine glass"),
    (47, "cup"),
    (48, "fork"),
    (49, "knife"),
    (50, "spoon"),
    (51, "bowl"),
    (52, "banana"),
    (53, "apple"),
    (54, "sandwich"),
    (55, "orange"),
    (56, "broccoli"),
    (57, "carrot"),
    (58, "hot dog"),
    (59, "pizza"),
    (60, "donut"),
    (61, "cake"),
    (62, "chair"),
    (63, "couch"),
    (64, "potted plant"),
    (65, "bed"),
    (67, "dining table"),
    (70, "toilet"),
    (72, "tv"),
    (73, "laptop"),
    (74, "mouse"),
    (75, "remote"),
    (76, "keyboard"),
    (77, "cell phone"),
    (78, "microwave"),
    (79, "oven"),
    (80, "toaster"),
    (81, "sink"),
    (82, "refrigerator"),
    (84, "book"),
    (85, "clock"),
    (86, "vase"),
    (87, "scissors"),
    (88, "teddy bear"),
    (89, "hair drier"),
    (90, "toothbrush"),
];
