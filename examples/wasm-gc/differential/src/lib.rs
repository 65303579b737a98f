//! Differential tests of `wasm-gc`: random modules run in it and in `wasmtime`, and both must
//! agree on results, traps, exceptions, globals, tables, memories and all reachable objects.

pub mod compare;
pub mod describe;
pub mod fuzz;
pub mod generate;
pub mod imports;
pub mod operators;
pub mod outcome;
pub mod settings;
pub mod sides;
pub mod tally;
pub mod worker;
