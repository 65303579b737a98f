//! Stacks of the host: managed code runs on them, the host switches between them and announces it,
//! and collections find the references on those that are suspended.

use core::cell::Cell;
use core::ffi::c_void;
use std::rc::Rc;
use std::thread;

use statepoint_gc::{
    Argument, Heap, Mutator,
    fibers::{Fiber, FiberConfig, FiberError, FiberState},
};
use tests::cycles::{counts, promote_all, run_cycle};
use tests::fibers::{
    COUNTERS, DRIVERS, Function, VERIFY, assert_relocated, boxed, build_heaps, unboxed,
};
use tests::host_stacks::driver::{
    adopt_all, begin, call_native, go, go_home, go_to_first, running, stack,
};
use tests::host_stacks::{HostStack, Place, swap};
use tests::managed::{self, call, heap};
use tests::recursion::DEEP;

/// Managed functions that call a native function while a box is live: in a stack slot, in a
/// register, and in a stack slot above a wrapper.
const CALLERS: [Function; 3] = [managed::native, managed::native_registers, managed::wrapped];

/// Managed code on both stacks has a live reference while the other runs, and while both are
/// scanned.
#[test]
fn references_are_kept_on_both_stacks() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for caller in CALLERS {
            adopt_all(&heap, &["worker"]);
            assert_eq!(stack(0).fiber().state(), FiberState::New);
            begin(0, move |mutator| {
                for n in 0..20 {
                    assert_eq!(call_native(mutator, caller, go_home, n), 3 * n);
                    if n % 4 == 0 {
                        mutator.collect_young();
                    }
                }
            });
            for n in 0..20 {
                assert_eq!(stack(0).fiber().state(), FiberState::Suspended);
                assert_eq!(call_native(&mut mutator, caller, go_to_first, n), 3 * n);
                match n % 5 {
                    0 => mutator.collect(),
                    1 => mutator.collect_young(),
                    _ => {}
                }
            }
            // It is empty.
            stack(0).take_fiber().destroy().unwrap();
        }
        assert_relocated(&heap);
    }
}

/// The only references to some objects are on a stack that has run after it was scanned.
#[test]
fn stacks_that_ran_again_are_scanned_again() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for caller in CALLERS {
            adopt_all(&heap, &["first", "second"]);
            for index in 0..2 {
                begin(index, move |mutator| {
                    for n in 0..5 {
                        assert_eq!(call_native(mutator, caller, go_home, n), 3 * n);
                    }
                });
            }
            for _ in 0..5 {
                // The boxes are promoted, and the stacks are clean.
                (0..4).for_each(|_| mutator.collect_young());
                (0..2).for_each(|index| go(Some(index)));
            }
            (0..2).for_each(|index| stack(index).take_fiber().destroy().unwrap());
        }
        assert_relocated(&heap);
    }
}

/// Calls itself from managed code until `value` is 0, so that a box is live in each managed frame.
extern "C" fn nest(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let Some(next) = value.checked_sub(1) else {
        loop {
            go(None);
        }
    };
    Mutator::with_current(|mutator| call_native(mutator, managed::native, nest, next)).unwrap()
}

/// Returns the number of frames that a collection by `collect` walks.
fn frames_walked(heap: &Heap, mutator: &mut Mutator, collect: fn(&mut Mutator)) -> u64 {
    let before = counts(heap).frames_walked;
    collect(mutator);
    counts(heap).frames_walked - before
}

