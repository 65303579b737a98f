//! What the shared library exports.
//!
//! The compiler gives the linker a version script with the names that are `no_mangle` in Rust, and hides all others,
//! those of the assembly in [`crate::arch`] among them, which compiled code needs: `spgc_thread` and the slow
//! paths. It takes names as they are, so the name of this variable becomes a pattern there: for all names that begin so.
//! The variable itself does not match it, and is not exported.
//! `tests/tests/native/c_library.rs` compares what comes out.

#[unsafe(export_name = "spgc_[a-z]*")]
static ALL: u8 = 0;
