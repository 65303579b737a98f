//! Memory is short: the host gives up objects, or the process ends with a message.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::os::unix::process::ExitStatusExt as _;
use std::sync::{Arc, Mutex};

use statepoint_gc::{
    Argument, CollectionCause, Handle, Heap, HeapBuilder, HeapVerification, Mutator, OutOfMemory,
    Zeal,
    memory::{MemoryRequest, OutOfMemoryCause},
};
use tests::child_tests::{Ending, assert_stderr_contains, death_test};
use tests::managed::{self, call, heap, make, tripled_sum};

/// Objects that the host could do without.
#[derive(Clone, Default)]
struct Cache(Arc<Mutex<Vec<Handle>>>);

impl Cache {
    fn push(&self, handle: Handle) {
        self.0.lock().unwrap().push(handle);
    }

    /// Gives up at most `most` objects, and returns how many it gave up.
    fn give_up(&self, most: usize) -> usize {
        let mut handles = self.0.lock().unwrap();
        let left = handles.len().saturating_sub(most);
        handles.drain(left..).count()
    }
}

/// Number of words of an array that is put into the cache.
const WORDS: u64 = 512;

fn array(mutator: &mut Mutator, words: u64) -> Handle {
    make(mutator, managed::array, &[Argument::Word(words)]).unwrap()
}

fn nested(mutator: &mut Mutator, depth: u64) {
    let sum = call(mutator, managed::nested, &[Argument::Word(depth)]);
    assert_eq!(sum, Ok(tripled_sum(depth, 1)));
}

/// Not verified, even if the environment requests it: where a heap is verified, time in collections
/// does not count.
fn small(zeal: Zeal) -> HeapBuilder {
    heap().verify(HeapVerification::default()).heap_max(640 << 10).collector_threads(1).zeal(zeal)
}

