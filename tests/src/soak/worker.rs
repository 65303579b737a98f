//! A thread.

use statepoint_gc::{Argument, Mutator};

use super::graph::Graph;
use super::shared::{BOARD, CONSTANTS, Run, constant_word, lock};
use super::tally::{Count, Tally};
use super::{Lost, stack_roots};
use crate::managed::{self, call, make};

/// Number of steps with a graph before another one has its turn.
const TURN: usize = 50;

/// A thread, its random choices and its counters.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) random: fastrand::Rng,
    thread: u32,
    step: u64,
    tally: Tally,
    /// The graph that is named by the next error.
    pub(super) graph: String,
}

impl<'a> Worker<'a> {
    pub(super) fn new(run: &'a Run<'a>, thread: u32) -> Self {
        Self {
            run,
            random: fastrand::Rng::with_seed(run.plan.seed ^ u64::from(thread) << 32),
            thread,
            step: 0,
            tally: Tally::default(),
            graph: String::new(),
        }
    }

    pub(super) fn publish_counts(&mut self) {
        self.run.add(&core::mem::take(&mut self.tally));
    }

    pub(super) fn count(&mut self, count: Count, number: u64) {
        self.tally.add(count, number);
    }

    pub(super) fn next_step(&mut self) {
        self.step += 1;
        self.count(Count::Steps, 1);
    }

    pub(super) fn chance(&mut self, one_of: u32) -> bool {
        self.random.u32(..one_of) == 0
    }

    pub(super) fn lost(&self, what: impl Into<String>) -> Lost {
        let Self { thread, step, .. } = *self;
        Lost { thread, step, graph: self.graph.clone(), what: what.into() }
    }

    /// Converts the error of an operation that should have succeeded.
    pub(super) fn done<T, E: ToString>(&self, what: &str, result: Result<T, E>) -> Result<T, Lost> {
        result.map_err(|error| self.lost(format!("{what}: {}", error.to_string())))
    }

    pub(super) fn work(&mut self) -> Result<(), Lost> {
        let mut mutator = self.done("attaching", self.run.heap.attach())?;
        let name = format!("graph {}", self.thread);
        let mut own = Graph::new(name, self.thread, self.run.heap, self.run.plan);
        loop {
            if self.chance(5) {
                let shared = &self.run.graphs[self.random.usize(..self.run.graphs.len())];
                let mut graph = lock(shared);
                self.turn(&mut graph, &mut mutator)?;
                self.count(Count::SharedSteps, TURN as u64);
            } else {
                self.turn(&mut own, &mut mutator)?;
            }
            self.graph = "what all share".to_owned();
            for _ in 0..5 {
                self.use_board(&mut mutator)?;
            }
            self.make_garbage(&mut mutator)?;
            self.publish_counts();
            if !self.run.is_running() {
                break;
            }
        }
        own.finish(self, &mut mutator)
    }

    /// Takes some steps with a graph.
    fn turn(&mut self, graph: &mut Graph, mutator: &mut Mutator) -> Result<(), Lost> {
        self.graph.clone_from(&graph.name);
        match self.random.u8(..4) {
            0 => stack_roots::held_by_frames(graph, self, mutator, TURN),
            1 => stack_roots::held_by_locals(graph, self, mutator, TURN),
            _ => graph.steps(self, mutator, TURN),
        }
    }

    /// Stores and reads in the array that all threads write: each element is one of the objects
    /// that no thread changes.
    fn use_board(&mut self, mutator: &mut Mutator) -> Result<(), Lost> {
        let run = self.run;
        let (board, constants) = (&run.board, &run.constants);
        let constant = &constants[self.random.usize(..CONSTANTS)];
        let index = self.random.usize(..BOARD);
        let offset = 16 + 8 * index;
        match self.random.u8(..4) {
            0 => {
                let stored = mutator.store_reference(board, offset, Some(constant));
                self.done("a store into the board", stored)?;
            }
            1 => {
                let (to, from) = (self.random.usize(..=index), index);
                let count = self.random.usize(..=BOARD - from) as u64;
                let copied = mutator.copy_elements(board, to as u64, board, from as u64, count);
                self.done("a copy within the board", copied)?;
            }
            2 => {
                let offset = Argument::Word(offset as u64);
                let arguments = [Argument::Reference(board), offset, Argument::Reference(constant)];
                let old = make(mutator, managed::soak_exchange, &arguments);
                self.done("an exchange in the board", old)?;
            }
            _ => {
                let arguments = [board, constant].map(Argument::Reference);
                let arguments = [arguments[0], Argument::Word(offset as u64), arguments[1]];
                self.done("a store", call(mutator, managed::set_field, &arguments))?;
            }
        }
        let offset = 16 + 8 * self.random.usize(..BOARD);
        let found = self.done("reading the board", mutator.load_reference(board, offset))?;
        self.count(Count::BoardAccesses, 2);
        let Some(found) = found else { return Ok(()) };
        let words = [16, 24].map(|offset| mutator.load_word(&found, offset));
        match words {
            [Ok(word), Ok(complement)]
                if word == !complement && (0..CONSTANTS).any(|n| constant_word(n) == word) =>
            {
                Ok(())
            }
            _ => Err(self.lost(format!(
                "the board's word at {offset} points to {words:x?}, which is no object that was stored there"
            ))),
        }
    }

    /// Makes objects that are not kept, and some that are kept until memory is short.
    fn make_garbage(&mut self, mutator: &mut Mutator) -> Result<(), Lost> {
        let zeal = self.run.heap.zeal().is_on();
        let length = self.random.u64(..if zeal { 20 } else { 5000 });
        let dirty = call(mutator, managed::fresh, &[Argument::Word(length)]);
        if dirty != Ok(0) {
            return Err(self.lost(format!("new objects are not zero: {dirty:x?} words")));
        }
        if !zeal {
            let lengths = [0, 3, 200, 1500, 8000, self.run.plan.heap as u64 / 1024];
            let length = lengths[self.random.usize(..lengths.len())] + self.random.u64(..100);
            let array = make(mutator, managed::array, &[Argument::Word(length)]);
            let array = self.done("an array of words", array)?;
            self.run.observed.keep(array);
        }
        Ok(())
    }
}
