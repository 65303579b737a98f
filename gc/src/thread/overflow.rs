//! A fault handler that explains stack overflows of threads that run managed code.

use core::ops::Range;

use super::stack_pool::GUARD;
use super::{Stack, thread_context};
use crate::arch;
use crate::fatal::SignalMessage;
use crate::os;

/// Bytes below a stack in which a fault is an overflow of that stack.
const BELOW: usize = GUARD;

/// Describes an overflow of a stack with these bounds. `number` is that of the fiber, or of the
/// host's stack; 0 if it is the thread's own.
fn describe(
    message: &mut SignalMessage,
    number: u64,
    is_host: bool,
    stack: &Range<usize>,
    pc: Option<usize>,
    name: &[u8],
    id: u32,
) {
    message.text(b"statepoint-gc: stack overflow: ");
    if number == 0 {
        message.text(b"the stack");
    } else {
        let kind: &[u8] = if is_host { b"host stack " } else { b"fiber " };
        message.text(kind).number(number as usize, 10);
    }
    message.text(b" of ").thread(name, id);
    message.text(b") has used its ").number(stack.len(), 10).text(b" bytes, from ");
    message.address(stack.start).text(b" to ").address(stack.end);
    if let Some(pc) = pc {
        message.text(b"; pc ").address(pc);
    }
    message.text(match number == 0 || is_host {
        true => b".\n",
        false => b".\nFiberConfig::stack_size (in C, spgc_fiber_config) requests a larger stack.\n",
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
    describe(&mut message, stack.fiber_number(), stack.is_host(), &range, pc, &name, id);
    message.write();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_message_fits() {
        let mut message = SignalMessage::new();
        let stack = 0x7fff_ffff_0000..0x7fff_ffff_ffff;
        let name = b"a long thread name";
        describe(&mut message, u64::MAX, false, &stack, Some(usize::MAX), name, u32::MAX);
        let text = core::str::from_utf8(message.written()).unwrap();
        assert!(text.contains("fiber 18446744073709551615 of thread"), "{text}");
        assert!(text.ends_with('\n'), "{text}");
        let mut message = SignalMessage::new();
        describe(&mut message, 3, true, &stack, None, name, 1);
        let text = core::str::from_utf8(message.written()).unwrap();
        assert!(text.contains("host stack 3 of thread"), "{text}");
        assert!(!text.contains("FiberConfig"), "{text}");
    }
}
