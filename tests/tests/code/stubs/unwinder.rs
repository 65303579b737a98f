//! Unwinding by the C compiler's unwinder from the handler of a signal, as profilers do it.

use core::ffi::{c_int, c_void};

use statepoint_scanner::arch::{CallingConvention as _, Host};

use super::driver::Magic;

/// `_URC_NO_REASON`.
const NO_REASON: c_int = 0;
/// `_URC_END_OF_STACK`.
const END_OF_STACK: c_int = 5;

unsafe extern "C" {
    fn _Unwind_Backtrace(
        visit: extern "C" fn(*mut c_void, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetIPInfo(context: *mut c_void, before: *mut c_int) -> usize;
    fn _Unwind_GetCFA(context: *mut c_void) -> usize;
    fn _Unwind_GetGR(context: *mut c_void, register: c_int) -> usize;
    fn _Unwind_FindEnclosingFunction(pc: *mut c_void) -> *mut c_void;
}

/// A frame as the unwinder has found it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    /// The program counter: a return address except for the youngest frame.
    pub(super) pc: u64,
    /// The stack pointer.
    pub(super) sp: u64,
    /// The callee-saved registers.
    pub(super) registers: Magic,
}

/// Returns the frames from the one that the signal has interrupted, youngest first.
///
/// # Errors
///
/// If the unwinder does not come to the end of the stack, or finds no signal frame.
pub(super) fn interrupted_frames() -> Result<Vec<Frame>, String> {
    extern "C" fn visit(context: *mut c_void, frames: *mut c_void) -> c_int {
        // SAFETY: `_Unwind_Backtrace` passes the vector on, which nothing else accesses.
        let frames = unsafe { &mut *frames.cast::<Vec<Frame>>() };
        let mut is_interrupted = 0;
        // SAFETY: the context is the unwinder's.
        let pc = unsafe { _Unwind_GetIPInfo(context, &mut is_interrupted) } as u64;
        // The first frames are those of the handler. The last has no program counter if the stack
        // ends at a frame without a return address.
        if frames.is_empty() && is_interrupted == 0 || pc == 0 {
            return NO_REASON;
        }
        let mut registers = Magic::default();
        for (word, register) in registers.as_mut().iter_mut().zip(Host::CALLEE_SAVED) {
            // SAFETY: the context is the unwinder's, which knows all registers: the signal frame
            // has them.
            *word = unsafe { _Unwind_GetGR(context, c_int::from(register.dwarf())) } as u64;
        }
        // SAFETY: as above.
        let sp = unsafe { _Unwind_GetCFA(context) } as u64;
        frames.push(Frame { pc, sp, registers });
        NO_REASON
    }
    let mut frames: Vec<Frame> = Vec::new();
    // SAFETY: `visit` accepts a pointer to the vector.
    let end = unsafe { _Unwind_Backtrace(visit, (&raw mut frames).cast()) };
    if end != END_OF_STACK {
        return Err(format!("the unwinder stops with {end} after {frames:x?}"));
    }
    if frames.is_empty() { Err("there is no signal frame".into()) } else { Ok(frames) }
}

/// Returns the start of the function whose rules the unwinder applies at a return address, or 0.
pub(super) fn enclosing_function(return_address: u64) -> u64 {
    let pc = core::ptr::with_exposed_provenance_mut(return_address as usize);
    // SAFETY: the function only searches tables.
    unsafe { _Unwind_FindEnclosingFunction(pc) }.expose_provenance() as u64
}
