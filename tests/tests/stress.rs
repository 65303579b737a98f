//! Each stress scenario for a short while, in zeal mode and without.

use std::time::Duration;

use statepoint_gc::Zeal;
use tests::managed;
use tests::stress::{Plan, SCENARIOS};

#[test]
fn nothing_is_lost_in_any_scenario() {
    for scenario in &SCENARIOS {
        for (seed, zeal) in [(1, Zeal::Off), (2, Zeal::EveryAllocation(200)), (3, Zeal::EveryPoll)]
        {
            let heap = managed::heap().heap_max(24 << 20).zeal(zeal).build().unwrap();
            let duration = Duration::from_millis(400);
            let plan = Plan { scenario, threads: 6, duration, seed };
            let outcome = plan.run(&heap);
            assert_eq!(outcome, Ok(()), "{} with {zeal:?}, seed {seed}", scenario.name);
            let statistics = heap.statistics();
            assert_eq!(statistics.frames_walked, statistics.records_matched);
            if zeal.is_on() {
                assert!(statistics.roots_visited > 0, "{}: {statistics:?}", scenario.name);
                assert!(statistics.objects_moved > 0, "{}: {statistics:?}", scenario.name);
            }
        }
    }
}
