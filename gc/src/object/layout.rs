//! Type descriptions that a host registers, and the errors of registration.

use core::fmt;
use std::io;
use std::sync::Arc;

use super::model::{ErasedModel, ObjectModel};
use super::names::TypeNames;

/// The size of the largest object, in bytes. It exceeds every heap size, and size arithmetic with
/// it does not overflow.
pub const MAX_OBJECT_SIZE: usize = 1 << 46;

/// Number of bits of a type id.
pub(super) const TYPE_BITS: u32 = 23;

/// The id of a type. The front end chooses it; ids begin with 1.
///
/// The header word that compiled code stores is the id shifted left by 8. Numerically close ids
/// share cache lines of the table of types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(u32);

impl TypeId {
    /// The largest id: a header with it still fits a 32-bit immediate.
    pub const MAX: Self = Self((1 << TYPE_BITS) - 1);

    /// Returns the type id with this value. Registration refuses values above [`Self::MAX`].
    pub const fn new(id: u32) -> Self {
        Self(id)
    }

    /// Returns the id as an integer.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "type {}", self.0)
    }
}

/// The alignment of an object's address.
///
/// The alignment applies to the header, not to the first field. If an object is 16-aligned, so are
/// its fields at offsets 16, 32 and so on, and the first element of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObjectAlignment {
    /// 8 bytes.
    #[default]
    Eight,
    /// 16 bytes.
    Sixteen,
}

impl ObjectAlignment {
    /// Returns the alignment in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Eight => 8,
            Self::Sixteen => 16,
        }
    }

    /// Returns `number`, rounded up to a multiple of the alignment.
    #[inline]
    pub(crate) const fn up(self, number: usize) -> usize {
        // A division would take longer than copying a small object.
        let mask = self.bytes() - 1;
        (number + mask) & !mask
    }

    /// Returns the alignment of `bytes` bytes; `None` if that is neither 8 nor 16.
    fn from_bytes(bytes: usize) -> Option<Self> {
        match bytes {
            8 => Some(Self::Eight),
            16 => Some(Self::Sixteen),
            _ => None,
        }
    }
}

/// The layout of all objects of a type.
///
/// Offsets and sizes are in bytes. Offsets are from the beginning of the object, whose header takes
/// the first 8. A reference slot may hold any word: only a word that points into the heap is a
/// reference.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TypeLayout {
    /// Objects of one size.
    Fixed {
        /// Size in bytes, header included: a multiple of 8, at least 16 (enough for a forwarding
        /// address and one field).
        size: usize,
        /// Byte offsets of the fields that hold references.
        references: Vec<usize>,
    },
    /// As [`Self::Fixed`], with the references as a bitmap.
    Bitmap {
        /// Size in bytes, as for [`Self::Fixed`].
        size: usize,
        /// Bit n of word m stands for the word of the object at offset 8 * (64 * m + n); a set bit
        /// means that the word holds a reference. The first bit stands for the header and is not
        /// set.
        references: Vec<u64>,
    },
    /// An array of references.
    ReferenceArray,
    /// An array of elements without references.
    PlainArray {
        /// Size of an element in bytes, at least 1.
        element_size: usize,
    },
    /// An array of structures that contain references.
    StructArray {
        /// Size of an element in bytes, a multiple of 8.
        element_size: usize,
        /// Offsets of the references, from the beginning of an element.
        references: Vec<usize>,
    },
    /// An object with a trailing array: fields, among them the number of elements, and then the
    /// elements.
    ///
    /// The allocation function stores the number of elements.
    Tailed {
        /// Bytes before the first element, header included. A multiple of 8 if elements have
        /// references.
        size: usize,
        /// Offsets of the references before the first element.
        references: Vec<usize>,
        /// The offset of the number of elements, an `i64`: a multiple of 8, at least 8.
        length_offset: usize,
        /// Size of an element in bytes, at least 1; a multiple of 8 if it has references.
        element_size: usize,
        /// Offsets of the references of an element, from the beginning of the element.
        element_references: Vec<usize>,
    },
    /// As [`Self::Fixed`], with weak fields, which do not keep their referents alive: a collection
    /// that finds the referent otherwise unreachable sets the field to null.
    Weak {
        /// Size in bytes, as for [`Self::Fixed`].
        size: usize,
        /// Byte offsets of the strong fields, which keep their referents alive.
        references: Vec<usize>,
        /// Byte offsets of the weak fields.
        weak: Vec<usize>,
        /// The time at which the weak fields are cleared.
        kind: WeakKind,
    },
    /// An ephemeron (Hayes, OOPSLA 1997): as [`Self::Fixed`], with a key field and a value field.
    /// The value is retained only while both the key and this object are live. A key that is
    /// reachable only from the value is not retained. When the key dies, both fields become null.
    Ephemeron {
        /// Size in bytes, as for [`Self::Fixed`].
        size: usize,
        /// Byte offsets of further fields, which are strong.
        references: Vec<usize>,
        /// Byte offset of the key. A word that is not a reference into the heap counts as a live
        /// key.
        key: usize,
        /// Byte offset of the value.
        value: usize,
    },
    /// Objects that host code describes, for layouts that the other variants cannot express; see
    /// [`TypeLayout::traced`].
    Traced(TracedModel),
}

