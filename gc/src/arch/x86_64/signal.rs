//! The state of an interrupted thread, as passed to a signal handler.

/// Returns the address of the instruction that was interrupted; `None` if `context` is null.
///
/// # Safety
///
/// `context` is the `ucontext_t` that the kernel passed to a running handler, or null.
pub(crate) unsafe fn interrupted_pc(context: *mut libc::c_void) -> Option<usize> {
    // SAFETY: the caller guarantees that `context` is null or a valid `ucontext_t`.
    let context = unsafe { context.cast::<libc::ucontext_t>().as_ref() }?;
    usize::try_from(context.uc_mcontext.gregs[libc::REG_RIP as usize]).ok()
}
