//! Objects whose layout the host describes by callbacks.

use core::ffi::c_void;
use core::fmt;

use super::restricted::{Restriction, run_restricted};
use super::status::{Failure, guard, require, spgc_status};
use crate::object::{ObjectModel, SlotVisitor, TypeId, WORD};

/// Returns the size of an object in bytes, including its header: a multiple of 8, at least 16. 0
/// means that no object of this type exists, and ends the process with a message.
///
/// The callback is called on any thread, possibly on several concurrently, and only while all
/// threads that run managed code are stopped. It must read only the object itself, after its
/// header. It must not call functions of this library, wait, or throw. Functions that access fields
/// of such an object, or clone it, stop all threads before they call the callback.
///
/// The heap verifier also calls it for a word that only resembles the header of such an object. At
/// least 16 bytes from that word on are readable, and may have any contents. A fault in this call
/// ends the process with a message.
///
/// data: the pointer that was registered with the callback.
/// type: the object's type ID.
/// object: the object's address.
pub type spgc_object_size_callback = Option<
    unsafe extern "C-unwind" fn(data: *mut c_void, r#type: u32, object: *const c_void) -> usize,
>;

/// Reports the references of an object by spgc_visit_slots(). Each reference is reported once.
///
/// The rules of spgc_object_size_callback apply, except that it may call spgc_visit_slots().
///
/// tracer: argument for spgc_visit_slots(). Valid until the callback returns.
pub type spgc_object_trace_callback = Option<
    unsafe extern "C-unwind" fn(
        data: *mut c_void,
        r#type: u32,
        object: *const c_void,
        tracer: *mut spgc_slot_visitor,
    ),
>;

/// A spgc_object_size_callback that is not null.
type SizeCallback = unsafe extern "C-unwind" fn(*mut c_void, u32, *const c_void) -> usize;

/// A spgc_object_trace_callback that is not null.
type TraceCallback =
    unsafe extern "C-unwind" fn(*mut c_void, u32, *const c_void, *mut spgc_slot_visitor);

/// Receives the references of an object. Valid while a spgc_object_trace_callback runs.
pub struct spgc_slot_visitor {
    /// Address of the object.
    object: usize,
    /// Receives the first of several slots, and their number.
    visit: *mut dyn FnMut(*const u64, usize),
}

/// The callbacks of a type, or of all types that are not registered.
pub(super) struct CModel {
    size_of: SizeCallback,
    trace: TraceCallback,
    data: *mut c_void,
}

// SAFETY: the host guarantees that its callbacks may be called with `data` on any thread.
unsafe impl Send for CModel {}
// SAFETY: the host guarantees that its callbacks may be called with `data` on several threads
// concurrently.
unsafe impl Sync for CModel {}

impl fmt::Debug for CModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CModel")
    }
}

impl CModel {
    pub(super) fn new(size_of: SizeCallback, trace: TraceCallback, data: *mut c_void) -> Self {
        Self { size_of, trace, data }
    }
}

// SAFETY: the host guarantees, by the rules of the callback types, that the callbacks report the
// size and the references of each object.
unsafe impl ObjectModel for CModel {
    /// Returns false for all types. The host guarantees that no object of a type exists when the
    /// type is registered.
    fn is_described(&self, _: TypeId) -> bool {
        false
    }

    unsafe fn size(&self, id: TypeId, object: *const u64) -> Option<usize> {
        // SAFETY: the host guarantees that the callback may be called with this data and an object
        // of this type.
        let size = run_restricted(Restriction::Tracing, || unsafe {
            (self.size_of)(self.data, id.get(), object.cast())
        });
        (size != 0).then_some(size)
    }

    unsafe fn reference_slots(&self, id: TypeId, object: *const u64, slots: &mut SlotVisitor<'_>) {
        let mut visit = |first, count| slots.slots(first, count);
        let visit: *mut (dyn FnMut(*const u64, usize) + '_) = &raw mut visit;
        // SAFETY: only the lifetime changes; the tracer is used until the callback returns.
        let visit = unsafe {
            core::mem::transmute::<
                *mut (dyn FnMut(*const u64, usize) + '_),
                *mut (dyn FnMut(*const u64, usize) + 'static),
            >(visit)
        };
        let mut tracer = spgc_slot_visitor { object: object.addr(), visit };
        // SAFETY: the host guarantees that the callback may be called with this data and an object
        // of this type.
        run_restricted(Restriction::Tracing, || unsafe {
            (self.trace)(self.data, id.get(), object.cast(), &raw mut tracer);
        });
    }
}

/// Reports `count` 8-byte slots of an object, from `first` on, that may hold references. A slot
/// that does not point into the heap is ignored: null, tagged numbers and addresses of other memory
/// are allowed.
///
/// To be called by a spgc_object_trace_callback, on the thread that runs it, with the tracer that
/// it received.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT if the words do not lie after the object's header.
///
/// # Safety
///
/// `tracer` is the argument of a spgc_object_trace_callback that is running on this thread. The
/// `count` words from `first` on belong to the object.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_visit_slots(
    tracer: *mut spgc_slot_visitor,
    first: *const u64,
    count: usize,
) -> spgc_status {
    guard(|| {
        require(tracer, "tracer")?;
        if count == 0 {
            return Ok(());
        }
        require(first, "first")?;
        // SAFETY: the caller guarantees that `tracer` is the tracer of a callback that is running
        // on this thread.
        let tracer = unsafe { &*tracer };
        let bytes = count.checked_mul(WORD).and_then(|bytes| first.addr().checked_add(bytes));
        if first.addr() < tracer.object + WORD || bytes.is_none() {
            return Err(Failure::argument(format!(
                "the object at {:#x} does not contain {count} words at {first:p}; report slots \
                 after the header and within the object",
                tracer.object
            )));
        }
        // SAFETY: the callback is still running, so the closure exists.
        unsafe { (*tracer.visit)(first, count) };
        Ok(())
    })
}
