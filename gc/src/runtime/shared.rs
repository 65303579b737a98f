//! What all threads of a heap share.

use std::sync::Arc;

use parking_lot::Mutex;
use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::roots::Walker;
use statepoint_scanner::walk::NativeCode;

use super::{CodeView, Detours, OverheadWatch, Pacing, Relief, WorkerPool};
use crate::config::Config;
use crate::handles::{HandleTable, References};
use crate::object::TypeTable;
use crate::observe::{AtExit, Observer};
use crate::os;
use crate::process::Home;
use crate::safepoint::{Coordinator, LastingHold};
use crate::space::{FaultRange, RememberedSets, Spaces};
use crate::thread::ThreadData;

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) types: TypeTable,
    pub(crate) code: Arc<CodeRegistry>,
    pub(crate) native_code: NativeCode,
    pub(crate) safepoint: Coordinator<ThreadData>,
    /// Of patched polls, where every poll is to be taken.
    pub(crate) _all_polls: Option<LastingHold>,
    pub(crate) handles: HandleTable,
    pub(crate) remembered: RememberedSets,
    pub(crate) references: References,
    /// Frames that are to be taken over return to these.
    pub(crate) detours: Detours,
    /// Who is told of collections.
    pub(crate) observer: Observer,
    /// Whom to ask when memory is short.
    pub(crate) relief: Relief,
    /// `None` where time is no object.
    pub(crate) overhead: Option<OverheadWatch>,
    pub(crate) pacing: Mutex<Pacing>,
    pub(crate) pool: WorkerPool,
    /// One for each worker, with the call sites that it came across.
    pub(crate) walkers: Box<[Mutex<Walker<Host>>]>,
    // Before the spaces: dropped first, and a fault in unmapped memory is nobody's then.
    pub(crate) faults: FaultRange,
    pub(crate) spaces: Spaces,
    /// The process that made the heap, and can use it. Last: it has a heap until the threads have ended.
    pub(crate) home: Home,
}

impl Shared {
    /// Returns the code that stacks are walked with, as it is now.
    ///
    /// # Safety
    ///
    /// As long as the view is used, it is asked only for return addresses of frames that stay where they are:
    /// of threads that are stopped, or of older frames of native code.
    pub(crate) unsafe fn code_view(&self) -> CodeView<'_> {
        let native = self.config.unwind_native_frames.then_some(&self.native_code);
        // SAFETY: the caller promises it.
        unsafe { CodeView::new(&self.code, native) }
    }
}

impl AtExit for Shared {
    fn process_ends(&self) {
        self.observer.end(self.spaces.most_used());
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // The last handle may be dropped anywhere.
        let _uncancelled = os::CancelDisabled::begin();
        // What a child of the process has of it takes no lock.
        if self.home.process().is_current() {
            self.observer.end(self.spaces.most_used());
        }
    }
}
