//! The cost of creating a heap: resident memory, and reads of files.

use std::fs::read_to_string;

use examples::runner::emulated;
use statepoint_gc::Heap;
use tests::child_tests::{run_in_own_process, run_in_own_process_with};
use tests::managed::heap;

/// Heap limits in bytes. Of a table with one byte for each block of the largest heap, 2 MB would
/// be in memory.
const LIMITS: [usize; 3] = [16 << 20, 1 << 30, 64 << 30];
/// Upper bound of the memory of an empty heap in bytes, without the stacks of its threads. The
/// goal is 4 MB.
const MAX_MEMORY: usize = 1 << 20;
/// Memory in bytes that may differ between two heaps of this process, as the memory allocator
/// reuses freed memory or not.
const TOLERANCE: usize = 64 << 10;
/// Heaps that are measured with each limit. The least counts: a thread that a former heap started
/// may first use its stack during a later measurement.
const ROUNDS: usize = 5;
/// With one arena, all threads reuse the memory that a former heap has freed. With several, the
/// numbers depend on which thread has which arena. Larger blocks are mapped, and unmapped when they
/// are freed, so that no heap reuses the table of a former one.
const ALLOCATOR: &[(&str, &str)] =
    &[("MALLOC_ARENA_MAX", "1"), ("MALLOC_MMAP_THRESHOLD_", "131072")];
/// Upper bound of the number of reads while a heap is created.
const MAX_READS: usize = 100;

/// Returns the number in the line of `file` that begins with `name`.
fn counter(file: &str, name: &str) -> Option<usize> {
    let text = read_to_string(file).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Returns the resident memory of this process that is no part of a file, in bytes. It is exact,
/// other than the numbers in `/proc/self/status`.
fn anonymous_bytes() -> Option<usize> {
    Some(counter("/proc/self/smaps_rollup", "Anonymous:")? << 10)
}

fn create(limit: usize) -> Heap {
    heap().heap_max(limit).collector_threads(1).concurrent(false).build().unwrap()
}

#[test]
fn memory_of_an_empty_heap_does_not_depend_on_its_limit() {
    let name = "memory_of_an_empty_heap_does_not_depend_on_its_limit";
    if run_in_own_process_with(name, ALLOCATOR) {
        return;
    }
    // What the first heap of a process allocates for all of them.
    drop(create(LIMITS[0]));
    if anonymous_bytes().is_none() || emulated() {
        eprintln!("skipped: the memory of the process is not known");
        return;
    }
    // Of the first heap of each limit, and the least of all.
    let (mut first, mut memory) = ([0; LIMITS.len()], [usize::MAX; LIMITS.len()]);
    for round in 0..ROUNDS {
        for (index, limit) in LIMITS.into_iter().enumerate() {
            let before = anonymous_bytes().unwrap();
            let heap = create(limit);
            let bytes = anonymous_bytes().unwrap().saturating_sub(before);
            drop(heap);
            memory[index] = bytes.min(memory[index]);
            if round == 0 {
                first[index] = bytes;
            }
        }
    }
    println!("{first:?} {memory:?}");
    let (least, most) = (memory.iter().min().unwrap(), memory.iter().max().unwrap());
    assert!(most - least <= TOLERANCE, "{memory:?} bytes with limits of {LIMITS:?}");
    assert!(first.iter().all(|bytes| *bytes <= MAX_MEMORY), "{first:?} bytes");
}

#[test]
fn creating_a_heap_reads_few_pieces_of_files() {
    if run_in_own_process("creating_a_heap_reads_few_pieces_of_files") {
        return;
    }
    let reads = || counter("/proc/self/io", "syscr:").filter(|_| !emulated());
    let Some(before) = reads() else {
        eprintln!("skipped: the number of system calls is not known");
        return;
    };
    let heap = heap().build().unwrap();
    let count = reads().expect("it was known before") - before;
    drop(heap);
    println!("{count} reads");
    assert!(count > 0, "the counter does not count");
    assert!(count <= MAX_READS, "{count} reads");
}
