//! A table that owns its memory.

use core::fmt;
use core::marker::PhantomData;

use super::call_site_table::CallSiteTable;
use super::format::Header;
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
