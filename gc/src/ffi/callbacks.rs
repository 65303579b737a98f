//! Callbacks of a heap into the host.

use core::ffi::c_void;

use super::report::spgc_collection_report;
use crate::builder::HeapBuilder;
use crate::observe::{CollectionEventKind, CollectionPhase};
use crate::runtime::{MemoryRequest, OutOfMemory, OutOfMemoryCause};

/// Called after a collection has ended and mutators have resumed. The callback runs on the thread
/// that collected or requested the collection, which is native meanwhile. Other threads may collect
/// at the same time, and run the callback concurrently.
///
/// The callback may call functions of this library. It is not called for collections that it causes
/// itself. It must not wait for a thread that waits for this one. It must not throw: an exception
/// ends the process.
///
/// data: spgc_config.on_collection_data.
/// collection: the report. Valid until the callback returns.
pub type spgc_collection_callback = Option<
    unsafe extern "C-unwind" fn(data: *mut c_void, collection: *const spgc_collection_report),
>;

/// spgc_collection_phase_callback: the collection as a whole. Its start and its end are the first
/// and the last event of a collection.
pub const SPGC_COLLECTION_PHASE_COLLECTION: u32 = 0;
/// spgc_collection_phase_callback: verifying the heap.
pub const SPGC_COLLECTION_PHASE_VERIFY: u32 = 1;
/// spgc_collection_phase_callback: scanning stacks and references of native code, and tracing.
pub const SPGC_COLLECTION_PHASE_TRACE: u32 = 2;
/// spgc_collection_phase_callback: processing of weak references, ephemerons, finalizers.
pub const SPGC_COLLECTION_PHASE_REFERENCES: u32 = 3;
/// spgc_collection_phase_callback: sweeping, which finds free memory.
pub const SPGC_COLLECTION_PHASE_SWEEP: u32 = 4;

/// Called at the start and the end of a collection, and of each of its phases. The phases are
/// repeated if one pass does not free enough.
///
/// All threads are stopped while the callback runs, at any point of their execution. It must not
/// take a lock that may be held by a thread that runs managed code or is about to run it. It must
/// not wait for another thread in any other way, run managed code, create or release references,
/// nor throw. A collection or an access to objects ends the process with a message.
///
/// data: spgc_config.on_phase_data.
/// number: the number of the collection, as spgc_collection_report.number.
/// phase: SPGC_COLLECTION_PHASE_*.
/// ends: true at the end, false at the start.
pub type spgc_collection_phase_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, number: u64, phase: u32, ends: bool)>;

/// spgc_out_of_memory.request: an object of `amount` bytes.
pub const SPGC_MEMORY_REQUEST_BYTES: u32 = 0;
/// spgc_out_of_memory.request: an array of `amount` elements, which exceeds the size of any heap.
pub const SPGC_MEMORY_REQUEST_ELEMENTS: u32 = 1;

/// Reason why the process is about to end, or an allocation to fail, because the heap is out of
/// memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_out_of_memory {
    /// sizeof(spgc_out_of_memory) as the library knows it.
    pub size: usize,
    /// The heap's limit in bytes.
    pub limit: u64,
    /// Bytes in use after a full collection.
    pub live: u64,
    /// The amount that could not be allocated, in the unit that `request` states.
    pub amount: u64,
    /// SPGC_MEMORY_REQUEST_*.
    pub request: u32,
    /// 0: the heap is full. 1: the overhead limit is exceeded; collections take too much time and
    /// free too little memory.
    pub overhead: u32,
}

/// Called when a full collection has not freed enough memory. The host can then release memory, for
/// example references. The callback returns whether it released anything. If so, one more full
/// collection runs. Only if that does not free enough either, the process ends with a message, or
/// the allocation fails (SPGC_CONFIG_FALLIBLE_ALLOCATION).
///
/// The callback runs on the thread that allocates, which is native meanwhile. Other threads
/// continue to run and to collect. The callback may call functions of this library. It must not
/// wait for a thread that may allocate. It must not throw: an exception ends the process.
///
/// data: spgc_config.on_out_of_memory_data.
/// why: the shortage. Valid until the callback returns.
pub type spgc_out_of_memory_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, why: *const spgc_out_of_memory) -> bool>;

