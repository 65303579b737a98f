//! Markers read the stacks of suspended fibers concurrently with the program, while the program
//! resumes, drops and creates fibers.

use statepoint_gc::{
    Argument, Heap, Mutator, Zeal,
    fibers::{Fiber, FiberConfig, FiberState},
};
use tests::cycles::{begin_cycle, counts, promote_all, run_cycle};
use tests::fibers::{COUNTERS, DEEP, Function, VERIFY, boxed, unboxed};
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

/// A stack that is too deep to be read concurrently with the program is scanned by a pause: all of
/// it, though young collections skip its clean parts otherwise.
#[test]
fn pauses_scan_deep_fibers_once_in_a_cycle() {
    let heap = build_heap(Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let depth = 10_000;
    let mut fibers = recursions(&mut mutator, 2, depth, 2 << 20);
    for _ in 0..2 {
        let before = counts(&heap);
        run_cycle(&heap, &mut mutator, |_| ());
        let after = counts(&heap);
        assert_eq!(after.frames_walked - before.frames_walked, 2 * (depth + 2));
        assert_eq!(after.fibers_read, before.fibers_read);
    }
    begin_cycle(&heap, &mut mutator);
    fibers.iter_mut().for_each(|fiber| finish(&mut mutator, fiber, depth));
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
