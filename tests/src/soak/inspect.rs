//! Comparison of objects and whole graphs with their shadow copies.

use std::collections::{HashMap, HashSet};

use statepoint_gc::{Argument, Handle, Mutator, types::WeakKind};

use super::Mismatch;
use super::graph::Graph;
use super::objects::{compare_hash, compare_word, same};
use super::references::make_null;
use super::shadow::{FieldRole, Id, Reachable, Value};
use super::tally::Count;
use super::worker::Worker;
use crate::managed::{self, make};

/// Maximum number of words that are compared one by one. Longer arrays are compared by a hash.
const MAX_COMPARED_WORDS: usize = 64;

/// Returns the objects to which weak references of a kind may still refer after a full collection,
/// of which `reached` are reachable. With several threads, short weak references may still refer to
/// old objects that only finalizable objects reach: another thread may have run a young collection
/// since the last check of the finalizer queue. It queued young garbage, which retains the old
/// garbage that it refers to.
fn possibly_retained<'r>(
    worker: &Worker<'_>,
    reached: &'r Reachable,
    kind: WeakKind,
) -> &'r HashSet<Id> {
    match kind {
        WeakKind::Short if worker.run.plan.threads == 1 => &reached.strong,
        _ => &reached.all,
    }
}

impl Graph {
    /// Compares the words of an object with its shadow copy. References to objects of the graph are
    /// not followed.
    pub(super) fn compare_object(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        object: &Handle,
        id: Id,
    ) -> Result<(), Mismatch> {
        let node = self.shadow.node(id);
        worker.count(Count::ObjectsCompared, 1);
        self.compare_pin(worker, mutator, object, id)?;
        let outcome = if node.words.len() > MAX_COMPARED_WORDS || node.kind.is_plain() {
            compare_hash(mutator, object, node, |value| match value {
                Value::Node(id) => self.shadow.node(*id).kind.type_id().into(),
                _ => 0,
            })
        } else {
            let constants = &worker.run.constants;
            node.words.iter().enumerate().try_for_each(|(index, &value)| {
                compare_word(mutator, object, node.kind.offset(index), value, constants)
            })
        };
        outcome.map_err(|message| worker.mismatch(format!("{}: {message}", node.describe(id))))
    }

    /// Compares a random object, and checks the objects to which its fields refer.
    pub(super) fn check_edges(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        let Some((object, id)) = self.random_walk(worker, mutator)? else { return Ok(()) };
        self.compare_object(worker, mutator, &object, id)?;
        let node = self.shadow.node(id);
        for index in 0..node.words.len().min(MAX_COMPARED_WORDS) {
            let Value::Node(to) = node.words[index] else { continue };
            match node.kind.role(index) {
                FieldRole::Plain => {}
                FieldRole::Strong => {
                    drop(self.follow(worker, mutator, (&object, id), index, to)?)
                }
                FieldRole::Weak | FieldRole::LongWeak | FieldRole::Key | FieldRole::Value => {
                    self.compare_weak(worker, mutator, (&object, id), index, None)?;
                }
            }
        }
        Ok(())
    }

