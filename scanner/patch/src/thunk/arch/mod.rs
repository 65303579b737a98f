//! The machine code of thunks, for every architecture.

mod aarch64;
mod x86_64;
