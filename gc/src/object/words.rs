//! Atomic access to the words of objects, which other threads may access concurrently.
//!
//! Each access is a relaxed atomic access to a whole word: a thread that reads a reference slot
//! concurrently sees one of the references that were stored there, never parts of two. The access
//! orders no other access. Compiled code has the same guarantees.
//!
//! Bytes are copied by whole words, too ([`copy_bytes`]). A non-atomic access, or an atomic one of
//! another size, would race with these; safe code can make two threads copy concurrently. A word of
//! which only some bytes are to change is replaced by compare-and-swap, so that another thread's
//! stores into its other bytes are not lost.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::WORD;

/// Returns the word at `address`.
///
/// # Safety
///
/// `address` is the address of a word of an object. The object does not move while the result is
/// used.
unsafe fn word<'a>(address: usize) -> &'a AtomicU64 {
    debug_assert!(address.is_multiple_of(WORD));
    // SAFETY: the caller guarantees that `address` is an aligned word of an object.
    unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(address) }
}

/// Returns the value of the word at `address`.
///
/// # Safety
///
/// `address` is the address of a word of an object. The object does not move during the call.
pub(crate) unsafe fn load(address: usize) -> u64 {
    // SAFETY: the caller upholds this function's contract, which is also that of `word`.
    unsafe { word(address) }.load(Relaxed)
}

/// Stores `value` to the word at `address`.
///
/// # Safety
///
/// As for [`load`]. If the word is a reference slot of an object that is not new, the write barrier
/// has run before.
pub(crate) unsafe fn store(address: usize, value: u64) {
    // SAFETY: the caller upholds this function's contract, which is also that of `word`.
    unsafe { word(address) }.store(value, Relaxed);
}

/// Copies `count` words between ranges that may overlap: the values copied are those before the
/// call.
///
/// # Safety
///
/// Both ranges consist of words of objects that do not move during the call. For the destination,
/// the contract of [`store`] holds too.
pub(crate) unsafe fn copy(from: usize, to: usize, count: usize) {
    // SAFETY: the caller guarantees `count` words of objects at both addresses.
    let copy = |index: usize| unsafe { store(to + index * WORD, load(from + index * WORD)) };
    if from < to && to < from + count * WORD {
        (0..count).rev().for_each(copy);
    } else {
        (0..count).for_each(copy);
    }
}

/// Copies `count` bytes between ranges that may overlap: the values copied are those before the
/// call.
///
/// # Safety
///
/// Both ranges consist of bytes of objects that do not move during the call, and hold no
/// references.
pub(crate) unsafe fn copy_bytes(from: usize, to: usize, count: usize) {
    if count == 0 {
        return;
    }
    let bytes = Bytes { from, to, count };
    let words = to / WORD..(to + count).div_ceil(WORD);
    // SAFETY: each word contains at least one byte of the destination.
    let copy = |index: usize| unsafe { bytes.copy_to_word(index * WORD) };
    if from < to {
        words.rev().for_each(copy);
    } else {
        words.for_each(copy);
    }
}

// The first byte of a word is its least significant one.
const _: () = assert!(cfg!(target_endian = "little"));

/// A range of bytes to copy.
#[derive(Clone, Copy)]
struct Bytes {
    /// Address of the first source byte.
    from: usize,
    /// Address of the first destination byte.
    to: usize,
    /// Number of bytes.
    count: usize,
}

impl Bytes {
    /// Copies those bytes whose destination is in the word at `word_address`. The other bytes of
    /// that word do not change.
    ///
    /// # Safety
    ///
    /// As for [`copy_bytes`]. The word contains at least one byte of the destination.
    unsafe fn copy_to_word(self, word_address: usize) {
        let Self { from, to, count } = self;
        let first = to.max(word_address) - word_address;
        let end = (to + count).min(word_address + WORD) - word_address;
        // The address of the source byte for the word's first byte, even if that byte is not
        // copied.
        let source = (word_address + first - to + from).wrapping_sub(first);
        let (low, shift) = (source & !(WORD - 1), source % WORD);
        // Bytes 0 to 7 - shift of the destination come from the word at `low`, the others from the
        // next one. SAFETY: each word is loaded only if it contains a source byte, so it belongs to
        // an object.
        let (low, high) = unsafe {
            (
                if first < WORD - shift { load(low) } else { 0 },
                if end > WORD - shift { load(low.wrapping_add(WORD)) } else { 0 },
            )
        };
        let bits = 8 * shift as u32;
        let value = low >> bits | high.checked_shl(u64::BITS - bits).unwrap_or(0);
        // SAFETY: the caller guarantees that this word belongs to the destination object.
        let word = unsafe { word(word_address) };
        if (first, end) == (0, WORD) {
            word.store(value, Relaxed);
            return;
        }
        let mask = (u64::MAX >> (u64::BITS - 8 * (end - first) as u32)) << (8 * first as u32);
        let mut old = word.load(Relaxed);
        while let Err(now) =
            word.compare_exchange_weak(old, old & !mask | value & mask, Relaxed, Relaxed)
        {
            old = now;
        }
    }
}

