//! Steps with weak references, finalizers, pins, and weak tables.
//!
//! An object that is unreachable in the shadow copy may remain in the heap until the next
//! collection, so weak references to it may still be set. A weak reference may be null only if its
//! object is unreachable or was so for some time (`was_unreachable`). After a full collection,
//! `inspect` also checks that weak references to garbage are null.

use std::collections::HashSet;

use statepoint_gc::{Argument, Handle, Mutator};

use super::Mismatch;
use super::graph::{Graph, Registration};
use super::objects::same;
use super::pins::Pin;
use super::shadow::{Id, Value};
use super::shared::WEAK_KINDS;
use super::tally::Count;
use super::worker::Worker;
use crate::managed::{self, call, make};

impl Graph {
    /// Returns whether a collection may have found the object dead.
    pub(super) fn may_have_been_unreachable(&self, id: Id) -> bool {
        match self.shadow.nodes.get(&id) {
            None => true,
            Some(node) => node.was_unreachable || !self.reachable().strong.contains(&id),
        }
    }

    /// Makes an object strongly reachable that may have been found dead, and marks all objects that
    /// it resurrects.
    fn resurrect(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        object: Handle,
        id: Id,
    ) -> Result<(), Mismatch> {
        let mut marked = self.reachable().strong;
        let before: HashSet<Id> = marked.clone();
        let entries: Vec<_> = self.entries.iter().map(|(&key, &value)| (key, value)).collect();
        self.shadow.trace(&mut marked, vec![id], &entries);
        for id in marked.difference(&before) {
            self.shadow.node_mut(*id).was_unreachable = true;
        }
        if marked.len() > before.len() {
            worker.count(Count::Resurrected, 1);
        }
        self.store_in_root(worker, mutator, object, id)
    }

    /// Creates a weak handle, or checks the referent of one.
    pub(super) fn use_weak(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        if self.weak.len() < 40 || worker.chance(8) {
            if let Some((object, id)) = self.random_walk(worker, mutator)? {
                let weak = object.downgrade(WEAK_KINDS[worker.random.usize(..2)]);
                if self.weak.len() < 80 {
                    self.weak.push((weak, id));
                } else {
                    let index = worker.random.usize(..self.weak.len());
                    self.weak[index] = (weak, id);
                }
            }
            return Ok(());
        }
        let index = worker.random.usize(..self.weak.len());
        let (weak, id) = &self.weak[index];
        let (id, kind) = (*id, weak.kind());
        let found = worker.expect_ok("a weak handle", weak.upgrade(mutator))?;
        match found {
            None => {
                worker.count(Count::WeakCleared, 1);
                if !self.may_have_been_unreachable(id) {
                    let message = self.shadow.node(id).describe(id);
                    return Err(
                        worker.mismatch(format!("a weak handle ({kind:?}) is null: {message}"))
                    );
                }
                self.weak.swap_remove(index);
            }
            Some(found) if self.shadow.nodes.contains_key(&id) => {
                worker.count(Count::WeakFound, 1);
                self.compare_header(worker, mutator, &found, id, "a weak handle")?;
                if worker.chance(3) {
                    self.resurrect(worker, mutator, found, id)?;
                }
            }
            // The object is dead but not reclaimed yet. Its fields may refer to removed shadow
            // objects.
            Some(_) => {}
        }
        Ok(())
    }

