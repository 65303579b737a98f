//! The return-address trampolines of a heap (`ReturnTrampoline`), and the number of frames that
//! return to each.

use core::any::Any;
use core::fmt;
use core::sync::atomic::Ordering::SeqCst;
use core::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use statepoint_scanner::deopt::{
    FrameTakeoverError, ReturnRedirect, ReturnTrampoline, TakeoverHandler as Landed,
};

/// The receiver of frames that are taken over. Opaque here; the upper module `deopt` stores its
/// `Continuation` in it.
pub(crate) type Target = Arc<dyn Any + Send + Sync>;

/// All return-address trampolines of a heap.
#[derive(Debug, Default)]
pub(crate) struct ReturnTrampolines(Mutex<Vec<Claimed>>);

/// A trampoline and the data available where it lands. Kept for the next frame at the same call
/// site while other trampolines are available.
pub(crate) struct Claimed {
    // Declared, and so dropped, before the entry, to which its context points.
    pub(crate) trampoline: ReturnTrampoline,
    entry: Arc<Entry>,
}

pub(crate) struct Entry {
    pub(crate) to: Target,
    /// Number of frames that return there. Incremented while the table is locked.
    pending: AtomicUsize,
    /// The target is retired: no further frames will be redirected there.
    retired: AtomicBool,
}

impl Entry {
    fn is_for(&self, to: &Target) -> bool {
        core::ptr::addr_eq(Arc::as_ptr(&self.to), Arc::as_ptr(to))
    }

    /// Returns whether frames still return there. All accesses to `pending` and `retired` are
    /// sequentially consistent (store-buffering litmus test): the thread that retires the entry and
    /// the thread of the last frame that lands cannot both miss the other.
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
        // Dropped without the lock: dropping the target runs the host's code.
        drop(unused);
    }

    /// Records that a frame has returned to the trampoline of `entry` and no longer uses it.
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
    /// [`FrameTakeoverError`] if no trampoline can be made.
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
                // SAFETY: the trampoline is dropped when no frame is pending, and the entry after
                // it.
                let trampoline = unsafe { redirect.trampoline(landed, context) }?;
                self.0.push(Claimed { trampoline, entry });
                self.0.len() - 1
            }
        };
        self.0[index].entry.pending.fetch_add(1, SeqCst);
        Ok(index)
    }

    pub(crate) fn trampoline(&self, index: usize) -> &ReturnTrampoline {
        &self.0[index].trampoline
    }

    /// Withdraws a claim before any frame was redirected by it.
    pub(crate) fn unclaim(&mut self, index: usize) {
        self.0[index].entry.pending.fetch_sub(1, SeqCst);
    }

    /// Removes and returns the trampolines whose entry satisfies `which`. Their targets belong to
    /// the host: the caller drops them after the table is unlocked.
    pub(crate) fn take(&mut self, which: impl Fn(&Entry) -> bool) -> Vec<Claimed> {
        self.0.extract_if(.., |claimed| which(&claimed.entry)).collect()
    }
}
