//! What native code's operations find of an object, and why they refuse.

use super::managed::Managed;
use crate::fatal::AbortOnUnwind;
use crate::mutator::Held;
use crate::object::{Elements, HeaderWord, TypeId, TypeTable, WORD, is_reference_slot, words};

/// Error returned by operations on the fields of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// A handle belongs to another heap.
    #[error("the handle is one of another heap")]
    ForeignHandle,
    /// A handle holds a number, or a pointer out of the heap.
    #[error("the handle holds {word:#x}, which is not the address of an object of the heap")]
    NotAnObject {
        /// What it holds.
        word: u64,
    },
    /// The field is not in the object, or it is the header, or the length of an array is to be changed.
    #[error("an object of {id:?} and {size} bytes has no field of 8 bytes at offset {offset}")]
    NoField {
        /// The object's type.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The object's size.
        size: usize,
    },
    /// Fields are 8-aligned.
    #[error("offset {offset} is not a multiple of 8")]
    Unaligned {
        /// The offset in question.
        offset: usize,
    },
    /// The field does not hold references: the collector would not keep alive what is stored there.
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
        /// What is there, or was to be stored.
        word: u64,
    },
    /// The host's [`ObjectModel`](crate::ObjectModel) describes the object, and names no reference there: the word may
    /// tell the object's size.
    #[error(
        "objects of {id:?} are described by the host's object model, which may tell their size by the word at offset \
         {offset}; managed code may store there, or `Mutator::store_word_unchecked`"
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
    /// An array does not have these elements.
    #[error("an array of {length} elements does not have {count} from {index} on")]
    NoElements {
        /// Of the array.
        length: u64,
        /// The first element in question.
        index: u64,
        /// How many.
        count: u64,
    },
    /// The elements of two arrays are not alike: they are not both references, and not of one type.
    #[error("the elements of arrays of {from:?} and {to:?} are not alike")]
    DifferentArrays {
        /// The type of the array that was to be read.
        from: TypeId,
        /// The type of the array that was to be written.
        to: TypeId,
    },
}

impl<'a> Managed<'a> {
    /// Returns the object that a handle holds. It does not move until the next safepoint.
    pub(super) fn object<'h>(&self, held: impl Into<Held<'h>>) -> Result<Object<'a>, AccessError> {
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

    /// Returns the object that a handle holds, with its size. A safepoint if the host's model describes the object: all
    /// threads are stopped then until `self` is dropped.
    pub(super) fn sized_object(&mut self, held: Held<'_>) -> Result<SizedObject<'a>, AccessError> {
        let mut object = self.object(held)?;
        if object.types.is_described(object.id) {
            self.stop_others();
            object = self.object(held)?;
        }
        // The host's model may panic, while all threads are stopped.
        let guard = AbortOnUnwind("the host's object model");
        // SAFETY: an object, for a handle holds it; all threads are stopped if the model is asked.
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

/// An object, as long as the thread stays managed and does not come to a safepoint.
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
    /// Whether the host's model describes the object.
    pub(super) fn is_described(&self) -> bool {
        self.object.types.is_described(self.object.id)
    }

    /// Whether the field at an offset, which is one, holds references.
    pub(super) fn has_reference_at(&self, offset: usize) -> bool {
        let Object { types, address, id } = self.object;
        let guard = AbortOnUnwind("the host's object model");
        // SAFETY: an object of this type, which does not move; all threads are stopped if the model is asked.
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
