//! Layouts of the structures that compiled code reads.

use crate::module::Module;

/// Offsets in the context of a store.
pub mod store {
    /// Whether a trap or an exception is pending: 0, [`TRAP`] or [`EXCEPTION`].
    pub const PENDING: i32 = 0;
    /// The lowest address that the stack pointer may have in a prologue.
    pub const STACK_LIMIT: i32 = 8;
    /// The exception that is pending, a root.
    pub const EXCEPTION_REFERENCE: i32 = 16;
    /// The collector's context of the store's thread.
    pub const THREAD: i32 = 24;
    /// The address of the first free slot for references that are passed to or from native code.
    pub const REFERENCES: i32 = 32;
    /// The end of these slots.
    pub const REFERENCES_END: i32 = 40;
    /// The address of the table of the descriptors of types, which never changes: see
    /// [`descriptor`](crate::types::descriptor).
    pub const TYPES: i32 = 48;
    /// The first argument that does not fit into registers; each has 8 bytes.
    pub const OVERFLOW: i32 = 56;
    /// A trap is pending.
    pub const TRAP: u64 = 1;
    /// An exception is pending.
    pub const EXCEPTION: u64 = 2;
}

/// Offsets in a function, to which function references point.
pub mod function {
    /// The address of the code.
    pub const CODE: i32 = 0;
    /// The context that the code is called with.
    pub const CONTEXT: i32 = 8;
    /// The id of the type, 64 bits.
    pub const TYPE: i32 = 16;
}

/// Offsets in a memory, and in a table.
pub mod extent {
    /// The address of the first byte or element.
    pub const BASE: i32 = 0;
    /// The number of bytes or elements.
    pub const LENGTH: i32 = 8;
}

/// Offset of the store's context in the context of an instance and of a host function.
pub const STORE: i32 = 0;
/// Offset of the address of the instance itself.
pub const INSTANCE: usize = 8;
const FIRST: usize = 16;

/// Offsets in the context of an instance, which is an array of addresses: of the store's context,
/// the instance, then its memories, tables, globals, tags and functions.
#[derive(Clone, Copy, Debug)]
pub struct ContextLayout {
    memories: usize,
    tables: usize,
    globals: usize,
    tags: usize,
    functions: usize,
    end: usize,
}

impl ContextLayout {
    /// Returns the layout for instances of a module.
    pub fn of(module: &Module) -> Self {
        let memories = FIRST;
        let tables = memories + 8 * module.memories.len();
        let globals = tables + 8 * module.tables.len();
        let tags = globals + 8 * module.globals.len();
        let functions = tags + 8 * module.tags.len();
        let end = functions + 8 * module.functions.len();
        Self { memories, tables, globals, tags, functions, end }
    }

    /// Returns the number of words of a context.
    pub fn words(&self) -> usize {
        self.end / 8
    }

    /// Returns the offset of the address of a memory.
    pub fn memory(&self, index: u32) -> i32 {
        (self.memories + 8 * index as usize) as i32
    }

    /// Returns the offset of the address of a table.
    pub fn table(&self, index: u32) -> i32 {
        (self.tables + 8 * index as usize) as i32
    }

    /// Returns the offset of the address of a global's cell.
    pub fn global(&self, index: u32) -> i32 {
        (self.globals + 8 * index as usize) as i32
    }

    /// Returns the offset of the address of a tag.
    pub fn tag(&self, index: u32) -> i32 {
        (self.tags + 8 * index as usize) as i32
    }

    /// Returns the offset of the address of a function.
    pub fn function(&self, index: u32) -> i32 {
        (self.functions + 8 * index as usize) as i32
    }
}
