//! Fibers that run code of Cranelift.

use core::ffi::c_void;
use std::sync::mpsc;

use cranelift_codegen::ir::InstBuilder as _;
use statepoint_cranelift::RuntimeFunction;
use statepoint_gc::fibers::{Fiber, FiberConfig, Resumed};
use statepoint_gc::{Argument, Handle, Mutator};

use super::jit::{Jit, Kind, OPTIONS, assert_relocated};
use tests::fibers::{boxed, unboxed};

/// Resumes a fiber with a box, and returns the number in the box that it returns.
fn number(mutator: &mut Mutator, resumed: Resumed) -> (u64, bool) {
    let (handle, is_done): (Handle, bool) = match resumed {
        Resumed::Done(handle) => (handle, true),
        Resumed::Suspended(handle) => (handle, false),
    };
    (unboxed(mutator, &handle), is_done)
}

/// A fiber suspends itself ten times, with boxes that only its stack refers to.
#[test]
fn fibers_suspend_with_live_references() {
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        // reference count(reference): suspends with boxes of 10, 9, ... 1, and returns a box of the
        // sum of the numbers with which it was resumed.
        let count = jit.declare("count", 1);
        jit.define(count, &[Kind::Reference], |body| {
            let first = body.parameters[0];
            let (ten, zero) = (body.word(10), body.word(0));
            let start = body.unbox(first);
            let sum = body.builder.ins().iadd(start, zero);
            let sum = body.make_box(sum);
            let state = [(ten, Kind::Word), (sum, Kind::Reference)];
            let values = body.repeat(&state, |body, values| {
                let out = body.make_box(values[0]);
                let arguments = [out];
                let suspend = RuntimeFunction::Suspend;
                let input = body.emitter.call(body.builder, suspend, &arguments).unwrap();
                let (number, sum) = (body.unbox(input), body.unbox(values[1]));
                let sum = body.builder.ins().iadd(sum, number);
                let sum = body.make_box(sum);
                vec![body.builder.ins().iadd_imm_s(values[0], -1), sum]
            });
            Some(values[1])
        });
        let program = jit.finish();
        for heap in program.heaps() {
            let zeal = heap.zeal();
            let mut mutator = heap.attach().unwrap();
            // SAFETY: the function is that of a fiber.
            let fiber = unsafe { heap.fiber(FiberConfig::new(), program.address(count)) };
            let mut fiber = fiber.unwrap();
            for step in 0..=10 {
                let value = boxed(&mut mutator, 100 + step);
                let resumed = mutator.resume(&mut fiber, Argument::Reference(&value)).unwrap();
                let sum = (0..=10).map(|step| 100 + step).sum::<u64>();
                let expected = if step == 10 { (sum, true) } else { (10 - step, false) };
                assert_eq!(number(&mut mutator, resumed), expected, "{zeal:?}");
                mutator.collect_young();
                if step % 3 == 0 {
                    mutator.collect();
                }
            }
            assert_relocated(&heap);
        }
    }
}

/// Returns the address of the calling thread's context.
fn context() -> u64 {
    unsafe extern "C" {
        safe fn spgc_thread_context() -> *mut c_void;
    }
    spgc_thread_context().expose_provenance() as u64
}

/// A fiber is resumed by two threads in turn. Each time it asks for the context of its thread
/// again, and passes a box of its address. Then it allocates and polls.
#[test]
fn fibers_move_between_threads() {
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        // reference add(reference): suspends with a box of the sum of all numbers and the address
        // of the context, ten times. Returns a box of the sum.
        let add = jit.declare("add", 1);
        jit.define_migrating(add, &[Kind::Reference], |body| {
            let first = body.parameters[0];
            let (ten, number) = (body.word(10), body.unbox(first));
            let sum = body.make_box(number);
            let state = [(ten, Kind::Word), (sum, Kind::Reference)];
            let values = body.repeat(&state, |body, values| {
                body.emitter.poll(body.builder);
                let suspend = RuntimeFunction::Suspend;
                let (sum, context) = (body.unbox(values[1]), body.emitter.context(body.builder));
                let out = body.builder.ins().iadd(sum, context);
                let out = body.make_box(out);
                let input = body.emitter.call(body.builder, suspend, &[out]).unwrap();
                let (number, sum) = (body.unbox(input), body.unbox(values[1]));
                let sum = body.builder.ins().iadd(sum, number);
                let sum = body.make_box(sum);
                vec![body.builder.ins().iadd_imm_s(values[0], -1), sum]
            });
            Some(values[1])
        });
        let program = jit.finish();
        for heap in program.heaps() {
            let zeal = heap.zeal();
            let config = FiberConfig::new().migrate(true);
            // SAFETY: the function is that of a fiber that migrates.
            let mut fiber = unsafe { heap.fiber(config, program.address(add)) }.unwrap();
            let resume = |mutator: &mut Mutator, fiber: &mut Fiber, step: u64| {
                let value = boxed(mutator, 100 + step);
                let resumed = mutator.resume(fiber, Argument::Reference(&value));
                let sum = (0..=step).map(|step| 100 + step).sum::<u64>();
                let context = if step == 10 { 0 } else { context() };
                let found = number(mutator, resumed.unwrap());
                assert_eq!(found, (sum + context, step == 10), "{zeal:?}");
                mutator.collect();
            };
            // Both threads exist all the time, so their contexts differ.
            std::thread::scope(|scope| {
                let (heap, resume) = (&heap, &resume);
                let (to_other, from_main) = mpsc::channel::<(Fiber, u64)>();
                let (to_main, from_other) = mpsc::channel();
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    for (mut fiber, step) in from_main {
                        resume(&mut mutator, &mut fiber, step);
                        to_main.send(fiber).unwrap();
                    }
                });
                let mut mutator = heap.attach().unwrap();
                for step in (0..=10).step_by(2) {
                    resume(&mut mutator, &mut fiber, step);
                    if step < 10 {
                        to_other.send((fiber, step + 1)).unwrap();
                        fiber = from_other.recv().unwrap();
                    }
                }
            });
            assert_eq!(heap.fiber_migrations(), 10);
            assert_relocated(&heap);
        }
    }
}
