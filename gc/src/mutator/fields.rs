//! What native code does with the fields of objects that it has handles of.
//!
//! Each operation makes the thread managed for its duration, as a call into managed code would, so that the
//! objects stay where they are; it waits first if a collection is in progress. It is no safepoint itself, but
//! for [`Mutator::copy_array`] between the pieces of a long copy, and [`Mutator::clone_object`].

use super::barrier::before_store;
use super::bulk::{self, Part, Refusal};
use super::managed::Managed;
use super::slow_path::Current;
use super::{Attachment, Mutator};
use crate::heap::Shared;
use crate::object::{Elements, HeaderWord, TypeId, WORD, is_reference_slot, words};
use crate::reference::{Handle, Held};

/// Why an object was not looked at or changed.
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

fn enter(attachment: &Attachment) -> Managed<'_> {
    Managed::enter(attachment, "access to an object")
}

impl<'a> Managed<'a> {
    /// The object that a handle holds. It does not move until the next safepoint.
    fn object<'h>(&self, held: impl Into<Held<'h>>) -> Result<Object<'a>, AccessError> {
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
        let header = unsafe { HeaderWord::at(address) }.read();
        // SAFETY: as above.
        let extent = unsafe { heap.types.extent(header, address) };
        let size = extent.ok_or(AccessError::NotAnObject { word })?.size;
        Ok(Object { heap, address, id: header.type_id(), size })
    }
}

/// An object, as long as the thread stays managed and does not come to a safepoint.
struct Object<'a> {
    heap: &'a Shared,
    address: usize,
    id: TypeId,
    size: usize,
}

impl Object<'_> {
    fn elements(&self) -> Option<Elements> {
        self.heap.types.elements(self.id)
    }

    /// Whether the field at an offset, which is one, holds references.
    fn has_reference_at(&self, offset: usize) -> bool {
        // SAFETY: an object of this type, which does not move.
        unsafe { is_reference_slot(&self.heap.types, self.id, self.address, self.address + offset) }
    }

    /// The address of the field at an offset.
    fn field(&self, offset: usize) -> Result<usize, AccessError> {
        if !offset.is_multiple_of(WORD) {
            return Err(AccessError::Unaligned { offset });
        }
        if !(WORD..=self.size - WORD).contains(&offset) {
            return Err(AccessError::NoField { id: self.id, offset, size: self.size });
        }
        Ok(self.address + offset)
    }

    fn reference(&self, offset: usize) -> Result<usize, AccessError> {
        let slot = self.field(offset)?;
        if self.has_reference_at(offset) {
            return Ok(slot);
        }
        Err(AccessError::NotAReference { id: self.id, offset })
    }

    fn length(&self) -> Result<u64, AccessError> {
        let elements = self.elements().ok_or(AccessError::NotAnArray { id: self.id })?;
        // SAFETY: objects of the type have their length there.
        Ok(unsafe { words::load(self.address + elements.length_offset) })
    }
}

