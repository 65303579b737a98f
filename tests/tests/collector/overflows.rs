//! Stack overflows that managed code checks for, and reports as exceptions: of a thread's own
//! stack, of fibers, and of stacks of the host.

use core::cell::Cell;
use core::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use statepoint_gc::{
    Argument, Heap, HeapBuilder, Mutator, Zeal,
    fibers::{Fiber, FiberConfig, Resumed},
};
use tests::cycles::counts;
use tests::fibers::{Function, VERIFY, assert_relocated, boxed, build_heaps, unboxed};
use tests::host_stacks::driver::{adopt_all, begin};
use tests::managed::{self, call, heap};
use tests::overflows::{
    FIBERS, LARGE, OVERFLOWS, Overflow, Overflows, before_throwing, on_thread, panics, raises,
};

/// The frames that handle exceptions: the oldest one; one in the middle; every second, of which the
/// youngest ones overflow the stack again.
const HANDLERS: [[u64; 2]; 3] = [[u64::MAX, 0], [u64::MAX, 40], [1, 1]];
/// No frame handles exceptions.
const NONE: [u64; 2] = [0, 1];

/// Overflows the stack that the thread runs. Returns the number of the frame that has thrown first.
fn overflow(mutator: &mut Mutator, function: Function, handlers: [u64; 2]) -> u64 {
    let mut overflows = Overflows::new(raises, handlers);
    let result = call(mutator, function, &[overflows.argument()]);
    assert_eq!(result, Ok(overflows.expected()), "{overflows:?}");
    assert_handled(&overflows, handlers);
    assert_eq!(call(mutator, managed::nested, &[Argument::Word(2)]), Ok(2 + 3));
    overflows.deepest
}

/// Asserts that each throw was handled, as expected of these handlers.
fn assert_handled(overflows: &Overflows, [mask, number]: [u64; 2]) {
    assert!(overflows.thrown > 0 && overflows.entered == overflows.thrown, "{overflows:?}");
    assert!(overflows.deepest > number + 40, "{overflows:?}");
    if mask == u64::MAX {
        assert_eq!((overflows.thrown, overflows.last), (1, number), "{overflows:?}");
    } else {
        // Handlers need 4 KiB more than functions.
        assert!(overflows.thrown > 3, "{overflows:?}");
        assert!(overflows.last < overflows.deepest - 8, "{overflows:?}");
    }
}

/// Returns builders of heaps in zeal mode, with and without return barriers.
fn zeal_heaps() -> [HeapBuilder; 4] {
    let [allocation, poll] = [Zeal::EveryAllocation(1), Zeal::EveryPoll];
    [(allocation, true), (poll, true), (poll, false), (allocation, false)].map(
        |(zeal, barriers)| {
            heap().heap_max(16 << 20).zeal(zeal).return_barriers(barriers).verify(VERIFY)
        },
    )
}

#[test]
fn overflows_of_threads_are_caught_in_zeal_mode() {
    for (function, builder) in OVERFLOWS.into_iter().chain(OVERFLOWS).zip(zeal_heaps()) {
        let heap = builder.build().unwrap();
        on_thread(128 << 10, || {
            let mut mutator = heap.attach().unwrap();
            for handlers in HANDLERS {
                overflow(&mut mutator, function, handlers);
            }
        });
        assert_relocated(&heap);
    }
}

/// Moves objects, and gives the stack return barriers, before each throw.
fn collect_before_throwing() {
    before_throwing(|mutator| {
        mutator.collect();
        (0..4).for_each(|_| mutator.collect_young());
    });
}

/// How often overflows are repeated. An emulator is slow.
fn rounds() -> usize {
    if examples::runner::emulated() { 10 } else { 100 }
}

/// The same depth is reached each time, so nothing is left on the stack.
#[test]
fn overflows_of_threads_can_be_repeated() {
    let heap = heap().heap_max(64 << 20).verify(VERIFY).build().unwrap();
    on_thread(256 << 10, || {
        collect_before_throwing();
        let mut mutator = heap.attach().unwrap();
        for function in OVERFLOWS {
            let deepest = overflow(&mut mutator, function, HANDLERS[1]);
            for round in 0..rounds() {
                let handlers = HANDLERS[round % 2];
                assert_eq!(overflow(&mut mutator, function, handlers), deepest, "round {round}");
            }
            assert_eq!(mutator.nesting(), 0);
        }
    });
    assert_relocated(&heap);
    let counts = counts(&heap);
    assert!(counts.frames_skipped > 0 && counts.register_roots_relocated > 0, "{counts:?}");
}

