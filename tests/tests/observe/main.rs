//! Reports, the log, the trace, and messages about slow threads.

mod collections;
mod log;
mod memory;
mod profile;
mod slow_threads;
mod snapshot;
mod trace;
