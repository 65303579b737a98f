//! The host's handle to a heap.

use std::sync::Arc;

use statepoint_scanner::registry::CodeRegistry;

use super::Shared;
use crate::object::{TypeDescription, TypeId, TypeRegistrationError};
use crate::observe::{
    CollectionReport, CollectorStatistics, Histogram, HistogramKind, StopStatistics,
};
use crate::os;
use crate::zeal::Zeal;

/// A garbage-collected heap; clones refer to the same heap.
///
/// The heap lives until its last clone, [`Mutator`](crate::Mutator) and [`Handle`](crate::Handle)
/// are dropped, and likewise while any weak handle, table or root range exists.
///
/// # `fork`
///
/// A heap belongs to the process that created it. In the child of a `fork`, [`Self::attach`]
/// returns an error. The child must not resume or call managed code, collect, or request
/// statistics. Otherwise it ends with a message as soon as it polls, calls the collector to
/// allocate, or returns from the native function that forked. Operations that do not use the heap
/// are unaffected: `exec`, `_exit` and `exit`, and dropping the child's copies of the heap's
/// handles. Do not use [`Self::code`] in the child: another thread of the parent may have held the
/// registry's locks.
///
/// A process can create heaps unless an ancestor had a heap when it forked. So a server must fork
/// its workers before it creates a heap, or after it has dropped the last one. (The usual
/// restriction for programs with several threads also applies: a child must not use a lock that
/// another thread of the parent may have held.)
#[derive(Clone, Debug)]
pub struct Heap(Arc<Shared>);

impl Heap {
    pub(crate) fn of(shared: Arc<Shared>) -> Self {
        Self(shared)
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.0
    }

    pub(crate) fn arc(&self) -> &Arc<Shared> {
        &self.0
    }

    /// Registers a type that was not known when the heap was created, for code that is generated or
    /// loaded later. Any thread may register types at any time, while others run managed code and
    /// collect. A type must be registered before any thread can run code that allocates its
    /// objects. A type stays registered as long as the heap lives.
    ///
    /// # Errors
    ///
    /// Returns a [`TypeRegistrationError`] if the type cannot be registered; in particular, if the
    /// heap's [`ObjectModel`](crate::ObjectModel::is_described) describes it.
    pub fn register_type(
        &self,
        id: TypeId,
        layout: impl Into<TypeDescription>,
    ) -> Result<(), TypeRegistrationError> {
        self.0.home.process().require_current("registering a type");
        self.0.types.register_after_start(id, layout)
    }

    /// Returns the registry of this heap's managed code. Use it to register code that is loaded or
    /// generated later, and to remove code before it is unloaded or freed.
    ///
    /// Any thread may do both at any time, while others run managed code and collect:
    ///
    /// * **Loading a library**: `dlopen` it, then
    ///   [`register_image_at`](CodeRegistry::register_image_at) with the address of a function in
    ///   it, then call into it. The heap keeps it loaded.
    /// * **Generating code**: [`register_jit`](CodeRegistry::register_jit), then run it.
    /// * **Removing either**: make sure that no thread executes the code, and none will return into
    ///   it, also not on a suspended fiber; then [`remove`](CodeRegistry::remove), then free the
    ///   code or `dlclose` the library. Objects may outlive the code that allocated them.
    ///
    /// Removal waits for a collection in progress. So a thread must not remove code while it counts
    /// as managed, that is, in a native function that managed code calls directly, without
    /// `spgc_call_native`. A frame in code that is not registered, or no longer registered, ends
    /// the process with a message at the next collection.
    pub fn code(&self) -> &Arc<CodeRegistry> {
        &self.0.code
    }

    /// Returns the heap limit in bytes, rounded down to whole blocks of 32 KiB. It does not change.
    pub fn limit(&self) -> usize {
        self.0.spaces.limit()
    }

    /// Returns the number of bytes to which the limit applies: the blocks that hold objects, and
    /// the pages of large objects. Any thread may call this at any time. Garbage counts until a
    /// collection has freed it.
    pub fn used(&self) -> usize {
        self.0.spaces.used()
    }

    /// Returns the zeal mode, which determines when this heap is collected although no space is
    /// full.
    pub fn zeal(&self) -> Zeal {
        self.0.config.zeal
    }

    /// Returns whether the heap is verified, or collected in a zeal mode: then errors of the host
    /// are searched for although it takes time.
    #[cfg(feature = "capi")]
    pub(crate) fn is_verified(&self) -> bool {
        let verify = self.0.config.verify;
        verify.before || verify.after || self.zeal().is_on()
    }

    /// Returns the slowest and the latest stop for a collection, with the threads that stopped
    /// last. Any thread may call this at any time.
    pub fn stops(&self) -> StopStatistics {
        self.0.home.process().require_current("reading stops");
        self.0.observer.recorder.stops()
    }

    /// Returns the reports of the latest collections, at most 256, oldest first. Any thread may
    /// call this at any time.
    ///
    /// A collection that has just ended may be missing until the collecting thread has resumed.
    pub fn recent_collections(&self) -> Vec<CollectionReport> {
        let _uncancelled = os::CancelDisabled::begin();
        self.0.home.process().require_current("reading collection reports");
        self.0.observer.recorder.recent()
    }

    /// Returns the distribution of the durations of pauses, or of one of their parts. Any thread
    /// may call this at any time.
    pub fn histogram(&self, of: HistogramKind) -> Histogram {
        self.0.home.process().require_current("reading a histogram");
        self.0.observer.recorder.histogram(of)
    }

    /// Returns the collector's statistics since the heap was created. Any thread may call this at
    /// any time.
    pub fn statistics(&self) -> CollectorStatistics {
        let _uncancelled = os::CancelDisabled::begin();
        self.0.home.process().require_current("reading statistics");
        self.0.observer.recorder.statistics(self.0.spaces.peak_used())
    }
}
