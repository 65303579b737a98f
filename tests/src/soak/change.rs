//! Mutation of the objects of a graph: allocation, stores, copies and clones.

use statepoint_gc::{Argument, Handle, Mutator};

use super::Mismatch;
use super::graph::Graph;
use super::objects::{choose_length, choose_word, make_object};
use super::shadow::{FieldRole, Id, ObjectKind, Value};
use super::shared::CONSTANTS;
use super::tally::Count;
use super::worker::Worker;
use crate::managed::{self, call, make};

/// Kinds of new objects. Repetition makes a kind more likely.
const KINDS: [ObjectKind; 12] = [
    ObjectKind::Pair,
    ObjectKind::Pair,
    ObjectKind::Mixed,
    ObjectKind::Mixed,
    ObjectKind::References,
    ObjectKind::References,
    ObjectKind::Structs,
    ObjectKind::Words,
    ObjectKind::Bytes,
    ObjectKind::Weak,
    ObjectKind::LongWeak,
    ObjectKind::Ephemeron,
];

impl Graph {
    /// Allocates an object, initialises it with references to other objects, and makes it
    /// reachable.
    pub(super) fn add_object(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        let kind = KINDS[worker.random.usize(..KINDS.len())];
        let room = self.budget.saturating_sub(self.shadow.bytes);
        if room == 0 {
            return Ok(());
        }
        let length = choose_length(&mut worker.random, kind, room);
        let count = kind.words(length);
        let object = make_object(worker, mutator, kind, length)?;
        let id = self.shadow.add(kind, length, vec![Value::Word(0); count]);
        if matches!(kind, ObjectKind::Ephemeron | ObjectKind::Weak | ObjectKind::LongWeak) {
            for index in 0..2 {
                if let Some((to, to_id)) = self.random_walk(worker, mutator)? {
                    let offset = kind.offset(index);
                    let stored = mutator.store_reference(&object, offset, Some(&to));
                    worker.expect_ok("a field of a new object", stored)?;
                    self.shadow.node_mut(id).words[index] = Value::Node(to_id);
                }
            }
        } else if count > 0 {
            for _ in 0..worker.random.usize(..=count.min(6)) {
                let index = worker.random.usize(..count);
                self.store(worker, mutator, (&object, id), index)?;
            }
            // The rest of a long array is filled with copies of its beginning.
            if count > 24 {
                self.repeat(worker, mutator, (&object, id))?;
            }
        }
        if worker.chance(3) {
            self.request_hash(worker, mutator, &object, id)?;
        }
        if worker.chance(4) {
            return self.store_in_root(worker, mutator, object, id);
        }
        match self.random_walk(worker, mutator)? {
            Some((from, from_id)) => {
                let value = (Value::Node(id), Some(&object));
                let stored = self.store_somewhere(worker, mutator, (&from, from_id), value)?;
                if stored { Ok(()) } else { self.store_in_root(worker, mutator, object, id) }
            }
            None => self.store_in_root(worker, mutator, object, id),
        }
    }

    /// Fills an array with copies of its first 8 elements. Each copy doubles the initialised
    /// length.
    fn repeat(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
    ) -> Result<(), Mismatch> {
        let node = self.shadow.node(id);
        let per_element = if node.kind == ObjectKind::Structs { 3 } else { 1 };
        if node.kind == ObjectKind::Bytes {
            return Ok(());
        }
        let (mut length, all) = (8, node.length);
        while length < all {
            let count = length.min(all - length);
            let copied = mutator.copy_elements(object, length as u64, object, 0, count as u64);
            worker.expect_ok("a copy within a new array", copied)?;
            worker.count(Count::BulkOperations, 1);
            let words = &mut self.shadow.node_mut(id).words;
            words.copy_within(..count * per_element, length * per_element);
            length += count;
        }
        Ok(())
    }

