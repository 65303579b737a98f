//! Threads that only a patch can stop: they poll in a loop, by polls that are no-ops until somebody wants them.
//!
//! Each spins until another thread lets it go, which collects and asks it for its frames before that. A stop or handshake that
//! did not reach it would wait for ever.

use std::sync::atomic::{AtomicU32, Ordering};

use statepoint_gc::{Argument, Mutator, handshake::HandshakeError};

use super::scenarios::{finish_lists, lists, step_lists, step_native};
use super::{Count, Lost, Worker};
use crate::managed::{self, call};

/// Numbers that a thread may have in its box while it spins.
const NUMBERS: usize = 8;

/// What a thread spins on: go, and which number it has.
#[derive(Debug, Default)]
pub(super) struct Flags([AtomicU32; 1 + NUMBERS]);

const SPIN: u32 = 0;
const GO: u32 = 1;
/// Nobody is there any more who would say so again.
const GO_ON: u32 = 2;

impl Flags {
    /// From now on, as long as somebody is there to let it go.
    fn begin(&self) {
        let _ = self.0[0].compare_exchange(GO, SPIN, Ordering::Relaxed, Ordering::Relaxed);
        self.0[1..].iter().for_each(|number| number.store(0, Ordering::Relaxed));
    }

    fn is_spinning(&self) -> bool {
        self.0[1..].iter().any(|number| number.load(Ordering::Relaxed) != 0)
    }

    fn let_go(&self, word: u32) {
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

/// Allocates at nearly each of the polls.
fn step_polling(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
    let most = if worker.heap.zeal().is_on() { 50 } else { 5000 };
    let n = worker.random.u64(1..most);
    let found = call(mutator, managed::patched_polls_sum, &[Argument::Word(n)]);
    worker.was_managed();
    worker.count(Count::SumsOfPolls, 1);
    worker.check(found == Ok(n * (n + 1) / 2), || format!("the sum of 1 to {n} is {found:?}"))
}

pub(super) fn run(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.goes_on() {
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

/// However the thread beside ends, the others do not spin for ever.
struct LastWord<'a>(&'a [Flags]);

impl Drop for LastWord<'_> {
    fn drop(&mut self) {
        self.0.iter().for_each(|flags| flags.let_go(GO_ON));
    }
}

/// Stops those who spin, asks one of them for its frames, and lets them go, as long as others are at work.
pub(super) fn let_go(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    let flags = worker.flags();
    let _last_word = LastWord(flags);
    while worker.others_go_on() {
        let spinning: Vec<_> = flags.iter().filter(|flags| flags.is_spinning()).collect();
        worker.collect(&mut mutator);
        ask_one(worker)?;
        spinning.into_iter().for_each(|flags| flags.let_go(GO));
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
