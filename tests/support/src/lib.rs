//! Code that tests of every crate share and that needs no collector: finding and running LLVM's
//! tools, IR in the forms that each version reads, the fixtures, and limits on child processes.

pub mod fixtures;
pub mod ir;
pub mod llvm;
pub mod managed_object;
mod pipeline;
pub mod readobj;
pub mod timeout;
