//! Fatal errors for references that do not point to an object.

use crate::fatal;

/// Ends the process because a reference points into free memory.
#[cold]
pub(crate) fn stale(address: usize) -> ! {
    fatal::abort(format_args!(
        "a root or a field holds {address:#x}, in free memory of the heap: an object was \
         there until a collection moved it, or it was freed. The reference was not updated then, \
         or not seen: a root that no stack map record names, a field that its type does not \
         name, or one that was stored without the write barrier",
    ));
}

/// Ends the process because a reference points into the blocks of a large object, but not to its
/// start. Reads no memory there: the memory after the object may be inaccessible.
#[cold]
pub(crate) fn inside_large(address: usize) -> ! {
    fatal::abort(format_args!(
        "a reference points to {address:#x}, inside a large object or the gap after it, where no \
         object begins. The heap is corrupt, or a reference was missed by an earlier collection \
         (SPGC_ZEAL=alloc shows where)",
    ));
}

/// Ends the process because a reference points to a word that cannot be the header of an object.
#[cold]
pub(crate) fn no_object(address: usize, header: u64) -> ! {
    fatal::abort(format_args!(
        "a reference points to {address:#x}, where there is no object: the header there is \
         {header:#x}. The heap is corrupt, a type was not registered, or a reference was missed by \
         an earlier collection (SPGC_ZEAL=alloc shows where)",
    ));
}
