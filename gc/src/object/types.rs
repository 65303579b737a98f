//! Types: how large an object is and where its references lie.

use core::fmt;

use super::{ARRAY_HEADER, Header, WORD};

/// The largest object, in bytes: far above any heap, far below overflow in size arithmetic.
pub const MAX_OBJECT_SIZE: usize = 1 << 46;

/// Bits of a type id.
pub(super) const TYPE_BITS: u32 = 23;

/// The number of a type, chosen by the front end, from 1; small numbers make small tables.
///
/// The header word that compiled code stores is the id shifted left by 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(u32);

impl TypeId {
    /// The largest id: a header with it still fits a 32-bit immediate.
    pub const MAX: Self = Self((1 << TYPE_BITS) - 1);

    /// The type with this number. Registration refuses one above [`Self::MAX`].
    pub const fn new(id: u32) -> Self {
        Self(id)
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "type {}", self.0)
    }
}

/// The shape of all objects of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeLayout {
    /// Objects of one size.
    Fixed {
        /// Bytes, header included: a multiple of 8, at least 16 (the room for a forwarding
        /// address and one field).
        size: usize,
        /// Byte offsets of the fields that hold references.
        references: Vec<usize>,
    },
    /// A length and that many references.
    ReferenceArray,
    /// A length and that many elements without references.
    PlainArray {
        /// Bytes of an element, at least 1.
        element_size: usize,
    },
}

/// Why a type was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// Type 0 cannot be used: zeroed memory must not look like an object.
    #[error("type 0 is reserved; type ids begin with 1")]
    Reserved,
    /// The id is above [`TypeId::MAX`].
    #[error("{id:?} is above the largest type id {}", TypeId::MAX.get())]
    IdTooLarge {
        /// The id in question.
        id: TypeId,
    },
    /// The id has a layout already.
    #[error("{id:?} is registered twice")]
    Duplicate {
        /// The id in question.
        id: TypeId,
    },
    /// The size is not one an object can have.
    #[error(
        "{id:?} has objects of {size} bytes; the size must be a multiple of 8, from 16 to {MAX_OBJECT_SIZE}"
    )]
    Size {
        /// The id in question.
        id: TypeId,
        /// The size in question.
        size: usize,
    },
    /// A reference lies outside the object, on its header, or is not aligned.
    #[error(
        "{id:?} has a reference at offset {offset}; references are 8-aligned and lie between the header and the object's end at {size}"
    )]
    Reference {
        /// The id in question.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The object's size.
        size: usize,
    },
    /// An array's elements have no size, or an absurd one.
    #[error(
        "{id:?} has array elements of {element_size} bytes; the size must be from 1 to {MAX_OBJECT_SIZE}"
    )]
    ElementSize {
        /// The id in question.
        id: TypeId,
        /// The size in question.
        element_size: usize,
    },
}

/// A layout as the tracing loop wants it.
#[derive(Debug)]
enum Shape {
    Unregistered,
    Fixed { size: usize, references: Box<[usize]> },
    References,
    Plain { element_size: usize },
}

/// The registered types, by id. Not changed once threads run.
#[derive(Debug, Default)]
pub(crate) struct TypeTable {
    shapes: Vec<Shape>,
}

impl TypeTable {
    pub(crate) fn register(&mut self, id: TypeId, layout: TypeLayout) -> Result<(), TypeError> {
        if id.get() == 0 {
            return Err(TypeError::Reserved);
        }
        if id > TypeId::MAX {
            return Err(TypeError::IdTooLarge { id });
        }
        let index = id.get() as usize;
        if !matches!(self.shapes.get(index), None | Some(Shape::Unregistered)) {
            return Err(TypeError::Duplicate { id });
        }
        let shape = match layout {
            TypeLayout::Fixed { size, references } => {
                if size % WORD != 0 || !(2 * WORD..=MAX_OBJECT_SIZE).contains(&size) {
                    return Err(TypeError::Size { id, size });
                }
                if let Some(&offset) = references
                    .iter()
                    .find(|&&o| o % WORD != 0 || !(WORD..=size - WORD).contains(&o))
                {
                    return Err(TypeError::Reference { id, offset, size });
                }
                Shape::Fixed { size, references: references.into() }
            }
            TypeLayout::ReferenceArray => Shape::References,
            TypeLayout::PlainArray { element_size } => {
                if !(1..=MAX_OBJECT_SIZE).contains(&element_size) {
                    return Err(TypeError::ElementSize { id, element_size });
                }
                Shape::Plain { element_size }
            }
        };
        if self.shapes.len() <= index {
            self.shapes.resize_with(index + 1, || Shape::Unregistered);
        }
        self.shapes[index] = shape;
        Ok(())
    }

