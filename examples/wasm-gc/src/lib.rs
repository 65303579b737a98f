//! WebAssembly programs on statepoint-gc.
//!
//! [`Module`] is a validated module. The translator (`translate`) walks its functions and emits
//! them through the interface `code::CodeBuilder`, which a code generator implements. `runtime`
//! has what compiled code refers to: memories, tables, globals, functions.

pub mod code;
pub mod cranelift;
pub mod error;
pub mod host;
pub mod llvm;
mod mapping;
pub mod module;
pub mod runtime;
pub mod translate;
pub mod types;

pub use error::{Error, InvocationError, LinkError, Trap, TrapKind};
pub use module::Module;
