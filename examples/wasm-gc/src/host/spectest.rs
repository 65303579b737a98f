//! The module `spectest`, which the official tests import.

use crate::Error;
use crate::module::{GlobalType, Limits, MemoryType, TableType};
use crate::runtime::{Extern, Linker, Store, Value};
use crate::types::{FunctionType, HeapType, ReferenceType, ValueType};

/// Defines the module `spectest`. Its functions print nothing.
///
/// # Errors
///
/// If the system has no memory.
pub fn define(store: &mut Store, linker: &mut Linker) -> Result<(), Error> {
    use ValueType::{F32, F64, I32, I64};
    let functions: [(&str, &[ValueType]); 7] = [
        ("print", &[]),
        ("print_i32", &[I32]),
        ("print_i64", &[I64]),
        ("print_f32", &[F32]),
        ("print_f64", &[F64]),
        ("print_i32_f32", &[I32, F32]),
        ("print_f64_f64", &[F64, F64]),
    ];
    for (name, parameters) in functions {
        let ty = FunctionType { parameters: parameters.to_vec(), results: vec![] };
        let function = store.host_function(ty, Box::new(|_| Ok(vec![])))?;
        linker.define("spectest", name, Extern::Function(function));
    }
    let globals = [
        ("global_i32", I32, Value::I32(666)),
        ("global_i64", I64, Value::I64(666)),
        ("global_f32", F32, Value::F32(666.6f32.to_bits())),
        ("global_f64", F64, Value::F64(666.6f64.to_bits())),
    ];
    for (name, value, initial) in globals {
        let global = store.global(GlobalType { value, mutable: false }, &initial)?;
        linker.define("spectest", name, Extern::Global(global));
    }
    for (name, wide) in [("table", false), ("table64", true)] {
        let element = ReferenceType { nullable: true, heap: HeapType::Func };
        let limits = Limits { wide, minimum: 10, maximum: Some(20) };
        let table = store.table(TableType { element, limits })?;
        linker.define("spectest", name, Extern::Table(table));
    }
    let limits = Limits { wide: false, minimum: 1, maximum: Some(2) };
    let memory = store.memory(MemoryType { limits })?;
    linker.define("spectest", "memory", Extern::Memory(memory));
    Ok(())
}
