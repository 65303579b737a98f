//! Fibers that all threads of the scenario `fibers` resume, as the workers of a scheduler do.

use std::sync::Mutex;

use statepoint_gc::{Mutator, fibers::FiberConfig};

use super::fibers::{State, Suspended};
use super::{CheckError, Count, Worker};
use crate::fibers::resume;
use crate::managed;

/// Maximum number of fibers that no thread runs.
const MAX_PARKED: usize = 200;

/// A suspended fiber, which any thread may take.
#[derive(Debug)]
struct Traveller {
    suspended: Suspended,
    /// The thread that has run it last.
    thread: u32,
}

/// The fibers that no thread runs.
#[derive(Debug, Default)]
pub(super) struct Travellers(Mutex<Vec<Traveller>>);

impl Travellers {
    fn take(&self, random: &mut fastrand::Rng) -> Option<Traveller> {
        let mut parked = self.0.lock().expect("no thread panics with the lock");
        let index = random.usize(..parked.len().max(1));
        (index < parked.len()).then(|| parked.swap_remove(index))
    }

    /// Returns the traveller if there are too many.
    fn park(&self, traveller: Traveller) -> Option<Traveller> {
        let mut parked = self.0.lock().expect("no thread panics with the lock");
        if parked.len() >= MAX_PARKED {
            return Some(traveller);
        }
        parked.push(traveller);
        None
    }
}

/// Creates a fiber that migrates, and runs it until it is suspended for the first time.
fn start(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<Suspended, CheckError> {
    let is_deep = worker.random.u8(..4) == 0;
    let function = match is_deep {
        true => managed::migrating_fiber_deep(),
        false => managed::migrating_fiber_count(),
    };
    let config = FiberConfig::new().migrate(true);
    // SAFETY: the functions are those of fibers, compiled for fibers that migrate.
    let mut fiber = worker.expect_ok(unsafe { worker.heap.fiber(config, function) })?;
    worker.count(Count::FibersCreated, 1);
    let state = if is_deep {
        let depth = worker.random.u64(..100);
        let found = resume(mutator, &mut fiber, depth);
        worker.check(found == (0, false), || format!("{fiber:?} passed {found:?}"))?;
        State::Deep(depth)
    } else {
        State::Counts { next: 0, sum: 0 }
    };
    Ok(Suspended { fiber, inner: Vec::new(), state })
}

/// Runs a fiber that another thread may have run before, or a new one, and leaves it to all
/// threads.
pub(super) fn step(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
    let travellers = worker.travellers();
    let taken = match worker.random.u8(..4) {
        0 => None,
        _ => travellers.take(&mut worker.random),
    };
    let mut suspended = match taken {
        None => start(worker, mutator)?,
        Some(Traveller { mut suspended, thread }) => {
            worker.count(Count::FibersMoved, u64::from(thread != worker.thread));
            if suspended.run(worker, mutator)? {
                return Ok(());
            }
            suspended
        }
    };
    if worker.random.u8(..) < 30 && suspended.run(worker, mutator)? {
        return Ok(());
    }
    match travellers.park(Traveller { suspended, thread: worker.thread }) {
        Some(Traveller { suspended, .. }) => suspended.end(worker, mutator),
        None => Ok(()),
    }
}

/// A thread walks the stacks of another one, and its suspended fibers.
pub(super) fn inspect(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let threads = worker.heap.threads();
    let Some(thread) = worker.random.choice(&threads) else { return Ok(()) };
    // The thread may have ended.
    let Ok(frames) = worker.heap.handshake(thread, |thread| thread.activations()) else {
        return Ok(());
    };
    worker.count(Count::HandshakesWithFrames, u64::from(!worker.expect_ok(frames)?.is_empty()));
    Ok(())
}

/// Ends all fibers that no thread runs.
pub(super) fn end_all(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
    while let Some(traveller) = worker.travellers().take(&mut worker.random) {
        traveller.suspended.end(worker, mutator)?;
    }
    Ok(())
}
