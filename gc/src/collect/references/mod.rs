//! Reference processing: references that do not keep their objects alive, or only under a
//! condition. These are weak references, ephemerons and finalizable objects.
//!
//! Runs on one thread when everything that is reachable from strong roots has been traced. In this
//! order:
//!
//! 1. **Ephemerons** (Hayes, OOPSLA 1997). If an ephemeron's key is live, its value is retained and
//!    traced, which may reach further keys, and so on to a fixed point. This precedes all clearing:
//!    an object that is reachable through a value is as live as any other.
//! 2. **Short weak references** to objects that were not reached are cleared. This precedes
//!    finalization, so that only the finalizer can access an object that it tears down.
//! 3. **Finalizable objects** that were not reached are kept, all of them at once, whether or not
//!    they reach each other; they are queued in the order of registration. This precedes tracing
//!    any of them: otherwise an object would escape finalization because another one, as dead as
//!    itself, refers to it.
//! 4. Objects that this revives are traced, with the ephemerons whose keys become reachable. The
//!    values are revived with their keys: a finalizer finds everything that its object had.
//! 5. **Long weak references** are cleared if the object is really dead, and **dead ephemerons**
//!    lose key and value. This is last, because until now each could have been revived.
//!
//! A weak object, short or long, that was itself found only in step 4 is cleared in step 5: only
//! finalizers could have read it.
//!
//! # Cost
//!
//! An ephemeron is inspected when it is found, and once more when its key is reached after that. In
//! between it waits in a list that belongs to its key. The collector sets the waiting-key bit of
//! the key, so that it is notified when tracing reaches that object
//! ([`Survivors::mark_waiting_key`]). No list is traversed repeatedly: n ephemerons cost at most 2n
//! inspections, in whatever order they lead to each other.
//!
//! # The end of a concurrent cycle
//!
//! The marker has [settled](crate::handles::Items::NotSettledIn) most weak items before the pause,
//! and has removed discovered objects that need nothing from the list. The others are processed as
//! in a full collection.
//!
//! # Young collections
//!
//! An object that is not part of a collection counts as reached. An old weak object or ephemeron
//! that refers to a young object must be found again by the next young collection, even if no
//! thread writes to it: [`ReferenceResult::revisit`] lists those.

mod waiting;

#[cfg(test)]
mod tests;

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parking_lot::MutexGuard;
use statepoint_scanner::fault_injection::fault;

use waiting::{Ephemeron, WaitingEphemerons};

use crate::handles::{
    Entries, Fate, HandleTable, Items, References, Registration, RootRangeKind, SHARDS, VisitedCell,
};
use crate::object::{Header, Special, TypeTable, WeakKind};
use crate::observe::ReferenceCounts;

/// The operations that reference processing needs of a collector. A `word` is the content of a
/// slot. If it is not a reference into the heap, or its object is not part of the collection, it
/// counts as reached and stays as it is.
pub(super) trait Survivors {
    /// Returns the new value of the slot if its object was reached, otherwise `None`.
    fn survivor(&mut self, word: u64) -> Option<u64>;

    /// Reaches the object, and everything it refers to with the next [`Self::trace`]. Returns the
    /// new value of the slot.
    fn retain(&mut self, word: u64) -> u64;

    /// Traces everything that is reachable from the objects that were kept.
    fn trace(&mut self);

    /// Requests that [`Self::next_reached_key`] report the object, which was not reached yet, when
    /// tracing reaches it.
    fn mark_waiting_key(&mut self, word: u64);

    /// Removes and returns a key of waiting ephemerons that was reached, as the word that was
    /// marked.
    fn next_reached_key(&mut self) -> Option<u64>;

    /// Removes and returns the address of an object with [`Special`] fields that was scanned; each
    /// object once. The object is complete, and its other fields have been processed.
    fn next_discovered(&mut self) -> Option<usize>;

    /// Returns whether the next young collection may move or free the object.
    fn is_young(&self, word: u64) -> bool;
}

/// The result of reference processing.
#[derive(Debug, Default)]
pub(super) struct ReferenceResult {
    /// Old objects with [`Special`] fields that refer to young objects.
    pub(super) revisit: Vec<usize>,
    pub(super) counts: ReferenceCounts,
}

