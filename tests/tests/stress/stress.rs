//! Each stress scenario for 150 ms, with and without zeal mode. `.ci/stress` runs them longer.

use std::process::Command;
use std::time::Duration;

use examples::runner::emulated;
use statepoint_gc::Zeal;
use tests::host::skipped;
use tests::stress::{Count, Plan, SCENARIOS, Scenario, Until};
use tests::{managed, timeout};

#[test]
fn no_scenario_loses_objects() {
    for scenario in &SCENARIOS {
        for (seed, zeal) in [(1, Zeal::Off), (2, Zeal::EveryAllocation(200)), (3, Zeal::EveryPoll)]
        {
            let heap = managed::heap().heap_max(24 << 20).zeal(zeal);
            let heap = scenario.prepare(heap).build().unwrap();
            let until = Until::Time(Duration::from_millis(150));
            let plan = Plan { scenario, threads: 6, until, seed };
            let outcome = plan.run(&heap);
            assert!(outcome.is_ok(), "{} with {zeal:?}, seed {seed}: {outcome:?}", scenario.name);
            let statistics = heap.statistics();
            assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
            if zeal.is_on() {
                assert!(statistics.counts.roots_visited > 0, "{}: {statistics:?}", scenario.name);
                assert!(statistics.counts.objects_moved > 0, "{}: {statistics:?}", scenario.name);
            }
        }
    }
}

#[test]
fn the_requested_number_of_short_threads_run_during_collections() {
    let heap = managed::heap().heap_max(24 << 20).build().unwrap();
    let scenario = Scenario::find("attach-detach").unwrap();
    let tally =
        Plan { scenario, threads: 10, until: Until::Steps(500), seed: 1 }.run(&heap).unwrap();
    assert_eq!(tally.of(Count::Steps), 500);
    // Two more threads collect.
    assert_eq!(tally.of(Count::ThreadsAttached), 502);
    let ended_attached = tally.of(Count::ThreadsEndedAttached);
    assert!((100..400).contains(&ended_attached), "{ended_attached} threads ended attached");
}

/// The program ends with a message if it cannot start its threads. Those that it has started end.
#[test]
fn the_program_ends_if_threads_cannot_be_started() {
    if emulated() {
        return skipped("the limit would apply to the emulator");
    }
    let mut command = Command::new("prlimit");
    command.args(["--as=800000000", env!("CARGO_BIN_EXE_stress"), "--scenario", "mixed"]);
    let Ok(output) = timeout::output(command.args(["--threads", "12", "--seconds", "600"])) else {
        return skipped("prlimit is not installed");
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("cannot start thread") && errors.contains("--threads"), "{errors}");
}
