//! [`Coordinator`], which keeps the list of a heap's attached threads. Attaching and detaching.

use std::time::Instant;

use super::edge::Edge;
use super::participant::Participant;
use super::poll_sites::{Hold, PollHolder};
use super::stop::Arrivals;
use super::waiting::{Queue, WokenThreads};
use crate::sync::{Arc, AtomicBool, Condvar, Mutex, MutexGuard, Ordering};

/// The list of attached threads. A stop shares the list of the time when the stop began, without
/// copying it. The outer `Arc` is that of the standard library, not of `crate::sync`, because the
/// protocol does not depend on it.
pub(super) type Threads<T> = std::sync::Arc<Vec<Arc<Participant<T>>>>;

/// Numbers of the threads of a heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ThreadCounts {
    pub(crate) attached: usize,
    /// Of these, the threads in native code. The others run managed code or are stopped in it.
    pub(crate) native: usize,
}

/// The part of [`Coordinator`] that its lock guards.
#[derive(Debug)]
pub(super) struct Inner<T> {
    /// The attached threads.
    pub(super) threads: Threads<T>,
    /// Number of stops so far. A thread that waits for the end of one stop compares it, so as not
    /// to wait for the next stop too.
    pub(super) stops: u64,
    /// Number of handshakes that are being served on behalf of a thread.
    pub(super) serving: usize,
    /// Number of threads that wait for the end of a stop before they are detached.
    pub(super) leaving: usize,
}

impl<T> Inner<T> {
    /// Returns whether the thread is attached. It stays attached while the lock is held.
    pub(super) fn is_attached(&self, thread: &Arc<Participant<T>>) -> bool {
        self.threads.iter().any(|other| Arc::ptr_eq(other, thread))
    }
}

/// Coordinates the threads of a heap: stops and resumes all of them, and runs handshakes with one.
#[derive(Debug)]
pub(crate) struct Coordinator<T> {
    pub(super) inner: Mutex<Inner<T>>,
    /// Whether a stop is in progress. Written with the lock of `inner` held, read by any thread.
    pub(super) stopping: AtomicBool,
    /// Notified when a stop, or a handshake on behalf of a thread, has ended. Its mutex is `inner`.
    pub(super) changed: Condvar,
    /// The threads that the current stop waits for.
    pub(super) arrivals: Arrivals,
    /// The threads that sleep until a stop has ended.
    pub(super) queue: Queue<T>,
    /// The threads that were woken at the end of the last stop.
    pub(super) woken_threads: WokenThreads,
    /// Number of processors that the threads may use.
    pub(super) processors: usize,
    /// Epoch of the times of arrivals; `None` if they are not recorded.
    pub(super) clock: Option<Instant>,
    /// The poll sites of patched polls, if any. (Not the `Arc` of `crate::sync`, for the same
    /// reason as in [`Threads`].)
    sites: Option<std::sync::Arc<dyn PollHolder>>,
}

impl<T> Coordinator<T> {
    /// Creates a coordinator without threads. `record_arrivals`: whether to record when threads
    /// leave managed code. `sites`: the poll sites of the code that the threads run. `processors`:
    /// the number of processors that they may use.
    pub(crate) fn new(
        record_arrivals: bool,
        sites: Option<std::sync::Arc<dyn PollHolder>>,
        processors: usize,
    ) -> Self {
        Self {
            inner: Mutex::new(Inner {
                threads: Threads::default(),
                stops: 0,
                serving: 0,
                leaving: 0,
            }),
            stopping: AtomicBool::new(false),
            changed: Condvar::new(),
            arrivals: Arrivals::new(),
            queue: Queue::new(),
            woken_threads: WokenThreads::new(),
            processors,
            clock: record_arrivals.then(Instant::now),
            sites,
        }
    }

    /// Makes threads also take the slow path at poll sites, until the returned hold is dropped.
    /// `None` if there are no poll sites.
    pub(super) fn hold_sites(&self) -> Option<Hold<'_>> {
        self.sites.as_deref().map(Hold::new)
    }

    /// Adds a thread that is in native code. Does not wait for a stop in progress. During a stop,
    /// the thread starts armed, so it waits before it runs managed code.
    pub(crate) fn attach(&self, participant: Arc<Participant<T>>) {
        let mut inner = self.inner.lock();
        if self.is_stopping() && Edge::AttachArmed.holds() {
            participant.safepoint().arm();
        } else {
            participant.safepoint().disarm(participant.disarmed);
        }
        std::sync::Arc::make_mut(&mut inner.threads).push(participant);
    }

    /// Removes the calling thread, which must be in native code, and returns whether it was in the
    /// list. Waits for a stop in progress, because the collector may be accessing the thread's
    /// data. Serves the pending handshakes with the thread. Calls `leave` directly before the
    /// thread is removed, while the list is locked: no stop and no handshake with the thread is in
    /// progress then, nor begins. `leave` must not lock the list.
    pub(crate) fn detach(&self, me: &Arc<Participant<T>>, leave: impl FnOnce()) -> bool {
        debug_assert!(!me.is_managed(), "a thread detaches from native code");
        let mut inner = self.inner.lock();
        loop {
            while self.is_stopping() && Edge::DetachAfterStop.holds() {
                inner.leaving += 1;
                self.changed.wait(&mut inner);
                inner.leaving -= 1;
                self.woken_threads.record_running();
            }
            if !me.handshakes.has_pending() {
                break;
            }
            inner = self.serve_without_stops(inner, me);
        }
        // No handshake can have been requested since the check: a request locks the list.
        leave();
        let index = inner.threads.iter().position(|t| Arc::ptr_eq(t, me));
        if let Some(index) = index {
            std::sync::Arc::make_mut(&mut inner.threads).swap_remove(index);
        }
        index.is_some()
    }

    /// Returns the threads that are attached now.
    pub(crate) fn threads(&self) -> Threads<T> {
        Threads::clone(&self.inner.lock().threads)
    }

    /// Returns the number of attached threads, and of those that are in native code now. Any thread
    /// may call this: no thread waits for another one while it holds the lock.
    pub(crate) fn count_threads(&self) -> ThreadCounts {
        let inner = self.inner.lock();
        // They cannot be detached, so their states exist.
        let native = inner.threads.iter().filter(|thread| thread.safepoint().is_native()).count();
        ThreadCounts { attached: inner.threads.len(), native }
    }

    pub(super) fn is_stopping(&self) -> bool {
        // Acquire: a thread that sees that a stop has ended sees the effects of the stop.
        self.stopping.load(Ordering::Acquire)
    }

    /// Waits until the stop in progress has ended. Called by threads that the stop does not wait
    /// for.
    pub(super) fn wait_for_end<'a>(
        &'a self,
        mut inner: MutexGuard<'a, Inner<T>>,
    ) -> MutexGuard<'a, Inner<T>> {
        let stop = inner.stops;
        while self.is_stopping() && inner.stops == stop {
            self.changed.wait(&mut inner);
        }
        inner
    }
}
