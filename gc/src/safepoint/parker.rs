//! Where one thread sleeps until something it waits for is over.

use super::edge::Edge;
use crate::sync::{AtomicBool, Condvar, Mutex, Ordering};
use crate::verify::delays;

/// A thread's own place to sleep. One each, and not one for all: waking all from one condition
/// variable lets them through its mutex in single file, each woken by the one before, which on a
/// busy machine takes a time slice each.
#[derive(Debug)]
pub(super) struct Parker {
    sleeps: AtomicBool,
    lock: Mutex<()>,
    woken: Condvar,
}

impl Parker {
    pub(super) fn new() -> Self {
        Self { sleeps: AtomicBool::new(false), lock: Mutex::new(()), woken: Condvar::new() }
    }

    /// Sleeps while `condition` holds. Owner only.
    pub(super) fn park_while(&self, condition: impl Fn() -> bool) {
        let mut guard = self.lock.lock();
        self.sleeps.store(true, Ordering::Relaxed);
        Edge::ParkThenLook.fence();
        delays::step();
        while condition() {
            self.woken.wait(&mut guard);
        }
        self.sleeps.store(false, Ordering::Relaxed);
    }

    /// Has the owner look at its condition again. What makes the condition false was done before,
    /// with a full barrier in between (`Edge::ResumeThenWake`).
    pub(super) fn wake(&self) {
        if self.sleeps.load(Ordering::Relaxed) {
            // Not between its look at the condition and its sleep.
            drop(self.lock.lock());
            self.woken.notify_one();
        }
    }
}
