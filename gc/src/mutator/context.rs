//! What compiled code knows of its thread.

use core::sync::atomic::{AtomicPtr, AtomicUsize};

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
    /// While managed code is in a slow path: the address of its register file, else 0.
    pub(crate) exit: AtomicUsize,
    /// The thread's record in the heap, null while it is not attached.
    pub(crate) attachment: AtomicPtr<Attachment>,
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
        ];
        assert_eq!(offsets, ours);
        assert_eq!(offset, size_of::<ThreadContext>());
    }
}
