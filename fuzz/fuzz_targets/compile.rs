//! Compiles ELF object files: the result is an object file whose tables can be read, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stackmap_tool::object_file::{compile_object, read_bytes};

fuzz_target!(|bytes: &[u8]| {
    let Ok(compiled) = compile_object(bytes) else { return };
    assert!(!compiled.units.is_empty());
    let sources = read_bytes("compiled.o".as_ref(), &compiled.bytes)
        .expect("the compiled object file can be read");
    let tables: usize = sources.iter().map(|source| source.tables.len()).sum();
    assert!((1..=compiled.units.len()).contains(&tables));
    assert!(compile_object(&compiled.bytes).is_err(), "compiled a second time");
});
