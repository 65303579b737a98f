//! The scenario `fibers`: each thread creates fibers, resumes them in random order, and compares
//! what they pass with a shadow computation. Some fibers migrate ([`travellers`]).

use core::ffi::c_void;

use statepoint_gc::{
    Argument, Handle, Mutator,
    fibers::{DeadFiber, Fiber, FiberConfig, Resumed},
};

use super::{CheckError, Count, Worker, travellers};
use crate::fibers::{COUNTERS, DEEP, DRIVERS, Function, RELAYS, address, boxed, unboxed};
use crate::managed::{self, call, make};

/// Maximum number of fibers of a thread. The scenario is to have many that do not run between two
/// collections.
const MAX_FIBERS: usize = 1250;

/// The state of a fiber that is suspended.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// It has passed `next` numbers, and received numbers with this sum.
    Counts { next: u64, sum: u64 },
    /// It is suspended below this number of recursive calls.
    Deep(u64),
    /// It is suspended in native code.
    Native,
}

/// Fibers of a thread, and what they must do next.
#[derive(Debug)]
pub(super) struct Suspended {
    /// The fiber to resume. It passes everything on to those that were created before it.
    pub(super) fiber: Fiber,
    pub(super) inner: Vec<Fiber>,
    pub(super) state: State,
}

/// The number in the local handle of [`suspend_in_scope`].
const KEPT: u64 = 500;
/// The number with which [`suspend_in_scope`] suspends its fiber.
const PASSED: u64 = 30;

/// Suspends its fiber with a local handle. Returns the sum of the numbers in it and in the box with
/// which the fiber is resumed.
extern "C" fn suspend_in_scope(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let sum = |mutator: &mut Mutator| {
        mutator.scope(|scope| {
            let kept = boxed(scope.mutator(), KEPT);
            let local = scope.local(&kept).expect("a handle of this heap");
            drop(kept);
            let passed = boxed(scope.mutator(), PASSED);
            let received = scope.mutator().suspend(Argument::Reference(&passed));
            let received = received.expect("the thread runs a fiber");
            let kept = scope.global(local);
            unboxed(scope.mutator(), &received) + unboxed(scope.mutator(), &kept)
        })
    };
    Mutator::with_current(sum).expect("managed code has called this with a transition")
}

fn create(worker: &mut Worker<'_>, functions: [Function; 2]) -> Result<Fiber, CheckError> {
    let function = functions[worker.random.usize(..2)];
    worker.count(Count::FibersCreated, 1);
    let config = FiberConfig::new().stack_size(worker.random.usize(1..4) * (64 << 10));
    // SAFETY: the functions are those of fibers. The native code that they call needs some KiB.
    worker.expect_ok(unsafe { worker.heap.fiber(config, function()) })
}

/// Resumes a fiber with a box of `value`. Checks the number that it passes, and whether it is done.
fn resume(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    fiber: &mut Fiber,
    value: u64,
    expected: (u64, bool),
) -> Result<(), CheckError> {
    let value = boxed(mutator, value);
    let resumed = worker.expect_ok(mutator.resume(fiber, Argument::Reference(&value)))?;
    let is_done = matches!(resumed, Resumed::Done(_));
    let found = (unboxed(mutator, &resumed.into_handle()), is_done);
    worker.count(Count::FibersResumed, 1);
    worker.check(found == expected, || format!("{fiber:?} passed {found:?}, not {expected:?}"))
}

