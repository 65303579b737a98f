//! Ephemerons (Hayes, OOPSLA 1997): tracing to a fixed point.
//!
//! A round inspects all ephemerons that are not resolved. If the key was reached, the round retains
//! the value, which resolves the ephemeron; at the end of the round, workers trace. Workers inspect
//! different ephemerons concurrently. A key that another worker reaches meanwhile may be missed:
//! its ephemeron stays unresolved, and the next round inspects it. A round that reaches no value
//! which was not reached before is the last: all keys were inspected after the last change.
//!
//! Most ephemerons of a program depend on no other, and are resolved by the first round; the second
//! one finds that the others are dead. Each round begins with the ephemerons that the one before it
//! inspected last, so two rounds of one worker resolve a chain of ephemerons in either order. But a
//! round over a chain in random order, or by several workers, resolves few. So after [`MAX_ROUNDS`]
//! rounds, a further round follows only if the last one has resolved half of the ephemerons that it
//! has inspected. Otherwise all the others wait, each in a list that belongs to its key. The
//! collector sets the waiting-key bit of the key, so that it is notified when tracing reaches that
//! object, and then processes the ephemerons of this list.
//!
//! So for each of the two fixed points, n ephemerons cost at most `MAX_ROUNDS` n inspections in the
//! first rounds, n in rounds that halve their number, and 2 n when they wait, in whatever order
//! they lead to each other.

use core::option;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parking_lot::{Mutex, MutexGuard};
use statepoint_scanner::fault_injection::fault;

use super::fibers::FIBER_WEIGHT;
use super::waiting::{Ephemeron, WaitingEphemerons};
use super::workers::{Liveness, Retain, RetainingJob, Workers};
use super::{Processing, Sources, word};
use crate::handles::{Entries, EntryTask, MovedKey};
use crate::object::{Special, WeakKind};
use crate::worklist::{ITEMS_PER_TASK, TaskQueue};

/// Number of rounds over all ephemerons, before those that are not resolved may have to wait.
const MAX_ROUNDS: u32 = 3;

/// The ephemerons that are not resolved.
#[derive(Debug, Default)]
pub(super) struct Unresolved {
    /// Those that the next round inspects.
    ephemerons: Vec<Ephemeron>,
    /// Those that wait for their keys.
    waiting: WaitingEphemerons,
}

impl Unresolved {
    /// Adds ephemerons that the next round inspects.
    pub(super) fn add(&mut self, ephemerons: impl Iterator<Item = Ephemeron>) {
        self.ephemerons.extend(ephemerons);
    }

    /// Removes the fibers, and adds their indices to `fibers`.
    pub(super) fn take_fibers(&mut self, fibers: &mut Vec<u32>) {
        self.ephemerons.retain(|ephemeron| match *ephemeron {
            Ephemeron::Fiber(fiber) => {
                fibers.push(fiber);
                false
            }
            Ephemeron::Object(_) | Ephemeron::Entry { .. } => true,
        });
        self.waiting.take_fibers(fibers);
    }
}

/// The result of a round, or of one worker's part of it.
#[derive(Debug, Default)]
pub(super) struct RoundResult {
    /// Number of ephemerons that were inspected, without fibers.
    inspected: u64,
    /// Number of fibers that were inspected.
    pub(super) fibers: u64,
    /// Whether a value was retained that was not reached before.
    pub(super) is_progress: bool,
    pub(super) unresolved: Vec<Ephemeron>,
    /// Objects with weak fields.
    short: Vec<usize>,
    long: Vec<usize>,
    /// Keys of entries that have moved, in lists of one table each.
    moved: Vec<(u32, Vec<MovedKey>)>,
    /// Old objects that refer to young ones.
    revisit: Vec<usize>,
}

impl RoundResult {
    fn add(&mut self, mut other: Self) {
        self.inspected += other.inspected;
        self.fibers += other.fibers;
        self.is_progress |= other.is_progress;
        self.unresolved.append(&mut other.unresolved);
        self.short.append(&mut other.short);
        self.long.append(&mut other.long);
        self.moved.append(&mut other.moved);
        self.revisit.append(&mut other.revisit);
    }

