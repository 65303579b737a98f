//! Visits all states of a model, those that are fewest steps from the start first.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use super::model::{Edge, Model};
use super::shape::Shape;
use super::state::State;
use super::step::Step;

/// How much was explored.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Explored {
    pub(super) states: usize,
    /// Steps that end marking.
    pub(super) ends: usize,
    /// Last pauses after which marking continues.
    pub(super) rounds: usize,
}

/// A property that a step violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Violation {
    /// Marking ends, and a reachable old object is not black.
    Lost,
    /// Marking moves backwards, or a last pause that does not end it leaves nothing to mark.
    NoProgress,
}

/// A shortest way to a violation. Displayed as a list of steps.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) violation: Violation,
    /// States that were visited before.
    pub(super) states: usize,
    shape: Shape,
    start: State,
    edges: Vec<Edge>,
    /// Says what is wrong in the end.
    reason: String,
}

impl Trace {
    pub(super) fn steps(&self) -> usize {
        self.edges.len()
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "after the first pause: {}", self.shape.describe(self.start))?;
        for (index, edge) in self.edges.iter().enumerate() {
            let step = edge.step.describe(&self.shape);
            writeln!(f, "{:3}. {step}: {}", index + 1, self.shape.describe(edge.to))?;
        }
        write!(f, "{}", self.reason)
    }
}

/// Hashes a state by a multiplication: there are too many of them for a better function.
#[derive(Default)]
struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("states are numbers");
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(number) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// Visits all states that a model can reach.
///
/// # Errors
///
/// A shortest trace to a violation, if there is one.
pub(super) fn explore(model: &Model) -> Result<Explored, Box<Trace>> {
    let mut reached = model.starts();
    // The index of the state from which each was reached first; of a start, its own.
    let mut parents: Vec<u32> = (0..reached.len() as u32).collect();
    let mut known: HashMap<u64, (), BuildHasherDefault<Multiply>> =
        reached.iter().map(|state| (state.0, ())).collect();
    let mut explored = Explored::default();
    let mut edges = Vec::new();
    while explored.states < reached.len() {
        let index = explored.states;
        let from = reached[index];
        model.edges(from, &mut edges);
        for edge in &edges {
            if let Some((violation, reason)) = violation(model, from, edge) {
                return Err(trace(model, &reached, &parents, index, *edge, violation, reason));
            }
            if edge.ends {
                explored.ends += 1;
                continue;
            }
            explored.rounds += usize::from(matches!(edge.step, Step::LastPause { .. }));
            if let Entry::Vacant(vacant) = known.entry(edge.to.0) {
                vacant.insert(());
                reached.push(edge.to);
                parents.push(index as u32);
            }
        }
        explored.states += 1;
    }
    Ok(explored)
}

/// Returns what a step violates, if anything, and an explanation.
fn violation(model: &Model, from: State, edge: &Edge) -> Option<(Violation, String)> {
    if edge.ends {
        let lost = model.lost(edge.to)?;
        let name = model.shape.name(lost);
        return Some((Violation::Lost, format!("marking has ended; {name} is reachable")));
    }
    let (before, after) = (model.progress(from), model.progress(edge.to));
    if after < before || edge.step.is_marking() && after == before {
        return Some((Violation::NoProgress, "marking has moved backwards".to_owned()));
    }
    if matches!(edge.step, Step::LastPause { .. }) && !edge.to.has_grey() {
        return Some((Violation::NoProgress, "marking continues without grey objects".to_owned()));
    }
    None
}

/// Collects the steps that lead to the last one.
fn trace(
    model: &Model,
    reached: &[State],
    parents: &[u32],
    index: usize,
    last: Edge,
    violation: Violation,
    reason: String,
) -> Box<Trace> {
    let mut edges = vec![last];
    let (mut index, mut choices) = (index, Vec::new());
    while parents[index] as usize != index {
        let parent = parents[index] as usize;
        model.edges(reached[parent], &mut choices);
        let is_taken = |edge: &&Edge| !edge.ends && edge.to == reached[index];
        edges.push(*choices.iter().find(is_taken).expect("a step that was found before"));
        index = parent;
    }
    edges.reverse();
    let (shape, start, states) = (model.shape, reached[index], reached.len());
    Box::new(Trace { violation, states, shape, start, edges, reason })
}
