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
//! marker that wants to enter waits until `parked` and `requested` are cleared.
//!
//! Invariant: while [`Parked`] exists, no marker is inside. Both sides change one state under one
//! lock, so a marker that enters is either counted before the pause looks, or sees `parked`; the
//! lock also orders everything that a marker did before what the pause does, and that before the
//! marker's next step.
//!
//! `requested` is a hint to end the step soon, and to begin no other. It is set as early as a stop
//! is requested, and is relaxed: a marker that misses it ends its step later. A marker that sees it
//! sleeps, so that mutators which have not stopped yet get its processor. Each request is followed
//! by [`Parking::withdraw`], or by a pause and [`Parking::wake`], which clear it and then notify.
//! The lock is taken between the two, so a marker does not sleep in between.

use crate::sync::{self, AtomicBool, Condvar, Mutex, Ordering};

/// Number of times that a pause checks whether markers have left before it sleeps.
const SPINS: u32 = 500;

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
    /// Notified when the last marker leaves, and after a pause.
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
        while (state.parked || self.is_requested()) && !state.ending {
            self.changed.wait(&mut state);
        }
        if state.ending {
            return None;
        }
        state.inside += 1;
        Some(Inside(self))
    }

    /// Returns whether the current step should end soon.
    #[inline]
    pub(crate) fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Asks markers to end their steps soon, because a stop is about to park them.
    pub(crate) fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Withdraws [`Self::request`]: another thread's stop came first, and has ended.
    pub(crate) fn withdraw(&self) {
        self.requested.store(false, Ordering::Relaxed);
        drop(self.state.lock());
        self.changed.notify_all();
    }

    /// Waits until no marker is inside a step, and keeps all of them out until the result is
    /// dropped. The calling thread has stopped the world, and drops the result before it resumes
    /// it.
    pub(crate) fn park(&self) -> Parked<'_> {
        self.request();
        let mut state = self.state.lock();
        debug_assert!(!state.parked, "one stop at a time");
        state.parked = true;
        if state.inside > 0 {
            drop(state);
            // A step that was asked to end does so within microseconds, if its thread runs.
            sync::spin_until(SPINS, || self.state.lock().inside == 0);
            state = self.state.lock();
        }
        while state.inside > 0 {
            self.changed.wait(&mut state);
        }
        Parked(self)
    }

    /// Wakes the markers that wait to enter. Called after each pause, when mutators have resumed: a
    /// marker that is woken earlier can take the processor of the thread that is about to resume
    /// them.
    pub(crate) fn wake(&self) {
        self.changed.notify_all();
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

/// No marker is inside a step while this exists. [`Parking::wake`] follows when it is dropped.
#[derive(Debug)]
pub(crate) struct Parked<'a>(&'a Parking);

impl Drop for Parked<'_> {
    fn drop(&mut self) {
        self.0.requested.store(false, Ordering::Relaxed);
        self.0.state.lock().parked = false;
    }
}

/// `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release parking::models`
#[cfg(all(test, loom))]
mod models {
    use loom::thread;

    use super::*;
    use crate::sync::{Arc, AtomicUsize};

    /// A header that a marker changes in a step and a pause by a load and a store; and the number
    /// of pauses that were made.
    struct Heap {
        parking: Parking,
        header: AtomicUsize,
    }

    fn heap() -> Arc<Heap> {
        Arc::new(Heap { parking: Parking::new(), header: AtomicUsize::new(0) })
    }

    /// Adds to the header by a load and a store, as only one thread may.
    fn add(heap: &Heap, what: usize) {
        let seen = heap.header.load(Ordering::Relaxed);
        thread::yield_now();
        heap.header.store(seen + what, Ordering::Relaxed);
    }

    fn marker(
        heap: &Arc<Heap>,
        enter: fn(&Parking) -> bool,
        what: usize,
    ) -> thread::JoinHandle<()> {
        let heap = Arc::clone(heap);
        thread::spawn(move || {
            let inside = heap.parking.enter().expect("markers do not end");
            if !enter(&heap.parking) {
                // The weakened variant leaves before it works.
                drop(inside);
                add(&heap, what);
                return;
            }
            add(&heap, what);
            drop(inside);
        })
    }

    fn model(enter: fn(&Parking) -> bool, waits: bool) {
        loom::model(move || {
            let heap = heap();
            let marker = marker(&heap, enter, 1);
            for _ in 0..2 {
                let parked = if waits { Some(heap.parking.park()) } else { None };
                add(&heap, 16);
                drop(parked);
                heap.parking.wake();
            }
            marker.join().expect("the marker ends");
            assert_eq!(heap.header.load(Ordering::Relaxed), 33, "no change is lost");
        });
    }

    #[test]
    fn markers_and_pauses_exclude_each_other() {
        model(|_| true, true);
    }

    #[test]
    #[should_panic(expected = "no change is lost")]
    fn marker_that_works_outside_a_step_is_noticed() {
        model(|_| false, true);
    }

    #[test]
    #[should_panic(expected = "no change is lost")]
    fn pause_that_does_not_park_is_noticed() {
        model(|_| true, false);
    }

    /// A marker that sleeps because of a request is woken when the request is withdrawn. (Without
    /// the lock in `withdraw`, loom finds a deadlock.)
    #[test]
    fn withdrawn_requests_wake_markers() {
        loom::model(|| {
            let heap = heap();
            let marker = {
                let heap = Arc::clone(&heap);
                thread::spawn(move || heap.parking.enter().is_some())
            };
            heap.parking.request();
            heap.parking.withdraw();
            assert!(marker.join().expect("the marker works"));
        });
    }

    #[test]
    fn parked_markers_end() {
        loom::model(|| {
            let heap = heap();
            let parked = heap.parking.park();
            let marker = {
                let heap = Arc::clone(&heap);
                thread::spawn(move || heap.parking.enter().is_none())
            };
            heap.parking.end();
            assert!(marker.join().expect("the marker ends"));
            drop(parked);
        });
    }
}