/// The exceptions of native code reach the host if no frame handles them.
#[test]
fn overflows_can_be_caught_by_the_host() {
    for builder in zeal_heaps() {
        let heap = builder.build().unwrap();
        on_thread(128 << 10, || {
            let mut mutator = heap.attach().unwrap();
            for function in OVERFLOWS {
                let mut overflows = Overflows::new(panics, NONE);
                let argument = overflows.argument();
                let caught =
                    catch_unwind(AssertUnwindSafe(|| call(&mut mutator, function, &[argument])));
                let caught = caught.unwrap_err();
                assert_eq!(caught.downcast_ref(), Some(&Overflow(overflows.deepest)));
                assert!((overflows.thrown, overflows.entered) == (1, 0), "{overflows:?}");
                assert_eq!(mutator.nesting(), 0);
            }
        });
        assert_relocated(&heap);
    }
}

/// Returns a fiber that overflows its stack of `bytes` bytes.
fn fiber(heap: &Heap, function: Function, bytes: usize) -> Fiber {
    let config = FiberConfig::new().stack_size(bytes).pass_exceptions(true);
    // SAFETY: the functions are those of fibers. The code that resumes them can be unwound, and
    // exceptions are not on their stacks.
    unsafe { heap.fiber(config, function()) }.unwrap()
}

/// Resumes a fiber that overflows its stack. Returns the number of the frame that has thrown first.
fn overflow_fiber(mutator: &mut Mutator, fiber: &mut Fiber, handlers: [u64; 2]) -> u64 {
    let mut overflows = Overflows::new(raises, handlers);
    let words = boxed(mutator, overflows.address());
    let Resumed::Done(result) = mutator.resume(fiber, Argument::Reference(&words)).unwrap() else {
        panic!("{fiber:?} is suspended");
    };
    assert_eq!(unboxed(mutator, &result), overflows.expected(), "{overflows:?}");
    assert_handled(&overflows, handlers);
    overflows.deepest
}

#[test]
fn overflows_of_fibers_are_caught() {
    collect_before_throwing();
    for (function, heap) in FIBERS.into_iter().chain(FIBERS).zip(build_heaps()) {
        let mut mutator = heap.attach().unwrap();
        for handlers in HANDLERS {
            let mut fiber = fiber(&heap, function, 64 << 10);
            overflow_fiber(&mut mutator, &mut fiber, handlers);
        }
        assert_relocated(&heap);
    }
}

/// Fibers with the memory of others.
#[test]
fn overflows_of_fibers_can_be_repeated() {
    let heap = heap().heap_max(64 << 20).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    collect_before_throwing();
    for function in FIBERS {
        let depths: Vec<_> = (0..rounds())
            .map(|round| {
                let mut fiber = fiber(&heap, function, 128 << 10);
                overflow_fiber(&mut mutator, &mut fiber, HANDLERS[round % 2])
            })
            .collect();
        assert!(depths.iter().all(|depth| *depth == depths[0]), "{depths:?}");
    }
    assert_relocated(&heap);
    assert!(counts(&heap).frames_skipped > 0);
}

/// A fiber that is resumed at the end of another one's stack has a stack of its own.
#[test]
fn fibers_that_are_resumed_at_an_overflow_have_their_own_limit() {
    for (index, heap) in build_heaps().into_iter().enumerate() {
        let (outer, inner) = (FIBERS[index % 2], FIBERS[1 - index % 2]);
        let resumed = heap.clone();
        before_throwing(move |mutator| {
            mutator.collect();
            let mut inner = fiber(&resumed, inner, 64 << 10);
            let depth = overflow_fiber(mutator, &mut inner, HANDLERS[1]);
            assert!(depth > 80, "{depth}");
        });
        let mut mutator = heap.attach().unwrap();
        let mut outer = fiber(&heap, outer, 80 << 10);
        let depth = overflow_fiber(&mut mutator, &mut outer, HANDLERS[0]);
        assert!(depth > 120, "{depth}");
        before_throwing(|_| ());
        assert_relocated(&heap);
    }
}

/// The function of a fiber may be left by the exception.
#[test]
fn overflows_of_fibers_can_pass_to_their_resumers() {
    collect_before_throwing();
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for function in FIBERS {
            let mut overflows = Overflows::new(panics, NONE);
            let words = boxed(&mut mutator, overflows.address());
            let mut fiber = fiber(&heap, function, 64 << 10);
            let resume = || mutator.resume(&mut fiber, Argument::Reference(&words)).map(drop);
            let caught = catch_unwind(AssertUnwindSafe(resume)).unwrap_err();
            assert_eq!(caught.downcast_ref(), Some(&Overflow(overflows.deepest)));
            assert!((overflows.thrown, overflows.entered) == (1, 0), "{overflows:?}");
        }
        assert_relocated(&heap);
    }
}

