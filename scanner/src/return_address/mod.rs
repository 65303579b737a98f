//! Replacing the return addresses of frames ("hijacking"): their signatures, shadow stacks, and
//! [return barriers](ReturnBarrier).

use core::sync::atomic::AtomicU64;

mod arch;
mod barrier;
mod exception;
mod signing;

pub use barrier::{MAX_RETURN_BARRIERS, ReturnBarrier, return_address_at_barrier};
pub(crate) use barrier::{is_barrier_trampoline, redirect_barrier};
pub(crate) use exception::SEARCH_PHASE;
pub(crate) use signing::Authentication;

/// Returns whether the calling thread has a shadow stack, against which the processor checks return
/// addresses.
pub(crate) fn has_shadow_stack() -> bool {
    arch::has_shadow_stack()
}

/// Returns the words to which code at the address `at` has the distance from there: 32 bits, as
/// unwind rules read it.
///
/// # Safety
///
/// The code has the distance there, aligned, and never changes it. `N` words exist there as
/// long as the program, and are only accessed atomically.
pub(crate) unsafe fn words_of_code<const N: usize>(at: u64) -> &'static [AtomicU64; N] {
    let distance = core::ptr::with_exposed_provenance::<i32>(at as usize);
    // SAFETY: the caller guarantees that the distance can be read.
    let words = (at as usize).wrapping_add_signed(unsafe { *distance } as isize);
    // SAFETY: the caller guarantees that the words exist.
    unsafe { &*core::ptr::with_exposed_provenance(words) }
}

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;
