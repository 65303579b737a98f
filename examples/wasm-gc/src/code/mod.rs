//! What the translator asks of a code generator. Floors: `types` is below; `translate` and the
//! code generators are above.

mod builder;
pub mod layout;
mod machine;
mod operation;
pub mod parameters;
mod runtime_addresses;
mod runtime_function;

pub use builder::{Callee, CodeBuilder, Place};
pub use machine::{Access, FUNCTION_REFERENCE, HEAP_REFERENCE, MachineType, Region, Signature};
pub use operation::{Binary, Compare, Convert, Unary};
pub use runtime_addresses::RuntimeAddresses;
pub use runtime_function::{RuntimeFunction, position};
