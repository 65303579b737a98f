//! The output of LLVM's tools for IR. These tests are skipped where the tools are not installed.

mod barrier_code;
mod llvm_readobj;
mod preludes;
mod random_programs;
