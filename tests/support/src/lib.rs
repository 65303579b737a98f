//! Code that the tests of all crates share and that needs no collector: running LLVM's tools, IR
//! for each LLVM version, fixtures, a browser, and time limits.

pub mod browser;
pub mod fixtures;
pub mod ir;
pub mod llvm;
pub mod managed_object;
pub mod missing_programs;
mod pipeline;
pub mod readobj;
pub mod timeout;
