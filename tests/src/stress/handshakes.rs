//! Threads that request operations at each other's safepoints.
//!
//! An operation at a thread's safepoint checks that no other operation runs there, that the
//! thread's frames do not change, that the thread does not return from native code, and that no
//! thread collects meanwhile.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use statepoint_gc::handshake::{HandshakeError, ManagedFrame, StoppedThread};

use super::scenarios::{finish_lists, lists, step_fresh, step_lists, step_native};
use super::{Count, Lost, Worker};

/// The state of a thread that other threads may inspect.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// An operation is running at the thread's safepoint.
    visited: AtomicBool,
    /// Number of returns from managed code that the thread has counted.
    returns: AtomicU64,
}

impl Place {
    /// The owner has returned from managed code. Not an atomic read-modify-write, which would be a
    /// barrier.
    pub(super) fn was_managed(&self) {
        self.returns.store(self.returns.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }
}

/// The observations of an operation at a thread's safepoint.
struct Visit {
    alone: bool,
    frames: Vec<ManagedFrame>,
    again: Vec<ManagedFrame>,
    returns: u64,
    collections: u64,
}

/// Requests an operation of any attached thread, which may be the calling one.
pub(super) fn step(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let threads = worker.heap.threads();
    let Some(thread) = worker.random.choice(&threads) else { return Ok(()) };
    // Threads that others have started temporarily have none.
    let place = thread.name().strip_prefix("stress-").and_then(|n| worker.place(n.parse().ok()?));
    let stays = worker.random.u8(..) < 16;
    let collections = worker.collections();
    let ran = AtomicBool::new(false);
    let visit = |at: &StoppedThread<'_>| {
        ran.store(true, Ordering::Relaxed);
        let look = || {
            (
                place.map_or(0, |p| p.returns.load(Ordering::Relaxed)),
                collections.load(Ordering::Relaxed),
            )
        };
        let alone = !place.is_some_and(|p| p.visited.swap(true, Ordering::AcqRel));
        let before = look();
        let frames = at.frames();
        if stays {
            std::thread::sleep(Duration::from_millis(1));
        }
        let again = at.frames();
        let after = look();
        if let Some(place) = place {
            place.visited.store(false, Ordering::Release);
        }
        let (returns, collections) = (after.0 - before.0, after.1 - before.1);
        Ok(Visit { alone, frames: frames?, again: again?, returns, collections })
    };
    let visit = match worker.heap.handshake(thread, visit) {
        Ok(visit) => worker.done::<_, statepoint_scanner::walk::StackWalkError>(visit)?,
        Err(HandshakeError::NotAttached) => {
            let ran = ran.load(Ordering::Relaxed);
            return worker.check(!ran, || "a refused operation was run".to_owned());
        }
        Err(error) => return worker.done(Err(error)),
    };
    let Visit { alone, frames, again, returns, collections } = visit;
    let name = thread.name();
    worker.check(alone, || format!("two concurrent operations on {name}"))?;
    worker.check(frames == again, || format!("frames of {name}: {frames:?}, then {again:?}"))?;
    // A return that had already happened may be counted late.
    worker.check(returns <= 1, || format!("{name} ran managed code meanwhile, {returns} times"))?;
    worker.check(collections <= 1, || format!("{collections} collections meanwhile"))?;
    worker.count(Count::Handshakes, 1);
    worker.count(Count::HandshakesWithFrames, (!frames.is_empty()).into());
    Ok(())
}

pub(super) fn run(worker: &mut Worker<'_>) -> Result<(), Lost> {
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
