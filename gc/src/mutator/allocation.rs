//! Allocation by native code. It is slower than allocation by managed code, which has an inline
//! fast path.

use core::fmt;

use super::managed::Managed;
use super::slow_path::Current;
use super::{Attachment, Mutator};
use crate::mutator::Handle;
use crate::object::{AllocationLayout, Header, TypeId, words};
use crate::runtime::MemoryRequest;

/// Error returned when native code cannot allocate an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AllocationError {
    /// The type is not registered.
    #[error("{id:?} is not registered")]
    Unknown {
        /// The type in question.
        id: TypeId,
    },
    /// The objects of the type do not have a fixed size.
    #[error("objects of {id:?} do not have one size: they have {objects}")]
    NotFixed {
        /// The type in question.
        id: TypeId,
        /// The layout of the type's objects.
        objects: ObjectLayout,
    },
    /// The type is not an array type: its objects do not have elements.
    #[error("{id:?} is not an array type: its objects have {objects}")]
    NotAnArray {
        /// The type in question.
        id: TypeId,
        /// The layout of the type's objects.
        objects: ObjectLayout,
    },
    /// There is no memory, and allocations [may
    /// fail](crate::HeapBuilder::fallible_allocation).
    #[error("the heap is out of memory; the request was for {request}")]
    OutOfMemory {
        /// The request that cannot be granted.
        request: MemoryRequest,
    },
    /// An array of this length exceeds the size of any heap.
    #[error("an array of {id:?} cannot have {length} elements")]
    Length {
        /// The type in question.
        id: TypeId,
        /// The requested number of elements.
        length: u64,
    },
}

/// The layout of a type's objects, for messages: their size or their elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectLayout(AllocationLayout);

impl fmt::Display for ObjectLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Mutator {
    /// Allocates an object of a fixed-size type; all its fields are zero. This is a safepoint: a
    /// collection may run first. Running out of memory ends the process, as in managed code, unless
    /// allocations [may fail](crate::HeapBuilder::fallible_allocation).
    ///
    /// # Errors
    ///
    /// [`AllocationError`].
    pub fn allocate(&mut self, id: TypeId) -> Result<Handle, AllocationError> {
        self.allocate_then(id, None, |attachment, object| Handle::new(&attachment.heap, object))
    }

    /// Allocates an array of `length` elements, all zero. Otherwise as [`Self::allocate`].
    ///
    /// # Errors
    ///
    /// [`AllocationError`].
    pub fn allocate_array(&mut self, id: TypeId, length: u64) -> Result<Handle, AllocationError> {
        let handle = |attachment: &Attachment, object| Handle::new(&attachment.heap, object);
        self.allocate_then(id, Some(length), handle)
    }

    /// Allocates an object, or an array if a length is given. Calls `then` with the object's
    /// address while the thread is managed, and returns its result. `then` must not wait.
    pub(crate) fn allocate_then<R>(
        &mut self,
        id: TypeId,
        length: Option<u64>,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, AllocationError> {
        let attachment = self.attachment();
        let unknown_type = AllocationError::Unknown { id };
        // An id above the largest one would be reduced to another id by the table.
        let header = Header::from_managed(u64::from(id.get()) << 8).ok_or(unknown_type)?;
        let allocation_layout = attachment.heap.types.allocation_layout(id).ok_or(unknown_type)?;
        let objects = ObjectLayout(allocation_layout);
        let (size, alignment, length_field) = match (allocation_layout, length) {
            (AllocationLayout::Fixed { size, alignment }, None) => (size, alignment, None),
            (
                AllocationLayout::Tailed { fixed, length_offset, element_size, alignment },
                Some(length),
            ) => {
                let size = AllocationLayout::size_with(fixed, element_size, length);
                let size = size.ok_or(AllocationError::Length { id, length })?;
                (size, alignment, Some((length_offset, length)))
            }
            (_, None) => return Err(AllocationError::NotFixed { id, objects }),
            (_, Some(_)) => return Err(AllocationError::NotAnArray { id, objects }),
        };
        let _managed = Managed::enter(attachment, "allocating an object");
        // The last exit from managed code was recorded when the thread became native.
        let object = Current::of_thread().object(size, alignment, id);
        let object = object.map_err(|why| AllocationError::OutOfMemory { request: why.request })?;
        // SAFETY: the memory is new, aligned, and large enough.
        unsafe {
            words::store(object, header.bits());
            if let Some((offset, length)) = length_field {
                words::store(object + offset, length);
            }
        }
        Ok(then(attachment, object as u64))
    }
}
