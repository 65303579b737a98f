//! Tests that depend on the state of the whole process: forks, signal handlers, resident memory,
//! system calls, and resources that are limited per process. A test that others would disturb runs
//! in a process of its own.

#[macro_use]
extern crate test_attribute;

mod abandoned_takeovers;
mod allocator;
mod cancelled_barrier;
mod exit_in_handler;
mod exiting;
mod failing_mappings;
mod fork;
mod interrupted;
mod markers;
mod membarrier;
mod pairs;
mod privileges;
mod resident;
mod return_trampolines;
mod slow_disk;
mod start_up;
