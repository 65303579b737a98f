//! Resident memory of the process, compared with the heap limit.

use statepoint_gc::{Argument, Handle, Mutator};
use tests::child_tests::run_in_own_process;
use tests::managed::{self, heap, make};

/// Limit of the heap, in bytes.
const HEAP_LIMIT: usize = 64 << 20;

/// Returns the peak resident memory of the process, in bytes.
fn peak_resident_bytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<usize>().unwrap() << 10
}

fn words(mutator: &mut Mutator, bytes: usize) -> Handle {
    make(mutator, managed::array, &[Argument::Word((bytes as u64 - 16) / 8)]).unwrap()
}

/// Fills most of the heap with small objects, then with large ones, repeatedly. Memory freed by one
/// kind of objects must be reused for the other kind, or returned to the OS.
#[test]
fn the_limit_holds_for_small_and_large_objects_together() {
    if run_in_own_process("the_limit_holds_for_small_and_large_objects_together") {
        return;
    }
    let before = peak_resident_bytes();
    let heap = heap().heap_max(HEAP_LIMIT).collector_threads(2).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for _ in 0..3 {
        let length = HEAP_LIMIT / 3 / 1024;
        let table =
            make(&mut mutator, managed::references, &[Argument::Word(length as u64)]).unwrap();
        for index in 0..length {
            let object = words(&mut mutator, 1024);
            mutator.store_reference(&table, 16 + 8 * index, Some(&object)).unwrap();
        }
        drop(table);
        let large: Vec<_> = (0..(HEAP_LIMIT / 10 * 8) >> 20)
            .map(|_| {
                let object = words(&mut mutator, 1 << 20);
                // Writes to each page, so that the page is resident.
                (16..(1 << 20) - 16).step_by(4096).for_each(|offset| {
                    mutator.store_word(&object, offset, 1).unwrap();
                });
                object
            })
            .collect();
        assert!(large.len() > 50);
    }
    let peak = peak_resident_bytes() - before;
    assert!(heap.statistics().heap_peak_bytes <= HEAP_LIMIT as u64);
    assert!(peak > HEAP_LIMIT / 10 * 8, "only {peak} bytes of the heap were used");
    assert!(peak < HEAP_LIMIT / 10 * 13, "{peak} bytes of memory for a heap of {HEAP_LIMIT}");
}
