//! Counterexamples and their display as text.

use std::fmt;

use super::model::Violation;
use super::shape::{NULL, Reference, Shape};
use super::state::{Age, Colour, State};
use super::step::{Edge, Step, YoungOutcome};

/// A shortest counterexample: the steps that lead to a violation. Displayed as a numbered list.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) violation: Violation,
    /// Number of states that were visited before the violation was found.
    pub(super) states: usize,
    pub(super) shape: Shape,
    /// The state after the pause that starts the cycle.
    pub(super) start: State,
    pub(super) edges: Vec<Edge>,
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = &self.shape;
        writeln!(f, "cycle started: {}", shape.describe(self.start))?;
        let mut from = self.start;
        for (index, edge) in self.edges.iter().enumerate() {
            let mut parts = vec![shape.step(edge.step)];
            parts.extend(shape.changes(from, edge.to));
            writeln!(f, "{:3}. {}", index + 1, parts.join("; "))?;
            from = edge.to;
        }
        match self.violation {
            Violation::Lost(object) => {
                let (name, colour) = (shape.name(object), colour_name(from.colour(object)));
                write!(f, "marking ended: {name} is reachable and {colour}")
            }
            Violation::NoProgress => write!(f, "marking has not progressed"),
        }
    }
}

/// Returns the name of a colour in counterexamples.
fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Grey(0) => "grey",
        Colour::Grey(_) => "grey, half scanned",
        Colour::Black => "black",
    }
}

impl Shape {
    fn name(&self, object: Reference) -> &'static str {
        match object {
            NULL => "null",
            _ if self.has_young && object == self.young_object() => "Y",
            _ => ["A", "B", "C", "D"][object],
        }
    }

    fn field_name(&self, field: usize) -> String {
        let owner = self.owner(field);
        format!("{}[{}]", self.name(owner), field - self.fields_of(owner).start)
    }

    /// Returns a description of a step.
    fn step(&self, step: Step) -> String {
        let name = |object| self.name(object);
        let field_name = |field| self.field_name(field);
        match step {
            Step::Drop { object } => format!("mutator: drops {}", name(object)),
            Step::Load { field } => format!("mutator: loads {}", field_name(field)),
            Step::LoadWeak { object } => {
                format!("mutator: loads the weak field of {}", name(object))
            }
            Step::Store { field, value } => {
                format!("mutator: stores {} into {}", name(value), field_name(field))
            }
            Step::StoreWeak { object, value } => {
                format!("mutator: stores {} into the weak field of {}", name(value), name(object))
            }
            Step::Allocate { object } => format!("mutator: allocates {}", name(object)),
            Step::CreateHandle { object } => {
                format!("mutator: creates a handle of {}", name(object))
            }
            Step::LoadHandle => "mutator: loads the handle".to_owned(),
            Step::DeleteHandle => "mutator: deletes the handle".to_owned(),
            Step::Scan { field } => format!("marker: scans {}", field_name(field)),
            Step::VisitUnlistedCells => "marker: visits the unlisted cells".to_owned(),
            Step::Pause { young } => format!("pause{}", self.outcome(young)),
            Step::FinalPause { young, budget } => {
                let budget = match budget {
                    0 => String::new(),
                    usize::MAX => ", drains all".to_owned(),
                    _ => format!(", drains {budget}"),
                };
                format!("final pause{}{budget}", self.outcome(young))
            }
        }
    }

    /// Returns a description of the outcome of a pause for the young object.
    fn outcome(&self, outcome: YoungOutcome) -> String {
        let what = match outcome {
            YoungOutcome::Absent => return String::new(),
            YoungOutcome::Dies => "dies",
            YoungOutcome::StaysYoung => "survives and stays young",
            YoungOutcome::Promoted => "is promoted",
        };
        format!(", {} {what}", self.name(self.young_object()))
    }

    /// Returns a description of a state.
    fn describe(&self, state: State) -> String {
        let held: Vec<_> = (0..self.objects())
            .filter(|&object| state.is_in_register(object))
            .map(|object| self.name(object))
            .collect();
        let mut parts = vec![format!("registers {{{}}}", held.join(", "))];
        for object in 0..self.objects() {
            let generation = match state.age() {
                _ if self.is_old(state, object) => colour_name(state.colour(object)),
                Age::Absent => continue,
                _ => "young",
            };
            let fields = self.fields_of(object).map(|field| self.name(state.field(field)));
            let weak = self.is_weak(object).then(|| format!("weak {}", self.name(state.weak())));
            let fields: Vec<_> = fields.map(str::to_owned).chain(weak).collect();
            parts.push(format!("{} = [{}] {generation}", self.name(object), fields.join(", ")));
        }
        if state.handle() != NULL {
            let listed = if state.is_listed() { "listed" } else { "unlisted" };
            parts.push(format!("handle of {}, {listed}", self.name(state.handle())));
        }
        parts.join("; ")
    }

    /// Returns descriptions of the changes between two states, except those that the description of
    /// the step implies.
    fn changes(&self, from: State, to: State) -> Vec<String> {
        let mut changes = Vec::new();
        for object in 0..self.objects() {
            let name = self.name(object);
            let fields = self.fields_of(object);
            let is_new = |&field: &usize| !from.is_logged(field) && to.is_logged(field);
            if !from.is_in_register(object) && to.is_in_register(object) {
                changes.push(format!("a register refers to {name}"));
            }
            if self.is_carded(object) {
                let cards = fields.filter(is_new);
                changes.extend(cards.map(|field| format!("logs {}", self.field_name(field))));
            } else if fields.clone().any(|field| is_new(&field)) {
                changes.push(format!("logs {name}"));
            }
            if from.colour(object) != to.colour(object) {
                changes.push(format!("{name} is {}", colour_name(to.colour(object))));
            }
        }
        // The description of the step implies that a cell is freed.
        if to.handle() != NULL && from.is_listed() != to.is_listed() {
            let listed = if to.is_listed() { "listed" } else { "unlisted" };
            changes.push(format!("the cell is {listed}"));
        }
        changes
    }
}
