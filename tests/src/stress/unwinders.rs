//! The scenario `unwinders`: native unwinders read stacks whose return addresses collections of
//! other threads change.
//!
//! Threads throw exceptions through 10 to 10,000 managed frames, and compare backtraces, while
//! others collect. A profiler unwinds the running threads in its signal handler, also those that
//! collect.

use core::time::Duration;
use std::time::Instant;

use examples::runner::emulated;

use super::{CheckError, Count, Worker};
use crate::recursion::{self, DEEP, Settings};
use crate::unwinder::Profiler;

/// Processor time between two samples of the profiler.
const INTERVAL: Duration = Duration::from_millis(1);
/// As [`INTERVAL`], in an emulator, where unwinding takes longer than that.
const EMULATED_INTERVAL: Duration = Duration::from_millis(200);
/// Longest time between two collections of a companion.
const MAX_PAUSE: Duration = Duration::from_micros(1000);

/// Runs a thread of the scenario.
pub(super) fn run(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let is_zeal = worker.heap.zeal().is_on();
    while worker.next_step() {
        let max_depth = if is_zeal { 50 } else { 10 << worker.random.u32(..10) };
        let settings = Settings {
            seed: worker.random.u64(..),
            steps: if is_zeal { 100 } else { 4 * u64::from(max_depth) },
            max_depth,
            steps_per_collection: 1000,
            objects: [0, 2][worker.random.usize(..2)],
            catching: [1, 10, 100][worker.random.usize(..3)],
            backtraces: if is_zeal { 10 } else { 2 },
            function: DEEP[worker.random.usize(..2)],
        };
        let outcome = recursion::run(&mut mutator, settings);
        worker.count(Count::FramesEntered, outcome.deepest as u64);
        worker.count(Count::ExceptionsThrown, outcome.thrown);
        worker.count(Count::BacktracesCompared, outcome.backtraces);
    }
    Ok(())
}

/// Companion thread that collects at random times.
pub(super) fn collect(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    while worker.others_are_running() {
        let pause = MAX_PAUSE.mul_f64(worker.random.f64());
        let begin = Instant::now();
        // Sleeping would take longer.
        while begin.elapsed() < pause {
            std::thread::yield_now();
        }
        match worker.random.u8(..) {
            0 => mutator.collect_full(),
            1 => drop(mutator.begin_cycle()),
            _ => mutator.collect_young(),
        }
        worker.count(Count::CollectionsRequested, 1);
    }
    Ok(())
}

/// Companion thread that runs a profiler.
pub(super) fn profile(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let (before, _) = Profiler::samples();
    let interval = if emulated() { EMULATED_INTERVAL } else { INTERVAL };
    let profiler = worker.expect_ok(Profiler::start(interval))?;
    let mut counted = before;
    while worker.others_are_running() {
        std::thread::sleep(Duration::from_millis(10));
        let (samples, _) = Profiler::samples();
        worker.count(Count::Samples, samples - counted);
        counted = samples;
    }
    drop(profiler);
    Ok(())
}
