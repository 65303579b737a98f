//! Layouts of structures and arrays as objects of the heap.
//!
//! An object begins with a header word that has the id of its type, as statepoint-gc expects it.
//! Fields follow in the order of their declaration, each aligned to its size: so a subtype's
//! object begins like one of its supertype. An array has its length at offset 8, a word, and its
//! elements from offset 16.

use statepoint_gc::{TypeLayout, compiled_code};

use super::defined::{CompositeType, FieldType, StorageType};
use super::registry::TypeRegistry;
use super::value::{ReferenceKind, TypeId, ValueType};

/// Offset of the length of an array.
pub const LENGTH: i32 = 8;
/// Offset of the first element of an array.
pub const ELEMENTS: i32 = 16;
const HEADER: u32 = 8;
const SMALLEST: u32 = 16;

/// Offsets in an exception, an object whose type is that of its tag.
pub mod exception {
    /// The address of the tag.
    pub const TAG: i32 = 8;
    /// The first value; each has 8 bytes.
    pub const VALUES: i32 = 16;

    /// Returns the size of an exception with this number of values.
    pub const fn size(values: usize) -> u32 {
        VALUES as u32 + 8 * values as u32
    }
}

impl TypeId {
    /// Returns the id of the type in the heap, whose ids begin with 1.
    pub fn of_collector(self) -> statepoint_gc::TypeId {
        statepoint_gc::TypeId::new(self.0 + 1)
    }

    /// Returns the type with this id in the heap.
    pub fn from_collector(id: statepoint_gc::TypeId) -> Self {
        Self(id.get() - 1)
    }
}

/// Returns how the collector finds the references in objects of a type. Objects of a function type
/// are exceptions whose tags have this type.
pub fn type_layout(id: TypeId, registry: &TypeRegistry) -> TypeLayout {
    match &registry.get(id).composite {
        CompositeType::Struct(fields) => {
            let layout = StructLayout::of(fields, registry);
            let references = layout.references.iter().map(|&offset| offset as usize).collect();
            TypeLayout::Fixed { size: layout.size as usize, references }
        }
        CompositeType::Array(element) if element.storage.is_root(registry) => {
            TypeLayout::ReferenceArray
        }
        CompositeType::Array(element) => {
            TypeLayout::PlainArray { element_size: usize::from(element.storage.bytes()) }
        }
        CompositeType::Function(function) => {
            let is_root = |ty: &ValueType| StorageType::Value(*ty).is_root(registry);
            let roots = function.parameters.iter().enumerate().filter(|(_, ty)| is_root(ty));
            let references =
                roots.map(|(index, _)| exception::VALUES as usize + 8 * index).collect();
            let size = exception::size(function.parameters.len()) as usize;
            TypeLayout::Fixed { size, references }
        }
    }
}

/// Returns the type of an object with this header.
pub fn type_of(header: u64) -> TypeId {
    TypeId::from_collector(compiled_code::type_id(header))
}

/// The layout of the objects of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    /// The offsets of the fields.
    pub offsets: Vec<u32>,
    /// The size of an object: a multiple of 8, at least 16.
    pub size: u32,
    /// The offsets of the fields that may refer to objects of the heap.
    pub references: Vec<u32>,
}

impl StructLayout {
    /// Computes the layout of a structure with these fields.
    pub fn of(fields: &[FieldType], registry: &TypeRegistry) -> Self {
        let mut end = HEADER;
        let (mut offsets, mut references) = (vec![], vec![]);
        for field in fields {
            let bytes = u32::from(field.storage.bytes());
            let offset = end.next_multiple_of(bytes);
            offsets.push(offset);
            if field.storage.is_root(registry) {
                references.push(offset);
            }
            end = offset + bytes;
        }
        Self { offsets, size: end.next_multiple_of(8).max(SMALLEST), references }
    }
}

impl StorageType {
    /// Returns the number of bytes: 1, 2, 4 or 8.
    pub fn bytes(self) -> u8 {
        match self {
            Self::I8 => 1,
            Self::I16 => 2,
            Self::Value(ValueType::I32 | ValueType::F32) => 4,
            Self::Value(_) => 8,
        }
    }

    /// Returns whether what is stored may refer to an object of the heap.
    pub fn is_root(self, registry: &TypeRegistry) -> bool {
        match self {
            Self::Value(ValueType::Reference(reference)) => {
                registry.reference_kind(reference.heap) == ReferenceKind::Heap
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{HeapType, ReferenceType};

    fn field(storage: StorageType) -> FieldType {
        FieldType { storage, mutable: true }
    }

    fn reference(heap: HeapType) -> FieldType {
        let reference = ReferenceType { nullable: true, heap };
        field(StorageType::Value(ValueType::Reference(reference)))
    }

    #[test]
    fn fields_are_aligned_and_a_subtype_begins_like_its_supertype() {
        let registry = TypeRegistry::new().expect("address space");
        let mut fields = vec![
            field(StorageType::I8),
            reference(HeapType::Any),
            field(StorageType::I16),
            reference(HeapType::Func),
        ];
        let layout = StructLayout::of(&fields, &registry);
        assert_eq!(layout.offsets, [8, 16, 24, 32]);
        assert_eq!((layout.size, &layout.references[..]), (40, &[16][..]));
        fields.push(field(StorageType::Value(ValueType::F32)));
        let longer = StructLayout::of(&fields, &registry);
        assert_eq!(longer.offsets[..4], layout.offsets);
        assert_eq!((longer.offsets[4], longer.size), (40, 48));
        assert_eq!(StructLayout::of(&[], &registry).size, 16);
    }

    #[test]
    fn headers_have_the_type() {
        let id = TypeId(0x7f_fffe);
        let header = compiled_code::header(id.of_collector());
        assert_eq!(type_of(header | 0xff), id);
        assert_eq!(TypeId::from_collector(id.of_collector()), id);
    }
}
