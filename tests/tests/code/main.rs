//! Managed and native code: calls, unwinding, deoptimization, patching, and thunks.

#[macro_use]
extern crate test_attribute;

mod compiled;
mod contexts;
mod deopt;
mod exceptions;
mod interrupts;
mod live_outs;
mod native_calls;
mod native_frames;
mod out_of_memory;
mod overflows;
mod patch_regions;
mod patching;
mod pinned_frames;
mod stubs;
mod tail_calls;
mod thunks;
mod unwinding;
