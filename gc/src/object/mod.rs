//! Objects: the header word, the types that a host registers, and locating the references in an
//! object.
//!
//! An object is 8-aligned, or 16-aligned if its type requires it, and begins with one header word.
//! An array has its length, a `u64`, in the second word and its elements from offset 16. Types with
//! other fields before their elements specify the offset of the length.
//!
//! A reference slot may hold any word. Only a word that is 8-aligned and points into the heap is a
//! reference. The collector ignores null, tagged integers and addresses of static objects. It also
//! ignores pointers with a tag in their low bits, so a host must not store such pointers.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(crate) mod bad_reference;
mod descriptor;
mod entry;
mod header;
mod layout;
mod model;
#[cfg(all(test, loom))]
mod models;
mod names;
mod scan;
mod table;
// Not built with loom: zeroed memory is not a valid table of loom's atomics.
#[cfg(all(test, not(loom)))]
mod tests;
pub(crate) mod words;

pub(crate) use descriptor::Special;
pub(crate) use header::{
    Claim, Header, HeaderWord, Inspection, MARK, RETAINED_OLD, TYPE_MASK, TYPE_SHIFT, UNLOGGED,
    next_marking,
};
pub use layout::{
    MAX_OBJECT_SIZE, ObjectAlignment, TracedModel, TypeDescription, TypeId, TypeLayout,
    TypeRegistrationError, WeakKind,
};
pub use model::{ObjectModel, SlotVisitor};
pub(crate) use names::NameTable;
pub(crate) use scan::{
    ScanPart, ScanRest, is_reference_slot, reference_slots, reference_slots_within,
};
pub(crate) use table::{
    AllocationLayout, Candidate, Element, Elements, HostModel, SimpleLayout, TypeTable,
};

/// The size of the header word, and the minimum alignment of objects, in bytes.
pub(crate) const WORD: usize = 8;

/// Offset in bytes of an array's first element.
pub(crate) const ARRAY_HEADER: usize = 16;

/// The size of an object, its alignment and its references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Size in bytes.
    pub(crate) size: usize,
    /// Alignment of its address.
    pub(crate) alignment: ObjectAlignment,
    /// The part of the object that may contain references.
    pub(crate) references: ScanPart,
}

/// Loads the header or the length of an object. Other threads may change other fields of the header
/// concurrently.
///
/// # Safety
///
/// `address` is the address of an aligned, readable word of the heap. Other threads access the word
/// only atomically.
#[inline]
unsafe fn load(address: usize) -> u64 {
    let word = core::ptr::with_exposed_provenance::<AtomicU64>(address);
    // SAFETY: the caller guarantees that `address` is a valid, aligned word, accessed atomically.
    unsafe { &*word }.load(Relaxed)
}
