//! The code generator LLVM: the text of its IR, compiled by the tools `opt` and `llc`, linked to a
//! shared library and loaded.
//!
//! Thunks and the functions that access cells are compiled by Cranelift, so calls between the host
//! and compiled code have frames of both on one stack.

mod arch;
mod builder;
mod compile;
mod error;
mod function;
mod imports;
mod library;
mod module;
mod numeric;
mod prelude;
mod prototype;
mod tools;
mod value;

pub use compile::CompiledModule;
pub use error::LlvmError;
pub(crate) use module::write_module;
pub use tools::Tools;
