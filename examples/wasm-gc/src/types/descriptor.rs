//! Descriptors of defined types, by which compiled code tests and casts references.
//!
//! A descriptor has the kind of its type and its *display* (Cohen, TOPLAS 1991): the ids of its
//! supertypes, the most general first, and last its own. A type whose display has `n` ids is a
//! supertype of another exactly if it is the `n`-th id of the other's display. So a test takes the
//! same few loads for any number of types. Equivalent types have one id in all modules
//! ([`TypeRegistry`](super::TypeRegistry)), so ids of one module are found in displays of another.
//!
//! # Memory
//!
//! The table of the descriptors' addresses is indexed by type id. It reserves addresses for the
//! largest id and takes memory by pages, so it does not move when it grows; nor do descriptors. All
//! of them live as long as the table.
//!
//! # Publication
//!
//! An entry is written once, by the thread that registers the type and holds the registry's lock.
//! Compiled code reads entries without a lock, while other threads register more types. It only
//! reads the entry of an id that it has from an object or a function. That was created by code of a
//! module which was loaded after the type was registered, on a thread that has received the module,
//! which is a synchronisation of that thread with the one that loaded it; so the write happens
//! before the read. The write is a release operation, and the address of the read depends on the
//! id. So it also happens before on weakly ordered processors if a thread receives an object by an
//! ordinary load from another thread.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::value::TypeId;
use crate::mapping::Mapping;

/// Offset of the kind of a type: one of the constants of [`kind`].
pub const KIND: i32 = 0;
/// Offset of the number of ids in the display.
pub const LENGTH: i32 = 4;
/// Offset of the first id of the display; each has 4 bytes.
pub const DISPLAY: i32 = 8;
/// Displays have room for at least this number of ids, so an entry below it is read without a
/// comparison with the length.
pub const ROOM: usize = 8;
/// In the room after the last id: no type has this id.
const NO_TYPE: u32 = u32::MAX;

/// The kinds of types.
pub mod kind {
    /// A function, or an exception whose tag has this type.
    pub const FUNCTION: u32 = 0;
    /// A structure.
    pub const STRUCT: u32 = 1;
    /// An array.
    pub const ARRAY: u32 = 2;
}

/// All descriptors of an engine.
#[derive(Debug)]
pub struct DescriptorTable {
    /// The addresses of the descriptors.
    addresses: Mapping,
    descriptors: Vec<Box<[u32]>>,
}

impl DescriptorTable {
    /// The number of types for which there is room: as many as a heap can have.
    pub const MAX_TYPES: usize = statepoint_gc::TypeId::MAX.get() as usize;

    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// If the system has no address space.
    pub(super) fn new() -> io::Result<Self> {
        let addresses = Mapping::reserve(8 * Self::MAX_TYPES, true)?;
        Ok(Self { addresses, descriptors: Vec::new() })
    }

    /// Returns the address of the table, which never changes: that of the address of the descriptor
    /// of the type with the id 0. Those of the others follow.
    pub fn address(&self) -> u64 {
        self.addresses.base().as_ptr().expose_provenance() as u64
    }

    /// Adds the descriptor of the next type, which has the id `len()`.
    ///
    /// # Panics
    ///
    /// If there is no room, or the supertype has no descriptor.
    pub(super) fn push(&mut self, kind: u32, supertype: Option<TypeId>) {
        let id = self.descriptors.len();
        assert!(id < Self::MAX_TYPES, "{id} types are registered");
        let display = supertype.map_or(&[][..], |supertype| self.display(supertype));
        let mut descriptor = vec![kind, display.len() as u32 + 1];
        descriptor.extend(display);
        descriptor.push(id as u32);
        descriptor.resize(descriptor.len().max(DISPLAY as usize / 4 + ROOM), NO_TYPE);
        let descriptor = descriptor.into_boxed_slice();
        let address = descriptor.as_ptr().expose_provenance();
        self.descriptors.push(descriptor);
        // SAFETY: the table has room for this id, and its base is aligned to a page.
        let entry =
            unsafe { self.addresses.base().as_ptr().cast::<AtomicUsize>().add(id).as_ref() };
        entry.expect("the mapping is not at 0").store(address, Ordering::Release);
    }

    /// Returns the number of types.
    pub(super) fn len(&self) -> usize {
        self.descriptors.len()
    }

    /// Returns the supertypes of a type and the type itself, the most general first.
    ///
    /// # Panics
    ///
    /// If no such type is registered.
    pub fn display(&self, id: TypeId) -> &[u32] {
        let descriptor = &self.descriptors[id.0 as usize];
        let length = descriptor[LENGTH as usize / 4] as usize;
        &descriptor[DISPLAY as usize / 4..][..length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the words of a descriptor, as compiled code reads them.
    fn read(base: u64, id: usize, count: usize) -> Vec<u32> {
        let entry = std::ptr::with_exposed_provenance::<usize>(base as usize + 8 * id);
        // SAFETY: the table has an entry for the id, which has a descriptor of this many words.
        unsafe {
            let descriptor = std::ptr::with_exposed_provenance::<u32>(*entry);
            std::slice::from_raw_parts(descriptor, count).to_vec()
        }
    }

    #[test]
    fn displays_list_all_supertypes_and_never_move() {
        let mut table = DescriptorTable::new().expect("address space");
        let base = table.address();
        table.push(kind::FUNCTION, None);
        table.push(kind::STRUCT, None);
        let first = read(base, 1, 10);
        assert_eq!(first[..3], [kind::STRUCT, 1, 1]);
        assert!(first[3..].iter().all(|&id| id == NO_TYPE));
        for id in 1..100 {
            table.push(kind::STRUCT, Some(TypeId(id)));
        }
        for _ in 0..10_000 {
            table.push(kind::ARRAY, None);
        }
        assert_eq!((table.address(), table.len()), (base, 10_101));
        assert_eq!(read(base, 1, 10), first);
        let display: Vec<u32> = (1..=100).collect();
        assert_eq!(table.display(TypeId(100)), display);
        assert_eq!(read(base, 100, 102), [&[kind::STRUCT, 100], &display[..]].concat());
        assert_eq!(read(base, 10_100, 3), [kind::ARRAY, 1, 10_100]);
    }
}
