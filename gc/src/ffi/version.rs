//! Version of the library.

use core::ffi::c_char;

/// Returns the version of the library that is linked, "MAJOR.MINOR.PATCH". A program that was
/// compiled with the header of one version runs with all later versions of the same MAJOR, or while
/// MAJOR is 0, of the same MINOR.
///
/// Any thread may call it at any time. Never null.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
