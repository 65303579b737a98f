//! Types of values and of what they refer to.

mod defined;
pub mod descriptor;
pub mod layout;
mod registry;
mod value;

pub use defined::{CompositeType, DefinedType, FieldType, FunctionType, StorageType};
pub use layout::StructLayout;
pub use registry::TypeRegistry;
pub use value::{HeapType, ReferenceKind, ReferenceType, TypeId, ValueType};
