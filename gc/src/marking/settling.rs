//! Settling: before the pause that ends marking, markers find the weak items that this pause need
//! not process, because their objects are marked ([`Items::NotSettledIn`]).
//!
//! A marker settles when all markers are idle. Nearly all live objects are marked then. Each item
//! is inspected once in a cycle. One that is created or changed later is not settled, so the pause
//! processes it.
//!
//! The value of an ephemeron whose key is marked is as live as the key: settling shades it.
//!
//! Discovered objects with weak fields, and ephemerons, are removed from the list instead. If a
//! mutator stores into such an object later, the write barrier logs it, and the next pause
//! discovers it again.
//!
//! [`Items::NotSettledIn`]: crate::handles::Items::NotSettledIn

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Weak;

use parking_lot::Mutex as TableMutex;
use statepoint_scanner::fault_injection::fault;

use super::Sources;
use crate::handles::{CycleNumber, Entries, SHARDS};
use crate::object::{HeaderWord, Special, WORD, WeakKind};
use crate::space::BlockState;
use crate::sync::Mutex;

/// Number of items that are inspected while their lock is held: about ten microseconds if their
/// objects are not in the cache.
const ITEMS: usize = 128;

/// The next items to inspect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    WeakCells {
        kind: WeakKind,
        shard: usize,
        from: u32,
    },
    /// The tables; they are to be listed.
    Tables,
    Entries {
        table: usize,
        from: usize,
    },
    /// After the registration with this id.
    Finalizers {
        after: u64,
    },
    /// The discovered objects; they are to be taken.
    Objects,
    /// Those of [`State::objects`].
    TakenObjects,
    #[default]
    Nothing,
}

#[derive(Debug, Default)]
struct State {
    cycle: CycleNumber,
    next: Next,
    /// The tables, when the first of their entries was inspected.
    tables: Vec<Weak<TableMutex<Entries>>>,
    /// Discovered objects that were not inspected yet.
    objects: Vec<usize>,
    /// Those that are not settled.
    not_settled: Vec<usize>,
}

/// The progress of settling in a cycle.
#[derive(Debug)]
pub(super) struct Settling(Mutex<State>);

impl Settling {
    pub(super) fn new() -> Self {
        Self(Mutex::new(State::default()))
    }

    /// Begins a cycle: nothing is settled. In a pause.
    pub(super) fn begin(&self) {
        let mut state = self.0.lock();
        state.cycle = state.cycle.wrapping_add(1).max(1);
        state.next = Next::WeakCells { kind: WeakKind::Short, shard: 0, from: 0 };
        debug_assert!(state.objects.is_empty() && state.not_settled.is_empty());
    }

    /// Ends the inspection of items, in a pause that ends marking or abandons it. Returns the
    /// discovered objects that are not settled.
    pub(super) fn end(&self) -> Vec<usize> {
        let mut state = self.0.lock();
        state.next = Next::Nothing;
        state.tables.clear();
        let mut objects = core::mem::take(&mut state.objects);
        objects.append(&mut state.not_settled);
        objects
    }

    /// Returns whether all items were inspected.
    pub(super) fn is_done(&self) -> bool {
        self.0.lock().next == Next::Nothing
    }

    /// Returns the number of the cycle in progress, or of the last one.
    pub(super) fn cycle(&self) -> CycleNumber {
        self.0.lock().cycle
    }

    /// Inspects some items. `discovered` returns the discovered objects so far. Returns the values
    /// to shade; `None` if all items were inspected. Only one marker settles at a time.
    pub(super) fn advance(
        &self,
        heap: &Sources<'_>,
        discovered: impl FnOnce() -> Vec<usize>,
    ) -> Option<Vec<usize>> {
        let mut state = self.0.lock();
        let mut shaded = Vec::new();
        state.next = match state.next {
            Next::Nothing => return None,
            Next::WeakCells { kind, shard, from } => settle_cells(heap, &state, kind, shard, from),
            Next::Tables => {
                state.tables = heap.references.tables.list();
                Next::Entries { table: 0, from: 0 }
            }
            Next::Entries { table, from } => settle_entries(heap, &state, table, from, &mut shaded),
            Next::Finalizers { after } => settle_finalizers(heap, state.cycle, after),
            Next::Objects => {
                state.objects = discovered();
                Next::TakenObjects
            }
            Next::TakenObjects => state.settle_objects(heap, &mut shaded),
        };
        Some(shaded)
    }
}

