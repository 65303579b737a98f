//! Fibers that objects own: ephemerons whose keys are the owners, and whose values are all
//! references on the stacks.
//!
//! A fiber whose owner was not reached is like a finalizable object: it is kept, with its owner and
//! everything that it refers to, and queued for the host. From then on it has no owner.

use super::Processing;
use super::ephemerons::{Inspector, RoundResult};
use super::waiting::Ephemeron;
use super::workers::{Retain, RetainingJob, Workers};
use crate::worklist::{ITEMS_PER_TASK, TaskQueue};

/// The work for a fiber compared with that for another ephemeron: its stack is walked.
pub(super) const FIBER_WEIGHT: usize = 64;
/// Maximum number of fibers per task.
const FIBERS_PER_TASK: usize = ITEMS_PER_TASK.div_ceil(FIBER_WEIGHT);

/// What is done with a reference on the stack of a fiber. Returns the new value, and whether its
/// object is young.
pub(in crate::collect) type Keep<'k> = dyn FnMut(u64) -> (u64, bool) + 'k;

/// The fibers that reference processing inspects. Each is accessed by one worker at a time.
pub(in crate::collect) trait OwnedFibers: Sync {
    /// Returns their number.
    fn count(&self) -> u32;

    /// Returns the owner of a fiber, which has one.
    fn owner(&self, fiber: u32) -> u64;

    /// Returns whether a fiber runs: then its owner is live.
    fn is_running(&self, fiber: u32) -> bool;

    /// Updates the owner of a fiber, which was reached, and passes the references on its stack to
    /// `keep`, unless it runs: then they were roots.
    fn keep(&self, fiber: u32, owner: (u64, bool), keep: &mut Keep<'_>);

    /// Queues a fiber for the host, because its owner is dead. Passes the owner, and the references
    /// on the stack, to `keep`.
    fn queue(&self, fiber: u32, keep: &mut Keep<'_>);
}

/// Fibers whose owners are dead, for a job that retains what is on their stacks.
struct FiberRevival<'p, I> {
    fibers: &'p dyn OwnedFibers,
    tasks: TaskQueue<I>,
}

impl<'t, I: Iterator<Item = &'t [u32]> + Send> RetainingJob for FiberRevival<'_, I> {
    fn run(&self, worker: &mut impl Retain) {
        while let Some(task) = self.tasks.take() {
            for &fiber in task {
                self.fibers.queue(fiber, &mut |word| {
                    let word = worker.retain(word);
                    (word, worker.is_young(word))
                });
            }
        }
    }
}

impl Inspector<'_> {
    /// Retains what is on the stack of a fiber if its owner was reached.
    pub(super) fn inspect_fiber(
        &self,
        fiber: u32,
        worker: &mut impl Retain,
        part: &mut RoundResult,
    ) {
        part.fibers += 1;
        let fibers = self.sources.fibers;
        let owner = fibers.owner(fiber);
        let is_reached = worker.survivor(owner).is_some();
        if !is_reached && !fibers.is_running(fiber) {
            part.unresolved.push(Ephemeron::Fiber(fiber));
            return;
        }
        part.is_progress |= !is_reached;
        // While a concurrent cycle marks, this shades an old owner.
        let owner = worker.retain(owner);
        let owner = (owner, worker.is_young(owner));
        fibers.keep(fiber, owner, &mut |word| {
            part.is_progress |= worker.survivor(word).is_none();
            let word = worker.retain(word);
            (word, worker.is_young(word))
        });
    }
}

impl<W: Workers> Processing<'_, W> {
    /// Inspects the fibers that objects own.
    pub(super) fn inspect_fibers(&mut self) {
        let count = self.sources.fibers.count();
        if count > 0 {
            let fibers: Vec<u32> = (0..count).collect();
            self.unresolved.add(fibers.into_iter().map(Ephemeron::Fiber));
        }
    }

    /// Removes and returns the fibers whose owners are dead.
    pub(super) fn take_dead_fibers(&mut self) -> Vec<u32> {
        let mut dead = Vec::new();
        self.unresolved.take_fibers(&mut dead);
        dead
    }

    /// Retains what is on the stacks of fibers whose owners are dead, and traces from there.
    pub(super) fn revive_fibers(&mut self, dead: &[u32]) {
        if dead.is_empty() {
            return;
        }
        let tasks = TaskQueue::new(dead.chunks(FIBERS_PER_TASK));
        let revival = FiberRevival { fibers: self.sources.fibers, tasks };
        self.workers.retain_and_trace(dead.len() * FIBER_WEIGHT, &revival);
    }
}
