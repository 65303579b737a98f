//! Access to the fields of objects by native code, which refers to the objects by handles.
//!
//! Each operation makes the thread managed for its duration, as a call into managed code would. No
//! object moves meanwhile. If a collection is in progress, the operation first waits for its end.
//! The operations are not safepoints, with two exceptions: [`Mutator::clone_object`], and
//! [`Mutator::copy_elements`] between the pieces of a long copy.
//!
//! If the host's [`ObjectModel`](crate::ObjectModel) describes the object, an operation that needs
//! the object's size or references stops all threads for its duration, and is a safepoint.

use super::access::{AccessError, Object};
use super::barrier::Barrier;
use super::bulk::{self, Part, Refusal};
use super::managed::Managed;
use super::slow_path::Current;
use super::{Attachment, Mutator};
use crate::mutator::{AnyHandle, Handle};
use crate::object::{TypeId, WORD, words};

/// Makes the calling thread managed for an operation of this module.
fn enter(attachment: &Attachment) -> Managed<'_> {
    Managed::enter(attachment, "access to an object")
}

impl Mutator {
    /// Returns the type of an object.
    ///
    /// # Errors
    ///
    /// [`AccessError`].
    pub fn type_of<'h>(&mut self, object: impl Into<AnyHandle<'h>>) -> Result<TypeId, AccessError> {
        let object = object.into();
        Ok(enter(self.attachment()).object(object)?.id)
    }

    /// Returns the number of elements of an array.
    ///
    /// # Errors
    ///
    /// [`AccessError`]; among others, if the object is not an array.
    pub fn array_length<'h>(
        &mut self,
        array: impl Into<AnyHandle<'h>>,
    ) -> Result<u64, AccessError> {
        let array = array.into();
        enter(self.attachment()).object(array)?.length()
    }

    /// Loads the reference slot at `offset` bytes from the start of the object, and returns a
    /// handle to its referent; `None` if the slot is null. The elements of an array begin at offset
    /// 16, or after the fields that its type has before them. If the slot holds a value that is not
    /// a reference, such as a tagged integer, the handle holds that value.
    ///
    /// # Errors
    ///
    /// [`AccessError`]; among others, if there is no reference slot at `offset`.
    pub fn load_reference<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
        offset: usize,
    ) -> Result<Option<Handle>, AccessError> {
        self.load_reference_then(object.into(), offset, |attachment, word| {
            (word != 0).then(|| Handle::new(&attachment.heap, word))
        })
    }

    /// As [`Self::load_reference`], but calls `then` with the slot's value while the thread is
    /// managed, and returns its result. `then` must not wait.
    pub(crate) fn load_reference_then<R>(
        &mut self,
        object: AnyHandle<'_>,
        offset: usize,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, AccessError> {
        let attachment = self.attachment();
        let mut managed = enter(attachment);
        let slot = managed.sized_object(object)?.slot_address(offset)?;
        // SAFETY: `slot` is in an object, which does not move while the thread is managed.
        Ok(then(attachment, unsafe { words::load(slot) }))
    }

    /// Stores the value of a handle, or null, into the reference slot at `offset` bytes from the
    /// start of the object, with the write barrier.
    ///
    /// # Errors
    ///
    /// As for [`Self::load_reference`]. On an error nothing is stored.
    pub fn store_reference<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
        offset: usize,
        value: Option<&Handle>,
    ) -> Result<(), AccessError> {
        self.store_any_handle(object.into(), offset, value.map(AnyHandle::from))
    }

    /// As [`Self::store_reference`], but for any kind of handle.
    ///
    /// # Errors
    ///
    /// As for [`Self::load_reference`]. On an error nothing is stored.
    pub fn store_any_handle(
        &mut self,
        object: AnyHandle<'_>,
        offset: usize,
        value: Option<AnyHandle<'_>>,
    ) -> Result<(), AccessError> {
        let attachment = self.attachment();
        let mut managed = enter(attachment);
        let object = managed.sized_object(object)?;
        let slot = object.slot_address(offset)?;
        if value.is_some_and(|value| !value.belongs_to(&attachment.heap)) {
            return Err(AccessError::ForeignHandle);
        }
        let word = value.map_or(0, |value| value.get(attachment));
        // SAFETY: `slot` is a reference slot of an object, and `word` is the current value of a
        // handle. No object moves while the thread is managed.
        unsafe {
            let slots = slot..slot + WORD;
            Barrier::of(attachment).before_store(object.object.address, slots);
            words::store(slot, word);
        }
        Ok(())
    }

    /// Returns the word at `offset` bytes from the start of the object: 8 bytes of a field without
    /// references, the length of an array, or a reference slot that holds no reference.
    ///
    /// # Errors
    ///
    /// [`AccessError`]; among others, if the word is a reference, because addresses of objects are
    /// not exposed.
    pub fn load_word<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
        offset: usize,
    ) -> Result<u64, AccessError> {
        let object = object.into();
        let mut managed = enter(self.attachment());
        let object = managed.sized_object(object)?;
        // SAFETY: the word is in an object, which does not move while the thread is managed.
        let word = unsafe { words::load(object.field_address(offset)?) };
        let id = object.object.id;
        if object.has_reference_at(offset) && managed.heap().spaces.is_reference(word) {
            return Err(AccessError::IsReference { id, offset, word });
        }
        Ok(word)
    }

    /// Stores 8 bytes at `offset` bytes from the start of the object. In a reference slot, they
    /// must not be a reference into the heap; a tagged integer or the address of a static object is
    /// allowed.
    ///
    /// # Errors
    ///
    /// As for [`Self::load_word`]. On an error nothing is stored. The length of an array cannot be
    /// changed. If the host's [`ObjectModel`](crate::ObjectModel) describes the object, only its
    /// reference slots can be changed: any other word may determine the object's size.
    pub fn store_word<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
        offset: usize,
        word: u64,
    ) -> Result<(), AccessError> {
        // SAFETY: with `allow_any_word` false, this stores only into reference slots of an object
        // that the model describes.
        unsafe { self.store_word_in(object.into(), offset, word, false) }
    }

    /// As [`Self::store_word`], but if the host's [`ObjectModel`](crate::ObjectModel) describes the
    /// object, words other than its reference slots can be changed too.
    ///
    /// # Errors
    ///
    /// As for [`Self::store_word`]. On an error nothing is stored.
    ///
    /// # Safety
    ///
    /// If the host's model describes the object, the store does not change the size that the model
    /// reports, and all reference slots that it reports are in the object.
    pub unsafe fn store_word_unchecked<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
        offset: usize,
        word: u64,
    ) -> Result<(), AccessError> {
        // SAFETY: the caller upholds this function's contract, which is also that of
        // `store_word_in`.
        unsafe { self.store_word_in(object.into(), offset, word, true) }
    }

    /// Stores a word. `allow_any_word`: if the host's model describes the object, words other than
    /// reference slots can be changed, too.
    ///
    /// # Safety
    ///
    /// As for [`Self::store_word_unchecked`] if `allow_any_word` is true.
    unsafe fn store_word_in(
        &mut self,
        object: AnyHandle<'_>,
        offset: usize,
        word: u64,
        allow_any_word: bool,
    ) -> Result<(), AccessError> {
        let attachment = self.attachment();
        let mut managed = enter(attachment);
        let sized = managed.sized_object(object)?;
        let field = sized.field_address(offset)?;
        let Object { id, address, .. } = sized.object;
        if sized.object.elements().is_some_and(|elements| elements.length_offset == offset) {
            return Err(sized.no_field_error(offset));
        }
        if sized.has_reference_at(offset) {
            if managed.heap().spaces.is_reference(word) {
                return Err(AccessError::IsReference { id, offset, word });
            }
            // SAFETY: an object begins at `address`. The thread is managed, or has stopped all
            // others.
            unsafe {
                let slots = field..field + WORD;
                Barrier::of(attachment).before_store(address, slots);
            }
        } else if sized.is_described() && !allow_any_word {
            return Err(AccessError::Described { id, offset });
        }
        // SAFETY: `field` is in an object, which does not move while the thread is managed.
        unsafe { words::store(field, word) };
        Ok(())
    }

    /// Copies `count` elements of one array to another, as `spgc_array_copy` does for managed code.
    /// The arrays may be the same, and the ranges may overlap. A long copy consists of several
    /// pieces, between which a collection may run.
    ///
    /// # Errors
    ///
    /// [`AccessError`]. On an error nothing is copied.
    pub fn copy_elements<'to, 'from>(
        &mut self,
        to: impl Into<AnyHandle<'to>>,
        to_index: u64,
        from: impl Into<AnyHandle<'from>>,
        from_index: u64,
        count: u64,
    ) -> Result<(), AccessError> {
        let (to, from) = (to.into(), from.into());
        let attachment = self.attachment();
        let mut remaining = count;
        loop {
            // Each piece is a separate operation: the thread is native between two pieces.
            let managed = enter(attachment);
            let (source, destination) = (managed.object(from)?, managed.object(to)?);
            let (from_length, to_length) = (source.length()?, destination.length()?);
            let part = |object: &Object<'_>, index| Part { array: object.address, index };
            let (to, from) = (part(&destination, to_index), part(&source, from_index));
            let barrier = Barrier::of(attachment);
            // SAFETY: both are arrays, which do not move while the thread is managed.
            let result = unsafe { bulk::copy(&barrier, to, from, count, remaining) };
            remaining = result.map_err(|refusal| match refusal {
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
            if remaining == 0 {
                return Ok(());
            }
        }
    }

    /// Allocates an object with the type, length and fields of another, as `spgc_clone` does for
    /// managed code.
    ///
    /// # Errors
    ///
    /// [`AccessError`]. Running out of memory ends the process, as in managed code, unless
    /// allocations [may fail](crate::HeapBuilder::fallible_allocation).
    pub fn clone_object<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
    ) -> Result<Handle, AccessError> {
        self.clone_object_then(object.into(), |attachment, copy| {
            Handle::new(&attachment.heap, copy)
        })
    }

    /// As [`Self::clone_object`], but calls `then` with the address of the new object while the
    /// thread is managed, and returns its result. `then` must not wait.
    pub(crate) fn clone_object_then<R>(
        &mut self,
        object: AnyHandle<'_>,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, AccessError> {
        let attachment = self.attachment();
        let managed = enter(attachment);
        let address = managed.object(object)?.address;
        // SAFETY: an object begins at `address`. The last exit from managed code was recorded when
        // the thread became native.
        let copy = unsafe { bulk::clone_object(&Current::of_thread(), address) };
        let copy = copy.map_err(|why| AccessError::OutOfMemory { request: why.request })?;
        Ok(then(attachment, copy as u64))
    }
}
