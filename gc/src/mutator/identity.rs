//! Identity hashes: hash codes that objects keep when they move.
//!
//! An object has no hash until the hash is first requested. Then a random hash is stored by
//! compare-and-swap in the upper half of the header ([`HeaderWord::identity_hash`]), which moves
//! with the object. The requesting thread is managed, so no collection is in progress. Each thread
//! has its own generator, so threads do not contend for one.

use core::cell::Cell;

use super::{Attachment, Mutator};
use crate::fatal;
use crate::mutator::{AnyHandle, ForeignHandle};
use crate::object::{Header, HeaderWord};

/// A thread's generator of identity hashes.
#[derive(Debug)]
pub(crate) struct HashGenerator(Cell<u64>);

impl HashGenerator {
    /// Creates a generator. `thread` is the OS thread ID, so the seed is unique in the process
    /// until the ID is reused.
    pub(super) fn new(thread: u32) -> Self {
        Self(Cell::new(mix(u64::from(thread)) | 1))
    }

    /// Returns the next hash, which is not 0.
    fn next(&self) -> u32 {
        let mut bits = self.0.get();
        loop {
            // Marsaglia's xorshift, 64 bits (Xorshift RNGs, Journal of Statistical Software 2003).
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let upper = (bits >> 32) as u32;
            if upper != 0 {
                self.0.set(bits);
                return upper;
            }
        }
    }
}

/// Mixes the bits of a word by Stafford's variant 13 of MurmurHash3's finalizer.
fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

impl Attachment {
    /// Returns the identity hash for `word`, a value of a reference slot. The thread is managed.
    pub(super) fn identity_hash(&self, word: u64) -> u32 {
        if !self.heap.spaces.is_reference(word) {
            // The value is not an object of this heap: it does not change, and has no header.
            return if word == 0 { 0 } else { (mix(word) >> 32).max(1) as u32 };
        }
        // SAFETY: `word` is the address of an aligned word of the heap. The thread is managed, so
        // no collection is in progress.
        let header = unsafe { HeaderWord::at(word as usize) };
        let bits = header.read().bits();
        let known = |header: &Header| self.heap.types.is_known(header.type_id());
        if Header::from_heap(bits).filter(known).is_none() {
            fatal::abort(format_args!(
                "the identity hash of {word:#x} was requested, where there is no object: the \
                 header there is {bits:#x}. It is an interior pointer, or a reference that a \
                 collection missed (SPGC_ZEAL=alloc shows where)"
            ));
        }
        header.identity_hash(|| self.hashes.next())
    }
}

impl Mutator {
    /// Returns the object's identity hash: a nonzero random number that is generated at the first
    /// request and does not change while the object lives, also when the object moves. Two objects
    /// may have the same hash. `spgc_identity_hash` returns the same hash to managed code. If the
    /// handle does not hold a reference into the heap (but a tagged integer or a static object),
    /// the hash is computed from the value itself. The hash of null is 0.
    ///
    /// # Errors
    ///
    /// If the handle belongs to another heap.
    pub fn identity_hash<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
    ) -> Result<u32, ForeignHandle> {
        let object = self.check_handle(object)?;
        Ok(self.managed(|attachment| attachment.identity_hash(object.get(attachment))))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn threads_generate_different_hashes() {
        let mut seen = HashSet::new();
        for thread in 1..=16 {
            let hashes = HashGenerator::new(thread);
            seen.extend((0..1000).map(|_| hashes.next()));
        }
        assert!(!seen.contains(&0));
        // 16,000 of 2^32: 0.03 collisions are to be expected.
        assert!(seen.len() >= 15_998, "{}", seen.len());
    }

    #[test]
    fn mix_has_few_collisions() {
        let hashes: HashSet<_> = (0..10_000).map(|n| mix(n * 8) >> 32).collect();
        assert!(hashes.len() > 9_990, "{}", hashes.len());
    }
}
