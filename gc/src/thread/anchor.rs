//! [`FrameAnchor`] and [`Activation`]: the transitions of a stack, from which its managed frames
//! are found.

use super::Exit;

/// The youngest transitions of a stack: the last exit from managed code, and the innermost call
/// into managed code. A walk needs only this and the stack's memory.
///
/// The anchor of the youngest segment of a running stack is in its thread's context
/// ([`ThreadContext::anchor`](super::ThreadContext::anchor)). The anchors of older segments are in
/// the [`Activation`]s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameAnchor {
    /// The last exit from managed code. Undefined while the stack runs managed code.
    pub(crate) exit: Exit,
    /// The innermost call from native into managed code that has not returned; null if there is
    /// none.
    pub(crate) activation: *const Activation,
}

/// A call from native into managed code. It is stored on the stack that the call runs on.
///
/// Walks never read the native frames between two segments. After the oldest frame of a segment, a
/// walk continues at the exit of the next older segment.
#[derive(Debug)]
pub(crate) struct Activation {
    /// The anchor of the next older managed frames: the exit by which managed code called the
    /// native code that made this call, if any, and the previous activation.
    pub(crate) outer: FrameAnchor,
    /// The stack pointer with which managed code was entered, before the call instruction.
    pub(crate) entry: usize,
}

impl FrameAnchor {
    /// Returns the anchor of a stack that runs managed code, which `activation` has entered.
    pub(crate) fn entered(activation: *const Activation) -> Self {
        Self { exit: Exit::NONE, activation }
    }
}
