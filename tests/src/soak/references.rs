//! References into a graph that keep objects alive only under conditions: weak references,
//! finalizers, pins, tables with weak keys.
//!
//! An object that is dead in the copy may still be in the heap, until a collection has run. So a
//! weak reference may refer to it; one that is null must have referred to an object that is dead,
//! or once was (`was_lost`). After a full collection, `inspect` also checks whether the dead
//! objects are gone.

use std::collections::HashSet;

use statepoint_gc::{Argument, Handle, Mutator};

use super::Lost;
use super::graph::{Graph, Registered};
use super::objects::same;
use super::pins::Pin;
use super::shadow::{Id, Value};
use super::shared::WEAK_KINDS;
use super::tally::Count;
use super::worker::Worker;
use crate::managed::{self, call, make};

impl Graph {
    /// Whether an object that a weak reference no longer refers to may have been found dead.
    pub(super) fn may_be_lost(&self, id: Id) -> bool {
        match self.shadow.nodes.get(&id) {
            None => true,
            Some(node) => node.was_lost || !self.reach().strong.contains(&id),
        }
    }

    /// Resurrects an object that may have been found dead, with all objects reachable from it.
    fn revive(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        object: Handle,
        id: Id,
    ) -> Result<(), Lost> {
        let mut seen = self.reach().strong;
        let before: HashSet<Id> = seen.clone();
        let entries: Vec<_> = self.entries.iter().map(|(&key, &value)| (key, value)).collect();
        self.shadow.trace(&mut seen, vec![id], &entries);
        for lost in seen.difference(&before) {
            self.shadow.node_mut(*lost).was_lost = true;
        }
        if seen.len() > before.len() {
            worker.count(Count::Resurrected, 1);
        }
        self.keep(worker, mutator, object, id)
    }

