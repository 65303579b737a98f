//! The constants that compiled code contains: offsets in the thread's context, bits of the header,
//! limits of inlined allocation. Front ends that do not link the prelude in LLVM IR use these.

use memoffset::offset_of;

use crate::object::{self, TypeId, UNLOGGED};
use crate::safepoint::{ARMED, SafepointState};
use crate::space::LARGE;
use crate::thread::ThreadContext;

/// Offset in bytes of the TLAB's cursor, the address of the next object, in the thread's context.
pub const CURSOR_OFFSET: i32 = offset_of!(ThreadContext, cursor) as i32;
/// Offset in bytes of the TLAB's limit in the thread's context. Polls and allocations read it.
pub const LIMIT_OFFSET: i32 =
    (offset_of!(ThreadContext, safepoint) + offset_of!(SafepointState, limit)) as i32;
/// The value of the limit with which a poll calls `spgc_poll_slow`.
pub const ARMED_LIMIT: u64 = ARMED as u64;
/// Maximum size in bytes of an object that inlined code may allocate. Larger ones are allocated by
/// the slow paths only.
pub const MAX_INLINED_SIZE: u64 = LARGE as u64;
/// The unlogged bit, in the first byte of the header. If it is set in an object, a store of a
/// reference to the object calls `spgc_barrier_slow` first.
pub const UNLOGGED_BIT: u8 = UNLOGGED as u8;
/// Number of bits by which a type's ID is shifted in the header of a new object.
pub const TYPE_SHIFT: u32 = object::TYPE_SHIFT;
/// The ID of a type in a header, after the shift. The bits above are the collector's.
pub const TYPE_MASK: u64 = object::TYPE_MASK;

/// Returns the header with which compiled code allocates an object of this type.
pub const fn header(id: TypeId) -> u64 {
    (id.get() as u64) << TYPE_SHIFT
}

/// Returns the ID of the type of an object with this header, which managed code has loaded.
pub const fn type_id(header: u64) -> TypeId {
    TypeId::new((header >> TYPE_SHIFT & TYPE_MASK) as u32)
}

// The bit is in the first byte, which the barrier reads.
const _: () = assert!(UNLOGGED <= u8::MAX as u64);

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::object::Header;

    #[test]
    fn headers_are_those_that_managed_code_may_allocate() {
        for id in [0, 1, 77, TypeId::MAX.get()].map(TypeId::new) {
            let read = Header::from_managed(header(id)).expect("the header is valid");
            assert_eq!(read.type_id(), id);
            assert_eq!(type_id(header(id) | u64::from(u32::MAX) << 32 | 0xff), id);
        }
    }
}
