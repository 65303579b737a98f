//! Checks of the porting guide: its commands are run, its IR is compiled, shown output is compared
//! with the actual output, and its links have targets.

#[macro_use]
extern crate test_attribute;

mod code;
mod commands;
mod guide;
mod ir;
mod links;
mod named_files;
mod settings;
mod shown;
