//! The storage of references that native code holds.
//!
//! * `cells`: cells that hold references, which any thread may allocate.
//! * `strong`: the cells of strong handles; weak ones have two tables of their own.
//! * `locals`: handles of one thread, freed at the end of a scope.
//! * `tables`: tables with weak keys.
//! * `finalizers`: registrations, and the queue that the host drains.
//! * `pins`: objects that do not move.
//! * `ranges`: slots in the host's memory.
//! * `settled`: the weak ones of these that the end of a concurrent cycle need not process.
//!
//! The host's interface to them is in `mutator/handle_api`. How a collection processes them, and in
//! which order, is in `collect/references`.

use core::fmt;

mod cells;
mod finalizers;
mod locals;
mod pins;
mod ranges;
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
pub(crate) use tables::{Entries, Tables};

use crate::object::WeakKind;

/// All references into a heap that native code holds, except the strong handles.
#[derive(Debug, Default)]
pub(crate) struct References {
    short: CellTable,
    long: CellTable,
    pub(crate) tables: Tables,
    pub(crate) finalizers: Finalizers,
    pub(crate) ranges: RootRanges,
    pub(crate) pins: Pins,
}

/// The kind of holder of a reference, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    RootRange,
    Pin,
    Value,
    WeakHandle,
    WeakRootRange,
    Key,
    Finalizer,
}

impl Holder {
    /// Returns whether the holder keeps the object alive. (A value's key was live at the last
    /// collection.)
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
