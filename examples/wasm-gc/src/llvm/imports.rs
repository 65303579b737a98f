//! What a compiled module refers to outside itself: one table, which is filled when the module is
//! loaded. So the module needs no symbol of the program that loads it.
//!
//! The collector's functions, which the prelude names, are stubs that jump to the addresses in the
//! table.

use std::fmt::Write as _;

use statepoint_cranelift::RuntimeFunction as CollectorFunction;

use super::arch;
use crate::code::{RuntimeAddresses, RuntimeFunction};

/// The symbol of the table, which has 8 bytes for each entry. The first entry is the address of the
/// collector's context of the thread minus the thread pointer.
pub(super) const TABLE: &str = "wasm_gc_imports";

/// The functions of the collector that the module may call.
const COLLECTOR: [CollectorFunction; 5] = [
    CollectorFunction::PollSlow,
    CollectorFunction::AllocateSlow,
    CollectorFunction::AllocateTailedSlow,
    CollectorFunction::BarrierSlow,
    CollectorFunction::CallNative,
];

/// The number of entries.
const ENTRIES: usize = 1 + COLLECTOR.len() + RuntimeFunction::ALL.len();

/// Returns the offset of the address of a function of the runtime in the table.
pub(super) fn offset(function: RuntimeFunction) -> usize {
    8 * (1 + COLLECTOR.len() + function as usize)
}

/// Returns the entries of the table.
pub(super) fn entries(thread_offset: u64, runtime: &RuntimeAddresses) -> [u64; ENTRIES] {
    let collector = COLLECTOR.map(|function| function.address().expose_provenance());
    let runtime = RuntimeFunction::ALL.map(|function| runtime.get(function));
    let mut entries = [thread_offset; ENTRIES];
    let addresses = collector.into_iter().chain(runtime);
    for (entry, address) in entries[1..].iter_mut().zip(addresses) {
        *entry = address as u64;
    }
    entries
}

/// Returns the definitions of the table and of the stubs.
pub(super) fn definitions() -> String {
    let mut text =
        format!("@{TABLE} = hidden global [{ENTRIES} x i64] zeroinitializer, align 8\n\n");
    let mut line = |line: &str| {
        writeln!(text, "module asm \"{line}\"").expect("a string can be written");
    };
    line(".text");
    for (index, function) in COLLECTOR.into_iter().enumerate() {
        let symbol = function.symbol();
        line(&format!(".globl {symbol}"));
        line(&format!(".hidden {symbol}"));
        line(&format!(".type {symbol},@function"));
        line(&format!("{symbol}:"));
        for instruction in arch::stub(TABLE, 8 * (1 + index)) {
            line(&format!("  {instruction}"));
        }
    }
    text
}
