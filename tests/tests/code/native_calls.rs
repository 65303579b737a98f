//! Managed code calls native code through a transition, and native code calls managed code again.
//!
//! There are two kinds of transitions: the stub `spgc_call_native`, and wrappers that a front end
//! emits around a call (`spgc_enter_native`, `spgc_leave_native`).

use core::cell::Cell;
use core::ffi::c_void;
use core::sync::atomic::{AtomicU32, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Barrier;
use std::time::Duration;

use statepoint_gc::{Argument, Mutator, Zeal};
use tests::managed::{self, call, heap, tripled_sum};

type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;

fn pointer(function: Native) -> Argument<'static> {
    Argument::Word((function as *const c_void).expose_provenance() as u64)
}

/// Returns the managed function that makes the native call of a level: stubs and wrappers
/// alternate.
fn transition(level: u64) -> fn() -> *const c_void {
    /// The managed functions that call native code, by a stub or by a wrapper.
    const TRANSITIONS: [fn() -> *const c_void; 4] =
        [managed::native, managed::wrapped, managed::native_registers, managed::wrapped_dynamic];
    TRANSITIONS[(level % 4) as usize]
}

thread_local! {
    /// The deepest nesting of managed calls so far.
    static MAX_NESTING: Cell<usize> = const { Cell::new(0) };
}

/// Recurses until the value is 0: managed, native, managed, native...
extern "C" fn descend(value: u64, a: u64, b: u64, c: u64, d: u64) -> u64 {
    assert_eq!((a, b, c, d), (1, 2, 3, 4));
    Mutator::with_current(|mutator| {
        MAX_NESTING.set(MAX_NESTING.get().max(mutator.nesting()));
        mutator.collect();
        if value == 0 {
            return 1000;
        }
        let arguments = [pointer(descend), Argument::Word(value - 1)];
        let below = call(mutator, transition(value), &arguments).unwrap();
        // The older frames are walked again, with their references already rewritten.
        mutator.collect();
        below
    })
    .expect("native code that managed code called can call managed code")
}

#[test]
fn managed_and_native_frames_alternate_to_any_depth() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryPoll] {
        let heap = heap().heap_max(8 << 20).zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let depth = 60;
        let arguments = [pointer(descend), Argument::Word(depth)];
        let result = call(&mut mutator, managed::native, &arguments).unwrap();
        assert_eq!(result, 1000 + (0..=depth).sum::<u64>(), "{zeal:?}");
        assert_eq!(MAX_NESTING.get(), depth as usize + 1);
        assert_eq!(mutator.nesting(), 0);
        let statistics = heap.statistics();
        // Each collection at the bottom walks a frame of every level.
        assert!(statistics.counts.frames_walked > depth * depth / 2, "{statistics:?}");
        assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
        assert!(statistics.counts.objects_moved > depth * depth / 2, "{statistics:?}");
        assert!(statistics.counts.register_roots > 0, "{statistics:?}");
    }
}

extern "C" fn wait_for_flag(flag: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let flag: *const AtomicU32 = core::ptr::with_exposed_provenance(flag as usize);
    // SAFETY: the test passes the address of a flag that lives until its threads have ended.
    while unsafe { &*flag }.load(Ordering::Relaxed) == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    5
}

#[test]
fn native_threads_do_not_delay_stops_and_are_relocated() {
    let heap = heap().heap_max(8 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let flag = AtomicU32::new(0);
    let flag_address = (&raw const flag).expose_provenance() as u64;
    std::thread::scope(|scope| {
        for function in (0..4).map(transition) {
            let heap = &heap;
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let arguments = [pointer(wait_for_flag), Argument::Word(flag_address)];
                let result = call(&mut mutator, function, &arguments);
                assert_eq!(result, Ok(flag_address.wrapping_add(5)));
            });
        }
        let mut mutator = heap.attach().unwrap();
        while heap.statistics().counts.roots_visited < 200 {
            let sum = call(&mut mutator, managed::nested, &[Argument::Word(5)]);
            assert_eq!(sum, Ok(tripled_sum(5, 1)));
        }
        flag.store(1, Ordering::Relaxed);
    });
    assert!(heap.statistics().counts.objects_moved > 0);
}

fn collect() {
    Mutator::with_current(Mutator::collect).expect("the thread is native");
}

fn address(function: *const c_void) -> Argument<'static> {
    Argument::Word(function.expose_provenance() as u64)
}

/// Calls a managed function that calls `native` through a wrapper, in all zeal modes. Checks the
/// results, and that roots were visited and objects moved.
fn check_wrapper(
    function: fn() -> *const c_void,
    native: *const c_void,
    expected: impl Fn(u64) -> u64,
) {
    let zeal_modes = [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryPoll];
    // Without `membarrier`, each transition takes its slow path, which must preserve the registers.
    for (zeal, membarrier) in zeal_modes.into_iter().flat_map(|zeal| [(zeal, true), (zeal, false)])
    {
        let heap = heap().heap_max(8 << 20).zeal(zeal).membarrier(membarrier).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        for n in 0..50 {
            let before = heap.statistics();
            let result = call(&mut mutator, function, &[address(native), Argument::Word(n)]);
            assert_eq!(result, Ok(expected(n)), "{zeal:?}, {membarrier}");
            let statistics = heap.statistics();
            assert!(
                statistics.counts.roots_visited > before.counts.roots_visited,
                "{statistics:?}"
            );
            assert!(
                statistics.counts.objects_moved > before.counts.objects_moved,
                "{statistics:?}"
            );
            assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
        }
    }
}