/// The smallest stack has fewer bytes than the reserve.
#[test]
fn the_smallest_fibers_overflow_at_once() {
    collect_before_throwing();
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for function in FIBERS {
            let mut overflows = Overflows::new(panics, HANDLERS[0]);
            let words = boxed(&mut mutator, overflows.address());
            let mut fiber = fiber(&heap, function, 16 << 10);
            let resume = || mutator.resume(&mut fiber, Argument::Reference(&words)).map(drop);
            let caught = catch_unwind(AssertUnwindSafe(resume)).unwrap_err();
            assert_eq!(caught.downcast_ref(), Some(&Overflow(0)));
            assert!((overflows.thrown, overflows.entered) == (1, 0), "{overflows:?}");
        }
        assert_relocated(&heap);
    }
}

#[test]
fn overflows_of_host_stacks_are_caught() {
    for (number, heap) in build_heaps().into_iter().enumerate() {
        let mut mutator = heap.attach().unwrap();
        adopt_all(&heap, &["a", "b"]);
        for index in 0..2 {
            // In zeal mode, a deep recursion takes long: the stacks have 512 KiB.
            begin(index, move |mutator| {
                assert!(!is_low(mutator, 256 << 10) && is_low(mutator, 512 << 10));
                if number == 0 {
                    collect_before_throwing();
                    for handlers in HANDLERS {
                        overflow(mutator, OVERFLOWS[index], handlers);
                    }
                }
                assert_eq!(overflow_large(mutator, LARGE[index]), 7);
            });
            assert!(!is_low(&mut mutator, 64 << 10));
        }
        assert_relocated(&heap);
    }
}

/// Overflows the stack that the thread runs with large frames. Returns the number of the frame that
/// has thrown.
fn overflow_large(mutator: &mut Mutator, function: Function) -> u64 {
    let mut overflows = Overflows::new(raises, NONE);
    assert_eq!(call(mutator, function, &[overflows.argument()]), Ok(1015));
    assert_eq!(overflows.thrown, 1);
    overflows.deepest
}

thread_local! {
    /// How often managed code has called the native function.
    static NATIVE: Cell<u64> = const { Cell::new(0) };
}

/// Native code between managed frames uses the same stack.
#[test]
fn native_code_between_managed_frames_counts() {
    /// Calls itself through managed code until 64 KiB are left, and then overflows the stack.
    /// Returns `n` plus the sum of the older ones.
    extern "C-unwind" fn nest(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        NATIVE.set(NATIVE.get() + 1);
        Mutator::with_current(|mutator| {
            if is_low(mutator, 64 << 10) {
                let deepest = overflow(mutator, OVERFLOWS[1], HANDLERS[1]);
                assert!(deepest < (64 << 10) / 96, "{deepest}");
                return n;
            }
            let nest = (nest as *const c_void).expose_provenance() as u64;
            let arguments = [Argument::Word(nest), Argument::Word(n + 1)];
            // The managed function adds the number that it was called with.
            call(mutator, managed::native_registers, &arguments).unwrap() - 1
        })
        .expect("the thread is native")
    }
    for builder in zeal_heaps() {
        let heap = builder.build().unwrap();
        on_thread(192 << 10, || {
            let mut mutator = heap.attach().unwrap();
            let nest = (nest as *const c_void).expose_provenance() as u64;
            let arguments = [Argument::Word(nest), Argument::Word(1)];
            let sum = call(&mut mutator, managed::native_registers, &arguments);
            // Function k of m passes k + 1 on, adds that, and subtracts 1; the last one returns m.
            let count = NATIVE.replace(0);
            assert_eq!(sum, Ok(count + (1..count).sum::<u64>() + 1));
            assert!(count > 10, "{count}");
        });
        assert_relocated(&heap);
    }
}

/// Large frames are checked before they exist.
#[test]
fn overflows_of_large_frames_are_caught() {
    for builder in zeal_heaps() {
        let heap = builder.build().unwrap();
        on_thread(1 << 20, || {
            let mut mutator = heap.attach().unwrap();
            for function in LARGE {
                // 1 MiB has 16 frames without the reserve.
                assert_eq!(overflow_large(&mut mutator, function), 15);
            }
        });
        assert_relocated(&heap);
    }
}

/// Returns whether managed code finds that fewer than `reserve` bytes are left.
fn is_low(mutator: &mut Mutator, reserve: i64) -> bool {
    let reserve = Argument::Word(reserve.cast_unsigned());
    call(mutator, managed::overflows_is_low, &[reserve]).unwrap() == 1
}

/// The reserve is a signed number.
#[test]
fn every_reserve_has_a_meaning() {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    on_thread(256 << 10, || {
        let mut mutator = heap.attach().unwrap();
        for reserve in [0, 1, 128 << 10, -1, i64::MIN + (1 << 62)] {
            assert!(!is_low(&mut mutator, reserve), "{reserve}");
        }
        for reserve in [232 << 10, 256 << 10, 1 << 40, i64::MAX] {
            assert!(is_low(&mut mutator, reserve), "{reserve}");
        }
    });
}