    /// Whether the type has a layout.
    pub(crate) fn is_registered(&self, id: TypeId) -> bool {
        !matches!(self.shapes.get(id.get() as usize), None | Some(Shape::Unregistered))
    }

    /// The size in bytes of an object that managed code asks for, where the type has one size.
    pub(crate) fn fixed_size(&self, id: TypeId) -> Option<usize> {
        match self.shapes.get(id.get() as usize) {
            Some(Shape::Fixed { size, .. }) => Some(*size),
            _ => None,
        }
    }

    /// The size in bytes of an array of `length` elements, `None` if the type is not an array or
    /// the size is absurd.
    pub(crate) fn array_size(&self, id: TypeId, length: u64) -> Option<usize> {
        let element_size = match self.shapes.get(id.get() as usize) {
            Some(Shape::References) => WORD,
            Some(Shape::Plain { element_size }) => *element_size,
            _ => return None,
        };
        let bytes = usize::try_from(length).ok()?.checked_mul(element_size)?;
        (bytes <= MAX_OBJECT_SIZE).then(|| ARRAY_HEADER + bytes.next_multiple_of(WORD))
    }

    /// The extent of the object with this header at `address`, `None` if its type is not
    /// registered (then the heap is corrupt, or the front end forgot to register a type).
    ///
    /// # Safety
    ///
    /// `address` is that of an object with this header, complete and not being changed.
    pub(crate) unsafe fn extent(&self, header: Header, address: usize) -> Option<Extent> {
        let array = || {
            // SAFETY: an array has its length in the second word.
            let length = unsafe { load(address + WORD) };
            self.array_size(header.type_id(), length)
        };
        Some(match self.shapes.get(header.type_id().get() as usize)? {
            Shape::Unregistered => return None,
            Shape::Fixed { size, references } => {
                Extent { size: *size, has_references: !references.is_empty() }
            }
            Shape::References => Extent { size: array()?, has_references: true },
            Shape::Plain { .. } => Extent { size: array()?, has_references: false },
        })
    }
}

/// How large an object is, and whether there is anything to find in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Bytes.
    pub(crate) size: usize,
    pub(crate) has_references: bool,
}

/// Elements of an array of references that are visited at a time.
pub(crate) const SEGMENT: usize = 512;

/// Calls `visit` with the address of each reference slot of the object at `address`, of an array
/// those from element `first` on, no more than [`SEGMENT`]; returns the element to go on with, if
/// there are more. Does nothing if the type is not registered (a copy was sized by the same table
/// before).
///
/// # Safety
///
/// `address` is that of a complete object whose header has the given type, and `visit` changes
/// nothing but what these slots hold.
#[inline]
pub(crate) unsafe fn reference_slots(
    types: &TypeTable,
    id: TypeId,
    address: usize,
    first: usize,
    mut visit: impl FnMut(usize),
) -> Option<usize> {
    match types.shapes.get(id.get() as usize) {
        Some(Shape::Fixed { references, .. }) => {
            for &offset in references {
                visit(address + offset);
            }
            None
        }
        Some(Shape::References) => {
            // SAFETY: an array has its length in the second word.
            let length = unsafe { load(address + WORD) } as usize;
            let end = length.min(first + SEGMENT);
            for element in first..end {
                visit(address + ARRAY_HEADER + element * WORD);
            }
            (end < length).then_some(end)
        }
        Some(Shape::Plain { .. } | Shape::Unregistered) | None => None,
    }
}

