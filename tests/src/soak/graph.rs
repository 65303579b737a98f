//! A graph of objects with its roots, and the choice of random steps.

use std::collections::HashMap;

use statepoint_gc::{
    Argument, Handle, Heap, Mutator, WeakHandle,
    roots::{FinalizerId, WeakTable},
};

use super::objects;
use super::pins::{Pin, Slots};
use super::shadow::{FieldRole, Id, Reachable, Roots, Shadow, Value};
use super::shared::WEAK_KINDS;
use super::tally::Count;
use super::worker::Worker;
use super::{Mismatch, Plan};
use crate::managed::{self, call, make};

/// Number of handles of a graph.
const HANDLES: usize = 24;
/// Number of slots in each root range of a graph.
const SLOTS: usize = 16;

/// A finalizer registration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registration {
    pub(super) object: Id,
    pub(super) id: FinalizerId,
}

/// A graph of objects: its shadow copy and all references into it from outside the heap.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) name: String,
    pub(super) number: u32,
    pub(super) shadow: Shadow,
    /// Maximum total size of the graph's objects, in bytes. A graph may exceed the limit
    /// temporarily.
    pub(super) budget: usize,
    pub(super) handles: Vec<Option<(Handle, Id)>>,
    pub(super) slots: Slots,
    pub(super) slot_values: Vec<Value>,
    pub(super) weak_slots: Slots,
    pub(super) weak_slot_values: Vec<Value>,
    pub(super) weak: Vec<(WeakHandle, Id)>,
    pub(super) pins: Vec<Pin>,
    pub(super) table: WeakTable,
    pub(super) entries: HashMap<Id, Value>,
    /// Finalizer registrations by token.
    pub(super) registrations: HashMap<u64, Registration>,
    pub(super) tokens: u64,
    /// Objects that are referenced by managed frames and local handles.
    pub(super) held_on_stack: Vec<Id>,
}

impl Graph {
    pub(super) fn new(name: String, number: u32, heap: &Heap, plan: &Plan) -> Self {
        let graphs = plan.threads + plan.threads.div_ceil(4);
        Self {
            name,
            number,
            shadow: Shadow::default(),
            budget: plan.heap / 3 / graphs as usize,
            handles: (0..HANDLES).map(|_| None).collect(),
            slots: Slots::strong(heap, SLOTS),
            slot_values: vec![Value::Word(0); SLOTS],
            weak_slots: Slots::weak(heap, SLOTS, WEAK_KINDS[0]),
            weak_slot_values: vec![Value::Word(0); SLOTS],
            weak: Vec::new(),
            pins: Vec::new(),
            table: WeakTable::new(heap),
            entries: HashMap::new(),
            registrations: HashMap::new(),
            tokens: 0,
            held_on_stack: Vec::new(),
        }
    }

    /// Computes the reachable objects of the shadow copy.
    pub(super) fn reachable(&self) -> Reachable {
        let of_value = |value: &Value| match *value {
            Value::Node(id) => Some(id),
            _ => None,
        };
        let handles = self.handles.iter().flatten().map(|&(_, id)| id);
        let slots = self.slot_values.iter().filter_map(of_value);
        let pins = self.pins.iter().map(|pin| pin.object);
        let strong =
            handles.chain(slots).chain(pins).chain(self.held_on_stack.iter().copied()).collect();
        let finalizable = self.registrations.values().map(|entry| entry.object).collect();
        let entries = self.entries.iter().map(|(&key, &value)| (key, value)).collect();
        self.shadow.reachable(Roots { strong, finalizable, entries })
    }

    /// Removes the unreachable objects from the shadow copy.
    pub(super) fn sweep(&mut self, worker: &mut Worker<'_>) -> Reachable {
        let reached = self.reachable();
        self.shadow.sweep(&reached);
        let entries = self.entries.len();
        self.entries.retain(|key, _| reached.all.contains(key));
        worker.count(Count::EntriesRemoved, (entries - self.entries.len()) as u64);
        reached
    }

    /// Runs `count` random steps.
    pub(super) fn steps(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        count: usize,
    ) -> Result<(), Mismatch> {
        for _ in 0..count {
            worker.next_step();
            self.step(worker, mutator)?;
        }
        Ok(())
    }

