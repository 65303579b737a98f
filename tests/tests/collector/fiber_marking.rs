//! Markers read the stacks of suspended fibers concurrently with the program, while the program
//! resumes, drops and creates fibers.

use std::time::Duration;

use fastrand::Rng;
use statepoint_gc::{
    Argument, Heap, Mutator, Zeal,
    deopt::{
        Activation, Continuation, DeoptSite, DeoptimizedFrame, FrameLayout, ReturnValue,
        TakeoverError,
    },
    fibers::{Fiber, FiberConfig, FiberState},
};
use tests::cycles::{begin_cycle, counts, promote_all, run_cycle};
use tests::fibers::{COUNTERS, DEEP, Function, VERIFY, WINDING, boxed, unboxed};
use tests::managed::heap;

fn build_heap(zeal: Zeal) -> Heap {
    heap().heap_max(16 << 20).concurrent(true).zeal(zeal).verify(VERIFY).build().unwrap()
}

fn fiber(heap: &Heap, function: Function, stack: usize) -> Fiber {
    // SAFETY: the functions are those of fibers, and the stack is large enough.
    unsafe { heap.fiber(FiberConfig::new().stack_size(stack), function()) }.unwrap()
}

/// Resumes a fiber with a box of `value`, and returns the number in the box that it passes.
fn resume(mutator: &mut Mutator, fiber: &mut Fiber, value: u64) -> u64 {
    let value = boxed(mutator, value);
    let resumed = mutator.resume(fiber, Argument::Reference(&value)).unwrap();
    unboxed(mutator, &resumed.into_handle())
}

/// Returns suspended fibers whose objects are old: recursions of this depth. The objects of their
/// frames have no other references.
fn recursions(mutator: &mut Mutator, count: usize, depth: u64, stack: usize) -> Vec<Fiber> {
    let heap = mutator.heap();
    let mut fibers: Vec<_> = (0..count).map(|n| fiber(&heap, DEEP[n % 2], stack)).collect();
    for fiber in &mut fibers {
        assert_eq!(resume(mutator, fiber, depth), 0);
    }
    promote_all(mutator);
    mutator.collect_young();
    fibers
}

/// Resumes a recursion of this depth to its end, and checks what its frames had.
fn finish(mutator: &mut Mutator, fiber: &mut Fiber, depth: u64) {
    assert_eq!(resume(mutator, fiber, 7), depth * (depth + 1) / 2 + 7 + depth);
    assert_eq!(fiber.state(), FiberState::Done);
}

