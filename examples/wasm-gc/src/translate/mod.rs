//! From the instructions of WebAssembly to a code generator.
//!
//! One translator serves all code generators: it is generic over [`CodeBuilder`]. The module is
//! validated before, so types are known and operands exist.
//!
//! # Traps and exceptions
//!
//! Managed frames are never unwound: a function that traps or throws sets the pending flag of the
//! store and returns zeros; the caller checks the flag after each call and returns likewise, or
//! runs a handler. So native frames between managed ones return as usual, in any order. This costs
//! a load, a comparison and a branch after each call.

mod array;
mod calls;
mod cast;
mod control;
mod conversion;
mod exception;
mod function;
mod globals;
mod memory;
mod numeric;
mod reference;
mod structure;
mod table;
mod traps;

use crate::code::CodeBuilder;
use crate::module::Module;
use crate::types::TypeRegistry;
use crate::{Error, code::layout::ContextLayout};

/// Translates the body of a function of a validated module. `function` is its index in the module.
///
/// # Errors
///
/// If the function uses what is not supported.
pub fn translate_function<B: CodeBuilder>(
    module: &Module,
    registry: &TypeRegistry,
    function: u32,
    builder: &mut B,
) -> Result<(), Error> {
    let layout = ContextLayout::of(module);
    function::FunctionTranslator::new(module, registry, layout, function, builder).translate()
}
