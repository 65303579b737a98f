//! Stops of all threads.

use core::ptr;
use core::sync::atomic::AtomicPtr;
use core::time::Duration;

use super::coordinator::{Coordinator, Threads};
use super::edge::Edge;
use super::participant::Participant;
use super::poll_sites::Hold;
use super::state::ThreadState;
use super::waiting::QueuedFrom;
use crate::probes;
use crate::sync::{self, Arc, AtomicUsize, Condvar, Mutex, Ordering};
use crate::zeal::delays;

/// Number of times that the stopping thread checks for arrivals before it sleeps. The checks take
/// about as long as a sleep and a wakeup. The stopping thread spins only if there is a processor
/// for each pending thread.
const SPINS: u32 = 2000;

/// The count of the threads that a stop waits for.
#[derive(Debug)]
pub(super) struct Arrivals {
    /// The number of pending threads, plus 1 for the stopping thread until it has checked all
    /// states.
    pending: AtomicUsize,
    /// The participant that arrived last. Approximate: two that arrive within a few instructions of
    /// each other may be swapped. The pointer is only compared, never dereferenced.
    last: AtomicPtr<()>,
    /// Mutex of `complete`.
    lock: Mutex<()>,
    /// Notified when `pending` has become 0.
    complete: Condvar,
}

impl Arrivals {
    pub(super) fn new() -> Self {
        Self {
            pending: AtomicUsize::new(0),
            last: AtomicPtr::new(ptr::null_mut()),
            lock: Mutex::new(()),
            complete: Condvar::new(),
        }
    }

    /// Counts the calling thread `me` as arrived if a stop is pending for it. `me` has left managed
    /// code and published this in its state.
    pub(super) fn count_arrival<T>(&self, me: &Participant<T>) {
        if !me.is_pending.swap(false, Ordering::AcqRel) {
            return;
        }
        delays::step();
        self.last.store(ptr::from_ref(me).cast_mut().cast(), Ordering::Relaxed);
        // Release and acquire: the thread that counts the last arrival also publishes the other
        // threads' writes.
        let order = if Edge::ArrivalRelease.holds() { Ordering::AcqRel } else { Ordering::Relaxed };
        if self.pending.fetch_sub(1, order) == 1 {
            drop(self.lock.lock());
            self.complete.notify_one();
        }
    }

    /// Returns whether all threads have arrived.
    fn is_complete(&self) -> bool {
        self.pending.load(Ordering::Acquire) == 0
    }
}

/// The reason why a stop is not complete when its timeout has expired.
pub(crate) enum StopDelay<'l, T> {
    /// These threads are still in managed code.
    Threads(&'l [Arc<Participant<T>>]),
    /// This number of requesters are still running a handshake operation on behalf of a thread.
    Handshakes(usize),
}

/// The time limit of a stop, after which the stop reports what delays it. The stop continues to
/// wait.
pub(crate) struct StopTimeout<'a, T> {
    /// Time until `on_timeout` is called.
    pub(crate) after: Duration,
    /// Called with the reason for the delay, at most once per stop for each variant of
    /// [`StopDelay`].
    pub(crate) on_timeout: &'a dyn Fn(StopDelay<'_, T>),
}