#[test]
fn markers_read_fibers_instead_of_pauses() {
    let heap = build_heap(Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let (count, depth) = (300, 10);
    let mut fibers = recursions(&mut mutator, count, depth, 64 << 10);
    let before = counts(&heap);
    assert!(before.objects_moved > 0 && before.roots_visited > 0);
    run_cycle(&heap, &mut mutator, |_| ());
    let after = counts(&heap);
    assert_eq!(after.fibers_read - before.fibers_read, count as u64);
    assert_eq!(after.frames_walked, before.frames_walked, "no pause has scanned them");
    let marked = after.objects_marked_concurrently - before.objects_marked_concurrently;
    assert!(marked >= count as u64 * (depth + 2), "{marked} objects were marked");
    // What is not marked is swept before the next cycle begins.
    begin_cycle(&heap, &mut mutator);
    fibers.iter_mut().for_each(|fiber| finish(&mut mutator, fiber, depth));
}

/// No pause of a cycle scans a deep stack that does not run, however many there are.
#[test]
fn markers_read_deep_fibers_instead_of_pauses() {
    let heap = build_heap(Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let (count, depth) = (12, 5_000);
    let mut fibers = recursions(&mut mutator, count, depth, 2 << 20);
    for _ in 0..2 {
        let before = counts(&heap);
        run_cycle(&heap, &mut mutator, |_| ());
        let after = counts(&heap);
        assert_eq!(after.fibers_read - before.fibers_read, count as u64);
        assert_eq!(after.frames_walked, before.frames_walked, "no pause has scanned them");
        let marked = after.objects_marked_concurrently - before.objects_marked_concurrently;
        assert!(marked >= count as u64 * (depth + 2), "{marked} objects were marked");
    }
    begin_cycle(&heap, &mut mutator);
    fibers.iter_mut().for_each(|fiber| finish(&mut mutator, fiber, depth));
}

/// Continues no frame.
struct NoContinuation;

impl Continuation for NoContinuation {
    fn frame_layout(&self, _: &DeoptSite<'_>) -> Option<FrameLayout> {
        None
    }

    fn resume(&self, _: &mut Mutator, frame: DeoptimizedFrame) -> ReturnValue {
        panic!("{frame:?} was not taken over")
    }
}

/// Markers that come to fibers which a takeover walks read them later: the next pause scans at most
/// the fiber that a marker was reading when the walk began, and the one that stopped the marker.
#[test]
fn markers_read_deep_fibers_after_walks() {
    let heap = build_heap(Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let takeover = heap.takeover(NoContinuation);
    let (count, depth) = (12, 5_000);
    let mut fibers = recursions(&mut mutator, count, depth, 2 << 20);
    let before = counts(&heap);
    run_cycle(&heap, &mut mutator, |mutator| {
        let mut has_waited = false;
        let select = |_: &Activation| {
            if !core::mem::replace(&mut has_waited, true) {
                // Markers run meanwhile. The test passes if they do not.
                std::thread::sleep(Duration::from_millis(50));
            }
            false
        };
        // SAFETY: no frame is selected.
        assert_eq!(unsafe { mutator.take_over(&takeover, select) }, Err(TakeoverError::NoFrame));
    });
    let after = counts(&heap);
    let scanned = (after.frames_walked - before.frames_walked) / (depth + 2);
    assert!(scanned <= 2, "pauses have scanned {scanned} fibers");
    assert_eq!(after.fibers_read - before.fibers_read + scanned, count as u64);
    begin_cycle(&heap, &mut mutator);
    fibers.iter_mut().for_each(|fiber| finish(&mut mutator, fiber, depth));
}

/// Deep fibers return from some of their frames, and recurse again, while markers are in the middle
/// of their stacks. Others take the places of fibers that were read in part and dropped.
#[test]
fn deep_fibers_run_while_markers_read_them() {
    let heap = heap().heap_max(64 << 20).concurrent(true).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let mut rng = Rng::with_seed(17);
    let depth = 3_000;
    let winding = |mutator: &mut Mutator, n: usize| {
        let mut fiber = fiber(&heap, WINDING[n % 2], 2 << 20);
        assert_eq!(resume(mutator, &mut fiber, depth), 0);
        fiber
    };
    let mut fibers: Vec<_> = (0..6).map(|n| winding(&mut mutator, n)).collect();
    let mut read = 0;
    for _ in 0..6 {
        promote_all(&mut mutator);
        mutator.collect_young();
        let before = counts(&heap).fibers_read;
        run_cycle(&heap, &mut mutator, |mutator| {
            for _ in 0..4 {
                std::thread::sleep(Duration::from_micros(rng.u64(..400)));
                let n = rng.usize(..fibers.len());
                match rng.u32(..4) {
                    0 => {
                        let dropped = fibers.swap_remove(n);
                        drop(dropped);
                        fibers.push(winding(mutator, n));
                    }
                    1 => mutator.collect_young(),
                    _ => assert_eq!(resume(mutator, &mut fibers[n], rng.u64(1..depth)), 0),
                }
            }
        });
        read += counts(&heap).fibers_read - before;
    }
    for fiber in &mut fibers {
        assert_eq!(resume(&mut mutator, fiber, depth + 4), 3);
        assert_eq!(fiber.state(), FiberState::Done);
    }
    let counts = counts(&heap);
    assert!(read > 0 && counts.frames_walked > 0 && counts.objects_moved > 0, "{counts:?}");
}

/// A clean fiber that runs before a marker comes to it, and is suspended again: the frames that
/// have not run are clean parts, which the cycle has not seen.
#[test]
fn fibers_run_while_markers_read_them() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(3), Zeal::EveryPoll] {
        let heap = build_heap(zeal);
        let mut mutator = heap.attach().unwrap();
        let (rounds, count, depth) = (5, 20, 5);
        let mut counters: Vec<_> =
            (0..count).map(|n| fiber(&heap, COUNTERS[n % 2], 64 << 10)).collect();
        let mut recursions = recursions(&mut mutator, count, depth, 64 << 10);
        for round in 0..rounds {
            let mut run = |mutator: &mut Mutator, counters: &mut [Fiber]| {
                for (n, counter) in counters.iter_mut().enumerate() {
                    assert_eq!(resume(mutator, counter, 100), round);
                    // Some of the others end, and new ones take their places in the list.
                    if n % 8 == round as usize {
                        finish(mutator, &mut recursions[n], depth);
                        recursions[n] = fiber(&heap, DEEP[n % 2], 64 << 10);
                        assert_eq!(resume(mutator, &mut recursions[n], depth), 0);
                    }
                }
            };
            match zeal {
                Zeal::Off => run_cycle(&heap, &mut mutator, |mutator| run(mutator, &mut counters)),
                // Cycles begin by themselves.
                _ => run(&mut mutator, &mut counters),
            }
            (0..4).for_each(|_| mutator.collect_young());
        }
        recursions.iter_mut().for_each(|fiber| finish(&mut mutator, fiber, depth));
        for counter in &mut counters {
            let resumed = mutator.resume(counter, Argument::Word(0)).unwrap();
            assert_eq!(unboxed(&mut mutator, &resumed.into_handle()), 100 * rounds);
        }
        let counts = counts(&heap);
        assert!(counts.cycles_marked > 0 && counts.fibers_read > 0, "{counts:?}");
        assert!(counts.records_matched > 0 && counts.objects_moved > 0, "{counts:?}");
    }
}
