//! Out of memory: the host's callback releases objects, or the process ends with a message.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::os::unix::process::ExitStatusExt as _;
use std::sync::{Arc, Mutex};

use statepoint_gc::{
    AccessError, AllocationError, Argument, CollectionCause, Handle, Heap, HeapBuilder,
    HeapVerification, Mutator, OutOfMemory, TypeId, TypeLayout, Zeal,
    memory::{MemoryRequest, OutOfMemoryCause},
};
use tests::child_tests::{ChildExit, assert_stderr_contains, death_test};
use tests::managed::{self, call, heap, make, tripled_sum};

/// Objects that the host can release.
#[derive(Clone, Default)]
struct Cache(Arc<Mutex<Vec<Handle>>>);

impl Cache {
    fn push(&self, handle: Handle) {
        self.0.lock().unwrap().push(handle);
    }

    /// Releases at most `limit` objects, and returns the number of released objects.
    fn release(&self, limit: usize) -> usize {
        let mut handles = self.0.lock().unwrap();
        let remaining = handles.len().saturating_sub(limit);
        handles.drain(remaining..).count()
    }
}

/// Length in words of the arrays in the cache.
const WORDS: u64 = 512;

fn array(mutator: &mut Mutator, words: u64) -> Handle {
    make(mutator, managed::array, &[Argument::Word(words)]).unwrap()
}

fn nested(mutator: &mut Mutator, depth: u64) {
    let sum = call(mutator, managed::nested, &[Argument::Word(depth)]);
    assert_eq!(sum, Ok(tripled_sum(depth, 1)));
}

/// Returns the builder of a heap of 640 KiB that is not verified, even if the environment requests
/// it: the overhead limit does not apply to verified heaps.
fn small_heap(zeal: Zeal) -> HeapBuilder {
    heap().verify(HeapVerification::default()).heap_max(640 << 10).collector_threads(1).zeal(zeal)
}

/// The callback runs while managed frames are on the stack. Their objects move during and after the
/// callback, which collects and calls managed code itself.
#[test]
fn managed_code_resumes_when_the_host_releases_objects() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryPoll] {
        let cache = Cache::default();
        let reports = Arc::new(Mutex::new(Vec::new()));
        let heap = {
            let (cache, reports) = (cache.clone(), Arc::clone(&reports));
            small_heap(zeal).on_out_of_memory(move |report| {
                reports.lock().unwrap().push(*report);
                if report.request == MemoryRequest::Bytes(16 + 8 * WORDS as usize) {
                    // The cache fills the heap. Eight arrays of 4112 bytes are more than a block
                    // of 32 KiB.
                    return cache.release(8) == 8;
                }
                let all = cache.release(usize::MAX);
                let nesting = Mutator::with_current(|mutator| {
                    mutator.collect();
                    nested(mutator, 20);
                    mutator.collect();
                    mutator.nesting()
                });
                assert_eq!(nesting, Some(1), "the thread is native, in a call of managed code");
                all > 0
            })
        };
        let heap = heap.build().unwrap();
        let mut mutator = heap.attach().unwrap();
        while reports.lock().unwrap().is_empty() {
            cache.push(array(&mut mutator, WORDS));
        }
        let before = heap.statistics();
        // This recursion needs more memory than the cache leaves free.
        nested(&mut mutator, 10_000);
        let after = heap.statistics();
        assert!(cache.0.lock().unwrap().is_empty());
        let reports = reports.lock().unwrap();
        assert_eq!(reports.len(), 2, "{reports:?}");
        for report in reports.iter() {
            let MemoryRequest::Bytes(request) = report.request else { panic!("{report:?}") };
            // One block of 32 KiB is reserved for compaction.
            assert!(report.live + request + (32 << 10) > report.limit, "{report:?}");
            assert!(report.live <= report.limit, "{report:?}");
            assert_eq!((report.limit, report.cause), (640 << 10, OutOfMemoryCause::NoRoom));
        }
        // These are the collection that freed too little memory, and the two that the callback
        // requested.
        assert!(after.full_collections >= before.full_collections + 3);
        // The heap is full before the recursion is three quarters down.
        assert!(after.counts.frames_walked - before.counts.frames_walked > 3 * 300, "{after:?}");
        assert!(after.counts.objects_moved - before.counts.objects_moved > 3 * 400, "{after:?}");
        nested(&mut mutator, 50);
    }
}

