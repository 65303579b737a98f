//! The detours that a heap's frames return to, and how many do.

use core::fmt;
use core::sync::atomic::Ordering::SeqCst;
use core::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use statepoint_scanner::deopt::{CommandeerError, Detour, Redirect, Takeover as Landed};

use super::continuation::Continuation;
use crate::heap::{Heap, Shared};

/// A [`Continuation`] that frames of a heap can be left to. Frames that are to be taken over when it is dropped still are.
pub struct Takeover {
    heap: Arc<Shared>,
    pub(super) to: Arc<dyn Continuation>,
}

impl Heap {
    /// Something that frames of this heap can be left to.
    pub fn takeover(&self, continuation: impl Continuation) -> Takeover {
        Takeover { heap: Arc::clone(self.arc()), to: Arc::new(continuation) }
    }
}

impl Takeover {
    pub(super) fn belongs_to(&self, heap: &Shared) -> bool {
        core::ptr::eq(&raw const *self.heap, heap)
    }
}

impl fmt::Debug for Takeover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Takeover").finish_non_exhaustive()
    }
}

impl Drop for Takeover {
    fn drop(&mut self) {
        let mut table = self.heap.detours.lock();
        for claimed in table.0.iter() {
            if claimed.entry.is_for(self) {
                claimed.entry.retired.store(true, SeqCst);
            }
        }
        let unused = table.take(|entry| entry.is_for(self) && !entry.is_pending());
        drop(table);
        // Without the lock: the continuation is the host's.
        drop(unused);
    }
}

/// All detours of a heap.
#[derive(Debug, Default)]
pub(crate) struct Detours(Mutex<Vec<Claimed>>);

/// A detour, and what is known where it lands. Kept for the next frame at the same call site, as long as there are others.
pub(super) struct Claimed {
    // Before what its context refers to.
    pub(super) detour: Detour,
    entry: Arc<Entry>,
}

pub(super) struct Entry {
    pub(super) to: Arc<dyn Continuation>,
    /// How many frames return there. Counted up under the lock.
    pending: AtomicUsize,
    /// Nobody will have further frames return there.
    retired: AtomicBool,
}

impl Entry {
    fn is_for(&self, takeover: &Takeover) -> bool {
        core::ptr::addr_eq(Arc::as_ptr(&self.to), Arc::as_ptr(&takeover.to))
    }

    /// Sequentially consistent, and so is the rest: who retires it, or who comes last, sees the other.
    pub(super) fn is_pending(&self) -> bool {
        self.pending.load(SeqCst) != 0
    }
}

impl fmt::Debug for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claimed")
            .field("detour", &self.detour)
            .field("pending", &self.entry.pending)
            .finish()
    }
}

impl Detours {
    pub(super) fn lock(&self) -> Table<'_> {
        Table(self.0.lock())
    }

    /// A frame has returned to the detour of `entry`; nobody looks at it there any more.
    pub(super) fn landed(&self, entry: &Arc<Entry>) {
        if entry.pending.fetch_sub(1, SeqCst) == 1 && entry.retired.load(SeqCst) {
            let unused = self.lock().take(|other| core::ptr::eq(other, &raw const **entry));
            drop(unused);
        }
    }
}

/// The detours, while nobody else changes them.
pub(super) struct Table<'a>(MutexGuard<'a, Vec<Claimed>>);

impl Table<'_> {
    /// A detour for one more frame, of its call site.
    pub(super) fn claim(
        &mut self,
        redirect: &Redirect,
        takeover: &Takeover,
        landed: Landed,
    ) -> Result<usize, CommandeerError> {
        let is_it = |Claimed { detour, entry }: &Claimed| {
            let is_its = detour.original() == redirect.pc() && redirect.fits(detour.address());
            is_its && entry.is_for(takeover)
        };
        let index = match self.0.iter().position(is_it) {
            Some(index) => index,
            None => {
                let entry = Arc::new(Entry {
                    to: Arc::clone(&takeover.to),
                    pending: AtomicUsize::new(0),
                    retired: AtomicBool::new(false),
                });
                let context = Arc::as_ptr(&entry).cast();
                // SAFETY: the detour is dropped when nothing is pending, and the entry after it.
                let detour = unsafe { redirect.detour(landed, context) }?;
                self.0.push(Claimed { detour, entry });
                self.0.len() - 1
            }
        };
        self.0[index].entry.pending.fetch_add(1, SeqCst);
        Ok(index)
    }

    pub(super) fn detour(&self, index: usize) -> &Detour {
        &self.0[index].detour
    }

    /// Takes a claim back, of which no frame has come to know.
    pub(super) fn unclaim(&mut self, index: usize) {
        self.0[index].entry.pending.fetch_sub(1, SeqCst);
    }

    /// Takes those out that `which` says. What they lead to is the host's: they are dropped when the table is not
    /// locked any more.
    pub(super) fn take(&mut self, which: impl Fn(&Entry) -> bool) -> Vec<Claimed> {
        self.0.extract_if(.., |claimed| which(&claimed.entry)).collect()
    }
}
