//! Stopping all threads.

use core::ptr;
use core::sync::atomic::AtomicPtr;
use core::time::Duration;

use super::coordinator::{Coordinator, Threads};
use super::edge::Edge;
use super::participant::Participant;
use super::poll_sites::Hold;
use super::waiting::CameFrom;
use super::words::ThreadState;
use crate::sync::{self, Arc, AtomicUsize, Condvar, Mutex, Ordering};
use crate::zeal::delays;

/// How often who stops looks at the threads' arrivals before it sleeps, where each that is awaited
/// can have a processor: about as long as it takes to fall asleep and be woken.
const SPINS: u32 = 2000;

/// Counts the threads that a stop waits for.
#[derive(Debug)]
pub(super) struct Arrivals {
    /// How many are awaited; who stops is one of them until it has looked at all.
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

    /// A thread is outside managed code, and its state says so; counts it if it is awaited. Owner
    /// only.
    pub(super) fn arrived<T>(&self, me: &Participant<T>) {
        if !me.awaited.swap(false, Ordering::AcqRel) {
            return;
        }
        delays::step();
        self.last.store(ptr::from_ref(me).cast_mut().cast(), Ordering::Relaxed);
        // Acquire as well, so that who counts last passes on what the others have done.
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
pub(crate) enum Late<'l, T> {
    /// Threads that have not stopped.
    Threads(&'l [Arc<Participant<T>>]),
    /// As many threads that run handshakes' operations on behalf of others.
    Operations(usize),
}

/// What to do about those who keep a stop waiting.
pub(crate) struct Patience<'a, T> {
    /// How long to wait for them.
    pub(crate) time: Duration,
    /// Called with those that were waited for so long: once in a stop for each kind.
    pub(crate) over: &'a dyn Fn(Late<'_, T>),
}

impl<T> Coordinator<T> {
    /// Stops all other threads. `me` is the calling thread if it is managed; its registers are
    /// saved where the collector finds them. A thread that is attached and managed must say so.
    ///
    /// Returns `None` if another thread's stop came first; it has ended by then, and its
    /// collection has served this request too.
    pub(crate) fn stop<'a>(
        &'a self,
        me: Option<&'a Arc<Participant<T>>>,
        patience: Option<Patience<'_, T>>,
    ) -> Option<Stopped<'a, T>> {
        if let Some(me) = me {
            me.words().set_state(ThreadState::Stopped);
        }
        delays::step();
        self.courtesy.give_way();
        let mut inner = self.inner.lock();
        if self.is_stopping() {
            match me {
                Some(me) if Edge::SecondTriggerArrives.holds() => {
                    drop(inner);
                    self.attend(me, CameFrom::Managed);
                }
                _ => drop(self.wait_for_end(inner)),
            }
            return None;
        }
        inner.stops += 1;
        // First this, then the wait: threads that ask for handshakes all the time would otherwise never
        // leave a moment without one.
        self.stopping.store(true, Ordering::Relaxed);
        let mut silent = patience.as_ref();
        while inner.serving > 0 && Edge::HandshakeOrStop.holds() {
            let Some(Patience { time, over }) = silent else {
                self.changed.wait(&mut inner);
                continue;
            };
            if sync::wait_for(&self.changed, &mut inner, *time) {
                silent = None;
                let serving = inner.serving;
                drop(inner);
                over(Late::Operations(serving));
                inner = self.inner.lock();
            }
        }
        let threads = Threads::clone(&inner.threads);
        // Others may attach from here on, armed and native; none can detach.
        drop(inner);
        delays::step();
        let (awaited, hold) = self.wait_for(&threads, patience);
        Some(Stopped { coordinator: self, resumed: false, me, threads, awaited, hold })
    }

    /// Arms `threads`, and waits until each of them is outside managed code. Returns how many were not, when all
    /// were armed, and the hold that this took.
    fn wait_for(
        &self,
        threads: &Threads<T>,
        patience: Option<Patience<'_, T>>,
    ) -> (usize, Option<Hold<'_>>) {
        let Arrivals { pending, last, lock, complete } = &self.arrivals;
        last.store(ptr::null_mut(), Ordering::Relaxed);
        pending.fetch_add(threads.len() + 1, Ordering::Relaxed);
        for thread in threads.iter() {
            thread.awaited.swap(true, Edge::AwaitRelease.order(Ordering::Release));
            delays::step();
            thread.words().arm();
        }
        delays::step();
        Edge::ArmThenState.heavy_fence();
        delays::step();
        // A thread that was once seen outside managed code stays outside (invariant 2).
        let outside = threads
            .iter()
            .filter(|thread| !thread.is_managed() && thread.awaited.swap(false, Ordering::AcqRel));
        let counted = 1 + outside.count();
        let awaited = pending.fetch_sub(counted, Ordering::AcqRel) - counted;
        if awaited == 0 {
            return (0, None);
        }
        // Behind the arming: who comes through a site finds what it is for.
        let hold = self.hold_sites();
        let tries = if awaited < self.processors { SPINS } else { 0 };
        if sync::spin_until(tries, || self.arrivals.is_complete()) {
            return (awaited, hold);
        }
        delays::step();
        let mut guard = lock.lock();
        if let Some(Patience { time, over }) = patience {
            while !self.arrivals.is_complete() {
                if sync::wait_for(complete, &mut guard, time) {
                    break;
                }
            }
            if !self.arrivals.is_complete() {
                drop(guard);
                let late = |t: &&Arc<Participant<T>>| t.awaited.load(Ordering::Relaxed);
                over(Late::Threads(&threads.iter().filter(late).cloned().collect::<Vec<_>>()));
                guard = lock.lock();
            }
        }
        while !self.arrivals.is_complete() {
            complete.wait(&mut guard);
        }
        (awaited, hold)
    }
}

/// All threads are stopped while this exists; dropping it resumes them.
#[derive(Debug)]
pub(crate) struct Stopped<'a, T> {
    coordinator: &'a Coordinator<T>,
    resumed: bool,
    me: Option<&'a Arc<Participant<T>>>,
    threads: Threads<T>,
    awaited: usize,
    hold: Option<Hold<'a>>,
}

impl<T> Stopped<'_, T> {
    /// The threads that were attached when the stop began. Others may be by now, but have not run.
    pub(crate) fn threads(&self) -> &[Arc<Participant<T>>] {
        &self.threads
    }

    /// How many threads had not stopped when all had been asked to.
    pub(crate) fn awaited(&self) -> usize {
        self.awaited
    }

    /// The thread that was waited for longest; `None` if none was in managed code.
    pub(crate) fn last_to_stop(&self) -> Option<&Arc<Participant<T>>> {
        let last: *const () = self.coordinator.arrivals.last.load(Ordering::Relaxed);
        self.threads.iter().find(|thread| ptr::eq(Arc::as_ptr(thread).cast(), last))
    }

    /// Resumes all threads, and calls `then` at the moment when they may go on: before any is woken, which may
    /// take this thread's processor, and before this thread may go on itself, which may have to wait for the
    /// next stop.
    pub(crate) fn resume<R>(mut self, then: impl FnOnce() -> R) -> R {
        self.resume_others(then)
    }

    fn resume_others<R>(&mut self, then: impl FnOnce() -> R) -> R {
        self.resumed = true;
        // While threads stand still, and none executes what changes.
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
            self.coordinator.attend(me, CameFrom::Managed);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
