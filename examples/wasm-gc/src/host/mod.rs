//! Modules that the host defines for programs.

pub mod console;
pub mod spectest;
pub mod wasi;
