//! Tests that depend on the state of the whole process: forks, signal handlers, resident memory,
//! system calls, and numbers that are limited for each process. Each starts a process of its own
//! where another test would disturb it.

mod fork;
mod interrupted;
mod membarrier;
mod resident;
mod return_trampolines;
