//! The scenario `patched-polls`: threads run loops whose polls are no-ops until a safepoint request
//! patches them.
//!
//! Each thread spins until a companion thread releases it. Before that, the companion collects and
//! runs a handshake. A safepoint request that a spinning thread does not notice would hang the run.

use std::sync::atomic::{AtomicU32, Ordering};

use statepoint_gc::{Argument, Mutator, handshake::HandshakeError};

use super::scenarios::{finish_lists, lists, step_lists, step_native};
use super::{CheckError, Count, Worker};
use crate::managed::{self, call};

/// Exclusive maximum of the number in the box of a spinning thread.
const NUMBERS: usize = 8;

/// Flags through which a spinning thread and the companion communicate: a command, and one flag per
/// number, which the spinning thread sets for the number in its box.
#[derive(Debug, Default)]
pub(super) struct Flags([AtomicU32; 1 + NUMBERS]);

/// Command: continue to spin.
const SPIN: u32 = 0;
/// Command: return.
const RELEASE: u32 = 1;
/// Command: return, also from later calls, since the companion has ended.
const RELEASE_PERMANENTLY: u32 = 2;

impl Flags {
    /// Resets the flags before a thread starts to spin, unless it is released permanently.
    fn begin(&self) {
        let _ = self.0[0].compare_exchange(RELEASE, SPIN, Ordering::Relaxed, Ordering::Relaxed);
        self.0[1..].iter().for_each(|number| number.store(0, Ordering::Relaxed));
    }

    /// Returns whether the thread has started to spin.
    fn is_spinning(&self) -> bool {
        self.0[1..].iter().any(|number| number.load(Ordering::Relaxed) != 0)
    }

    /// Sets a command, unless the thread is already released permanently.
    fn release(&self, word: u32) {
        self.0[0].fetch_max(word, Ordering::Relaxed);
    }
}

/// Spins until the companion releases the thread, with a number in a box, which may move.
fn step_spinning(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
    let flags = worker.flags();
    let Some(mine) = flags.get(worker.thread as usize) else { return Ok(()) };
    mine.begin();
    let number = worker.random.u64(..NUMBERS as u64);
    let flags_address = mine.0.as_ptr().expose_provenance() as u64;
    let arguments = [Argument::Word(flags_address), Argument::Word(number)];
    let found = call(mutator, managed::patched_polls_spin, &arguments);
    worker.count_managed_return();
    worker.count(Count::Spins, 1);
    worker.check(found == Ok(number), || format!("a box of {number} had {found:?}"))
}

/// Runs a loop with patched polls that allocates in each iteration.
fn step_polling(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
    let limit = if worker.heap.zeal().is_on() { 50 } else { 5000 };
    let n = worker.random.u64(1..limit);
    let found = call(mutator, managed::patched_polls_sum, &[Argument::Word(n)]);
    worker.count_managed_return();
    worker.count(Count::SumsOfPolls, 1);
    worker.check(found == Ok(n * (n + 1) / 2), || format!("the sum of 1 to {n} is {found:?}"))
}

/// Runs a thread of the scenario.
pub(super) fn run(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.next_step() {
        match worker.random.u8(..) {
            0..120 => step_spinning(worker, &mut mutator)?,
            120..160 => step_polling(worker, &mut mutator)?,
            160..180 => step_native(worker, &mut mutator)?,
            180..184 => {
                drop(mutator);
                mutator = worker.attach()?;
            }
            _ => step_lists(worker, &mut mutator, &mut lists)?,
        }
    }
    finish_lists(worker, &mut mutator, &lists)
}

/// Releases all threads permanently when the companion thread ends, also by a panic.
struct ReleaseOnDrop<'a>(&'a [Flags]);

impl Drop for ReleaseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.iter().for_each(|flags| flags.release(RELEASE_PERMANENTLY));
    }
}

/// Runs the companion thread: collects, runs a handshake with a random thread, and releases the
/// threads that were spinning before.
pub(super) fn release(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let flags = worker.flags();
    let _release = ReleaseOnDrop(flags);
    while worker.others_are_running() {
        let spinning: Vec<_> = flags.iter().filter(|flags| flags.is_spinning()).collect();
        worker.collect(&mut mutator);
        handshake_random_thread(worker)?;
        spinning.into_iter().for_each(|flags| flags.release(RELEASE));
    }
    Ok(())
}

/// Walks the frames of a random thread in a handshake.
fn handshake_random_thread(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let threads = worker.heap.threads();
    let Some(thread) = worker.random.choice(&threads) else { return Ok(()) };
    match worker.heap.handshake(thread, |at| at.frames()) {
        Ok(frames) => {
            let frames = worker.expect_ok(frames)?;
            worker.count(Count::Handshakes, 1);
            worker.count(Count::HandshakesWithFrames, (!frames.is_empty()).into());
            Ok(())
        }
        Err(HandshakeError::NotAttached) => Ok(()),
        Err(error) => worker.expect_ok(Err(error)),
    }
}
