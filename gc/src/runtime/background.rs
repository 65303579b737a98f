//! Background threads: the threads of a heap that work concurrently with mutators.
//!
//! Background threads do not own the heap, because an owning reference would keep the heap alive.
//! The destructor of the heap ends and joins them first. A background thread owns the heap while it
//! runs a pause, because the pause calls the host, which may drop the last other owner. In that
//! case the background thread itself drops the heap, and ends without being joined.

use core::fmt;
use std::io;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::Shared;
use crate::os::{self, HelperThread};

/// Reference of a background thread to its heap.
pub(crate) struct BackgroundHeap {
    /// The heap. It exists until this thread has ended or has dropped the heap.
    heap: *const Shared,
    /// The heap, for temporary ownership.
    owner: Weak<Shared>,
    /// Whether this thread has dropped the heap.
    dropped: core::cell::Cell<bool>,
}

// SAFETY: the value is moved to one thread, which alone uses it. The pointer gives access to a
// `Shared`, which is `Sync`.
unsafe impl Send for BackgroundHeap {}

impl BackgroundHeap {
    /// Calls `work` with the heap. Returns `None` without a call if the heap was dropped.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&Shared) -> Option<R>) -> Option<R> {
        if self.dropped.get() {
            return None;
        }
        // SAFETY: the heap exists. Dropping it waits for this thread (`Shared::end_background`),
        // unless this thread drops it in `with_owned`, which sets `dropped`.
        work(unsafe { &*self.heap })
    }

    /// Calls `work` with the heap, which is not dropped during the call. Does nothing if the heap
    /// is being dropped.
    pub(crate) fn with_owned(&self, work: impl FnOnce(&Shared)) {
        let Some(heap) = self.owner.upgrade() else { return };
        work(&heap);
        drop(heap);
        // If this thread was the last owner, it has dropped the heap.
        if self.owner.strong_count() == 0 && self.owner.upgrade().is_none() {
            self.dropped.set(true);
        }
    }
}

/// The background threads of a heap.
#[derive(Default)]
pub(crate) struct BackgroundThreads(Mutex<Vec<HelperThread>>);

impl fmt::Debug for BackgroundThreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackgroundThreads").finish_non_exhaustive()
    }
}

impl BackgroundThreads {
    /// Starts `count` threads that run `run` with the heap and their index.
    pub(crate) fn start(
        heap: &Arc<Shared>,
        count: usize,
        run: fn(&BackgroundHeap, usize),
    ) -> io::Result<()> {
        for index in 0..count {
            let background_heap = BackgroundHeap {
                heap: Arc::as_ptr(heap),
                owner: Arc::downgrade(heap),
                dropped: core::cell::Cell::new(false),
            };
            let name = format!("spgc-marker-{index}");
            let thread = os::spawn_helper(&name, move || {
                let background_heap = background_heap;
                run(&background_heap, index);
            })?;
            heap.background.0.lock().push(thread);
        }
        Ok(())
    }

    /// Joins the threads, which have already been requested to end. Called when the heap is
    /// dropped, in the process that created it.
    pub(super) fn join(&self) {
        for thread in core::mem::take(&mut *self.0.lock()) {
            if !thread.is_current() {
                thread.join();
            }
        }
    }

    /// Forgets the threads without joining them. Called in a forked child, where the threads do not
    /// exist and the kernel has already freed their stacks.
    pub(super) fn forget(&self) {
        if let Some(mut threads) = self.0.try_lock() {
            threads.drain(..).for_each(core::mem::forget);
        }
    }
}
