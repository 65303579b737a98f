//! Stacks made by hand, and what they are walked with, measured.

use std::hint::black_box;
use std::rc::Rc;

use statepoint_scanner::arch::X86_64;
use statepoint_scanner::roots::Walker;

use super::limits::{self, HashTable};
use super::program::Program;
use super::stack::Stack;
use super::{Age, Order};
use crate::clock::nanoseconds;

/// Frames that are walked for one measurement at least, so that the clock costs nothing.
const FRAMES_AT_ONCE: u64 = 50_000;

/// Some stacks with references of both ages. Times are processor time in nanoseconds a frame.
#[derive(Debug)]
pub struct Stacks {
    program: Rc<Program>,
    hash: HashTable,
    walker: Walker<X86_64>,
    old: Vec<Stack>,
    young: Vec<Stack>,
}

impl Stacks {
    /// So many stacks of so many frames each.
    pub fn new(program: &Rc<Program>, stacks: u64, frames: u64, order: Order) -> Self {
        let make =
            |age| (1..=stacks).map(|seed| Stack::new(program, frames, order, age, seed)).collect();
        Self {
            program: Rc::clone(program),
            hash: HashTable::new(program),
            walker: Walker::new(),
            old: make(Age::Old),
            young: make(Age::Young),
        }
    }

    fn frames(&self) -> u64 {
        self.old.iter().map(Stack::frames).sum()
    }

    fn repetitions(&self) -> u64 {
        (FRAMES_AT_ONCE / self.frames()).max(1)
    }

    /// The machine's limit: the chain of frame pointers.
    pub fn limit(&mut self) -> f64 {
        let (repetitions, frames) = (self.repetitions(), self.frames());
        nanoseconds(repetitions, frames, || {
            self.old.iter_mut().for_each(|stack| _ = black_box(limits::frame_pointers(stack)));
        })
    }

    /// The limit of a walk that looks each frame up.
    pub fn hash(&mut self) -> f64 {
        let (repetitions, frames) = (self.repetitions(), self.frames());
        nanoseconds(repetitions, frames, || {
            self.old.iter_mut().for_each(|stack| _ = black_box(self.hash.walk(stack)));
        })
    }

    /// This project's walk.
    ///
    /// # Panics
    ///
    /// If it does not see every frame and root.
    pub fn walk(&mut self, age: Age) -> f64 {
        let (repetitions, frames) = (self.repetitions(), self.frames());
        let stacks = if age == Age::Old { &mut self.old } else { &mut self.young };
        nanoseconds(repetitions, frames, || {
            for stack in &mut *stacks {
                let counts = stack.relocate(&self.program, &mut self.walker);
                stack.check(&counts.expect("the table has all frames"));
            }
        })
    }
}
