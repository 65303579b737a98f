//! Defined types: functions, structures and arrays.

use super::value::{HeapType, ReferenceType, TypeId, ValueType};

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// The types of the parameters.
    pub parameters: Vec<ValueType>,
    /// The types of the results.
    pub results: Vec<ValueType>,
}

/// The type of a field or of the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StorageType {
    /// One byte.
    I8,
    /// Two bytes.
    I16,
    /// A value.
    Value(ValueType),
}

/// A field of a structure, or the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldType {
    /// What is stored.
    pub storage: StorageType,
    /// Whether it can be changed.
    pub mutable: bool,
}

/// What a defined type describes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CompositeType {
    /// A function.
    Function(FunctionType),
    /// A structure, by its fields.
    Struct(Vec<FieldType>),
    /// An array, by its elements.
    Array(FieldType),
}

/// A defined type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DefinedType {
    /// Whether the type has no subtypes.
    pub is_final: bool,
    /// The declared supertype.
    pub supertype: Option<HeapType>,
    /// What the type describes.
    pub composite: CompositeType,
}

impl DefinedType {
    /// Returns the type in which every reference to a member of its recursion group is the id of
    /// that member, where `first` is the id of the first member.
    pub(super) fn resolve(&self, first: TypeId) -> Self {
        let heap = |heap: HeapType| match heap {
            HeapType::InGroup(index) => HeapType::Defined(TypeId(first.0 + index)),
            other => other,
        };
        let value = |value: ValueType| match value {
            ValueType::Reference(reference) => {
                ValueType::Reference(ReferenceType { heap: heap(reference.heap), ..reference })
            }
            other => other,
        };
        let field = |field: &FieldType| FieldType {
            storage: match field.storage {
                StorageType::Value(stored) => StorageType::Value(value(stored)),
                packed => packed,
            },
            mutable: field.mutable,
        };
        let values = |types: &[ValueType]| types.iter().map(|&each| value(each)).collect();
        let composite = match &self.composite {
            CompositeType::Function(function) => CompositeType::Function(FunctionType {
                parameters: values(&function.parameters),
                results: values(&function.results),
            }),
            CompositeType::Struct(fields) => {
                CompositeType::Struct(fields.iter().map(field).collect())
            }
            CompositeType::Array(element) => CompositeType::Array(field(element)),
        };
        Self { is_final: self.is_final, supertype: self.supertype.map(heap), composite }
    }
}
