//! Finalizers: the host registers an object, and is notified when the object becomes unreachable.
//! Each registration has a token, a 64-bit value that the host chooses.
//!
//! A collection that finds a registered object unreachable keeps it alive and queues it. The host
//! takes the object from the queue, as a handle and its token, and finalizes it. After that the
//! object is an ordinary object. The host may resurrect it by storing a reference to it; otherwise
//! the next collection frees it. The object is queued again only if it is registered again.
//!
//! A collection queues all unreachable registered objects in the order of registration, including
//! those that other queued objects refer to. A host that must finalize an outer object before an
//! inner one registers the inner one when it finalizes the outer.
//!
//! # Protocol
//!
//! * A thread that changes `registered` holds its lock. Only a managed thread adds a registration.
//!   A native thread may cancel a registration, and a collection removes the registrations of dead
//!   objects.
//! * The queue holds cells of the heap's handle table, which keep the objects alive. A collection
//!   adds entries, and any thread removes them. The workers of a collection allocate the cells.
//!   When all have ended, the collecting thread adds the entries, in the order of registration.
//! * Workers take the dead registrations out of `registered` concurrently, while the collecting
//!   thread holds its lock. Each chunk of registrations is one task, and thus one worker's.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use statepoint_scanner::fault_injection::fault;

use super::cells::CellId;
use super::registrations::Registrations;
use super::settled::{CycleNumber, Items};
use crate::collection::Scope;

/// Identifies a registration of [`Mutator::finalize_with`](crate::Mutator::finalize_with).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FinalizerId(u64);

impl FinalizerId {
    /// Returns the ID as an integer, as `spgc_finalize` returns it to managed code.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Converts an ID that `spgc_finalize` returned.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }
}

/// A registered object and its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registration {
    /// The reference to the object.
    pub(crate) word: u64,
    /// The host's token.
    pub(crate) token: u64,
    /// The cycle in which the registration is settled.
    pub(super) settled_in: CycleNumber,
}

/// The registrations whose objects have not been found dead.
#[derive(Debug, Default)]
pub(crate) struct Registered {
    /// The ID of the latest registration.
    next: u64,
    /// The registrations whose objects may be young.
    young: Registrations,
    /// The registrations whose objects are old.
    old: Registrations,
}

/// The state of a registered object after tracing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The object is unreachable.
    Dead,
    /// The object is live.
    Live {
        /// The reference after evacuation.
        word: u64,
        /// Whether the object is still in the young generation.
        young: bool,
    },
}

/// A part of the registrations that a collection visits: one task of a worker.
#[derive(Debug)]
pub(crate) struct RegistrationTask<'a> {
    chunk: &'a mut Vec<(u64, Registration)>,
    /// Whether the objects may be young.
    is_young: bool,
    items: Items,
}

/// Registrations that a visit has removed from their part, with their IDs, in the order of
/// registration.
#[derive(Debug, Default)]
pub(crate) struct VisitedRegistrations {
    /// Registrations of dead objects.
    dead: Vec<(u64, Registration)>,
    /// Registrations of young objects that were promoted.
    promoted: Vec<(u64, Registration)>,
}

impl RegistrationTask<'_> {
    /// Calls `fate` with the reference of each registration of this part that is to be visited, and
    /// updates the reference. Removes the registrations of dead and of promoted objects.
    pub(crate) fn visit(self, mut fate: impl FnMut(u64) -> Fate) -> VisitedRegistrations {
        let Self { chunk, is_young, items } = self;
        let mut visited = VisitedRegistrations::default();
        chunk.retain_mut(|(id, entry)| {
            // Of the registrations of old objects, the end of a cycle visits those that are not
            // settled.
            if let Items::NotSettledIn(cycle) = items
                && !is_young
                && entry.settled_in == cycle
            {
                return true;
            }
            match fate(entry.word) {
                Fate::Dead => {
                    visited.dead.push((*id, *entry));
                    false
                }
                Fate::Live { word, young } => {
                    entry.word = word;
                    if is_young && !young {
                        visited.promoted.push((*id, *entry));
                        return false;
                    }
                    true
                }
            }
        });
        visited
    }
}

/// Concatenates lists that are sorted by ID, most of which do not overlap.
fn merge(mut lists: Vec<Vec<(u64, Registration)>>) -> Vec<(u64, Registration)> {
    lists.sort_by_key(|list| list.first().map(|&(id, _)| id));
    let mut all = lists.concat();
    // Linear if no two lists overlap.
    all.sort_by_key(|&(id, _)| id);
    all
}

