//! Ephemerons that wait until their keys are reached.

use hashbrown::HashMap;

/// An ephemeron.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ephemeron {
    /// The object at this address.
    Object(usize),
    /// An entry of one of the tables.
    Entry { table: u32, entry: u32 },
    /// The fiber with this index, which an object owns.
    Fiber(u32),
}

/// Ephemerons whose keys were not reached yet, as one linked list per key.
#[derive(Debug, Default)]
pub(super) struct WaitingEphemerons {
    /// Index of the last ephemeron of each key.
    last: HashMap<u64, u32>,
    all: Vec<WaitingEphemeron>,
}

#[derive(Clone, Copy, Debug)]
struct WaitingEphemeron {
    /// The ephemeron; `None` if it waits no longer.
    ephemeron: Option<Ephemeron>,
    /// Index of the previous ephemeron of the same key.
    previous: Option<u32>,
}

impl WaitingEphemerons {
    /// Returns whether no ephemeron has ever waited.
    pub(super) fn is_unused(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds an ephemeron to the list of its key; returns whether it is the first one of that key.
    pub(super) fn add(&mut self, key: u64, ephemeron: Ephemeron) -> bool {
        let index = u32::try_from(self.all.len()).expect("fewer than 2^32 ephemerons wait");
        let previous = self.last.insert(key, index);
        self.all.push(WaitingEphemeron { ephemeron: Some(ephemeron), previous });
        previous.is_none()
    }

    /// Moves the ephemerons of a key to `taken`.
    pub(super) fn take(&mut self, key: u64, taken: &mut Vec<Ephemeron>) {
        let mut next = self.last.remove(&key);
        while let Some(index) = next {
            let waiting = &mut self.all[index as usize];
            taken.extend(waiting.ephemeron.take());
            next = waiting.previous;
        }
    }

    /// Removes the fibers that still wait, and adds their indices to `fibers`.
    pub(super) fn take_fibers(&mut self, fibers: &mut Vec<u32>) {
        for waiting in &mut self.all {
            if let Some(Ephemeron::Fiber(fiber)) = waiting.ephemeron {
                waiting.ephemeron = None;
                fibers.push(fiber);
            }
        }
    }

    /// Returns all ephemerons that still wait.
    pub(super) fn into_remaining(self) -> impl Iterator<Item = Ephemeron> {
        self.all.into_iter().filter_map(|waiting| waiting.ephemeron)
    }
}
