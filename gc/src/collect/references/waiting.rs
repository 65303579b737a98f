//! Ephemerons that wait for their keys.

use hashbrown::HashMap;

/// An ephemeron.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ephemeron {
    /// The object at this address.
    Object(usize),
    /// An entry of one of the tables.
    Entry { table: u32, entry: u32 },
}

/// Ephemerons whose keys were not reached, by the key.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// The last one of each key.
    last: HashMap<u64, u32>,
    all: Vec<Waiter>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Waiter {
    pub(super) ephemeron: Ephemeron,
    /// The one before it of the same key.
    before: Option<u32>,
}

impl Waiting {
    /// Whether it is the first one of its key.
    pub(super) fn add(&mut self, key: u64, ephemeron: Ephemeron) -> bool {
        let index = u32::try_from(self.all.len()).expect("fewer than 2^32 ephemerons wait");
        let before = self.last.insert(key, index);
        self.all.push(Waiter { ephemeron, before });
        before.is_none()
    }

    /// The last one of a key, which waits no more, like those [before](Self::before) it.
    pub(super) fn take(&mut self, key: u64) -> Option<Waiter> {
        self.last.remove(&key).map(|index| self.all[index as usize])
    }

    pub(super) fn before(&self, waiter: Waiter) -> Option<Waiter> {
        waiter.before.map(|index| self.all[index as usize])
    }

    /// All that still wait.
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
