//! LLVM stack maps in, root locations out.

pub mod arch;
pub mod stackmap;
pub mod statepoint;
