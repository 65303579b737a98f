//! Exceptions that native functions of the tests throw (`exceptions.c`).

use core::ffi::c_int;

unsafe extern "C-unwind" {
    /// Throws an exception that carries this value, or, unless `force` is 0, unwinds by force.
    ///
    /// # Safety
    ///
    /// The caller's frame has no destructor to run, and all older frames, up to one that catches,
    /// may be unwound.
    pub fn test_raise(value: u64, force: c_int) -> !;
}