    fn add_moved(&mut self, table: u32, key: MovedKey) {
        match self.moved.last_mut().filter(|(of, _)| *of == table) {
            Some((_, keys)) => keys.push(key),
            None => self.moved.push((table, vec![key])),
        }
    }
}

/// Some ephemerons that a worker inspects.
enum RoundTask<'t> {
    /// Discovered objects, of any kind.
    Discovered(&'t [usize]),
    Unresolved(&'t [Ephemeron]),
    /// Entries of the table with this index.
    Entries(u32, EntryTask<'t>),
}

/// What inspecting an ephemeron needs.
#[derive(Clone, Copy)]
pub(super) struct Inspector<'p> {
    pub(super) sources: Sources<'p>,
    tables: &'p [MutexGuard<'p, Entries>],
}

/// A round.
struct Round<'p, I> {
    inspector: Inspector<'p>,
    tasks: TaskQueue<I>,
    result: Mutex<RoundResult>,
}

/// A round over so few ephemerons that one worker inspects them.
struct SmallRound<'p> {
    inspector: Inspector<'p>,
    discovered: &'p [usize],
    ephemerons: &'p [Ephemeron],
    /// The result, for the worker that inspects them.
    result: TaskQueue<option::IntoIter<&'p mut RoundResult>>,
}

impl RetainingJob for SmallRound<'_> {
    fn run(&self, worker: &mut impl Retain) {
        let Self { inspector, discovered, ephemerons, result } = self;
        let Some(result) = result.take() else { return };
        discovered.iter().for_each(|&object| inspector.classify(object, worker, result));
        ephemerons.iter().for_each(|&one| inspector.inspect(one, worker, result));
    }
}

impl<'p, I: Iterator<Item = RoundTask<'p>> + Send> RetainingJob for Round<'p, I> {
    fn run(&self, worker: &mut impl Retain) {
        let mut part = RoundResult::default();
        let inspector = self.inspector;
        while let Some(task) = self.tasks.take() {
            match task {
                RoundTask::Discovered(objects) => {
                    let objects = objects.iter().rev();
                    objects.for_each(|&object| inspector.classify(object, worker, &mut part));
                }
                RoundTask::Unresolved(ephemerons) => {
                    let ephemerons = ephemerons.iter().rev();
                    ephemerons.for_each(|&one| inspector.inspect(one, worker, &mut part));
                }
                RoundTask::Entries(table, entries) => entries.for_each(|entry| {
                    inspector.inspect(Ephemeron::Entry { table, entry }, worker, &mut part);
                }),
            }
        }
        self.result.lock().add(part);
    }
}

impl Inspector<'_> {
    /// Sorts a discovered object by its kind; inspects it if it is an ephemeron.
    fn classify(&self, object: usize, worker: &mut impl Retain, part: &mut RoundResult) {
        match self.sources.special(object) {
            Special::Weak { kind: WeakKind::Short, .. } => part.short.push(object),
            Special::Weak { kind: WeakKind::Long, .. } => part.long.push(object),
            Special::Ephemeron { .. } => self.inspect(Ephemeron::Object(object), worker, part),
        }
    }

    /// Retains an ephemeron's value if its key was reached.
    fn inspect(&self, ephemeron: Ephemeron, worker: &mut impl Retain, part: &mut RoundResult) {
        if let Ephemeron::Fiber(fiber) = ephemeron {
            return self.inspect_fiber(fiber, worker, part);
        }
        part.inspected += 1;
        let (key, value) = self.sources.key_and_value(ephemeron, self.tables);
        let Some(new_key) = worker.survivor(key) else {
            if !fault("forget-ephemeron") {
                part.unresolved.push(ephemeron);
            }
            return;
        };
        part.is_progress |= worker.survivor(value).is_none();
        let new_value = worker.retain(value);
        match ephemeron {
            Ephemeron::Object(object) => {
                let fields = self.sources.ephemeron_fields(object);
                fields.0.store(new_key, Relaxed);
                fields.1.store(new_value, Relaxed);
                let refers_to_young = worker.is_young(new_key) || worker.is_young(new_value);
                if refers_to_young && must_revisit(object, worker) {
                    part.revisit.push(object);
                }
            }
            Ephemeron::Entry { table, entry } => {
                self.tables[table as usize].set(entry, new_key, new_value);
                if new_key != key {
                    part.add_moved(table, (key, entry));
                }
            }
            Ephemeron::Fiber(_) => unreachable!("handled above"),
        }
    }
}