impl Registered {
    /// Returns an upper limit of the number of registrations that `items` selects.
    pub(crate) fn count(&self, items: Items) -> usize {
        match items {
            Items::In(Scope::Young) => self.young.len(),
            _ => self.young.len() + self.old.len(),
        }
    }

    /// Returns the registrations that `items` selects, as tasks for several workers. A young
    /// collection does not move old objects that are registered: see `Blocks::keep_in_place`.
    pub(crate) fn tasks(&mut self, items: Items) -> impl Iterator<Item = RegistrationTask<'_>> {
        let old = (items != Items::In(Scope::Young)).then(|| self.old.chunks.iter_mut());
        let task = move |is_young| move |chunk| RegistrationTask { chunk, is_young, items };
        old.into_iter()
            .flatten()
            .map(task(false))
            .chain(self.young.chunks.iter_mut().map(task(true)))
    }

    /// Ends a visit, all tasks of which are done, in any order. Returns the registrations of dead
    /// objects in the order of registration.
    pub(crate) fn end_visit(&mut self, visited: Vec<VisitedRegistrations>) -> Vec<Registration> {
        self.young.remove_empty_chunks();
        self.old.remove_empty_chunks();
        let (dead, promoted) = visited.into_iter().map(|part| (part.dead, part.promoted)).unzip();
        self.old.insert_all(merge(promoted));
        let mut dead = merge(dead);
        if fault("forget-finalizer") {
            dead.pop();
        }
        dead.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Inspects up to `max_registrations` registrations of old objects with IDs greater than
    /// `after`, and settles those for which `is_settled` returns true. Returns the ID of the last
    /// one inspected, or `None` if there was none. Mutators may run.
    pub(crate) fn settle_some(
        &mut self,
        cycle: CycleNumber,
        after: u64,
        max_registrations: usize,
        mut is_settled: impl FnMut(u64) -> bool,
    ) -> Option<u64> {
        let mut last = None;
        for (id, entry) in self.old.after_mut(after).take(max_registrations) {
            if is_settled(entry.word) {
                entry.settled_in = cycle;
            }
            last = Some(*id);
        }
        last
    }

    /// Returns the references of all registrations.
    fn references(&self) -> impl Iterator<Item = u64> {
        self.young.all().chain(self.old.all()).map(|(_, entry)| entry.word)
    }

    /// Registers an object, which may be young.
    fn add(&mut self, word: u64, token: u64) -> FinalizerId {
        self.next += 1;
        self.young.push(self.next, Registration { word, token, settled_in: 0 });
        FinalizerId(self.next)
    }
}

/// The finalizers of a heap.
#[derive(Debug, Default)]
pub(crate) struct Finalizers {
    /// The registrations whose objects have not been found dead.
    pub(crate) registered: Mutex<Registered>,
    /// Objects to be finalized, each as a cell of the handle table and the token.
    queue: Mutex<VecDeque<(CellId, u64)>>,
    /// Notified when objects are queued.
    queued: Condvar,
}

impl Finalizers {
    /// Registers an object. The calling thread is managed and holds the reference.
    pub(crate) fn register(&self, word: u64, token: u64) -> FinalizerId {
        self.registered.lock().add(word, token)
    }

    /// Cancels a registration and returns its token; `None` if there is no such registration.
    pub(crate) fn cancel(&self, id: FinalizerId) -> Option<u64> {
        let mut registered = self.registered.lock();
        let Registered { young, old, .. } = &mut *registered;
        young.remove(id.0).or_else(|| old.remove(id.0)).map(|entry| entry.token)
    }

    /// Calls `visit` with the reference of each registration.
    pub(crate) fn for_each(&self, visit: impl FnMut(u64)) {
        self.registered.lock().references().for_each(visit);
    }

    /// Queues objects and their tokens. The cells keep the objects alive. The world is stopped.
    pub(crate) fn queue(&self, objects: impl IntoIterator<Item = (CellId, u64)>) {
        self.queue.lock().extend(objects);
        self.queued.notify_all();
    }

    /// Takes an object and its token from the queue; `None` if the queue is empty. The caller then
    /// owns the cell.
    pub(crate) fn pop(&self) -> Option<(CellId, u64)> {
        self.queue.lock().pop_front()
    }