#[test]
fn young_collections_scan_only_stacks_that_ran() {
    let heap = heap().heap_max(64 << 20).concurrent(true).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let names: Vec<_> = (0..20).map(|n| n.to_string()).collect();
    adopt_all(&heap, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let depth = 10;
    for index in 0..20 {
        begin(index, move |mutator| {
            call_native(mutator, managed::native, nest, depth - 1);
        });
    }
    let young = Mutator::collect_young;
    // The boxes are new, then survivors, then old.
    assert_eq!(frames_walked(&heap, &mut mutator, young), 20 * depth);
    assert_eq!(frames_walked(&heap, &mut mutator, young), 20 * depth);
    assert_eq!(frames_walked(&heap, &mut mutator, young), 0);
    (0..7).for_each(|index| go(Some(index)));
    assert_eq!(frames_walked(&heap, &mut mutator, young), 7 * depth);
    assert_eq!(frames_walked(&heap, &mut mutator, young), 0);
    assert_eq!(frames_walked(&heap, &mut mutator, Mutator::collect_full), 20 * depth);
    // Markers read the stacks concurrently with the program.
    let before = counts(&heap);
    run_cycle(&heap, &mut mutator, |_| (0..7).for_each(|index| go(Some(index))));
    let read = counts(&heap).fibers_read - before.fibers_read;
    assert!((13..=20).contains(&read), "{read} stacks were read");
    assert_relocated(&heap);
}

/// Markers read the stacks of two threads, which switch to them meanwhile. Each switch leaves a new
/// box in a frame.
#[test]
fn markers_read_stacks_while_threads_switch() {
    let heap = heap().heap_max(64 << 20).concurrent(true).verify(VERIFY).build().unwrap();
    let (stacks, rounds) = (30, 30);
    let run = || {
        let mut mutator = heap.attach().unwrap();
        let names = vec!["worker"; stacks];
        adopt_all(&heap, &names);
        for index in 0..stacks {
            begin(index, move |mutator| {
                for n in 0..rounds {
                    let caller = CALLERS[n as usize % 3];
                    assert_eq!(call_native(mutator, caller, go_home, n), 3 * n);
                }
            });
        }
        for round in 0..rounds {
            promote_all(&mut mutator);
            mutator.begin_cycle();
            (0..stacks).for_each(|index| go(Some((index * 7 + round as usize) % stacks)));
        }
        (0..stacks).for_each(|index| stack(index).take_fiber().destroy().unwrap());
    };
    thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(run))));
    let counts = counts(&heap);
    assert!(counts.cycles_marked > 0 && counts.fibers_read > 0, "{counts:?}");
    assert_relocated(&heap);
}

/// Young collections skip the older frames of a deep stack that has run.
#[test]
fn deep_stacks_are_scanned_in_parts() {
    thread_local! {
        static IS_DEEP: Cell<bool> = const { Cell::new(false) };
    }
    /// Directs a recursion, which goes home five times when it is deep.
    extern "C-unwind" fn next(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        if n > 0 && !IS_DEEP.get() {
            return (n - 1) << 8 | 1;
        }
        if !IS_DEEP.replace(true) {
            (0..5).for_each(|_| go(None));
        }
        0
    }
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for function in DEEP {
            adopt_all(&heap, &["deep"]);
            IS_DEEP.set(false);
            let depth = if heap.zeal().is_on() { 100 } else { 1000 };
            begin(0, move |mutator| {
                let next = Argument::Word((next as *const c_void).expose_provenance() as u64);
                let arguments = [Argument::Word(depth), next, Argument::Word(0)];
                assert_eq!(call(mutator, function, &arguments).unwrap(), depth * depth);
            });
            let before = counts(&heap);
            for _ in 0..5 {
                promote_all(&mut mutator);
                go(Some(0));
            }
            let counts = counts(&heap);
            assert!(counts.frames_skipped > before.frames_skipped, "{counts:?}");
            stack(0).take_fiber().destroy().unwrap();
        }
        assert_relocated(&heap);
    }
}

thread_local! {
    /// The number of switches that remain.
    static REMAINING: Cell<u64> = const { Cell::new(0) };
    /// Whether the managed code on the stacks is to end.
    static IS_ENDING: Cell<bool> = const { Cell::new(false) };
}

/// Switches to the next one of three stacks, or home if no switches remain.
extern "C" fn go_to_next(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let next = (running().unwrap() + 1) % 3;
    match REMAINING.get() {
        0 => go(None),
        remaining => {
            REMAINING.set(remaining - 1);
            go(Some(next));
        }
    }
    2 * value
}

