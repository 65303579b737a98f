//! Code that the tests of the whole project share: finding and running LLVM's tools, the fixtures,
//! and reading the tools' output.

pub mod capi;
pub mod child_tests;
pub mod executable;
#[cfg(test)]
mod floors;
pub mod generated;
pub mod host;
pub mod jit;
pub mod library;
pub mod logs;
pub mod managed;
#[cfg(test)]
mod marking_model;
pub mod mutants;
pub mod mutations;
#[cfg(test)]
mod plain_words;
pub mod random;
pub mod registers;
pub mod slow_walk;
pub mod soak;
pub mod stress;
pub mod synthetic_table;
mod tally;
pub mod trace_events;

pub use test_support::{fixtures, ir, llvm, managed_object, readobj, timeout};

/// The code in the README is compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// So are the Rust blocks of the porting guide in these chapters; all the rest of it is checked by
/// `tests/porting_guide`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/porting/references.md")]
#[doc = include_str!("../../docs/porting/native-code.md")]
#[doc = include_str!("../../docs/porting/patching.md")]
#[doc = include_str!("../../docs/porting/deoptimization.md")]
pub struct PortingGuide;

/// The code in these pages, too.
#[cfg(doctest)]
#[doc = include_str!("../../docs/sizing.md")]
#[doc = include_str!("../../docs/code-registry.md")]
#[doc = include_str!("../../docs/stackmap.md")]
pub struct Pages;
