//! Parking: markers do not touch the heap while the world is stopped.
//!
//! A pause moves objects and changes headers by loads and stores, so no marker may be in the middle
//! of an object then. A stop does not wait for markers as it waits for mutators: they have no poll
//! and no stack to scan.
//!
//! # Protocol
//!
//! A marker works in short steps. It enters before a step and leaves after it. The thread that has
//! stopped the world parks all markers: it sets `parked`, and waits until no marker is inside. A
//! marker that wants to enter waits until `parked` is cleared.
//!
//! Invariant: while [`Parked`] exists, no marker is inside. Both sides change one state under one
//! lock, so a marker that enters is either counted before the pause looks, or sees `parked`; the
//! lock also orders everything that a marker did before what the pause does, and that before the
//! marker's next step.
//!
//! `requested` is a hint to end the step soon. It is set as early as a stop is requested, and is
//! relaxed: a marker that misses it ends its step a little later.

use crate::sync::{AtomicBool, Condvar, Mutex, Ordering};

#[derive(Debug, Default)]
struct State {
    /// Number of markers inside a step.
    inside: usize,
    /// Number of pauses that want no marker inside: 0 or 1.
    parked: bool,
    /// Markers are to end: entering fails.
    ending: bool,
}

/// The meeting point of markers and pauses.
#[derive(Debug)]
pub(crate) struct Parking {
    state: Mutex<State>,
    /// Notified when the last marker leaves, and when a pause ends.
    changed: Condvar,
    requested: AtomicBool,
}

impl Parking {
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::new(State::default()),
            changed: Condvar::new(),
            requested: AtomicBool::new(false),
        }
    }

    /// Begins a step of a marker; waits while markers are parked. Returns `None` if markers are to
    /// end.
    pub(crate) fn enter(&self) -> Option<Inside<'_>> {
        let mut state = self.state.lock();
        while state.parked && !state.ending {
            self.changed.wait(&mut state);
        }
        if state.ending {
            return None;
        }
        state.inside += 1;
        Some(Inside(self))
    }

    /// Whether the present step should end soon.
    #[inline]
    pub(super) fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Asks markers to end their steps soon, because a stop is about to park them.
    pub(crate) fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Waits until no marker is inside a step, and keeps all of them out until the result is
    /// dropped. The calling thread has stopped the world, or no other thread can.
    pub(crate) fn park(&self) -> Parked<'_> {
        self.request();
        let mut state = self.state.lock();
        debug_assert!(!state.parked, "one stop at a time");
        state.parked = true;
        while state.inside > 0 {
            self.changed.wait(&mut state);
        }
        Parked(self)
    }

    /// Makes all markers end: none enters a step from now on.
    pub(crate) fn end(&self) {
        self.request();
        self.state.lock().ending = true;
        self.changed.notify_all();
    }
}

/// A marker's step, while this exists.
#[derive(Debug)]
pub(crate) struct Inside<'a>(&'a Parking);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.inside -= 1;
        if state.inside == 0 {
            self.0.changed.notify_all();
        }
    }
}

/// No marker is inside a step while this exists.
#[derive(Debug)]
pub(crate) struct Parked<'a>(&'a Parking);

impl Drop for Parked<'_> {
    fn drop(&mut self) {
        self.0.requested.store(false, Ordering::Relaxed);
        self.0.state.lock().parked = false;
        self.0.changed.notify_all();
    }
}
