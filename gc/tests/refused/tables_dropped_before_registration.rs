//! Sections of generated code are freed before they are registered.

use statepoint_gc::{CodeRegistry, code::{JitRegion, JitTable}};

fn wrong(registry: &CodeRegistry, words: Vec<u32>) {
    let table = JitTable::Compiled { words: &words, address: 0 };
    let region = JitRegion { code: 0..1, table };
    drop(words);
    // SAFETY: there is no such code.
    let _ = unsafe { registry.register_jit(region) };
}

fn main() {}
