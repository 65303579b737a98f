//! Reports, the log, the trace, exported counters, and messages about slow threads.

#[macro_use]
extern crate test_attribute;

mod collections;
mod log;
mod memory;
mod profile;
mod report;
mod slow_threads;
mod snapshot;
mod stats;
mod trace;
