//! The transitions of the protocol that [`crate::safepoint`] describes.

use super::participant::{Participant, ThreadState};
use crate::sync::{Arc, Condvar, Mutex, Ordering, fence};

#[derive(Debug)]
struct Inner<T> {
    threads: Vec<Arc<Participant<T>>>,
    stop_in_progress: bool,
}

/// Keeps the list of threads, and stops and resumes them.
#[derive(Debug)]
pub(crate) struct Coordinator<T> {
    inner: Mutex<Inner<T>>,
    /// A thread ceased to be managed while a stop is in progress. One thread waits: who stops.
    arrived: Condvar,
    /// A stop ended.
    resumed: Condvar,
}

impl<T> Coordinator<T> {
    pub(crate) fn new() -> Self {
        Self {
            inner: Mutex::new(Inner { threads: Vec::new(), stop_in_progress: false }),
            arrived: Condvar::new(),
            resumed: Condvar::new(),
        }
    }

    /// Adds a thread, which is in native code. Does not wait for a stop in progress: the thread is
    /// born armed and will wait when it wants to run managed code.
    pub(crate) fn attach(&self, participant: Arc<Participant<T>>) {
        let mut inner = self.inner.lock();
        if inner.stop_in_progress {
            participant.arm();
        } else {
            participant.disarm();
        }
        inner.threads.push(participant);
    }

    /// Removes a thread, which must be in native code. Waits for a stop in progress, because the
    /// collector may be at work on the thread's data. Returns whether the thread was in the list.
    pub(crate) fn detach(&self, participant: &Arc<Participant<T>>) -> bool {
        debug_assert!(!participant.is_managed(), "a thread detaches from native code");
        let mut inner = self.inner.lock();
        while inner.stop_in_progress {
            self.resumed.wait(&mut inner);
        }
        let place = inner.threads.iter().position(|t| Arc::ptr_eq(t, participant));
        if let Some(place) = place {
            inner.threads.swap_remove(place);
        }
        place.is_some()
    }

    /// Native code becomes managed code; waits while a stop is in progress. Owner only.
    pub(crate) fn enter(&self, me: &Participant<T>) {
        me.set_state(ThreadState::Managed);
        // Pairs with the fence in `stop`.
        fence(Ordering::SeqCst);
        if me.is_armed() {
            me.set_state(ThreadState::Native);
            self.wait_for_resume(me);
        }
    }

    /// Managed code becomes native code. Never waits for a collection. Owner only.
    pub(crate) fn leave(&self, me: &Participant<T>) {
        me.set_state(ThreadState::Native);
        // Pairs with the fence in `stop`.
        fence(Ordering::SeqCst);
        if me.is_armed() {
            let inner = self.inner.lock();
            if inner.stop_in_progress {
                self.arrived.notify_one();
            }
        }
    }

    /// A managed thread found its poll word armed: waits for the stop in progress, if there is one.
    /// Owner only; the thread's registers are saved where the collector finds them.
    pub(crate) fn poll(&self, me: &Participant<T>) {
        me.set_state(ThreadState::Stopped);
        self.wait_for_resume(me);
    }

    /// Ends with `me` managed and disarmed, having held the lock while no stop was in progress.
    fn wait_for_resume(&self, me: &Participant<T>) {
        let mut inner = self.inner.lock();
        if inner.stop_in_progress {
            self.arrived.notify_one();
            while inner.stop_in_progress {
                self.resumed.wait(&mut inner);
            }
        }
        me.disarm();
        me.set_state(ThreadState::Managed);
    }

    /// Stops all other threads. `me` is the calling thread if it is managed; its registers are
    /// saved where the collector finds them.
    ///
    /// Returns `None` if another thread's stop came first; it has ended by then, and its
    /// collection has served this request too.
    pub(crate) fn stop<'a>(&'a self, me: Option<&'a Participant<T>>) -> Option<Stopped<'a, T>> {
        if let Some(me) = me {
            me.set_state(ThreadState::Stopped);
        }
        let mut inner = self.inner.lock();
        if inner.stop_in_progress {
            self.arrived.notify_one();
            while inner.stop_in_progress {
                self.resumed.wait(&mut inner);
            }
            if let Some(me) = me {
                me.disarm();
                me.set_state(ThreadState::Managed);
            }
            return None;
        }
        inner.stop_in_progress = true;
        for thread in &inner.threads {
            thread.arm();
        }
        // Pairs with the fences in `enter` and `leave`.
        fence(Ordering::SeqCst);
        // A thread that was once seen outside managed code stays outside (invariant 2), hence one
        // pass. Waiting lets go of the lock, so the list may grow meanwhile, but only at its end.
        let mut next = 0;
        while next < inner.threads.len() {
            if inner.threads[next].is_managed() {
                self.arrived.wait(&mut inner);
            } else {
                next += 1;
            }
        }
        let threads = inner.threads.clone();
        drop(inner);
        Some(Stopped { coordinator: self, me, threads })
    }
}

/// All threads are stopped while this exists; dropping it resumes them.
#[derive(Debug)]
pub(crate) struct Stopped<'a, T> {
    coordinator: &'a Coordinator<T>,
    me: Option<&'a Participant<T>>,
    threads: Vec<Arc<Participant<T>>>,
}

impl<T> Stopped<'_, T> {
    /// The threads that were attached when the last of them had stopped.
    pub(crate) fn threads(&self) -> &[Arc<Participant<T>>] {
        &self.threads
    }
}

impl<T> Drop for Stopped<'_, T> {
    fn drop(&mut self) {
        let mut inner = self.coordinator.inner.lock();
        inner.stop_in_progress = false;
        if let Some(me) = self.me {
            me.disarm();
            me.set_state(ThreadState::Managed);
        }
        self.coordinator.resumed.notify_all();
    }
}
