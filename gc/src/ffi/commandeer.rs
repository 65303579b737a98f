//! Which frames are to be taken over.

use core::ffi::c_void;
use core::ptr;

use super::handshake::{spgc_stopped_thread, with_stopped};
use super::restricted::{Restriction, calling};
use super::status::{Failure, guard, spgc_status};
use super::tagged::Tagged;
use super::takeover::spgc_takeover;
use super::thread;
use crate::deopt::{Activation, Takeover};

/// A frame of managed code: a call that has not returned.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_frame {
    /// sizeof(spgc_frame) as the library knows it.
    pub size: usize,
    /// The return address of the call that it is in. spgc_describe_code() of the address before it tells the function.
    pub pc: *const c_void,
    /// Where its function begins; null if that is not known.
    pub function: *const c_void,
    /// The ID of the record of the call that it is in, as "statepoint-id" has it; 0 if there is none.
    pub record: u64,
    /// How many managed frames of its thread are younger.
    pub depth: usize,
}

impl From<&Activation> for spgc_frame {
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

/// An address of code, as C has it.
pub(super) fn code(address: u64) -> *const c_void {
    ptr::without_provenance(address as usize)
}

/// Chooses frames that are to be taken over: is asked for each managed frame of a thread, the youngest first, and
/// returns whether it is to be.
///
/// It runs in the middle of a walk: it must not call functions of this library, wait, nor throw.
///
/// data: what was passed along with the callback.
/// frame: gone when the callback returns.
pub type spgc_select_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, frame: *const spgc_frame) -> bool>;

/// What is asked of each frame.
fn selection(select: spgc_select_callback, data: *mut c_void) -> impl FnMut(&Activation) -> bool {
    move |activation| match select {
        Some(select) => {
            let frame = spgc_frame::from(activation);
            // SAFETY: the host's own function and data.
            calling(Restriction::Choosing, || unsafe { select(data, &raw const frame) })
        }
        None => activation.depth == 0,
    }
}

/// Stores how many frames are to be taken over.
///
/// # Safety
///
/// `count` is null or a variable.
unsafe fn put(count: *mut usize, found: usize) -> Result<(), Failure> {
    if !count.is_null() {
        // SAFETY: the caller promises it.
        unsafe { count.write(found) };
    }
    Ok(())
}

/// Has frames of the calling thread taken over: each when the call returns that it is in. For a native function that
/// managed code has called: a guard that failed leaves the youngest frame, what invalidates a function all of its
/// frames. Those that are to be taken over already stay with whom they were left to first.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.
///
/// select: which frames, or null for the youngest.
/// data: passed to it.
/// count: where to store how many are to be taken over that were not before, or null.
///
/// The kinds that the continuation says of values, what it says of the calls' results, and what it returns must be right;
/// so must be the functions of the frames, which follow the C calling convention, or LLVM's fastcc without guaranteed tail
/// calls, and return nothing, or in one or two registers. An exception that comes to such a frame ends the process.
///
/// Errors, then none is taken over: SPGC_ERROR_FRAME if one of them cannot be, or there is none; SPGC_ERROR_CODE if
/// the stack cannot be walked; SPGC_ERROR_NULL; SPGC_ERROR_REFERENCE if `takeover` is none, or of another heap; those
/// of all functions of attached threads.
///
/// # Safety
///
/// `takeover` is null or a takeover that spgc_takeover_free() has not released. `select` may be
/// called with `data`, by the rules of its type. `count` is null or points to a variable. The
/// continuation can go on for each frame that is selected.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_commandeer(
    takeover: *const spgc_takeover,
    select: spgc_select_callback,
    data: *mut c_void,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller promises a takeover, a variable, and what the header says of the continuation.
        unsafe {
            let takeover = Tagged::<Takeover>::get(takeover.cast())?;
            put(count, mutator.commandeer(takeover, selection(select, data))?)
        }
    })
}

/// As spgc_commandeer(), of a stopped thread.
///
/// To be called by a spgc_stopped_callback, on its thread, with what that was given.
///
/// Errors: those of spgc_commandeer(), of which SPGC_ERROR_CALLBACK is the only one of attached threads.
///
/// # Safety
///
/// `thread` is what a spgc_stopped_callback was given. `takeover` is null or a takeover that
/// spgc_takeover_free() has not released. `select` may be called with `data`, by the rules of its
/// type. `count` is null or points to a variable. The continuation can go on for each frame that is
/// selected.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_stopped_commandeer(
    thread: *const spgc_stopped_thread,
    takeover: *const spgc_takeover,
    select: spgc_select_callback,
    data: *mut c_void,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        with_stopped(thread, |at| {
            // SAFETY: as above.
            unsafe {
                let takeover = Tagged::<Takeover>::get(takeover.cast())?;
                put(count, at.commandeer(takeover, selection(select, data))?)
            }
        })
    })
}