fn settle_cells(
    heap: &Sources<'_>,
    state: &State,
    kind: WeakKind,
    shard: usize,
    from: u32,
) -> Next {
    let cells = heap.references.weak(kind);
    let next = cells.settle_some(state.cycle, shard, from, ITEMS as u32, |word| {
        is_settled(heap, word as usize)
    });
    match (next, kind) {
        (Some(from), _) => Next::WeakCells { kind, shard, from },
        (None, _) if shard + 1 < SHARDS => Next::WeakCells { kind, shard: shard + 1, from: 0 },
        (None, WeakKind::Short) => Next::WeakCells { kind: WeakKind::Long, shard: 0, from: 0 },
        (None, WeakKind::Long) => Next::Tables,
    }
}

fn settle_entries(
    heap: &Sources<'_>,
    state: &State,
    table: usize,
    from: usize,
    shaded: &mut Vec<usize>,
) -> Next {
    let Some(entries) = state.tables.get(table) else { return Next::Finalizers { after: 0 } };
    let next = entries.upgrade().and_then(|entries| {
        entries.lock().settle_some(state.cycle, from, ITEMS, |key, value| {
            is_settled_ephemeron(heap, key as usize, value as usize, shaded)
        })
    });
    match next {
        Some(from) => Next::Entries { table, from },
        None => Next::Entries { table: table + 1, from: 0 },
    }
}

fn settle_finalizers(heap: &Sources<'_>, cycle: CycleNumber, after: u64) -> Next {
    let mut registered = heap.references.finalizers.registered.lock();
    let next = registered.settle_some(cycle, after, ITEMS, |word| is_settled(heap, word as usize));
    next.map_or(Next::Objects, |after| Next::Finalizers { after })
}

impl State {
    fn settle_objects(&mut self, heap: &Sources<'_>, shaded: &mut Vec<usize>) -> Next {
        let from = self.objects.len().saturating_sub(ITEMS);
        for object in self.objects.drain(from..) {
            if !is_settled_object(heap, object, shaded) {
                self.not_settled.push(object);
            }
        }
        if self.objects.is_empty() { Next::Nothing } else { Next::TakenObjects }
    }
}

/// Returns whether a discovered object needs nothing from the pause that ends marking. Adds what
/// its marked key keeps alive to `shaded`.
fn is_settled_object(heap: &Sources<'_>, object: usize, shaded: &mut Vec<usize>) -> bool {
    // SAFETY: a pause or a marker has scanned it in this cycle, and nothing is swept before the
    // cycle's end.
    let header = unsafe { HeaderWord::at(object) };
    if !header.is_marked(heap.live_bits) {
        return false;
    }
    let field = |offset: usize| {
        // SAFETY: a field of a complete object, which mutators may be writing: both sides access
        // whole words.
        let word = unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(object + offset) };
        word.load(Relaxed) as usize
    };
    match heap.types.special(header.read().type_id()) {
        Some(Special::Weak { fields, .. }) => {
            fields.iter().all(|&offset| is_settled(heap, field(offset)))
        }
        Some(Special::Ephemeron { key, value }) => {
            is_settled_ephemeron(heap, field(*key), field(*value), shaded)
        }
        None => false,
    }
}

fn is_settled_ephemeron(
    heap: &Sources<'_>,
    key: usize,
    value: usize,
    shaded: &mut Vec<usize>,
) -> bool {
    if !is_settled(heap, key) {
        return false;
    }
    let is_settled_value = is_settled(heap, value);
    let is_old = heap.is_old(value);
    if !is_settled_value && is_old {
        shaded.push(value);
    }
    is_settled_value || is_old
}

/// Returns whether the word is no reference into the heap, or refers to an old object that is
/// marked.
fn is_settled(heap: &Sources<'_>, word: usize) -> bool {
    // The next collections do not visit a settled item.
    heap.blocks.keep_in_place(word);
    match heap.blocks.state_at(word) {
        None => true,
        Some(_) if !word.is_multiple_of(WORD) => true,
        Some(state) if !BlockState::is_old(state) => false,
        Some(_) => {
            // SAFETY: a block of the old generation, in which an object begins if the word is a
            // reference: dead old objects are freed only while SWEEPING, and the pause before that
            // has cleared the weak items that referred to them.
            let is_marked = || unsafe { HeaderWord::at(word) }.is_marked(heap.live_bits);
            fault("settle-unmarked") || is_marked()
        }
    }
}