/// Returns whether an object that refers to a young one must be found again by the next young
/// collection.
pub(super) fn must_revisit(object: usize, liveness: &impl Liveness) -> bool {
    !liveness.is_young(object as u64) && !fault("forget-revisit")
}

impl<'a> Sources<'a> {
    /// Returns the key and value fields of an ephemeron.
    fn ephemeron_fields(self, object: usize) -> (&'a AtomicU64, &'a AtomicU64) {
        let Special::Ephemeron { key, value } = self.special(object) else {
            unreachable!("ephemerons have keys and values")
        };
        (word(object + key), word(object + value))
    }

    fn key_and_value(self, ephemeron: Ephemeron, tables: &[MutexGuard<'_, Entries>]) -> (u64, u64) {
        match ephemeron {
            Ephemeron::Object(object) => {
                let (key, value) = self.ephemeron_fields(object);
                (key.load(Relaxed), value.load(Relaxed))
            }
            Ephemeron::Entry { table, entry } => tables[table as usize].get(entry),
            Ephemeron::Fiber(fiber) => (self.fibers.owner(fiber), 0),
        }
    }
}

/// Returns the tasks of a round, with those first whose ephemerons were inspected last.
fn tasks<'t>(
    discovered: &'t [usize],
    unresolved: &'t [Ephemeron],
) -> impl Iterator<Item = RoundTask<'t>> + Send {
    let unresolved = unresolved.rchunks(ITEMS_PER_TASK).map(RoundTask::Unresolved);
    discovered.rchunks(ITEMS_PER_TASK).map(RoundTask::Discovered).chain(unresolved)
}

fn run_round<'p>(
    inspector: Inspector<'p>,
    workers: &mut impl Workers,
    count: usize,
    tasks: impl Iterator<Item = RoundTask<'p>> + Send,
) -> RoundResult {
    let round = Round { inspector, tasks: TaskQueue::new(tasks), result: Mutex::default() };
    workers.retain_and_trace(count, &round);
    round.result.into_inner()
}