/// Creates a fiber and runs it until it is suspended for the first time.
fn start(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<Suspended, CheckError> {
    match worker.random.u8(..4) {
        0 => {
            let mut fiber = create(worker, DEEP)?;
            let depth = worker.random.u64(..100);
            resume(worker, mutator, &mut fiber, depth, (0, false))?;
            Ok(Suspended { fiber, inner: Vec::new(), state: State::Deep(depth) })
        }
        1 => {
            let mut fiber = create(worker, [managed::fiber_native; 2])?;
            let function = (suspend_in_scope as *const c_void).expose_provenance() as u64;
            resume(worker, mutator, &mut fiber, function, (PASSED, false))?;
            Ok(Suspended { fiber, inner: Vec::new(), state: State::Native })
        }
        relays => {
            let mut fiber = create(worker, COUNTERS)?;
            let mut inner = Vec::new();
            for _ in 2..relays {
                let mut relay = create(worker, RELAYS)?;
                let counter = address(&fiber);
                resume(worker, mutator, &mut relay, counter, (counter, false))?;
                inner.push(core::mem::replace(&mut fiber, relay));
            }
            Ok(Suspended { fiber, inner, state: State::Counts { next: 0, sum: 0 } })
        }
    }
}

impl Suspended {
    /// Resumes the fiber. Returns whether it is done.
    pub(super) fn run(
        &mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<bool, CheckError> {
        let value = worker.random.u64(..1000);
        match &mut self.state {
            State::Counts { next, sum } if *next < 20 => {
                resume(worker, mutator, &mut self.fiber, value, (*next, false))?;
                *next += 1;
                *sum += value;
                return Ok(false);
            }
            State::Counts { sum, .. } => {
                let result = mutator.resume(&mut self.fiber, Argument::Word(0));
                let result = worker.expect_ok(result)?.into_handle();
                let found = unboxed(mutator, &result);
                worker.check(found == *sum, || format!("the sum of a fiber is {found}"))?;
            }
            &mut State::Deep(depth) => {
                let expected = depth * (depth + 1) / 2 + depth + value;
                resume(worker, mutator, &mut self.fiber, value, (expected, true))?;
            }
            State::Native => {
                let expected = 1000 + KEPT + value;
                resume(worker, mutator, &mut self.fiber, value, (expected, true))?;
            }
        }
        worker.count(Count::FibersFinished, 1);
        Ok(true)
    }

    /// Drops the fiber, perhaps before it is done.
    pub(super) fn end(
        mut self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), CheckError> {
        // Native code must return.
        if matches!(self.state, State::Native) {
            self.run(worker, mutator)?;
        }
        worker.count(Count::FibersAbandoned, 1);
        // The relays resume those that were created before, which must exist as long as they run.
        drop(self.fiber);
        self.inner.into_iter().rev().for_each(drop);
        Ok(())
    }
}

/// Managed code resumes a new fiber until it is done.
fn drive(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
    let fiber = create(worker, COUNTERS)?;
    let n = worker.random.u64(..50);
    let arguments = [Argument::Word(address(&fiber)), Argument::Word(n)];
    let sum = call(mutator, DRIVERS[worker.random.usize(..2)], &arguments);
    let expected = n * n.saturating_sub(1) / 2 + n * (n + 1) / 2;
    worker.count(Count::FibersFinished, 1);
    worker.check(sum == Ok(expected), || format!("a pipeline returned {sum:?}, not {expected}"))
}

/// A fiber that counts, and the object that owns it.
#[derive(Debug)]
struct Owned {
    owner: Handle,
    address: u64,
    /// The next number that the fiber passes.
    next: u64,
}

/// Creates a fiber and gives it to a new object.
fn give(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<Owned, CheckError> {
    let fiber = create(worker, COUNTERS)?;
    let owner = boxed(mutator, 0);
    let given = mutator.give_fiber(fiber, &owner).map_err(|(_, error)| error);
    let address = worker.expect_ok(given)?.expose_provenance() as u64;
    Ok(Owned { owner, address, next: 0 })
}

impl Owned {
    /// Managed code resumes the fiber. Perhaps only the fiber keeps the owner meanwhile.
    fn run(&mut self, worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
        let value = boxed(mutator, 1);
        let arguments = [Argument::Word(self.address), Argument::Reference(&value)];
        let out = worker.expect_ok(make(mutator, managed::fiber_resume, &arguments))?;
        let (found, expected) = (unboxed(mutator, &out), self.next);
        self.next += 1;
        worker.check(found == expected, || format!("an owned fiber passed {found}"))?;
        worker.check(unboxed(mutator, &self.owner) == 0, || "an owner has changed".to_owned())
    }
}

/// Drops the fibers of all threads whose owners are dead.
fn take_dead(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
    while let Some(DeadFiber { fiber, owner }) = worker.heap.next_dead_fiber() {
        worker.count(Count::FibersReturned, 1);
        worker.check(unboxed(mutator, &owner) == 0, || "a dead owner has changed".to_owned())?;
        drop(fiber);
    }
    Ok(())
}

/// Ends all fibers, since they stay on the thread.
fn end_all(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    fibers: &mut Vec<Suspended>,
) -> Result<(), CheckError> {
    fibers.drain(..).try_for_each(|fiber| fiber.end(worker, mutator))
}

/// Runs a thread of the scenario.
pub(super) fn run(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let mut fibers: Vec<Suspended> = Vec::new();
    let mut owned: Vec<Owned> = Vec::new();
    while worker.next_step() {
        match worker.random.u8(..) {
            0..80 if fibers.len() < MAX_FIBERS => fibers.push(start(worker, &mut mutator)?),
            80..85 => drive(worker, &mut mutator)?,
            85..90 if !fibers.is_empty() => {
                let index = worker.random.usize(..fibers.len());
                fibers.swap_remove(index).end(worker, &mut mutator)?;
            }
            90 if worker.random.u8(..) < 20 => {
                end_all(worker, &mut mutator, &mut fibers)?;
                // They die although their thread has ended.
                owned.clear();
                drop(mutator);
                mutator = worker.attach()?;
            }
            91 => mutator.collect_young(),
            92 if worker.random.bool() => worker.collect(&mut mutator),
            93 => _ = mutator.begin_cycle(),
            94..110 if owned.len() < MAX_FIBERS => owned.push(give(worker, &mut mutator)?),
            110..115 if !owned.is_empty() => {
                let index = worker.random.usize(..owned.len());
                owned.swap_remove(index);
            }
            115..130 if !owned.is_empty() => {
                let index = worker.random.usize(..owned.len());
                owned[index].run(worker, &mut mutator)?;
            }
            130..135 => take_dead(worker, &mut mutator)?,
            135..160 => travellers::step(worker, &mut mutator)?,
            160 => travellers::inspect(worker)?,
            _ if !fibers.is_empty() => {
                let index = worker.random.usize(..fibers.len());
                if fibers[index].run(worker, &mut mutator)? {
                    fibers.swap_remove(index);
                }
            }
            _ => {}
        }
    }
    owned.clear();
    worker.collect(&mut mutator);
    take_dead(worker, &mut mutator)?;
    travellers::end_all(worker, &mut mutator)?;
    end_all(worker, &mut mutator, &mut fibers)
}
