//! Running an operation at one thread's safepoint, while the others go on.
//!
//! Who asks puts the operation on the thread's desk and arms the thread. Two may take it from
//! there, under the lock `serving`, which is held while it runs:
//!
//! * the thread itself, at its next poll or when it wants to become managed: as a managed thread, so
//!   that a stop waits for it; its registers are saved as at any safepoint;
//! * who asks, on behalf of a thread that is not managed. It then counts in `Inner::serving`, and
//!   who stops waits for that to be 0, before all else; it does not begin itself while there is a
//!   stop, one that waits so included: thus those who ask all the time let the stop through.
//!
//! A thread that becomes managed while it is asked takes the same lock, and so waits for the
//! operation on its behalf. A thread that enters native code does not wait, but wakes who asks, for
//! it to do that. An operation that was taken is run before the lock is let go, and only then is
//! `asked` counted down, so a thread that sees 0 has nothing to wait for.
//!
//! Locks are taken in this order: `Inner`, or `serving`, then the desk's queue. Nothing is awaited
//! with the queue locked.

use std::collections::VecDeque;

use super::coordinator::{Coordinator, Inner};
use super::edge::Edge;
use super::participant::Participant;
use crate::fatal::AbortOnUnwind;
use crate::sync::{Arc, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};
use crate::zeal::delays;

/// What is to be run. It is called once.
type Operation<'a, T> = &'a mut (dyn FnMut(&T) + Send);

/// An operation whose lifetime was erased, and where to say that it was run.
struct Task<T> {
    operation: *mut (dyn FnMut(&T) + Send),
    done: *mut bool,
}

// SAFETY: the operation is `Send`; both belong to a call of `Coordinator::handshake`, which does not return
// before `done` is set, and looks at it with the queue locked.
unsafe impl<T> Send for Task<T> {}

/// What one thread is asked to run.
pub(super) struct Desk<T> {
    /// Operations that were asked for and have not been run to their end.
    asked: AtomicUsize,
    queue: Mutex<VecDeque<Task<T>>>,
    /// For who asks: an operation was run, or the thread has entered native code.
    changed: Condvar,
    /// Held by who runs operations.
    serving: Mutex<()>,
}

impl<T> core::fmt::Debug for Desk<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Desk").field("asked", &self.asked).finish_non_exhaustive()
    }
}

impl<T> Desk<T> {
    pub(super) fn new() -> Self {
        Self {
            asked: AtomicUsize::new(0),
            queue: Mutex::new(VecDeque::new()),
            changed: Condvar::new(),
            serving: Mutex::new(()),
        }
    }

    /// Whether there is something to run. Exact for who has seen what its words were armed for.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Acquire) > 0
    }

    /// The owner has entered native code: operations are now run on its behalf.
    pub(super) fn owner_has_left(&self) {
        if self.is_asked() {
            // Not between a look at the thread's state and the sleep of who looked.
            drop(self.queue.lock());
            self.changed.notify_all();
        }
    }
}

/// The thread is not attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotAttached;

impl<T> Coordinator<T> {
    /// Runs `operation` while `thread` is at a safepoint: on that thread, or on this one. Returns
    /// when it was run. The calling thread must not be managed.
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
            // All with the queue locked: who takes the operation from there relies on the thread being
            // asked and armed.
            let mut queue = thread.desk.queue.lock();
            thread.desk.asked.fetch_add(1, Ordering::Relaxed);
            thread.words().arm();
            queue.push_back(Task { operation, done });
        }
        delays::step();
        let mut hold = None;
        loop {
            self.serve_on_behalf(thread);
            let mut queue = thread.desk.queue.lock();
            loop {
                // SAFETY: written with the queue locked only.
                if unsafe { *done } {
                    return Ok(());
                }
                // In this order: a thread whose queue is empty may be gone.
                if !queue.is_empty() && !thread.is_managed() {
                    break;
                }
                if hold.is_none() && !queue.is_empty() {
                    drop(queue);
                    hold = Some(self.hold_sites());
                    queue = thread.desk.queue.lock();
                    continue;
                }
                thread.desk.changed.wait(&mut queue);
            }
        }
    }

    /// Runs what a thread is asked for, if it is not managed.
    fn serve_on_behalf(&self, thread: &Participant<T>) {
        let mut inner = self.inner.lock();
        while self.is_stopping() && Edge::HandshakeOrStop.holds() {
            inner = self.wait_for_end(inner);
        }
        drop(self.serve_without_stops(inner, thread));
    }

    /// The same when there is no stop; one that begins meanwhile gets no further than to wait.
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

    /// Runs what the calling thread is asked for.
    pub(super) fn serve_own(&self, me: &Participant<T>) {
        me.serve(true);
    }
}

impl<T> Participant<T> {
    /// Runs all operations on the desk: of the calling thread itself, or of one that is not managed
    /// (else it does nothing) and will wait when it wants to be.
    fn serve(&self, own: bool) {
        let _serving = self.desk.serving.lock();
        loop {
            let task = {
                let mut queue = self.desk.queue.lock();
                if queue.is_empty() {
                    return;
                }
                if !own {
                    // For each operation: one that was asked for since the last look has armed
                    // the thread, but not yet seen to it that its state can be relied on.
                    Edge::ArmThenState.heavy_fence();
                    if self.is_managed() {
                        return;
                    }
                }
                queue.pop_front()
            };
            let Some(Task { operation, done }) = task else { return };
            delays::step();
            let guard = AbortOnUnwind("a handshake");
            // SAFETY: who asked waits until it is done, and the task was taken, so that nobody else
            // runs it.
            unsafe { (*operation)(&self.data) };
            guard.done();
            let queue = self.desk.queue.lock();
            // SAFETY: who asked looks at it with the queue locked.
            unsafe { *done = true };
            // Release: a thread that sees no operation sees what they did.
            self.desk.asked.fetch_sub(1, Ordering::Release);
            drop(queue);
            delays::step();
            self.desk.changed.notify_all();
        }
    }
}