    /// Registers a finalizer, cancels a registration, or checks the finalizer queue.
    pub(super) fn use_finalizer(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        match worker.random.u32(..8) {
            0..5 if self.registrations.len() < 200 => {
                let Some((object, id)) = self.random_walk(worker, mutator)? else { return Ok(()) };
                let token = u64::from(self.number) << 32 | self.tokens;
                self.tokens += 1;
                let finalizer_id = mutator.finalize_with(&object, token);
                let finalizer_id = worker.expect_ok("a finalizer is registered", finalizer_id)?;
                worker.count(Count::FinalizersRegistered, 1);
                self.registrations.insert(token, Registration { object: id, id: finalizer_id });
                Ok(())
            }
            5 => {
                let tokens: Vec<u64> = self.registrations.keys().copied().collect();
                let Some(&token) = worker.random.choice(&tokens) else { return Ok(()) };
                let Registration { object, id } = self.registrations[&token];
                match worker.run.heap.cancel_finalizer(id) {
                    Some(found) if found == token => {
                        worker.count(Count::FinalizersCancelled, 1);
                        self.registrations.remove(&token);
                        // Objects that only the registration retained may be dead now.
                        self.sweep(worker);
                        Ok(())
                    }
                    Some(found) => Err(worker.mismatch(format!(
                        "the cancelled token is {found:#x} instead of {token:#x}"
                    ))),
                    None if self.may_have_been_unreachable(object) => Ok(()),
                    None => {
                        let message = self.shadow.node(object).describe(object);
                        Err(worker
                            .mismatch(format!("token {token:#x} was queued: {message} is live")))
                    }
                }
            }
            _ => self.take_dead(worker, mutator),
        }
    }

    /// Takes the queued objects of this graph. Each must be dead and registered, and have the same
    /// contents as its shadow copy.
    pub(super) fn take_dead(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        for (object, token) in worker.run.take_queued(self.number) {
            let Some(Registration { object: id, .. }) = self.registrations.get(&token).copied()
            else {
                return Err(
                    worker.mismatch(format!("token {token:#x} was queued without a registration"))
                );
            };
            if !self.may_have_been_unreachable(id) {
                let message = self.shadow.node(id).describe(id);
                return Err(
                    worker.mismatch(format!("token {token:#x} was queued: {message} is live"))
                );
            }
            let path = format!("token {token:#x} was queued");
            self.compare_header(worker, mutator, &object, id, &path)?;
            self.compare_object(worker, mutator, &object, id)?;
            worker.count(Count::Finalized, 1);
            self.registrations.remove(&token);
            if worker.chance(5) {
                self.resurrect(worker, mutator, object, id)?;
            } else {
                // Objects that only this registration retained are dead now.
                self.sweep(worker);
            }
        }
        Ok(())
    }

    /// Pins an object, unpins one, or accesses a pinned object directly, as native code does.
    pub(super) fn use_pin(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        if self.pins.len() < 12 && worker.random.bool() {
            let Some((object, id)) = self.random_walk(worker, mutator)? else { return Ok(()) };
            let pinned = worker.expect_ok("an object is pinned", mutator.pin(&object))?;
            let arguments = [Argument::Reference(&object)];
            let address = call(mutator, managed::soak_address, &arguments);
            let pin = Pin::new(id, pinned, worker.expect_ok("an address", address)?);
            worker.count(Count::Pinned, 1);
            self.pins.push(pin);
            return self.compare_pin(worker, mutator, &object, id);
        }
        if self.pins.is_empty() {
            return Ok(());
        }
        let index = worker.random.usize(..self.pins.len());
        if worker.chance(3) {
            self.pins.swap_remove(index);
            return Ok(());
        }
        let pin = &self.pins[index];
        let id = pin.object;
        let node = self.shadow.node_mut(id);
        if !node.kind.is_plain() || node.words.is_empty() {
            return Ok(());
        }
        let (word, new) = (worker.random.usize(..node.words.len()), worker.random.u64(..));
        let offset = node.kind.offset(word);
        // SAFETY: the object has a word at this offset, all its words are numbers, and this thread
        // has exclusive access to the graph.
        let found = unsafe { pin.load(offset) };
        if node.words[word] != Value::Word(found) {
            let message = node.describe(id);
            let expected = node.words[word];
            return Err(worker.mismatch(format!(
                "pinned {message}: at {offset}: {found:#x} instead of {expected:x?}"
            )));
        }
        // SAFETY: the object has this word, which is a number, and this thread has exclusive access
        // to the graph.
        unsafe { pin.store(offset, new) };
        node.words[word] = Value::Word(new);
        worker.count(Count::PinsCompared, 1);
        Ok(())
    }

