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
pub use signature::RuntimeAddresses;
pub use thunks::{EntryThunk, HostCalls, Thunks};
