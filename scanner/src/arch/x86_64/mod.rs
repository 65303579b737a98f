//! x86-64 with the System V calling convention.

mod registers;

pub use registers::X86_64;
