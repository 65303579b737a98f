//! AArch64, procedure call standard of Arm.

mod prefetch;
mod preserving;
mod signal;
mod stubs;
mod thread_local;

pub(crate) use prefetch::prefetch;
pub(crate) use signal::interrupted_pc;
#[cfg(feature = "patched-polls")]
pub(crate) use stubs::poll_stub;
pub(crate) use stubs::{
    EXCEPTION_REGISTER, MAX_ARGUMENTS, call_managed, caller_sp, entry_return_address, go_on,
    native_call_exits, stack_pointer,
};
pub(crate) use thread_local::thread_context;
