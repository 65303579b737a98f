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
//!   adds entries, and any thread removes them. A collection allocates cells while it holds the
//!   queue's lock. No thread takes the queue's lock while it holds the lock of a cell's shard.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use statepoint_scanner::fault_injection::fault;

use super::cells::CellId;
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
    settled_in: CycleNumber,
}

/// The registrations whose objects have not been found dead. The keys are IDs, so iteration is in
/// the order of registration.
#[derive(Debug, Default)]
pub(crate) struct Registered {
    /// The ID of the latest registration.
    next: u64,
    /// The registrations whose objects may be young.
    young: BTreeMap<u64, Registration>,
    /// The registrations whose objects are old.
    old: BTreeMap<u64, Registration>,
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

impl Registered {
    /// Calls `fate` with the reference of each registration that `items` selects, and updates the
    /// reference. Removes the registrations of dead objects, and returns them in the order of
    /// registration.
    pub(crate) fn take_dead(
        &mut self,
        items: Items,
        mut fate: impl FnMut(u64) -> Fate,
    ) -> Vec<Registration> {
        let (mut dead, mut promoted) = (Vec::new(), Vec::new());
        let mut visit = |id: u64, entry: &mut Registration| match fate(entry.word) {
            Fate::Dead => {
                dead.push((id, *entry));
                None
            }
            Fate::Live { word, young } => {
                entry.word = word;
                Some(young)
            }
        };
        // Of the registrations of old objects, a full collection visits all, and the end of a cycle
        // those that are not settled. Other collections do not move these objects: see
        // `Blocks::keep_in_place`.
        let is_visited = |entry: &Registration| match items {
            Items::In(scope) => scope == Scope::Full,
            Items::NotSettledIn(cycle) => entry.settled_in != cycle,
        };
        if items != Items::In(Scope::Young) {
            // `retain` takes several times as long if most entries stay.
            for (&id, entry) in self.old.iter_mut().filter(|(_, entry)| is_visited(entry)) {
                visit(id, entry);
            }
        }
        self.young.retain(|&id, entry| {
            let young = visit(id, entry);
            if young == Some(false) {
                promoted.push((id, *entry));
            }
            young == Some(true)
        });
        for (id, _) in &dead {
            self.old.remove(id);
        }
        self.old.extend(promoted);
        // At this point old objects precede young objects.
        dead.sort_by_key(|&(id, _)| id);
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
        for (&id, entry) in self.old.range_mut(after + 1..).take(max_registrations) {
            if is_settled(entry.word) {
                entry.settled_in = cycle;
            }
            last = Some(id);
        }
        last
    }

    /// Returns the references of all registrations.
    fn references(&self) -> impl Iterator<Item = u64> {
        self.young.values().chain(self.old.values()).map(|entry| entry.word)
    }

    /// Registers an object, which may be young.
    fn add(&mut self, word: u64, token: u64) -> FinalizerId {
        self.next += 1;
        self.young.insert(self.next, Registration { word, token, settled_in: 0 });
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
        young.remove(&id.0).or_else(|| old.remove(&id.0)).map(|entry| entry.token)
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

    #[test]
    fn dead_objects_are_queued_in_registration_order() {
        let mut registered = Registered::default();
        for n in 1..=6 {
            registered.add(8 * n, n);
        }
        let live = |word, young| Fate::Live { word, young };
        // Objects with even tokens are promoted.
        let mut inspections = 0;
        let dead = registered.take_dead(Items::In(Scope::Young), |word| {
            inspections += 1;
            live(word, word % 16 != 0)
        });
        assert_eq!((dead.len(), inspections), (0, 6));
        let mut seen = Vec::new();
        let dead = registered.take_dead(Items::In(Scope::Young), |word| {
            seen.push(word);
            if word == 24 { Fate::Dead } else { live(word, true) }
        });
        assert_eq!((tokens(dead), seen), (vec![3], vec![8, 24, 40]));
        let dead = registered.take_dead(Items::In(Scope::Full), |_| Fate::Dead);
        assert_eq!(tokens(dead), [1, 2, 4, 5, 6]);
        assert_eq!(registered.references().count(), 0);
    }

    #[test]
    fn settled_registrations_are_left_out() {
        let mut registered = Registered::default();
        for n in 1..=10 {
            registered.add(8 * n, n);
        }
        let promote = |word| Fate::Live { word, young: false };
        assert!(registered.take_dead(Items::In(Scope::Young), promote).is_empty());
        let young = registered.add(88, 11);
        let mut after = Some(0);
        while let Some(last) = after {
            after = registered.settle_some(1, last, 3, |word| word % 16 == 0);
        }
        let dead = registered.take_dead(Items::NotSettledIn(1), |_| Fate::Dead);
        assert_eq!(tokens(dead), [1, 3, 5, 7, 9, young.get()]);
        let dead = registered.take_dead(Items::NotSettledIn(2), |_| Fate::Dead);
        assert_eq!(tokens(dead), [2, 4, 6, 8, 10]);
    }
}
