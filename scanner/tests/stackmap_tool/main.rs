//! x
#[test] fn a() { println!("{}", env!("CARGO_BIN_EXE_stackmap")); }