    /// Waits until the queue has an object, for at most `timeout`. Returns whether it has one.
    pub(crate) fn wait(&self, timeout: Duration) -> bool {
        let deadline = Instant::now().checked_add(timeout);
        let mut queue = self.queue.lock();
        while queue.is_empty() {
            match deadline {
                Some(deadline) => {
                    if self.queued.wait_until(&mut queue, deadline).timed_out() {
                        return !queue.is_empty();
                    }
                }
                None => self.queued.wait(&mut queue),
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(dead: Vec<Registration>) -> Vec<u64> {
        dead.into_iter().map(|entry| entry.token).collect()
    }

    /// Visits registrations, last task first.
    fn take_dead(
        registered: &mut Registered,
        items: Items,
        mut fate: impl FnMut(u64) -> Fate,
    ) -> Vec<Registration> {
        let tasks: Vec<_> = registered.tasks(items).collect();
        let visited = tasks.into_iter().rev().map(|task| task.visit(&mut fate)).collect();
        registered.end_visit(visited)
    }

    #[test]
    fn dead_objects_are_queued_in_registration_order() {
        let mut registered = Registered::default();
        for n in 1..=6 {
            registered.add(8 * n, n);
        }
        let live = |word, young| Fate::Live { word, young };
        // Objects with even tokens are promoted.
        let mut inspections = 0;
        let dead = take_dead(&mut registered, Items::In(Scope::Young), |word| {
            inspections += 1;
            live(word, word % 16 != 0)
        });
        assert_eq!((dead.len(), inspections), (0, 6));
        let mut seen = Vec::new();
        let dead = take_dead(&mut registered, Items::In(Scope::Young), |word| {
            seen.push(word);
            if word == 24 { Fate::Dead } else { live(word, true) }
        });
        assert_eq!((tokens(dead), seen), (vec![3], vec![8, 24, 40]));
        let dead = take_dead(&mut registered, Items::In(Scope::Full), |_| Fate::Dead);
        assert_eq!(tokens(dead), [1, 2, 4, 5, 6]);
        assert_eq!(registered.references().count(), 0);
    }

    #[test]
    fn the_order_of_registration_is_kept_across_tasks() {
        let mut registered = Registered::default();
        let count = 5000;
        for n in 1..=count {
            registered.add(8 * n, n);
        }
        // Objects are promoted in two collections, so that the lists overlap.
        for multiple in [3, 2] {
            let is_young = |word: u64| !(word / 8).is_multiple_of(multiple);
            let fate = |word| Fate::Live { word, young: is_young(word) };
            assert!(take_dead(&mut registered, Items::In(Scope::Young), fate).is_empty());
        }
        assert_eq!(registered.count(Items::In(Scope::Full)), 5000);
        assert_eq!(registered.count(Items::In(Scope::Young)), 5000 - 1666 - 2500 + 833);
        assert!(registered.tasks(Items::In(Scope::Full)).count() > 10);
        let dead = take_dead(&mut registered, Items::In(Scope::Full), |word| match word % 40 {
            0 => Fate::Live { word, young: false },
            _ => Fate::Dead,
        });
        let expected: Vec<_> = (1..=count).filter(|n| !n.is_multiple_of(5)).collect();
        assert_eq!(tokens(dead), expected);
        let dead = take_dead(&mut registered, Items::In(Scope::Full), |_| Fate::Dead);
        assert_eq!(dead.len() + expected.len(), 5000);
        assert_eq!(registered.references().count(), 0);
    }

    #[test]
    fn settled_registrations_are_left_out() {
        let mut registered = Registered::default();
        for n in 1..=10 {
            registered.add(8 * n, n);
        }
        let promote = |word| Fate::Live { word, young: false };
        assert!(take_dead(&mut registered, Items::In(Scope::Young), promote).is_empty());
        let young = registered.add(88, 11);
        let mut after = Some(0);
        while let Some(last) = after {
            after = registered.settle_some(1, last, 3, |word| word % 16 == 0);
        }
        let dead = take_dead(&mut registered, Items::NotSettledIn(1), |_| Fate::Dead);
        assert_eq!(tokens(dead), [1, 3, 5, 7, 9, young.get()]);
        let dead = take_dead(&mut registered, Items::NotSettledIn(2), |_| Fate::Dead);
        assert_eq!(tokens(dead), [2, 4, 6, 8, 10]);
    }
}