/// Eight threads allocate into a cache that the callback releases. Memory released by one call also
/// serves the threads whose call finds the cache empty.
fn threads_share_released_memory(zeal: Zeal, rounds: u64) {
    const THREADS: u64 = 8;
    let cache = Cache::default();
    let calls = Arc::new(AtomicUsize::new(0));
    let heap = {
        let (cache, calls) = (cache.clone(), Arc::clone(&calls));
        let running = AtomicBool::new(false);
        small_heap(zeal).collector_threads(2).heap_max(1 << 20).on_out_of_memory(move |_| {
            assert!(!running.swap(true, Ordering::Relaxed), "callbacks run concurrently");
            calls.fetch_add(1, Ordering::Relaxed);
            let released = cache.release(usize::MAX);
            // Meanwhile other threads run out of memory, too.
            std::thread::yield_now();
            running.store(false, Ordering::Relaxed);
            released > 0
        })
    };
    let heap = heap.build().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                for round in 0..rounds {
                    cache.push(array(&mut mutator, WORDS));
                    if round % 8 == 0 {
                        nested(&mut mutator, 20);
                    }
                }
            });
        }
    });
    let bytes = (THREADS * rounds * WORDS * 8) as usize;
    let fills = bytes / (1 << 20);
    assert!(fills > 1, "the test does not fill the heap twice");
    let calls = calls.load(Ordering::Relaxed);
    assert!(calls >= fills, "{calls} calls for {bytes} bytes");
    let statistics = heap.statistics();
    assert!(statistics.full_collections > calls as u64);
    assert!(
        statistics.counts.objects_moved > 0 && statistics.counts.frames_walked > 0,
        "{statistics:?}"
    );
}

#[test]
fn many_threads_resume_after_one_release() {
    threads_share_released_memory(Zeal::Off, 500);
}

#[test]
fn many_threads_resume_after_one_release_in_zeal_mode() {
    threads_share_released_memory(Zeal::EveryAllocation(1), 80);
    threads_share_released_memory(Zeal::EveryPoll, 80);
}

/// Allocates and keeps arrays until the process ends.
fn fill(heap: &Heap) {
    let mut mutator = heap.attach().unwrap();
    let mut kept = Vec::new();
    loop {
        kept.push(array(&mut mutator, WORDS));
    }
}

/// Asserts that the process exited with the message for out of memory, not by a signal, and that
/// the host's callback was called `times` times.
fn assert_out_of_memory(output: Option<ChildExit>, times: usize, parts: &[&str]) {
    if let Some(output) = &output {
        let errors = &output.stderr;
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert_eq!(errors.matches(CALLED).count(), times, "{errors}");
        assert_eq!(errors.matches("statepoint-gc: ").count(), 1, "{errors}");
    }
    assert_stderr_contains(output, parts);
}

/// Printed by each call of the callback.
const CALLED: &str = "the out-of-memory callback is called";

/// Returns a callback that releases nothing, and returns `answer`.
fn callback_returning(answer: bool) -> impl Fn(&OutOfMemory) -> bool + Send + Sync + 'static {
    move |report| {
        eprintln!("{CALLED}: {report}");
        answer
    }
}

/// Each thread fills the heap, whose callback releases nothing, and receives errors. The heap stays
/// usable when the arrays are dropped.
#[test]
fn fallible_allocations_return_errors() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(3)] {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let plain = TypeLayout::PlainArray { element_size: 8 };
        let heap = small_heap(zeal)
            .fallible_allocation()
            .register_type(PLAIN, plain)
            .on_out_of_memory(move |_| {
                counted.fetch_add(1, Ordering::Relaxed);
                false
            });
        let heap = heap.build().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    for _ in 0..5 {
                        fill_until_it_fails(&mut mutator);
                    }
                });
            }
        });
        assert!(calls.load(Ordering::Relaxed) >= 3 * 5);
        nested(&mut heap.attach().unwrap(), 500);
    }
}

