//! Lookup of objects and fields for the operations of native code, and [`AccessError`].

use super::managed::Managed;
use crate::fatal::AbortOnUnwind;
use crate::mutator::AnyHandle;
use crate::object::{Elements, HeaderWord, TypeId, TypeTable, WORD, is_reference_slot, words};
use crate::runtime::MemoryRequest;

/// Error returned by operations on the fields of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// A handle belongs to another heap.
    #[error("the handle belongs to another heap")]
    ForeignHandle,
    /// The value of a handle is not the address of an object: it is an integer, or an address
    /// outside the heap.
    #[error("the handle holds {word:#x}, which is not the address of an object of the heap")]
    NotAnObject {
        /// The value that the handle holds.
        word: u64,
    },
    /// No field that can be accessed is at the offset: the offset is outside the object or in its
    /// header, or the operation would change the length of an array.
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
    /// The field is not a reference slot, so an object that was stored there would not be retained.
    #[error("objects of {id:?} have no reference at offset {offset}")]
    NotAReference {
        /// The object's type.
        id: TypeId,
        /// The offset in question.
        offset: usize,
    },
    /// The word is a reference. Native code holds references only in handles.
    #[error("objects of {id:?} have a reference at offset {offset}, and {word:#x} is one")]
    IsReference {
        /// The object's type.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The word that the field holds, or that was to be stored.
        word: u64,
    },
    /// There is no memory for a clone, and allocations [may
    /// fail](crate::HeapBuilder::fallible_allocation).
    #[error("the heap is out of memory; the request was for {request}")]
    OutOfMemory {
        /// The request that cannot be granted.
        request: MemoryRequest,
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
    /// The range of elements is not within the array.
    #[error("an array of {length} elements does not have {count} from {index} on")]
    NoElements {
        /// The length of the array.
        length: u64,
        /// The first element in question.
        index: u64,
        /// The number of elements in question.
        count: u64,
    },
    /// The arrays have different element types: they are not both arrays of references, and their
    /// types differ.
    #[error("the elements of arrays of {from:?} and {to:?} have different types")]
    DifferentArrays {
        /// The type of the array that was to be read.
        from: TypeId,
        /// The type of the array that was to be written.
        to: TypeId,
    },
}

impl<'a> Managed<'a> {
    /// Returns the object that a handle refers to. The object does not move until the next
    /// safepoint.
    pub(super) fn object(&self, held: AnyHandle<'_>) -> Result<Object<'a>, AccessError> {
        let heap = self.heap();
        if !held.belongs_to(heap) {
            return Err(AccessError::ForeignHandle);
        }
        let word = held.get(self.attachment());
        if !heap.spaces.is_reference(word) {
            return Err(AccessError::NotAnObject { word });
        }
        let address = word as usize;
        // SAFETY: a reference in a handle is the address of an object.
        let id = unsafe { HeaderWord::at(address) }.read().type_id();
        if !heap.types.is_known(id) {
            return Err(AccessError::NotAnObject { word });
        }
        Ok(Object { types: &heap.types, address, id })
    }

    /// Returns the object that a handle refers to, with its size. If the host's model describes the
    /// object, this is a safepoint, and all other threads stay stopped until `self` is dropped.
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
        // SAFETY: a reference in a handle is the address of an object. All other threads are
        // stopped if the model is called.
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
    /// Address of the header.
    pub(super) address: usize,
    /// The object's type.
    pub(super) id: TypeId,
}

impl Object<'_> {
    /// Returns the element layout, if the object is an array.
    pub(super) fn elements(&self) -> Option<Elements> {
        self.types.elements(self.id)
    }

    /// Returns the number of elements of an array.
    pub(super) fn length(&self) -> Result<u64, AccessError> {
        let elements = self.elements().ok_or(AccessError::NotAnArray { id: self.id })?;
        // SAFETY: objects of the type have their length at `length_offset`.
        Ok(unsafe { words::load(self.address + elements.length_offset) })
    }
}

/// An object whose size is known. If the host's model describes the object, all other threads are
/// stopped.
pub(super) struct SizedObject<'a> {
    pub(super) object: Object<'a>,
    /// Size in bytes, header included.
    size: usize,
}

impl SizedObject<'_> {
    /// Returns whether the host's model describes the object.
    pub(super) fn is_described(&self) -> bool {
        self.object.types.is_described(self.object.id)
    }

    /// Returns whether the field at `offset` is a reference slot. The caller has checked that there
    /// is a field.
    pub(super) fn has_reference_at(&self, offset: usize) -> bool {
        let Object { types, address, id } = self.object;
        let guard = AbortOnUnwind("the host's object model");
        // SAFETY: an object of this type is at `address` and does not move. All other threads are
        // stopped if the model is called.
        let is_slot = unsafe { is_reference_slot(types, id, address, address + offset) };
        guard.done();
        is_slot
    }

    /// Returns the address of the field at `offset`.
    pub(super) fn field_address(&self, offset: usize) -> Result<usize, AccessError> {
        if !offset.is_multiple_of(WORD) {
            return Err(AccessError::Unaligned { offset });
        }
        if !(WORD..=self.size - WORD).contains(&offset) {
            return Err(self.no_field_error(offset));
        }
        Ok(self.object.address + offset)
    }

    /// Returns the address of the reference slot at `offset`.
    pub(super) fn slot_address(&self, offset: usize) -> Result<usize, AccessError> {
        let slot = self.field_address(offset)?;
        if self.has_reference_at(offset) {
            return Ok(slot);
        }
        Err(AccessError::NotAReference { id: self.object.id, offset })
    }

    /// Returns the error for an offset without a field.
    pub(super) fn no_field_error(&self, offset: usize) -> AccessError {
        AccessError::NoField { id: self.object.id, offset, size: self.size }
    }
}
