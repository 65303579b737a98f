//! Fragmentation: the free memory between surviving objects is reused, so that new objects of
//! another size do not run out of memory.

use statepoint_gc::{Argument, Handle, Mutator};
use tests::managed::{self, heap, make};

fn references(mutator: &mut Mutator, length: usize) -> Handle {
    make(mutator, managed::references, &[Argument::Word(length as u64)]).unwrap()
}

fn words(mutator: &mut Mutator, bytes: usize) -> Handle {
    make(mutator, managed::array, &[Argument::Word((bytes as u64 - 16) / 8)]).unwrap()
}

fn set(mutator: &mut Mutator, table: &Handle, index: usize, value: Option<&Handle>) {
    mutator.store_reference(table, 16 + 8 * index, value).unwrap();
}

/// Bytes per MiB.
const MIB: usize = 1 << 20;

/// Fills `fill` per cent of a heap of 16 MiB with objects of `small` bytes, drops all but every
/// `keep`-th, and adds objects of `other` bytes until `percent` per cent of the heap are live.
fn refill(
    workers: usize,
    (small, fill): (usize, usize),
    keep: usize,
    (other, percent): (usize, usize),
) {
    let limit = 16 * MIB;
    let heap = heap().heap_max(limit).collector_threads(workers).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let count = limit / 100 * fill / small;
    let table = references(&mut mutator, count.max(2 * limit / other));
    for index in 0..count {
        let object = words(&mut mutator, small);
        set(&mut mutator, &table, index, Some(&object));
    }
    // Promotes all objects.
    mutator.collect_young();
    mutator.collect_young();
    let mut live = count * small;
    for index in (0..count).filter(|index| index % keep != 0) {
        set(&mut mutator, &table, index, None);
        live -= small;
    }
    let mut index = 0;
    while live < limit / 100 * percent {
        let object = words(&mut mutator, other);
        while index % keep == 0 {
            index += 1;
        }
        set(&mut mutator, &table, index, Some(&object));
        index += 1;
        live += other;
    }
    let statistics = heap.statistics();
    // With concurrent cycles (`SPGC_CONCURRENT=on`), a cycle can make a full collection
    // unnecessary.
    let collected = statistics.full_collections + statistics.counts.cycles_marked;
    assert!(collected > 0, "{statistics:?}");
}

#[test]
fn single_line_holes_are_merged() {
    refill(1, (256, 80), 2, (1024, 75));
}

#[test]
fn sparse_blocks_are_evacuated() {
    refill(2, (512, 80), 8, (8192, 75));
}

#[test]
fn objects_that_pack_badly_are_moved() {
    refill(2, (6560, 55), 4, (256, 80));
}

#[test]
fn compaction_makes_room_for_large_objects() {
    refill(2, (256, 80), 2, (4 * MIB, 70));
}
