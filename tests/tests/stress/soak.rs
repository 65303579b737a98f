//! The soak test for half a second per configuration: with and without zeal mode, the verifier and
//! concurrent cycles.

use std::time::Duration;

use statepoint_gc::{Heap, HeapVerification, Zeal, observe::CollectorStatistics};
use tests::soak::{Count, Plan};

/// Runs a plan without concurrent cycles.
fn run_stop_the_world(threads: u32, megabytes: usize, zeal: Zeal, verify: &str, seed: u64) {
    let statistics = run_plan(threads, megabytes, zeal, verify, seed, false);
    assert_eq!(statistics.counts.cycles_begun, 0);
}

/// Runs a plan on a heap of this size, and asserts that objects have moved. Returns the statistics.
fn run_plan(
    threads: u32,
    megabytes: usize,
    zeal: Zeal,
    verify: &str,
    seed: u64,
    concurrent: bool,
) -> CollectorStatistics {
    let plan = Plan { threads, time: Duration::from_millis(500), heap: megabytes << 20, seed };
    let verify: HeapVerification = verify.parse().unwrap();
    let heap = Heap::builder().without_environment().zeal(zeal).verify(verify);
    let heap = heap.concurrent(concurrent).marker_threads(2);
    let outcome = plan.run(heap.collector_threads(2));
    let label = format!("{threads} threads, {zeal:?}, {verify:?}, seed {seed}");
    let outcome = outcome.unwrap_or_else(|failure| panic!("{label}: {failure}"));
    // `Plan::run` itself checks that all operations that it counts were performed.
    assert!(outcome.tally.of(Count::GraphsCollected) > u64::from(threads), "{label}");
    let statistics = outcome.statistics;
    assert!(statistics.counts.objects_moved > 0, "{label}: {statistics:?}");
    assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched, "{label}");
    statistics
}

#[test]
fn graphs_equal_their_copies_during_concurrent_cycles() {
    let runs = [
        (4, 12, Zeal::Off, "off"),
        (16, 24, Zeal::Off, "before,after"),
        (4, 8, Zeal::EveryAllocation(40), "off"),
        (4, 12, Zeal::EveryAllocation(100), "before,after"),
    ];
    for (seed, (threads, megabytes, zeal, verify)) in (7..).zip(runs) {
        let counts = run_plan(threads, megabytes, zeal, verify, seed, true).counts;
        assert!(counts.cycles_begun > 0, "seed {seed}: {counts:?}");
        // Without zeal mode, whether a cycle finishes in time depends on the processor's speed.
        if zeal.is_on() {
            assert!(counts.cycles_marked > 0, "seed {seed}: {counts:?}");
            assert!(counts.objects_marked_concurrently > 0, "seed {seed}: {counts:?}");
            assert!(counts.references_shaded > 0, "seed {seed}: {counts:?}");
        }
    }
}

#[test]
fn graphs_equal_their_copies() {
    run_stop_the_world(4, 12, Zeal::Off, "off", 1);
    run_stop_the_world(32, 24, Zeal::Off, "off", 2);
}

#[test]
fn graphs_equal_their_copies_after_verified_collections() {
    run_stop_the_world(4, 12, Zeal::Off, "before,after", 3);
    run_stop_the_world(16, 12, Zeal::Off, "before,after", 4);
}

#[test]
fn graphs_equal_their_copies_in_zeal_mode() {
    run_stop_the_world(4, 8, Zeal::EveryAllocation(40), "off", 5);
    run_stop_the_world(32, 16, Zeal::EveryAllocation(300), "off", 6);
}
