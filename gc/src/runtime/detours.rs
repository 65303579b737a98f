//! The detours that a heap's frames return to, and how many do.

use core::any::Any;
use core::fmt;
use core::sync::atomic::Ordering::SeqCst;
use core::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use statepoint_scanner::deopt::{CommandeerError, Detour, Redirect, Takeover as Landed};

/// What frames are left to. Floors above know what it is: `deopt` has its `Continuation` in it.
pub(crate) type Target = Arc<dyn Any + Send + Sync>;

/// All detours of a heap.
#[derive(Debug, Default)]
pub(crate) struct Detours(Mutex<Vec<Claimed>>);

/// A detour, and what is known where it lands. Kept for the next frame at the same call site, as long as there are others.
pub(crate) struct Claimed {
    // Before what its context refers to.
    pub(crate) detour: Detour,
    entry: Arc<Entry>,
}

pub(crate) struct Entry {
    pub(crate) to: Target,
    /// How many frames return there. Counted up under the lock.
    pending: AtomicUsize,
    /// Nobody will have further frames return there.
    retired: AtomicBool,
}

impl Entry {
    fn is_for(&self, to: &Target) -> bool {
        core::ptr::addr_eq(Arc::as_ptr(&self.to), Arc::as_ptr(to))
    }

    /// Sequentially consistent, and so is the rest: who retires it, or who comes last, sees the other.
    pub(crate) fn is_pending(&self) -> bool {
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
    pub(crate) fn lock(&self) -> Table<'_> {
        Table(self.0.lock())
    }

    /// No further frames are left to a target from now on. Frames that are to be left to it already still are.
    pub(crate) fn retire(&self, to: &Target) {
        let mut table = self.lock();
        for claimed in table.0.iter() {
            if claimed.entry.is_for(to) {
                claimed.entry.retired.store(true, SeqCst);
            }
        }
        let unused = table.take(|entry| entry.is_for(to) && !entry.is_pending());
        drop(table);
        // Without the lock: the target is the host's.
        drop(unused);
    }

    /// A frame has returned to the detour of `entry`; nobody looks at it there any more.
    pub(crate) fn landed(&self, entry: &Arc<Entry>) {
        if entry.pending.fetch_sub(1, SeqCst) == 1 && entry.retired.load(SeqCst) {
            let unused = self.lock().take(|other| core::ptr::eq(other, &raw const **entry));
            drop(unused);
        }
    }
}

/// The detours, while nobody else changes them.
pub(crate) struct Table<'a>(MutexGuard<'a, Vec<Claimed>>);

impl Table<'_> {
    /// A detour for one more frame, of its call site.
    pub(crate) fn claim(
        &mut self,
        redirect: &Redirect,
        to: &Target,
        landed: Landed,
    ) -> Result<usize, CommandeerError> {
        let is_it = |Claimed { detour, entry }: &Claimed| {
            let is_its = detour.original() == redirect.pc() && redirect.fits(detour.address());
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
                // SAFETY: the detour is dropped when nothing is pending, and the entry after it.
                let detour = unsafe { redirect.detour(landed, context) }?;
                self.0.push(Claimed { detour, entry });
                self.0.len() - 1
            }
        };
        self.0[index].entry.pending.fetch_add(1, SeqCst);
        Ok(index)
    }

    pub(crate) fn detour(&self, index: usize) -> &Detour {
        &self.0[index].detour
    }

    /// Takes a claim back, of which no frame has come to know.
    pub(crate) fn unclaim(&mut self, index: usize) {
        self.0[index].entry.pending.fetch_sub(1, SeqCst);
    }

    /// Takes those out that `which` says. What they lead to is the host's: they are dropped when the table is not
    /// locked any more.
    pub(crate) fn take(&mut self, which: impl Fn(&Entry) -> bool) -> Vec<Claimed> {
        self.0.extract_if(.., |claimed| which(&claimed.entry)).collect()
    }
}