/// Three stacks switch to one another without returning to the thread's own, which counts as
/// running, in managed code.
#[test]
fn stacks_transfer_to_one_another() {
    extern "C" fn run(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        REMAINING.set(30);
        go(Some(0));
        2 * value
    }
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for caller in CALLERS {
            adopt_all(&heap, &["a", "b", "c"]);
            // Each begins, and goes home.
            for index in 0..3 {
                begin(index, move |mutator| {
                    go(None);
                    for n in (0..).take_while(|_| !IS_ENDING.get()) {
                        assert_eq!(call_native(mutator, caller, go_to_next, n), 3 * n);
                        if n % 3 == 0 {
                            mutator.collect();
                        }
                    }
                });
            }
            for n in 0..4 {
                assert_eq!(call_native(&mut mutator, caller, run, n), 3 * n);
                assert_eq!(running(), None);
                mutator.collect_young();
                let suspended = (0..3).all(|n| stack(n).fiber().state() == FiberState::Suspended);
                assert!(suspended);
            }
            IS_ENDING.set(true);
            for index in 0..3 {
                let (fiber, error) = stack(index).take_fiber().destroy().unwrap_err();
                assert!(matches!(error, FiberError::Suspended { calls: 1, .. }), "{error:?}");
                stack(index).put_fiber(fiber);
                go(Some(index));
                stack(index).take_fiber().destroy().unwrap();
            }
            IS_ENDING.set(false);
        }
        assert_relocated(&heap);
        assert_eq!(mutator.nesting(), 0);
    }
}

/// A fiber of the library switches to a stack of the host, which resumes another fiber, and
/// switches back to the first one.
#[test]
fn fibers_and_stacks_resume_one_another() {
    thread_local! {
        static OUTER: Cell<*const Fiber> = const { Cell::new(core::ptr::null()) };
        static INNER: Cell<*mut Fiber> = const { Cell::new(core::ptr::null_mut()) };
        static OUTER_PLACE: Rc<Place> = Rc::default();
    }
    extern "C" fn leave(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        for _ in 0..3 {
            let (stack, place) = (stack(0), OUTER_PLACE.with(Rc::clone));
            // SAFETY: the stack switches back to this place.
            unsafe { swap(&place, &stack.place, Some(stack.fiber())) };
            Mutator::with_current(Mutator::collect_young).unwrap();
        }
        7
    }
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for function in COUNTERS {
            adopt_all(&heap, &["middle"]);
            let [mut outer, mut inner] = [managed::fiber_native(), function()].map(|function| {
                // SAFETY: the functions are those of fibers, and their stacks are large enough.
                unsafe { heap.fiber(FiberConfig::new().stack_size(256 << 10), function) }.unwrap()
            });
            OUTER.set(&raw const outer);
            // The frames of the stack are left for good: they own nothing.
            INNER.set(&raw mut inner);
            // Also a fiber whose allocations collect: that happens on the stack of the host.
            HostStack::begins_with(|| {
                for n in 0.. {
                    Mutator::with_current(|mutator| {
                        // SAFETY: the test uses it after the last switch from this stack.
                        let inner = unsafe { &mut *INNER.get() };
                        let value = boxed(mutator, 5);
                        let out = mutator.resume(inner, Argument::Reference(&value)).unwrap();
                        assert_eq!(unboxed(mutator, &out.into_handle()), n);
                        drop(value);
                        // SAFETY: the fiber has resumed this stack.
                        let outer = unsafe { &*OUTER.get() };
                        // SAFETY: the thread does not switch.
                        let error = unsafe { mutator.swap(None) }.unwrap_err();
                        assert!(matches!(error, FiberError::Running { .. }), "{error:?}");
                        // SAFETY: as above.
                        let error = unsafe { mutator.swap(Some(inner)) }.unwrap_err();
                        assert!(matches!(error, FiberError::NotHostStack { .. }), "{error:?}");
                        let (stack, place) = (stack(0), OUTER_PLACE.with(Rc::clone));
                        // SAFETY: the fiber was left at this place.
                        unsafe { swap(&stack.place, &place, Some(outer)) };
                    });
                }
            });
            let native = (leave as *const c_void).expose_provenance() as u64;
            let native = boxed(&mut mutator, native);
            let result = mutator.resume(&mut outer, Argument::Reference(&native)).unwrap();
            assert_eq!(unboxed(&mut mutator, &result.into_handle()), 1007);
            assert_eq!(outer.state(), FiberState::Done);
            stack(0).take_fiber().destroy().unwrap();
        }
        assert_relocated(&heap);
    }
}

