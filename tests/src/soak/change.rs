//! Changes of the objects of a graph.

use statepoint_gc::{Argument, Handle, Mutator};

use super::Lost;
use super::graph::Graph;
use super::objects::{choose_length, choose_word, make_object};
use super::shadow::{Id, Kind, Role, Value};
use super::shared::CONSTANTS;
use super::tally::Count;
use super::worker::Worker;
use crate::managed::{self, call, make};

const KINDS: [Kind; 12] = [
    Kind::Pair,
    Kind::Pair,
    Kind::Mixed,
    Kind::Mixed,
    Kind::References,
    Kind::References,
    Kind::Structs,
    Kind::Words,
    Kind::Bytes,
    Kind::Weak,
    Kind::LongWeak,
    Kind::Ephemeron,
];

impl Graph {
    /// A new object that refers to others, reachable from the graph or from a root.
    pub(super) fn add_object(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        let kind = KINDS[worker.random.usize(..KINDS.len())];
        let room = self.budget.saturating_sub(self.shadow.bytes);
        if room == 0 {
            return Ok(());
        }
        let length = choose_length(&mut worker.random, kind, room);
        let count = kind.words(length);
        let object = make_object(worker, mutator, kind, length)?;
        let id = self.shadow.add(kind, length, vec![Value::Word(0); count]);
        if matches!(kind, Kind::Ephemeron | Kind::Weak | Kind::LongWeak) {
            for index in 0..2 {
                if let Some((to, to_id)) = self.walk(worker, mutator)? {
                    let offset = kind.offset(index);
                    let stored = mutator.store_reference(&object, offset, Some(&to));
                    worker.done("a field of a new object", stored)?;
                    self.shadow.node_mut(id).words[index] = Value::Node(to_id);
                }
            }
        } else if count > 0 {
            for _ in 0..worker.random.usize(..=count.min(6)) {
                let index = worker.random.usize(..count);
                self.store(worker, mutator, (&object, id), index)?;
            }
            // A long object gets more of it.
            if count > 24 {
                self.repeat(worker, mutator, (&object, id))?;
            }
        }
        if worker.chance(3) {
            self.ask_hash(worker, mutator, &object, id)?;
        }
        if worker.chance(4) {
            return self.keep(worker, mutator, object, id);
        }
        match self.walk(worker, mutator)? {
            Some((from, from_id)) => {
                let value = (Value::Node(id), Some(&object));
                let stored = self.store_somewhere(worker, mutator, (&from, from_id), value)?;
                if stored { Ok(()) } else { self.keep(worker, mutator, object, id) }
            }
            None => self.keep(worker, mutator, object, id),
        }
    }

    /// Copies the first elements of an array over all others, in pieces of growing length.
    fn repeat(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
    ) -> Result<(), Lost> {
        let node = self.shadow.node(id);
        let per_element = if node.kind == Kind::Structs { 3 } else { 1 };
        if node.kind == Kind::Bytes {
            return Ok(());
        }
        let (mut length, all) = (8, node.length);
        while length < all {
            let count = length.min(all - length);
            let copied = mutator.copy_elements(object, length as u64, object, 0, count as u64);
            worker.done("a copy within a new array", copied)?;
            worker.count(Count::BulkOperations, 1);
            let words = &mut self.shadow.node_mut(id).words;
            words.copy_within(..count * per_element, length * per_element);
            length += count;
        }
        Ok(())
    }

    fn ask_hash(
        &mut self,
        worker: &Worker<'_>,
        mutator: &mut Mutator,
        object: &Handle,
        id: Id,
    ) -> Result<(), Lost> {
        let hash = worker.done("an identity hash", mutator.identity_hash(object))?;
        self.shadow.node_mut(id).hash = Some(hash);
        Ok(())
    }

    /// Changes a word of a random object.
    pub(super) fn change_word(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        let Some((object, id)) = self.walk(worker, mutator)? else { return Ok(()) };
        let node = self.shadow.node(id);
        if node.hash.is_none() && worker.chance(10) {
            return self.ask_hash(worker, mutator, &object, id);
        }
        let count = node.words.len();
        if count == 0 {
            return Ok(());
        }
        let index = worker.random.usize(..count);
        self.store(worker, mutator, (&object, id), index)
    }

    /// Stores a value in a word.
    fn store(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
        index: usize,
    ) -> Result<(), Lost> {
        let kind = self.shadow.node(id).kind;
        let role = kind.role(index);
        match role {
            Role::Plain => {
                let word = choose_word(&mut worker.random, role, kind);
                let stored = mutator.store_word(object, kind.offset(index), word);
                worker.done("a number is stored", stored)?;
                self.shadow.node_mut(id).words[index] = Value::Word(word);
                Ok(())
            }
            // Written only when they are made: a reader must know whether the key was there.
            Role::Key | Role::Value => Ok(()),
            Role::Strong | Role::Weak | Role::LongWeak => match worker.random.u32(..10) {
                0 | 1 => {
                    let word = choose_word(&mut worker.random, role, kind);
                    let stored = mutator.store_word(object, kind.offset(index), word);
                    worker.done("a word is stored", stored)?;
                    self.shadow.node_mut(id).words[index] = Value::Word(word);
                    Ok(())
                }
                2 => {
                    let constant = worker.random.usize(..CONSTANTS);
                    let run = worker.run;
                    let value = (Value::Constant(constant), Some(&run.constants[constant]));
                    self.store_value(worker, mutator, (object, id), index, value)
                }
                _ => match self.walk(worker, mutator)? {
                    Some((to, to_id)) => {
                        let value = (Value::Node(to_id), Some(&to));
                        self.store_value(worker, mutator, (object, id), index, value)
                    }
                    None => Ok(()),
                },
            },
        }
    }

