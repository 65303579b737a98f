//! Threads that can be stopped only by patching: they poll in a loop, by polls that are no-ops
//! until a stop is pending.
//!
//! Each spins until another thread releases it, which collects and requests its frames before that.
//! A stop or handshake that did not reach it would wait forever.

use std::sync::atomic::{AtomicU32, Ordering};

use statepoint_gc::{Argument, Mutator, handshake::HandshakeError};

use super::scenarios::{finish_lists, lists, step_lists, step_native};
use super::{Count, Lost, Worker};
use crate::managed::{self, call};

/// Numbers that a thread may have in its box while it spins.
const NUMBERS: usize = 8;

/// The words that a thread spins on: the command, and one word per number, which shows the number
/// that the thread has.
#[derive(Debug, Default)]
pub(super) struct Flags([AtomicU32; 1 + NUMBERS]);

const SPIN: u32 = 0;
const GO: u32 = 1;
/// Continue for good: no thread is left that would release it again.
const RELEASE_FOR_GOOD: u32 = 2;

impl Flags {
    /// Spins from now on, as long as there is a thread to release it.
    fn begin(&self) {
        let _ = self.0[0].compare_exchange(GO, SPIN, Ordering::Relaxed, Ordering::Relaxed);
        self.0[1..].iter().for_each(|number| number.store(0, Ordering::Relaxed));
    }

    fn is_spinning(&self) -> bool {
        self.0[1..].iter().any(|number| number.load(Ordering::Relaxed) != 0)
    }

    fn release(&self, word: u32) {
        self.0[0].fetch_max(word, Ordering::Relaxed);
    }
}

/// A thread's number is in a box that moves while it spins.
fn step_spinning(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
    let flags = worker.flags();
    let Some(mine) = flags.get(worker.thread as usize) else { return Ok(()) };
    mine.begin();
    let number = worker.random.u64(..NUMBERS as u64);
    let place = mine.0.as_ptr().expose_provenance() as u64;
    let arguments = [Argument::Word(place), Argument::Word(number)];
    let found = call(mutator, managed::patched_polls_spin, &arguments);
    worker.was_managed();
    worker.count(Count::Spins, 1);
    worker.check(found == Ok(number), || format!("a box of {number} had {found:?}"))
}

/// Allocates at nearly every poll.
fn step_polling(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
    let limit = if worker.heap.zeal().is_on() { 50 } else { 5000 };
    let n = worker.random.u64(1..limit);
    let found = call(mutator, managed::patched_polls_sum, &[Argument::Word(n)]);
    worker.was_managed();
    worker.count(Count::SumsOfPolls, 1);
    worker.check(found == Ok(n * (n + 1) / 2), || format!("the sum of 1 to {n} is {found:?}"))
}

pub(super) fn run(worker: &mut Worker<'_>) -> Result<(), Lost> {
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

/// However the companion thread ends, the others do not spin forever.
struct LastWord<'a>(&'a [Flags]);

impl Drop for LastWord<'_> {
    fn drop(&mut self) {
        self.0.iter().for_each(|flags| flags.release(RELEASE_FOR_GOOD));
    }
}

/// Stops the spinning threads, requests the frames of one of them, and releases them, as long as
/// other threads work.
pub(super) fn release(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    let flags = worker.flags();
    let _last_word = LastWord(flags);
    while worker.others_are_running() {
        let spinning: Vec<_> = flags.iter().filter(|flags| flags.is_spinning()).collect();
        worker.collect(&mut mutator);
        ask_one(worker)?;
        spinning.into_iter().for_each(|flags| flags.release(GO));
    }
    Ok(())
}

fn ask_one(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let threads = worker.heap.threads();
    let Some(thread) = worker.random.choice(&threads) else { return Ok(()) };
    match worker.heap.handshake(thread, |at| at.frames()) {
        Ok(frames) => {
            let frames = worker.done(frames)?;
            worker.count(Count::Handshakes, 1);
            worker.count(Count::HandshakesWithFrames, (!frames.is_empty()).into());
            Ok(())
        }
        Err(HandshakeError::NotAttached) => Ok(()),
        Err(error) => worker.done(Err(error)),
    }
}
