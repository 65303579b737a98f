//! Stack overflows that managed code throws, compiled by each version of LLVM, with the context in
//! a thread-local variable and with a context function.

use core::ffi::c_void;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use statepoint_gc::{Argument, CodeRegistry, Heap, Zeal, fibers::FiberConfig};
use tempfile::TempDir;
use tests::fibers::{VERIFY, assert_relocated};
use tests::ir::ContextAccess;
use tests::library::{Library, can_be_loaded};
use tests::llvm::Llvm;
use tests::managed::heap;
use tests::managed_object::{Linker, link};
use tests::overflows::{Overflows, on_thread, raises};

/// Options of `llc` with which references are in stack slots, and in registers.
const OPTIONS: [&[&str]; 2] = [
    &[],
    &[
        "--max-registers-for-gc-values=100",
        "--fixup-allow-gcptr-in-csr",
        "--use-registers-for-gc-values-in-landing-pad",
    ],
];

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

/// Compiles `managed/overflows.ll`, and overflows stacks in zeal mode.
fn overflow_compiled(llvm: Llvm, access: ContextAccess, options: &[&str]) {
    let directory = TempDir::new().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("managed/overflows.ll");
    let copy = directory.path().join("source.ll");
    fs::copy(source, &copy).unwrap();
    let object = llvm.managed_object(&copy, directory.path(), "object", access, options).unwrap();
    let file = link(&[&object], &directory.path().join("library.so"), Linker::Default).unwrap();
    // The boxes that the test makes come from managed code of the program.
    let registry = Arc::new(CodeRegistry::of_this_process().unwrap());
    let library = Library::open(&file).unwrap();
    let functions = [c"test_overflows", c"test_overflows_fiber"]
        .map(|name| library.function(name).expose_provenance());
    let id = registry.register_image_at(functions[0] as u64).unwrap();
    for zeal in [Zeal::EveryAllocation(1), Zeal::EveryPoll] {
        let heap = heap().heap_max(16 << 20).zeal(zeal).verify(VERIFY);
        let heap = heap.code(Arc::clone(&registry)).build().unwrap();
        on_thread(STACK, || overflow(&heap, functions));
        assert_relocated(&heap);
    }
    // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
    unsafe { registry.remove(id) }.unwrap();
    library.close();
}

#[test]
fn every_version_compiles_overflow_checks() {
    if !can_be_loaded() {
        return;
    }
    for llvm in Llvm::installed() {
        for access in [ContextAccess::ThreadLocal, ContextAccess::Context] {
            for options in OPTIONS {
                overflow_compiled(llvm, access, options);
            }
        }
    }
}