/// The sources of untraced references other than the discovered objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sources<'a> {
    pub(super) types: &'a TypeTable,
    pub(super) handles: &'a HandleTable,
    pub(super) references: &'a References,
}

/// Processes the discovered objects of a collection, and the references that native code holds.
pub(super) fn process(
    sources: Sources<'_>,
    items: Items,
    survivors: &mut impl Survivors,
) -> ReferenceResult {
    let tables = sources.references.tables.all();
    let mut processing = Processing {
        sources,
        items,
        survivors,
        tables: tables.iter().map(|table| table.lock()).collect(),
        waiting: WaitingEphemerons::default(),
        short: Vec::new(),
        long: Vec::new(),
        done: ReferenceResult::default(),
    };
    processing.scan_ephemeron_tables();
    if fault("clear-early") {
        processing.clear(WeakKind::Short);
    }
    processing.trace_to_fixpoint();
    processing.clear(WeakKind::Short);
    processing.finalize();
    processing.trace_to_fixpoint();
    processing.clear(WeakKind::Long);
    processing.clear_dead();
    processing.done
}

struct Processing<'a, S> {
    sources: Sources<'a>,
    items: Items,
    survivors: &'a mut S,
    tables: Vec<MutexGuard<'a, Entries>>,
    waiting: WaitingEphemerons,
    /// Weak objects that have not been processed yet.
    short: Vec<usize>,
    long: Vec<usize>,
    done: ReferenceResult,
}

impl<'a, S: Survivors> Processing<'a, S> {
    fn scan_ephemeron_tables(&mut self) {
        for table in 0..self.tables.len() {
            for entry in self.tables[table].entries_to_visit(self.items) {
                self.process_ephemeron(Ephemeron::Entry { table: table as u32, entry });
            }
        }
    }

    /// Traces until no more keys are reached.
    fn trace_to_fixpoint(&mut self) {
        loop {
            self.survivors.trace();
            let mut kept = false;
            while let Some(object) = self.survivors.next_discovered() {
                kept |= self.classify(object);
            }
            while let Some(key) = self.survivors.next_reached_key() {
                let mut next = self.waiting.take(key);
                while let Some(waiter) = next {
                    kept |= self.process_ephemeron(waiter.ephemeron);
                    next = self.waiting.previous(waiter);
                }
            }
            if !kept {
                return;
            }
        }
    }