/// Managed code on several threads finds the heap full and receives null. What it has built is
/// intact, and moves.
#[test]
fn fallible_allocations_return_null_to_managed_code() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(100)] {
        let heap = small_heap(zeal).fallible_allocation().build().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    for _ in 0..3 {
                        list_until_it_fails(&mut mutator);
                    }
                });
            }
        });
        let counts = heap.statistics().counts;
        assert!(counts.objects_moved > 1000 && counts.frames_walked > 10, "{counts:?}");
        assert_eq!(counts.records_matched, counts.frames_walked, "{counts:?}");
        nested(&mut heap.attach().unwrap(), 500);
    }
}

/// Makes a list of 1, 3, 5 and so on until there is no memory.
fn list_until_it_fails(mutator: &mut Mutator) {
    let mut numbers = vec![];
    let mut list = None;
    loop {
        let number = 2 * numbers.len() as u64 + 1;
        let rest = list.as_ref().map_or(Argument::Word(0), Argument::Reference);
        let arguments = [Argument::Word(number), rest];
        let longer = make(mutator, managed::pair_or_null, &arguments).unwrap();
        // A null reference holds no object.
        if mutator.type_of(&longer).is_err() {
            break;
        }
        numbers.push(number);
        list = Some(longer);
    }
    let hash = |hash: u64, number: &u64| {
        hash.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(*number)
    };
    let expected = numbers.iter().rev().fold(0, hash);
    let list = list.as_ref().map_or(Argument::Word(0), Argument::Reference);
    let found = call(mutator, managed::list_hash, &[list]);
    assert_eq!(found, Ok(expected), "{} numbers", numbers.len());
}

/// An array of words without references, which native code allocates.
const PLAIN: TypeId = TypeId::new(1000);

fn fill_until_it_fails(mutator: &mut Mutator) {
    let mut kept = Vec::new();
    let error = loop {
        match mutator.allocate_array(PLAIN, WORDS) {
            Ok(array) => kept.push(array),
            Err(error) => break error,
        }
    };
    let request = MemoryRequest::Bytes(16 + 8 * WORDS as usize);
    assert_eq!(error, AllocationError::OutOfMemory { request });
    let error = mutator.allocate_array(PLAIN, 1 << 61);
    assert!(matches!(error, Err(AllocationError::Length { .. })), "{error:?}");
    if let Some(array) = kept.last() {
        // Another thread may have dropped its arrays.
        match mutator.clone_object(array) {
            Ok(copy) => assert_eq!(mutator.array_length(&copy), Ok(WORDS)),
            Err(error) => assert_eq!(error, AccessError::OutOfMemory { request }),
        }
    }
}

const MESSAGE: [&str; 4] = [
    "statepoint-gc: out of memory: the heap limit is 655360 bytes",
    "SPGC_HEAP_MAX",
    "Thread \"out_of_memory::",
    "requested the memory; its youngest managed frame is in test_array+0x",
];

#[test]
fn without_a_memory_callback_the_process_ends() {
    let output = death_test("without_a_memory_callback_the_process_ends", || {
        fill(&small_heap(Zeal::Off).build().unwrap());
    });
    assert_out_of_memory(output, 0, &MESSAGE);
}

#[test]
fn a_host_that_releases_nothing_is_called_once() {
    let output = death_test("a_host_that_releases_nothing_is_called_once", || {
        fill(&small_heap(Zeal::Off).on_out_of_memory(callback_returning(false)).build().unwrap());
    });
    assert_out_of_memory(output, 1, &MESSAGE);
}

#[test]
fn a_host_that_releases_too_little_is_called_once() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1)] {
        let output = death_test("a_host_that_releases_too_little_is_called_once", || {
            fill(&small_heap(zeal).on_out_of_memory(callback_returning(true)).build().unwrap());
        });
        assert_out_of_memory(output, 1, &MESSAGE);
    }
}

