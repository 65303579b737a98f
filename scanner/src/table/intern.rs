//! Interning: equal runs of words are stored once.

use core::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Runs of `T`, back to back, no two of them equal.
#[derive(Debug, Default)]
pub(super) struct Interner<T> {
    all: Vec<T>,
    /// Start and length of each run in `all`.
    runs: HashTable<(u32, u32)>,
    /// The run that was interned last, which most call sites repeat.
    last: (u32, u32),
    hasher: DefaultHashBuilder,
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// Interns a run and returns its position among all, and whether it is new. `None` if there is
    /// no room for it.
    pub(super) fn intern(&mut self, run: &[T]) -> Option<(u32, bool)> {
        let Self { all, runs, last, hasher } = self;
        if !run.is_empty() && slice(all, last.0, last.1) == run {
            return Some((last.0, false));
        }
        let hash = hasher.hash_one(run);
        let same = |&(start, len): &(u32, u32)| slice(all, start, len) == run;
        if let Some(&found) = runs.find(hash, same) {
            *last = found;
            return Some((found.0, false));
        }
        let (start, len) = (u32::try_from(all.len()).ok()?, u32::try_from(run.len()).ok()?);
        all.extend(run);
        *last = (start, len);
        runs.insert_unique(hash, (start, len), |&(start, len)| {
            hasher.hash_one(slice(all, start, len))
        });
        Some((start, true))
    }

    /// Returns the number of runs.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// Returns all runs, in the order in which they were first interned.
    pub(super) fn all(&self) -> &[T] {
        &self.all
    }
}

fn slice<T>(all: &[T], start: u32, len: u32) -> &[T] {
    // Runs are never removed.
    all.get(start as usize..start as usize + len as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_runs_are_kept_once() {
        let mut interner = Interner::default();
        let runs: [&[u32]; 6] = [&[1, 2], &[2, 1], &[1, 2], &[1], &[1, 2, 3], &[1]];
        let found = runs.map(|run| interner.intern(run).unwrap());
        assert_eq!(found, [(0, true), (2, true), (0, false), (4, true), (5, true), (4, false)]);
        assert_eq!((interner.all(), interner.len()), (&[1, 2, 2, 1, 1, 1, 2, 3][..], 4));
    }
}