/// Collects and returns the sum of its arguments, some of which are passed on the stack.
#[rustfmt::skip]
extern "C" fn sum_of_twenty(
    a: u64, b: u64, c: u64, d: u64, e: u64, f: u64, g: u64, h: u64, i: u64, j: u64,
    k: f64, l: f64, m: f64, n: f64, o: f64, p: f64, q: f64, r: f64, s: f64, t: f64,
) -> f64 {
    collect();
    let integers = [a, b, c, d, e, f, g, h, i, j];
    let floats = [k, l, m, n, o, p, q, r, s, t];
    let mut sum = 0.0;
    for (step, (integer, float)) in integers.into_iter().zip(floats).enumerate() {
        assert_eq!(integer, a + step as u64);
        assert_eq!(float, a as f64 + step as f64 + 10.5);
        sum += integer as f64 + float;
    }
    sum
}

#[test]
fn floats_and_stack_arguments_pass_through_a_wrapper() {
    // The integers add up to 10 n + 45, the floats to 10 n + 150; `wrapped_many` adds 1000 n.
    check_wrapper(managed::wrapped_many, sum_of_twenty as *const c_void, |n| 1020 * n + 195);
}

#[repr(C)]
struct FourWords([u64; 4]);

extern "C" fn return_four_words(n: u64) -> FourWords {
    collect();
    FourWords([n, 20, 300, 4 * n])
}

#[test]
fn structures_are_returned_through_a_wrapper() {
    check_wrapper(managed::wrapped_structure, return_four_words as *const c_void, |n| 6 * n + 320);
}

extern "C" fn collect_for_c() {
    collect();
}

unsafe extern "C" {
    fn test_throw_if_odd(n: u64) -> u64;
    fn test_collect_with(function: extern "C" fn());
}

#[test]
fn exceptions_leave_native_state_through_a_wrapper() {
    // SAFETY: the function only sets a thread-local variable. `collect_for_c` is never unloaded.
    unsafe { test_collect_with(collect_for_c) };
    let expected = |n| if n % 2 == 1 { 1000 + 5 * n } else { 4 * n };
    check_wrapper(managed::wrapped_throwing, test_throw_if_odd as *const c_void, expected);
}

extern "C-unwind" fn panic_if_odd(n: u64) -> u64 {
    collect();
    if n % 2 == 1 {
        // `resume_unwind` does not print the message of a panic.
        resume_unwind(Box::new(n));
    }
    n
}

#[test]
fn panics_reach_the_host_through_a_wrapper() {
    let native = [address(panic_if_odd as *const c_void)];
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryPoll] {
        let heap = heap().heap_max(8 << 20).zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        for n in 0..50 {
            let arguments = [native[0], Argument::Word(n)];
            let run = || call(&mut mutator, managed::wrapped_passing, &arguments);
            match catch_unwind(AssertUnwindSafe(run)) {
                Ok(result) => assert_eq!((result, n % 2), (Ok(4 * n), 0)),
                Err(thrown) => assert_eq!((thrown.downcast_ref(), n % 2), (Some(&n), 1)),
            }
            assert_eq!(mutator.nesting(), 0);
            assert!(Mutator::with_current(|_| ()).is_some(), "the thread is native");
            mutator.collect();
        }
        let statistics = heap.statistics();
        assert!(statistics.counts.roots_visited >= 50, "{statistics:?}");
        assert!(statistics.counts.objects_moved >= 50, "{statistics:?}");
    }
}

/// Stops begin at any point of both transitions, so that their fast and slow paths are taken.
#[test]
fn threads_enter_and_leave_native_code_while_others_collect() {
    let zeal_modes = [Zeal::Off, Zeal::EveryAllocation(7), Zeal::EveryPoll];
    for (zeal, membarrier) in zeal_modes.into_iter().flat_map(|zeal| [(zeal, true), (zeal, false)])
    {
        let heap = heap().heap_max(16 << 20).zeal(zeal).membarrier(membarrier).build().unwrap();
        let rounds = if zeal == Zeal::Off { 300_000 } else { 500 };
        let threads_left = AtomicU32::new(3);
        let barrier = Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    let arguments = [Argument::Word(rounds)];
                    barrier.wait();
                    let sum = call(&mut mutator, managed::wrapped_loop, &arguments);
                    assert_eq!(sum, Ok(rounds * (rounds + 1) / 2), "{zeal:?}, {membarrier}");
                    threads_left.fetch_sub(1, Ordering::Relaxed);
                });
            }
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                barrier.wait();
                while threads_left.load(Ordering::Relaxed) > 0 {
                    mutator.collect();
                }
            });
        });
        let statistics = heap.statistics();
        assert!(statistics.counts.roots_visited > 0, "{statistics:?}");
        assert!(statistics.counts.objects_moved > 0, "{statistics:?}");
        assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
    }
}

/// `Mutator::with_current` returns `None` on a thread that is not attached.
#[test]
fn only_native_code_gets_the_current_mutator() {
    assert!(Mutator::with_current(|_| ()).is_none(), "not attached");
    let heap = heap().heap_max(8 << 20).build().unwrap();
    let mutator = heap.attach().unwrap();
    assert_eq!(Mutator::with_current(|mutator| mutator.nesting()), Some(0));
    drop(mutator);
    assert!(Mutator::with_current(|_| ()).is_none(), "detached");
}
