//! The unwind tables of the library's own code. A profiler may unwind from a signal handler at any
//! instruction, also between two instructions of a stub that change its frame.
//!
//! The test sets a breakpoint at each instruction of each stub and runs programs that pass through
//! all of them. At each breakpoint the handler of the signal unwinds with `_Unwind_Backtrace`, as
//! profilers do. The callers that it finds must be those at the first instruction of the same call,
//! where the calling convention says where the return address is. The oldest frame of the test has
//! known values in all callee-saved registers, so registers are compared as well.
//!
//! The first instruction of a stub interrupts each call. The others interrupt once for each
//! program. Patched calls have no code of their own, and the code of managed functions is the
//! compiler's.

mod arch;
mod breakpoints;
mod chains;
mod driver;
mod names;
mod session;
mod unwinder;
mod workload;

use tests::child_tests::run_in_own_process;

use arch::ABORTING;
use names::Stub;
use session::Findings;

/// Stubs that run only where the stack ends before the driver: on fibers.
const ON_FIBERS: [&str; 3] = ["spgc_call_on_stack", "spgc_fiber_personality", "spgc_fiber_start"];

#[test]
fn every_instruction_of_the_stubs_can_be_unwound() {
    if run_in_own_process("every_instruction_of_the_stubs_can_be_unwound") {
        return;
    }
    session::begin();
    driver::drive(workload::run);
    let Findings { stubs, checked, driven, failures } = session::end();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for stub in &stubs {
        let Stub { name, start, .. } = *stub;
        let (required, any) = required(stub);
        let missed = required.iter().filter(|at| !checked.contains(at));
        let missed: Vec<_> = missed.map(|at| at - start).collect();
        assert!(missed.is_empty(), "{name}: nothing runs the instructions at {missed:#x?}");
        assert!(any.iter().any(|at| checked.contains(at)), "nothing runs {name}");
        let is_driven = driven.contains_key(name);
        assert_eq!(is_driven, !ON_FIBERS.contains(&name), "{name}: {driven:?}");
    }
}

/// Returns the instructions of a stub that a program must run, and those of which it must run one.
fn required(stub: &Stub) -> (&[u64], &[u64]) {
    let all = &stub.instructions[..];
    let trampolines = all.partition_point(|&at| at < stub.end_of_trampolines());
    if trampolines != 0 {
        return (&all[trampolines..], &all[..trampolines]);
    }
    let aborting = ABORTING.iter().find(|(name, _)| *name == stub.name);
    (&all[..all.len() - aborting.map_or(0, |(_, count)| *count)], all)
}
