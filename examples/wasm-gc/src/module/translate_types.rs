//! From the types of `wasmparser`, which name defined types by their index in a module, to those
//! of the engine.

use wasmparser::{AbstractHeapType, CompositeInnerType, RefType, SubType, UnpackedIndex, ValType};

use super::{GlobalType, Limits, MemoryType, TableType};
use crate::Error;
use crate::types::{
    CompositeType, DefinedType, FieldType, FunctionType, HeapType, ReferenceType, StorageType,
    TypeId, ValueType,
};

/// Translates types of one module.
#[derive(Debug)]
pub(crate) struct TypeReader<'a> {
    /// The ids of the types that are defined so far.
    types: &'a [TypeId],
    /// Where the reader is, for messages.
    offset: u64,
}

impl<'a> TypeReader<'a> {
    /// Creates a reader for a module with these types. `offset` is the position for messages.
    pub(crate) fn new(types: &'a [TypeId], offset: u64) -> Self {
        Self { types, offset }
    }

    fn unsupported(&self, what: impl Into<String>) -> Error {
        Error::Unsupported { what: what.into(), offset: self.offset }
    }

    /// Returns the id of a type that is defined, by its index in the module.
    pub(crate) fn id(&self, index: u32) -> TypeId {
        self.types[index as usize]
    }

    /// Translates a value type.
    pub(crate) fn value(&self, value: ValType) -> Result<ValueType, Error> {
        Ok(match value {
            ValType::I32 => ValueType::I32,
            ValType::I64 => ValueType::I64,
            ValType::F32 => ValueType::F32,
            ValType::F64 => ValueType::F64,
            ValType::V128 => return Err(self.unsupported("v128")),
            ValType::Ref(reference) => ValueType::Reference(self.reference(reference)?),
        })
    }

    /// Translates a type of references.
    pub(crate) fn reference(&self, reference: RefType) -> Result<ReferenceType, Error> {
        let heap = self.heap(reference.heap_type())?;
        Ok(ReferenceType { nullable: reference.is_nullable(), heap })
    }

    /// Translates a heap type. An index beyond the types that are defined so far is one of the
    /// recursion group that follows them.
    pub(crate) fn heap(&self, heap: wasmparser::HeapType) -> Result<HeapType, Error> {
        match heap {
            wasmparser::HeapType::Abstract { shared: true, .. } => {
                Err(self.unsupported("a shared type"))
            }
            wasmparser::HeapType::Abstract { ty, .. } => Ok(match ty {
                AbstractHeapType::Func => HeapType::Func,
                AbstractHeapType::NoFunc => HeapType::NoFunc,
                AbstractHeapType::Extern => HeapType::Extern,
                AbstractHeapType::NoExtern => HeapType::NoExtern,
                AbstractHeapType::Any => HeapType::Any,
                AbstractHeapType::Eq => HeapType::Eq,
                AbstractHeapType::I31 => HeapType::I31,
                AbstractHeapType::Struct => HeapType::Struct,
                AbstractHeapType::Array => HeapType::Array,
                AbstractHeapType::None => HeapType::None,
                AbstractHeapType::Exn => HeapType::Exn,
                AbstractHeapType::NoExn => HeapType::NoExn,
                AbstractHeapType::Cont | AbstractHeapType::NoCont => {
                    return Err(self.unsupported("a continuation"));
                }
            }),
            wasmparser::HeapType::Concrete(index) | wasmparser::HeapType::Exact(index) => {
                self.index(index)
            }
        }
    }

    fn index(&self, index: UnpackedIndex) -> Result<HeapType, Error> {
        match index {
            UnpackedIndex::Module(index) => Ok(match self.types.get(index as usize) {
                Some(&id) => HeapType::Defined(id),
                None => HeapType::InGroup(index - self.types.len() as u32),
            }),
            UnpackedIndex::RecGroup(index) => Ok(HeapType::InGroup(index)),
            UnpackedIndex::Id(_) => Err(self.unsupported("a type by its id")),
        }
    }

    /// Translates a defined type.
    pub(crate) fn defined(&self, ty: &SubType) -> Result<DefinedType, Error> {
        if ty.composite_type.shared {
            return Err(self.unsupported("a shared type"));
        }
        let supertype = match ty.supertype_idxs.first() {
            Some(index) => Some(self.index(index.unpack())?),
            None => None,
        };
        let composite = match &ty.composite_type.inner {
            CompositeInnerType::Func(function) => CompositeType::Function(FunctionType {
                parameters: self.values(function.params())?,
                results: self.values(function.results())?,
            }),
            CompositeInnerType::Struct(structure) => CompositeType::Struct(
                structure.fields.iter().map(|field| self.field(field)).collect::<Result<_, _>>()?,
            ),
            CompositeInnerType::Array(array) => CompositeType::Array(self.field(&array.0)?),
            CompositeInnerType::Cont(_) => return Err(self.unsupported("a continuation")),
        };
        Ok(DefinedType { is_final: ty.is_final, supertype, composite })
    }

    fn values(&self, types: &[ValType]) -> Result<Vec<ValueType>, Error> {
        types.iter().map(|&each| self.value(each)).collect()
    }

    fn field(&self, field: &wasmparser::FieldType) -> Result<FieldType, Error> {
        let storage = match field.element_type {
            wasmparser::StorageType::I8 => StorageType::I8,
            wasmparser::StorageType::I16 => StorageType::I16,
            wasmparser::StorageType::Val(value) => StorageType::Value(self.value(value)?),
        };
        Ok(FieldType { storage, mutable: field.mutable })
    }

    /// Translates the type of a table.
    pub(crate) fn table(&self, table: &wasmparser::TableType) -> Result<TableType, Error> {
        Ok(TableType {
            element: self.reference(table.element_type)?,
            limits: Limits { wide: table.table64, minimum: table.initial, maximum: table.maximum },
        })
    }

    /// Translates the type of a memory.
    pub(crate) fn memory(&self, memory: &wasmparser::MemoryType) -> Result<MemoryType, Error> {
        if memory.shared {
            return Err(self.unsupported("a shared memory"));
        }
        if memory.page_size_log2.is_some() {
            return Err(self.unsupported("a custom page size"));
        }
        Ok(MemoryType {
            limits: Limits {
                wide: memory.memory64,
                minimum: memory.initial,
                maximum: memory.maximum,
            },
        })
    }

    /// Translates the type of a global.
    pub(crate) fn global(&self, global: &wasmparser::GlobalType) -> Result<GlobalType, Error> {
        Ok(GlobalType { value: self.value(global.content_type)?, mutable: global.mutable })
    }
}
