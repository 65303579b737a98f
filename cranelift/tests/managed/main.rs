//! Functions that Cranelift compiles at run time, with the collector and with code of LLVM.

#[macro_use]
extern crate test_attribute;

mod collecting;
mod documented;
mod fibers;
mod forced_unwinding;
mod jit;
mod mixed;
mod programs;
mod random;
mod registration;
mod retirement;
mod stores;
mod tail_calls;
mod threads;
mod unwinding;
