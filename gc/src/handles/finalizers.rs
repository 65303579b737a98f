//! Finalizers: registrations by which the host is notified of objects' deaths. Each has a token, a
//! number that the host chooses.
//!
//! A collection that does not reach a registered object keeps it alive and queues it. The host
//! takes it from the queue, with a handle, and finalizes it. After that the object is an ordinary
//! one: it dies when it becomes unreachable, the host may resurrect it by storing a reference to
//! it, and it is queued again only if it is registered again.
//!
//! A collection queues all registered objects that it finds unreachable, also those to which others
//! of them refer, in the order of registration. A host that needs an order, outer object before
//! inner, registers the inner one when it finalizes the outer.
//!
//! # Protocol
//!
//! * `registered` is changed by managed threads, by a native one that cancels, and by collections;
//!   always under its lock. Only a managed thread adds a reference.
//! * The queue holds cells of the heap's table of handles, which keep the objects alive. A
//!   collection adds them, and any thread removes them. A collection allocates cells while it holds
//!   the queue's lock; no thread takes the queue's lock while it holds that of a cell's shard.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use statepoint_scanner::fault_injection::fault;

use super::cells::CellId;
use crate::collection::Scope;

/// Identifies a registration of [`Mutator::finalize_with`](crate::Mutator::finalize_with).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FinalizerId(u64);

impl FinalizerId {
    /// Returns the id as a number, as `spgc_finalize` returns it to managed code.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Makes the id from a number that `spgc_finalize` returned.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }
}

/// A registered object, and its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registration {
    /// The reference.
    pub(crate) word: u64,
    pub(crate) token: u64,
}

/// The registrations whose objects have not been found dead, by id, which is the order of
/// registration.
#[derive(Debug, Default)]
pub(crate) struct Registered {
    next: u64,
    /// The registrations whose objects may be young.
    young: BTreeMap<u64, Registration>,
    old: BTreeMap<u64, Registration>,
}

/// A collection's result for a registered object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Dead,
    /// The object is live: its new address, and whether it is young.
    Live {
        word: u64,
        young: bool,
    },
}

impl Registered {
    /// Calls `fate` for each object that a collection of this kind may have moved or found dead.
    /// Removes the registrations of dead ones, and returns them in order.
    pub(crate) fn take_dead(
        &mut self,
        kind: Scope,
        mut fate: impl FnMut(u64) -> Fate,
    ) -> Vec<Registration> {
        let (mut dead, mut aged) = (Vec::new(), Vec::new());
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
        if kind == Scope::Full {
            // An old object stays old.
            self.old.retain(|&id, entry| visit(id, entry).is_some());
        }
        self.young.retain(|&id, entry| {
            let young = visit(id, entry);
            if young == Some(false) {
                aged.push((id, *entry));
            }
            young == Some(true)
        });
        self.old.extend(aged);
        // It consists of two ordered parts.
        dead.sort_by_key(|&(id, _)| id);
        if fault("forget-finalizer") {
            dead.pop();
        }
        dead.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Returns the references of all registrations.
    fn references(&self) -> impl Iterator<Item = u64> {
        self.young.values().chain(self.old.values()).map(|entry| entry.word)
    }

    fn add(&mut self, word: u64, token: u64) -> FinalizerId {
        self.next += 1;
        self.young.insert(self.next, Registration { word, token });
        FinalizerId(self.next)
    }
}

/// The finalizers of a heap.
#[derive(Debug, Default)]
pub(crate) struct Finalizers {
    pub(crate) registered: Mutex<Registered>,
    queue: Mutex<VecDeque<(CellId, u64)>>,
    queued: Condvar,
}

impl Finalizers {
    /// Registers a reference. The calling thread, which holds it, is managed.
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

    /// Queues objects, whose cells keep them alive. The world is stopped.
    pub(crate) fn queue(&self, objects: impl IntoIterator<Item = (CellId, u64)>) {
        self.queue.lock().extend(objects);
        self.queued.notify_all();
    }

    /// Takes an object from the queue. Its cell belongs to the caller after that.
    pub(crate) fn pop(&self) -> Option<(CellId, u64)> {
        self.queue.lock().pop_front()
    }

    /// Waits until the queue is not empty, for at most `timeout`, and returns whether it is not
    /// empty.
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
        // Even ones are promoted.
        let mut inspections = 0;
        let dead = registered.take_dead(Scope::Young, |word| {
            inspections += 1;
            live(word, word % 16 != 0)
        });
        assert_eq!((dead.len(), inspections), (0, 6));
        let mut seen = Vec::new();
        let dead = registered.take_dead(Scope::Young, |word| {
            seen.push(word);
            if word == 24 { Fate::Dead } else { live(word, true) }
        });
        assert_eq!((tokens(dead), seen), (vec![3], vec![8, 24, 40]));
        let dead = registered.take_dead(Scope::Full, |_| Fate::Dead);
        assert_eq!(tokens(dead), [1, 2, 4, 5, 6]);
        assert_eq!(registered.references().count(), 0);
    }
}
