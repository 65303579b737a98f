//! Runs an operation while one thread is at a safepoint and the other threads continue.
//!
//! The requester puts the operation into the target's [`HandshakeQueue`] and arms the target. Two
//! threads may take the operation from the queue. They hold the lock `serving` while they take and
//! run it:
//!
//! * The target itself, at its next poll or before it becomes managed. Its state is `MANAGED`, so a
//!   stop waits for it, and its registers are saved as at any safepoint.
//! * The requester, on behalf of a target that is not managed. Meanwhile it is counted in
//!   `Inner::serving`, and a stopping thread first waits until that count is 0. The requester does
//!   not start while `stopping` is set, so continuous requests cannot delay a stop forever.
//!
//! A target that becomes managed while it has a pending operation also takes the lock `serving`. So
//! it waits for an operation that is running on its behalf. A target that enters native code does
//! not wait, but wakes the requester, which then runs the operation. An operation that was taken
//! from the queue runs before `serving` is released, and `pending` is decremented only after it has
//! run. So a target that reads `pending` as 0 need not wait.
//!
//! Lock order: `Inner`, or `serving`, then the queue. A thread that has locked the queue waits for
//! no other thread, except on the condition variable of the queue.

use std::collections::VecDeque;

use super::coordinator::{Coordinator, Inner};
use super::edge::Edge;
use super::participant::Participant;
use crate::fatal::AbortOnUnwind;
use crate::sync::{Arc, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};
use crate::zeal::delays;

/// A handshake operation, which is called once.
type Operation<'a, T> = &'a mut (dyn FnMut(&T) + Send);

/// An operation whose lifetime was erased, and the flag that is set when it has run.
struct Task<T> {
    /// The operation; valid until `done` is set.
    operation: *mut (dyn FnMut(&T) + Send),
    /// Set when the operation has run. Accessed only with the queue locked.
    done: *mut bool,
}

// SAFETY: the operation is `Send`. Both pointers refer to locals of `Coordinator::handshake`, which
// does not return before `done` is set, and accesses `done` only with the queue locked.
unsafe impl<T> Send for Task<T> {}

/// The handshake operations that are pending for one thread.
pub(super) struct HandshakeQueue<T> {
    /// Number of operations that were requested and have not completed.
    pending: AtomicUsize,
    /// The operations that no thread has taken yet.
    queue: Mutex<VecDeque<Task<T>>>,
    /// Notifies requesters that an operation has run, or that the thread has entered native code.
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

    /// Returns whether an operation is pending. The result is exact if the calling thread owns the
    /// queue and has found its limit or gate armed. Otherwise a concurrent request may be missed.
    pub(super) fn has_pending(&self) -> bool {
        self.pending.load(Ordering::Acquire) > 0
    }

    /// Notifies requesters that the owner has entered native code: operations are now run on its
    /// behalf.
    pub(super) fn owner_entered_native(&self) {
        if self.has_pending() {
            // The lock is taken because a requester holds it from its load of the thread's state
            // until it waits. Otherwise the requester could miss the notification.
            drop(self.queue.lock());
            self.changed.notify_all();
        }
    }
}

/// Error returned by [`Coordinator::handshake`] if the thread is not attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotAttached;

impl<T> Coordinator<T> {
    /// Runs `operation` while `thread` is at a safepoint, on that thread or on the calling one.
    /// Returns after the operation has run. The calling thread must not be managed.
    pub(crate) fn handshake(
        &self,
        thread: &Arc<Participant<T>>,
        mut operation: impl FnMut(&T) + Send,
    ) -> Result<(), NotAttached> {
        let mut done = false;
        let done = &raw mut done;
        let operation: Operation<'_, T> = &mut operation;
        // SAFETY: only the lifetime changes. After it has queued the operation, this function
        // neither returns nor unwinds before the operation has run.
        let operation = unsafe {
            core::mem::transmute::<Operation<'_, T>, *mut (dyn FnMut(&T) + Send + 'static)>(
                operation,
            )
        };
        {
            let inner = self.inner.lock();
            if !inner.is_attached(thread) {
                return Err(NotAttached);
            }
            // The queue stays locked: a thread that takes the operation relies on `pending` having
            // been incremented, and on the target being armed.
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
                // SAFETY: `done` is only accessed with the queue locked.
                if unsafe { *done } {
                    return Ok(());
                }
                // The queue is checked first: if it is empty, the target thread may have ended, and
                // its state must not be read.
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

    /// Runs the pending operations of a thread, if the thread is not managed. Waits for a stop in
    /// progress first.
    fn serve_on_behalf(&self, thread: &Participant<T>) {
        let mut inner = self.inner.lock();
        while self.is_stopping() && Edge::HandshakeExcludesStop.holds() {
            inner = self.wait_for_end(inner);
        }
        drop(self.serve_without_stops(inner, thread));
    }

    /// Runs the pending operations of a thread, if the thread is not managed. Called while no stop
    /// is in progress. A stop that begins meanwhile waits until `Inner::serving` is 0.
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

    /// Runs the pending operations of the calling thread.
    pub(super) fn serve_own(&self, me: &Participant<T>) {
        me.serve(true);
    }
}

impl<T> Participant<T> {
    /// Runs all operations in the queue of `self`. `is_calling_thread`: whether `self` is the
    /// calling thread. If not, returns as soon as `self` is managed. A thread that is not managed
    /// cannot become managed while `serving` is held.
    fn serve(&self, is_calling_thread: bool) {
        let _serving = self.handshakes.serving.lock();
        loop {
            let task = {
                let mut queue = self.handshakes.queue.lock();
                if queue.is_empty() {
                    return;
                }
                if !is_calling_thread {
                    // Checked before each operation, because a requester may have queued it after
                    // the last fence. The state is exact only if it is loaded after the arming and
                    // a fence.
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
            // SAFETY: the requester waits until `done` is set, so the operation is valid. This
            // thread has removed the task from the queue, so no other thread runs it.
            unsafe { (*operation)(&self.data) };
            guard.done();
            let queue = self.handshakes.queue.lock();
            // SAFETY: the requester waits until `done` is set, so the flag exists. It is accessed
            // only with the queue locked.
            unsafe { *done = true };
            // Release: a thread that reads `pending` as 0 sees the writes of all operations.
            self.handshakes.pending.fetch_sub(1, Ordering::Release);
            drop(queue);
            delays::step();
            self.handshakes.changed.notify_all();
        }
    }
}
