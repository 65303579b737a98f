//! Stack overflows that managed code throws, compiled by each version of LLVM, with the context in
//! a thread-local variable and with a context function.

use core::ffi::c_void;

use statepoint_gc::{Argument, Heap, fibers::FiberConfig};
use tests::overflows::{Overflows, on_thread, raises};

use crate::compiled::for_each_version;

/// Size in bytes of the stacks of the threads and fibers.
const STACK: usize = 128 << 10;

/// Overflows the stacks of a thread and of a fiber. Frame 40 handles the exceptions.
fn overflow(heap: &Heap, [function, fiber]: [usize; 2]) {
    let address = core::ptr::with_exposed_provenance::<c_void>;
    let mut mutator = heap.attach().unwrap();
    for round in 0..2 {
        let mut overflows = Overflows::new(raises, [u64::MAX, 40]);
        // SAFETY: the function takes a pointer and returns an i64.
        let result = unsafe { mutator.call(address(function), &[overflows.argument()]) };
        assert_eq!(result, Ok(overflows.expected()), "round {round}: {overflows:?}");
        assert!(overflows.thrown == 1 && overflows.deepest > 80, "{overflows:?}");
        let config = FiberConfig::new().stack_size(STACK / 2);
        // SAFETY: the function is that of a fiber. Exceptions do not leave it.
        let mut fiber = unsafe { heap.fiber(config, address(fiber)) }.unwrap();
        let mut overflows = Overflows::new(raises, [u64::MAX, 40]);
        let words = tests::fibers::boxed(&mut mutator, overflows.address());
        let result = mutator.resume(&mut fiber, Argument::Reference(&words)).unwrap();
        let result = tests::fibers::unboxed(&mut mutator, &result.into_handle());
        assert_eq!(result, overflows.expected(), "round {round}: {overflows:?}");
        assert!(overflows.thrown == 1 && overflows.deepest > 80, "{overflows:?}");
    }
}

#[test]
fn every_version_compiles_overflow_checks() {
    let functions = [c"test_overflows", c"test_overflows_fiber"];
    for_each_version(
        "overflows.ll",
        functions,
        |heap| heap,
        |heap, functions| {
            on_thread(STACK, || overflow(heap, functions));
        },
    );
}