impl<W: Workers> Processing<'_, W> {
    /// Inspects the entries of tables.
    pub(super) fn inspect_tables(&mut self) {
        let (tables, items) = (&self.tables, self.items);
        let count = tables.iter().map(|table| table.count(items)).sum();
        let of_table = |(index, table)| {
            let table: &MutexGuard<'_, Entries> = table;
            table.tasks(items).map(move |task| RoundTask::Entries(index, task))
        };
        let tasks = (0..).zip(tables).flat_map(of_table);
        let inspector = Inspector { sources: self.sources, tables };
        let result = run_round(inspector, self.workers, count, tasks);
        let unresolved = self.add_result(result);
        self.unresolved.ephemerons = unresolved;
    }

    /// Traces until no more keys are reached.
    pub(super) fn trace_to_fixpoint(&mut self) {
        // The entries of tables were inspected before.
        let mut rounds = u32::from(!self.tables.is_empty());
        while self.unresolved.waiting.is_unused() {
            let ephemerons = core::mem::take(&mut self.unresolved.ephemerons);
            let Some(result) = self.round(&ephemerons) else { return };
            rounds += 1;
            let (inspected, is_progress) = (result.inspected + result.fibers, result.is_progress);
            self.unresolved.ephemerons = self.add_result(result);
            if !is_progress {
                return;
            }
            let unresolved = self.unresolved.ephemerons.len() as u64;
            if rounds >= MAX_ROUNDS && 2 * unresolved > inspected {
                break;
            }
        }
        self.trace_with_waiting_keys();
    }

    /// As [`Self::trace_to_fixpoint`], with a waiting list for each key.
    fn trace_with_waiting_keys(&mut self) {
        let mut ready = Vec::new();
        let unresolved = core::mem::take(&mut self.unresolved.ephemerons);
        let mut result = RoundResult { unresolved, ..RoundResult::default() };
        loop {
            self.wait(&mut result.unresolved, &mut ready);
            while let Some(key) = self.workers.next_reached_key() {
                self.unresolved.waiting.take(key, &mut ready);
            }
            let discovered = self.workers.take_discovered();
            let count = discovered.len() + ready.len();
            if count == 0 {
                self.add_result(result);
                return;
            }
            let inspector = Inspector { sources: self.sources, tables: &self.tables };
            if count < ITEMS_PER_TASK {
                let (discovered, ephemerons) = (&discovered, &ready);
                let result = TaskQueue::new(Some(&mut result));
                let round = SmallRound { inspector, discovered, ephemerons, result };
                self.workers.retain_and_trace(count, &round);
            } else {
                let tasks = tasks(&discovered, &ready);
                result.add(run_round(inspector, self.workers, count, tasks));
            }
            ready.clear();
        }
    }

    /// Adds ephemerons to the waiting lists of their keys, or to `ready` if the keys were reached.
    fn wait(&mut self, unresolved: &mut Vec<Ephemeron>, ready: &mut Vec<Ephemeron>) {
        for ephemeron in unresolved.drain(..) {
            let (key, _) = self.sources.key_and_value(ephemeron, &self.tables);
            if self.workers.liveness().survivor(key).is_some() {
                ready.push(ephemeron);
            } else if self.unresolved.waiting.add(key, ephemeron) {
                self.workers.mark_waiting_key(key);
            }
        }
    }

    /// Inspects the discovered objects and these ephemerons. Returns `None` if there are none.
    fn round(&mut self, ephemerons: &[Ephemeron]) -> Option<RoundResult> {
        let discovered = self.workers.take_discovered();
        let is_fiber = |ephemeron: &&Ephemeron| matches!(ephemeron, Ephemeron::Fiber(_));
        let fibers = ephemerons.iter().filter(is_fiber).count();
        let count = discovered.len() + ephemerons.len() + fibers * (FIBER_WEIGHT - 1);
        if count == 0 {
            return None;
        }
        let inspector = Inspector { sources: self.sources, tables: &self.tables };
        Some(run_round(inspector, self.workers, count, tasks(&discovered, ephemerons)))
    }

    /// Adds the result of a round, except the unresolved ephemerons, which are returned.
    fn add_result(&mut self, mut result: RoundResult) -> Vec<Ephemeron> {
        self.done.counts.ephemerons += result.inspected;
        self.short.append(&mut result.short);
        self.long.append(&mut result.long);
        self.done.revisit.append(&mut result.revisit);
        for (table, moved) in result.moved {
            self.tables[table as usize].add_moved(moved);
        }
        result.unresolved
    }

    /// Clears ephemerons whose keys are dead, and updates the tables.
    pub(super) fn clear_dead(&mut self) {
        let Unresolved { mut ephemerons, waiting } = core::mem::take(&mut self.unresolved);
        ephemerons.extend(waiting.into_remaining());
        self.done.counts.ephemerons_cleared += ephemerons.len() as u64;
        let (sources, tasks) = (self.sources, TaskQueue::new(ephemerons.chunks(ITEMS_PER_TASK)));
        self.workers.run(ephemerons.len(), &|_| {
            let tasks = core::iter::from_fn(|| tasks.take());
            for ephemeron in tasks.flatten() {
                if let Ephemeron::Object(object) = *ephemeron {
                    let (key, value) = sources.ephemeron_fields(object);
                    key.store(0, Relaxed);
                    value.store(0, Relaxed);
                }
            }
        });
        for ephemeron in ephemerons {
            match ephemeron {
                Ephemeron::Entry { table, entry } if !fault("keep-entry") => {
                    self.tables[table as usize].add_dead(entry);
                }
                _ => {}
            }
        }
        self.finish_tables();
    }

    /// Removes and rehashes entries, each table on one worker.
    fn finish_tables(&mut self) {
        let items = self.items;
        let mut tables: Vec<_> = self.tables.iter_mut().map(|table| &mut **table).collect();
        let changed = |table: &&mut Entries| table.unfinished() + table.count(items);
        let changes = if tables.len() > 1 { tables.iter().map(changed).sum() } else { 0 };
        let tasks = TaskQueue::new(tables.iter_mut());
        self.workers.run(changes, &|liveness| {
            while let Some(table) = tasks.take() {
                table.finish(items, |word| liveness.is_young(word));
            }
        });
    }
}
