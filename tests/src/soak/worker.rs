//! One thread of the soak test.

use statepoint_gc::{Argument, Mutator};

use super::graph::Graph;
use super::shared::{CONSTANTS, Run, SHARED_ARRAY_LENGTH, constant_word, lock};
use super::tally::{Count, Tally};
use super::{Mismatch, stack_roots};
use crate::managed::{self, call, make};

/// Number of consecutive steps with one graph.
const STEPS_PER_TURN: usize = 50;

/// One thread, with its random number generator and its counters.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) random: fastrand::Rng,
    thread: u32,
    step: u64,
    tally: Tally,
    /// Name of the current graph, for error messages.
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

    /// Adds the counts of the thread to those of the run.
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

    /// Returns true with a probability of 1 / `one_of`.
    pub(super) fn chance(&mut self, one_of: u32) -> bool {
        self.random.u32(..one_of) == 0
    }

    /// Returns the error with this message.
    pub(super) fn mismatch(&self, message: impl Into<String>) -> Mismatch {
        let Self { thread, step, .. } = *self;
        Mismatch { thread, step, graph: self.graph.clone(), message: message.into() }
    }

    /// Converts the error of an operation that must succeed.
    pub(super) fn expect_ok<T, E: ToString>(
        &self,
        message: &str,
        result: Result<T, E>,
    ) -> Result<T, Mismatch> {
        result.map_err(|error| self.mismatch(format!("{message}: {}", error.to_string())))
    }

    /// Runs the thread: steps with its own graph and with shared graphs, until the run ends.
    pub(super) fn work(&mut self) -> Result<(), Mismatch> {
        let mut mutator = self.expect_ok("attaching", self.run.heap.attach())?;
        let name = format!("graph {}", self.thread);
        let mut own = Graph::new(name, self.thread, self.run.heap, self.run.plan);
        loop {
            if self.chance(5) {
                let shared = &self.run.graphs[self.random.usize(..self.run.graphs.len())];
                let mut graph = lock(shared);
                self.turn(&mut graph, &mut mutator)?;
                self.count(Count::SharedSteps, STEPS_PER_TURN as u64);
            } else {
                self.turn(&mut own, &mut mutator)?;
            }
            self.graph = "objects that all threads share".to_owned();
            for _ in 0..5 {
                self.use_shared_array(&mut mutator)?;
            }
            self.make_garbage(&mut mutator)?;
            self.publish_counts();
            if !self.run.is_running() {
                break;
            }
        }
        own.finish(self, &mut mutator)
    }

    /// Runs [`STEPS_PER_TURN`] steps with a graph.
    fn turn(&mut self, graph: &mut Graph, mutator: &mut Mutator) -> Result<(), Mismatch> {
        self.graph.clone_from(&graph.name);
        match self.random.u8(..4) {
            0 => stack_roots::held_by_frames(graph, self, mutator, STEPS_PER_TURN),
            1 => stack_roots::held_by_locals(graph, self, mutator, STEPS_PER_TURN),
            _ => graph.steps(self, mutator, STEPS_PER_TURN),
        }
    }

    /// Writes and reads the array that all threads share. Its elements are null or refer to
    /// immutable objects.
    fn use_shared_array(&mut self, mutator: &mut Mutator) -> Result<(), Mismatch> {
        let run = self.run;
        let (shared_array, constants) = (&run.shared_array, &run.constants);
        let constant = &constants[self.random.usize(..CONSTANTS)];
        let index = self.random.usize(..SHARED_ARRAY_LENGTH);
        let offset = 16 + 8 * index;
        match self.random.u8(..4) {
            0 => {
                let stored = mutator.store_reference(shared_array, offset, Some(constant));
                self.expect_ok("a store into the shared array", stored)?;
            }
            1 => {
                let (to, from) = (self.random.usize(..=index), index);
                let count = self.random.usize(..=SHARED_ARRAY_LENGTH - from) as u64;
                let copied = mutator.copy_elements(
                    shared_array,
                    to as u64,
                    shared_array,
                    from as u64,
                    count,
                );
                self.expect_ok("a copy within the shared array", copied)?;
            }
            2 => {
                let offset = Argument::Word(offset as u64);
                let arguments =
                    [Argument::Reference(shared_array), offset, Argument::Reference(constant)];
                let old = make(mutator, managed::soak_exchange, &arguments);
                self.expect_ok("an exchange in the shared array", old)?;
            }
            _ => {
                let arguments = [shared_array, constant].map(Argument::Reference);
                let arguments = [arguments[0], Argument::Word(offset as u64), arguments[1]];
                self.expect_ok("a store", call(mutator, managed::set_field, &arguments))?;
            }
        }
        let offset = 16 + 8 * self.random.usize(..SHARED_ARRAY_LENGTH);
        let found = self.expect_ok(
            "a load from the shared array",
            mutator.load_reference(shared_array, offset),
        )?;
        self.count(Count::SharedArrayAccesses, 2);
        let Some(found) = found else { return Ok(()) };
        let words = [16, 24].map(|offset| mutator.load_word(&found, offset));
        match words {
            [Ok(word), Ok(complement)]
                if word == !complement && (0..CONSTANTS).any(|n| constant_word(n) == word) =>
            {
                Ok(())
            }
            _ => Err(self.mismatch(format!(
                "the shared array at {offset} refers to an object with the words {words:x?}, which \
                 was never stored there"
            ))),
        }
    }

    /// Allocates garbage, and, except in zeal mode, an array that is retained until the heap is out
    /// of memory.
    fn make_garbage(&mut self, mutator: &mut Mutator) -> Result<(), Mismatch> {
        let zeal = self.run.heap.zeal().is_on();
        let length = self.random.u64(..if zeal { 20 } else { 5000 });
        let dirty = call(mutator, managed::fresh, &[Argument::Word(length)]);
        if dirty != Ok(0) {
            return Err(self.mismatch(format!("new objects are not zero: {dirty:x?} words")));
        }
        if !zeal {
            let lengths = [0, 3, 200, 1500, 8000, self.run.plan.heap as u64 / 1024];
            let length = lengths[self.random.usize(..lengths.len())] + self.random.u64(..100);
            let array = make(mutator, managed::array, &[Argument::Word(length)]);
            let array = self.expect_ok("an array of words", array)?;
            self.run.callbacks.add_ballast(array);
        }
        Ok(())
    }
}
