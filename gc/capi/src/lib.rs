//! The libraries for C: `libstatepoint_gc.a` and `libstatepoint_gc.so`.
//!
//! The functions are in `gc/src/ffi`, because they use private parts of the collector. This package
//! links them into libraries, so that a host in Rust neither compiles them nor links a library for
//! C. `tests/tests/native/c_library.rs` checks what the shared library exports.

extern crate gc as _;
