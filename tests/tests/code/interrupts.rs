//! Interrupts that managed code throws, compiled by each version of LLVM, with the context in a
//! thread-local variable and with a context function.

use core::ptr::with_exposed_provenance;

use tests::interrupts::interrupt_loop;

use crate::compiled::for_each_version;

#[test]
fn every_version_compiles_polls_for_interrupts() {
    let loops = [c"test_interrupts_spin", c"test_interrupts_allocate"];
    for_each_version(
        "interrupts.ll",
        loops,
        |heap| heap,
        |heap, functions| {
            for function in functions {
                interrupt_loop(heap, with_exposed_provenance(function), 10);
            }
        },
    );
}