    /// Requests the identity hash of an object, which later checks compare.
    fn request_hash(
        &mut self,
        worker: &Worker<'_>,
        mutator: &mut Mutator,
        object: &Handle,
        id: Id,
    ) -> Result<(), Mismatch> {
        let hash = worker.expect_ok("an identity hash", mutator.identity_hash(object))?;
        self.shadow.node_mut(id).hash = Some(hash);
        Ok(())
    }

    /// Changes a word of a random object, or requests the identity hash of the object.
    pub(super) fn change_word(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        let Some((object, id)) = self.random_walk(worker, mutator)? else { return Ok(()) };
        let node = self.shadow.node(id);
        if node.hash.is_none() && worker.chance(10) {
            return self.request_hash(worker, mutator, &object, id);
        }
        let count = node.words.len();
        if count == 0 {
            return Ok(());
        }
        let index = worker.random.usize(..count);
        self.store(worker, mutator, (&object, id), index)
    }

    /// Stores a random value of a suitable type in a word of an object.
    fn store(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
        index: usize,
    ) -> Result<(), Mismatch> {
        let kind = self.shadow.node(id).kind;
        let role = kind.role(index);
        match role {
            FieldRole::Plain => {
                let word = choose_word(&mut worker.random, role, kind);
                let stored = mutator.store_word(object, kind.offset(index), word);
                worker.expect_ok("a number is stored", stored)?;
                self.shadow.node_mut(id).words[index] = Value::Word(word);
                Ok(())
            }
            // Ephemerons are immutable: otherwise a check could not tell whether the collector
            // cleared the key.
            FieldRole::Key | FieldRole::Value => Ok(()),
            FieldRole::Strong | FieldRole::Weak | FieldRole::LongWeak => {
                match worker.random.u32(..10) {
                    0 | 1 => {
                        let word = choose_word(&mut worker.random, role, kind);
                        let stored = mutator.store_word(object, kind.offset(index), word);
                        worker.expect_ok("a word is stored", stored)?;
                        self.shadow.node_mut(id).words[index] = Value::Word(word);
                        Ok(())
                    }
                    2 => {
                        let constant = worker.random.usize(..CONSTANTS);
                        let run = worker.run;
                        let value = (Value::Constant(constant), Some(&run.constants[constant]));
                        self.store_value(worker, mutator, (object, id), index, value)
                    }
                    _ => match self.random_walk(worker, mutator)? {
                        Some((to, to_id)) => {
                            let value = (Value::Node(to_id), Some(&to));
                            self.store_value(worker, mutator, (object, id), index, value)
                        }
                        None => Ok(()),
                    },
                }
            }
        }
    }

