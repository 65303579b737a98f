//! The threads of a heap: the list of attached threads, attaching and detaching.

use std::time::Instant;

use super::edge::Edge;
use super::participant::Participant;
use super::poll_sites::{Hold, PollHolder};
use super::stop::Arrivals;
use super::waiting::{Queue, WokenThreads};
use crate::sync::{self, Arc, AtomicBool, Condvar, Mutex, MutexGuard, Ordering};

/// The attached threads. A stop keeps the list as it was when the stop began, without copying it.
/// (Not the `Arc` of `crate::sync`: the protocol does not depend on it.)
pub(super) type Threads<T> = std::sync::Arc<Vec<Arc<Participant<T>>>>;

#[derive(Debug)]
pub(super) struct Inner<T> {
    pub(super) threads: Threads<T>,
    /// Number of stops, so that a thread which waits for one to end does not wait for the next,
    /// too.
    pub(super) stops: u64,
    /// Number of handshakes that are being served on behalf of a thread.
    pub(super) serving: usize,
    /// Number of threads that wait for a stop to end, in order to be detached.
    pub(super) leaving: usize,
}

/// Keeps the list of threads, stops and resumes them, and hands them operations to run.
#[derive(Debug)]
pub(crate) struct Coordinator<T> {
    pub(super) inner: Mutex<Inner<T>>,
    /// A stop is in progress. Written with the lock of `inner` held, read by any thread.
    pub(super) stopping: AtomicBool,
    /// Notified when a stop, or a handshake on behalf of a thread, has ended. Its mutex is `inner`.
    pub(super) changed: Condvar,
    pub(super) arrivals: Arrivals,
    pub(super) queue: Queue<T>,
    pub(super) woken_threads: WokenThreads,
    /// Number of processors when the heap was made: to find out, files are read.
    pub(super) processors: usize,
    /// Epoch of the times of arrivals; `None` if they are not recorded.
    pub(super) clock: Option<Instant>,
    /// Polls that are patched, if there are any. (Not the `Arc` of `crate::sync`, as above.)
    sites: Option<std::sync::Arc<dyn PollHolder>>,
}

impl<T> Coordinator<T> {
    /// Returns a coordinator without threads. `record_arrivals`: record when threads leave managed
    /// code. `sites`: the poll sites of the code that threads run.
    pub(crate) fn new(
        record_arrivals: bool,
        sites: Option<std::sync::Arc<dyn PollHolder>>,
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
            processors: sync::processors(),
            clock: record_arrivals.then(Instant::now),
            sites,
        }
    }

    /// Makes threads take their slow paths at poll sites, too, until the returned value is dropped.
    pub(super) fn hold_sites(&self) -> Option<Hold<'_>> {
        self.sites.as_deref().map(Hold::new)
    }

    /// Adds a thread, which is in native code. Does not wait for a stop in progress: the thread is
    /// born armed and will wait before it runs managed code.
    pub(crate) fn attach(&self, participant: Arc<Participant<T>>) {
        let mut inner = self.inner.lock();
        if self.is_stopping() && Edge::AttachArmed.holds() {
            participant.safepoint().arm();
        } else {
            participant.safepoint().disarm(participant.disarmed);
        }
        std::sync::Arc::make_mut(&mut inner.threads).push(participant);
    }

    /// Removes the calling thread, which must be in native code. Waits for a stop in progress,
    /// because the collector may be working on the thread's data, and serves the handshakes that
    /// are requested of it. Returns whether the thread was in the list.
    pub(crate) fn detach(&self, me: &Arc<Participant<T>>) -> bool {
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
        // No handshake was requested since: a request needs the list, which is locked.
        let place = inner.threads.iter().position(|t| Arc::ptr_eq(t, me));
        if let Some(place) = place {
            std::sync::Arc::make_mut(&mut inner.threads).swap_remove(place);
        }
        place.is_some()
    }

    /// Returns the threads that are attached now.
    pub(crate) fn threads(&self) -> Threads<T> {
        Threads::clone(&self.inner.lock().threads)
    }

    pub(super) fn is_stopping(&self) -> bool {
        // Acquire: a thread that sees that a stop has ended sees the effects of the stop.
        self.stopping.load(Ordering::Acquire)
    }

    /// Waits until the stop that is in progress has ended. For threads that the stop does not wait
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
