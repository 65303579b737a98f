//! Comparison of whole graphs.

use std::collections::{HashMap, HashSet};

use statepoint_gc::{Argument, Handle, Mutator, types::WeakKind};

use super::Lost;
use super::graph::Graph;
use super::objects::{compare_hash, compare_word, same};
use super::references::make_null;
use super::shadow::{Id, Reached, Role, Value};
use super::tally::Count;
use super::worker::Worker;
use crate::managed::{self, make};

/// Longer arrays are compared by a hash.
const SHORT: usize = 64;

/// Returns the objects that weak references of a kind may still refer to after a full collection,
/// which found `reached` to be live. Between the last check of the finalizer queue and that
/// collection, another thread may have run a young collection. It queued the young dead objects,
/// and with them the old dead objects that they refer to, which it did not know to be dead; so
/// short weak references to those stay.
fn kept<'r>(worker: &Worker<'_>, reached: &'r Reached, kind: WeakKind) -> &'r HashSet<Id> {
    match kind {
        WeakKind::Short if worker.run.plan.threads == 1 => &reached.strong,
        _ => &reached.all,
    }
}

impl Graph {
    /// Compares an object word by word; references to objects of the graph are compared by the
    /// objects that they refer to.
    pub(super) fn compare_object(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        object: &Handle,
        id: Id,
    ) -> Result<(), Lost> {
        let node = self.shadow.node(id);
        worker.count(Count::ObjectsCompared, 1);
        self.compare_pin(worker, mutator, object, id)?;
        let outcome = if node.words.len() > SHORT || node.kind.is_plain() {
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
        outcome.map_err(|what| worker.lost(format!("{}: {what}", node.describe(id))))
    }

    /// Walks from a random object: checks which objects it reaches, and whether their words are
    /// right.
    pub(super) fn look_around(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        let Some((object, id)) = self.walk(worker, mutator)? else { return Ok(()) };
        self.compare_object(worker, mutator, &object, id)?;
        let node = self.shadow.node(id);
        for index in 0..node.words.len().min(SHORT) {
            let Value::Node(to) = node.words[index] else { continue };
            match node.kind.role(index) {
                Role::Plain => {}
                Role::Strong => drop(self.follow(worker, mutator, (&object, id), index, to)?),
                Role::Weak | Role::LongWeak | Role::Key | Role::Value => {
                    self.compare_weak(worker, mutator, (&object, id), index, None)?;
                }
            }
        }
        Ok(())
    }

    /// Compares a reference that does not keep its object is_live, or does so on a condition.
    /// `exactly`: a full collection has just run, and objects that are not in this set are gone.
    fn compare_weak(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
        index: usize,
        exactly: Option<&Reached>,
    ) -> Result<Option<Handle>, Lost> {
        let node = self.shadow.node(id);
        let (role, offset) = (node.kind.role(index), node.kind.offset(index));
        // An ephemeron has a value as long as it has a key.
        let decides = if role == Role::Value { node.words[0] } else { node.words[index] };
        let (Value::Node(to), Value::Node(decides)) = (node.words[index], decides) else {
            return Ok(None);
        };
        let what = || format!("{}, the {role:?} reference at {offset}", node.describe(id));
        let found = worker.done(&what(), mutator.load_reference(object, offset))?;
        let Some(found) = found else {
            worker.count(Count::WeakCleared, 1);
            if role == Role::Weak && self.may_be_lost(decides) {
                return Ok(None);
            }
            let is_live = match exactly {
                Some(reached) => reached.all.contains(&decides),
                None => self.reach().all.contains(&decides),
            };
            let was_lost = self.shadow.nodes.get(&decides).is_none_or(|node| node.was_lost);
            if is_live && !was_lost {
                let to = self.shadow.node(decides).describe(decides);
                return Err(worker.lost(format!("{}: null, and {to} is live", what())));
            }
            return Ok(None);
        };
        let is_gone = |reached: &Reached| match role {
            Role::Weak => !kept(worker, reached, WeakKind::Short).contains(&decides),
            _ => !kept(worker, reached, WeakKind::Long).contains(&decides),
        };
        if exactly.is_some_and(is_gone)
            && self.shadow.nodes.get(&decides).is_none_or(|node| !node.was_lost)
        {
            return Err(worker.lost(format!("{}: not null, and object {decides} is dead", what())));
        }
        worker.count(Count::WeakFound, 1);
        if !self.shadow.nodes.contains_key(&to) {
            return Ok(None);
        }
        self.compare_header(worker, mutator, &found, to, &what())?;
        Ok(Some(found))
    }

    /// Compares all that is reachable. `exactly`: a full collection has just run, with this result.
    pub(super) fn compare(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        exactly: Option<&Reached>,
    ) -> Result<(), Lost> {
        let mut known: HashMap<Id, Handle> = HashMap::new();
        let mut todo = Vec::new();
        let mut found = |worker: &mut Worker<'_>,
                         mutator: &mut Mutator,
                         todo: &mut Vec<(Handle, Id)>,
                         object: Handle,
                         id: Id,
                         way: &str| {
            if let Some(other) = known.get(&id) {
                if same(mutator, &object, other) {
                    return Ok(());
                }
                let what = self.shadow.node(id).describe(id);
                return Err(worker.lost(format!("{way}: {what} is there twice")));
            }
            self.compare_header(worker, mutator, &object, id, way)?;
            known.insert(id, object.clone());
            todo.push((object, id));
            Ok(())
        };
        for (handle, id) in self.handles.iter().flatten() {
            found(worker, mutator, &mut todo, handle.clone(), *id, "a handle")?;
        }
        for (index, value) in self.slot_values.iter().enumerate() {
            let Value::Node(id) = *value else { continue };
            let slot = Argument::Word(self.slots.address(index));
            let root = worker.done("a slot", make(mutator, managed::root, &[slot]))?;
            found(worker, mutator, &mut todo, root, id, "a slot of a root range")?;
            worker.count(Count::SlotsCompared, 1);
        }
        while let Some((object, id)) = todo.pop() {
            self.compare_object(worker, mutator, &object, id)?;
            let entry = worker.done("a table", self.table.get(mutator, &object))?;
            self.compare_entry(worker, mutator, entry, id)?;
            let node = self.shadow.node(id);
            for (index, value) in node.words.iter().enumerate() {
                let Value::Node(to) = *value else { continue };
                let way = format!("{}, at {}", node.describe(id), node.kind.offset(index));
                let edge = match node.kind.role(index) {
                    Role::Plain => None,
                    Role::Strong => Some(self.follow(worker, mutator, (&object, id), index, to)?),
                    _ => self.compare_weak(worker, mutator, (&object, id), index, exactly)?,
                };
                // An object that only a weak reference refers to may be dead.
                if let Some(edge) = edge
                    && node.kind.role(index) == Role::Strong
                {
                    found(worker, mutator, &mut todo, edge, to, &way)?;
                }
            }
        }
        worker.count(Count::GraphsCompared, 1);
        Ok(())
    }

    /// Runs a full collection, and checks that the dead objects are gone, and all others are there.
    pub(super) fn collect(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        // Those that were queued before are held by the queue.
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
            let (must, may) = (must.contains(&id), kept(worker, &reached, kind).contains(&id));
            let was_lost = self.shadow.nodes.get(&id).is_some_and(|node| node.was_lost);
            let found = worker.done("a weak handle", weak.upgrade(mutator))?;
            if (found.is_none() && must || found.is_some() && !may) && !was_lost {
                let found = found.is_some();
                return Err(worker.lost(format!(
                    "a weak handle ({kind:?}) has object {id}: {found}; it must be live: {must}, it may be live: {may}"
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
            let found = worker.done("a weak slot", make(mutator, managed::root, &[slot]))?;
            let null = worker.done("null", make_null(mutator))?;
            let (found, must) = (!same(mutator, &found, &null), reached.strong.contains(&id));
            let may = kept(worker, &reached, WeakKind::Short).contains(&id);
            let was_lost = self.shadow.nodes.get(&id).is_some_and(|node| node.was_lost);
            if (!found && must || found && !may) && !was_lost {
                return Err(worker.lost(format!(
                    "a weak slot has object {id}: {found}; it must be live: {must}, it may be live: {may}"
                )));
            }
            if !found {
                *value = Value::Word(0);
            }
        }
        let (length, expected) = (self.table.len(), self.entries.len());
        if length != expected {
            return Err(
                worker.lost(format!("the table has {length} entries instead of {expected}"))
            );
        }
        self.compare(worker, mutator, Some(&reached))?;
        self.take_dead(worker, mutator)?;
        self.drain_finalizers(worker, mutator)?;
        worker.count(Count::GraphsCollected, 1);
        Ok(())
    }

    /// Checks finalizers after a full collection whose queued objects were taken: each object that
    /// has died was queued.
    ///
    /// What another thread's young collection queued before (see [`kept`]) was live for the full
    /// collection, and so was everything reachable from it, registered or not. That dies when
    /// nothing is queued any more: another collection finds some of it, and so on.
    fn drain_finalizers(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        // With one thread nothing can be queued in between.
        let mut heard = worker.run.plan.threads > 1;
        loop {
            let is_live = self.reach().strong;
            let left = self.registered.iter().find(|(_, entry)| !is_live.contains(&entry.object));
            let Some((token, entry)) = left else { return Ok(()) };
            if !heard {
                return Err(worker.lost(format!(
                    "token {token:#x} was not handed out: object {} is dead",
                    entry.object
                )));
            }
            let before = self.registered.len();
            mutator.collect();
            worker.count(Count::CompactingRequested, 1);
            self.take_dead(worker, mutator)?;
            heard = self.registered.len() < before;
        }
    }

    /// Compares everything for the last time, and drops it: then all objects must be gone.
    pub(super) fn finish(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Lost> {
        worker.graph.clone_from(&self.name);
        self.compare(worker, mutator, None)?;
        self.collect(worker, mutator)?;
        self.pins.clear();
        self.clear_roots(worker, mutator)?;
        self.collect(worker, mutator)?;
        // The objects that finalizers resurrected.
        self.clear_roots(worker, mutator)?;
        self.collect(worker, mutator)
    }
}
