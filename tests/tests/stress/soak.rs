//! The soak program for a short while, in zeal mode and without, with the verifier and without.

use std::time::Duration;

use statepoint_gc::{Heap, HeapVerification, Zeal};
use tests::soak::{Count, Plan};

fn soak(threads: u32, megabytes: usize, zeal: Zeal, verify: &str, seed: u64) {
    let plan = Plan { threads, time: Duration::from_millis(500), heap: megabytes << 20, seed };
    let verify: HeapVerification = verify.parse().unwrap();
    let heap = Heap::builder().without_environment().zeal(zeal).verify(verify);
    let outcome = plan.run(heap.collector_threads(2));
    let what = format!("{threads} threads, {zeal:?}, {verify:?}, seed {seed}");
    let outcome = outcome.unwrap_or_else(|failure| panic!("{what}: {failure}"));
    // The program itself checks that everything has happened that it counts.
    assert!(outcome.tally.of(Count::GraphsCollected) > u64::from(threads), "{what}");
    let statistics = outcome.statistics;
    assert!(statistics.counts.objects_moved > 0, "{what}: {statistics:?}");
    assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched, "{what}");
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn graphs_equal_their_copies() {
    soak(4, 12, Zeal::Off, "off", 1);
    soak(32, 24, Zeal::Off, "off", 2);
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn graphs_equal_their_copies_after_verified_collections() {
    soak(4, 12, Zeal::Off, "before,after", 3);
    soak(16, 12, Zeal::Off, "before,after", 4);
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn graphs_equal_their_copies_in_zeal_mode() {
    soak(4, 8, Zeal::EveryAllocation(40), "off", 5);
    soak(32, 16, Zeal::EveryAllocation(300), "off", 6);
}
