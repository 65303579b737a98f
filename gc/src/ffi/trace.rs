//! Objects that the host describes by code of its own.

use core::ffi::c_void;
use core::fmt;

use super::restricted::{Restriction, calling};
use super::status::{Failure, guard, require, spgc_status};
use crate::object::{ObjectModel, Slots, TypeId, WORD};

/// Tells how many bytes an object has, its header included: a multiple of 8, at least 16. 0 means that there is no
/// object of this type, and ends the process with a message.
///
/// Is called on any thread, several at once, only while all threads that run managed code are stopped: it must read the
/// object itself only, after its header, and must not call functions of this library, wait, or throw. Functions that
/// access fields of such an object, or clone it, stop all threads to ask.
///
/// While the heap is verified it is also called for a word that only looks like the header of such an object: at least
/// 16 bytes from there on can be read, and hold anything. A fault then ends the process with a message.
///
/// data: what was registered with the callback.
/// type: the number of the object's type.
/// object: its address.
pub type spgc_size_callback = Option<
    unsafe extern "C-unwind" fn(data: *mut c_void, r#type: u32, object: *const c_void) -> usize,
>;

/// Tells where the references of an object are: calls spgc_trace_slots() for them, each once.
///
/// As for spgc_size_callback, and it may call spgc_trace_slots() and no other function of this library.
///
/// tracer: to be passed to spgc_trace_slots(), and worth nothing afterwards.
pub type spgc_trace_callback = Option<
    unsafe extern "C-unwind" fn(
        data: *mut c_void,
        r#type: u32,
        object: *const c_void,
        tracer: *mut spgc_tracer,
    ),
>;

/// A spgc_size_callback that is one.
type SizeOf = unsafe extern "C-unwind" fn(*mut c_void, u32, *const c_void) -> usize;

/// A spgc_trace_callback that is one.
type Trace = unsafe extern "C-unwind" fn(*mut c_void, u32, *const c_void, *mut spgc_tracer);

/// Takes the references of an object, as long as a spgc_trace_callback runs.
pub struct spgc_tracer {
    object: usize,
    take: *mut dyn FnMut(*const u64, usize),
}

/// The callbacks of a type, or of all types that are not registered.
pub(super) struct CModel {
    size_of: SizeOf,
    trace: Trace,
    data: *mut c_void,
}

// SAFETY: the host promises that its callbacks can run on any thread, with this.
unsafe impl Send for CModel {}
// SAFETY: as above.
unsafe impl Sync for CModel {}

impl fmt::Debug for CModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CModel")
    }
}

impl CModel {
    pub(super) fn new(size_of: SizeOf, trace: Trace, data: *mut c_void) -> Self {
        Self { size_of, trace, data }
    }
}

// SAFETY: the host promises it, in the header.
unsafe impl ObjectModel for CModel {
    /// The host promises, in the header, to register no type of which there are objects.
    fn is_described(&self, _: TypeId) -> bool {
        false
    }

    unsafe fn size(&self, id: TypeId, object: *const u64) -> Option<usize> {
        // SAFETY: the host's own function, with an object of this type.
        let size = calling(Restriction::Tracing, || unsafe {
            (self.size_of)(self.data, id.get(), object.cast())
        });
        (size != 0).then_some(size)
    }

    unsafe fn reference_slots(&self, id: TypeId, object: *const u64, slots: &mut Slots<'_>) {
        let mut take = |first, count| slots.slots(first, count);
        let take: *mut (dyn FnMut(*const u64, usize) + '_) = &raw mut take;
        // SAFETY: only the lifetime changes; the tracer is used until the callback returns.
        let take = unsafe {
            core::mem::transmute::<
                *mut (dyn FnMut(*const u64, usize) + '_),
                *mut (dyn FnMut(*const u64, usize) + 'static),
            >(take)
        };
        let mut tracer = spgc_tracer { object: object.addr(), take };
        // SAFETY: the host's own function, with an object of this type.
        calling(Restriction::Tracing, || unsafe {
            (self.trace)(self.data, id.get(), object.cast(), &raw mut tracer);
        });
    }
}

/// Names words of an object that may hold references: `count` of them, from `first` on. Only what points into the heap
/// is a reference; null, tagged numbers and addresses of other memory may be among them.
///
/// To be called by a spgc_trace_callback, on its thread, with the tracer that it was given.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT if the words do not lie behind the object's header.
///
/// # Safety
///
/// `tracer` is that of a spgc_trace_callback that runs, on this thread. The `count` words from
/// `first` on are those of the object.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_trace_slots(
    tracer: *mut spgc_tracer,
    first: *const u64,
    count: usize,
) -> spgc_status {
    guard(|| {
        require(tracer, "tracer")?;
        if count == 0 {
            return Ok(());
        }
        require(first, "first")?;
        // SAFETY: the caller promises that it is the tracer of a callback that runs, on this thread.
        let tracer = unsafe { &*tracer };
        let bytes = count.checked_mul(WORD).and_then(|bytes| first.addr().checked_add(bytes));
        if first.addr() < tracer.object + WORD || bytes.is_none() {
            return Err(Failure::argument(format!(
                "the object at {:#x} has no {count} words at {first:p}; references lie behind the header, within \
                 the object",
                tracer.object
            )));
        }
        // SAFETY: as above, so the closure is there.
        unsafe { (*tracer.take)(first, count) };
        Ok(())
    })
}
