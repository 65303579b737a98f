//! The limit of a heap, and the bytes in use.

use core::sync::atomic::{AtomicBool, Ordering};

use statepoint_gc::{Argument, Heap};
use tests::managed::{self, heap, make};

/// Size in bytes of a block.
const BLOCK: usize = 32 << 10;

/// Returns the bytes that were in use when the latest collection ended.
fn after_latest(heap: &Heap) -> usize {
    let report = heap.recent_collections().pop().expect("there was a collection");
    usize::try_from(report.after.committed).unwrap()
}

#[test]
fn limit_is_that_of_the_builder_in_whole_blocks() {
    for (configured, limit) in
        [(4 << 20, 4 << 20), ((4 << 20) + BLOCK - 1, 4 << 20), ((4 << 20) - 1, (4 << 20) - BLOCK)]
    {
        let heap = heap().heap_max(configured).build().unwrap();
        assert_eq!(heap.limit(), limit, "{configured}");
        assert_eq!(heap.used(), 0, "an empty heap has no blocks");
    }
}

/// The bytes in use are those of blocks and large objects.
#[test]
fn garbage_counts_until_a_collection_has_freed_it() {
    let heap = heap().heap_max(16 << 20).concurrent(false).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let small = make(&mut mutator, managed::array, &[Argument::Word(10)]).unwrap();
    let with_small = heap.used();
    assert!(with_small >= BLOCK && with_small.is_multiple_of(BLOCK), "{with_small}");
    let bytes = 4 << 20;
    let large = make(&mut mutator, managed::array, &[Argument::Word(bytes / 8)]).unwrap();
    let bytes = usize::try_from(bytes).unwrap();
    let with_large = heap.used();
    assert!(with_large >= with_small + bytes, "{with_large}");
    mutator.collect();
    assert_eq!(heap.used(), after_latest(&heap));
    assert!(heap.used() >= bytes, "the large object is live");
    drop(large);
    let with_garbage = heap.used();
    assert!(with_garbage >= bytes);
    mutator.collect();
    assert_eq!(heap.used(), after_latest(&heap));
    assert!(heap.used() <= with_garbage - bytes, "{}", heap.used());
    drop(small);
    mutator.collect();
    assert!(heap.used() < bytes);
    assert_eq!(heap.limit(), 16 << 20);
}

/// Threads read both numbers while others allocate and collect.
#[test]
fn bytes_in_use_never_exceed_the_limit() {
    let heap = heap().heap_max(4 << 20).build().unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (heap, done) = (&heap, &done);
        let reader = scope.spawn(move || {
            let mut highest = 0;
            loop {
                // The last number is read after all allocations.
                let is_last = done.load(Ordering::Acquire);
                let used = heap.used();
                assert!(used <= heap.limit(), "{used} of {}", heap.limit());
                highest = highest.max(used);
                if is_last {
                    return highest;
                }
            }
        });
        let allocating = [(); 2].map(|()| {
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                for round in 0..400 {
                    let length = [500, 10_000][round % 2];
                    make(&mut mutator, managed::array, &[Argument::Word(length)]).unwrap();
                }
            })
        });
        let results = allocating.map(std::thread::ScopedJoinHandle::join);
        done.store(true, Ordering::Release);
        assert!(results.iter().all(Result::is_ok));
        assert!(reader.join().unwrap() > 0, "the reader saw blocks in use");
    });
    assert!(heap.statistics().heap_peak_bytes <= heap.limit() as u64);
    assert!(heap.recent_collections().len() > 2);
}
