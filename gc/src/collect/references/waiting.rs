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
pub(super) struct Waiting {
    /// Index of the last ephemeron of each key.
    last: HashMap<u64, u32>,
    all: Vec<Waiter>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Waiter {
    pub(super) ephemeron: Ephemeron,
    /// Index of the previous ephemeron of the same key.
    before: Option<u32>,
}

impl Waiting {
    /// Adds an ephemeron to the list of its key; returns whether it is the first one of that key.
    pub(super) fn add(&mut self, key: u64, ephemeron: Ephemeron) -> bool {
        let index = u32::try_from(self.all.len()).expect("fewer than 2^32 ephemerons wait");
        let before = self.last.insert(key, index);
        self.all.push(Waiter { ephemeron, before });
        before.is_none()
    }

    /// Removes the list of a key and returns its last ephemeron; [`before`](Self::before) returns
    /// the others.
    pub(super) fn take(&mut self, key: u64) -> Option<Waiter> {
        self.last.remove(&key).map(|index| self.all[index as usize])
    }

    pub(super) fn before(&self, waiter: Waiter) -> Option<Waiter> {
        waiter.before.map(|index| self.all[index as usize])
    }

    /// Returns all ephemerons that still wait.
    pub(super) fn into_rest(self) -> impl Iterator<Item = Ephemeron> {
        let Self { last, all } = self;
        last.into_values().flat_map(move |last| {
            let first = Some(all[last as usize]);
            let chain =
                core::iter::successors(first, |w| w.before.map(|index| all[index as usize]));
            chain.map(|waiter| waiter.ephemeron).collect::<Vec<_>>()
        })
    }
}
