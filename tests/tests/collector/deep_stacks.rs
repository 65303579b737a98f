//! Deep stacks, of whose frames young collections walk only those that ran since the last one.

use core::cell::Cell;
use core::ffi::c_void;

use statepoint_gc::{
    Argument, Heap, Mutator, Zeal,
    fibers::{FiberConfig, Resumed},
};
use tests::cycles::{counts, run_cycle};
use tests::fibers::{Function, VERIFY, boxed};
use tests::managed::{self, call, heap};
use tests::recursion::{DEEP, Outcome, Settings, run};

/// Asserts that collections have found roots in frames, all of which have records, moved objects,
/// and skipped frames.
fn assert_relocated(heap: &Heap) {
    tests::fibers::assert_relocated(heap);
    let counts = counts(heap);
    assert!(counts.frames_skipped > 0, "{counts:?}");
}

/// Asserts that the recursion was deep, threw exceptions, and entered managed code again.
fn assert_varied(outcome: Outcome, depth: usize) {
    let Outcome { deepest, thrown, nested, .. } = outcome;
    assert!(deepest >= depth && thrown > 0 && nested > 0, "{outcome:?}");
}

/// Stack objects prevent that the frames around them are skipped.
#[test]
fn recursions_in_waves() {
    for function in DEEP {
        for (seed, objects) in [(0, 0), (1, 2), (2, 50)] {
            let heap = heap().heap_max(64 << 20).concurrent(seed % 2 == 1).verify(VERIFY);
            let heap = heap.build().unwrap();
            let mut mutator = heap.attach().unwrap();
            let settings = Settings {
                seed,
                steps: 6000,
                max_depth: 1500,
                steps_per_collection: 40,
                objects,
                catching: 50,
                backtraces: 0,
                function,
            };
            assert_varied(run(&mut mutator, settings), 600);
            assert_relocated(&heap);
        }
    }
}

/// In zeal mode there is a barrier at each frame.
#[test]
fn recursions_in_zeal_mode() {
    for function in DEEP {
        for (seed, zeal) in [(10, Zeal::EveryAllocation(1)), (11, Zeal::EveryPoll)] {
            for concurrent in [false, true] {
                let heap = heap().heap_max(8 << 20).zeal(zeal).verify(VERIFY);
                let heap = heap.concurrent(concurrent).build().unwrap();
                let mut mutator = heap.attach().unwrap();
                let settings = Settings {
                    seed,
                    steps: 800,
                    max_depth: 100,
                    steps_per_collection: 0,
                    objects: 50,
                    catching: 50,
                    backtraces: 0,
                    function,
                };
                assert_varied(run(&mut mutator, settings), 30);
                assert_relocated(&heap);
            }
        }
    }
}

/// What runs below a recursion.
type Below<'a> = &'a mut dyn FnMut(&mut Mutator);

thread_local! {
    /// The depth of the recursion that is wanted, and the number of frames that exist.
    static DEPTH: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    /// What runs below it.
    static BELOW: Cell<Option<*mut Below<'static>>> = const { Cell::new(None) };
}

/// Calls levels up to the depth that is wanted, runs the function below them, and lets all levels
/// return.
extern "C-unwind" fn next_to_depth(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let (wanted, depth) = DEPTH.get();
    if depth < wanted {
        DEPTH.set((wanted, depth + 1));
        return 1;
    }
    if let Some(below) = BELOW.take() {
        // SAFETY: `below` waits for the recursion that runs the function.
        Mutator::with_current(|mutator| unsafe { (*below)(mutator) }).unwrap();
    }
    // The function may have run another recursion.
    DEPTH.set((0, 0));
    0
}

/// Runs `function` below `levels` levels of recursion, with a live box in each of the two frames of
/// a level.
fn below(mutator: &mut Mutator, recursive: Function, levels: u64, mut function: Below<'_>) {
    // SAFETY: only the lifetime changes; the pointer is used during this call only.
    BELOW.set(Some(unsafe {
        core::mem::transmute::<*mut Below<'_>, *mut Below<'static>>(&raw mut function)
    }));
    DEPTH.set((levels, 1));
    let next = Argument::Word((next_to_depth as *const c_void).expose_provenance() as u64);
    call(mutator, recursive, &[Argument::Word(0), next, Argument::Word(0)]).unwrap();
}

/// Returns the numbers of frames that `collect` walks and skips.
fn frames(heap: &Heap, mutator: &mut Mutator, collect: fn(&mut Mutator)) -> (u64, u64) {
    let before = counts(heap);
    collect(mutator);
    let after = counts(heap);
    (after.frames_walked - before.frames_walked, after.frames_skipped - before.frames_skipped)
}

const LEVELS: u64 = 5000;
/// The frames of a level are the recursive function and the one that calls the next level.
const FRAMES: u64 = 2 * LEVELS - 1;
/// Upper bound of the frames that are walked although they are clean: those before the first
/// barrier.
const FIRST: u64 = FRAMES / 10;

