//! Functions that Cranelift compiles at run time, with the collector and with code of LLVM.

mod collecting;
mod documented;
mod fibers;
mod jit;
mod mixed;
mod programs;
mod random;
mod registration;
mod stores;
mod threads;
mod unwinding;
