//! [`StackLimit`], the word of a stack by which compiled code checks how much of it is left.
//!
//! A front end whose language reports a stack overflow as an exception checks the stack in the
//! functions that recurse (`spgc_stack_is_low` in `gc/ir/statepoint_gc.ll`): a signal handler
//! cannot throw at an arbitrary instruction. The check loads the stack that its thread runs from
//! the context, and the limit from the stack. So a switch between stacks has nothing to do for it.
//!
//! The limit never changes, so the loads need no order. A thread's own stack may grow further if
//! the process raises `RLIMIT_STACK` after the thread was attached; then the check reports the end
//! too early.

use core::ops::Range;

/// Bytes of stack that a collection needs, on a thread's own stack and on those of the host: one of
/// a build without optimisation uses about 20 KiB, with log and verifier.
pub(crate) const COLLECTION_STACK: usize = 24 << 10;

/// Bytes that the stubs and slow paths use on the stack of a fiber. The rest of a collection runs
/// on another stack.
const SLOW_PATH_STACK: usize = 4 << 10;

/// The lowest address that frames of managed code, and of the native code that it calls, may use.
/// Below it is the memory that the library needs.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct StackLimit(usize);

impl StackLimit {
    /// Returns the limit of a stack on which collections run.
    pub(super) fn with_collections(stack: &Range<usize>) -> Self {
        Self::above(stack, COLLECTION_STACK)
    }

    /// Returns the limit of a fiber's stack.
    pub(super) fn of_fiber(stack: &Range<usize>) -> Self {
        Self::above(stack, SLOW_PATH_STACK)
    }

    fn above(stack: &Range<usize>, bytes: usize) -> Self {
        Self(stack.start.saturating_add(bytes).min(stack.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_in_their_stacks() {
        let stack = 0x10000..0x20000;
        assert_eq!(StackLimit::with_collections(&stack).0, 0x16000);
        assert_eq!(StackLimit::of_fiber(&stack).0, 0x11000);
        let small = 0x10000..0x10800;
        assert_eq!(StackLimit::with_collections(&small).0, small.end);
        assert_eq!(StackLimit::of_fiber(&small).0, small.end);
    }
}
