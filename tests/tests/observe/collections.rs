//! Collection reports: the heap keeps the latest ones, and passes each to the host's callback.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use statepoint_gc::{
    Argument, CollectionCause, CollectionKind, Heap, Mutator, Zeal, observe::CollectionReport,
};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::{self, call, heap, make, tripled_sum};

type Reports = Arc<Mutex<Vec<(ThreadId, CollectionReport)>>>;

fn nested(mutator: &mut Mutator, depth: u64) {
    let sum = call(mutator, managed::nested, &[Argument::Word(depth)]);
    assert_eq!(sum, Ok(tripled_sum(depth, 1)));
}

/// Asserts that the heap's statistics are the sums of these reports.
fn assert_sums(heap: &Heap, reports: &[CollectionReport]) {
    let statistics = heap.statistics();
    let sum = |count: fn(&CollectionReport) -> u64| reports.iter().map(count).sum::<u64>();
    assert_eq!(sum(|r| r.counts.frames_walked), statistics.counts.frames_walked);
    assert_eq!(sum(|r| r.counts.records_matched), statistics.counts.records_matched);
    assert_eq!(sum(|r| r.counts.roots_visited), statistics.counts.roots_visited);
    assert_eq!(sum(|r| r.counts.objects_moved), statistics.counts.objects_moved);
    assert_eq!(sum(|r| r.counts.bytes_copied), statistics.counts.bytes_copied);
    let young = sum(|r| u64::from(r.kind == CollectionKind::Young));
    assert_eq!((young, young), (statistics.young_collections, statistics.young_pause_ns.count));
    let full = reports.len() as u64 - young;
    assert_eq!((full, full), (statistics.full_collections, statistics.full_pause_ns.count));
    let longest = reports.iter().map(|report| report.pause_ns).max();
    assert_eq!(longest, Some(statistics.pause_ns.max));
}

#[test]
fn reports_describe_a_collection_and_its_cause() {
    let heap = heap().heap_max(4 << 20).collector_threads(2).build().unwrap();
    assert_eq!(heap.recent_collections(), []);
    let mut mutator = heap.attach().unwrap();
    let kept = make(&mut mutator, managed::array, &[Argument::Word(1000)]).unwrap();
    mutator.collect();
    nested(&mut mutator, 1000);
    while heap.recent_collections().len() < 3 {
        make(&mut mutator, managed::array, &[Argument::Word(10_000)]).unwrap();
    }
    let reports = heap.recent_collections();
    let first = &reports[0];
    assert_eq!((first.number, first.cause, first.threads), (1, CollectionCause::Request, 1));
    assert!((1..=2).contains(&first.workers), "{first:?}");
    assert_eq!(first.counts.objects_moved, 1);
    assert_eq!(first.counts.bytes_copied, 8016);
    assert!(first.before.young + first.before.old + first.before.large >= 8016, "{first:?}");
    assert!(reports.iter().any(|report| report.cause == CollectionCause::LargeAllocation));
    for (report, number) in reports.iter().zip(1..) {
        assert_eq!(report.number, number);
        let phases = report.phases_ns;
        let parts = phases.roots + phases.trace + phases.references + phases.sweep + phases.verify;
        assert!(report.time_to_safepoint_ns + parts <= report.pause_ns, "{report:?}");
        assert!(phases.roots > 0, "{report:?}");
        assert!(report.after.committed <= 4 << 20, "{report:?}");
        let live = report.after.young + report.after.old + report.after.large;
        assert!(live >= 8016, "{report:?}");
    }
    let end_ns = |r: &CollectionReport| r.requested_ns + r.pause_ns;
    assert!(reports.windows(2).all(|pair| end_ns(&pair[0]) <= pair[1].requested_ns));
    assert_sums(&heap, &reports);
    drop(kept);
}

