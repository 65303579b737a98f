//! Kind, scope and cause of a collection, and memory use of a heap.

use core::fmt;
use std::time::Instant;

/// Kind of a collection: the part of the heap that was collected, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionKind {
    /// The young generation was collected.
    Young,
    /// The whole heap was collected.
    Full,
    /// The whole heap was collected, and the objects that can be moved were compacted.
    Compacting,
}

impl CollectionKind {
    /// Returns the kind as one word.
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

/// Cause of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionCause {
    /// There was no space for an object.
    Allocation,
    /// There was no space for an object that is allocated outside TLABs.
    LargeAllocation,
    /// The previous collection did not free enough memory.
    Emergency,
    /// The host requested it.
    Request,
    /// Zeal mode requested it.
    Zeal,
    /// The markers of a concurrent cycle have no object left to mark, so marking may end.
    Marking,
}

impl CollectionCause {
    /// Returns the cause as one word, for logs and traces.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Allocation => "allocation",
            Self::LargeAllocation => "large-allocation",
            Self::Emergency => "emergency",
            Self::Request => "request",
            Self::Zeal => "zeal",
            Self::Marking => "marking",
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
    /// Bytes in the young generation. TLABs count in full.
    pub young: u64,
    /// Bytes in the old generation.
    pub old: u64,
    /// Bytes in large objects.
    pub large: u64,
    /// Bytes of the blocks and pages in use, including free lines in blocks of the old generation.
    /// The heap limit applies to this amount.
    pub committed: u64,
}

impl HeapUse {
    /// Returns the bytes that full collections and concurrent cycles collect: all but the young
    /// generation.
    pub(crate) fn old_and_large(&self) -> u64 {
        self.old + self.large
    }
}

/// The stages of a concurrent cycle while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CycleStage {
    /// Old objects are being marked.
    Marking,
    /// Old objects that were not marked are being freed.
    Sweeping,
    /// Young collections evacuate sparse blocks.
    Evacuating,
}

impl CycleStage {
    /// Returns the stage as one word, for logs and traces.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Marking => "marking",
            Self::Sweeping => "sweeping",
            Self::Evacuating => "evacuating",
        }
    }
}

/// The state of a heap's concurrent cycle at the end of a pause.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CycleProgress {
    /// `None` if no cycle is in progress.
    pub(crate) stage: Option<CycleStage>,
    /// Bytes that the cycle has marked so far; 0 unless it is marking.
    pub(crate) marked: u64,
    /// Bytes that mutators mark for each 100 bytes that they allocate.
    pub(crate) assist_percent: u64,
    /// Time at which the last sweep ended.
    pub(crate) swept: Option<Instant>,
}

/// The part of the heap that a collection traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Young objects only; old objects are treated as live.
    Young,
    /// All objects.
    Full,
}