/// The time at which a weak reference is cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeakKind {
    /// When the referent is no longer strongly reachable, before it is queued for finalization.
    /// From then on, only its finalizer can access it.
    Short,
    /// When the referent is freed: after it was finalized and not resurrected.
    Long,
}

/// The object model of a [traced](TypeLayout::traced) type.
#[derive(Clone)]
pub struct TracedModel(pub(super) Arc<dyn ErasedModel>);

impl fmt::Debug for TracedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TracedModel")
    }
}

impl TypeLayout {
    /// Returns a layout whose objects `model` describes. [`ObjectModel`] lists the rules for
    /// models. When the type is registered, the model is queried for the alignment and for whether
    /// objects have references.
    pub fn traced(model: impl ObjectModel) -> Self {
        Self::Traced(TracedModel(Arc::new(model)))
    }

    /// Returns a description of the type with objects at multiples of `bytes`, which is 8 (the
    /// default) or 16. A [traced](Self::traced) type has the alignment of its model if that is
    /// larger.
    pub fn aligned(self, bytes: usize) -> TypeDescription {
        TypeDescription { layout: self, alignment: bytes, names: TypeNames::default() }
    }

    /// Returns a description of the type with a name, which histograms and heap snapshots show.
    pub fn named(self, name: impl Into<String>) -> TypeDescription {
        TypeDescription::from(self).named(name)
    }
}

/// A complete description of a type. Made from a [`TypeLayout`], whose objects are 8-aligned, or by
/// [`TypeLayout::aligned`] or [`TypeLayout::named`].
#[derive(Clone, Debug)]
pub struct TypeDescription {
    pub(super) layout: TypeLayout,
    /// Alignment of the objects in bytes; not yet validated.
    alignment: usize,
    /// Not yet validated.
    pub(super) names: TypeNames,
}

impl From<TypeLayout> for TypeDescription {
    fn from(layout: TypeLayout) -> Self {
        layout.aligned(ObjectAlignment::Eight.bytes())
    }
}

impl TypeDescription {
    /// Returns the description with objects at multiples of `bytes`; see [`TypeLayout::aligned`].
    pub fn aligned(mut self, bytes: usize) -> Self {
        self.alignment = bytes;
        self
    }

    /// Returns the description with a name for the type, which histograms and heap snapshots show.
    /// A type without a name is shown by its id: `type 17`.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.names.name = Some(name.into().into());
        self
    }

    /// Returns the description with a name for the field at a byte offset from the beginning of the
    /// object, which heap snapshots show. A field without a name is shown by its offset: `+16`. The
    /// last name of a field counts.
    pub fn field_named(mut self, offset: usize, name: impl Into<String>) -> Self {
        self.names.fields.insert(offset, name.into().into());
        self
    }

    pub(super) fn alignment(&self, id: TypeId) -> Result<ObjectAlignment, TypeRegistrationError> {
        let alignment = self.alignment;
        ObjectAlignment::from_bytes(alignment)
            .ok_or(TypeRegistrationError::Alignment { id, alignment })
    }
}

