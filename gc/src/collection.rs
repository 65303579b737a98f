//! What a collection is: of which kind, about which objects, and why; and what of the heap is in use.

use core::fmt;

/// What a collection looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionKind {
    /// The young generation.
    Young,
    /// Everything.
    Full,
    /// Everything, and moved together what can be moved.
    Compacting,
}

impl CollectionKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Young => "young",
            Self::Full => "full",
            Self::Compacting => "compacting",
        }
    }
}

impl fmt::Display for CollectionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why there was a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionCause {
    /// There was no room for an object.
    Allocation,
    /// There was no room for an object that lies outside threads' buffers.
    LargeAllocation,
    /// There was none after the collection before, either.
    Emergency,
    /// The host asked for it.
    Request,
    /// Zeal mode.
    Zeal,
}

impl CollectionCause {
    /// In one word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Allocation => "allocation",
            Self::LargeAllocation => "large-allocation",
            Self::Emergency => "emergency",
            Self::Request => "request",
            Self::Zeal => "zeal",
        }
    }
}

impl fmt::Display for CollectionCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LargeAllocation => "large allocation",
            other => other.word(),
        })
    }
}

/// Bytes of a heap that are in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeapUse {
    /// By the young generation, threads' buffers as a whole.
    pub young: u64,
    /// By the old generation.
    pub old: u64,
    /// By large objects.
    pub large: u64,
    /// By all of these together, the gaps of the old generation included: blocks and pages in use, which the heap's
    /// limit is about.
    pub committed: u64,
}

/// Which objects a collection is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Young objects only; others count as reached.
    Young,
    /// All.
    Full,
}
