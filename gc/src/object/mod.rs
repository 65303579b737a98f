//! Objects: the header word, the types that a host registers, and finding references in an object.
//!
//! An object is 8-aligned, or 16-aligned if its type says so, and begins with one header word. An array has its
//! length, a `u64`, in the second word and its elements from offset 16; types with other fields before their
//! elements have the length where they say. A reference slot may hold any word: only one
//! that is 8-aligned and points into the heap is a reference. Null, tagged integers and static
//! objects are left alone; so is a pointer with a tag in its low bits, which must not be used.

mod descriptor;
mod entry;
mod header;
mod layout;
mod model;
#[cfg(all(test, loom))]
mod models;
mod scan;
mod table;
// Not with loom's atomics, for which zeroed memory is no table.
#[cfg(all(test, not(loom)))]
mod tests;
pub(crate) mod words;

pub(crate) use descriptor::Special;
pub(crate) use header::{Claim, Glance, Header, HeaderWord, MARK, UNLOGGED};
pub use layout::{
    Alignment, MAX_OBJECT_SIZE, Tracer, TypeDescription, TypeError, TypeId, TypeLayout, WeakKind,
};
pub use model::{ObjectModel, Slots};
pub(crate) use scan::{Left, Rest, is_reference_slot, reference_slots, reference_slots_within};
pub(crate) use table::{Candidate, Element, Elements, HostModel, Recipe, Simple, TypeTable};

/// The size of the header word, and the alignment of objects.
pub(crate) const WORD: usize = 8;

/// Where an array's elements begin.
pub(crate) const ARRAY_HEADER: usize = 16;

/// How large an object is, and what there is to be found in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Bytes.
    pub(crate) size: usize,
    /// What its address is a multiple of.
    pub(crate) alignment: Alignment,
    pub(crate) references: Left,
}

/// # Safety
///
/// `address` is that of an aligned word in the heap that nobody writes meanwhile.
unsafe fn load(address: usize) -> u64 {
    // SAFETY: the caller promises it.
    unsafe { core::ptr::with_exposed_provenance::<u64>(address).read() }
}
