//! Exceptions pass through frames of Cranelift to the host, while objects move.

use core::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use cranelift_codegen::ir::InstBuilder as _;
use statepoint_cranelift::UnwinderRegistration;
use statepoint_gc::{Argument, Mutator, Zeal};
use tests::managed::{self, call, tripled_sum};
use tests::throwing::ThrowingLibrary;

use super::jit::{Jit, Kind, OPTIONS, SIGNED, assert_relocated, build, registry};
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

/// Calls the function of Cranelift at [`CALLED`], which recurses to this depth, and catches the
/// panic.
fn catch(mutator: &mut Mutator, depth: u64) {
    let function = Argument::Word((panic_at_0 as *const c_void).expose_provenance() as u64);
    // SAFETY: the function has these parameters.
    let caught = catch_unwind(AssertUnwindSafe(|| unsafe {
        mutator.call(CALLED.get(), &[function, Argument::Word(depth)])
    }));
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&17_u64));
}

#[test]
fn panics_pass_through_frames_of_cranelift() {
    for options in OPTIONS.into_iter().chain([SIGNED]) {
        let mut jit = Jit::new(options);
        let native = native(&mut jit);
        let program = jit.finish();
        // SAFETY: the code stays until the end of the test.
        let _unwinder = unsafe { UnwinderRegistration::new(&program.region) };
        CALLED.set(program.address(native));
        for heap in program.heaps() {
            let mut mutator = heap.attach().unwrap();
            for depth in [0, 1, 30] {
                catch(&mut mutator, depth);
                let result = call(&mut mutator, managed::nested, &[Argument::Word(20)]);
                assert_eq!(result, Ok(tripled_sum(20, 1)), "the thread is usable");
            }
            assert_relocated(&heap);
        }
    }
}

/// Threads compile code, register it with the collector and the unwinder, throw through it, and
/// free it, so that other code comes to the same addresses.
#[test]
fn code_is_freed_while_other_threads_throw() {
    let registry = registry();
    let heap = build(Zeal::EveryAllocation(7), &registry);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (heap, registry) = (&heap, &registry);
            scope.spawn(move || {
                for round in 0..12 {
                    let mut jit = Jit::new(OPTIONS[(thread + round) % OPTIONS.len()]);
                    // Functions of several sizes, so that old unwind information would be wrong.
                    if round % 2 == 1 {
                        super::programs::tree(&mut jit);
                    }
                    let native = native(&mut jit);
                    let program = jit.finish();
                    let region = program.register(registry).unwrap();
                    // SAFETY: the code is freed after the value is dropped.
                    let unwinder = unsafe { UnwinderRegistration::new(&program.region) };
                    CALLED.set(program.address(native));
                    {
                        let mut mutator = heap.attach().unwrap();
                        catch(&mut mutator, 5);
                        let result = call(&mut mutator, managed::nested, &[Argument::Word(20)]);
                        assert_eq!(result, Ok(tripled_sum(20, 1)), "the thread is usable");
                    }
                    drop(unwinder);
                    // SAFETY: only this thread has executed the code, and has left it.
                    unsafe {
                        registry.remove(region).unwrap();
                        program.free();
                    }
                }
            });
        }
    });
    assert_relocated(&heap);
}

/// Calls C++ code through a frame of LLVM if `n` is odd, otherwise through one of Cranelift.
extern "C-unwind" fn call_throwing(n: u64, note: u64) -> u64 {
    let library = ThrowingLibrary::get().expect("the library is loaded");
    Mutator::with_current(|mutator| {
        mutator.collect();
        let arguments = [library.argument(), Argument::Word(n), Argument::Word(note)];
        if n.is_multiple_of(2) {
            // SAFETY: the function has these parameters.
            unsafe { mutator.call(CALLED.get(), &arguments) }.unwrap()
        } else {
            call(mutator, managed::pass, &arguments).unwrap()
        }
    })
    .expect("native code that the stub called is native")
}

/// C++ code throws, catches and rethrows exceptions, which pass through frames of Cranelift and
/// LLVM.
#[test]
fn cpp_exceptions_pass_through_frames_of_both_compilers() {
    let Some(library) = ThrowingLibrary::get() else { return };
    library.set_callback(call_throwing);
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        // i64 noted(function, i64 n, i64 note): as `native`, with one more argument.
        let noted = jit.declare("noted", 3);
        jit.define(noted, &[Kind::Word; 3], |body| {
            let [function, n, note] = [0, 1, 2].map(|index| body.parameters[index]);
            let object = body.make_box(n);
            let result = body.emitter.call_native(body.builder, function, &[n, note]);
            let value = body.unbox(object);
            Some(body.builder.ins().iadd(result, value))
        });
        let program = jit.finish();
        // SAFETY: the code stays until the end of the test.
        let _unwinder = unsafe { UnwinderRegistration::new(&program.region) };
        CALLED.set(program.address(noted));
        for heap in program.heaps() {
            let zeal = heap.zeal();
            let mut mutator = heap.attach().unwrap();
            let before = library.destroyed();
            let mut note = [0_u64; 2];
            // Levels 3 and 6 catch and rethrow, level 9 catches and returns.
            let result = call_throwing(11, (&raw mut note).expose_provenance() as u64);
            assert_eq!(result, 1009 + 3 * 9 + 10 + 3 * 11, "{zeal:?}");
            // Cleanups of LLVM's frames have run.
            assert_eq!(note[0], [1, 3, 5, 7].map(|n| 1000 + 5 * n).iter().sum::<u64>());
            assert_eq!(library.destroyed() - before, 12);
            let result = call(&mut mutator, managed::nested, &[Argument::Word(20)]);
            assert_eq!(result, Ok(tripled_sum(20, 1)), "the thread is usable");
            assert_relocated(&heap);
        }
    }
}