    /// Stores in one of the strong references. Returns whether there is one.
    fn store_somewhere(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
        value: (Value, Option<&Handle>),
    ) -> Result<bool, Lost> {
        let node = self.shadow.node(id);
        let count = node.words.len();
        for _ in 0..if count == 0 { 0 } else { 4 } {
            let index = worker.random.usize(..count);
            if node.kind.role(index) == Role::Strong {
                self.store_value(worker, mutator, (object, id), index, value)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Stores a reference, in one of many ways.
    fn store_value(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
        index: usize,
        (value, handle): (Value, Option<&Handle>),
    ) -> Result<(), Lost> {
        let node = self.shadow.node(id);
        let (kind, offset) = (node.kind, node.kind.offset(index));
        let managed_value = handle.map_or(Argument::Word(0), Argument::Reference);
        let place = [Argument::Reference(object), Argument::Word(offset as u64)];
        match worker.random.u32(..4) {
            0 => {
                let stored = mutator.store_reference(object, offset, handle);
                worker.done("a reference is stored", stored)?;
            }
            1 if kind == Kind::References => {
                let place = [Argument::Reference(object), Argument::Word(index as u64)];
                let arguments = [place[0], place[1], managed_value, Argument::Word(1)];
                let status = worker
                    .done("an array is filled", call(mutator, managed::array_fill, &arguments))?;
                if status != 0 {
                    return Err(worker.lost(format!("an array is not filled: status {status}")));
                }
                worker.count(Count::BulkOperations, 1);
            }
            2 if kind.role(index) == Role::Strong => {
                let arguments = [place[0], place[1], managed_value];
                let old = make(mutator, managed::soak_exchange, &arguments);
                let old = worker.done("a reference is exchanged", old)?;
                if let Value::Node(old_id) = node.words[index] {
                    self.compare_header(worker, mutator, &old, old_id, "what was there before")?;
                }
            }
            _ => {
                let arguments = [place[0], place[1], managed_value];
                worker.done("a store", call(mutator, managed::set_field, &arguments))?;
            }
        }
        worker.count(Count::Stores, 1);
        self.shadow.node_mut(id).words[index] = value;
        Ok(())
    }

    /// Copies elements from one array to another.
    pub(super) fn copy_words(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        let Some((to, to_id)) = self.walk(worker, mutator)? else { return Ok(()) };
        let kind = self.shadow.node(to_id).kind;
        if !kind.is_array() || kind == Kind::Bytes {
            return Ok(());
        }
        let mut source = (to.clone(), to_id);
        for _ in 0..4 {
            let Some(found) = self.walk(worker, mutator)? else { break };
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
            worker.done("an array is copied", copied)?;
        } else {
            let word = |number: usize| Argument::Word(number as u64);
            let [to, from] = [&to, &from].map(Argument::Reference);
            let arguments = [to, word(to_index), from, word(from_index), word(count)];
            let status = call(mutator, managed::array_copy, &arguments);
            if status != Ok(0) {
                return Err(worker.lost(format!("an array is not copied: {status:?}")));
            }
        }
        worker.count(Count::BulkOperations, 1);
        let words = if kind == Kind::Structs { 3 } else { 1 };
        let range = words * from_index..words * (from_index + count);
        let copied = self.shadow.node(from_id).words[range].to_vec();
        let begin = words * to_index;
        self.shadow.node_mut(to_id).words[begin..begin + copied.len()].copy_from_slice(&copied);
        Ok(())
    }

    /// Clones an object.
    pub(super) fn clone_object(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        let Some((object, id)) = self.walk(worker, mutator)? else { return Ok(()) };
        let node = self.shadow.node(id);
        let room = self.budget.saturating_sub(self.shadow.bytes);
        // It would be unknown whether weak references were cleared in between.
        if node.bytes() > room || matches!(node.kind, Kind::Weak | Kind::LongWeak | Kind::Ephemeron)
        {
            return Ok(());
        }
        let clone = if worker.random.bool() {
            worker.done("an object is cloned", mutator.clone_object(&object))?
        } else {
            let arguments = [Argument::Reference(&object)];
            worker.done("an object is cloned", make(mutator, managed::clone, &arguments))?
        };
        worker.count(Count::BulkOperations, 1);
        let (kind, length, words) = (node.kind, node.length, node.words.clone());
        let id = self.shadow.add(kind, length, words);
        self.keep(worker, mutator, clone, id)
    }
}
