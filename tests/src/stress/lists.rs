//! Managed lists with a copy of their content outside the heap.

use statepoint_gc::{Argument, Handle, Mutator};

use super::{Count, Lost, Worker};
use crate::managed::{self, call, make};

/// A managed list of numbers, and the same numbers in a vector.
pub(super) struct List {
    /// Nodes of a tagged number and the rest of the list.
    head: Option<Handle>,
    shadow: Vec<u64>,
}

impl List {
    pub(super) fn new() -> Self {
        Self { head: None, shadow: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.shadow.len()
    }

    pub(super) fn push(&mut self, mutator: &mut Mutator, value: u32) {
        // Odd, so that it is no reference.
        let tagged = u64::from(value) << 1 | 1;
        let rest = self.head.as_ref().map_or(Argument::Word(0), Argument::Reference);
        let node = make(mutator, managed::pair, &[Argument::Word(tagged), rest]);
        self.head = Some(node.expect("two arguments of this heap"));
        self.shadow.push(tagged);
    }

    pub(super) fn clear(&mut self) {
        self.head = None;
        self.shadow.clear();
    }

    /// Compares the two from end to end.
    pub(super) fn check(&self, worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
        let Some(head) = &self.head else {
            return worker.check(self.shadow.is_empty(), || "a list has no head".to_owned());
        };
        worker.count(Count::ListsCompared, 1);
        // A hash that managed code computes in one call, from the youngest element to the oldest.
        let found = call(mutator, managed::list_hash, &[Argument::Reference(head)]);
        let expected = self.shadow.iter().rev().fold(0_u64, |hash, &value| {
            hash.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(value)
        });
        worker.check(found == Ok(expected), || {
            format!("a list of {} is not what it was: {found:?}, not {expected}", self.len())
        })
    }
}
