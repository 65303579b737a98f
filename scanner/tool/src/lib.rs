//! The library under the program `stackmap`: stack maps in files, for any target.
//!
//! * [`object_file`] reads the maps, unwind tables and names of object files, programs, libraries
//!   and archives, and [compiles](object_file::compile_object) a map into the table that a registry
//!   uses in place in memory. A build script that does so needs neither the program nor the feature
//!   `cli`.
//! * [`verify`](mod@verify) reports what makes a map unusable for a collector.

#[cfg(test)]
#[path = "../../src/fixtures/map_builder.rs"]
#[allow(dead_code, reason = "other crates use the rest")]
mod map_builder;
pub mod object_file;
pub mod verify;
