//! Lookup of objects and fields for the operations of native code, and their errors.

use super::managed::Managed;
use crate::fatal::AbortOnUnwind;
use crate::mutator::AnyHandle;
use crate::object::{Elements, HeaderWord, TypeId, TypeTable, WORD, is_reference_slot, words};

/// Error returned by operations on the fields of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// A handle belongs to another heap.
    #[error("the handle belongs to another heap")]
    ForeignHandle,
    /// A handle holds a number, or an address outside the heap.
    #[error("the handle holds {word:#x}, which is not the address of an object of the heap")]
    NotAnObject {
        /// The value that the handle holds.
        word: u64,
    },
    /// The offset is not that of a field: it is outside the object, or that of the header. Or it is
    /// that of an array's length, which cannot be changed.
    #[error("an object of {id:?} and {size} bytes has no field of 8 bytes at offset {offset}")]
    NoField {
        /// The object's type.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The object's size.
        size: usize,
    },
    /// The offset is not a multiple of 8.
    #[error("offset {offset} is not a multiple of 8")]
    Unaligned {
        /// The offset in question.
        offset: usize,
    },
    /// The field does not hold references: the collector would not keep an object alive that is
    /// stored there.
    #[error("objects of {id:?} have no reference at offset {offset}")]
    NotAReference {
        /// The object's type.
        id: TypeId,
        /// The offset in question.
        offset: usize,
    },
    /// The word is a reference, which only a handle can hold.
    #[error("objects of {id:?} have a reference at offset {offset}, and {word:#x} is one")]
    IsReference {
        /// The object's type.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The word that the field holds, or that was to be stored.
        word: u64,
    },
    /// The host's [`ObjectModel`](crate::ObjectModel) describes the object, and reports no
    /// reference there: the word may determine the object's size.
    #[error(
        "objects of {id:?} are described by the host's object model, which may derive their size \
         from the word at offset {offset}; managed code may store there, or \
         `Mutator::store_word_unchecked`"
    )]
    Described {
        /// The object's type.
        id: TypeId,
        /// The offset in question.
        offset: usize,
    },
    /// The object is not an array.
    #[error("{id:?} is not an array")]
    NotAnArray {
        /// The object's type.
        id: TypeId,
    },
    /// The array does not have all of these elements.
    #[error("an array of {length} elements does not have {count} from {index} on")]
    NoElements {
        /// The length of the array.
        length: u64,
        /// The first element in question.
        index: u64,
        /// The number of elements in question.
        count: u64,
    },
    /// The elements of the two arrays differ: neither are both references, nor have both the same
    /// type.
    #[error("the elements of arrays of {from:?} and {to:?} have different types")]
    DifferentArrays {
        /// The type of the array that was to be read.
        from: TypeId,
        /// The type of the array that was to be written.
        to: TypeId,
    },
}

impl<'a> Managed<'a> {
    /// Returns the object that a handle holds. It does not move until the next safepoint.
    pub(super) fn object<'h>(
        &self,
        held: impl Into<AnyHandle<'h>>,
    ) -> Result<Object<'a>, AccessError> {
        let (heap, held) = (self.heap(), held.into());
        if !held.belongs_to(heap) {
            return Err(AccessError::ForeignHandle);
        }
        let word = held.get(self.attachment());
        if !heap.spaces.is_reference(word) {
            return Err(AccessError::NotAnObject { word });
        }
        let address = word as usize;
        // SAFETY: an object, for a handle holds it.
        let id = unsafe { HeaderWord::at(address) }.read().type_id();
        if !heap.types.is_known(id) {
            return Err(AccessError::NotAnObject { word });
        }
        Ok(Object { types: &heap.types, address, id })
    }

    /// Returns the object that a handle holds, with its size. If the host's model describes the
    /// object, this is a safepoint, and all threads stay stopped until `self` is dropped.
    pub(super) fn sized_object(
        &mut self,
        held: AnyHandle<'_>,
    ) -> Result<SizedObject<'a>, AccessError> {
        let mut object = self.object(held)?;
        if object.types.is_described(object.id) {
            self.stop_others();
            object = self.object(held)?;
        }
        // The host's model may panic while all threads are stopped.
        let guard = AbortOnUnwind("the host's object model");
        // SAFETY: an object, for a handle holds it; all threads are stopped if the model is
        // consulted.
        let extent = unsafe {
            let header = HeaderWord::at(object.address).read();
            object.types.extent(header, object.address)
        };
        guard.done();
        let word = object.address as u64;
        let size = extent.ok_or(AccessError::NotAnObject { word })?.size;
        Ok(SizedObject { object, size })
    }
}

/// An object at its current address. Valid as long as the thread stays managed and does not reach a
/// safepoint.
pub(super) struct Object<'a> {
    types: &'a TypeTable,
    pub(super) address: usize,
    pub(super) id: TypeId,
}

impl Object<'_> {
    pub(super) fn elements(&self) -> Option<Elements> {
        self.types.elements(self.id)
    }

    pub(super) fn length(&self) -> Result<u64, AccessError> {
        let elements = self.elements().ok_or(AccessError::NotAnArray { id: self.id })?;
        // SAFETY: objects of the type have their length there.
        Ok(unsafe { words::load(self.address + elements.length_offset) })
    }
}

/// An object whose size is known. If the host's model describes it, all threads are stopped.
pub(super) struct SizedObject<'a> {
    pub(super) object: Object<'a>,
    size: usize,
}

impl SizedObject<'_> {
    /// Returns whether the host's model describes the object.
    pub(super) fn is_described(&self) -> bool {
        self.object.types.is_described(self.object.id)
    }

    /// Returns whether the field at `offset` is a reference slot. There is a field at `offset`.
    pub(super) fn has_reference_at(&self, offset: usize) -> bool {
        let Object { types, address, id } = self.object;
        let guard = AbortOnUnwind("the host's object model");
        // SAFETY: an object of this type, which does not move; all threads are stopped if the model
        // is consulted.
        let has = unsafe { is_reference_slot(types, id, address, address + offset) };
        guard.done();
        has
    }

    /// Returns the address of the field at an offset.
    pub(super) fn field(&self, offset: usize) -> Result<usize, AccessError> {
        if !offset.is_multiple_of(WORD) {
            return Err(AccessError::Unaligned { offset });
        }
        if !(WORD..=self.size - WORD).contains(&offset) {
            return Err(self.no_field(offset));
        }
        Ok(self.object.address + offset)
    }

    pub(super) fn reference(&self, offset: usize) -> Result<usize, AccessError> {
        let slot = self.field(offset)?;
        if self.has_reference_at(offset) {
            return Ok(slot);
        }
        Err(AccessError::NotAReference { id: self.object.id, offset })
    }

    pub(super) fn no_field(&self, offset: usize) -> AccessError {
        AccessError::NoField { id: self.object.id, offset, size: self.size }
    }
}
