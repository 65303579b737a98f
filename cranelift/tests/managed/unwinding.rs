//! Panics pass through frames of Cranelift to the host, while objects move.

use core::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use statepoint_cranelift::UnwinderRegistration;
use statepoint_gc::{Argument, Mutator};
use tests::managed::{self, call, tripled_sum};

use super::jit::{Jit, OPTIONS, assert_relocated};
use super::programs::native;

thread_local! {
    /// The function that [`panic_at_0`] calls.
    static CALLED: core::cell::Cell<*const c_void> =
        const { core::cell::Cell::new(core::ptr::null()) };
}

/// A value whose destructor collects and calls managed code.
struct CollectsOnDrop;

impl Drop for CollectsOnDrop {
    fn drop(&mut self) {
        Mutator::with_current(|mutator| {
            mutator.collect();
            assert_eq!(call(mutator, managed::nested, &[Argument::Word(2)]), Ok(5));
        })
        .expect("the thread is native while native frames are unwound");
    }
}

/// Recurses through managed code until `n` is 0, and then panics.
extern "C-unwind" fn panic_at_0(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let _collects_on_drop = CollectsOnDrop;
    Mutator::with_current(|mutator| {
        mutator.collect();
        if n == 0 {
            resume_unwind(Box::new(17_u64));
        }
        let function = Argument::Word((panic_at_0 as *const c_void).expose_provenance() as u64);
        // SAFETY: the function has these parameters.
        unsafe { mutator.call(CALLED.get(), &[function, Argument::Word(n - 1)]) }.unwrap()
    })
    .expect("native code that the stub called is native")
}

#[test]
fn panics_pass_through_frames_of_cranelift() {
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        let native = native(&mut jit);
        let program = jit.finish();
        // SAFETY: the code stays until the end of the test.
        let _unwinder = unsafe { UnwinderRegistration::new(&program.region) };
        CALLED.set(program.address(native));
        for heap in program.heaps() {
            let mut mutator = heap.attach().unwrap();
            let function = Argument::Word((panic_at_0 as *const c_void).expose_provenance() as u64);
            for depth in [0, 1, 30] {
                // SAFETY: the function has these parameters.
                let caught = catch_unwind(AssertUnwindSafe(|| unsafe {
                    mutator.call(program.address(native), &[function, Argument::Word(depth)])
                }));
                assert_eq!(caught.unwrap_err().downcast_ref(), Some(&17_u64));
                let result = call(&mut mutator, managed::nested, &[Argument::Word(20)]);
                assert_eq!(result, Ok(tripled_sum(20, 1)), "the thread is usable");
            }
            assert_relocated(&heap);
        }
    }
}
