//! Types of machine values, signatures of compiled functions, and accesses to memory.

use crate::types::{FunctionType, HeapType, ReferenceKind, StorageType, TypeRegistry, ValueType};

/// The type of a value in compiled code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MachineType {
    /// 32 bits.
    I32,
    /// 64 bits, or an address outside the heap.
    I64,
    /// A 32-bit floating-point number.
    F32,
    /// A 64-bit floating-point number.
    F64,
    /// A reference. One of kind `Heap` is a root wherever it is live.
    Reference(ReferenceKind),
}

/// A reference to a function.
pub const FUNCTION_REFERENCE: MachineType = MachineType::Reference(ReferenceKind::Native);
/// A reference that may point into the heap.
pub const HEAP_REFERENCE: MachineType = MachineType::Reference(ReferenceKind::Heap);

impl MachineType {
    /// Returns whether values are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Returns the machine type of values of a type.
    pub fn of(value: ValueType, registry: &TypeRegistry) -> Self {
        match value {
            ValueType::I32 => Self::I32,
            ValueType::I64 => Self::I64,
            ValueType::F32 => Self::F32,
            ValueType::F64 => Self::F64,
            ValueType::Reference(reference) => Self::of_heap(reference.heap, registry),
        }
    }

    /// Returns the machine type of references to a heap type.
    pub fn of_heap(heap: HeapType, registry: &TypeRegistry) -> Self {
        Self::Reference(registry.reference_kind(heap))
    }
}

/// The machine types of parameters and results. The address of the callee's instance context is
/// passed before the parameters, and is not part of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The types of the parameters.
    pub parameters: Vec<MachineType>,
    /// The types of the results.
    pub results: Vec<MachineType>,
}

impl Signature {
    /// Returns the signature of a function type.
    pub fn of(function: &FunctionType, registry: &TypeRegistry) -> Self {
        let machine = |types: &[ValueType]| {
            types.iter().map(|&each| MachineType::of(each, registry)).collect()
        };
        Self { parameters: machine(&function.parameters), results: machine(&function.results) }
    }
}

/// What an access to memory reads or writes, and how it is extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The type of the value.
    pub value: MachineType,
    /// The bytes of it that are in memory: 1, 2, 4 or 8.
    pub bytes: u8,
    /// Whether an integer with fewer bytes than the value is sign-extended.
    pub signed: bool,
    /// Which memory is accessed.
    pub region: Region,
}

/// Classes of memory that do not overlap, and what a code generator may assume of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// Fields of the runtime's structures that never change while the code exists: a load of them
    /// may be moved and repeated.
    Constant,
    /// Fields of a function or of a type's descriptor, which never change: a load may be repeated,
    /// and must stay after the test that the function is not null or the descriptor long enough.
    Functions,
    /// Fields of the runtime's structures that calls change.
    Runtime,
    /// Linear memory: little-endian, not aligned, volatile to nothing.
    Linear,
    /// Globals, elements of tables, payloads of exceptions.
    Cells,
    /// Fields and elements of objects of the heap.
    Objects,
}

impl Access {
    /// The address of a structure of the runtime, in a field that never changes.
    pub const CONSTANT_POINTER: Self = Self::whole(MachineType::I64, 8, Region::Constant);
    /// A field of a function.
    pub const FUNCTION_FIELD: Self = Self::whole(MachineType::I64, 8, Region::Functions);
    /// A 64-bit field of the runtime.
    pub const RUNTIME_WORD: Self = Self::whole(MachineType::I64, 8, Region::Runtime);

    /// Access to a value of a type with all its bytes.
    pub const fn whole(value: MachineType, bytes: u8, region: Region) -> Self {
        Self { value, bytes, signed: false, region }
    }

    /// Access to a field or an element. `signed` is for packed ones.
    pub fn field(storage: StorageType, signed: bool, registry: &TypeRegistry) -> Self {
        let value = match storage {
            StorageType::I8 | StorageType::I16 => MachineType::I32,
            StorageType::Value(value) => MachineType::of(value, registry),
        };
        Self { value, bytes: storage.bytes(), signed, region: Region::Objects }
    }

    /// Access to a global, an element or another cell of 8 bytes.
    pub const fn cell(value: MachineType) -> Self {
        let bytes = match value {
            MachineType::I32 | MachineType::F32 => 4,
            _ => 8,
        };
        Self::whole(value, bytes, Region::Cells)
    }
}
