//! What a host says of its types, and what is wrong with it.

use core::fmt;
use std::io;
use std::sync::Arc;

use super::model::{ErasedModel, ObjectModel};

/// The largest object, in bytes: far above any heap, far below overflow in size arithmetic.
pub const MAX_OBJECT_SIZE: usize = 1 << 46;

/// Bits of a type id.
pub(super) const TYPE_BITS: u32 = 23;

/// The number of a type, chosen by the front end, from 1.
///
/// The header word that compiled code stores is the id shifted left by 8. Ids that lie close together share
/// cache lines of the table of types.
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

/// What the address of an object is a multiple of.
///
/// It is the object that is aligned, not its first field: where an object is at a multiple of 16, so are its
/// fields at offsets 16, 32 and so on, and the elements of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alignment {
    /// 8 bytes.
    #[default]
    Eight,
    /// 16 bytes.
    Sixteen,
}

impl Alignment {
    /// It as a number of bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Eight => 8,
            Self::Sixteen => 16,
        }
    }

    /// The first multiple from `number` on.
    #[inline]
    pub(crate) const fn up(self, number: usize) -> usize {
        // A division takes longer than everything else that a copy costs.
        let mask = self.bytes() - 1;
        (number + mask) & !mask
    }

    fn of(bytes: usize) -> Option<Self> {
        match bytes {
            8 => Some(Self::Eight),
            16 => Some(Self::Sixteen),
            _ => None,
        }
    }
}

/// The shape of all objects of a type.
///
/// Offsets and sizes are in bytes, offsets from the beginning of the object, whose header takes the first 8.
/// Wherever a type has references, any word may stand in their place: only what points into the heap is one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TypeLayout {
    /// Objects of one size.
    Fixed {
        /// Bytes, header included: a multiple of 8, at least 16 (the room for a forwarding
        /// address and one field).
        size: usize,
        /// Byte offsets of the fields that hold references.
        references: Vec<usize>,
    },
    /// The same, with the references as a bitmap.
    Bitmap {
        /// Bytes, as of [`Self::Fixed`].
        size: usize,
        /// Bit n of word m stands for the word of the object at offset 8 * (64 * m + n); a bit that is set
        /// says that it holds a reference. The first bit is the header's and not set.
        references: Vec<u64>,
    },
    /// A length and that many references.
    ReferenceArray,
    /// A length and that many elements without references.
    PlainArray {
        /// Bytes of an element, at least 1.
        element_size: usize,
    },
    /// A length and that many structures with references in them.
    StructArray {
        /// Bytes of an element, a multiple of 8.
        element_size: usize,
        /// Offsets of the references, from the beginning of an element.
        references: Vec<usize>,
    },
    /// Fields, the number of elements among them, and the elements behind them.
    ///
    /// Allocation stores the number of elements.
    Tailed {
        /// Bytes in front of the first element, header included. A multiple of 8 if elements have references.
        size: usize,
        /// Offsets of the references in that part.
        references: Vec<usize>,
        /// The offset of the number of elements, an `i64`: a multiple of 8, at least 8.
        length_offset: usize,
        /// Bytes of an element, at least 1; a multiple of 8 if it has references.
        element_size: usize,
        /// Offsets of the references of an element, from its beginning.
        element_references: Vec<usize>,
    },
    /// As [`Self::Fixed`], with fields that do not keep alive what they refer to: a collection that finds it
    /// unreachable otherwise puts null there.
    Weak {
        /// As that of [`Self::Fixed`].
        size: usize,
        /// Byte offsets of the fields that keep alive what they refer to.
        references: Vec<usize>,
        /// Byte offsets of those that do not.
        weak: Vec<usize>,
        /// When they are cleared.
        kind: WeakKind,
    },
    /// As [`Self::Fixed`], with a field that refers to a key and one whose object stays alive only as long as
    /// the key and this object do. The key need not be reachable from elsewhere for ever: what is reachable
    /// only from the value does not keep it alive. When the key dies, both become null.
    Ephemeron {
        /// As that of [`Self::Fixed`].
        size: usize,
        /// Byte offsets of further fields, which keep alive what they refer to.
        references: Vec<usize>,
        /// Byte offset of the key. A word that is no reference into the heap counts as alive.
        key: usize,
        /// Byte offset of the value.
        value: usize,
    },
    /// What cannot be said by the above: the host is asked for each object; see [`TypeLayout::traced`].
    Traced(Tracer),
}

/// When a weak reference is cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeakKind {
    /// As soon as nothing keeps its object alive, before the object is queued for finalization: nobody gets
    /// at the object any more but who finalizes it.
    Short,
    /// When the object is gone, after it was finalized and did not come back to life.
    Long,
}