    /// Makes a weak handle, or checks where one points to.
    pub(super) fn use_weak(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        if self.weak.len() < 40 || worker.chance(8) {
            if let Some((object, id)) = self.walk(worker, mutator)? {
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
        let found = worker.done("a weak handle", weak.upgrade(mutator))?;
        match found {
            None => {
                worker.count(Count::WeakCleared, 1);
                if !self.may_be_lost(id) {
                    let what = self.shadow.node(id).describe(id);
                    return Err(worker.lost(format!("a weak handle ({kind:?}) is null: {what}")));
                }
                self.weak.swap_remove(index);
            }
            Some(found) if self.shadow.nodes.contains_key(&id) => {
                worker.count(Count::WeakFound, 1);
                self.compare_header(worker, mutator, &found, id, "a weak handle")?;
                if worker.chance(3) {
                    self.revive(worker, mutator, found, id)?;
                }
            }
            // Dead, and what became of the objects that it refers to is unknown.
            Some(_) => {}
        }
        Ok(())
    }

    /// Registers objects to be finalized, cancels registrations, and checks which objects died.
    pub(super) fn use_finalizer(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        match worker.random.u32(..8) {
            0..5 if self.registered.len() < 200 => {
                let Some((object, id)) = self.walk(worker, mutator)? else { return Ok(()) };
                let token = u64::from(self.number) << 32 | self.tokens;
                self.tokens += 1;
                let registered = mutator.finalize_with(&object, token);
                let registered = worker.done("a finalizer is registered", registered)?;
                worker.count(Count::FinalizersRegistered, 1);
                self.registered.insert(token, Registered { object: id, id: registered });
                Ok(())
            }
            5 => {
                let tokens: Vec<u64> = self.registered.keys().copied().collect();
                let Some(&token) = worker.random.choice(&tokens) else { return Ok(()) };
                let Registered { object, id } = self.registered[&token];
                match worker.run.heap.cancel_finalizer(id) {
                    Some(found) if found == token => {
                        worker.count(Count::FinalizersCancelled, 1);
                        self.registered.remove(&token);
                        // The objects that only the registration kept alive may be dead at once.
                        self.sweep(worker);
                        Ok(())
                    }
                    Some(found) => {
                        Err(worker.lost(format!("token {token:#x} came back as {found:#x}")))
                    }
                    None if self.may_be_lost(object) => Ok(()),
                    None => {
                        let what = self.shadow.node(object).describe(object);
                        Err(worker.lost(format!("token {token:#x} was queued: {what} is live")))
                    }
                }
            }
            _ => self.take_dead(worker, mutator),
        }
    }

    /// Takes the queued objects of this graph. Each must be dead, be so for the first time, and be
    /// unchanged.
    pub(super) fn take_dead(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        for (object, token) in worker.run.take_queued(self.number) {
            let Some(Registered { object: id, .. }) = self.registered.get(&token).copied() else {
                return Err(worker
                    .lost(format!("token {token:#x} was handed out without being registered")));
            };
            if !self.may_be_lost(id) {
                let what = self.shadow.node(id).describe(id);
                return Err(worker.lost(format!("token {token:#x} was handed out: {what} is live")));
            }
            let way = format!("token {token:#x} was handed out");
            self.compare_header(worker, mutator, &object, id, &way)?;
            self.compare_object(worker, mutator, &object, id)?;
            worker.count(Count::Finalized, 1);
            self.registered.remove(&token);
            if worker.chance(5) {
                self.revive(worker, mutator, object, id)?;
            } else {
                // The objects that only it kept alive die with it.
                self.sweep(worker);
            }
        }
        Ok(())
    }

    /// Pins an object, unpins one, or reads and writes one as native code does.
    pub(super) fn use_pin(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        if self.pins.len() < 12 && worker.random.bool() {
            let Some((object, id)) = self.walk(worker, mutator)? else { return Ok(()) };
            let pinned = worker.done("an object is pinned", mutator.pin(&object))?;
            let arguments = [Argument::Reference(&object)];
            let address = call(mutator, managed::soak_address, &arguments);
            let pin = Pin::new(id, pinned, worker.done("an address", address)?);
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
        // SAFETY: the object has these words, all its words are numbers, and the graph is this
        // thread's for now.
        let found = unsafe { pin.load(offset) };
        if node.words[word] != Value::Word(found) {
            let what = node.describe(id);
            let expected = node.words[word];
            return Err(worker
                .lost(format!("pinned {what}: at {offset}: {found:#x} instead of {expected:x?}")));
        }
        // SAFETY: as above.
        unsafe { pin.store(offset, new) };
        node.words[word] = Value::Word(new);
        worker.count(Count::PinsCompared, 1);
        Ok(())
    }

    /// Checks that an object, if it is pinned, is at its recorded address.
    pub(super) fn compare_pin(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        object: &Handle,
        id: Id,
    ) -> Result<(), Lost> {
        for pin in self.pins.iter().filter(|pin| pin.object == id) {
            let address = call(mutator, managed::soak_address, &[Argument::Reference(object)]);
            let (was, reported_address) = (pin.address, pin.reported_address());
            worker.count(Count::PinsCompared, 1);
            if address != Ok(was) || reported_address != was {
                let what = self.shadow.node(id).describe(id);
                return Err(worker.lost(format!(
                    "pinned {what} is at {address:x?}; it was at {was:#x}, and its pin reports {reported_address:#x}"
                )));
            }
        }
        Ok(())
    }

    /// Uses the table with weak keys.
    pub(super) fn use_table(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        let Some((key, key_id)) = self.walk(worker, mutator)? else { return Ok(()) };
        match worker.random.u32(..4) {
            0 | 1 if self.entries.len() < 200 => {
                let Some((value, id)) = self.walk(worker, mutator)? else { return Ok(()) };
                let old = self.table.insert(mutator, &key, &value);
                let old = worker.done("an entry is stored", old)?;
                self.compare_entry(worker, mutator, old, key_id)?;
                self.entries.insert(key_id, Value::Node(id));
            }
            2 => {
                let old = worker.done("an entry is removed", self.table.remove(mutator, &key))?;
                self.compare_entry(worker, mutator, old, key_id)?;
                self.entries.remove(&key_id);
            }
            _ => {
                let found = worker.done("an entry is read", self.table.get(mutator, &key))?;
                self.compare_entry(worker, mutator, found, key_id)?;
            }
        }
        Ok(())
    }

    /// Checks that the value of a key that was reached is the expected one.
    pub(super) fn compare_entry(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        found: Option<Handle>,
        key: Id,
    ) -> Result<(), Lost> {
        match (found, self.entries.get(&key)) {
            (None, None) => Ok(()),
            (Some(found), Some(&Value::Node(id))) => {
                worker.count(Count::EntriesFound, 1);
                self.compare_header(worker, mutator, &found, id, "the value in a table")
            }
            (found, expected) => {
                let key = self.shadow.node(key).describe(key);
                let found = found.is_some();
                Err(worker.lost(format!(
                    "the table has an entry for {key}: {found}; it should have {expected:?}"
                )))
            }
        }
    }

    /// Uses slots of the host's memory that do not keep their objects alive.
    pub(super) fn use_slots(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        let index = worker.random.usize(..self.weak_slot_values.len());
        let slot = Argument::Word(self.weak_slots.address(index));
        let found = worker.done("a weak slot", make(mutator, managed::root, &[slot]))?;
        let null = worker.done("null", make_null(mutator))?;
        let null = same(mutator, &found, &null);
        worker.count(Count::SlotsCompared, 1);
        match self.weak_slot_values[index] {
            Value::Node(id) if null => {
                worker.count(Count::WeakCleared, 1);
                if !self.may_be_lost(id) {
                    let what = self.shadow.node(id).describe(id);
                    return Err(worker.lost(format!("a weak slot is null: {what} is live")));
                }
            }
            Value::Node(id) if self.shadow.nodes.contains_key(&id) => {
                worker.count(Count::WeakFound, 1);
                self.compare_header(worker, mutator, &found, id, "a weak slot")?;
            }
            Value::Node(_) => {}
            expected if !null => {
                return Err(worker.lost(format!("a weak slot holds an object, not {expected:?}")));
            }
            _ => {}
        }
        drop(found);
        let Some((object, id)) = self.walk(worker, mutator)? else { return Ok(()) };
        let stored = call(mutator, managed::set_root, &[slot, Argument::Reference(&object)]);
        worker.done("a store into a weak slot", stored)?;
        self.weak_slot_values[index] = Value::Node(id);
        Ok(())
    }
}

/// Makes a handle that holds null.
pub(super) fn make_null(mutator: &mut Mutator) -> Result<Handle, statepoint_gc::CallError> {
    make(mutator, managed::keep, &[Argument::Word(0)])
}
