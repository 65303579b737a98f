//! Which version of the library this is.

use core::ffi::c_char;

/// The version of the library that is linked, "MAJOR.MINOR.PATCH". Programs that were compiled with the header of one
/// version run with all later ones of the same MAJOR, or while that is 0, of the same MINOR.
///
/// Any thread may ask at any time. Never null.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