    fn special(&self, object: usize) -> &'a Special {
        let header = Header::from_object(word(object).load(Relaxed));
        self.sources.types.special(header.type_id()).expect("only such objects are discovered")
    }

    /// Sorts a discovered object by its kind; returns whether anything was kept.
    fn classify(&mut self, object: usize) -> bool {
        match self.special(object) {
            Special::Weak { kind: WeakKind::Short, .. } => self.short.push(object),
            Special::Weak { kind: WeakKind::Long, .. } => self.long.push(object),
            Special::Ephemeron { .. } => return self.process_ephemeron(Ephemeron::Object(object)),
        }
        false
    }

    /// Keeps an ephemeron's value if its key was reached, otherwise adds the ephemeron to the
    /// waiting list of its key. Returns whether the value was kept.
    fn process_ephemeron(&mut self, ephemeron: Ephemeron) -> bool {
        self.done.counts.ephemerons += 1;
        let (key, value) = match ephemeron {
            Ephemeron::Object(object) => {
                let (key, value) = self.fields(object);
                (key.load(Relaxed), value.load(Relaxed))
            }
            Ephemeron::Entry { table, entry } => self.tables[table as usize].get(entry),
        };
        let Some(new_key) = self.survivors.survivor(key) else {
            if !fault("forget-ephemeron") && self.waiting.add(key, ephemeron) {
                self.survivors.mark_waiting_key(key);
            }
            return false;
        };
        let new_value = self.survivors.retain(value);
        match ephemeron {
            Ephemeron::Object(object) => {
                let (key, value) = self.fields(object);
                key.store(new_key, Relaxed);
                value.store(new_value, Relaxed);
                self.record_old_to_young(object, &[key, value]);
            }
            Ephemeron::Entry { table, entry } => {
                self.tables[table as usize].set(entry, new_key, new_value);
            }
        }
        true
    }

    /// Returns the key and value fields of an ephemeron.
    fn fields(&self, object: usize) -> (&'a AtomicU64, &'a AtomicU64) {
        let Special::Ephemeron { key, value } = self.special(object) else {
            unreachable!("ephemerons have keys and values")
        };
        (word(object + key), word(object + value))
    }

    /// Clears the weak slots of a kind whose objects are dead, in native memory and in the objects
    /// discovered so far.
    fn clear(&mut self, kind: WeakKind) {
        let References { ranges, .. } = self.sources.references;
        let cells = self.sources.references.weak(kind);
        for shard in 0..SHARDS {
            cells.visit(shard, self.items, |old| {
                let word = self.weak_value(old);
                VisitedCell { word, young: self.survivors.is_young(word) }
            });
        }
        ranges.visit(RootRangeKind::Weak(kind), |word| self.weak_value(word));
        // For long weak references this includes short ones that were discovered late.
        let mut objects = core::mem::take(&mut self.short);
        if kind == WeakKind::Long {
            objects.append(&mut self.long);
        }
        for object in objects {
            let Special::Weak { fields, .. } = self.special(object) else { continue };
            let fields: Vec<_> = fields.iter().map(|offset| word(object + offset)).collect();
            for field in &fields {
                field.store(self.weak_value(field.load(Relaxed)), Relaxed);
            }
            self.record_old_to_young(object, &fields);
        }
    }

    /// Returns the new value of a weak slot.
    fn weak_value(&mut self, word: u64) -> u64 {
        self.done.counts.weak += 1;
        self.survivors.survivor(word).unwrap_or_else(|| {
            self.done.counts.weak_cleared += 1;
            if fault("keep-weak") { word } else { 0 }
        })
    }

    /// Queues the dead finalizable objects for finalization, and keeps them.
    fn finalize(&mut self) {
        let Sources { handles, references, .. } = self.sources;
        let dead = references.finalizers.registered.lock().take_dead(self.items, |word| match self
            .survivors
            .survivor(word)
        {
            Some(word) => Fate::Live { word, young: self.survivors.is_young(word) },
            None => Fate::Dead,
        });
        if dead.is_empty() {
            return;
        }
        self.done.counts.finalizable += dead.len() as u64;
        let keep =
            |Registration { word, token, .. }| (handles.insert(self.survivors.retain(word)), token);
        references.finalizers.queue(dead.into_iter().map(keep));
    }

    /// Clears ephemerons whose keys are dead.
    fn clear_dead(&mut self) {
        for ephemeron in core::mem::take(&mut self.waiting).into_remaining() {
            self.done.counts.ephemerons_cleared += 1;
            match ephemeron {
                Ephemeron::Object(object) => {
                    let (key, value) = self.fields(object);
                    key.store(0, Relaxed);
                    value.store(0, Relaxed);
                }
                Ephemeron::Entry { .. } if fault("keep-entry") => {}
                Ephemeron::Entry { table, entry } => self.tables[table as usize].clear_dead(entry),
            }
        }
        for table in &mut self.tables {
            table.finish(self.items, |word| self.survivors.is_young(word));
        }
    }

    /// Adds an old object to the revisit list if it refers to a young one.
    fn record_old_to_young(&mut self, object: usize, fields: &[&AtomicU64]) {
        let young = |field: &&AtomicU64| self.survivors.is_young(field.load(Relaxed));
        let forgotten = fault("forget-revisit");
        if !self.survivors.is_young(object as u64) && fields.iter().any(young) && !forgotten {
            self.done.revisit.push(object);
        }
    }
}

/// Returns a word of a discovered object.
fn word<'a>(address: usize) -> &'a AtomicU64 {
    // SAFETY: `Survivors::next_discovered` yields complete objects, whose types describe where
    // their fields are. The world is stopped, the objects stay where they are, and no other thread
    // accesses these fields.
    unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(address) }
}
