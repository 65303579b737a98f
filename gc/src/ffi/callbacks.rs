//! What the host is told of, and asked for, by a heap.

use core::ffi::c_void;

use super::report::spgc_collection;
use crate::builder::HeapBuilder;
use crate::observe::{CollectionMoment, CollectionPhase};
use crate::runtime::{MemoryRequest, OutOfMemory, Shortage};

/// Is told of a collection, when it has ended and all threads run again: on the thread that collected, or asked
/// for it, which is native meanwhile. Others may collect at the same time, and call it too.
///
/// It may call functions of this library. Of collections that it causes itself it is not told. It must not wait for a thread
/// that waits for this one, nor throw: that ends the process.
///
/// data: spgc_config.on_collection_data.
/// collection: what it was; gone when the callback returns.
pub type spgc_collection_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, collection: *const spgc_collection)>;

/// spgc_phase_callback: the collection as a whole; the first and the last of what is told of it.
pub const SPGC_PHASE_COLLECTION: u32 = 0;
/// spgc_phase_callback: verifying the heap.
pub const SPGC_PHASE_VERIFY: u32 = 1;
/// spgc_phase_callback: looking at stacks and references of native code, and tracing from there.
pub const SPGC_PHASE_TRACE: u32 = 2;
/// spgc_phase_callback: weak references, ephemerons, finalizers.
pub const SPGC_PHASE_REFERENCES: u32 = 3;
/// spgc_phase_callback: finding what is free.
pub const SPGC_PHASE_SWEEP: u32 = 4;

/// Is told of a collection, and of each of its phases, when it begins and when it ends. Phases come again where one
/// collection does not free enough.
///
/// All threads are stopped meanwhile, wherever they are, and for as long as it takes. It must not take a lock that a
/// thread may have which runs managed code or wants to, wait for another thread in any other way, run managed code,
/// make or release references, nor throw. Collections, and access to objects, end the process with a message.
///
/// data: spgc_config.on_phase_data.
/// number: which collection, as spgc_collection.number.
/// phase: SPGC_PHASE_*.
/// ends: whether it ends; it begins otherwise.
pub type spgc_phase_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, number: u64, phase: u32, ends: bool)>;

/// spgc_out_of_memory.request: an object of `amount` bytes.
pub const SPGC_REQUEST_BYTES: u32 = 0;
/// spgc_out_of_memory.request: an array of `amount` elements, more than any heap could hold.
pub const SPGC_REQUEST_ELEMENTS: u32 = 1;

/// Why the process is about to end for want of memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_out_of_memory {
    /// sizeof(spgc_out_of_memory) as the library knows it.
    pub size: usize,
    /// The heap's limit in bytes.
    pub limit: u64,
    /// Bytes in use, after everything was collected.
    pub live: u64,
    /// What could not be had, in what `request` says.
    pub amount: u64,
    /// SPGC_REQUEST_*.
    pub request: u32,
    /// 0: there is no room. 1: too much time goes into collections for what they gain.
    pub overhead: u32,
}

/// Is asked to give something up when memory is short although everything was collected: to release references, say.
/// Returns whether it did; then everything is collected once more, and only if that does not help the process ends with
/// a message.
///
/// It is called on the thread that allocates, which is native meanwhile; others go on, and collect. It may call functions
/// of this library. It must not wait for a thread that may allocate, nor throw: that ends the process.
///
/// data: spgc_config.on_out_of_memory_data.
/// why: gone when the callback returns.
pub type spgc_out_of_memory_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, why: *const spgc_out_of_memory) -> bool>;

/// The host's word for whom a callback is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Data(*mut c_void);

// SAFETY: the host promises that its callbacks can run on any thread, with this.
unsafe impl Send for Data {}
// SAFETY: as above.
unsafe impl Sync for Data {}

impl Data {
    pub(super) fn new(data: *mut c_void) -> Self {
        Self(data)
    }

    pub(super) fn get(self) -> *mut c_void {
        self.0
    }
}

/// Has the host told of collections, if it wants to be.
pub(super) fn tell(
    builder: HeapBuilder,
    callback: spgc_collection_callback,
    data: *mut c_void,
) -> HeapBuilder {
    let Some(callback) = callback else { return builder };
    let data = Data::new(data);
    builder.on_collection(move |report| {
        spgc_collection::with(report, |collection| {
            // SAFETY: the host's own function and data.
            unsafe { callback(data.get(), collection) };
        });
    })
}

/// Has the host told of phases of collections, if it wants to be.
pub(super) fn witness(
    builder: HeapBuilder,
    callback: spgc_phase_callback,
    data: *mut c_void,
) -> HeapBuilder {
    let Some(callback) = callback else { return builder };
    let data = Data::new(data);
    let number = |phase| match phase {
        CollectionPhase::Verify => SPGC_PHASE_VERIFY,
        CollectionPhase::Trace => SPGC_PHASE_TRACE,
        CollectionPhase::References => SPGC_PHASE_REFERENCES,
        CollectionPhase::Sweep => SPGC_PHASE_SWEEP,
    };
    builder.on_phase(move |event| {
        let (phase, ends) = match event.moment {
            CollectionMoment::Begins => (SPGC_PHASE_COLLECTION, false),
            CollectionMoment::PhaseBegins(phase) => (number(phase), false),
            CollectionMoment::PhaseEnds(phase) => (number(phase), true),
            CollectionMoment::Ends => (SPGC_PHASE_COLLECTION, true),
        };
        // SAFETY: the host's own function and data.
        unsafe { callback(data.get(), event.number, phase, ends) };
    })
}

/// Has the host asked for memory, if it wants to be.
pub(super) fn ask(
    builder: HeapBuilder,
    callback: spgc_out_of_memory_callback,
    data: *mut c_void,
) -> HeapBuilder {
    let Some(callback) = callback else { return builder };
    let data = Data::new(data);
    builder.on_out_of_memory(move |why| {
        let why = spgc_out_of_memory::from(why);
        // SAFETY: the host's own function and data.
        unsafe { callback(data.get(), &raw const why) }
    })
}

impl From<&OutOfMemory> for spgc_out_of_memory {
    fn from(why: &OutOfMemory) -> Self {
        let (request, amount) = match why.request {
            MemoryRequest::Bytes(bytes) => (SPGC_REQUEST_BYTES, bytes as u64),
            MemoryRequest::Elements(elements) => (SPGC_REQUEST_ELEMENTS, elements),
        };
        Self {
            size: size_of::<Self>(),
            limit: why.limit as u64,
            live: why.live as u64,
            amount,
            request,
            overhead: u32::from(matches!(why.cause, Shortage::Time(_))),
        }
    }
}
