//! Results that go round between threads. `vrt::cuda::Pipeline` lends its results to the thread that submits; here the thread that writes reads
//! them, so that the GPU never waits for either.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Results that go round: taken for a picture, given back once it was read, or dropped.
pub struct Slots<S> {
    slots: Vec<Mutex<S>>,
    free: Mutex<Vec<usize>>,
    returned: Condvar,
}

/// A slot that nobody else has; it goes back when this is dropped.
pub struct Taken<S> {
    index: usize,
    from: Arc<Slots<S>>,
}

impl<S> Slots<S> {
    /// Slots that are all free.
    pub fn new(slots: impl IntoIterator<Item = S>) -> Arc<Self> {
        let slots: Vec<Mutex<S>> = slots.into_iter().map(Mutex::new).collect();
        Arc::new(Self { free: Mutex::new((0..slots.len()).collect()), slots, returned: Condvar::new() })
    }

    /// Waits for a slot that nobody uses.
    pub fn take(self: &Arc<Self>) -> Taken<S> {
        let mut free = held(&self.free);
        loop {
            if let Some(index) = free.pop() {
                return Taken { index, from: Arc::clone(self) };
            }
            free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl<S> Taken<S> {
    /// The slot.
    pub fn slot(&self) -> MutexGuard<'_, S> {
        held(&self.from.slots[self.index])
    }
}

impl<S> Drop for Taken<S> {
    fn drop(&mut self) {
        held(&self.from.free).push(self.index);
        self.from.returned.notify_one();
    }
}

/// A slot is overwritten as a whole by the next picture, so one that a panic left is as good as any.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_come_back_however_a_picture_ends() {
        let slots = Slots::new([10, 11]);
        let (first, second) = (slots.take(), slots.take());
        assert_ne!(*first.slot(), *second.slot());
        let index = first.index;
        drop(first);
        assert_eq!(slots.take().index, index);
        let third = slots.take();
        let waiting = {
            let slots = Arc::clone(&slots);
            std::thread::spawn(move || slots.take().index)
        };
        let index = second.index;
        drop(second);
        assert_eq!(waiting.join().unwrap(), index);
        drop(third);
    }
}
