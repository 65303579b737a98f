//! Random managed programs: differential tests of the collector on generated LLVM IR.
//!
//! A [seed](generate::program) determines a [program](model::Program). The program is emitted as
//! [LLVM IR](emit::module), compiled, linked, and run with the collector in each
//! [mode](process::Mode). Its checksum must be the same in all modes. At points that the seed also
//! determines, the stack is walked by the library and by a second, [independent
//! implementation](crate::slow_walk), and the results are compared.

pub mod batch;
pub mod constructs;
pub mod coverage;
pub mod driver;
pub mod emit;
pub mod generate;
pub mod matrix;
pub mod model;
pub mod process;
pub mod rng;
pub mod save;
pub mod shrink;
pub mod target;
pub mod toolchain;
