//! A bitmap of the start addresses of the objects that the verifier has reached.

use std::collections::BTreeMap;

use crate::object::WORD;
use crate::space::BLOCK;

/// Number of 8-byte words in a block.
const WORDS: usize = BLOCK / WORD;

/// Object start bits: for each block in which an object was reached, one bit per word.
#[derive(Default)]
pub(super) struct Starts(BTreeMap<usize, Box<[u64; WORDS / 64]>>);

impl Starts {
    /// Returns the position of an object's start bit: the object's address divided by the block
    /// size, the index of the 64-bit word in the block's bitmap, and the bit in that word.
    fn place(object: usize) -> (usize, usize, u64) {
        let word = object % BLOCK / WORD;
        (object / BLOCK, word / 64, 1 << (word % 64))
    }

    /// Sets an object's start bit; returns whether it was set before.
    pub(super) fn insert(&mut self, object: usize) -> bool {
        let (block, word, bit) = Self::place(object);
        let bits = self.0.entry(block).or_insert_with(|| Box::new([0; WORDS / 64]));
        let was = bits[word];
        bits[word] = was | bit;
        was & bit != 0
    }

    /// Returns whether the start bit of `object` is set.
    pub(super) fn contains(&self, object: usize) -> bool {
        let (block, word, bit) = Self::place(object);
        self.0.get(&block).is_some_and(|bits| bits[word] & bit != 0)
    }

    /// Returns the start addresses of all objects, in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().flat_map(|(&block, bits)| {
            let is_marked = |&word: &usize| bits[word / 64] & 1 << (word % 64) != 0;
            (0..WORDS).filter(is_marked).map(move |word| block * BLOCK + word * WORD)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_starts_are_sorted() {
        let mut starts = Starts::default();
        let objects = [0x1000, 0x1008, 0x11f8, 0x1200, 0x7ff8, 0x8000, 0x2_0000];
        for object in objects.into_iter().rev() {
            assert!(!starts.contains(object));
            assert!(!starts.insert(object));
            assert!(starts.insert(object));
            assert!(starts.contains(object));
        }
        assert_eq!(starts.iter().collect::<Vec<_>>(), objects);
    }
}
