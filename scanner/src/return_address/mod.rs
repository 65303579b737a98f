//! Replacing the return addresses of frames ("hijacking"): their signatures, shadow stacks, and
//! [return barriers](ReturnBarrier).

mod arch;
mod barrier;
mod exception;
mod signing;

pub use barrier::{MAX_RETURN_BARRIERS, ReturnBarrier, return_address_at_barrier};
pub(crate) use barrier::{is_barrier_trampoline, redirect_barrier};
pub(crate) use signing::Authentication;

/// Returns whether the calling thread has a shadow stack, against which the processor checks return
/// addresses.
pub(crate) fn has_shadow_stack() -> bool {
    arch::has_shadow_stack()
}

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;