    /// Runs one random step.
    fn step(&mut self, worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Mismatch> {
        let zeal = worker.run.heap.zeal().is_on();
        match worker.random.u32(..1000) {
            0..230 => self.add_object(worker, mutator),
            230..480 => self.change_word(worker, mutator),
            480..540 => self.copy_words(worker, mutator),
            540..570 => self.clone_object(worker, mutator),
            570..690 => self.check_edges(worker, mutator),
            690..720 => self.change_root(worker, mutator),
            720..780 => self.use_weak(worker, mutator),
            780..830 => self.use_finalizer(worker, mutator),
            830..880 => self.use_pin(worker, mutator),
            880..930 => self.use_table(worker, mutator),
            930..960 => self.use_slots(worker, mutator),
            960..985 => self.trim(worker, mutator),
            985..991 if !zeal || worker.chance(4) => self.compare(worker, mutator, None),
            991..996 => {
                // Begins a concurrent cycle in half of the cases, if the heap supports them.
                if !worker.chance(2) || !mutator.begin_cycle() {
                    mutator.collect_young();
                }
                worker.count(Count::YoungRequested, 1);
                worker.count(Count::PinsHeld, self.pins.len() as u64);
                Ok(())
            }
            // A full collection stops all threads, so each thread requests fewer of them if there
            // are more threads.
            996 if worker.random.u32(..worker.run.plan.threads) < 4 => {
                self.collect(worker, mutator)
            }
            _ => Ok(()),
        }
    }

    /// Follows up to 9 random strong edges from a random root. Returns the last object.
    pub(super) fn random_walk(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<Option<(Handle, Id)>, Mismatch> {
        let Some((mut object, mut id)) = self.choose_root(worker, mutator)? else {
            return Ok(None);
        };
        for _ in 0..worker.random.u32(..10) {
            let node = self.shadow.node(id);
            let edges: Vec<usize> = if node.words.len() <= 8 {
                (0..node.words.len()).collect()
            } else {
                (0..8).map(|_| worker.random.usize(..node.words.len())).collect()
            };
            let strong = edges.into_iter().filter_map(|index| match node.words[index] {
                Value::Node(to) if node.kind.role(index) == FieldRole::Strong => Some((index, to)),
                _ => None,
            });
            let Some((index, to)) = worker.random.choice(strong.collect::<Vec<_>>()) else { break };
            object = self.follow(worker, mutator, (&object, id), index, to)?;
            id = to;
        }
        Ok(Some((object, id)))
    }

    /// Loads a strong reference and checks that it points to the object `to`.
    pub(super) fn follow(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        (object, id): (&Handle, Id),
        index: usize,
        to: Id,
    ) -> Result<Handle, Mismatch> {
        let node = self.shadow.node(id);
        let offset = node.kind.offset(index);
        let message = || format!("{}, the reference at {offset}", node.describe(id));
        let found = worker.expect_ok(&message(), mutator.load_reference(object, offset))?;
        let Some(found) = found else {
            let to = self.shadow.node(to).describe(to);
            return Err(worker.mismatch(format!("{}: null instead of {to}", message())));
        };
        self.compare_header(worker, mutator, &found, to, &message())?;
        Ok(found)
    }

    /// Checks the type, length and identity hash of an object. `path` describes how it was found.
    pub(super) fn compare_header(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        found: &Handle,
        to: Id,
        path: &str,
    ) -> Result<(), Mismatch> {
        worker.count(Count::EdgesFollowed, 1);
        objects::compare_header(self.shadow.node(to), mutator, found, worker).map_err(|message| {
            worker.mismatch(format!("{path}: {}: {message}", self.shadow.node(to).describe(to)))
        })
    }

    /// Chooses a random root, and checks the header of its object.
    fn choose_root(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<Option<(Handle, Id)>, Mismatch> {
        if worker.chance(3)
            && let index = worker.random.usize(..SLOTS)
            && let Value::Node(id) = self.slot_values[index]
        {
            let root = make(mutator, managed::root, &[Argument::Word(self.slots.address(index))]);
            let root = worker.expect_ok("a slot of a root range", root)?;
            self.compare_header(worker, mutator, &root, id, "a slot of a root range")?;
            worker.count(Count::SlotsCompared, 1);
            return Ok(Some((root, id)));
        }
        let handles: Vec<_> = self.handles.iter().flatten().collect();
        let Some((handle, id)) = worker.random.choice(handles) else { return Ok(None) };
        self.compare_header(worker, mutator, handle, *id, "a handle")?;
        Ok(Some((handle.clone(), *id)))
    }

    /// Makes an object reachable from a random handle or root slot, whose previous value is
    /// dropped.
    pub(super) fn store_in_root(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
        object: Handle,
        id: Id,
    ) -> Result<(), Mismatch> {
        if worker.chance(3) {
            let index = worker.random.usize(..SLOTS);
            let slot = Argument::Word(self.slots.address(index));
            let stored = call(mutator, managed::set_root, &[slot, Argument::Reference(&object)]);
            worker.expect_ok("a store into a root range", stored)?;
            self.slot_values[index] = Value::Node(id);
        } else {
            let index = worker.random.usize(..HANDLES);
            self.handles[index] = Some((object, id));
        }
        Ok(())
    }

    /// Drops a random root, or makes a random object reachable from another root.
    fn change_root(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        if worker.chance(3) {
            return self.drop_root(worker, mutator);
        }
        match self.random_walk(worker, mutator)? {
            Some((object, id)) => self.store_in_root(worker, mutator, object, id),
            None => Ok(()),
        }
    }

    /// Clears a random handle or root slot.
    pub(super) fn drop_root(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        if worker.chance(3) {
            let index = worker.random.usize(..SLOTS);
            let arguments = [self.slots.address(index), 0].map(Argument::Word);
            worker.expect_ok("a slot is cleared", call(mutator, managed::set_root, &arguments))?;
            self.slot_values[index] = Value::Word(0);
        } else {
            let index = worker.random.usize(..HANDLES);
            self.handles[index] = None;
        }
        worker.count(Count::RootsDropped, 1);
        Ok(())
    }

    /// Clears all handles and strong root slots.
    pub(super) fn clear_roots(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), Mismatch> {
        for index in 0..SLOTS {
            let arguments = [self.slots.address(index), 0].map(Argument::Word);
            worker.expect_ok("a slot is cleared", call(mutator, managed::set_root, &arguments))?;
            self.slot_values[index] = Value::Word(0);
        }
        self.handles.fill_with(|| None);
        Ok(())
    }

    /// Removes the unreachable objects from the shadow copy, and drops roots until the graph is
    /// within its budget.
    fn trim(&mut self, worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Mismatch> {
        self.sweep(worker);
        for _ in 0..100 {
            if self.shadow.bytes <= self.budget {
                break;
            }
            self.drop_root(worker, mutator)?;
            self.sweep(worker);
        }
        Ok(())
    }
}
