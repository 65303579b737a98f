//! Visits all states of a model, in the order of their distance from the start.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::model::{Model, Violation};
use super::state::State;
use super::step::{Edge, Step};
use super::trace::Trace;

/// How much has been explored.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Explored {
    pub(super) states: usize,
    /// Steps that end marking.
    pub(super) ends: usize,
    /// Attempts to end marking that leave grey objects.
    pub(super) rounds: usize,
}

/// Hashes a state, which is one number, by one multiplication.
#[derive(Default)]
struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a state is a u64");
    }

    fn write_u64(&mut self, number: u64) {
        // 2^64 divided by the golden ratio (Knuth, TAOCP 3, 6.4). The set uses the high bits of a
        // hash and the low ones.
        let product = u128::from(number) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// The states that have been reached, in the order in which they were.
struct Reached {
    states: Vec<State>,
    /// The index of the state before, for each. That of a start is its own.
    before: Vec<u32>,
    known: HashSet<u64, BuildHasherDefault<Multiply>>,
}

impl Reached {
    /// Returns the steps to a state, in reverse, and the start.
    fn way_back(&self, model: &Model, index: usize) -> (Vec<Edge>, State) {
        let (mut index, mut way, mut edges) = (index, Vec::new(), Vec::new());
        while self.before[index] as usize != index {
            let to = self.states[index];
            index = self.before[index] as usize;
            model.steps(self.states[index], &mut edges);
            let taken = edges.iter().find(|edge| edge.to == to && !edge.is_end);
            way.push(*taken.expect("the step that was taken before"));
        }
        (way, self.states[index])
    }
}

/// Visits all states that a model can reach.
///
/// # Errors
///
/// A shortest way to a violation, if there is any violation.
pub(super) fn explore(model: &Model) -> Result<Explored, Box<Trace>> {
    let states = model.starts();
    let mut reached = Reached {
        before: (0..states.len() as u32).collect(),
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
                explored.ends += 1;
                continue;
            }
            explored.rounds += usize::from(matches!(edge.step, Step::LastPause { .. }));
            if reached.known.insert(edge.to.0) {
                reached.states.push(edge.to);
                reached.before.push(explored.states as u32);
            }
        }
        explored.states += 1;
    }
    Ok(explored)
}

/// Returns the way to a state and a step from there, which violates a property.
fn trace(
    model: &Model,
    reached: &Reached,
    index: usize,
    last: Edge,
    violation: Violation,
) -> Box<Trace> {
    let (mut edges, start) = reached.way_back(model, index);
    edges.reverse();
    edges.push(last);
    Box::new(Trace { violation, states: reached.states.len(), shape: model.shape, start, edges })
}
