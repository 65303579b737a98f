//! Random managed programs, for cases that no hand-written test covers.
//!
//! A [seed](generate::program) makes a [program](model::Program), which becomes [LLVM
//! IR](emit::module), code, and a process that runs it with the collector in each of its modes. Its
//! checksum must be the same each time, and at places that the seed also chooses the stack is
//! walked twice, by the library and [slowly](crate::slow_walk).

pub mod batch;
pub mod constructs;
pub mod coverage;
pub mod driver;
pub mod emit;
pub mod generate;
pub mod keep;
pub mod matrix;
pub mod model;
pub mod numbers;
pub mod process;
pub mod shrink;
pub mod target;
pub mod toolchain;