#[test]
fn frames_are_skipped_until_they_run() {
    for function in DEEP {
        let heap = heap().heap_max(64 << 20).concurrent(true).verify(VERIFY).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let young = Mutator::collect_young;
        below(&mut mutator, function, LEVELS, &mut |mutator| {
            // The boxes are new, then survivors, then old.
            assert_eq!(frames(&heap, mutator, young), (FRAMES, 0));
            assert_eq!(frames(&heap, mutator, young), (FRAMES, 0));
            for _ in 0..3 {
                let (walked, skipped) = frames(&heap, mutator, young);
                assert_eq!(walked + skipped, FRAMES);
                assert!(walked < FIRST, "{walked} frames were walked");
            }
            // A cycle begins with all roots. While it marks, frames are skipped.
            let before = counts(&heap).frames_walked;
            run_cycle(&heap, mutator, |_| {});
            assert!(counts(&heap).frames_walked - before < 2 * FRAMES);
            assert!(counts(&heap).frames_walked - before >= FRAMES);
            // Other collections move old objects. The barriers stay.
            assert_eq!(frames(&heap, mutator, Mutator::collect_full), (FRAMES, 0));
            assert_eq!(frames(&heap, mutator, Mutator::collect), (FRAMES, 0));
            let (walked, skipped) = frames(&heap, mutator, young);
            assert_eq!(walked + skipped, FRAMES);
            assert!(walked < FIRST, "{walked} frames were walked");
        });
        // All frames have returned.
        assert_eq!(frames(&heap, &mut mutator, young), (0, 0));
        assert_relocated(&heap);
    }
}

/// Frames of older calls into managed code are skipped like others.
#[test]
fn frames_of_older_calls_are_skipped() {
    for (outer, inner) in [(DEEP[0], DEEP[1]), (DEEP[1], DEEP[0])] {
        let heap = heap().heap_max(64 << 20).concurrent(false).verify(VERIFY).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let young = Mutator::collect_young;
        below(&mut mutator, outer, LEVELS, &mut |mutator| {
            (0..3).for_each(|_| mutator.collect_young());
            below(mutator, inner, LEVELS, &mut |mutator| {
                // The first barriers of the outer recursion are in place.
                let (walked, skipped) = frames(&heap, mutator, young);
                assert_eq!(walked + skipped, 2 * FRAMES);
                assert!(walked < FRAMES + FIRST, "{walked} frames were walked");
                mutator.collect_young();
                let (walked, skipped) = frames(&heap, mutator, young);
                assert_eq!(walked + skipped, 2 * FRAMES);
                assert!(walked < FIRST, "{walked} frames were walked");
            });
            let (walked, skipped) = frames(&heap, mutator, young);
            assert_eq!(walked + skipped, FRAMES);
            // The first barrier is at a distance that was right for the inner recursion.
            assert!(walked < 2 * FIRST, "{walked} frames were walked");
        });
        assert_relocated(&heap);
    }
}

/// A fiber that ran is scanned again, but not its frames that did not run.
#[test]
fn frames_of_fibers_are_skipped() {
    extern "C-unwind" fn run_below(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        Mutator::with_current(|mutator| {
            below(mutator, DEEP[1], LEVELS, &mut |mutator| {
                for _ in 0..4 {
                    mutator.suspend(Argument::Word(0)).unwrap();
                }
            });
        })
        .unwrap();
        5
    }
    let heap = heap().heap_max(64 << 20).concurrent(false).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let config = FiberConfig::new().stack_size(4 << 20);
    // SAFETY: the function is that of a fiber, and the stack is large enough.
    let mut fiber = unsafe { heap.fiber(config, managed::fiber_native()) }.unwrap();
    let function = boxed(&mut mutator, (run_below as *const c_void).expose_provenance() as u64);
    mutator.resume(&mut fiber, Argument::Reference(&function)).unwrap();
    let young = Mutator::collect_young;
    // The recursion, and the fiber's function.
    let all = FRAMES + 1;
    assert_eq!(frames(&heap, &mut mutator, young), (all, 0));
    assert_eq!(frames(&heap, &mut mutator, young), (all, 0));
    // The fiber is clean.
    assert_eq!(frames(&heap, &mut mutator, young), (0, 0));
    for _ in 0..2 {
        mutator.resume(&mut fiber, Argument::Word(0)).unwrap();
        let (walked, skipped) = frames(&heap, &mut mutator, young);
        assert_eq!(walked + skipped, all);
        assert!(walked < FIRST, "{walked} frames were walked");
        assert_eq!(frames(&heap, &mut mutator, young), (0, 0));
    }
    mutator.resume(&mut fiber, Argument::Word(0)).unwrap();
    let resumed = mutator.resume(&mut fiber, Argument::Word(0)).unwrap();
    assert!(matches!(resumed, Resumed::Done(_)), "{resumed:?}");
    assert_relocated(&heap);
}

#[test]
fn barriers_can_be_turned_off() {
    for zeal in [Zeal::Off, Zeal::EveryPoll] {
        let heap = heap().heap_max(8 << 20).zeal(zeal).return_barriers(false).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        below(&mut mutator, DEEP[0], 500, &mut |mutator| {
            (0..4).for_each(|_| mutator.collect_young());
        });
        let counts = counts(&heap);
        assert!(counts.objects_moved > 0 && counts.frames_walked >= 4 * 999, "{counts:?}");
        assert_eq!(counts.frames_skipped, 0);
        assert_eq!(counts.frames_walked, counts.records_matched, "{counts:?}");
        assert!(counts.roots_visited > 0, "{counts:?}");
    }
}
