//! Objects: the header word, the types that a host registers, and finding references in an object.
//!
//! An object is 8-aligned and begins with one header word. An array has its length, a `u64`, in
//! the second word and its elements from offset 16. A reference slot may hold any word: only one
//! that is 8-aligned and points into the heap is a reference. Null, tagged integers and static
//! objects are left alone; so is a pointer with a tag in its low bits, which must not be used.

mod header;
mod types;

pub(crate) use header::{Claim, Header, HeaderWord};
pub(crate) use types::{Extent, TypeTable, reference_slots};
pub use types::{MAX_OBJECT_SIZE, TypeError, TypeId, TypeLayout};

/// The size of the header word, and the alignment of objects.
pub(crate) const WORD: usize = 8;

/// Where an array's elements begin.
pub(crate) const ARRAY_HEADER: usize = 16;
