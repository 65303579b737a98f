//! The backtrace of managed code whose stack has overflowed.
//!
//! A signal handler must not look up names: that allocates, and takes locks. But a thread that was
//! interrupted in managed code holds none of those locks, and the process ends afterwards. So the
//! handler writes a backtrace in this case only. It runs on a stack of its own, because alternate
//! signal stacks are small: one thread at a time, which acquires what the last one has released. A
//! handler of the host may let the process continue.

use core::ffi::c_void;
use core::fmt::Write as _;
use core::sync::atomic::{
    AtomicBool,
    Ordering::{Acquire, Release},
};
use std::io;
use std::sync::OnceLock;

use statepoint_scanner::os::SIGNAL_CONTEXT;
use statepoint_scanner::walk::{CodeLookup, JoinedMemory, LiveStack};

use super::attachment;
use crate::arch;
use crate::observe::{InterruptedStack, Names, append_frames};
use crate::os::{self, Reservation};
use crate::thread::{Stack, overflowed_stack};

/// Size in bytes of the stack on which the backtrace is made.
const STACK: usize = 1 << 20;

/// The stack on which the backtrace is made, which is never freed.
static EMERGENCY_STACK: OnceLock<Reservation> = OnceLock::new();
/// Whether a thread uses that stack.
static IN_USE: AtomicBool = AtomicBool::new(false);

/// Reserves the stack that [`trace_overflow`] needs.
///
/// # Errors
///
/// If there is no address space.
pub(crate) fn prepare_to_trace() -> io::Result<()> {
    if EMERGENCY_STACK.get().is_none() {
        let memory = Reservation::new(STACK)?;
        memory.commit(memory.range())?;
        _ = EMERGENCY_STACK.set(memory);
    }
    Ok(())
}

/// The overflow of a stack.
struct Overflow {
    stack: &'static Stack,
    /// The signal context.
    context: *mut c_void,
}

/// The fault handler: writes the backtrace of managed code whose stack has overflowed to standard
/// error.
pub(crate) fn trace_overflow(address: usize, context: *mut c_void) {
    let Some(stack) = overflowed_stack(address) else { return };
    let Some(memory) = EMERGENCY_STACK.get() else { return };
    if IN_USE.swap(true, Acquire) {
        return;
    }
    let mut overflow = Overflow { stack, context };
    // SAFETY: no other thread uses this stack. `write` gets what it expects.
    unsafe { arch::spgc_call_on_stack((&raw mut overflow).cast(), write, memory.range().end) };
    IN_USE.store(false, Release);
}

/// Writes the backtrace if the thread was interrupted in managed code.
///
/// # Safety
///
/// `overflow` points to an [`Overflow`] of the calling thread.
unsafe extern "C" fn write(overflow: *mut c_void) {
    // SAFETY: the caller guarantees it.
    let &Overflow { stack, context } = unsafe { &*overflow.cast::<Overflow>() };
    let Some(attachment) = attachment::current() else { return };
    // SAFETY: the record exists while the thread is attached.
    let heap = unsafe { &attachment.as_ref().heap };
    let code = heap.code.snapshot();
    // SAFETY: the kernel passed the context to the running handler.
    let Some(pc) = (unsafe { arch::interrupted_pc(context) }) else { return };
    if code.function_containing(pc as u64 + 1).is_none() {
        return;
    }
    let address = context.expose_provenance() as u64;
    let range = stack.range();
    // SAFETY: the frames of the interrupted thread, which is the calling one, do not change; and
    // the context exists while the handler runs.
    let memory = unsafe {
        JoinedMemory {
            stack: LiveStack::new(range.start as u64, range.end as u64),
            registers: LiveStack::new(address, address + SIGNAL_CONTEXT.size()),
        }
    };
    let stack = InterruptedStack { memory: &memory, context: address, is_cut: false };
    let mut frames = String::new();
    let depth = append_frames(&mut frames, &code, &stack, &mut Names::new());
    let mut text = String::new();
    let _ = writeln!(text, "statepoint-gc: the stack has {depth} frames, the youngest ones in:");
    os::write_error((text + &frames).as_bytes());
}
