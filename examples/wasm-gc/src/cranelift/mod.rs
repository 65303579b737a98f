//! The code generator Cranelift.

mod builder;
mod compile;
mod function;
mod signature;
mod thunks;

pub use compile::CompiledModule;
pub use signature::RuntimeAddresses;
pub use thunks::{EntryThunk, Thunks};
