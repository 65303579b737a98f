//! Objects: the header word, the types that a host registers, and locating the references in an
//! object.
//!
//! An object is 8-aligned, or 16-aligned if its type requires it, and begins with one header word.
//! An array has its length, a `u64`, in the second word and its elements from offset 16; types with
//! other fields before their elements specify the offset of the length. A reference slot may hold
//! any word: only a word that is 8-aligned and points into the heap is a reference. Null, tagged
//! integers and static objects are left alone; so is a pointer with a tag in its low bits, which
//! must not be used.

pub(crate) mod bad_reference;
mod descriptor;
mod entry;
mod header;
mod layout;
mod model;
#[cfg(all(test, loom))]
mod models;
mod scan;
mod table;
// Not with loom's atomics: zeroed memory is not a valid table of them.
#[cfg(all(test, not(loom)))]
mod tests;
pub(crate) mod words;

pub(crate) use descriptor::Special;
pub(crate) use header::{Claim, Header, HeaderWord, Inspection, MARK, UNLOGGED, next_marking};
pub use layout::{
    MAX_OBJECT_SIZE, ObjectAlignment, TracedModel, TypeDescription, TypeId, TypeLayout,
    TypeRegistrationError, WeakKind,
};
pub use model::{ObjectModel, SlotVisitor};
pub(crate) use scan::{
    ScanPart, ScanRest, is_reference_slot, reference_slots, reference_slots_within,
};
pub(crate) use table::{
    AllocationLayout, Candidate, Element, Elements, HostModel, SimpleLayout, TypeTable,
};

/// The size of the header word, and the minimum alignment of objects, in bytes.
pub(crate) const WORD: usize = 8;

/// Offset of an array's elements.
pub(crate) const ARRAY_HEADER: usize = 16;

/// The size of an object, its alignment and its references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Size in bytes.
    pub(crate) size: usize,
    /// Alignment of its address.
    pub(crate) alignment: ObjectAlignment,
    pub(crate) references: ScanPart,
}

/// # Safety
///
/// `address` is that of an aligned word in the heap that no thread writes meanwhile.
unsafe fn load(address: usize) -> u64 {
    // SAFETY: the caller promises it.
    unsafe { core::ptr::with_exposed_provenance::<u64>(address).read() }
}
