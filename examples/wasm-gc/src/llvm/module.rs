//! The text of a module.
//!
//! It defines a table of imports, which is filled when the module is loaded, and a table of what
//! the module has: the only symbol that is exported.

use std::fmt::Write as _;
use std::ops::Range;

use wasmparser::{BinaryReader, FunctionBody, Operator};

use super::arch::THREAD_POINTER;
use super::function::{LlvmBuilder, symbol};
use super::imports::TABLE;
use super::prelude::prelude;
use super::prototype::Prototype;
use crate::Error;
use crate::code::Signature;
use crate::module::Module;
use crate::translate::translate_function;
use crate::types::TypeRegistry;

/// The symbol of the table of what the module has: the address of the table of imports, that of a
/// function that returns the thread pointer, then those of the module's own functions.
pub(super) const EXPORTS: &str = "wasm_gc_exports";
/// The number of entries before the functions.
pub(super) const FIRST_FUNCTION: usize = 2;

/// Returns the IR of a module.
///
/// # Errors
///
/// If a function uses what is not supported.
pub(crate) fn write_module(module: &Module, registry: &TypeRegistry) -> Result<String, Error> {
    let first = module.imported_functions as u32;
    let signatures: Vec<_> = module.functions[module.imported_functions..]
        .iter()
        .map(|&id| Signature::of(registry.function(id), registry))
        .collect();
    let symbols: Vec<_> = (first..)
        .take(signatures.len())
        .map(|index| symbol(index, module.names.get(&index).map(String::as_str)))
        .collect();
    let mut prototypes = Vec::new();
    for (signature, body) in signatures.iter().zip(&module.bodies) {
        let is_wide = makes_tail_calls(module, body)?;
        prototypes.push(if is_wide {
            Prototype::wide(signature)
        } else {
            Prototype::natural(signature)
        });
    }
    let mut text = prelude();
    for (own, signature) in signatures.iter().enumerate() {
        let mut builder = LlvmBuilder::new(&prototypes, &symbols, first, own, signature);
        translate_function(module, registry, first + own as u32, &mut builder)?;
        text.push_str(&builder.finish());
    }
    write_exports(&mut text, &symbols);
    Ok(text)
}

fn makes_tail_calls(module: &Module, body: &Range<usize>) -> Result<bool, Error> {
    let reader = BinaryReader::new(&module.bytes[body.clone()], body.start as u64);
    let mut operators = FunctionBody::new(reader).get_operators_reader()?;
    while !operators.eof() {
        if let Operator::ReturnCall { .. }
        | Operator::ReturnCallIndirect { .. }
        | Operator::ReturnCallRef { .. } = operators.read()?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn write_exports(text: &mut String, symbols: &[String]) {
    let entries: Vec<_> = [format!("@{TABLE}"), "@thread_pointer".to_owned()]
        .iter()
        .chain(symbols)
        .map(|symbol| format!("ptr {symbol}"))
        .collect();
    let (count, entries) = (entries.len(), entries.join(", "));
    write!(
        text,
        "define hidden i64 @thread_pointer() nounwind {{\n  \
         %pointer = {THREAD_POINTER}\n  \
         ret i64 %pointer\n}}\n\n\
         @{EXPORTS} = constant [{count} x ptr] [{entries}]\n"
    )
    .expect("a string can be written");
}
