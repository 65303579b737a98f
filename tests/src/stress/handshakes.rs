//! The scenario `handshake`: threads request handshakes with each other.
//!
//! The operation of a handshake checks that no other operation runs on the thread concurrently,
//! that the frames of the thread do not change, that the thread does not return from native code,
//! and that no collection runs meanwhile.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use statepoint_gc::handshake::{HandshakeError, ManagedFrame, StoppedThread};

use super::scenarios::{finish_lists, lists, step_fresh, step_lists, step_native};
use super::{CheckError, Count, Worker};

/// State of a thread that other threads inspect.
#[derive(Debug, Default)]
pub(super) struct ThreadState {
    /// Whether an operation is running on the thread.
    is_visited: AtomicBool,
    /// Number of times that the thread has returned from managed code.
    returns: AtomicU64,
}

impl ThreadState {
    /// Counts a return from managed code. Only the owner calls this. It is not an atomic
    /// read-modify-write, whose barrier would hide a missing barrier of the collector.
    pub(super) fn count_managed_return(&self) {
        self.returns.store(self.returns.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }
}

/// Observations of an operation on a stopped thread.
struct Observation {
    is_exclusive: bool,
    frames: Vec<ManagedFrame>,
    frames_again: Vec<ManagedFrame>,
    returns: u64,
    collections: u64,
}

/// Runs a handshake with a random attached thread, which may be the calling one.
pub(super) fn step(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let threads = worker.heap.threads();
    let Some(thread) = worker.random.choice(&threads) else { return Ok(()) };
    // The short-lived threads have no such state.
    let thread_state =
        thread.name().strip_prefix("stress-").and_then(|n| worker.thread_state(n.parse().ok()?));
    let sleeps = worker.random.u8(..) < 16;
    let collections = worker.collections();
    let ran = AtomicBool::new(false);
    let operation = |at: &StoppedThread<'_>| {
        ran.store(true, Ordering::Relaxed);
        let read_counters = || {
            (
                thread_state.map_or(0, |p| p.returns.load(Ordering::Relaxed)),
                collections.load(Ordering::Relaxed),
            )
        };
        let is_exclusive = !thread_state.is_some_and(|p| p.is_visited.swap(true, Ordering::AcqRel));
        let before = read_counters();
        let frames = at.frames();
        if sleeps {
            std::thread::sleep(Duration::from_millis(1));
        }
        let frames_again = at.frames();
        let after = read_counters();
        if let Some(thread_state) = thread_state {
            thread_state.is_visited.store(false, Ordering::Release);
        }
        let (returns, collections) = (after.0 - before.0, after.1 - before.1);
        Ok(Observation {
            is_exclusive,
            frames: frames?,
            frames_again: frames_again?,
            returns,
            collections,
        })
    };
    let observation = match worker.heap.handshake(thread, operation) {
        Ok(observation) => {
            worker.expect_ok::<_, statepoint_scanner::walk::StackWalkError>(observation)?
        }
        Err(HandshakeError::NotAttached) => {
            let ran = ran.load(Ordering::Relaxed);
            return worker
                .check(!ran, || "the operation of a refused handshake was run".to_owned());
        }
        Err(error) => return worker.expect_ok(Err(error)),
    };
    let Observation { is_exclusive, frames, frames_again, returns, collections } = observation;
    let name = thread.name();
    worker.check(is_exclusive, || format!("two operations run concurrently on {name}"))?;
    worker.check(frames == frames_again, || {
        format!("frames of {name} changed from {frames:?} to {frames_again:?}")
    })?;
    // One return may have happened before the stop, and be counted during the operation.
    worker.check(returns <= 1, || {
        format!("{name} returned from managed code {returns} times while stopped")
    })?;
    worker.check(collections <= 1, || {
        format!("{collections} collections ran during the operation")
    })?;
    worker.count(Count::Handshakes, 1);
    worker.count(Count::HandshakesWithFrames, (!frames.is_empty()).into());
    Ok(())
}

/// Runs a thread of the scenario.
pub(super) fn run(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.next_step() {
        match worker.random.u8(..) {
            0..100 => step(worker)?,
            100..104 => {
                drop(mutator);
                mutator = worker.attach()?;
            }
            104..160 => step_native(worker, &mut mutator)?,
            160..200 => step_fresh(worker, &mut mutator)?,
            _ => step_lists(worker, &mut mutator, &mut lists)?,
        }
    }
    finish_lists(worker, &mut mutator, &lists)
}
