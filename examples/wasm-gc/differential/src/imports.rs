//! What modules may import: functions, a table, a memory and globals of the module `test`.
//!
//! * `note` takes a number, which is logged.
//! * `number` returns 0, 1, 2 and so on.
//! * `pass` returns its argument, whose kind is logged. In `wasm-gc` it collects.
//! * `wrap` returns a reference of the host with this number.
//! * `swap` returns its arguments in reverse order. In `wasm-gc` it collects.

use wasm_encoder::{
    EntityType, GlobalType, ImportSection, MemoryType, Module, RefType, TableType, TypeSection,
    ValType,
};

/// The name of the module.
pub const MODULE: &str = "test";
/// The value of the global `limit`.
pub const LIMIT: i32 = 7;
/// The number of the reference of the host in the global `handle`.
pub const HANDLE: u64 = 99;
/// The initial and the largest number of elements of the table, which are functions.
pub const TABLE: (u64, u64) = (10, 20);
/// The initial and the largest number of pages of the memory.
pub const MEMORY: (u64, u64) = (1, 2);

/// A function of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostFunction {
    /// The name.
    pub name: &'static str,
    /// The types of the parameters.
    pub parameters: &'static [ValType],
    /// The types of the results.
    pub results: &'static [ValType],
}

const ANY: ValType = ValType::Ref(RefType::ANYREF);
const EXTERN: ValType = ValType::Ref(RefType::EXTERNREF);
const FUNC: ValType = ValType::Ref(RefType::FUNCREF);

/// The functions of the host.
pub const FUNCTIONS: [HostFunction; 5] = [
    HostFunction { name: "note", parameters: &[ValType::I32], results: &[] },
    HostFunction { name: "number", parameters: &[], results: &[ValType::I32] },
    HostFunction { name: "pass", parameters: &[ANY], results: &[ANY] },
    HostFunction { name: "wrap", parameters: &[ValType::I32], results: &[EXTERN] },
    HostFunction {
        name: "swap",
        parameters: &[EXTERN, ValType::I64, FUNC, ValType::F64, ANY],
        results: &[ANY, ValType::F64, FUNC, ValType::I64, EXTERN],
    },
];

/// Adds the types of the functions, which are the first types of the module.
pub fn add_types(types: &mut TypeSection) {
    for function in FUNCTIONS {
        let (parameters, results) = (function.parameters, function.results);
        types.ty().function(parameters.iter().copied(), results.iter().copied());
    }
}

/// Adds imports of all functions, whose types are the first ones of the module.
pub fn add_functions(imports: &mut ImportSection) {
    for (index, function) in FUNCTIONS.iter().enumerate() {
        imports.import(MODULE, function.name, EntityType::Function(index as u32));
    }
}

/// Returns the type of the table.
pub fn table() -> TableType {
    TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: TABLE.0,
        maximum: Some(TABLE.1),
        shared: false,
    }
}

/// Returns the type of the memory.
pub fn memory() -> MemoryType {
    MemoryType {
        minimum: MEMORY.0,
        maximum: Some(MEMORY.1),
        memory64: false,
        shared: false,
        page_size_log2: None,
    }
}

/// Returns a module that imports everything.
pub fn module() -> Vec<u8> {
    let mut types = TypeSection::new();
    add_types(&mut types);
    let mut imports = ImportSection::new();
    add_functions(&mut imports);
    imports.import(MODULE, "table", table());
    imports.import(MODULE, "memory", memory());
    let global = |val_type| GlobalType { val_type, mutable: false, shared: false };
    imports.import(MODULE, "limit", global(ValType::I32));
    imports.import(MODULE, "handle", global(EXTERN));
    let mut module = Module::new();
    module.section(&types).section(&imports);
    module.finish()
}