/// Error returned when a type cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeRegistrationError {
    /// Type 0 cannot be used: zeroed memory must not look like an object.
    #[error("type 0 is reserved; type ids begin with 1")]
    Reserved,
    /// The id is above [`TypeId::MAX`].
    #[error("{id:?} is above the largest type id {}", TypeId::MAX.get())]
    IdTooLarge {
        /// The id in question.
        id: TypeId,
    },
    /// A type with this id is registered already.
    #[error("{id:?} is registered twice")]
    Duplicate {
        /// The id in question.
        id: TypeId,
    },
    /// The heap's [`ObjectModel`] describes the objects of the type, some of which may exist.
    #[error(
        "{id:?} cannot be registered now: the heap's object model describes its objects, of which \
         there may be some; register it before the heap is made, or have \
         `ObjectModel::is_described` return false for it"
    )]
    Described {
        /// The id in question.
        id: TypeId,
    },
    /// No object can have this size.
    #[error(
        "{id:?} has objects of {size} bytes; the size must be a multiple of 8, from 16 to \
         {MAX_OBJECT_SIZE}"
    )]
    Size {
        /// The id in question.
        id: TypeId,
        /// The size in question.
        size: usize,
    },
    /// No object can have this alignment.
    #[error("{id:?} is to be {alignment}-aligned; the alignment must be 8 or 16")]
    Alignment {
        /// The id in question.
        id: TypeId,
        /// The alignment in question, in bytes.
        alignment: usize,
    },
    /// A reference lies outside the object, overlaps its header or length, or is not aligned.
    #[error(
        "{id:?} has a reference at offset {offset}; references are 8-aligned and lie between the \
         header and the end at {size}, and not where the length is"
    )]
    Reference {
        /// The id in question.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The object's size; where there are elements, the size of the part before them.
        size: usize,
    },
    /// The same offset is listed twice. Each field of a type with weak or ephemeron fields has one
    /// kind.
    #[error(
        "{id:?} has the field at offset {offset} twice; a field is either strong or weak, a key or \
         a value"
    )]
    FieldTwice {
        /// The id in question.
        id: TypeId,
        /// The offset in question.
        offset: usize,
    },
    /// An element's reference lies outside the element or is not aligned.
    #[error(
        "{id:?} has elements of {element_size} bytes with a reference at offset {offset}; \
         references are 8-aligned and lie in the element"
    )]
    ElementReference {
        /// The id in question.
        id: TypeId,
        /// The offset in question, from the beginning of an element.
        offset: usize,
        /// The element's size.
        element_size: usize,
    },
    /// An array's elements have size 0 or a size above [`MAX_OBJECT_SIZE`], or elements with
    /// references have a size that is not a multiple of 8.
    #[error(
        "{id:?} has array elements of {element_size} bytes; the size must be from 1 to \
         {MAX_OBJECT_SIZE}, and a multiple of 8 where elements have references"
    )]
    ElementSize {
        /// The id in question.
        id: TypeId,
        /// The size in question.
        element_size: usize,
    },
    /// The size of the part before the elements is out of range, or leaves elements with references
    /// unaligned.
    #[error(
        "{id:?} has {size} bytes before its elements; that must be from 16 to {MAX_OBJECT_SIZE}, \
         and a multiple of 8 where elements have references"
    )]
    FixedPart {
        /// The id in question.
        id: TypeId,
        /// The size in question.
        size: usize,
    },
    /// The offset of the number of elements is not in the part before the elements.
    #[error(
        "{id:?} has its length at offset {offset}; that must be a multiple of 8, after the header \
         and before the elements at {size}"
    )]
    LengthOffset {
        /// The id in question.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The size of the part before the elements.
        size: usize,
    },
    /// A field that has a name lies outside the object, or outside the part before its elements, or
    /// overlaps its header.
    #[error(
        "{id:?} has a name for the field at offset {offset}, which does not lie between the header \
         and the end at {size}"
    )]
    FieldName {
        /// The id in question.
        id: TypeId,
        /// The offset in question.
        offset: usize,
        /// The object's size; where there are elements, the size of the part before them.
        size: usize,
    },
    /// The OS has no memory for the table of types.
    #[error("the table of types cannot be extended for {id:?}: {kind}")]
    Memory {
        /// The id in question.
        id: TypeId,
        /// The error of the OS.
        kind: io::ErrorKind,
    },
}
