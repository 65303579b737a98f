//! Sources of stack maps, unwind tables and function names: the images of this process and
//! generated code.

pub(crate) mod file;
pub(crate) mod generated;
pub mod process;
pub mod symbols;
pub mod tools;
