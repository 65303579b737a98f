//! Storage of the references that native code holds.
//!
//! * `cells`: cells that hold references, which any thread may allocate; `cell_array`: an array of
//!   cells.
//! * `strong`: the cells of strong handles. Weak handles have two tables of their own, in
//!   `References`.
//! * `locals`: handles of one thread, freed at the end of a scope.
//! * `tables`: tables with weak keys (ephemeron tables).
//! * `finalizers`: registrations of finalizers, and the queue of objects to finalize.
//! * `registrations`: a list of registrations, in chunks that workers visit concurrently.
//! * `pins`: objects that must not move.
//! * `ranges`: root ranges, that is, slots in the host's memory.
//! * `settled`: weak items that the end of a concurrent cycle need not process.
//!
//! The host's interface to this storage is in `mutator/handle_api`. `collect/references` documents
//! how a collection processes weak items, and in which order.

use core::fmt;

mod cell_array;
mod cells;
mod finalizers;
mod locals;
mod pins;
mod ranges;
mod registrations;
mod settled;
mod strong;
mod tables;

pub(crate) use cells::{CellId, CellTable, SHARDS, VisitedCell};
pub use finalizers::FinalizerId;
pub(crate) use finalizers::{Fate, Finalizers, Registration};
pub(crate) use locals::LocalCells;
pub(crate) use pins::Pins;
pub(crate) use ranges::RootRanges;
pub use ranges::{RootRangeError, RootRangeKind};
pub(crate) use settled::{CycleNumber, Items};
pub(crate) use strong::HandleTable;
pub(crate) use tables::{Entries, EntryTask, MovedKey, Tables};

use crate::object::WeakKind;

/// All references into a heap that native code holds, except the strong handles.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// Cells of short weak handles.
    short: CellTable,
    /// Cells of long weak handles.
    long: CellTable,
    /// Tables with weak keys.
    pub(crate) tables: Tables,
    /// Registrations of finalizers, and the queue of objects to finalize.
    pub(crate) finalizers: Finalizers,
    /// Slots in the host's memory.
    pub(crate) ranges: RootRanges,
    /// Pinned objects.
    pub(crate) pins: Pins,
}

/// The kind of a reference's holder, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// A slot of a strong root range.
    RootRange,
    /// A pin.
    Pin,
    /// The value of an entry in a table with weak keys.
    Value,
    /// A weak handle.
    WeakHandle,
    /// A slot of a weak root range.
    WeakRootRange,
    /// The key of an entry in a table with weak keys.
    Key,
    /// The registration of a finalizer.
    Finalizer,
}

impl Holder {
    /// Returns whether the holder keeps the object alive. A value counts as strong: its key was
    /// live at the last collection.
    pub(crate) fn is_strong(self) -> bool {
        matches!(self, Self::RootRange | Self::Pin | Self::Value)
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RootRange => "a slot of a root range",
            Self::Pin => "a pin",
            Self::Value => "a value in a table with weak keys",
            Self::WeakHandle => "a weak handle",
            Self::WeakRootRange => "a slot of a weak root range",
            Self::Key => "a key in a table with weak keys",
            Self::Finalizer => "the registration of a finalizer",
        })
    }
}

impl References {
    /// Calls `visit` with each reference and its holder. The world is stopped.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Holder, u64)) {
        let kinds = [WeakKind::Short, WeakKind::Long];
        let mut range = |kind, holder| {
            self.ranges.visit(kind, |word| {
                visit(holder, word);
                word
            });
        };
        range(RootRangeKind::Strong, Holder::RootRange);
        for kind in kinds {
            range(RootRangeKind::Weak(kind), Holder::WeakRootRange);
        }
        for kind in kinds {
            self.weak(kind).for_each(|word| visit(Holder::WeakHandle, word));
        }
        self.pins.for_each(|word| visit(Holder::Pin, word));
        self.tables.for_each(|key, value| {
            visit(Holder::Key, key);
            visit(Holder::Value, value);
        });
        self.finalizers.for_each(|word| visit(Holder::Finalizer, word));
    }

    /// Returns the cells of weak handles of a kind.
    pub(crate) fn weak(&self, kind: WeakKind) -> &CellTable {
        match kind {
            WeakKind::Short => &self.short,
            WeakKind::Long => &self.long,
        }
    }
}