    /// Checks a weak reference, or the key or value of an ephemeron. Returns its referent, if it is
    /// known. `after_collection` has the reachable objects if a full collection has just run;
    /// references to other objects must then be null.
    fn compare_weak(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
        index: usize,
        after_collection: Option<&Reachable>,
    ) -> Result<Option<Handle>, Mismatch> {
        let node = self.shadow.node(id);
        let (role, offset) = (node.kind.role(index), node.kind.offset(index));
        // The value of an ephemeron is cleared together with its key.
        let key_or_target =
            if role == FieldRole::Value { node.words[0] } else { node.words[index] };
        let (Value::Node(to), Value::Node(key_or_target)) = (node.words[index], key_or_target)
        else {
            return Ok(None);
        };
        let message = || format!("{}, the {role:?} reference at {offset}", node.describe(id));
        let found = worker.expect_ok(&message(), mutator.load_reference(object, offset))?;
        let Some(found) = found else {
            worker.count(Count::WeakCleared, 1);
            if role == FieldRole::Weak && self.may_have_been_unreachable(key_or_target) {
                return Ok(None);
            }
            let is_live = match after_collection {
                Some(reached) => reached.all.contains(&key_or_target),
                None => self.reachable().all.contains(&key_or_target),
            };
            let was_unreachable =
                self.shadow.nodes.get(&key_or_target).is_none_or(|node| node.was_unreachable);
            if is_live && !was_unreachable {
                let to = self.shadow.node(key_or_target).describe(key_or_target);
                return Err(worker.mismatch(format!("{}: null, and {to} is live", message())));
            }
            return Ok(None);
        };
        let is_gone = |reached: &Reachable| match role {
            FieldRole::Weak => {
                !possibly_retained(worker, reached, WeakKind::Short).contains(&key_or_target)
            }
            _ => !possibly_retained(worker, reached, WeakKind::Long).contains(&key_or_target),
        };
        if after_collection.is_some_and(is_gone)
            && self.shadow.nodes.get(&key_or_target).is_none_or(|node| !node.was_unreachable)
        {
            return Err(worker
                .mismatch(format!("{}: not null, and object {key_or_target} is dead", message())));
        }
        worker.count(Count::WeakFound, 1);
        if !self.shadow.nodes.contains_key(&to) {
            return Ok(None);
        }
        self.compare_header(worker, mutator, &found, to, &message())?;
        Ok(Some(found))
    }

    /// Compares all reachable objects. `after_collection` has the reachable objects if a full
    /// collection has just run.
    pub(super) fn compare(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        after_collection: Option<&Reachable>,
    ) -> Result<(), Mismatch> {
        let mut known: HashMap<Id, Handle> = HashMap::new();
        let mut pending = Vec::new();
        let mut found = |worker: &mut Worker<'_>,
                         mutator: &mut Mutator,
                         pending: &mut Vec<(Handle, Id)>,
                         object: Handle,
                         id: Id,
                         path: &str| {
            if let Some(other) = known.get(&id) {
                if same(mutator, &object, other) {
                    return Ok(());
                }
                let message = self.shadow.node(id).describe(id);
                return Err(worker.mismatch(format!("{path}: {message} exists twice")));
            }
            self.compare_header(worker, mutator, &object, id, path)?;
            known.insert(id, object.clone());
            pending.push((object, id));
            Ok(())
        };
        for (handle, id) in self.handles.iter().flatten() {
            found(worker, mutator, &mut pending, handle.clone(), *id, "a handle")?;
        }
        for (index, value) in self.slot_values.iter().enumerate() {
            let Value::Node(id) = *value else { continue };
            let slot = Argument::Word(self.slots.address(index));
            let root = worker.expect_ok("a slot", make(mutator, managed::root, &[slot]))?;
            found(worker, mutator, &mut pending, root, id, "a slot of a root range")?;
            worker.count(Count::SlotsCompared, 1);
        }
        while let Some((object, id)) = pending.pop() {
            self.compare_object(worker, mutator, &object, id)?;
            let entry = worker.expect_ok("a table", self.table.get(mutator, &object))?;
            self.compare_entry(worker, mutator, entry, id)?;
            let node = self.shadow.node(id);
            for (index, value) in node.words.iter().enumerate() {
                let Value::Node(to) = *value else { continue };
                let path = format!("{}, at {}", node.describe(id), node.kind.offset(index));
                let edge = match node.kind.role(index) {
                    FieldRole::Plain => None,
                    FieldRole::Strong => {
                        Some(self.follow(worker, mutator, (&object, id), index, to)?)
                    }
                    _ => {
                        self.compare_weak(worker, mutator, (&object, id), index, after_collection)?
                    }
                };
                // A weakly reachable object may be garbage, so its words are not compared.
                if let Some(edge) = edge
                    && node.kind.role(index) == FieldRole::Strong
                {
                    found(worker, mutator, &mut pending, edge, to, &path)?;
                }
            }
        }
        worker.count(Count::GraphsCompared, 1);
        Ok(())
    }

