//! A table that owns its memory.

use core::fmt;
use core::marker::PhantomData;

use super::call_site_table::CallSiteTable;
use super::format::{CODE_START_WORD, Header};
use super::next_generation;
use crate::arch::Architecture;

/// A built table and its memory.
pub struct TableBuffer<A> {
    /// A unit. The position of its code is relative to address 0.
    words: Box<[u32]>,
    /// The header of the unit.
    header: Header,
    generation: u64,
    architecture: PhantomData<A>,
}

impl<A: Architecture> TableBuffer<A> {
    /// Creates a buffer for a unit with this header.
    pub(super) fn new(header: Header, words: Box<[u32]>) -> Self {
        Self { words, header, generation: next_generation(), architecture: PhantomData }
    }

    /// Returns the table.
    #[inline]
    pub fn table(&self) -> CallSiteTable<'_, A> {
        CallSiteTable::with_header(&self.header, &self.words, 0, self.generation)
    }

    /// Returns the table and leaks its memory.
    pub fn leak(self) -> CallSiteTable<'static, A> {
        let header = self.header;
        CallSiteTable::with_header(&header, Box::leak(self.words), 0, self.generation)
    }

    /// Returns the words of the unit; see [`Self::words`].
    pub fn into_words(self) -> Box<[u32]> {
        self.words
    }

    /// Returns the words of the unit. To read it, pass as its address the one to which `base` has
    /// moved, a multiple of 8.
    pub(crate) fn into_words_relative_to(mut self, base: u64) -> Box<[u32]> {
        let start = &mut self.words[CODE_START_WORD..CODE_START_WORD + 2];
        let position = u64::from(start[0]) | u64::from(start[1]) << 32;
        let position = position.wrapping_sub(base);
        (start[0], start[1]) = (position as u32, (position >> 32) as u32);
        self.words
    }

    /// Returns the words of the unit. To read it, pass 0 as its address: the position of the code
    /// is relative to address 0.
    pub fn words(&self) -> &[u32] {
        &self.words
    }
}

impl<A: Architecture> fmt::Debug for TableBuffer<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableBuffer").field(&self.table()).finish()
    }
}
