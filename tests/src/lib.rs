//! What the tests of the whole project share: finding and running LLVM's tools, the fixtures, and
//! reading what the tools print.

pub mod endings;
pub mod fabricated;
pub mod fixtures;
pub mod library;
pub mod llvm;
pub mod managed;
pub mod random;
pub mod readobj;
pub mod slow_walk;
pub mod stress;

/// The code in the README is compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