/// How the objects of a [traced](TypeLayout::traced) type are looked at.
#[derive(Clone)]
pub struct Tracer(pub(super) Arc<dyn ErasedModel>);

impl fmt::Debug for Tracer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tracer")
    }
}

impl TypeLayout {
    /// A type for whose objects `model` answers; see [`ObjectModel`] for what it may do. It is asked for the
    /// alignment, and whether there are references at all, when the type is registered.
    pub fn traced(model: impl ObjectModel) -> Self {
        Self::Traced(Tracer(Arc::new(model)))
    }

    /// The type with objects at multiples of so many bytes: 8, as without this, or 16. (A
    /// [traced](Self::traced) type has what its model says if that is more.)
    pub fn aligned(self, bytes: usize) -> TypeDescription {
        TypeDescription { layout: self, alignment: bytes }
    }
}

/// All that there is to say of a type. Made of a [`TypeLayout`], whose objects are 8-aligned, or by
/// [`TypeLayout::aligned`].
#[derive(Clone, Debug)]
pub struct TypeDescription {
    pub(super) layout: TypeLayout,
    alignment: usize,
}

impl From<TypeLayout> for TypeDescription {
    fn from(layout: TypeLayout) -> Self {
        layout.aligned(Alignment::Eight.bytes())
    }
}

impl TypeDescription {
    pub(super) fn alignment(&self, id: TypeId) -> Result<Alignment, TypeError> {
        let alignment = self.alignment;
        Alignment::of(alignment).ok_or(TypeError::Alignment { id, alignment })
    }
}

/// Why a type was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// The heap's [`ObjectModel`] describes the objects of the type, of which there may be some.
    #[error(
        "{id:?} cannot be registered now: the heap's object model describes its objects, of which there may be some; \
         register it before the heap is made, or have `ObjectModel::is_described` return false for it"
    )]
    Described {
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
    /// The alignment is not one an object can have.
    #[error("{id:?} is to be {alignment}-aligned; the alignment must be 8 or 16")]
    Alignment {
        /// The id in question.
        id: TypeId,
        /// The alignment in question, in bytes.
        alignment: usize,
    },
    /// A reference lies outside the object, on its header or length, or is not aligned.
    #[error(
        "{id:?} has a reference at offset {offset}; references are 8-aligned and lie between the header and the \
         end at {size}, and not where the length is"
    )]
    Reference {
        /// The id in question.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The object's size; where there are elements, the size of the part before them.
        size: usize,
    },
    /// The same offset is listed twice. Of a type with weak fields each field is of one kind.
    #[error(
        "{id:?} has the field at offset {offset} twice; a field is either strong or weak, a key or a value"
    )]
    FieldTwice {
        /// The id in question.
        id: TypeId,
        /// The offset in question.
        offset: usize,
    },
    /// An element's reference lies outside the element or is not aligned.
    #[error(
        "{id:?} has elements of {element_size} bytes with a reference at offset {offset}; references are \
         8-aligned and lie in the element"
    )]
    ElementReference {
        /// The id in question.
        id: TypeId,
        /// The offset in question, from the beginning of an element.
        offset: usize,
        /// The element's size.
        element_size: usize,
    },
    /// An array's elements have no size, or an absurd one.
    #[error(
        "{id:?} has array elements of {element_size} bytes; the size must be from 1 to {MAX_OBJECT_SIZE}, and a \
         multiple of 8 where elements have references"
    )]
    ElementSize {
        /// The id in question.
        id: TypeId,
        /// The size in question.
        element_size: usize,
    },
    /// The part before the elements is absurd, or leaves elements with references unaligned.
    #[error(
        "{id:?} has {size} bytes before its elements; that must be from 16 to {MAX_OBJECT_SIZE}, and a multiple of \
         8 where elements have references"
    )]
    FixedPart {
        /// The id in question.
        id: TypeId,
        /// The size in question.
        size: usize,
    },
    /// The number of elements does not lie in the part before the elements.
    #[error(
        "{id:?} has its length at offset {offset}; that must be a multiple of 8, behind the header and before the \
         elements at {size}"
    )]
    LengthOffset {
        /// The id in question.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The size of the part before the elements.
        size: usize,
    },
    /// The system has no memory for the table of types.
    #[error("the table of types cannot be extended for {id:?}: {kind}")]
    Memory {
        /// The id in question.
        id: TypeId,
        /// What the system said.
        kind: io::ErrorKind,
    },
}
