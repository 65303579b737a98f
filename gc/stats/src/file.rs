//! The words of a file.

use crate::header::{
    CHECKSUM_WORD, COUNTERS_WORD, CREATED_WORD, FILE_BYTES, FILE_WORDS, HEAP_WORD, MAGIC_WORD,
    PROCESS_WORD, SIZE_WORD, VERSION_WORD,
};
use crate::{Header, HeapCounters, MAGIC, VERSION};

/// Returns the contents of the file of a heap.
pub fn encode(header: Header, counters: &HeapCounters) -> [u8; FILE_BYTES] {
    let mut words = [0; FILE_WORDS];
    words[MAGIC_WORD] = MAGIC;
    words[VERSION_WORD] = VERSION;
    words[SIZE_WORD] = FILE_BYTES as u64;
    words[PROCESS_WORD] = u64::from(header.process);
    words[HEAP_WORD] = header.heap;
    words[CREATED_WORD] = header.created_unix_ns;
    words[COUNTERS_WORD..].copy_from_slice(&counters.to_words());
    words[CHECKSUM_WORD] = checksum(&words);
    let mut bytes = [0; FILE_BYTES];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// Returns the counters, unless the checksum shows that the words are not those of one update.
pub(crate) fn counters(words: &[u64; FILE_WORDS]) -> Option<HeapCounters> {
    let mut counters = [0; HeapCounters::WORDS];
    counters.copy_from_slice(&words[COUNTERS_WORD..]);
    (words[CHECKSUM_WORD] == checksum(words)).then(|| HeapCounters::from_words(&counters))
}

/// Returns the checksum of all words but that of the checksum.
fn checksum(words: &[u64; FILE_WORDS]) -> u64 {
    let others = words.iter().enumerate().filter(|&(index, _)| index != CHECKSUM_WORD);
    others.fold(0, |sum: u64, (_, word)| {
        (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that a reader may see while the second update replaces the first one.
    #[test]
    fn parts_of_two_updates_are_detected() {
        let header = Header { process: 17, heap: 2, created_unix_ns: 3 };
        let update = |number| {
            let counters = HeapCounters {
                updated_ns: 1000 * number,
                pauses: number,
                pause_buckets: [number; 16],
                ..HeapCounters::default()
            };
            let bytes = encode(header, &counters);
            (counters, bytes)
        };
        let words = |bytes: &[u8; FILE_BYTES]| {
            let mut words = [0; FILE_WORDS];
            for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                *word = u64::from_le_bytes(*bytes);
            }
            words
        };
        let ((first, old), (second, new)) = (update(1), update(2));
        assert_eq!(counters(&words(&old)), Some(first));
        assert_eq!(counters(&words(&new)), Some(second));
        for length in 1..FILE_BYTES {
            let mut mixed = old;
            mixed[..length].copy_from_slice(&new[..length]);
            let is_whole = mixed == old || mixed == new;
            assert_eq!(counters(&words(&mixed)).is_some(), is_whole, "{length}");
        }
    }
}