#[test]
fn the_latest_reports_are_kept() {
    let heap = heap().heap_max(1 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for _ in 0..300 {
        mutator.collect();
    }
    let numbers: Vec<_> = heap.recent_collections().iter().map(|report| report.number).collect();
    assert_eq!(numbers, (45..=300).collect::<Vec<_>>());
}

/// The callback runs while managed frames are on the stack. Their objects move, since the callback
/// collects and calls managed code itself.
#[test]
fn the_host_is_notified_below_managed_frames() {
    for (zeal, verify) in
        [(Zeal::Off, "off"), (Zeal::EveryAllocation(1), "before,after"), (Zeal::EveryPoll, "after")]
    {
        let reports = Reports::default();
        let nestings = Arc::new(Mutex::new(Vec::new()));
        let notified = (Arc::clone(&reports), Arc::clone(&nestings));
        let callback = move |report: &CollectionReport| {
            let (reports, nestings) = &notified;
            reports.lock().unwrap().push((thread::current().id(), report.clone()));
            let nesting = Mutator::with_current(|mutator| {
                mutator.collect();
                nested(mutator, 20);
                mutator.nesting()
            });
            nestings.lock().unwrap().push(nesting);
        };
        let verify = verify.parse().unwrap();
        let heap = heap().heap_max(3 << 19).zeal(zeal).verify(verify).on_collection(callback);
        let heap = heap.build().unwrap();
        let mut mutator = heap.attach().unwrap();
        // Without zeal mode, deep enough for collections during the recursion.
        let (rounds, depth) = if zeal == Zeal::Off { (4, 20_000) } else { (2, 20) };
        mutator.collect();
        for _ in 0..rounds {
            nested(&mut mutator, depth);
            make(&mut mutator, managed::array, &[Argument::Word(5000)]).unwrap();
        }
        let reports = reports.lock().unwrap();
        let of_managed: Vec<_> =
            nestings.lock().unwrap().iter().filter(|&&n| n == Some(1)).cloned().collect();
        assert!(reports.len() >= 2 && !of_managed.is_empty(), "{reports:?}");
        assert!(reports.iter().all(|(thread, _)| *thread == thread::current().id()));
        // Collections that the callback requested are not reported to it.
        let notified = reports.len() as u64;
        let statistics = heap.statistics();
        let total = statistics.young_collections + statistics.full_collections;
        assert!(total >= 2 * notified, "{notified}");
        let cause =
            if zeal == Zeal::Off { CollectionCause::Allocation } else { CollectionCause::Zeal };
        assert!(reports.iter().any(|(_, report)| report.cause == cause), "{reports:?}");
        assert!(heap.statistics().counts.objects_moved > 0);
    }
}

/// Each thread's callback waits until another thread has collected. This succeeds only if a thread
/// in the callback is native and holds no lock.
#[test]
fn collection_callbacks_block_no_thread() {
    const THREADS: u64 = 4;
    let notified = Arc::new(AtomicU64::new(0));
    let finished = Arc::new(AtomicU64::new(0));
    let counters = (Arc::clone(&notified), Arc::clone(&finished));
    let callback = move |_: &CollectionReport| {
        let (notified, finished) = &counters;
        let before = notified.fetch_add(1, Ordering::Relaxed);
        while notified.load(Ordering::Relaxed) == before + 1
            && finished.load(Ordering::Relaxed) < THREADS - 1
        {
            thread::sleep(Duration::from_micros(50));
        }
    };
    for (zeal, depth) in [(Zeal::Off, 20_000), (Zeal::EveryAllocation(20), 100)] {
        finished.store(0, Ordering::Relaxed);
        let heap = heap().heap_max(3 << 20).zeal(zeal).on_collection(callback.clone());
        let heap = heap.build().unwrap();
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    for _ in 0..4 {
                        nested(&mut mutator, depth);
                        make(&mut mutator, managed::array, &[Argument::Word(5000)]).unwrap();
                    }
                    finished.fetch_add(1, Ordering::Relaxed);
                });
            }
        });
        let statistics = heap.statistics();
        let total = statistics.young_collections + statistics.full_collections;
        assert!(total > 2, "{statistics:?}");
        assert!(
            statistics.counts.objects_moved > 0 && statistics.counts.frames_walked > 0,
            "{statistics:?}"
        );
    }
    assert!(notified.load(Ordering::Relaxed) > 4);
}

#[test]
fn many_threads_report_every_collection_once() {
    let reports = Reports::default();
    let all_reports = Arc::clone(&reports);
    let heap = heap().heap_max(2 << 20).collector_threads(2).zeal(Zeal::EveryAllocation(50));
    let heap = heap.on_collection(move |report| {
        all_reports.lock().unwrap().push((thread::current().id(), report.clone()));
    });
    let heap = heap.build().unwrap();
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                for _ in 0..10 {
                    nested(&mut mutator, 100);
                }
            });
        }
    });
    let mut reports: Vec<_> =
        reports.lock().unwrap().iter().map(|(_, report)| report.clone()).collect();
    reports.sort_by_key(|report| report.number);
    assert!(reports.len() > 100);
    let numbers: Vec<_> = reports.iter().map(|report| report.number).collect();
    assert_eq!(numbers, (1..=reports.len() as u64).collect::<Vec<_>>());
    assert_sums(&heap, &reports);
    assert!(reports.iter().any(|report| report.counts.frames_walked > 100));
    assert!(reports.iter().any(|report| report.threads > 1));
    assert!(reports.iter().any(|report| report.workers == 2));
    // The kept reports are equal to those that the callback received.
    let recent = heap.recent_collections();
    assert_eq!(recent, reports[reports.len() - recent.len()..]);
}

#[test]
fn panics_in_the_callback_end_the_process() {
    let output = death_test("panics_in_the_callback_end_the_process", || {
        let heap = heap().on_collection(|_| panic!("the host's own fault")).build().unwrap();
        heap.attach().unwrap().collect();
    });
    assert_stderr_contains(output, &["the host's callback for collections"]);
}
