//! The return-address trampolines of a heap (`ReturnTrampoline`). A frame whose return address is
//! hijacked returns to a trampoline. Each trampoline has a count of such frames.

use core::any::Any;
use core::fmt;
use core::sync::atomic::Ordering::SeqCst;
use core::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use statepoint_scanner::deopt::{
    FrameTakeoverError, ReturnRedirect, ReturnTrampoline, TakeoverHandler as Landed,
};

/// The receiver of frames that are taken over. It is opaque in this module; the module `deopt`
/// stores its `Continuation` in it.
pub(crate) type Target = Arc<dyn Any + Send + Sync>;

/// All return-address trampolines of a heap.
#[derive(Debug, Default)]
pub(crate) struct ReturnTrampolines(Mutex<Vec<Claimed>>);

/// A trampoline and its entry. It is kept for further frames at the same call site, until its
/// target is retired or no free trampoline is left for another call site.
pub(crate) struct Claimed {
    // Declared before the entry, and so dropped before it, because the trampoline's context points
    // to the entry.
    pub(crate) trampoline: ReturnTrampoline,
    entry: Arc<Entry>,
}

/// The data of a trampoline, which the handler of a returning frame receives.
pub(crate) struct Entry {
    /// The target of the frames that return to the trampoline.
    pub(crate) to: Target,
    /// Number of frames that will return to the trampoline. Incremented only while the table is
    /// locked.
    pending: AtomicUsize,
    /// Whether the target is retired: no further frames will be redirected to it.
    retired: AtomicBool,
}

impl Entry {
    /// Returns whether the entry's target is `to`.
    fn is_for(&self, to: &Target) -> bool {
        core::ptr::addr_eq(Arc::as_ptr(&self.to), Arc::as_ptr(to))
    }

    /// Returns whether frames will still return to the trampoline. All accesses to `pending` and
    /// `retired` are sequentially consistent (store-buffering litmus test). So at least one of two
    /// threads sees the other's write: the thread that retires the entry, and the thread of the
    /// last frame that returns.
    pub(crate) fn is_pending(&self) -> bool {
        self.pending.load(SeqCst) != 0
    }
}

impl fmt::Debug for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claimed")
            .field("trampoline", &self.trampoline)
            .field("pending", &self.entry.pending)
            .finish()
    }
}

impl ReturnTrampolines {
    /// Locks the table of trampolines.
    pub(crate) fn lock(&self) -> Table<'_> {
        Table(self.0.lock())
    }

    /// Retires a target: no further frames are redirected to it from now on. Frames that already
    /// return to it still do.
    pub(crate) fn retire(&self, to: &Target) {
        let mut table = self.lock();
        for claimed in table.0.iter() {
            if claimed.entry.is_for(to) {
                claimed.entry.retired.store(true, SeqCst);
            }
        }
        let unused = table.take(|entry| entry.is_for(to) && !entry.is_pending());
        drop(table);
        // Dropping the target runs the host's code, so the table is unlocked first.
        drop(unused);
    }

    /// Records that a frame has returned to the trampoline of `entry`. Frees the trampoline if this
    /// was the last such frame and the target is retired.
    pub(crate) fn landed(&self, entry: &Arc<Entry>) {
        if entry.pending.fetch_sub(1, SeqCst) == 1 && entry.retired.load(SeqCst) {
            let unused = self.lock().take(|other| core::ptr::eq(other, &raw const **entry));
            drop(unused);
        }
    }
}

/// The trampolines, while the table is locked.
pub(crate) struct Table<'a>(MutexGuard<'a, Vec<Claimed>>);

impl Table<'_> {
    /// Claims a trampoline of the frame's call site for one more frame, and returns its index.
    ///
    /// # Errors
    ///
    /// Returns a [`FrameTakeoverError`] if no trampoline is free.
    pub(crate) fn claim(
        &mut self,
        redirect: &ReturnRedirect,
        to: &Target,
        landed: Landed,
    ) -> Result<usize, FrameTakeoverError> {
        let is_it = |Claimed { trampoline, entry }: &Claimed| {
            let is_its =
                trampoline.original() == redirect.pc() && redirect.fits(trampoline.address());
            is_its && entry.is_for(to)
        };
        let index = match self.0.iter().position(is_it) {
            Some(index) => index,
            None => {
                let entry = Arc::new(Entry {
                    to: Arc::clone(to),
                    pending: AtomicUsize::new(0),
                    retired: AtomicBool::new(false),
                });
                let context = Arc::as_ptr(&entry).cast();
                // SAFETY: `context` points to the entry. The trampoline is dropped only when no
                // frame will return to it, and `Claimed` drops the entry after the trampoline.
                let trampoline = unsafe { redirect.trampoline(landed, context) }?;
                self.0.push(Claimed { trampoline, entry });
                self.0.len() - 1
            }
        };
        self.0[index].entry.pending.fetch_add(1, SeqCst);
        Ok(index)
    }

    /// Returns the trampoline at an index that [`Self::claim`] returned.
    pub(crate) fn trampoline(&self, index: usize) -> &ReturnTrampoline {
        &self.0[index].trampoline
    }

    /// Withdraws a claim whose frame was not redirected.
    pub(crate) fn unclaim(&mut self, index: usize) {
        self.0[index].entry.pending.fetch_sub(1, SeqCst);
    }

    /// Removes and returns the trampolines whose entry satisfies `which`. Their targets belong to
    /// the host: the caller drops them after the table is unlocked.
    pub(crate) fn take(&mut self, which: impl Fn(&Entry) -> bool) -> Vec<Claimed> {
        self.0.extract_if(.., |claimed| which(&claimed.entry)).collect()
    }
}