/// # Safety
///
/// `address` is that of an aligned word in the heap that nobody writes meanwhile.
unsafe fn load(address: usize) -> u64 {
    // SAFETY: the caller promises it.
    unsafe { core::ptr::with_exposed_provenance::<u64>(address).read() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(types: &TypeTable, id: TypeId, object: &[u64]) -> Vec<usize> {
        let address = object.as_ptr().expose_provenance();
        let mut found = Vec::new();
        let mut first = Some(0);
        while let Some(from) = first {
            // SAFETY: `object` is long enough for the types below and is only read.
            first = unsafe {
                reference_slots(types, id, address, from, |slot| found.push(slot - address))
            };
        }
        found
    }

    #[test]
    fn sizes_and_reference_slots_follow_the_layout() {
        let mut types = TypeTable::default();
        let (node, array, bytes) = (TypeId::new(1), TypeId::new(2), TypeId::new(7));
        types.register(node, TypeLayout::Fixed { size: 32, references: vec![8, 24] }).unwrap();
        types.register(array, TypeLayout::ReferenceArray).unwrap();
        types.register(bytes, TypeLayout::PlainArray { element_size: 1 }).unwrap();

        assert_eq!(slots(&types, node, &[0; 4]), [8, 24]);
        assert_eq!(slots(&types, array, &[0, 3, 0, 0, 0]), [16, 24, 32]);
        assert_eq!(slots(&types, bytes, &[0, 3, 0]), []);
        assert_eq!(slots(&types, array, &[0, 0]), []);
        let long = 2 * SEGMENT + 1;
        let mut object = vec![0; 2 + long];
        object[1] = long as u64;
        let all: Vec<_> = (0..long).map(|n| 16 + 8 * n).collect();
        assert_eq!(slots(&types, array, &object), all);
        assert_eq!(types.fixed_size(node), Some(32));
        assert_eq!(types.array_size(bytes, 9), Some(32));
        assert_eq!(types.array_size(array, 0), Some(16));
    }

    #[test]
    fn absurd_arrays_have_no_size() {
        let mut types = TypeTable::default();
        let array = TypeId::new(1);
        types.register(array, TypeLayout::ReferenceArray).unwrap();
        for length in [u64::MAX, 1 << 61, (MAX_OBJECT_SIZE / 8 + 1) as u64] {
            assert_eq!(types.array_size(array, length), None, "{length}");
        }
        assert!(types.array_size(array, (MAX_OBJECT_SIZE / 8) as u64).is_some());
    }

    #[test]
    fn bad_types_are_refused_with_the_reason() {
        let mut types = TypeTable::default();
        let id = TypeId::new(4);
        let fixed =
            |size, references: &[usize]| TypeLayout::Fixed { size, references: references.into() };
        for size in [0, 8, 20, MAX_OBJECT_SIZE + 8] {
            assert_eq!(types.register(id, fixed(size, &[])), Err(TypeError::Size { id, size }));
        }
        for offset in [0, 12, 24] {
            let error = types.register(id, fixed(24, &[8, offset]));
            assert_eq!(error, Err(TypeError::Reference { id, offset, size: 24 }));
        }
        let error = types.register(id, TypeLayout::PlainArray { element_size: 0 });
        assert_eq!(error, Err(TypeError::ElementSize { id, element_size: 0 }));
        assert_eq!(types.register(TypeId::new(0), fixed(16, &[])), Err(TypeError::Reserved));
        let large = TypeId::new(TypeId::MAX.get() + 1);
        let error = types.register(large, fixed(16, &[]));
        assert_eq!(error, Err(TypeError::IdTooLarge { id: large }));

        types.register(id, fixed(16, &[])).unwrap();
        assert_eq!(
            types.register(id, TypeLayout::ReferenceArray),
            Err(TypeError::Duplicate { id })
        );
        assert_eq!(types.fixed_size(TypeId::new(3)), None);
    }
}
