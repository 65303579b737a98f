//! The return-address trampolines of a heap (`ReturnTrampoline`). A frame whose return address is
//! hijacked returns to a trampoline. The stack of the frame and the heap share the assignment of
//! the trampoline (`thread/takeovers.rs`).

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use statepoint_scanner::deopt::{FrameTakeoverError, ReturnRedirect, TakeoverHandler};

use crate::thread::{AssignedTrampoline, Target};

/// The trampolines to which further frames of a heap can be redirected: for each target until it is
/// retired, or until no free trampoline is left for another call site.
#[derive(Debug, Default)]
pub(crate) struct ReturnTrampolines(Mutex<Vec<Arc<AssignedTrampoline>>>);

impl ReturnTrampolines {
    /// Locks the table of trampolines.
    pub(crate) fn lock(&self) -> Table<'_> {
        Table(self.0.lock())
    }

    /// Retires a target: no further frames are redirected to it from now on. Frames that already
    /// return to it still do.
    pub(crate) fn retire(&self, to: &Target) {
        let retired: Vec<_> =
            self.lock().0.extract_if(.., |assigned| is_for(assigned, to)).collect();
        // Dropping the target runs the host's code, so the table is unlocked first.
        drop(retired);
    }
}

/// Returns whether the trampoline's target is `to`.
fn is_for(assigned: &AssignedTrampoline, to: &Target) -> bool {
    core::ptr::addr_eq(Arc::as_ptr(&assigned.to), Arc::as_ptr(to))
}

/// The trampolines, while the table is locked.
pub(crate) struct Table<'a>(MutexGuard<'a, Vec<Arc<AssignedTrampoline>>>);

impl Table<'_> {
    /// Returns a trampoline of the frame's call site. `landed` is called when a frame has returned
    /// to it. A trampoline that is in use already is shared. If none is free, those that no frame
    /// uses are freed.
    ///
    /// # Errors
    ///
    /// Returns a [`FrameTakeoverError`] if no trampoline is free.
    ///
    /// # Safety
    ///
    /// `landed` can be called without a context on the thread of the frame, as
    /// [`ReturnTrampoline::new`](statepoint_scanner::deopt::ReturnTrampoline::new) requires. The
    /// result is not dropped while the frame returns to the trampoline.
    pub(crate) unsafe fn assign(
        &mut self,
        redirect: &ReturnRedirect,
        to: &Target,
        landed: TakeoverHandler,
    ) -> Result<Arc<AssignedTrampoline>, FrameTakeoverError> {
        let is_it = |assigned: &&Arc<AssignedTrampoline>| {
            let trampoline = &assigned.trampoline;
            let is_its =
                trampoline.original() == redirect.pc() && redirect.fits(trampoline.address());
            is_its && is_for(assigned, to)
        };
        if let Some(assigned) = self.0.iter().find(is_it) {
            return Ok(Arc::clone(assigned));
        }
        // SAFETY: passed on.
        let claim = || unsafe { redirect.trampoline(landed, core::ptr::null()) };
        let trampoline = claim().or_else(|_| {
            // No other thread gets an owner of these while the table is locked. This runs none of
            // the host's code: the target of a trampoline in the table is not retired, so its
            // `Takeover` owns it, too.
            self.0.retain(|assigned| Arc::strong_count(assigned) > 1);
            claim()
        })?;
        let (trampoline, to) = (Arc::new(trampoline), Arc::clone(to));
        let assigned = Arc::new(AssignedTrampoline { trampoline, to });
        self.0.push(Arc::clone(&assigned));
        Ok(assigned)
    }
}
