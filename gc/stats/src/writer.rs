//! [`StatsWriter`], which the collector uses.

use core::ptr::NonNull;

use crate::header::{
    COUNTERS_WORD, CREATED_WORD, FILE_BYTES, FILE_WORDS, HEAP_WORD, MAGIC_WORD, PROCESS_WORD,
    SEQUENCE_WORD, SIZE_WORD, VERSION_WORD,
};
use crate::sync::{AtomicU64, Ordering};
use crate::{Header, HeapCounters, MAGIC, VERSION, sequence};

/// Writes the counters of a heap into the memory of a mapped file.
#[derive(Debug)]
pub struct StatsWriter {
    /// The first word.
    memory: NonNull<AtomicU64>,
    /// The sequence number.
    sequence: u64,
}

// SAFETY: the memory is valid in all threads, and accessed by atomic operations only.
unsafe impl Send for StatsWriter {}

impl StatsWriter {
    /// Writes the header and the first counters into memory that is zero.
    ///
    /// # Safety
    ///
    /// `memory` is aligned to 8 bytes and valid for reads and writes of [`FILE_BYTES`] bytes as
    /// long as the writer exists. This process accesses it by the writer only.
    pub unsafe fn new(memory: NonNull<u8>, header: Header, counters: &HeapCounters) -> Self {
        let mut writer = Self { memory: memory.cast(), sequence: 0 };
        let words = writer.words();
        let store = |word: usize, value: u64| words[word].store(value.to_le(), Ordering::Relaxed);
        store(VERSION_WORD, VERSION);
        store(SIZE_WORD, FILE_BYTES as u64);
        store(PROCESS_WORD, u64::from(header.process));
        store(HEAP_WORD, header.heap);
        store(CREATED_WORD, header.created_unix_ns);
        writer.write(counters);
        // A reader that sees it sees the words above.
        writer.words()[MAGIC_WORD].store(MAGIC.to_le(), Ordering::Release);
        writer
    }

    fn words(&self) -> &[AtomicU64] {
        // SAFETY: the caller of `new` guarantees the memory, which other processes write as words
        // if at all.
        unsafe { core::slice::from_raw_parts(self.memory.as_ptr(), FILE_WORDS) }
    }

    /// Stores the counters, all of which a reader sees or none.
    pub fn write(&mut self, counters: &HeapCounters) {
        let words = self.words();
        let (number, counted) = (&words[SEQUENCE_WORD], &words[COUNTERS_WORD..]);
        self.sequence = sequence::write(number, self.sequence, counted, &counters.to_words());
    }
}
