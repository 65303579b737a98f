//! LLVM stack maps in, root locations out.

pub mod arch;
