//! Where stack maps, unwind tables and function names come from.

pub(crate) mod file;
pub(crate) mod generated;
pub mod process;
pub mod symbols;
