//! Finalizers: objects whose deaths the host wants to hear of, each with a number of the host's own.
//!
//! A collection that does not reach such an object keeps it once more and queues it; the host takes it
//! from the queue, with a handle, and does whatever is to be done. The object is an ordinary one from then on: it dies
//! when nothing refers to it any more, or comes back to life if the host has it so, and is queued again only if
//! it is registered again.
//!
//! All objects that one collection finds unreachable are queued by it, also those that others of them refer to,
//! in the order in which they were registered. A host that wants them one by one, outer before inner,
//! registers the inner one when it finalizes the outer.
//!
//! # Protocol
//!
//! * `registered` is changed by managed threads, by a native one that cancels, and by collections; always under its
//!   lock. A reference is put in only by a managed thread.
//! * The queue holds cells of the heap's table of handles, which keep the objects alive; a collection puts them
//!   in, any thread takes them out. A collection takes cells while it holds the queue's lock; nobody takes
//!   the queue's while he holds that of a cell.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use statepoint_scanner::fault_injection::broken;

use super::cells::CellId;
use crate::collection::Scope;

/// Names a registration of [`Mutator::finalize_with`](crate::Mutator::finalize_with).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FinalizerId(u64);

impl FinalizerId {
    /// As a number, for managed code, which registers by `spgc_finalize`.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Of the number that `spgc_finalize` returned.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }
}

/// An object to be finalized, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registration {
    /// The reference.
    pub(crate) word: u64,
    pub(crate) token: u64,
}

/// Those whose objects were not found dead. By id, which is the order of registration.
#[derive(Debug, Default)]
pub(crate) struct Registered {
    next: u64,
    /// Whose objects may be young.
    young: BTreeMap<u64, Registration>,
    old: BTreeMap<u64, Registration>,
}

/// What a collection says of a registered object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Dead,
    /// Where it is now, and whether it is young.
    Alive {
        word: u64,
        young: bool,
    },
}

impl Registered {
    /// Asks for the fate of each object that a collection of this kind may have moved or left behind. Takes out
    /// the dead ones, and returns them in order.
    pub(crate) fn bury(
        &mut self,
        kind: Scope,
        mut fate: impl FnMut(u64) -> Fate,
    ) -> Vec<Registration> {
        let (mut dead, mut aged) = (Vec::new(), Vec::new());
        let mut look = |id: u64, entry: &mut Registration| match fate(entry.word) {
            Fate::Dead => {
                dead.push((id, *entry));
                None
            }
            Fate::Alive { word, young } => {
                entry.word = word;
                Some(young)
            }
        };
        if kind == Scope::Full {
            // An old object stays old.
            self.old.retain(|&id, entry| look(id, entry).is_some());
        }
        self.young.retain(|&id, entry| {
            let young = look(id, entry);
            if young == Some(false) {
                aged.push((id, *entry));
            }
            young == Some(true)
        });
        self.old.extend(aged);
        // Of two ordered halves.
        dead.sort_by_key(|&(id, _)| id);
        if broken("forget-finalizer") {
            dead.pop();
        }
        dead.into_iter().map(|(_, entry)| entry).collect()
    }

    /// The references of all.
    fn words(&self) -> impl Iterator<Item = u64> {
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
    /// Registers a reference that the calling thread, which is managed, has.
    pub(crate) fn register(&self, word: u64, token: u64) -> FinalizerId {
        self.registered.lock().add(word, token)
    }

    /// Takes back a registration; its number, or `None` if there is none.
    pub(crate) fn cancel(&self, id: FinalizerId) -> Option<u64> {
        let mut registered = self.registered.lock();
        let Registered { young, old, .. } = &mut *registered;
        young.remove(&id.0).or_else(|| old.remove(&id.0)).map(|entry| entry.token)
    }

    /// Shows the references of all that are registered.
    pub(crate) fn for_each(&self, look: impl FnMut(u64)) {
        self.registered.lock().words().for_each(look);
    }

    /// Queues objects, whose cells keep them alive. The world is stopped.
    pub(crate) fn queue(&self, objects: impl IntoIterator<Item = (CellId, u64)>) {
        self.queue.lock().extend(objects);
        self.queued.notify_all();
    }

    /// Takes an object from the queue, with the cell, which is the caller's from then on.
    pub(crate) fn pop(&self) -> Option<(CellId, u64)> {
        self.queue.lock().pop_front()
    }

    /// Whether the queue has something, or gets something in time.
    pub(crate) fn wait(&self, patience: Duration) -> bool {
        let deadline = Instant::now().checked_add(patience);
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
    fn the_dead_come_in_the_order_of_registration_however_old_they_are() {
        let mut registered = Registered::default();
        for n in 1..=6 {
            registered.add(8 * n, n);
        }
        let alive = |word, young| Fate::Alive { word, young };
        // Even ones grow old.
        let mut looks = 0;
        let dead = registered.bury(Scope::Young, |word| {
            looks += 1;
            alive(word, word % 16 != 0)
        });
        assert_eq!((dead.len(), looks), (0, 6));
        let mut seen = Vec::new();
        let dead = registered.bury(Scope::Young, |word| {
            seen.push(word);
            if word == 24 { Fate::Dead } else { alive(word, true) }
        });
        assert_eq!((tokens(dead), seen), (vec![3], vec![8, 24, 40]));
        let dead = registered.bury(Scope::Full, |_| Fate::Dead);
        assert_eq!(tokens(dead), [1, 2, 4, 5, 6]);
        assert_eq!(registered.words().count(), 0);
    }
}