impl Mutator {
    /// The type of an object.
    ///
    /// # Errors
    ///
    /// [`AccessError`].
    pub fn type_of<'h>(&mut self, object: impl Into<Held<'h>>) -> Result<TypeId, AccessError> {
        Ok(enter(self.attachment()).object(object)?.id)
    }

    /// The number of elements of an array.
    ///
    /// # Errors
    ///
    /// [`AccessError`]; an object that is no array has none.
    pub fn array_length<'h>(&mut self, array: impl Into<Held<'h>>) -> Result<u64, AccessError> {
        enter(self.attachment()).object(array)?.length()
    }

    /// What the reference slot at `offset` bytes from the object's beginning holds; `None` if that is null. The
    /// elements of an array begin at 16. What is there may also be no reference, but a tagged number, say:
    /// a handle holds that as well.
    ///
    /// # Errors
    ///
    /// [`AccessError`]; among others, there must be a reference slot.
    pub fn load_reference<'h>(
        &mut self,
        object: impl Into<Held<'h>>,
        offset: usize,
    ) -> Result<Option<Handle>, AccessError> {
        self.load_reference_then(object.into(), offset, |attachment, word| {
            (word != 0).then(|| Handle::new(&attachment.heap, word))
        })
    }

    /// The same; `then` runs while the thread is managed and must not wait.
    pub(crate) fn load_reference_then<R>(
        &mut self,
        object: Held<'_>,
        offset: usize,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, AccessError> {
        let attachment = self.attachment();
        let managed = enter(attachment);
        let slot = managed.object(object)?.reference(offset)?;
        // SAFETY: a word of an object, which does not move.
        Ok(then(attachment, unsafe { words::load(slot) }))
    }

    /// Stores what a handle holds, or null, in the reference slot at `offset` bytes from the object's
    /// beginning, with the write barrier.
    ///
    /// # Errors
    ///
    /// As for [`Self::load_reference`]; nothing was stored then.
    pub fn store_reference<'h>(
        &mut self,
        object: impl Into<Held<'h>>,
        offset: usize,
        value: Option<&Handle>,
    ) -> Result<(), AccessError> {
        self.store_held(object.into(), offset, value.map(Held::from))
    }

    /// The same, whatever holds the value.
    ///
    /// # Errors
    ///
    /// As for [`Self::load_reference`]; nothing was stored then.
    pub fn store_held(
        &mut self,
        object: Held<'_>,
        offset: usize,
        value: Option<Held<'_>>,
    ) -> Result<(), AccessError> {
        let attachment = self.attachment();
        let managed = enter(attachment);
        let object = managed.object(object)?;
        let slot = object.reference(offset)?;
        if value.is_some_and(|value| !value.belongs_to(&attachment.heap)) {
            return Err(AccessError::ForeignHandle);
        }
        let word = value.map_or(0, |value| value.get(attachment));
        // SAFETY: a reference slot of an object, which does not move, and a reference of now.
        unsafe {
            before_store(managed.heap(), &attachment.me.data, object.address, slot..slot + WORD);
            words::store(slot, word);
        }
        Ok(())
    }

    /// The word at `offset` bytes from the object's beginning: 8 bytes of a field without references, the
    /// length of an array, or a reference slot that holds no reference.
    ///
    /// # Errors
    ///
    /// [`AccessError`]; among others, the address of an object is nobody's to know.
    pub fn load_word<'h>(
        &mut self,
        object: impl Into<Held<'h>>,
        offset: usize,
    ) -> Result<u64, AccessError> {
        let managed = enter(self.attachment());
        let object = managed.object(object)?;
        // SAFETY: a word of an object, which does not move.
        let word = unsafe { words::load(object.field(offset)?) };
        let id = object.id;
        if object.has_reference_at(offset) && managed.heap().spaces.is_reference(word) {
            return Err(AccessError::IsReference { id, offset, word });
        }
        Ok(word)
    }

    /// Stores 8 bytes at `offset` bytes from the object's beginning. In a reference slot they may be what is no
    /// reference: a tagged number, the address of a static object.
    ///
    /// # Errors
    ///
    /// As for [`Self::load_word`]; nothing was stored then. The length of an array cannot be changed.
    pub fn store_word<'h>(
        &mut self,
        object: impl Into<Held<'h>>,
        offset: usize,
        word: u64,
    ) -> Result<(), AccessError> {
        let attachment = self.attachment();
        let managed = enter(attachment);
        let object = managed.object(object)?;
        let field = object.field(offset)?;
        let id = object.id;
        if object.elements().is_some_and(|elements| elements.length_offset == offset) {
            return Err(AccessError::NoField { id, offset, size: object.size });
        }
        if object.has_reference_at(offset) {
            if managed.heap().spaces.is_reference(word) {
                return Err(AccessError::IsReference { id, offset, word });
            }
            // SAFETY: an object; the thread is managed.
            unsafe {
                let slots = field..field + WORD;
                before_store(managed.heap(), &attachment.me.data, object.address, slots);
            }
        }
        // SAFETY: a word of an object, which does not move.
        unsafe { words::store(field, word) };
        Ok(())
    }

    /// Copies `count` elements of one array to another, as `spgc_array_copy` does for managed code. They may be the
    /// same, and the ranges overlap. Long copies are done in pieces, between which there may be a collection.
    ///
    /// # Errors
    ///
    /// [`AccessError`]; nothing was copied then.
    pub fn copy_array<'to, 'from>(
        &mut self,
        to: impl Into<Held<'to>>,
        to_index: u64,
        from: impl Into<Held<'from>>,
        from_index: u64,
        count: u64,
    ) -> Result<(), AccessError> {
        let (to, from) = (to.into(), from.into());
        let attachment = self.attachment();
        let mut left = count;
        loop {
            // Each piece is an operation of its own: the thread is native in between.
            let managed = enter(attachment);
            let (source, destination) = (managed.object(from)?, managed.object(to)?);
            let (from_length, to_length) = (source.length()?, destination.length()?);
            let part = |object: &Object<'_>, index| Part { array: object.address, index };
            let (to, from) = (part(&destination, to_index), part(&source, from_index));
            let data = &attachment.me.data;
            // SAFETY: two arrays, which do not move; the thread is managed.
            let copied = unsafe { bulk::copy(managed.heap(), data, to, from, count, left) };
            left = copied.map_err(|refusal| match refusal {
                Refusal::Source => {
                    AccessError::NoElements { length: from_length, index: from_index, count }
                }
                Refusal::Destination => {
                    AccessError::NoElements { length: to_length, index: to_index, count }
                }
                Refusal::Types => {
                    AccessError::DifferentArrays { from: source.id, to: destination.id }
                }
            })?;
            if left == 0 {
                return Ok(());
            }
        }
    }

    /// A new object with the type, length and fields of another, as `spgc_clone` makes one for managed code.
    ///
    /// # Errors
    ///
    /// [`AccessError`]; out of memory ends the process as in managed code.
    pub fn clone_object<'h>(&mut self, object: impl Into<Held<'h>>) -> Result<Handle, AccessError> {
        self.clone_object_then(object.into(), |attachment, copy| {
            Handle::new(&attachment.heap, copy)
        })
    }

    /// The same; `then` runs while the thread is managed and must not wait.
    pub(crate) fn clone_object_then<R>(
        &mut self,
        object: Held<'_>,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, AccessError> {
        let attachment = self.attachment();
        let managed = enter(attachment);
        let address = managed.object(object)?.address;
        // SAFETY: an object. Where managed code was left last is noted since the thread became native.
        let copy = unsafe { bulk::clone_of(&Current::of_thread(), address) };
        Ok(then(attachment, copy as u64))
    }
}
