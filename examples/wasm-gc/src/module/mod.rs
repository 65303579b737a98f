//! The model of a module: what a binary module contains, checked and resolved.

mod constant;
mod read;
mod translate_types;

use std::collections::HashMap;
use std::ops::Range;

pub use constant::{ConstantExpression, ConstantOperator};
pub(crate) use translate_types::TypeReader;

use crate::types::{ReferenceType, TypeId, ValueType};

/// A validated module. Types are those of the engine that read it.
#[derive(Debug, Default)]
pub struct Module {
    /// The binary module.
    pub bytes: Vec<u8>,
    /// The defined types, by their indices in the module.
    pub types: Vec<TypeId>,
    /// The imports, in order.
    pub imports: Vec<Import>,
    /// The types of all functions: the imported ones, then the module's own.
    pub functions: Vec<TypeId>,
    /// How many functions are imported.
    pub imported_functions: usize,
    /// The types of all tables, the imported ones first.
    pub tables: Vec<TableType>,
    /// The initial values of the elements of the module's own tables.
    pub table_values: Vec<Option<ConstantExpression>>,
    /// The types of all memories, the imported ones first.
    pub memories: Vec<MemoryType>,
    /// The types of all globals, the imported ones first.
    pub globals: Vec<GlobalType>,
    /// The initial values of the module's own globals.
    pub global_values: Vec<ConstantExpression>,
    /// The types of all tags, the imported ones first.
    pub tags: Vec<TypeId>,
    /// The exports, in order.
    pub exports: Vec<Export>,
    /// The function that runs when the module is instantiated.
    pub start: Option<u32>,
    /// The element segments.
    pub elements: Vec<ElementSegment>,
    /// The data segments.
    pub data: Vec<DataSegment>,
    /// The positions in `bytes` of the bodies of the module's own functions.
    pub bodies: Vec<Range<usize>>,
    /// The names of functions, where the module has them.
    pub names: HashMap<u32, String>,
    /// The names of tags, where the module has them.
    pub tag_names: HashMap<u32, String>,
}

/// An import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The name of the module.
    pub module: String,
    /// The name in that module.
    pub name: String,
    /// The type that the definition must match.
    pub kind: ImportType,
}

/// The type of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportType {
    /// A function.
    Function(TypeId),
    /// A table.
    Table(TableType),
    /// A memory.
    Memory(MemoryType),
    /// A global.
    Global(GlobalType),
    /// A tag of exceptions.
    Tag(TypeId),
}

/// The type of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableType {
    /// The type of the elements.
    pub element: ReferenceType,
    /// How many elements it has.
    pub limits: Limits,
}

/// The type of a memory. Limits are in pages of 65,536 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryType {
    /// How large it is.
    pub limits: Limits,
}

/// The initial and the maximal size of a table or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Whether indices have 64 bits.
    pub wide: bool,
    /// The initial size.
    pub minimum: u64,
    /// The maximal size, if the module limits it.
    pub maximum: Option<u64>,
}

/// The type of a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlobalType {
    /// The type of its value.
    pub value: ValueType,
    /// Whether it can be changed.
    pub mutable: bool,
}

/// An export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The name.
    pub name: String,
    /// What is exported.
    pub item: ExportItem,
}

/// What is exported, by its index in the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the kinds of the specification")]
pub enum ExportItem {
    Function(u32),
    Table(u32),
    Memory(u32),
    Global(u32),
    Tag(u32),
}

/// An element segment.
#[derive(Clone, Debug)]
pub struct ElementSegment {
    /// When it is copied into a table.
    pub mode: SegmentMode,
    /// The values.
    pub values: Vec<ConstantExpression>,
}

/// A data segment.
#[derive(Clone, Debug)]
pub struct DataSegment {
    /// When it is copied into a memory.
    pub mode: SegmentMode,
    /// The position of the bytes in the binary module.
    pub range: Range<usize>,
}

/// When a segment is copied into a table or memory.
#[derive(Clone, Debug)]
pub enum SegmentMode {
    /// By an instruction.
    Passive,
    /// When the module is instantiated.
    Active {
        /// The index of the table or memory.
        target: u32,
        /// The index of the first element or byte.
        offset: ConstantExpression,
    },
    /// Never: it only declares functions that the code refers to.
    Declared,
}
