//! What compiled code knows of its thread.

use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

use super::Attachment;
use crate::sync::AtomicU32;

/// The thread's context; compiled code finds it at the thread-local symbol `spgc_thread`, with the
/// layout of `%spgc.thread` in `gc/ir/statepoint_gc.ll`.
///
/// Fields are atomics because the collector changes them while their owner is stopped; the
/// safepoint protocol orders these accesses, so relaxed ones suffice. All zero means: not attached,
/// no buffer, disarmed.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct ThreadContext {
    /// Where the next object goes in the thread's allocation buffer.
    pub(crate) cursor: AtomicUsize,
    /// The buffer's end.
    pub(crate) limit: AtomicUsize,
    /// Not 0: take the slow path at the next poll. See [`crate::safepoint`].
    pub(crate) poll: AtomicU32,
    unused: u32,
    /// While managed code is in a slow path or has called native code: the address of its register
    /// file, else 0.
    pub(crate) exit: AtomicUsize,
    /// The thread's record in the heap, null while it is not attached.
    pub(crate) attachment: AtomicPtr<Attachment>,
    /// The innermost call from native into managed code that has not returned, null if there is
    /// none.
    pub(crate) activation: AtomicPtr<Activation>,
}

/// A call from native into managed code, on the stack of the thread that makes it.
///
/// Native frames between managed ones are never looked at: a walk that has come to the managed
/// function which native code called goes on where managed code called that native code.
#[derive(Debug)]
pub(crate) struct Activation {
    /// The register file of the managed code that called the native code that made this call, 0 if
    /// there is none.
    pub(crate) exit: usize,
    pub(crate) outer: *mut Activation,
}

impl ThreadContext {
    /// The register files of the thread's managed code, youngest first: where each of its runs of
    /// managed frames begins.
    ///
    /// # Safety
    ///
    /// The thread is stopped or native, and stays so as long as the iterator is used.
    pub(crate) unsafe fn exits(&self) -> impl Iterator<Item = usize> {
        let mut exit = self.exit.load(Relaxed);
        let mut activation = self.activation.load(Relaxed);
        core::iter::from_fn(move || {
            loop {
                let found = exit;
                // SAFETY: null, or on the stack of the thread, which does not return from the call
                // while it is stopped, or native outside the call.
                match unsafe { activation.as_ref() } {
                    Some(call) => (exit, activation) = (call.exit, call.outer),
                    None if found == 0 => return None,
                    None => exit = 0,
                }
                if found != 0 {
                    return Some(found);
                }
            }
        })
    }
}

// Compiled code has these numbers in it: changing one is changing the ABI. (loom's atomics are
// larger, and no compiled code runs in its models.)
#[cfg(not(loom))]
const _: () = {
    use memoffset::offset_of;
    assert!(offset_of!(ThreadContext, cursor) == 0);
    assert!(offset_of!(ThreadContext, limit) == 8);
    assert!(offset_of!(ThreadContext, poll) == 16);
    assert!(offset_of!(ThreadContext, exit) == 24);
    assert!(offset_of!(ThreadContext, attachment) == 32);
    assert!(offset_of!(ThreadContext, activation) == 40);
};

#[cfg(all(test, not(loom)))]
mod tests {
    use memoffset::offset_of;

    use super::*;

    #[test]
    fn the_prelude_declares_the_same_layout() {
        let prelude = include_str!("../../ir/statepoint_gc.ll");
        let fields = prelude
            .lines()
            .find_map(|line| line.strip_prefix("%spgc.thread = type { ")?.strip_suffix(" }"))
            .expect("the prelude defines %spgc.thread");
        let mut offset = 0;
        let offsets: Vec<usize> = fields
            .split(", ")
            .map(|field| {
                let size = match field {
                    "ptr addrspace(1)" | "ptr" | "i64" => 8,
                    "i32" => 4,
                    other => panic!("{other} is not a field this test knows"),
                };
                let at = offset;
                assert_eq!(at % size, 0, "{field} needs padding");
                offset += size;
                at
            })
            .collect();
        let ours = [
            offset_of!(ThreadContext, cursor),
            offset_of!(ThreadContext, limit),
            offset_of!(ThreadContext, poll),
            offset_of!(ThreadContext, unused),
            offset_of!(ThreadContext, exit),
            offset_of!(ThreadContext, attachment),
            offset_of!(ThreadContext, activation),
        ];
        assert_eq!(offsets, ours);
        assert_eq!(offset, size_of::<ThreadContext>());
    }
}