#[test]
fn arrays_beyond_the_heap_limit_are_always_out_of_memory() {
    let test = "arrays_beyond_the_heap_limit_are_always_out_of_memory";
    let output = death_test(test, || {
        let heap =
            small_heap(Zeal::Off).on_out_of_memory(callback_returning(true)).build().unwrap();
        array(&mut heap.attach().unwrap(), 1 << 61);
    });
    assert_out_of_memory(output, 1, &["request was for an array of 2305843009213693952 elements"]);
}

/// The callback calls managed code, which runs out of memory itself.
#[test]
fn memory_callbacks_that_allocate_are_not_reentered() {
    let output = death_test("memory_callbacks_that_allocate_are_not_reentered", || {
        let callback = callback_returning(true);
        let heap = small_heap(Zeal::Off).on_out_of_memory(move |report| {
            Mutator::with_current(|mutator| array(mutator, 10 * WORDS)).expect("native");
            callback(report)
        });
        fill(&heap.build().unwrap());
    });
    // The callback ran, but did not get as far as printing its message.
    assert_out_of_memory(output, 0, &["request was for 40976 bytes"]);
}

#[test]
fn panics_of_the_memory_callback_are_fatal() {
    let output = death_test("panics_of_the_memory_callback_are_fatal", || {
        fill(&small_heap(Zeal::Off).on_out_of_memory(|_| panic!("what now?")).build().unwrap());
    });
    if let Some(output) = &output {
        assert_eq!(output.status.signal(), Some(libc::SIGABRT));
    }
    let message = "statepoint-gc: fatal: a panic during the host's out-of-memory callback";
    assert_stderr_contains(output, &["what now?", message]);
}

/// Number of arrays that take most of a small heap, so that each collection is a full one, or a
/// concurrent cycle is in progress.
const KEPT_ARRAYS: usize = 100;

/// Keeps [`KEPT_ARRAYS`] arrays, and allocates until the whole heap was collected at least
/// `minimum` times.
fn collections(heap: &Heap, minimum: u64) {
    let mut mutator = heap.attach().unwrap();
    let _kept: Vec<_> = (0..KEPT_ARRAYS).map(|_| array(&mut mutator, WORDS)).collect();
    let count = || {
        let statistics = heap.statistics();
        statistics.full_collections + statistics.counts.cycles_marked
    };
    while count() < minimum {
        array(&mut mutator, WORDS);
    }
}

#[test]
fn exceeding_the_time_limit_is_out_of_memory() {
    let output = death_test("exceeding_the_time_limit_is_out_of_memory", || {
        // Every collection exceeds these limits.
        let heap = small_heap(Zeal::Off)
            .overhead_limit(0.0, 100.0)
            .on_out_of_memory(callback_returning(false));
        collections(&heap.build().unwrap(), 100);
    });
    let parts = [
        "statepoint-gc: out of memory: ",
        " % of the time went into the last 5 collections, which left no more than ",
        " % of the room free (SPGC_OVERHEAD_LIMIT); the heap limit is 655360 bytes",
        "the request was for 4112 bytes",
    ];
    assert_out_of_memory(output, 1, &parts);
}

#[test]
fn disabled_or_unexceeded_time_limits_have_no_effect() {
    let always_exceeded = || small_heap(Zeal::Off).overhead_limit(0.0, 100.0);
    let unlimited = always_exceeded().without_overhead_limit();
    let in_zeal_mode = always_exceeded().zeal(Zeal::EveryAllocation(7));
    let verified = always_exceeded().verify(HeapVerification { before: false, after: true });
    // More than 10 % of the heap is free after each collection, so this limit is not exceeded.
    let permissive = small_heap(Zeal::Off).overhead_limit(0.0, 10.0);
    for heap in [unlimited, in_zeal_mode, verified, permissive] {
        collections(&heap.build().unwrap(), 50);
    }
    let heap = always_exceeded().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let kept = array(&mut mutator, WORDS);
    for _ in 0..50 {
        mutator.collect();
    }
    let hash = call(&mut mutator, managed::keep, &[Argument::Reference(&kept)]);
    assert_ne!(hash, Ok(0));
}

