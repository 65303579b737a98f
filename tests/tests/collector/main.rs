//! The collector: objects, generations, references, safepoints, and how a heap ends.

mod bulk;
mod concurrent;
mod deep_stacks;
mod detaching;
mod evacuation;
mod fatal;
mod fiber_exceptions;
mod fibers;
mod fragmentation;
mod generations;
mod handshakes;
mod large;
mod layouts;
mod object_model;
mod out_of_memory;
mod outrun;
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