    /// Stores a value in a random strong reference field. Returns false if none was found.
    fn store_somewhere(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
        value: (Value, Option<&Handle>),
    ) -> Result<bool, Mismatch> {
        let node = self.shadow.node(id);
        let count = node.words.len();
        for _ in 0..if count == 0 { 0 } else { 4 } {
            let index = worker.random.usize(..count);
            if node.kind.role(index) == FieldRole::Strong {
                self.store_value(worker, mutator, (object, id), index, value)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Stores a reference: by the API, by a bulk fill, by an atomic exchange, or by a managed
    /// store.
    fn store_value(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
        index: usize,
        (value, handle): (Value, Option<&Handle>),
    ) -> Result<(), Mismatch> {
        let node = self.shadow.node(id);
        let (kind, offset) = (node.kind, node.kind.offset(index));
        let managed_value = handle.map_or(Argument::Word(0), Argument::Reference);
        let place = [Argument::Reference(object), Argument::Word(offset as u64)];
        match worker.random.u32(..4) {
            0 => {
                let stored = mutator.store_reference(object, offset, handle);
                worker.expect_ok("a reference is stored", stored)?;
            }
            1 if kind == ObjectKind::References => {
                let place = [Argument::Reference(object), Argument::Word(index as u64)];
                let arguments = [place[0], place[1], managed_value, Argument::Word(1)];
                let status = worker.expect_ok(
                    "an array is filled",
                    call(mutator, managed::array_fill, &arguments),
                )?;
                if status != 0 {
                    return Err(worker.mismatch(format!("an array is not filled: status {status}")));
                }
                worker.count(Count::BulkOperations, 1);
            }
            2 if kind.role(index) == FieldRole::Strong => {
                let arguments = [place[0], place[1], managed_value];
                let old = make(mutator, managed::soak_exchange, &arguments);
                let old = worker.expect_ok("a reference is exchanged", old)?;
                if let Value::Node(old_id) = node.words[index] {
                    self.compare_header(worker, mutator, &old, old_id, "the previous value")?;
                }
            }
            _ => {
                let arguments = [place[0], place[1], managed_value];
                worker.expect_ok("a store", call(mutator, managed::set_field, &arguments))?;
            }
        }
        worker.count(Count::Stores, 1);
        self.shadow.node_mut(id).words[index] = value;
        Ok(())
    }

    /// Copies elements between two arrays of the same kind, or within one array.
    pub(super) fn copy_words(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        let Some((to, to_id)) = self.random_walk(worker, mutator)? else { return Ok(()) };
        let kind = self.shadow.node(to_id).kind;
        if !kind.is_array() || kind == ObjectKind::Bytes {
            return Ok(());
        }
        let mut source = (to.clone(), to_id);
        for _ in 0..4 {
            let Some(found) = self.random_walk(worker, mutator)? else { break };
            if self.shadow.node(found.1).kind == kind {
                source = found;
                break;
            }
        }
        let (from, from_id) = source;
        let [to_length, from_length] = [to_id, from_id].map(|id| self.shadow.node(id).length);
        let to_index = worker.random.usize(..=to_length);
        let from_index = worker.random.usize(..=from_length);
        let count = (to_length - to_index).min(from_length - from_index);
        let count = worker.random.usize(..=count);
        if worker.random.bool() {
            let (to_index, from_index) = (to_index as u64, from_index as u64);
            let copied = mutator.copy_elements(&to, to_index, &from, from_index, count as u64);
            worker.expect_ok("an array is copied", copied)?;
        } else {
            let word = |number: usize| Argument::Word(number as u64);
            let [to, from] = [&to, &from].map(Argument::Reference);
            let arguments = [to, word(to_index), from, word(from_index), word(count)];
            let status = call(mutator, managed::array_copy, &arguments);
            if status != Ok(0) {
                return Err(worker.mismatch(format!("an array is not copied: {status:?}")));
            }
        }
        worker.count(Count::BulkOperations, 1);
        let words = if kind == ObjectKind::Structs { 3 } else { 1 };
        let range = words * from_index..words * (from_index + count);
        let copied = self.shadow.node(from_id).words[range].to_vec();
        let begin = words * to_index;
        self.shadow.node_mut(to_id).words[begin..begin + copied.len()].copy_from_slice(&copied);
        Ok(())
    }

    /// Clones a random object.
    pub(super) fn clone_object(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        let Some((object, id)) = self.random_walk(worker, mutator)? else { return Ok(()) };
        let node = self.shadow.node(id);
        let room = self.budget.saturating_sub(self.shadow.bytes);
        // A check could not tell whether the weak reference was cleared before or after the clone.
        if node.bytes() > room
            || matches!(node.kind, ObjectKind::Weak | ObjectKind::LongWeak | ObjectKind::Ephemeron)
        {
            return Ok(());
        }
        let clone = if worker.random.bool() {
            worker.expect_ok("an object is cloned", mutator.clone_object(&object))?
        } else {
            let arguments = [Argument::Reference(&object)];
            worker.expect_ok("an object is cloned", make(mutator, managed::clone, &arguments))?
        };
        worker.count(Count::BulkOperations, 1);
        let (kind, length, words) = (node.kind, node.length, node.words.clone());
        let id = self.shadow.add(kind, length, words);
        self.store_in_root(worker, mutator, clone, id)
    }
}