/// More than half of the heap is in the cache, which exceeds the limit until the host releases it.
#[test]
fn releasing_enough_memory_resets_the_time_limit() {
    let cache = Cache::default();
    let reports = Arc::new(Mutex::new(Vec::new()));
    let heap = {
        let (cache, reports) = (cache.clone(), Arc::clone(&reports));
        small_heap(Zeal::Off).overhead_limit(0.0, 50.0).on_out_of_memory(move |report| {
            reports.lock().unwrap().push(*report);
            cache.release(usize::MAX) > 0
        })
    };
    let heap = heap.build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for _ in 0..KEPT_ARRAYS {
        cache.push(array(&mut mutator, WORDS));
    }
    while reports.lock().unwrap().is_empty() {
        nested(&mut mutator, 100);
    }
    let collections = || {
        let statistics = heap.statistics();
        statistics.young_collections + statistics.full_collections
    };
    let before = collections();
    while collections() < before + 50 {
        nested(&mut mutator, 100);
    }
    let reports = reports.lock().unwrap();
    assert_eq!(reports.len(), 1, "{reports:?}");
    let OutOfMemoryCause::OverheadLimit(overhead) = reports[0].cause else { panic!("{reports:?}") };
    assert_eq!(overhead.collections, 5);
    assert!(overhead.free_percent < 50.0, "{overhead:?}");
    assert!(reports[0].live > KEPT_ARRAYS * 8 * WORDS as usize, "{reports:?}");
}

#[test]
fn releasing_too_little_keeps_the_time_limit() {
    let output = death_test("releasing_too_little_keeps_the_time_limit", || {
        let heap = small_heap(Zeal::Off)
            .overhead_limit(0.0, 100.0)
            .on_out_of_memory(callback_returning(true));
        collections(&heap.build().unwrap(), 100);
    });
    assert_out_of_memory(output, 1, &["went into the last 5 collections"]);
}

/// The callback forks and returns in the child, which must end instead of resuming managed code.
#[test]
fn a_forking_host_continues_in_the_parent_only() {
    let output = death_test("a_forking_host_continues_in_the_parent_only", || {
        let heap = small_heap(Zeal::Off).on_out_of_memory(|_| {
            // SAFETY: the child returns from the callback, which must end it.
            let child = unsafe { libc::fork() };
            if child > 0 {
                // SAFETY: the child is this process's, no other thread waits for it, and the status
                // pointer may be null.
                unsafe { libc::waitpid(child, core::ptr::null_mut(), 0) };
            }
            false
        });
        fill(&heap.build().unwrap());
    });
    assert_stderr_contains(
        output,
        &["out-of-memory callback returns in a child that was forked", MESSAGE[0]],
    );
}

/// The first collection finds too little memory; the next one frees the objects that the host has
/// released.
#[test]
fn the_collection_after_a_release_is_an_emergency() {
    let cache = Cache::default();
    let heap = {
        let cache = cache.clone();
        small_heap(Zeal::Off).on_out_of_memory(move |_| cache.release(usize::MAX) > 0)
    };
    let heap = heap.build().unwrap();
    let mut mutator = heap.attach().unwrap();
    loop {
        let array = array(&mut mutator, WORDS);
        // Whether the callback has just released the cache.
        let was_full = cache.0.lock().unwrap().is_empty();
        cache.push(array);
        if was_full && heap.statistics().full_collections > 0 {
            break;
        }
    }
    let causes: Vec<_> = heap.recent_collections().iter().map(|report| report.cause).collect();
    let emergencies = causes.iter().filter(|&&cause| cause == CollectionCause::Emergency).count();
    assert_eq!((emergencies, causes.last()), (1, Some(&CollectionCause::Emergency)), "{causes:?}");
}
