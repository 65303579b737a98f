//! Unwind information for the unwinder of exceptions.

use crate::region::PlacedRegion;

unsafe extern "C" {
    fn __register_frame(section: *const u8);
    fn __deregister_frame(section: *const u8);
}

/// Makes the unwind information of a region known to the unwinder of the process (that of C++
/// exceptions, Rust panics and backtraces), until the value is dropped. The collector does not
/// need it. The unwinder is that of libgcc: LLVM's libunwind expects one call for each function.
#[derive(Debug)]
pub struct UnwinderRegistration {
    eh_frame: Box<[u8]>,
}

impl UnwinderRegistration {
    /// Registers the unwind information of a region.
    ///
    /// # Safety
    ///
    /// The functions of the region are at their addresses until the value is dropped. It is dropped
    /// while no exception passes through them. A region has at most one such value at a time.
    pub unsafe fn new(region: &PlacedRegion) -> Self {
        let eh_frame: Box<[u8]> = region.eh_frame().into();
        // SAFETY: a section that ends with a zero word, and stays in place until `drop`.
        unsafe { __register_frame(eh_frame.as_ptr()) };
        Self { eh_frame }
    }
}

impl Drop for UnwinderRegistration {
    fn drop(&mut self) {
        // SAFETY: the section that `new` has registered.
        unsafe { __deregister_frame(self.eh_frame.as_ptr()) };
    }
}
