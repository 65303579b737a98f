//! Managed code that calls native code that calls managed code.

use core::cell::Cell;
use core::ffi::c_void;
use core::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use statepoint_gc::{Argument, Mutator, Zeal};
use tests::managed::{self, call, heap, tripled_sum};

type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;

fn pointer(function: Native) -> Argument<'static> {
    Argument::Word((function as *const c_void).expose_provenance() as u64)
}

fn functions(level: u64) -> fn() -> *const c_void {
    if level.is_multiple_of(2) { managed::native } else { managed::native_registers }
}

thread_local! {
    static DEEPEST: Cell<usize> = const { Cell::new(0) };
}

/// Goes on until the value is 0: managed, native, managed, native...
extern "C" fn descend(value: u64, a: u64, b: u64, c: u64, d: u64) -> u64 {
    assert_eq!((a, b, c, d), (1, 2, 3, 4));
    Mutator::with_current(|mutator| {
        DEEPEST.set(DEEPEST.get().max(mutator.nesting()));
        mutator.collect();
        if value == 0 {
            return 1000;
        }
        let arguments = [pointer(descend), Argument::Word(value - 1)];
        let below = call(mutator, functions(value), &arguments).unwrap();
        // The frames below are walked again, with their references moved already.
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
        assert_eq!(DEEPEST.get(), depth as usize + 1);
        assert_eq!(mutator.nesting(), 0);
        let statistics = heap.statistics();
        // Each collection at the bottom walks a frame of every level.
        assert!(statistics.frames_walked > depth * depth / 2, "{statistics:?}");
        assert_eq!(statistics.frames_walked, statistics.records_matched);
        assert!(statistics.objects_moved > depth * depth / 2, "{statistics:?}");
        assert!(statistics.register_roots > 0, "{statistics:?}");
    }
}

extern "C" fn wait(flag: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let flag: *const AtomicU32 = core::ptr::with_exposed_provenance(flag as usize);
    // SAFETY: the test passes the address of a flag that lives until its threads have ended.
    while unsafe { &*flag }.load(Ordering::Relaxed) == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    5
}

#[test]
fn a_thread_in_native_code_does_not_delay_others_and_its_frames_are_relocated() {
    let heap = heap().heap_max(8 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let flag = AtomicU32::new(0);
    let flag_address = (&raw const flag).expose_provenance() as u64;
    std::thread::scope(|scope| {
        for function in [managed::native, managed::native_registers] {
            let heap = &heap;
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let arguments = [pointer(wait), Argument::Word(flag_address)];
                let result = call(&mut mutator, function, &arguments);
                assert_eq!(result, Ok(flag_address.wrapping_add(5)));
            });
        }
        let mut mutator = heap.attach().unwrap();
        while heap.statistics().roots_visited < 200 {
            let sum = call(&mut mutator, managed::nested, &[Argument::Word(5)]);
            assert_eq!(sum, Ok(tripled_sum(5, 1)));
        }
        flag.store(1, Ordering::Relaxed);
    });
    assert!(heap.statistics().objects_moved > 0);
}

/// A thread that is in managed code proper must not be treated as native.
#[test]
fn only_native_code_gets_at_the_current_mutator() {
    assert!(Mutator::with_current(|_| ()).is_none(), "not attached");
    let heap = heap().heap_max(8 << 20).build().unwrap();
    let mutator = heap.attach().unwrap();
    assert_eq!(Mutator::with_current(|mutator| mutator.nesting()), Some(0));
    drop(mutator);
    assert!(Mutator::with_current(|_| ()).is_none(), "detached");
}
