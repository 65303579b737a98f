//! Mutators that allocate faster than marker threads mark: they assist, and a pause completes the
//! cycle if memory is short nevertheless.

use statepoint_gc::{Argument, CollectionKind, Handle, Heap, HeapBuilder, Mutator, Zeal};
use tests::cycles::{begin_cycle, counts, promote_all};
use tests::managed::{self, make};

use super::concurrent::{VERIFY, load, make_node, references, store, tag};

/// Number of live nodes. Each is reachable only through the previous one, so markers cannot share
/// the work.
const NODES: u64 = 40_000;
/// Length of an array of garbage, which is small enough to be promoted by copying.
const GARBAGE: u64 = 900;

fn heap(limit: usize) -> HeapBuilder {
    managed::heap().heap_max(limit).concurrent(true).marker_threads(1)
}

/// Allocates a list of `NODES` old nodes.
fn list(mutator: &mut Mutator) -> Handle {
    let mut first = make_node(mutator, 0);
    for number in 1..NODES {
        let next = make_node(mutator, number);
        mutator.store_reference(&next, 16, Some(&first)).unwrap();
        first = next;
    }
    promote_all(mutator);
    first
}

fn check(mutator: &mut Mutator, first: &Handle) {
    let mut next = Some(first.clone());
    for number in (0..NODES).rev() {
        let node = next.expect("the list has all of its nodes");
        assert_eq!(tag(mutator, &node), number);
        next = mutator.load_reference(&node, 16).unwrap();
    }
    assert!(next.is_none());
}

/// Promotes objects that then become garbage: each stays in an array for some thousand allocations.
fn promote_garbage(mutator: &mut Mutator, window: &Handle, round: &mut usize) {
    for _ in 0..100 {
        let value = make_node(mutator, *round as u64);
        let arguments = [Argument::Word(GARBAGE), Argument::Reference(&value)];
        let garbage = make(mutator, managed::fill, &arguments).unwrap();
        store(mutator, window, *round % WINDOW, Some(&garbage));
        *round += 1;
    }
}

/// Number of objects of garbage that are live at any time.
const WINDOW: usize = 300;

fn check_window(mutator: &mut Mutator, window: &Handle, round: usize) {
    for last in round.saturating_sub(WINDOW)..round {
        let garbage = load(mutator, window, last % WINDOW).expect("it was stored");
        let value = load(mutator, &garbage, 7).expect("it was stored");
        assert_eq!(tag(mutator, &value), last as u64);
    }
}

/// Runs cycles while the program promotes garbage as fast as it can, until `is_enough`.
fn outrun(heap: &Heap, is_enough: impl Fn(&Heap) -> bool) {
    let mut mutator = heap.attach().unwrap();
    let first = list(&mut mutator);
    let window = references(&mut mutator, WINDOW);
    let mut round = 0;
    while !is_enough(heap) {
        let marked = counts(heap).cycles_marked;
        begin_cycle(heap, &mut mutator);
        while counts(heap).cycles_marked == marked {
            promote_garbage(&mut mutator, &window, &mut round);
        }
        check_window(&mut mutator, &window, round);
    }
    check(&mut mutator, &first);
    let counts = counts(heap);
    assert!(counts.objects_moved > 0 && counts.roots_visited > 0, "{counts:?}");
    assert!(counts.objects_marked_concurrently >= NODES, "{counts:?}");
    assert!(counts.bytes_marked_concurrently >= 24 * NODES, "{counts:?}");
}

/// In zeal mode a random pause ends marking, even if markers are fast, so some cycles are outrun.
#[test]
fn pause_completes_a_cycle_that_is_outrun() {
    let heap = heap(8 << 20).collector_threads(3).zeal(Zeal::EveryAllocation(1 << 30));
    let heap = heap.nursery(1 << 20).verify(VERIFY).build().unwrap();
    outrun(&heap, |heap| counts(heap).cycles_outrun > 0);
    // The pauses that completed cycles were not followed by full collections.
    let counts = counts(&heap);
    assert!(counts.cycles_marked >= counts.cycles_outrun, "{counts:?}");
    assert!(heap.statistics().heap_peak_bytes <= 8 << 20);
    let outrun = heap.recent_collections();
    let outrun = outrun.iter().filter(|report| report.counts.cycles_outrun > 0);
    outrun.for_each(|report| assert_ne!(report.kind, CollectionKind::Full, "{report:?}"));
}

/// Outside zeal mode, mutators assist only if marker threads are late, which depends on the speed
/// of the threads. Whether mutators assist is random here, and so is the moment at which marking
/// ends.
#[test]
fn mutators_assist_in_zeal_mode() {
    let heap = heap(24 << 20).zeal(Zeal::EveryAllocation(97)).build().unwrap();
    outrun(&heap, |heap| counts(heap).bytes_marked_by_mutators > 10_000);
}

/// Several mutators assist concurrently, beside a marker.
#[test]
fn many_mutators_assist() {
    let heap = heap(48 << 20).zeal(Zeal::EveryAllocation(5000)).build().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let heap = &heap;
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let first = list(&mut mutator);
                let window = references(&mut mutator, WINDOW);
                let mut round = 0;
                while counts(heap).bytes_marked_by_mutators < 100_000 {
                    mutator.begin_cycle();
                    promote_garbage(&mut mutator, &window, &mut round);
                    check_window(&mut mutator, &window, round);
                }
                check(&mut mutator, &first);
            });
        }
    });
    assert!(counts(&heap).cycles_begun > 0);
}
