//! Ephemerons that wait until their keys are reached.

use hashbrown::HashMap;

/// An ephemeron.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ephemeron {
    /// The object at this address.
    Object(usize),
    /// An entry of one of the tables.
    Entry { table: u32, entry: u32 },
}

/// Ephemerons whose keys were not reached yet, as one linked list per key.
#[derive(Debug, Default)]
pub(super) struct WaitingEphemerons {
    /// Index of the last ephemeron of each key.
    last: HashMap<u64, u32>,
    all: Vec<WaitingEphemeron>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct WaitingEphemeron {
    pub(super) ephemeron: Ephemeron,
    /// Index of the previous ephemeron of the same key.
    previous: Option<u32>,
}

impl WaitingEphemerons {
    /// Adds an ephemeron to the list of its key; returns whether it is the first one of that key.
    pub(super) fn add(&mut self, key: u64, ephemeron: Ephemeron) -> bool {
        let index = u32::try_from(self.all.len()).expect("fewer than 2^32 ephemerons wait");
        let previous = self.last.insert(key, index);
        self.all.push(WaitingEphemeron { ephemeron, previous });
        previous.is_none()
    }

    /// Removes the list of a key and returns its last ephemeron; [`previous`](Self::previous)
    /// returns the others.
    pub(super) fn take(&mut self, key: u64) -> Option<WaitingEphemeron> {
        self.last.remove(&key).map(|index| self.all[index as usize])
    }

    pub(super) fn previous(&self, waiter: WaitingEphemeron) -> Option<WaitingEphemeron> {
        waiter.previous.map(|index| self.all[index as usize])
    }

    /// Returns all ephemerons that still wait.
    pub(super) fn into_remaining(self) -> impl Iterator<Item = Ephemeron> {
        let Self { last, all } = self;
        last.into_values().flat_map(move |last| {
            let first = Some(all[last as usize]);
            let chain =
                core::iter::successors(first, |w| w.previous.map(|index| all[index as usize]));
            chain.map(|waiter| waiter.ephemeron).collect::<Vec<_>>()
        })
    }
}
