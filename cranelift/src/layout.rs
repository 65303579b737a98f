//! Layouts of the objects that compiled code allocates.

#![forbid(unsafe_code)]

use statepoint_gc::TypeId;
use statepoint_gc::compiled_code;
use statepoint_gc::types::{MAX_OBJECT_SIZE, ObjectAlignment};

/// Size in bytes of the header and the unit of object sizes.
const WORD: u32 = 8;

/// Layout of objects of a fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedLayout {
    pub(crate) header: u64,
    pub(crate) size: u32,
    pub(crate) alignment: ObjectAlignment,
}

/// Layout of objects with a number of elements that is known when they are allocated: arrays, and
/// objects with a tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TailedLayout {
    pub(crate) header: u64,
    pub(crate) fixed: u32,
    pub(crate) length_offset: u32,
    pub(crate) element_size: u32,
    pub(crate) alignment: ObjectAlignment,
}

/// Error returned when a layout is not that of any object. All numbers are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObjectLayoutError {
    /// The size is not a multiple of 8, is less than 16, or exceeds the largest object.
    #[error("an object of {size} bytes: a size is a multiple of 8, at least 16")]
    Size {
        /// The size.
        size: u32,
    },
    /// The length is not an aligned word between the header and the elements.
    #[error("the length at offset {offset} is not an aligned word in the {fixed} fixed bytes")]
    LengthOffset {
        /// Offset of the length.
        offset: u32,
        /// Size of the fixed part.
        fixed: u32,
    },
    /// Elements have no size.
    #[error("the elements have 0 bytes")]
    ElementSize,
    /// The ID of the type is above [`TypeId::MAX`].
    #[error("the ID {id} is above that of any type")]
    TypeId {
        /// The ID.
        id: u32,
    },
}

/// Returns the header of a type's objects.
fn header(id: TypeId) -> Result<u64, ObjectLayoutError> {
    if id.get() > TypeId::MAX.get() {
        return Err(ObjectLayoutError::TypeId { id: id.get() });
    }
    Ok(compiled_code::header(id))
}

impl FixedLayout {
    /// Creates the layout of objects of `size` bytes with the header. Size and alignment must be
    /// those of the registered type: the slow path ends the process if the size is not.
    ///
    /// # Errors
    ///
    /// If no object has this size.
    pub fn new(
        id: TypeId,
        size: u32,
        alignment: ObjectAlignment,
    ) -> Result<Self, ObjectLayoutError> {
        let is_valid =
            size >= 2 * WORD && size.is_multiple_of(WORD) && size as usize <= MAX_OBJECT_SIZE;
        if !is_valid {
            return Err(ObjectLayoutError::Size { size });
        }
        Ok(Self { header: header(id)?, size, alignment })
    }
}

impl TailedLayout {
    /// Creates the layout of objects whose elements of `element_size` bytes follow `fixed` bytes,
    /// with the number of elements at `length_offset`. All must be those of the registered type:
    /// the slow path ends the process if they are not.
    ///
    /// # Errors
    ///
    /// If no object has this layout.
    pub fn new(
        id: TypeId,
        fixed: u32,
        length_offset: u32,
        element_size: u32,
        alignment: ObjectAlignment,
    ) -> Result<Self, ObjectLayoutError> {
        if fixed < 2 * WORD || fixed as usize > MAX_OBJECT_SIZE {
            return Err(ObjectLayoutError::Size { size: fixed });
        }
        let is_word = length_offset >= WORD
            && length_offset.is_multiple_of(WORD)
            && length_offset <= fixed - WORD;
        if !is_word {
            return Err(ObjectLayoutError::LengthOffset { offset: length_offset, fixed });
        }
        if element_size == 0 || element_size as usize > MAX_OBJECT_SIZE {
            return Err(ObjectLayoutError::ElementSize);
        }
        Ok(Self { header: header(id)?, fixed, length_offset, element_size, alignment })
    }

    /// Creates the layout of an array: the number of elements at offset 8, the elements from
    /// offset 16.
    ///
    /// # Errors
    ///
    /// If elements have no size.
    pub fn array(
        id: TypeId,
        element_size: u32,
        alignment: ObjectAlignment,
    ) -> Result<Self, ObjectLayoutError> {
        Self::new(id, 2 * WORD, WORD, element_size, alignment)
    }
}
