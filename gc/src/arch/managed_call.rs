//! Calls into managed code, by the stub `spgc_call_managed` of the architecture. Exceptions can
//! unwind through it.

unsafe extern "C-unwind" {
    fn spgc_call_managed(
        target: usize,
        arguments: *const [u64; MAX_ARGUMENTS],
        entry: *mut usize,
    ) -> u64;
    static spgc_call_managed_return: u8;
    static spgc_fiber_return: u8;
}

/// The maximum number of arguments of a call into managed code: the number of argument registers of
/// x86-64. AArch64 has 8, but a host that used more than 6 would not be portable.
pub(crate) const MAX_ARGUMENTS: usize = 6;

/// Calls a managed function and returns its result. Stores the stack pointer before the call
/// instruction at `entry`.
///
/// # Safety
///
/// `target` is a managed function that takes at most [`MAX_ARGUMENTS`] integers, pointers or
/// references as its arguments. It returns an integer, a pointer, a reference or nothing. The
/// calling thread is managed. `entry` is valid for writes.
pub(crate) unsafe fn call_managed(
    target: usize,
    arguments: &[u64; MAX_ARGUMENTS],
    entry: *mut usize,
) -> u64 {
    // SAFETY: the caller upholds this function's contract. The callee ignores surplus arguments.
    unsafe { spgc_call_managed(target, arguments, entry) }
}

/// Returns the return addresses of the oldest managed frames: that of a call by [`call_managed`],
/// and that of a fiber's function. Walks end at these return addresses.
pub(crate) fn entry_return_addresses() -> [u64; 2] {
    [&raw const spgc_call_managed_return, &raw const spgc_fiber_return]
        .map(|address| address.expose_provenance() as u64)
}
