//! Stopping all threads.

use core::ptr;
use core::sync::atomic::AtomicPtr;
use core::time::Duration;

use super::coordinator::{Coordinator, Threads};
use super::edge::Edge;
use super::participant::Participant;
use super::poll_sites::Hold;
use super::state::ThreadState;
use super::waiting::QueuedFrom;
use crate::sync::{self, Arc, AtomicUsize, Condvar, Mutex, Ordering};
use crate::zeal::delays;

/// How often the stopping thread checks for arrivals before it sleeps, if each pending thread can
/// have a processor: about as long as it takes to fall asleep and be woken.
const SPINS: u32 = 2000;

/// Counts the threads that a stop waits for.
#[derive(Debug)]
pub(super) struct Arrivals {
    /// The number of pending threads, plus 1 for the stopping thread until it has checked all
    /// states.
    pending: AtomicUsize,
    /// The participant that arrived last, to within the time of two instructions. Only compared.
    last: AtomicPtr<()>,
    lock: Mutex<()>,
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

    /// Counts a thread as arrived if a request is pending for it. The thread is outside managed
    /// code, and its state says so. Owner only.
    pub(super) fn arrived<T>(&self, me: &Participant<T>) {
        if !me.is_pending.swap(false, Ordering::AcqRel) {
            return;
        }
        delays::step();
        self.last.store(ptr::from_ref(me).cast_mut().cast(), Ordering::Relaxed);
        // Acquire as well, so that the last thread to count passes on what the others have done.
        let order = if Edge::ArrivalRelease.holds() { Ordering::AcqRel } else { Ordering::Relaxed };
        if self.pending.fetch_sub(1, order) == 1 {
            drop(self.lock.lock());
            self.complete.notify_one();
        }
    }

    fn is_complete(&self) -> bool {
        self.pending.load(Ordering::Acquire) == 0
    }
}

/// What a stop is waiting for.
pub(crate) enum StopDelay<'l, T> {
    /// Threads that have not stopped.
    Threads(&'l [Arc<Participant<T>>]),
    /// This number of threads that run handshakes' operations on behalf of others.
    Handshakes(usize),
}

/// How long a stop waits before it reports the threads that delay it.
pub(crate) struct StopTimeout<'a, T> {
    /// Time after which `on_timeout` is called.
    pub(crate) after: Duration,
    /// Called with those that the stop still waits for after that time: at most once in a stop for
    /// each variant.
    pub(crate) on_timeout: &'a dyn Fn(StopDelay<'_, T>),
}

impl<T> Coordinator<T> {
    /// Stops all other threads. `me` is the calling thread if it is managed; its registers are
    /// saved where the collector finds them. A thread that is attached and managed must pass
    /// itself.
    ///
    /// Returns `None` if another thread's stop came first; that stop has ended by then, and its
    /// collection has served this request too.
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
        // Set before the wait: otherwise threads that request handshakes continuously would never
        // leave a moment without one.
        self.stopping.store(true, Ordering::Relaxed);
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
        // From here on other threads may attach, armed and native; none can detach.
        drop(inner);
        delays::step();
        let (pending_threads, hold) = self.wait_for(&threads, timeout);
        Some(Stopped { coordinator: self, resumed: false, me, threads, pending_threads, hold })
    }

    /// Arms `threads`, and waits until each of them is outside managed code. Returns how many were
    /// in managed code after all had been armed, and the hold that this took on poll sites.
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
        // A thread that was once seen outside managed code stays outside (invariant 2).
        let outside = threads.iter().filter(|thread| {
            !thread.is_managed() && thread.is_pending.swap(false, Ordering::AcqRel)
        });
        let counted = 1 + outside.count();
        let pending_threads = pending.fetch_sub(counted, Ordering::AcqRel) - counted;
        if pending_threads == 0 {
            return (0, None);
        }
        // After the arming: a thread that comes through a site finds the request.
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
                let late = |t: &&Arc<Participant<T>>| t.is_pending.load(Ordering::Relaxed);
                on_timeout(StopDelay::Threads(
                    &threads.iter().filter(late).cloned().collect::<Vec<_>>(),
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

/// All threads are stopped while this exists; dropping it resumes them.
#[derive(Debug)]
pub(crate) struct Stopped<'a, T> {
    coordinator: &'a Coordinator<T>,
    resumed: bool,
    me: Option<&'a Arc<Participant<T>>>,
    threads: Threads<T>,
    pending_threads: usize,
    hold: Option<Hold<'a>>,
}

impl<T> Stopped<'_, T> {
    /// Returns the threads that were attached when the stop began. Others may have attached since,
    /// but have not run managed code.
    pub(crate) fn threads(&self) -> &[Arc<Participant<T>>] {
        &self.threads
    }

    /// Returns how many threads had not stopped when all had been armed.
    pub(crate) fn pending_threads(&self) -> usize {
        self.pending_threads
    }

    /// Returns the thread that was waited for longest; `None` if none was in managed code.
    pub(crate) fn last_to_stop(&self) -> Option<&Arc<Participant<T>>> {
        let last: *const () = self.coordinator.arrivals.last.load(Ordering::Relaxed);
        self.threads.iter().find(|thread| ptr::eq(Arc::as_ptr(thread).cast(), last))
    }

    /// Resumes all threads, and calls `then` at the moment when they may continue: before any is
    /// woken, which may preempt this thread, and before this thread may continue itself, which may
    /// have to wait for the next stop.
    pub(crate) fn resume<R>(mut self, then: impl FnOnce() -> R) -> R {
        self.resume_others(then)
    }

    fn resume_others<R>(&mut self, then: impl FnOnce() -> R) -> R {
        self.resumed = true;
        // While threads are still stopped, and none executes the code that changes.
        self.hold = None;
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
        if !self.resumed {
            self.resume_others(|| ());
        }
        if let Some(me) = self.me {
            self.coordinator.serve_requests(me, QueuedFrom::Managed);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
