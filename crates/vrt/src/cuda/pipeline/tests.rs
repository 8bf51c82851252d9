//! The pipeline's bookkeeping, on slots that need no GPU.

use std::cell::RefCell;
use std::rc::Rc;

use super::*;
use crate::cuda::PixelFormat;

#[derive(Debug, PartialEq)]
enum Error {
    Pipeline(PipelineError),
    Submit,
    Wait(u32),
}

impl From<PipelineError> for Error {
    fn from(error: PipelineError) -> Self {
        Self::Pipeline(error)
    }
}

/// A slot that counts: its "result" is the option it was given, and odd ones end in an error where it says so.
struct Slot {
    given: u32,
    fails: bool,
    events: Rc<RefCell<Vec<String>>>,
}

impl PipelineSlot for Slot {
    type Options = u32;
    type Error = Error;

    fn batch(&self) -> usize {
        1
    }

    fn staging(&mut self, _: usize, _: &FrameLayout) -> Result<&mut [u8], Error> {
        Ok(&mut [])
    }

    fn submit(&mut self, _: &[Frame<'_>], options: &u32) -> Result<(), Error> {
        if *options >= 100 {
            return Err(Error::Submit);
        }
        self.given = *options;
        self.events.borrow_mut().push(format!("submit {options}"));
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Error> {
        self.events.borrow_mut().push(format!("wait {}", self.given));
        if self.fails && self.given % 2 == 1 { Err(Error::Wait(self.given)) } else { Ok(()) }
    }

    fn is_ready(&self) -> Result<bool, Error> {
        Ok(self.given == 0)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.events.borrow_mut().push(format!("drop {}", self.given));
    }
}

fn pipeline(slots: usize, fails: bool) -> (Pipeline<Slot>, Rc<RefCell<Vec<String>>>) {
    let events = Rc::new(RefCell::new(Vec::new()));
    let slot = |_| Slot { given: 0, fails, events: events.clone() };
    (Pipeline::new((0..slots).map(slot).collect()).unwrap(), events)
}

fn frame() -> Frame<'static> {
    Frame::staged(FrameLayout::new(PixelFormat::Gray8, 1, 1)).unwrap()
}

#[test]
fn results_come_back_in_the_order_of_submission() {
    for slots in 1..4 {
        let (mut pipeline, _) = pipeline(slots, false);
        let mut found = Vec::new();
        for number in 0..10 {
            if pipeline.is_full() {
                found.push(pipeline.next().unwrap().unwrap().given);
            }
            pipeline.submit(&frame(), &number).unwrap();
        }
        assert_eq!(pipeline.in_flight(), slots);
        while let Some(slot) = pipeline.next().unwrap() {
            found.push(slot.given);
        }
        assert_eq!(found, (0..10).collect::<Vec<_>>(), "{slots} slots");
        assert!(pipeline.is_ready().unwrap(), "nothing is in flight");
    }
}

#[test]
fn a_failed_submission_loses_nothing() {
    let (mut pipeline, _) = pipeline(2, false);
    pipeline.submit(&frame(), &1).unwrap();
    assert_eq!(pipeline.submit(&frame(), &100), Err(Error::Submit));
    assert_eq!(pipeline.in_flight(), 1);
    pipeline.submit(&frame(), &2).unwrap();
    assert_eq!(pipeline.submit(&frame(), &3), Err(Error::Pipeline(PipelineError::Full { slots: 2 })));
    assert_eq!(pipeline.staging(0, &FrameLayout::new(PixelFormat::Gray8, 1, 1)), Err(Error::Pipeline(PipelineError::Full { slots: 2 })));
    assert!(!pipeline.is_ready().unwrap());
    assert_eq!(pipeline.next().unwrap().unwrap().given, 1);
    assert_eq!(pipeline.next().unwrap().unwrap().given, 2);
    assert!(pipeline.next().unwrap().is_none());
}

#[test]
fn a_result_that_ended_in_an_error_is_handed_back_in_its_turn() {
    let (mut pipeline, _) = pipeline(3, true);
    for number in [0, 1, 2] {
        pipeline.submit(&frame(), &number).unwrap();
    }
    assert_eq!(pipeline.next().unwrap().unwrap().given, 0);
    assert_eq!(pipeline.next().err(), Some(Error::Wait(1)));
    // Its slot is free again.
    pipeline.submit(&frame(), &4).unwrap();
    assert_eq!(pipeline.next().unwrap().unwrap().given, 2);
    assert_eq!(pipeline.next().unwrap().unwrap().given, 4);
}

#[test]
fn slots_are_dropped_or_given_back() {
    let (mut pipeline, events) = pipeline(2, false);
    pipeline.submit(&frame(), &7).unwrap();
    let slots = pipeline.into_slots();
    assert_eq!(slots.len(), 2);
    drop(slots);
    assert_eq!(*events.borrow(), ["submit 7", "drop 7", "drop 0"]);
    assert_eq!(Pipeline::<Slot>::new(Vec::new()).err(), Some(Error::Pipeline(PipelineError::NoSlots)));
}
