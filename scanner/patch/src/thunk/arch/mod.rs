//! The machine code of thunks, for any architecture.

mod aarch64;
mod x86_64;
