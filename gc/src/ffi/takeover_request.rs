//! Selection of the frames to take over.

use core::ffi::c_void;
use core::ptr;

use super::handshake::{spgc_stopped_thread, with_stopped};
use super::restricted::{Restriction, run_restricted};
use super::status::{Failure, guard, spgc_status};
use super::tagged::Tagged;
use super::takeover::spgc_takeover;
use super::thread;
use crate::deopt::{Activation, Takeover};

/// A managed frame: an activation of managed code that has not returned.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_activation {
    /// sizeof(spgc_activation) as the library knows it.
    pub size: usize,
    /// Return address of the call that the frame is in. spgc_code_describe() of the address before
    /// it names the function.
    pub pc: *const c_void,
    /// Start address of the frame's function; null if unknown.
    pub function: *const c_void,
    /// ID of the record of the call that the frame is in ("statepoint-id"); 0 if there is none.
    pub record: u64,
    /// Number of younger managed frames on the thread's stack.
    pub depth: usize,
}

impl From<&Activation> for spgc_activation {
    fn from(activation: &Activation) -> Self {
        Self {
            size: size_of::<Self>(),
            pc: code(activation.frame.pc),
            function: activation.function.map_or(ptr::null(), code),
            record: activation.record.unwrap_or(0),
            depth: activation.depth,
        }
    }
}

/// Converts a code address to a C pointer.
pub(super) fn code(address: u64) -> *const c_void {
    ptr::without_provenance(address as usize)
}

/// Selects frames for takeover. The callback is called for each managed frame of a thread, the
/// youngest first, and returns whether the frame is to be taken over.
///
/// It runs during a stack walk: it must not call functions of this library, wait, nor throw.
///
/// data: the pointer that was passed along with the callback.
/// frame: the frame. Valid until the callback returns.
pub type spgc_select_activation_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, frame: *const spgc_activation) -> bool>;

/// Returns the predicate that selects frames: C's callback, or the youngest frame without one.
fn selection_predicate(
    select: spgc_select_activation_callback,
    data: *mut c_void,
) -> impl FnMut(&Activation) -> bool {
    move |activation| match select {
        Some(select) => {
            let frame = spgc_activation::from(activation);
            // SAFETY: the host guarantees that the callback may be called with this data.
            run_restricted(Restriction::Selecting, || unsafe { select(data, &raw const frame) })
        }
        None => activation.depth == 0,
    }
}

/// Stores the number of frames to take over in `count`, unless it is null.
///
/// # Safety
///
/// `count` is null or valid for writes.
unsafe fn write_count(count: *mut usize, frames: usize) -> Result<(), Failure> {
    if !count.is_null() {
        // SAFETY: the caller guarantees that `count` is valid for writes.
        unsafe { count.write(frames) };
    }
    Ok(())
}

/// Requests the takeover of frames of the calling thread. Each frame is taken over when the call
/// that it is in returns. The function is meant for native functions that managed code has called:
/// a failed guard takes over the youngest frame; the invalidation of a function takes over all
/// frames of this function. For a frame whose takeover was requested before, the first request
/// remains in effect.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// select: selects the frames, or null for the youngest frame.
/// data: passed to `select`.
/// count: where to store the number of frames to take over whose takeover was not requested before,
/// or null.
///
/// The types that the continuation states for values and for the results of calls, and the values
/// that it returns, must be correct. The functions of the frames must follow the C calling
/// convention, or LLVM's fastcc without guaranteed tail calls, and return nothing, or a value in
/// one or two registers. An exception that reaches such a frame ends the process.
///
/// Errors, on which no frame is taken over: SPGC_ERROR_FRAME if one of the frames cannot be taken
/// over, or there is none; SPGC_ERROR_CODE if the stack cannot be walked; SPGC_ERROR_NULL;
/// SPGC_ERROR_REFERENCE if `takeover` is not a takeover, or belongs to another heap; those of all
/// functions of attached threads.
///
/// # Safety
///
/// `takeover` is null or a takeover that spgc_takeover_free() has not released. `select` may be
/// called with `data`, by the rules of its type. `count` is null or valid for writes. The
/// continuation can resume each frame that is selected.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_take_over(
    takeover: *const spgc_takeover,
    select: spgc_select_activation_callback,
    data: *mut c_void,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `takeover` is null or has not been released, that
        // `count` is null or valid for writes, and that the continuation can resume each selected
        // frame.
        unsafe {
            let takeover = Tagged::<Takeover>::get(takeover.cast())?;
            write_count(count, mutator.take_over(takeover, selection_predicate(select, data))?)
        }
    })
}

/// As spgc_take_over(), for a stopped thread.
///
/// To be called by a spgc_handshake_callback, on the thread that runs it, with the `thread` that it
/// received.
///
/// Errors: those of spgc_take_over(); of the errors of all functions of attached threads, only
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thread` is the argument of a spgc_handshake_callback that is running. `takeover` is null or a
/// takeover that spgc_takeover_free() has not released. `select` may be called with `data`, by the
/// rules of its type. `count` is null or valid for writes. The continuation can resume each
/// frame that is selected.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_stopped_thread_take_over(
    thread: *const spgc_stopped_thread,
    takeover: *const spgc_takeover,
    select: spgc_select_activation_callback,
    data: *mut c_void,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        with_stopped(thread, |stopped| {
            // SAFETY: the caller guarantees that `takeover` is null or has not been released, that
            // `count` is null or valid for writes, and that the continuation can resume each
            // selected frame.
            unsafe {
                let takeover = Tagged::<Takeover>::get(takeover.cast())?;
                write_count(count, stopped.take_over(takeover, selection_predicate(select, data))?)
            }
        })
    })
}