    /// Checks that an object has not moved if it is pinned.
    pub(super) fn compare_pin(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        object: &Handle,
        id: Id,
    ) -> Result<(), Mismatch> {
        for pin in self.pins.iter().filter(|pin| pin.object == id) {
            let address = call(mutator, managed::soak_address, &[Argument::Reference(object)]);
            let (was, reported_address) = (pin.address, pin.reported_address());
            worker.count(Count::PinsCompared, 1);
            if address != Ok(was) || reported_address != was {
                let message = self.shadow.node(id).describe(id);
                return Err(worker.mismatch(format!(
                    "pinned {message} is at {address:x?}; it was at {was:#x}, and its pin reports \
                     {reported_address:#x}"
                )));
            }
        }
        Ok(())
    }

    /// Inserts, removes or reads an entry of the weak table.
    pub(super) fn use_table(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        let Some((key, key_id)) = self.random_walk(worker, mutator)? else { return Ok(()) };
        match worker.random.u32(..4) {
            0 | 1 if self.entries.len() < 200 => {
                let Some((value, id)) = self.random_walk(worker, mutator)? else { return Ok(()) };
                let old = self.table.insert(mutator, &key, &value);
                let old = worker.expect_ok("an entry is stored", old)?;
                self.compare_entry(worker, mutator, old, key_id)?;
                self.entries.insert(key_id, Value::Node(id));
            }
            2 => {
                let old =
                    worker.expect_ok("an entry is removed", self.table.remove(mutator, &key))?;
                self.compare_entry(worker, mutator, old, key_id)?;
                self.entries.remove(&key_id);
            }
            _ => {
                let found = worker.expect_ok("an entry is read", self.table.get(mutator, &key))?;
                self.compare_entry(worker, mutator, found, key_id)?;
            }
        }
        Ok(())
    }

    /// Compares the value of a live key with the expected one.
    pub(super) fn compare_entry(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        found: Option<Handle>,
        key: Id,
    ) -> Result<(), Mismatch> {
        match (found, self.entries.get(&key)) {
            (None, None) => Ok(()),
            (Some(found), Some(&Value::Node(id))) => {
                worker.count(Count::EntriesFound, 1);
                self.compare_header(worker, mutator, &found, id, "the value in a table")
            }
            (found, expected) => {
                let key = self.shadow.node(key).describe(key);
                let found = found.is_some();
                Err(worker.mismatch(format!(
                    "the table has an entry for {key}: {found}; it should have {expected:?}"
                )))
            }
        }
    }

    /// Checks a slot of the weak root range, and stores a random object in it.
    pub(super) fn use_slots(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        let index = worker.random.usize(..self.weak_slot_values.len());
        let slot = Argument::Word(self.weak_slots.address(index));
        let found = worker.expect_ok("a weak slot", make(mutator, managed::root, &[slot]))?;
        let null = worker.expect_ok("null", make_null(mutator))?;
        let null = same(mutator, &found, &null);
        worker.count(Count::SlotsCompared, 1);
        match self.weak_slot_values[index] {
            Value::Node(id) if null => {
                worker.count(Count::WeakCleared, 1);
                if !self.may_have_been_unreachable(id) {
                    let message = self.shadow.node(id).describe(id);
                    return Err(worker.mismatch(format!("a weak slot is null: {message} is live")));
                }
            }
            Value::Node(id) if self.shadow.nodes.contains_key(&id) => {
                worker.count(Count::WeakFound, 1);
                self.compare_header(worker, mutator, &found, id, "a weak slot")?;
            }
            Value::Node(_) => {}
            expected if !null => {
                return Err(
                    worker.mismatch(format!("a weak slot holds an object, not {expected:?}"))
                );
            }
            _ => {}
        }
        drop(found);
        let Some((object, id)) = self.random_walk(worker, mutator)? else { return Ok(()) };
        let stored = call(mutator, managed::set_root, &[slot, Argument::Reference(&object)]);
        worker.expect_ok("a store into a weak slot", stored)?;
        self.weak_slot_values[index] = Value::Node(id);
        Ok(())
    }
}

/// Returns a handle to null.
pub(super) fn make_null(mutator: &mut Mutator) -> Result<Handle, statepoint_gc::CallError> {
    make(mutator, managed::keep, &[Argument::Word(0)])
}
