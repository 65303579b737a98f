//! Calls into managed code, by the stub `spgc_call_managed` of the architecture. Exceptions can
//! unwind through it.

unsafe extern "C-unwind" {
    fn spgc_call_managed(
        target: usize,
        arguments: *const [u64; MAX_ARGUMENTS],
        entry: *mut usize,
    ) -> u64;
    static spgc_call_managed_return: u8;
}

/// The maximum number of arguments of a call into managed code: those that are passed in registers
/// on x86-64. AArch64 has eight; a host that needs more than six would not be portable.
pub(crate) const MAX_ARGUMENTS: usize = 6;

/// Calls a managed function. Before the call it stores the stack pointer, as it is before the call
/// instruction, at `entry`.
///
/// # Safety
///
/// `target` is a managed function that takes integers, pointers or references as its arguments, no
/// more than are given, and returns one of them or nothing. The calling thread is managed. `entry`
/// is a variable.
pub(crate) unsafe fn call_managed(
    target: usize,
    arguments: &[u64; MAX_ARGUMENTS],
    entry: *mut usize,
) -> u64 {
    // SAFETY: the caller fulfils the requirements of the call; surplus arguments are ignored by the
    // callee.
    unsafe { spgc_call_managed(target, arguments, entry) }
}

/// Returns the return address of the oldest managed frame of a call by [`call_managed`]: walks end
/// there.
pub(crate) fn entry_return_address() -> u64 {
    (&raw const spgc_call_managed_return).expose_provenance() as u64
}
