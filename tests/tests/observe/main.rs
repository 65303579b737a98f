//! Reports, the log, the trace, and messages about slow threads.

mod collections;
mod log;
mod memory;
mod report;
mod slow_threads;
mod snapshot;
mod trace;