/// Stores `value` to `count` words.
///
/// # Safety
///
/// As for [`copy`].
pub(crate) unsafe fn fill(to: usize, count: usize, value: u64) {
    for index in 0..count {
        // SAFETY: the caller guarantees `count` words of an object at `to`.
        unsafe { store(to + index * WORD, value) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_word_copies() {
        for (from, to, count) in [(0, 3, 5), (3, 0, 5), (2, 2, 6), (0, 5, 3), (4, 0, 0), (1, 0, 7)]
        {
            let mut words: Vec<u64> = (10..18).collect();
            let mut expected = words.clone();
            expected.copy_within(from..from + count, to);
            let address = words.as_mut_ptr().expose_provenance();
            // SAFETY: all are words of the vector, which no other thread uses.
            unsafe { copy(address + from * WORD, address + to * WORD, count) };
            assert_eq!(words, expected, "{count} words from {from} to {to}");
        }
    }

    #[test]
    fn byte_copies_change_no_other_bytes() {
        const SIZE: usize = 40;
        for from in 0..SIZE {
            for to in 0..SIZE {
                for count in 0..=SIZE - from.max(to) {
                    let mut words: [u64; SIZE / WORD] = core::array::from_fn(|n| {
                        0x0807_0605_0403_0201 + 0x0808_0808_0808_0808 * n as u64
                    });
                    let mut expected: Vec<u8> =
                        words.iter().flat_map(|word| word.to_le_bytes()).collect();
                    expected.copy_within(from..from + count, to);
                    let address = words.as_mut_ptr().expose_provenance();
                    // SAFETY: all are bytes of the array, which no other thread uses.
                    unsafe { copy_bytes(address + from, address + to, count) };
                    let found: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                    assert_eq!(found, expected, "{count} bytes from {from} to {to}");
                }
            }
        }
    }

    /// Threads that copy to neighbouring bytes of one word do not undo each other's stores.
    #[test]
    fn concurrent_copies_to_one_word() {
        const ROUNDS: u64 = 20_000;
        let shared = [const { AtomicU64::new(0) }; 2];
        let address = shared.as_ptr().expose_provenance();
        std::thread::scope(|scope| {
            // The word boundary is in the second thread's part.
            for (first, size) in [(1, 3), (4, 7), (11, 4)] {
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        let from = [round ^ 0x5555_5555, !round];
                        let source = from.as_ptr().expose_provenance();
                        let mut back = [0_u64; 2];
                        let read = back.as_mut_ptr().expose_provenance();
                        // SAFETY: bytes of arrays that all threads access like this.
                        unsafe {
                            copy_bytes(source, address + first, size);
                            copy_bytes(address + first, read, size);
                        }
                        let bytes =
                            |words: [u64; 2]| words.map(u64::to_le_bytes).concat()[..size].to_vec();
                        assert_eq!(bytes(back), bytes(from), "round {round}");
                    }
                });
            }
        });
    }

    /// Two threads copy to the same bytes. Each byte then has a value that one of them copied.
    /// `.ci/tsan` runs this test, and reports a data race if an access is not atomic.
    #[test]
    fn concurrent_copies_to_the_same_bytes() {
        let shared = [const { AtomicU64::new(0) }; 3];
        let address = shared.as_ptr().expose_provenance();
        std::thread::scope(|scope| {
            for byte in [0x11_u8, 0x22] {
                scope.spawn(move || {
                    let own = [u64::from_ne_bytes([byte; 8]); 3];
                    for _ in 0..2000 {
                        let mut back = own;
                        let read = back.as_mut_ptr().expose_provenance();
                        // SAFETY: bytes of arrays that all threads access like this.
                        unsafe {
                            copy_bytes(own.as_ptr().expose_provenance() + 1, address + 3, 17);
                            copy_bytes(address + 3, read + 2, 17);
                        }
                        for found in back.iter().flat_map(|word| word.to_ne_bytes()) {
                            assert!([0x11, 0x22].contains(&found), "{found:#x}");
                        }
                    }
                });
            }
        });
        let bytes = shared.iter().flat_map(|word| word.load(Relaxed).to_ne_bytes());
        let copied: Vec<_> = bytes.enumerate().filter(|(_, byte)| *byte != 0).collect();
        assert!(
            copied.iter().all(|(index, _)| (3..20).contains(index)) && copied.len() == 17,
            "{copied:?}"
        );
    }

    #[test]
    fn fill_changes_no_other_words() {
        let mut words = [7_u64; 5];
        let address = words.as_mut_ptr().expose_provenance();
        // SAFETY: all are words of the array, which no other thread uses.
        unsafe { fill(address + WORD, 3, 9) };
        assert_eq!(words, [7, 9, 9, 9, 7]);
    }
}
