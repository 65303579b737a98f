//! Where stack maps, unwind tables and function names come from.

pub(crate) mod generated;
pub(crate) mod image_file;
pub mod process;
pub mod symbols;
