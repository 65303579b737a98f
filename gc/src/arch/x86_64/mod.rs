//! x86-64, System V calling convention.

mod call_on_stack;
mod call_with_registers;
mod fiber_entry;
mod managed_call;
mod registers;
mod signal;

pub(crate) use call_on_stack::spgc_call_on_stack;
pub(crate) use call_with_registers::spgc_call_with_registers;
pub(crate) use fiber_entry::prepare_fiber;
pub(crate) use managed_call::{caller_sp, stack_pointer};
pub(crate) use registers::{BELOW_REGISTER_FILE, frame_record, pop_registers, push_registers};
pub(crate) use signal::interrupted_pc;
