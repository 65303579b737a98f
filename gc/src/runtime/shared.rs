//! The state that all threads of a heap share.

use std::sync::Arc;

use parking_lot::Mutex;
use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::roots::StackWalker;
use statepoint_scanner::walk::NativeCode;

use super::{
    BackgroundThreads, CodeView, OutOfMemoryCallback, OverheadMonitor, Pacing, ReturnTrampolines,
    WorkerPool,
};
use crate::config::Config;
use crate::handles::{HandleTable, References};
use crate::marking::Marking;
use crate::object::TypeTable;
use crate::observe::{AtExit, Observer};
use crate::os;
use crate::process::Home;
use crate::safepoint::{Coordinator, OwnedHold};
use crate::space::{FaultRange, RememberedSets, Spaces};
use crate::thread::ThreadData;

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) types: TypeTable,
    pub(crate) code: Arc<CodeRegistry>,
    pub(crate) native_code: NativeCode,
    pub(crate) safepoint: Coordinator<ThreadData>,
    /// Keeps patched polls enabled in the zeal mode that takes every poll; otherwise `None`.
    pub(crate) _all_polls: Option<OwnedHold>,
    pub(crate) handles: HandleTable,
    pub(crate) remembered: RememberedSets,
    pub(crate) references: References,
    /// Return-address trampolines of frames that are to be taken over.
    pub(crate) return_trampolines: ReturnTrampolines,
    /// The listeners, log and trace that are notified of collections.
    pub(crate) observer: Observer,
    /// The out-of-memory callback of the host.
    pub(crate) memory_callback: OutOfMemoryCallback,
    /// `None` if the time that collections take is not limited.
    pub(crate) overhead: Option<OverheadMonitor>,
    pub(crate) pacing: Mutex<Pacing>,
    /// The concurrent cycle.
    pub(crate) marking: Marking,
    /// The threads that mark and sweep.
    pub(crate) background: BackgroundThreads,
    pub(crate) pool: WorkerPool,
    /// Stack walkers, one per worker, with the call sites that each has encountered.
    pub(crate) walkers: Box<[Mutex<StackWalker<Host>>]>,
    // Declared before the spaces, so that it is dropped first: a later fault in unmapped memory is
    // not attributed to this heap.
    pub(crate) faults: FaultRange,
    pub(crate) spaces: Spaces,
    /// The process that created the heap, and can use it. Declared last: the process has a heap
    /// until the helper threads have ended.
    pub(crate) home: Home,
}

impl Shared {
    /// Returns a view of the code that is registered now, for stack walks.
    ///
    /// # Safety
    ///
    /// As long as the view is used, it is queried only for return addresses of frames that stay
    /// where they are: of stopped threads, or of older frames of native code.
    pub(crate) unsafe fn code_view(&self) -> CodeView<'_> {
        let native = self.config.unwind_native_frames.then_some(&self.native_code);
        // SAFETY: the caller promises it.
        unsafe { CodeView::new(&self.code, native) }
    }
}

impl Shared {
    /// Ends the background threads and waits for that, unless the calling thread is one of them.
    /// The heap has no concurrent cycles after that.
    pub(crate) fn end_background(&self) {
        self.marking.end_threads();
        self.background.join();
    }
}

impl AtExit for Shared {
    fn process_ends(&self) {
        self.observer.end(self.spaces.peak_used());
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // The last owner may be dropped at any point of any thread.
        let _uncancelled = os::CancelDisabled::begin();
        // In a child process, dropping the heap takes no lock.
        if !self.home.process().is_current() {
            self.background.forget();
        } else {
            self.end_background();
            self.observer.end(self.spaces.peak_used());
        }
    }
}
