//! Types of values and of what they refer to.

mod defined;
mod registry;
mod value;

pub use defined::{CompositeType, DefinedType, FieldType, FunctionType, StorageType};
pub use registry::TypeRegistry;
pub use value::{HeapType, ReferenceKind, ReferenceType, TypeId, ValueType};
