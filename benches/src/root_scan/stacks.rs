//! Measures walks over synthetic stacks.

use std::hint::black_box;
use std::rc::Rc;

use statepoint_scanner::arch::X86_64;
use statepoint_scanner::roots::StackWalker;

use super::limits::{self, HashTable};
use super::program::Program;
use super::stack::Stack;
use super::{CallOrder, ReferentAge};
use crate::clock::nanoseconds_per_unit;

/// Minimum number of frames of one measurement, which makes the cost of the clock negligible.
const MIN_FRAMES: u64 = 50_000;

/// Stacks with references to old and to young objects. Times are processor time in nanoseconds per
/// frame.
#[derive(Debug)]
pub struct Stacks {
    program: Rc<Program>,
    hash: HashTable,
    walker: StackWalker<X86_64>,
    old: Vec<Stack>,
    young: Vec<Stack>,
}

impl Stacks {
    /// Creates `stacks` stacks of `frames` frames each.
    pub fn new(program: &Rc<Program>, stacks: u64, frames: u64, order: CallOrder) -> Self {
        let make =
            |age| (1..=stacks).map(|seed| Stack::new(program, frames, order, age, seed)).collect();
        Self {
            program: Rc::clone(program),
            hash: HashTable::new(program),
            walker: StackWalker::new(),
            old: make(ReferentAge::Old),
            young: make(ReferentAge::Young),
        }
    }

    fn frames(&self) -> u64 {
        self.old.iter().map(Stack::frames).sum()
    }

    fn repetitions(&self) -> u64 {
        (MIN_FRAMES / self.frames()).max(1)
    }

    /// Measures the lower bound, which follows the chain of frame pointers.
    pub fn limit(&mut self) -> f64 {
        let (repetitions, frames) = (self.repetitions(), self.frames());
        nanoseconds_per_unit(repetitions, frames, || {
            self.old.iter_mut().for_each(|stack| _ = black_box(limits::frame_pointers(stack)));
        })
    }

    /// Measures the lower bound of walks that look up each frame in a hash table.
    pub fn hash(&mut self) -> f64 {
        let (repetitions, frames) = (self.repetitions(), self.frames());
        nanoseconds_per_unit(repetitions, frames, || {
            self.old.iter_mut().for_each(|stack| _ = black_box(self.hash.walk(stack)));
        })
    }

    /// Measures this project's walk.
    ///
    /// # Panics
    ///
    /// Panics if the walk does not visit every frame and root.
    pub fn walk(&mut self, age: ReferentAge) -> f64 {
        let (repetitions, frames) = (self.repetitions(), self.frames());
        let stacks = if age == ReferentAge::Old { &mut self.old } else { &mut self.young };
        nanoseconds_per_unit(repetitions, frames, || {
            for stack in &mut *stacks {
                let counts = stack.relocate(&self.program, &mut self.walker);
                stack.check(&counts.expect("the table has all frames"));
            }
        })
    }
}
