//! Interning: equal sequences are stored once.

use core::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Distinct sequences of `T`, stored contiguously.
#[derive(Debug, Default)]
pub(super) struct Interner<T> {
    elements: Vec<T>,
    /// Start and length of each sequence in `elements`.
    sequences: HashTable<(u32, u32)>,
    /// Start and length of the sequence that was interned last. Most call sites repeat it.
    last: (u32, u32),
    hasher: DefaultHashBuilder,
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// Interns a sequence. Returns its position in [`Self::elements`], and whether it is new.
    /// Returns `None` if the position does not fit in 32 bits.
    pub(super) fn intern(&mut self, run: &[T]) -> Option<(u32, bool)> {
        let Self { elements, sequences, last, hasher } = self;
        if !run.is_empty() && slice(elements, last.0, last.1) == run {
            return Some((last.0, false));
        }
        let hash = hasher.hash_one(run);
        let is_equal = |&(start, len): &(u32, u32)| slice(elements, start, len) == run;
        if let Some(&existing) = sequences.find(hash, is_equal) {
            *last = existing;
            return Some((existing.0, false));
        }
        let (start, len) = (u32::try_from(elements.len()).ok()?, u32::try_from(run.len()).ok()?);
        elements.extend(run);
        *last = (start, len);
        sequences.insert_unique(hash, (start, len), |&(start, len)| {
            hasher.hash_one(slice(elements, start, len))
        });
        Some((start, true))
    }

    /// Returns the number of distinct sequences.
    pub(super) fn len(&self) -> usize {
        self.sequences.len()
    }

    /// Returns the elements of all sequences, in the order in which these were first interned.
    pub(super) fn elements(&self) -> &[T] {
        &self.elements
    }
}

/// Returns the sequence with this start and length.
fn slice<T>(elements: &[T], start: u32, len: u32) -> &[T] {
    // The range is always valid, because sequences are never removed.
    elements.get(start as usize..start as usize + len as usize).unwrap_or_default()
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
        assert_eq!((interner.elements(), interner.len()), (&[1, 2, 2, 1, 1, 1, 2, 3][..], 4));
    }
}
