//! Words of objects, as the runtime reads and writes them while other threads do the same.
//!
//! Each access is a relaxed atomic one of a whole word: whoever reads a reference slot meanwhile sees one of the
//! references that were stored there, never parts of two. It orders nothing; compiled code has it no other way.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::WORD;

/// # Safety
///
/// `address` is that of a word of an object that stays where it is as long as the result is used.
unsafe fn word<'a>(address: usize) -> &'a AtomicU64 {
    debug_assert!(address.is_multiple_of(WORD));
    // SAFETY: the caller promises a live, aligned word.
    unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(address) }
}

/// What the word at `address` holds.
///
/// # Safety
///
/// It is a word of an object, which does not move meanwhile.
pub(crate) unsafe fn load(address: usize) -> u64 {
    // SAFETY: passed on.
    unsafe { word(address) }.load(Relaxed)
}

/// Replaces what the word at `address` holds.
///
/// # Safety
///
/// As for [`load`]. Where that is a reference slot of an object that is not new, the write barrier came before.
pub(crate) unsafe fn store(address: usize, value: u64) {
    // SAFETY: passed on.
    unsafe { word(address) }.store(value, Relaxed);
}

/// Copies so many words, which may overlap: what is copied is what was there before.
///
/// # Safety
///
/// Both are words of objects that do not move meanwhile; see also [`store`].
pub(crate) unsafe fn copy(from: usize, to: usize, count: usize) {
    // SAFETY: the caller promises so many words at both addresses.
    let copy = |index: usize| unsafe { store(to + index * WORD, load(from + index * WORD)) };
    if from < to && to < from + count * WORD {
        (0..count).rev().for_each(copy);
    } else {
        (0..count).for_each(copy);
    }
}

/// Puts the same into so many words.
///
/// # Safety
///
/// As for [`copy`].
pub(crate) unsafe fn fill(to: usize, count: usize, value: u64) {
    for index in 0..count {
        // SAFETY: the caller promises so many words.
        unsafe { store(to + index * WORD, value) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_words_are_copied_as_they_were() {
        for (from, to, count) in [(0, 3, 5), (3, 0, 5), (2, 2, 6), (0, 5, 3), (4, 0, 0), (1, 0, 7)]
        {
            let mut words: Vec<u64> = (10..18).collect();
            let mut expected = words.clone();
            expected.copy_within(from..from + count, to);
            let address = words.as_mut_ptr().expose_provenance();
            // SAFETY: all are words of the vector, which nobody else uses.
            unsafe { copy(address + from * WORD, address + to * WORD, count) };
            assert_eq!(words, expected, "{count} words from {from} to {to}");
        }
    }

    #[test]
    fn words_are_filled_and_no_others() {
        let mut words = [7_u64; 5];
        let address = words.as_mut_ptr().expose_provenance();
        // SAFETY: as above.
        unsafe { fill(address + WORD, 3, 9) };
        assert_eq!(words, [7, 9, 9, 9, 7]);
    }
}