impl<T> Coordinator<T> {
    /// Stops all other threads. A managed thread must pass itself as `me`, after it has saved its
    /// registers for the stack walker; other threads pass `None`.
    ///
    /// Returns `None` if another thread's stop was in progress. That stop has ended when this
    /// function returns, and its collection has also served this request.
    pub(crate) fn stop<'a>(
        &'a self,
        me: Option<&'a Arc<Participant<T>>>,
        timeout: Option<StopTimeout<'_, T>>,
    ) -> Option<Stopped<'a, T>> {
        if let Some(me) = me {
            me.safepoint().set_state(ThreadState::Stopped);
        }
        delays::step();
        self.woken_threads.yield_to_woken();
        let mut inner = self.inner.lock();
        if self.is_stopping() {
            match me {
                Some(me) if Edge::SecondRequesterArrives.holds() => {
                    drop(inner);
                    self.serve_requests(me, QueuedFrom::Managed);
                }
                _ => drop(self.wait_for_end(inner)),
            }
            return None;
        }
        inner.stops += 1;
        // Set before the wait, so that no further handshake starts. Otherwise threads that
        // continuously request handshakes could delay this stop forever.
        self.stopping.store(true, Ordering::Relaxed);
        probes::safepoint_begin(inner.stops);
        let mut unreported = timeout.as_ref();
        while inner.serving > 0 && Edge::HandshakeExcludesStop.holds() {
            let Some(StopTimeout { after, on_timeout }) = unreported else {
                self.changed.wait(&mut inner);
                continue;
            };
            if sync::wait_for(&self.changed, &mut inner, *after) {
                unreported = None;
                let serving = inner.serving;
                drop(inner);
                on_timeout(StopDelay::Handshakes(serving));
                inner = self.inner.lock();
            }
        }
        let threads = Threads::clone(&inner.threads);
        // From here on, no thread can detach. A thread that attaches is native and armed, so it
        // need not be in this list.
        drop(inner);
        delays::step();
        let (pending_threads, hold) = self.wait_for(&threads, timeout);
        probes::safepoint_reached(pending_threads);
        Some(Stopped { coordinator: self, is_resumed: false, me, threads, pending_threads, hold })
    }

    /// Arms `threads`, and waits until each of them is outside managed code. Returns the number of
    /// threads that were still managed after all had been armed, and the hold on poll sites, if one
    /// was taken.
    fn wait_for(
        &self,
        threads: &Threads<T>,
        timeout: Option<StopTimeout<'_, T>>,
    ) -> (usize, Option<Hold<'_>>) {
        let Arrivals { pending, last, lock, complete } = &self.arrivals;
        last.store(ptr::null_mut(), Ordering::Relaxed);
        pending.fetch_add(threads.len() + 1, Ordering::Relaxed);
        for thread in threads.iter() {
            thread.is_pending.swap(true, Edge::PendingRelease.order(Ordering::Release));
            delays::step();
            thread.safepoint().arm();
        }
        delays::step();
        Edge::ArmThenLoadState.heavy_fence();
        delays::step();
        // A thread outside managed code now stays outside until the stop ends (invariant 2).
        let outside = threads.iter().filter(|thread| {
            !thread.is_managed() && thread.is_pending.swap(false, Ordering::AcqRel)
        });
        let arrived = 1 + outside.count();
        let pending_threads = pending.fetch_sub(arrived, Ordering::AcqRel) - arrived;
        if pending_threads == 0 {
            return (0, None);
        }
        // After arming: a thread that reaches a patched poll must find itself armed.
        let hold = self.hold_sites();
        let tries = if pending_threads < self.processors { SPINS } else { 0 };
        if sync::spin_until(tries, || self.arrivals.is_complete()) {
            return (pending_threads, hold);
        }
        delays::step();
        let mut guard = lock.lock();
        if let Some(StopTimeout { after, on_timeout }) = timeout {
            while !self.arrivals.is_complete() {
                if sync::wait_for(complete, &mut guard, after) {
                    break;
                }
            }
            if !self.arrivals.is_complete() {
                drop(guard);
                let is_late =
                    |thread: &&Arc<Participant<T>>| thread.is_pending.load(Ordering::Relaxed);
                on_timeout(StopDelay::Threads(
                    &threads.iter().filter(is_late).cloned().collect::<Vec<_>>(),
                ));
                guard = lock.lock();
            }
        }
        while !self.arrivals.is_complete() {
            complete.wait(&mut guard);
        }
        (pending_threads, hold)
    }
}

/// A stop in progress: all threads are stopped while this exists. Dropping it resumes them.
#[derive(Debug)]
pub(crate) struct Stopped<'a, T> {
    coordinator: &'a Coordinator<T>,
    /// Whether the threads have been resumed.
    is_resumed: bool,
    /// The stopping thread, if it is managed.
    me: Option<&'a Arc<Participant<T>>>,
    /// The threads that were attached when the stop began.
    threads: Threads<T>,
    /// Number of threads that were still managed after all had been armed.
    pending_threads: usize,
    /// The hold on poll sites, if the stop took one.
    hold: Option<Hold<'a>>,
}

impl<T> Stopped<'_, T> {
    /// Returns the threads that were attached when the stop began. Threads that have attached since
    /// have not run managed code.
    pub(crate) fn threads(&self) -> &[Arc<Participant<T>>] {
        &self.threads
    }

    /// Returns the number of threads that were still in managed code after all had been armed.
    pub(crate) fn pending_threads(&self) -> usize {
        self.pending_threads
    }

    /// Returns the thread that arrived last; `None` if the stop waited for no thread.
    pub(crate) fn last_to_stop(&self) -> Option<&Arc<Participant<T>>> {
        let last: *const () = self.coordinator.arrivals.last.load(Ordering::Relaxed);
        self.threads.iter().find(|thread| ptr::eq(Arc::as_ptr(thread).cast(), last))
    }

    /// Resumes all threads, and returns the result of `then`. `then` is called when threads may
    /// continue but before any is woken, because a woken thread may preempt this one. This thread
    /// continues last, and may first have to wait for the next stop.
    pub(crate) fn resume<R>(mut self, then: impl FnOnce() -> R) -> R {
        self.resume_others(then)
    }

    /// As [`Self::resume`], for all threads except the stopping one.
    fn resume_others<R>(&mut self, then: impl FnOnce() -> R) -> R {
        self.is_resumed = true;
        // Restores the polls while all threads are still stopped, so no thread executes the code
        // that changes.
        self.hold = None;
        probes::safepoint_end();
        let coordinator = self.coordinator;
        let inner = coordinator.inner.lock();
        coordinator.stopping.store(false, Edge::ResumeRelease.order(Ordering::Release));
        let result = then();
        coordinator.changed.notify_all();
        let leaving = inner.leaving;
        drop(inner);
        delays::step();
        coordinator.wake_first(leaving);
        result
    }
}

impl<T> Drop for Stopped<'_, T> {
    fn drop(&mut self) {
        if !self.is_resumed {
            self.resume_others(|| ());
        }
        if let Some(me) = self.me {
            self.coordinator.serve_requests(me, QueuedFrom::Managed);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
