//! Stack maps read from object files, archives, programs and libraries of all formats, and from
//! damaged files.

#[macro_use]
extern crate test_attribute;

mod allocation;
mod archives;
mod compiled_tables;
mod damaged;
mod formats;
mod linked;
mod managed_functions;
mod mutation;
mod named;
mod prebuilt;
mod prebuilt_sections;
mod tools;
