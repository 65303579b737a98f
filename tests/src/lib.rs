//! Code that the tests and the test programs of the project share: harnesses for managed and native
//! code, random programs, the soak and stress tests, mutation testing, and parsers of logs and
//! traces. Code that needs no collector is in `test_support`.

pub mod capi;
pub mod child_tests;
pub mod cycles;
pub mod exceptions;
pub mod executable;
pub mod fibers;
#[cfg(test)]
mod floors;
pub mod generated;
pub mod host;
pub mod host_stacks;
pub mod interrupts;
pub mod jit;
pub mod library;
pub mod logs;
pub mod managed;
#[cfg(test)]
mod marking_model;
pub mod missing_programs;
pub mod mutants;
pub mod mutations;
pub mod orc;
pub mod overflows;
#[cfg(test)]
mod plain_words;
pub mod random;
pub mod recursion;
pub mod registers;
#[cfg(test)]
mod safe_functions;
pub mod slow_walk;
pub mod soak;
pub mod stress;
pub mod synthetic_table;
mod tally;
pub mod throwing;
pub mod trace_events;
pub mod unwinder;

pub use test_support::{fixtures, ir, llvm, managed_object, readobj, timeout};

/// The Rust code in the README is compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// The Rust code in these chapters of the porting guide is compiled with the documentation tests.
/// `tests/porting_guide` checks the other chapters.
#[allow(
    rustdoc::invalid_codeblock_attributes,
    reason = "blocks of other languages name their files"
)]
#[cfg(doctest)]
#[doc = include_str!("../../docs/porting/references.md")]
#[doc = include_str!("../../docs/porting/native-code.md")]
#[doc = include_str!("../../docs/porting/patching.md")]
#[doc = include_str!("../../docs/porting/deoptimization.md")]
#[doc = include_str!("../../docs/porting/fibers.md")]
pub struct PortingGuide;

/// The Rust code in these pages is compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/sizing.md")]
#[doc = include_str!("../../docs/code-registry.md")]
#[doc = include_str!("../../docs/stackmap.md")]
pub struct Pages;
