//! The collector: objects, generations, references, safepoints, and how a heap ends.

#[macro_use]
extern crate test_attribute;

mod bulk;
mod concurrent;
mod conversions;
mod deep_stacks;
mod detaching;
mod evacuation;
mod fatal;
mod fiber_exceptions;
mod fiber_marking;
mod fiber_migration;
mod fiber_owners;
mod fibers;
mod fragmentation;
mod generations;
mod handshakes;
mod host_stack_misuse;
mod host_stacks;
mod interrupts;
mod large;
mod layouts;
mod object_model;
mod out_of_memory;
mod outrun;
mod overflows;
mod patched_polls;
mod references;
mod relocation;
mod settings;
mod settling;
mod stack_overflow;
mod stores;
mod threads;
mod verifier;
mod zeal;