/// Collections that the allocations of a fiber cause run on the stack of the host that has resumed
/// the fiber: the host has left the thread's own stack, and only it knows where.
#[test]
fn fibers_collect_on_the_stack_that_has_resumed_them() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for (function, driver) in COUNTERS.into_iter().zip(DRIVERS) {
            adopt_all(&heap, &["worker"]);
            // SAFETY: the functions are those of fibers, and their stacks are large enough.
            let fiber = unsafe { heap.fiber(FiberConfig::new().stack_size(256 << 10), function()) };
            let fiber = fiber.unwrap();
            let address = tests::fibers::address(&fiber);
            begin(0, move |mutator| {
                let arguments = [Argument::Word(address), Argument::Word(50)];
                let sum = call(mutator, driver, &arguments).unwrap();
                assert_eq!(sum, (0..50).sum::<u64>() + (1..=50).sum::<u64>());
            });
            assert_eq!(fiber.state(), FiberState::Done);
            mutator.collect();
            stack(0).take_fiber().destroy().unwrap();
        }
        // Without zeal mode nothing requests a collection while frames exist.
        if heap.zeal().is_on() {
            assert_relocated(&heap);
        }
    }
}

/// Local handles belong to the stack on which their scope was opened.
#[test]
fn scopes_belong_to_their_stacks() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        adopt_all(&heap, &["worker"]);
        begin(0, |mutator| {
            for n in 0..5 {
                mutator.scope(|scope| {
                    let value = boxed(scope.mutator(), n);
                    let local = scope.local(&value).unwrap();
                    drop(value);
                    go(None);
                    let value = scope.global(local);
                    assert_eq!(unboxed(scope.mutator(), &value), n);
                });
            }
        });
        for n in 0..5 {
            mutator.scope(|scope| {
                let value = boxed(scope.mutator(), 100 + n);
                let local = scope.local(&value).unwrap();
                drop(value);
                scope.mutator().collect_young();
                go(Some(0));
                scope.mutator().collect();
                let value = scope.global(local);
                assert_eq!(unboxed(scope.mutator(), &value), 100 + n);
            });
        }
        assert!(counts(&heap).objects_moved > 0);
        stack(0).take_fiber().destroy().unwrap();
    }
}

/// A handshake lists the frames of the stack that runs, and of the one that has resumed it.
#[test]
fn handshakes_list_frames_of_host_stacks() {
    extern "C" fn count_frames(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        let heap = Mutator::with_current(|mutator| mutator.heap()).unwrap();
        let threads = heap.threads();
        let count = || heap.handshake(&threads[0], |thread| thread.frames().unwrap().len());
        thread::scope(|scope| scope.spawn(count).join().unwrap().unwrap()) as u64
    }
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    adopt_all(&heap, &["worker"]);
    begin(0, |mutator| {
        go(None);
        assert_eq!(call_native(mutator, managed::native, count_frames, 1), 3);
    });
    assert_eq!(call_native(&mut mutator, managed::native, go_to_first, 1), 3);
    stack(0).take_fiber().destroy().unwrap();
}

/// The stacks of a thread that has ended keep their objects alive until they are abandoned.
#[test]
fn host_stacks_outlive_their_thread() {
    let heap = heap().heap_max(16 << 20).concurrent(true).verify(VERIFY).build().unwrap();
    let fiber = thread::scope(|scope| {
        let run = || {
            let mut mutator = heap.attach().unwrap();
            adopt_all(&heap, &["worker"]);
            begin(0, |mutator| {
                call_native(mutator, managed::native, nest, 9);
            });
            mutator.collect_young();
            stack(0).take_fiber()
        };
        scope.spawn(run).join().unwrap()
    });
    let mut mutator = heap.attach().unwrap();
    promote_all(&mut mutator);
    assert_eq!(frames_walked(&heap, &mut mutator, Mutator::collect), 10);
    // SAFETY: the thread does not switch.
    let error = unsafe { mutator.swap(Some(&fiber)) }.unwrap_err();
    assert!(matches!(error, FiberError::OtherThread { .. }), "{error:?}");
    let (fiber, error) = fiber.destroy().unwrap_err();
    assert!(matches!(error, FiberError::Suspended { calls: 10, .. }), "{error:?}");
    assert!(mutator.begin_cycle());
    fiber.abandon().unwrap();
    run_cycle(&heap, &mut mutator, |_| ());
    assert_eq!(frames_walked(&heap, &mut mutator, Mutator::collect), 0);
}
