//! Out of memory that managed code throws, compiled by each version of LLVM, with the context in a
//! thread-local variable and with a context function.

use core::ffi::c_void;
use core::ptr::with_exposed_provenance;

use statepoint_gc::{Argument, HeapBuilder, Mutator};
use tests::exceptions::test_raise;

use crate::compiled::for_each_version;

/// Number of words of each array, and the size of the heap in bytes.
const WORDS: u64 = 2500;
const HEAP: usize = 640 << 10;

/// Called by managed code that has received null: collects, so that objects move, and throws.
extern "C-unwind" fn throw(words: u64, a: u64, b: u64, c: u64, d: u64) -> u64 {
    assert_eq!((words, a, b, c, d), (WORDS, 1, 2, 3, 4));
    Mutator::with_current(Mutator::collect).expect("the thread is native");
    // SAFETY: this frame has no destructor to run, and all older frames may be unwound.
    unsafe { test_raise(words, 0) }
}

#[test]
fn every_version_compiles_allocations_that_fail() {
    let configure = |heap: HeapBuilder| heap.heap_max(HEAP).fallible_allocation();
    let functions = [c"test_fill", c"test_fill_by_callee"];
    for_each_version("out_of_memory.ll", functions, configure, |heap, functions| {
        let mut mutator = heap.attach().unwrap();
        let throw = Argument::Word(throw as *const c_void as u64);
        for function in functions {
            let function = with_exposed_provenance(function);
            // SAFETY: the function takes a number and a native function, and returns a number.
            let arrays = unsafe { mutator.call(function, &[Argument::Word(WORDS), throw]) };
            let arrays = arrays.unwrap() as usize;
            // A part of the heap is a reserve.
            let bytes = arrays * 8 * WORDS as usize;
            assert!((HEAP / 2..HEAP).contains(&bytes), "{arrays} arrays");
        }
    });
}
