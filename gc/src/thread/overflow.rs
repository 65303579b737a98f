//! A fault handler that explains stack overflows of threads that run managed code.

use core::ops::Range;

use super::stack_pool::GUARD;
use super::{Stack, thread_context};
use crate::arch;
use crate::fatal::SignalMessage;
use crate::os;

/// Bytes below a stack in which a fault is an overflow of that stack.
const BELOW: usize = GUARD;

/// Describes an overflow of a stack with these bounds, which is that of a fiber unless its number
/// is 0.
fn describe(
    message: &mut SignalMessage,
    fiber: u64,
    stack: &Range<usize>,
    pc: Option<usize>,
    name: &[u8],
    id: u32,
) {
    message.text(b"statepoint-gc: stack overflow: ");
    if fiber == 0 {
        message.text(b"the stack");
    } else {
        message.text(b"fiber ").number(fiber as usize, 10);
    }
    message.text(b" of ").thread(name, id);
    message.text(b") has used its ").number(stack.len(), 10).text(b" bytes, from ");
    message.address(stack.start).text(b" to ").address(stack.end);
    if let Some(pc) = pc {
        message.text(b"; pc ").address(pc);
    }
    message.text(match fiber {
        0 => b".\n",
        _ => b".\nFiberConfig::stack_size (in C, spgc_fiber_config) requests a larger stack.\n",
    });
}

/// Returns the stack that the calling thread runs if `address` is directly below it: a fault there
/// is an overflow. Async-signal-safe.
pub(crate) fn overflowed_stack(address: usize) -> Option<&'static Stack> {
    // SAFETY: the context is valid as long as the thread.
    let stack = unsafe { &*thread_context() }.running_stack()?;
    let range = stack.range();
    (range.start.saturating_sub(BELOW)..range.start).contains(&address).then_some(stack)
}

/// The fault handler: writes a message to standard error if a stack has overflowed.
/// Async-signal-safe.
pub(crate) fn explain_overflow(address: usize, context: *mut libc::c_void) {
    let Some(stack) = overflowed_stack(address) else { return };
    let range = stack.range();
    // SAFETY: `context` is the `ucontext_t` that the kernel passed to the running handler of this
    // fault.
    let pc = unsafe { arch::interrupted_pc(context) };
    let (name, id) = (os::current_thread_name(), os::current_thread_id());
    let mut message = SignalMessage::new();
    describe(&mut message, stack.fiber_number(), &range, pc, &name, id);
    message.write();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_message_fits() {
        let mut message = SignalMessage::new();
        let stack = 0x7fff_ffff_0000..0x7fff_ffff_ffff;
        describe(&mut message, u64::MAX, &stack, Some(usize::MAX), b"a long thread name", u32::MAX);
        let text = core::str::from_utf8(message.written()).unwrap();
        assert!(text.contains("fiber 18446744073709551615 of thread"), "{text}");
        assert!(text.ends_with('\n'), "{text}");
    }
}
