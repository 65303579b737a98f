//! Memory of the process in addition to the heap limit.

use statepoint_gc::{Argument, Handle, Mutator};
use tests::child_tests::run_in_own_process;
use tests::managed::{self, heap, make};

const LIMIT: usize = 64 << 20;

/// Returns the peak resident memory of the process, in bytes.
fn most_resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<usize>().unwrap() << 10
}

fn words(mutator: &mut Mutator, bytes: usize) -> Handle {
    make(mutator, managed::array, &[Argument::Word((bytes as u64 - 16) / 8)]).unwrap()
}

/// Fills most of the heap with small objects, then with large ones, repeatedly: memory that one
/// kind has freed is not kept in addition to what the other needs.
#[test]
fn the_limit_holds_for_small_and_large_objects_together() {
    if run_in_own_process("the_limit_holds_for_small_and_large_objects_together") {
        return;
    }
    let before = most_resident();
    let heap = heap().heap_max(LIMIT).collector_threads(2).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for _ in 0..3 {
        let length = LIMIT / 3 / 1024;
        let table =
            make(&mut mutator, managed::references, &[Argument::Word(length as u64)]).unwrap();
        for index in 0..length {
            let object = words(&mut mutator, 1024);
            mutator.store_reference(&table, 16 + 8 * index, Some(&object)).unwrap();
        }
        drop(table);
        let large: Vec<_> = (0..(LIMIT / 10 * 8) >> 20)
            .map(|_| {
                let object = words(&mut mutator, 1 << 20);
                // Each of its pages.
                (16..(1 << 20) - 16).step_by(4096).for_each(|offset| {
                    mutator.store_word(&object, offset, 1).unwrap();
                });
                object
            })
            .collect();
        assert!(large.len() > 50);
    }
    let most = most_resident() - before;
    assert!(heap.statistics().heap_peak_bytes <= LIMIT as u64);
    assert!(most > LIMIT / 10 * 8, "{most}: all of it was used");
    assert!(most < LIMIT / 10 * 13, "{most} bytes of memory for a heap of {LIMIT}");
}
