//! The state that all threads of a heap share.

use core::cell::LazyCell;
use std::sync::Arc;

use parking_lot::Mutex;
use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::roots::StackWalker;
use statepoint_scanner::walk::NativeCode;

use super::{
    BackgroundThreads, CodeView, OutOfMemoryCallback, OverheadMonitor, Pacing, RetiredCode,
    ReturnTrampolines, WorkerPool,
};
use crate::config::Config;
use crate::handles::{HandleTable, References};
use crate::marking::Marking;
use crate::object::TypeTable;
use crate::observe::{AtExit, Observer};
use crate::os;
use crate::process::Home;
use crate::profile::Profiler;
use crate::safepoint::{Coordinator, OwnedHold};
use crate::space::{FaultRange, RememberedSets, Spaces};
use crate::thread::{Fibers, ThreadData};

/// A stack walker that takes no memory before its first walk: its cache of call sites is large, and
/// a program with a small live set may never collect.
pub(crate) type LazyWalker = LazyCell<StackWalker<Host>>;

/// The functions of a module above this one that write reports of a heap's contents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reports {
    /// Called when the process ends.
    pub(crate) at_exit: fn(&Arc<Shared>),
    /// Called when the last owner of the heap has dropped it. Nothing is reachable any more.
    pub(crate) at_drop: fn(&Shared),
}

/// A heap: its settings, spaces, roots, helper threads and observers.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The heap's settings.
    pub(crate) config: Config,
    /// Writes the reports of the heap's contents that the settings request for the end.
    pub(crate) reports: Reports,
    /// The registered types.
    pub(crate) types: TypeTable,
    /// The registry of managed code.
    pub(crate) code: Arc<CodeRegistry>,
    /// The native code whose frames are unwound, if the setting is on.
    pub(crate) native_code: NativeCode,
    /// The safepoint protocol's state, and the attached threads.
    pub(crate) safepoint: Coordinator<ThreadData>,
    /// Keeps patched polls enabled in the zeal mode that collects at every poll; otherwise `None`.
    pub(crate) _all_polls: Option<OwnedHold>,
    /// The cells of strong handles.
    pub(crate) handles: HandleTable,
    /// The remembered set, apart from the logs of attached threads.
    pub(crate) remembered: RememberedSets,
    /// The fibers.
    pub(crate) fibers: Fibers,
    /// All other references that native code holds.
    pub(crate) references: References,
    /// Return-address trampolines of frames that are to be taken over.
    pub(crate) return_trampolines: ReturnTrampolines,
    /// Code that the host wants to free when no stack has a frame in it.
    pub(crate) retired_code: RetiredCode,
    /// The allocation profile.
    pub(crate) profiler: Profiler,
    /// The callbacks, log and trace that are notified of collections.
    pub(crate) observer: Observer,
    /// The host's out-of-memory callback.
    pub(crate) memory_callback: OutOfMemoryCallback,
    /// The monitor of the overhead limit; `None` if there is no limit.
    pub(crate) overhead: Option<OverheadMonitor>,
    /// The sizing policy and its latest plan.
    pub(crate) pacing: Mutex<Pacing>,
    /// The state of concurrent cycles.
    pub(crate) marking: Marking,
    /// The threads that mark and sweep concurrently with mutators.
    pub(crate) background: BackgroundThreads,
    /// The helper threads for parallel collection.
    pub(crate) pool: WorkerPool,
    /// Stack walkers, one per worker. Each caches the call sites that it has encountered.
    pub(crate) walkers: Box<[Mutex<LazyWalker>]>,
    // Declared before the spaces, so that it is dropped first: a later fault in unmapped memory is
    // not attributed to this heap.
    pub(crate) faults: FaultRange,
    /// The spaces of objects.
    pub(crate) spaces: Spaces,
    /// The process that created the heap; only it can use the heap. Declared last, and so dropped
    /// last: the process counts as having a heap until the helper threads have ended.
    pub(crate) home: Home,
}

impl Shared {
    /// Returns a view of the code that is registered now, for stack walks.
    ///
    /// # Safety
    ///
    /// The view is queried only for return addresses of frames that exist as long as the view is
    /// used. Such frames belong to stopped threads or suspended fibers, or are older than native
    /// code that is running.
    pub(crate) unsafe fn code_view(&self) -> CodeView<'_> {
        let native = self.config.unwind_native_frames.then_some(&self.native_code);
        // SAFETY: the caller upholds this function's contract, which is that of `CodeView::new`.
        unsafe { CodeView::new(&self.code, native) }
    }

    /// As [`Self::code_view`], for walks that report no roots and find all native frames, whatever
    /// the setting.
    ///
    /// # Safety
    ///
    /// As for [`Self::code_view`].
    pub(crate) unsafe fn view_of_all_code(&self) -> CodeView<'_> {
        // SAFETY: as above.
        unsafe { CodeView::without_roots(&self.code, &self.native_code) }
    }
}

impl Shared {
    /// Ends the background threads and joins them, except the calling thread if it is one of them.
    /// After that the heap has no concurrent cycles.
    pub(crate) fn end_background(&self) {
        self.marking.end_threads();
        self.background.join();
    }
}

impl Shared {
    /// Returns whether [`AtExit::process_ends`] has something to do.
    pub(crate) fn has_end(&self) -> bool {
        let Config { types, snapshot, profile, .. } = &self.config;
        let reports = [types, snapshot, profile];
        self.observer.has_end() || reports.iter().any(|report| report.at_exit)
    }
}

impl AtExit for Shared {
    fn process_ends(self: Arc<Self>) {
        (self.reports.at_exit)(&self);
        self.observer.end(self.spaces.peak_used());
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // Any thread may drop the last owner, at any point, so thread cancellation is disabled
        // here.
        let _uncancelled = os::CancelDisabled::begin();
        // In a child process, dropping the heap takes no lock.
        if !self.home.process().is_current() {
            self.background.forget();
        } else {
            self.end_background();
            (self.reports.at_drop)(self);
            self.observer.end(self.spaces.peak_used());
        }
    }
}