/// The pointer that the host passes to a callback.
#[derive(Clone, Copy, Debug)]
pub(super) struct Data(*mut c_void);

// SAFETY: the host guarantees that its callbacks may be called with this pointer on any thread.
unsafe impl Send for Data {}
// SAFETY: the host guarantees that its callbacks may be called with this pointer on several threads
// concurrently.
unsafe impl Sync for Data {}

impl Data {
    pub(super) fn new(data: *mut c_void) -> Self {
        Self(data)
    }

    pub(super) fn get(self) -> *mut c_void {
        self.0
    }
}

/// Sets the callback for collections, if the host has one.
pub(super) fn set_collection_callback(
    builder: HeapBuilder,
    callback: spgc_collection_callback,
    data: *mut c_void,
) -> HeapBuilder {
    let Some(callback) = callback else { return builder };
    let data = Data::new(data);
    builder.on_collection(move |report| {
        spgc_collection_report::with(report, |collection| {
            // SAFETY: the host guarantees that the callback may be called with this data.
            unsafe { callback(data.get(), collection) };
        });
    })
}

/// Sets the callback for phases of collections, if the host has one.
pub(super) fn set_phase_callback(
    builder: HeapBuilder,
    callback: spgc_collection_phase_callback,
    data: *mut c_void,
) -> HeapBuilder {
    let Some(callback) = callback else { return builder };
    let data = Data::new(data);
    let number = |phase| match phase {
        CollectionPhase::Verify => SPGC_COLLECTION_PHASE_VERIFY,
        CollectionPhase::Trace => SPGC_COLLECTION_PHASE_TRACE,
        CollectionPhase::References => SPGC_COLLECTION_PHASE_REFERENCES,
        CollectionPhase::Sweep => SPGC_COLLECTION_PHASE_SWEEP,
    };
    builder.on_phase(move |event| {
        let (phase, ends) = match event.kind {
            CollectionEventKind::CollectionBegin => (SPGC_COLLECTION_PHASE_COLLECTION, false),
            CollectionEventKind::PhaseBegin(phase) => (number(phase), false),
            CollectionEventKind::PhaseEnd(phase) => (number(phase), true),
            CollectionEventKind::CollectionEnd => (SPGC_COLLECTION_PHASE_COLLECTION, true),
        };
        // SAFETY: the host guarantees that the callback may be called with this data.
        unsafe { callback(data.get(), event.number, phase, ends) };
    })
}

/// Sets the callback for a shortage of memory, if the host has one.
pub(super) fn set_out_of_memory_callback(
    builder: HeapBuilder,
    callback: spgc_out_of_memory_callback,
    data: *mut c_void,
) -> HeapBuilder {
    let Some(callback) = callback else { return builder };
    let data = Data::new(data);
    builder.on_out_of_memory(move |why| {
        let why = spgc_out_of_memory::from(why);
        // SAFETY: the host guarantees that the callback may be called with this data.
        unsafe { callback(data.get(), &raw const why) }
    })
}

impl From<&OutOfMemory> for spgc_out_of_memory {
    fn from(why: &OutOfMemory) -> Self {
        let (request, amount) = match why.request {
            MemoryRequest::Bytes(bytes) => (SPGC_MEMORY_REQUEST_BYTES, bytes as u64),
            MemoryRequest::Elements(elements) => (SPGC_MEMORY_REQUEST_ELEMENTS, elements),
        };
        Self {
            size: size_of::<Self>(),
            limit: why.limit as u64,
            live: why.live as u64,
            amount,
            request,
            overhead: u32::from(matches!(why.cause, OutOfMemoryCause::OverheadLimit(_))),
        }
    }
}
