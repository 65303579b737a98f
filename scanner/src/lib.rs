//! LLVM stack maps in, root locations out.

pub mod arch;
pub mod cfi;
#[cfg(test)]
mod fixtures;
pub mod object;
mod os;
pub mod registry;
pub mod roots;
pub mod stackmap;
pub mod statepoint;
mod sync;
pub mod table;
pub mod verify;
pub mod walk;
