//! Running an operation at one thread's safepoint, while the other threads continue.
//!
//! The requester puts the operation on the thread's desk and arms the thread. Two threads may take
//! it from there, under the lock `serving`, which is held while the operation runs:
//!
//! * the thread itself, at its next poll or when it is to become managed: as a managed thread, so
//!   that a stop waits for it; its registers are saved as at any safepoint;
//! * the requester, on behalf of a thread that is not managed. It is then counted in
//!   `Inner::serving`, and a stopping thread waits for that count to be 0, before all else. The
//!   requester does not begin while there is a stop, including one that is waiting for that count:
//!   thus continuous requests let the stop through.
//!
//! A thread that becomes managed while an operation is requested of it takes the same lock, and so
//! waits for the operation on its behalf. A thread that enters native code does not wait, but wakes
//! the requester, which then runs the operation. An operation that was taken is run before the lock
//! is released, and `pending` is decremented only after it has run, so a thread that sees 0 has
//! nothing to wait for.
//!
//! Locks are taken in this order: `Inner`, or `serving`, then the desk's queue. Nothing is waited
//! for with the queue locked.

use std::collections::VecDeque;

use super::coordinator::{Coordinator, Inner};
use super::edge::Edge;
use super::participant::Participant;
use crate::fatal::AbortOnUnwind;
use crate::sync::{Arc, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};
use crate::zeal::delays;

/// An operation to be run. It is called once.
type Operation<'a, T> = &'a mut (dyn FnMut(&T) + Send);

/// An operation whose lifetime was erased, and the flag to set when it has run.
struct Task<T> {
    operation: *mut (dyn FnMut(&T) + Send),
    done: *mut bool,
}

// SAFETY: the operation is `Send`; both belong to a call of `Coordinator::handshake`, which does
// not return before `done` is set, and reads it with the queue locked.
unsafe impl<T> Send for Task<T> {}

/// The operations that one thread is requested to run.
pub(super) struct HandshakeQueue<T> {
    /// Number of operations that were requested and have not run to their end.
    pending: AtomicUsize,
    queue: Mutex<VecDeque<Task<T>>>,
    /// For requesters: an operation was run, or the thread has entered native code.
    changed: Condvar,
    /// Held by the thread that runs operations.
    serving: Mutex<()>,
}

impl<T> core::fmt::Debug for HandshakeQueue<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("HandshakeQueue").field("pending", &self.pending).finish_non_exhaustive()
    }
}

impl<T> HandshakeQueue<T> {
    pub(super) fn new() -> Self {
        Self {
            pending: AtomicUsize::new(0),
            queue: Mutex::new(VecDeque::new()),
            changed: Condvar::new(),
            serving: Mutex::new(()),
        }
    }

    /// Whether an operation is requested. Exact for a thread that has seen the request for which
    /// its limit and gate were armed.
    pub(super) fn has_pending(&self) -> bool {
        self.pending.load(Ordering::Acquire) > 0
    }

    /// Notifies requesters that the owner has entered native code: operations are now run on its
    /// behalf.
    pub(super) fn owner_entered_native(&self) {
        if self.has_pending() {
            // Not between a requester's load of the thread's state and its sleep.
            drop(self.queue.lock());
            self.changed.notify_all();
        }
    }
}

/// Error of a handshake with a thread that is not attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotAttached;

impl<T> Coordinator<T> {
    /// Runs `operation` while `thread` is at a safepoint: on that thread, or on this one. Returns
    /// after it has run. The calling thread must not be managed.
    pub(crate) fn handshake(
        &self,
        thread: &Arc<Participant<T>>,
        mut operation: impl FnMut(&T) + Send,
    ) -> Result<(), NotAttached> {
        let mut done = false;
        let done = &raw mut done;
        let operation: Operation<'_, T> = &mut operation;
        // SAFETY: only the lifetime changes. This function does not return, nor unwind, before the
        // operation was run or has been refused.
        let operation = unsafe {
            core::mem::transmute::<Operation<'_, T>, *mut (dyn FnMut(&T) + Send + 'static)>(
                operation,
            )
        };
        {
            let inner = self.inner.lock();
            if !inner.threads.iter().any(|t| Arc::ptr_eq(t, thread)) {
                return Err(NotAttached);
            }
            // All with the queue locked: a thread that takes the operation from there relies on
            // `pending` being incremented and the thread being armed.
            let mut queue = thread.handshakes.queue.lock();
            thread.handshakes.pending.fetch_add(1, Ordering::Relaxed);
            thread.safepoint().arm();
            queue.push_back(Task { operation, done });
        }
        delays::step();
        let mut hold = None;
        loop {
            self.serve_on_behalf(thread);
            let mut queue = thread.handshakes.queue.lock();
            loop {
                // SAFETY: written with the queue locked only.
                if unsafe { *done } {
                    return Ok(());
                }
                // In this order: a thread whose queue is empty may have ended.
                if !queue.is_empty() && !thread.is_managed() {
                    break;
                }
                if hold.is_none() && !queue.is_empty() {
                    drop(queue);
                    hold = Some(self.hold_sites());
                    queue = thread.handshakes.queue.lock();
                    continue;
                }
                thread.handshakes.changed.wait(&mut queue);
            }
        }
    }

    /// Runs the operations requested of a thread, if it is not managed.
    fn serve_on_behalf(&self, thread: &Participant<T>) {
        let mut inner = self.inner.lock();
        while self.is_stopping() && Edge::HandshakeExcludesStop.holds() {
            inner = self.wait_for_end(inner);
        }
        drop(self.serve_without_stops(inner, thread));
    }

    /// Does the same when there is no stop; one that begins meanwhile gets no further than its wait
    /// for `serving`.
    pub(super) fn serve_without_stops<'a>(
        &'a self,
        mut inner: MutexGuard<'a, Inner<T>>,
        thread: &Participant<T>,
    ) -> MutexGuard<'a, Inner<T>> {
        inner.serving += 1;
        drop(inner);
        delays::step();
        thread.serve(false);
        let mut inner = self.inner.lock();
        inner.serving -= 1;
        self.changed.notify_all();
        inner
    }

    /// Runs the operations requested of the calling thread.
    pub(super) fn serve_own(&self, me: &Participant<T>) {
        me.serve(true);
    }
}

impl<T> Participant<T> {
    /// Runs all operations on the desk: that of the calling thread itself (`own`), or of one that
    /// is not managed (else it does nothing) and will wait before it becomes managed.
    fn serve(&self, own: bool) {
        let _serving = self.handshakes.serving.lock();
        loop {
            let task = {
                let mut queue = self.handshakes.queue.lock();
                if queue.is_empty() {
                    return;
                }
                if !own {
                    // For each operation: one that was requested since the last check has armed the
                    // thread, but not yet ensured that the thread's state can be relied on.
                    Edge::ArmThenLoadState.heavy_fence();
                    if self.is_managed() {
                        return;
                    }
                }
                queue.pop_front()
            };
            let Some(Task { operation, done }) = task else { return };
            delays::step();
            let guard = AbortOnUnwind("a handshake");
            // SAFETY: the requester waits until it is done, and the task was taken, so that no
            // other thread runs it.
            unsafe { (*operation)(&self.data) };
            guard.done();
            let queue = self.handshakes.queue.lock();
            // SAFETY: the requester reads it with the queue locked.
            unsafe { *done = true };
            // Release: a thread that sees no pending operation sees what those before did.
            self.handshakes.pending.fetch_sub(1, Ordering::Release);
            drop(queue);
            delays::step();
            self.handshakes.changed.notify_all();
        }
    }
}
