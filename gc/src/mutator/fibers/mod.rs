//! Fibers: functions with a stack of their own, which suspend themselves and are resumed later.
//!
//! * `fiber`: the host's handle of a fiber, and its creation.
//! * `host_stack`: stacks that the host has made, and its switches.
//! * `resume`: resuming and suspending by native code.
//! * `slow_path`: what the stubs call ([`super::arch`]) if a switch needs more than the switch.
//! * `owner`: fibers that live as long as an object.
//! * `exception`: exceptions that leave the function of a fiber.
//! * `own_stack`: work of the library that takes more stack than a fiber may have.

mod exception;
mod fiber;
mod host_stack;
mod own_stack;
mod owner;
mod resume;
mod slow_path;

pub(super) use exception::{abort_unhandled, personality};
pub use fiber::{Fiber, FiberConfig, FiberError, FiberState};
pub(crate) use own_stack::on_own_stack;
pub use owner::DeadFiber;
pub use resume::Resumed;
pub(super) use slow_path::{abort_without_fiber, finish, prepare_to_resume};
