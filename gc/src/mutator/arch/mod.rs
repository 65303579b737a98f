//! The slow paths between managed code and the runtime: `stubs`, and `preserving` for those that keep all registers
//! (transitions, write barrier); and where they lie.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::*;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::*;

#[cfg(feature = "patched-polls")]
unsafe extern "C" {
    fn spgc_poll_slow();
}

unsafe extern "C" {
    static spgc_call_native_returns: u8;
    static spgc_call_native_lands: u8;
}

/// Where polls go whose thread is wanted.
#[cfg(feature = "patched-polls")]
pub(crate) fn poll_stub() -> u64 {
    (spgc_poll_slow as *const ()).expose_provenance() as u64
}

/// Where native functions return to that `spgc_call_native` has called, and where exceptions land that leave them.
pub(crate) fn native_call_exits() -> (usize, usize) {
    let returns = &raw const spgc_call_native_returns;
    (returns.addr(), (&raw const spgc_call_native_lands).addr())
}
