//! The code that LLVM generates from IR, and its stack maps. These tests are skipped where LLVM's
//! tools are not installed.

#[macro_use]
extern crate test_attribute;

mod barrier_code;
mod llvm_readobj;
mod preludes;
mod random_programs;
