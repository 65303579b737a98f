//! The library of the `stackmap` program: it reads, verifies and compiles stack maps in files, for
//! any target.
//!
//! * [`object_file`] reads the maps, unwind tables and names of object files, programs, libraries
//!   and archives. It also [compiles](object_file::compile_object) a map into the table that a
//!   registry uses in place in memory. A build script that compiles maps needs neither the program
//!   nor the feature `cli`.
//! * [`verify`](mod@verify) reports the defects that make a map unusable for a collector.
//!
//! This build script compiles the stack map of an object file, so that the program need not parse
//! it when it starts:
//!
//! ```no_run
//! use stackmap_tool::object_file::compile_object;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let object = std::fs::read("managed.o")?;
//! let compiled = compile_object(&object)?;
//! std::fs::write("managed-compiled.o", &compiled.bytes)?;
//! # Ok(())
//! # }
//! ```
//!
//! `docs/stackmap.md` is the manual of the program, and `docs/porting/linking.md` explains where a
//! compiled map is linked. The crate `statepoint-scanner` walks stacks with these maps and tables;
//! `statepoint-gc` is a collector.

#![forbid(unsafe_code)]

#[cfg(test)]
#[path = "../../src/fixtures/map_builder.rs"]
#[allow(dead_code, reason = "other crates use the rest")]
mod map_builder;
pub mod object_file;
pub mod verify;