    /// Runs a full collection. Then checks that references to garbage were cleared and that the
    /// reachable objects are unchanged.
    pub(super) fn collect(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        // Objects in the finalizer queue are roots, so the queue is emptied first.
        self.take_dead(worker, mutator)?;
        let reached = self.sweep(worker);
        mutator.collect();
        worker.count(Count::CompactingRequested, 1);
        worker.count(Count::PinsHeld, self.pins.len() as u64);
        let weak = core::mem::take(&mut self.weak);
        for (weak, id) in weak {
            let kind = weak.kind();
            let must = match kind {
                WeakKind::Short => &reached.strong,
                WeakKind::Long => &reached.all,
            };
            let (must, may) =
                (must.contains(&id), possibly_retained(worker, &reached, kind).contains(&id));
            let was_unreachable =
                self.shadow.nodes.get(&id).is_some_and(|node| node.was_unreachable);
            let found = worker.expect_ok("a weak handle", weak.upgrade(mutator))?;
            if (found.is_none() && must || found.is_some() && !may) && !was_unreachable {
                let found = found.is_some();
                return Err(worker.mismatch(format!(
                    "a weak handle ({kind:?}) refers to object {id}: {found}; the object must be \
                     live: {must}, may be live: {may}"
                )));
            }
            if let Some(found) = found {
                if self.shadow.nodes.contains_key(&id) {
                    self.compare_header(worker, mutator, &found, id, "a weak handle")?;
                }
                self.weak.push((weak, id));
            } else {
                worker.count(Count::WeakCleared, 1);
            }
        }
        for (index, value) in self.weak_slot_values.iter_mut().enumerate() {
            let Value::Node(id) = *value else { continue };
            let slot = Argument::Word(self.weak_slots.address(index));
            let found = worker.expect_ok("a weak slot", make(mutator, managed::root, &[slot]))?;
            let null = worker.expect_ok("null", make_null(mutator))?;
            let (found, must) = (!same(mutator, &found, &null), reached.strong.contains(&id));
            let may = possibly_retained(worker, &reached, WeakKind::Short).contains(&id);
            let was_unreachable =
                self.shadow.nodes.get(&id).is_some_and(|node| node.was_unreachable);
            if (!found && must || found && !may) && !was_unreachable {
                return Err(worker.mismatch(format!(
                    "a weak slot refers to object {id}: {found}; the object must be live: {must}, \
                     may be live: {may}"
                )));
            }
            if !found {
                *value = Value::Word(0);
            }
        }
        let (length, expected) = (self.table.len(), self.entries.len());
        if length != expected {
            return Err(
                worker.mismatch(format!("the table has {length} entries instead of {expected}"))
            );
        }
        self.compare(worker, mutator, Some(&reached))?;
        self.take_dead(worker, mutator)?;
        self.drain_finalizers(worker, mutator)?;
        worker.count(Count::GraphsCollected, 1);
        Ok(())
    }

    /// Checks, after a full collection whose queued objects were taken, that each dead object with
    /// a finalizer was queued.
    ///
    /// Objects that another thread's young collection had queued (see [`possibly_retained`]) were
    /// roots of the full collection, so objects that they reach were not found dead. Further
    /// collections run until no more objects are queued.
    fn drain_finalizers(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        // With one thread, the first collection has queued all of them.
        let mut may_find_more = worker.run.plan.threads > 1;
        loop {
            let is_live = self.reachable().strong;
            let left =
                self.registrations.iter().find(|(_, entry)| !is_live.contains(&entry.object));
            let Some((token, entry)) = left else { return Ok(()) };
            if !may_find_more {
                return Err(worker.mismatch(format!(
                    "token {token:#x} was not queued: object {} is dead",
                    entry.object
                )));
            }
            let before = self.registrations.len();
            mutator.collect();
            worker.count(Count::CompactingRequested, 1);
            self.take_dead(worker, mutator)?;
            may_find_more = self.registrations.len() < before;
        }
    }

    /// Compares the graph for the last time, drops all roots, and checks that its objects are
    /// reclaimed.
    pub(super) fn finish(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        worker.graph.clone_from(&self.name);
        self.compare(worker, mutator, None)?;
        self.collect(worker, mutator)?;
        self.pins.clear();
        self.clear_roots(worker, mutator)?;
        self.collect(worker, mutator)?;
        // Finalization may have resurrected objects.
        self.clear_roots(worker, mutator)?;
        self.collect(worker, mutator)
    }
}
