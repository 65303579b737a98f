//! x86-64, System V calling convention.

mod managed_call;
mod registers;
mod signal;

pub(crate) use managed_call::{caller_sp, stack_pointer};
pub(crate) use registers::{pop_registers, push_registers};
pub(crate) use signal::interrupted_pc;
