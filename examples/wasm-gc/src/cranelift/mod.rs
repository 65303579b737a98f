//! The code generator Cranelift.

mod builder;
mod cells;
mod compile;
mod function;
mod parameters;
mod registered_code;
mod signature;
mod thunks;

pub use cells::CellFunctions;
pub use compile::CompiledModule;
pub use signature::Convention;
pub use thunks::{EntryThunk, HostCalls, Thunks};
