//! Breadth-first search of all states of a model. The first counterexample found is a shortest one.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::model::{Model, Violation};
use super::state::State;
use super::step::{Edge, Step};
use super::trace::Trace;

/// Statistics of an exploration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Explored {
    /// Number of states.
    pub(super) states: usize,
    /// Number of steps that end marking.
    pub(super) terminations: usize,
    /// Number of attempts to end marking that leave grey objects.
    pub(super) failed_terminations: usize,
}

/// Hasher for states: one multiplication by a constant (Fibonacci hashing).
#[derive(Default)]
struct FibonacciHasher(u64);

impl Hasher for FibonacciHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a state is a u64");
    }

    fn write_u64(&mut self, number: u64) {
        // The factor is 2^64 divided by the golden ratio (Knuth, TAOCP 3, 6.4). The hash set uses
        // both the high and the low bits of a hash, so both halves of the product are combined.
        let product = u128::from(number) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// The states reached so far.
struct Reached {
    /// The states, in the order in which they were reached.
    states: Vec<State>,
    /// For each state, the index of its predecessor. An initial state is its own predecessor.
    predecessors: Vec<u32>,
    /// The encodings of the states.
    known: HashSet<u64, BuildHasherDefault<FibonacciHasher>>,
}

impl Reached {
    /// Returns the path to a state, last step first, and the initial state of the path.
    fn path(&self, model: &Model, index: usize) -> (Vec<Edge>, State) {
        let (mut index, mut path, mut edges) = (index, Vec::new(), Vec::new());
        while self.predecessors[index] as usize != index {
            let to = self.states[index];
            index = self.predecessors[index] as usize;
            model.steps(self.states[index], &mut edges);
            let taken = edges.iter().find(|edge| edge.to == to && !edge.is_end);
            path.push(*taken.expect("the step to a state that was reached"));
        }
        (path, self.states[index])
    }
}

/// Visits all states that a model can reach.
///
/// # Errors
///
/// If a step violates a property, a shortest counterexample.
pub(super) fn explore(model: &Model) -> Result<Explored, Box<Trace>> {
    let states = model.initial_states();
    let mut reached = Reached {
        predecessors: (0..states.len() as u32).collect(),
        known: states.iter().map(|state| state.0).collect(),
        states,
    };
    let mut explored = Explored::default();
    let mut edges = Vec::new();
    while let Some(&from) = reached.states.get(explored.states) {
        model.steps(from, &mut edges);
        for edge in &edges {
            if let Some(violation) = model.violation(from, edge) {
                return Err(trace(model, &reached, explored.states, *edge, violation));
            }
            if edge.is_end {
                explored.terminations += 1;
                continue;
            }
            explored.failed_terminations +=
                usize::from(matches!(edge.step, Step::FinalPause { .. }));
            if reached.known.insert(edge.to.0) {
                reached.states.push(edge.to);
                reached.predecessors.push(explored.states as u32);
            }
        }
        explored.states += 1;
    }
    Ok(explored)
}

/// Returns the counterexample that consists of the path to a state and the step `last`, which
/// violates a property.
fn trace(
    model: &Model,
    reached: &Reached,
    index: usize,
    last: Edge,
    violation: Violation,
) -> Box<Trace> {
    let (mut edges, start) = reached.path(model, index);
    edges.reverse();
    edges.push(last);
    Box::new(Trace { violation, states: reached.states.len(), shape: model.shape, start, edges })
}
