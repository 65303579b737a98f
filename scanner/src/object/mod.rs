//! Where stack maps, unwind tables and function names come from.

mod image_file;
pub mod process;
pub mod symbols;