/// The callback runs below managed frames, whose objects are moved while and after it runs; it
/// collects and calls managed code itself.
#[test]
fn managed_code_resumes_when_the_host_releases_objects() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryPoll] {
        let cache = Cache::default();
        let whys = Arc::new(Mutex::new(Vec::new()));
        let heap = {
            let (cache, whys) = (cache.clone(), Arc::clone(&whys));
            small(zeal).on_out_of_memory(move |why| {
                whys.lock().unwrap().push(*why);
                if why.request == MemoryRequest::Bytes(16 + 8 * WORDS as usize) {
                    // The cache is as large as it can get. Eight of its arrays are more
                    // than a block, wherever they lie.
                    return cache.give_up(8) == 8;
                }
                let all = cache.give_up(usize::MAX);
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
        while whys.lock().unwrap().is_empty() {
            cache.push(array(&mut mutator, WORDS));
        }
        let before = heap.statistics();
        // More arrays than the heap has room for.
        nested(&mut mutator, 8000);
        let after = heap.statistics();
        assert!(cache.0.lock().unwrap().is_empty());
        let whys = whys.lock().unwrap();
        assert_eq!(whys.len(), 2, "{whys:?}");
        for why in whys.iter() {
            let MemoryRequest::Bytes(request) = why.request else { panic!("{why:?}") };
            // A block is the reserve for compacting.
            assert!(why.live + request + (32 << 10) > why.limit, "{why:?}");
            assert!(why.live <= why.limit, "{why:?}");
            assert_eq!((why.limit, why.cause), (640 << 10, OutOfMemoryCause::NoRoom));
        }
        // The collection that found memory short, and the callback's.
        assert!(after.full_collections >= before.full_collections + 3);
        // The heap is full before the recursion is three quarters down.
        assert!(after.counts.frames_walked - before.counts.frames_walked > 3 * 300, "{after:?}");
        assert!(after.counts.objects_moved - before.counts.objects_moved > 3 * 400, "{after:?}");
        nested(&mut mutator, 50);
    }
}

/// Memory that one thread's callback releases also serves the threads that find the cache empty.
fn threads_share_what_is_given_up(zeal: Zeal, rounds: u64) {
    const THREADS: u64 = 8;
    let cache = Cache::default();
    let calls = Arc::new(AtomicUsize::new(0));
    let heap = {
        let (cache, calls) = (cache.clone(), Arc::clone(&calls));
        let running = AtomicBool::new(false);
        small(zeal).collector_threads(2).heap_max(1 << 20).on_out_of_memory(move |_| {
            assert!(!running.swap(true, Ordering::Relaxed), "one by one");
            calls.fetch_add(1, Ordering::Relaxed);
            let given_up = cache.give_up(usize::MAX);
            // Other threads arrive meanwhile, and find nothing left.
            std::thread::yield_now();
            running.store(false, Ordering::Relaxed);
            given_up > 0
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
    threads_share_what_is_given_up(Zeal::Off, 500);
}

#[test]
fn many_threads_resume_after_one_release_in_zeal_mode() {
    threads_share_what_is_given_up(Zeal::EveryAllocation(1), 80);
    threads_share_what_is_given_up(Zeal::EveryPoll, 80);
}

/// Allocates and keeps arrays until the process ends.
fn fill(heap: &Heap) {
    let mut mutator = heap.attach().unwrap();
    let mut kept = Vec::new();
    loop {
        kept.push(array(&mut mutator, WORDS));
    }
}

/// Asserts that the process died of being out of memory, not by a signal, and that the host was
/// asked `times` times.
fn assert_asked(output: Option<Ending>, times: usize, parts: &[&str]) {
    if let Some(output) = &output {
        let errors = &output.stderr;
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert_eq!(errors.matches("the host is asked").count(), times, "{errors}");
        assert_eq!(errors.matches("statepoint-gc").count(), 1, "{errors}");
    }
    assert_stderr_contains(output, parts);
}

/// Returns a callback that gives nothing up, and returns `answer`.
fn asked(answer: bool) -> impl Fn(&OutOfMemory) -> bool + Send + Sync + 'static {
    move |why| {
        eprintln!("the host is asked: {why}");
        answer
    }
}

const MESSAGE: [&str; 2] =
    ["statepoint-gc: out of memory: the heap limit is 655360 bytes", "SPGC_HEAP_MAX"];

#[test]
fn without_a_memory_callback_the_process_ends() {
    let output = death_test("without_a_memory_callback_the_process_ends", || {
        fill(&small(Zeal::Off).build().unwrap());
    });
    assert_asked(output, 0, &MESSAGE);
}

#[test]
fn a_host_that_releases_nothing_is_called_once() {
    let output = death_test("a_host_that_releases_nothing_is_called_once", || {
        fill(&small(Zeal::Off).on_out_of_memory(asked(false)).build().unwrap());
    });
    assert_asked(output, 1, &MESSAGE);
}

#[test]
fn a_host_that_releases_too_little_is_called_once() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1)] {
        let output = death_test("a_host_that_releases_too_little_is_called_once", || {
            fill(&small(zeal).on_out_of_memory(asked(true)).build().unwrap());
        });
        assert_asked(output, 1, &MESSAGE);
    }
}

#[test]
fn arrays_beyond_the_heap_limit_are_always_out_of_memory() {
    let test = "arrays_beyond_the_heap_limit_are_always_out_of_memory";
    let output = death_test(test, || {
        let heap = small(Zeal::Off).on_out_of_memory(asked(true)).build().unwrap();
        array(&mut heap.attach().unwrap(), 1 << 61);
    });
    assert_asked(output, 1, &["request was for an array of 2305843009213693952 elements"]);
}

/// The host calls managed code, which is out of memory, too.
#[test]
fn memory_callbacks_that_allocate_are_not_reentered() {
    let output = death_test("memory_callbacks_that_allocate_are_not_reentered", || {
        let ask = asked(true);
        let heap = small(Zeal::Off).on_out_of_memory(move |why| {
            Mutator::with_current(|mutator| array(mutator, 10 * WORDS)).expect("native");
            ask(why)
        });
        fill(&heap.build().unwrap());
    });
    // The callback ran, but did not get as far as printing its message.
    assert_asked(output, 0, &["request was for 40976 bytes"]);
}

#[test]
fn panics_of_the_memory_callback_are_fatal() {
    let output = death_test("panics_of_the_memory_callback_are_fatal", || {
        fill(&small(Zeal::Off).on_out_of_memory(|_| panic!("what now?")).build().unwrap());
    });
    if let Some(output) = &output {
        assert_eq!(output.status.signal(), Some(libc::SIGABRT));
    }
    let message = "statepoint-gc: fatal: a panic during the host's out-of-memory callback";
    assert_stderr_contains(output, &["what now?", message]);
}

/// Arrays that take most of a small heap, so that each collection is a full one.
const MOST: usize = 100;

/// Keeps `MOST` arrays, and allocates until at least `least` full collections have run because
/// memory is short.
fn collections(heap: &Heap, least: u64) {
    let mut mutator = heap.attach().unwrap();
    let _kept: Vec<_> = (0..MOST).map(|_| array(&mut mutator, WORDS)).collect();
    while heap.statistics().full_collections < least {
        array(&mut mutator, WORDS);
    }
}

#[test]
fn exceeding_the_time_limit_is_out_of_memory() {
    let output = death_test("exceeding_the_time_limit_is_out_of_memory", || {
        // Every collection exceeds these limits.
        let heap = small(Zeal::Off).overhead_limit(0.0, 100.0).on_out_of_memory(asked(false));
        collections(&heap.build().unwrap(), 100);
    });
    let parts = [
        "statepoint-gc: out of memory: ",
        " % of the time went into the last 5 collections, which left no more than ",
        " % of the room free (SPGC_OVERHEAD_LIMIT); the heap limit is 655360 bytes",
        "the request was for 4112 bytes",
    ];
    assert_asked(output, 1, &parts);
}

#[test]
fn the_time_limit_is_off_by_default() {
    let always = || small(Zeal::Off).overhead_limit(0.0, 100.0);
    let unlimited = always().without_overhead_limit();
    let zealous = always().zeal(Zeal::EveryAllocation(7));
    let verified = always().verify(HeapVerification { before: false, after: true });
    // These limits leave enough free, or allow what the program needs.
    let modest = small(Zeal::Off).overhead_limit(0.0, 10.0);
    for heap in [unlimited, zealous, verified, modest] {
        collections(&heap.build().unwrap(), 50);
    }
    let heap = always().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let kept = array(&mut mutator, WORDS);
    for _ in 0..50 {
        mutator.collect();
    }
    let hash = call(&mut mutator, managed::keep, &[Argument::Reference(&kept)]);
    assert_ne!(hash, Ok(0));
}

/// More than half of the room is in the cache, which is too much until the host gives it up.
#[test]
fn releasing_enough_memory_resets_the_time_limit() {
    let cache = Cache::default();
    let whys = Arc::new(Mutex::new(Vec::new()));
    let heap = {
        let (cache, whys) = (cache.clone(), Arc::clone(&whys));
        small(Zeal::Off).overhead_limit(0.0, 50.0).on_out_of_memory(move |why| {
            whys.lock().unwrap().push(*why);
            cache.give_up(usize::MAX) > 0
        })
    };
    let heap = heap.build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for _ in 0..MOST {
        cache.push(array(&mut mutator, WORDS));
    }
    while whys.lock().unwrap().is_empty() {
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
    let whys = whys.lock().unwrap();
    assert_eq!(whys.len(), 1, "{whys:?}");
    let OutOfMemoryCause::OverheadLimit(overhead) = whys[0].cause else { panic!("{whys:?}") };
    assert_eq!(overhead.collections, 5);
    assert!(overhead.free_percent < 50.0, "{overhead:?}");
    assert!(whys[0].live > MOST * 8 * WORDS as usize, "{whys:?}");
}

#[test]
fn releasing_too_little_keeps_the_time_limit() {
    let output = death_test("releasing_too_little_keeps_the_time_limit", || {
        let heap = small(Zeal::Off).overhead_limit(0.0, 100.0).on_out_of_memory(asked(true));
        collections(&heap.build().unwrap(), 100);
    });
    assert_asked(output, 1, &["went into the last 5 collections"]);
}

/// Managed code in a thread of a child that the host has forked.
#[test]
fn a_forking_host_continues_in_the_parent_only() {
    let output = death_test("a_forking_host_continues_in_the_parent_only", || {
        let heap = small(Zeal::Off).on_out_of_memory(|_| {
            // SAFETY: the child returns, which ends it; that is what this test is about.
            let child = unsafe { libc::fork() };
            if child > 0 {
                // SAFETY: the child is ours, no other thread waits for it, and the status is not
                // requested.
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

/// The first collection finds memory short, the next one collects what the host has given up.
#[test]
fn the_collection_after_a_release_is_an_emergency() {
    let cache = Cache::default();
    let heap = {
        let cache = cache.clone();
        small(Zeal::Off).on_out_of_memory(move |_| cache.give_up(usize::MAX) > 0)
    };
    let heap = heap.build().unwrap();
    let mut mutator = heap.attach().unwrap();
    loop {
        let array = array(&mut mutator, WORDS);
        // Whether the cache was full before it was emptied.
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
