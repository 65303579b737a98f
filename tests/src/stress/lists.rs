//! Managed lists with shadow copies outside the heap.

use statepoint_gc::{Argument, Handle, Mutator};

use super::{CheckError, Count, Worker};
use crate::managed::{self, call, make};

/// A managed list of numbers with its shadow copy.
pub(super) struct List {
    /// The first node. A node has a tagged number and a reference to the next node.
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

    /// Pushes a number to the front.
    pub(super) fn push(&mut self, mutator: &mut Mutator, value: u32) {
        // Odd, so that the collector does not treat it as a reference.
        let tagged = u64::from(value) << 1 | 1;
        let rest = self.head.as_ref().map_or(Argument::Word(0), Argument::Reference);
        let node = make(mutator, managed::pair, &[Argument::Word(tagged), rest]);
        self.head = Some(node.expect("two arguments of this heap"));
        self.shadow.push(tagged);
    }

    /// Drops all elements.
    pub(super) fn clear(&mut self) {
        self.head = None;
        self.shadow.clear();
    }

    /// Compares the list with its shadow copy.
    pub(super) fn check(
        &self,
        worker: &mut Worker<'_>,
        mutator: &mut Mutator,
    ) -> Result<(), CheckError> {
        let Some(head) = &self.head else {
            return worker.check(self.shadow.is_empty(), || {
                "a list that is not empty has no head".to_owned()
            });
        };
        worker.count(Count::ListsCompared, 1);
        // Managed code computes a hash from the youngest element to the oldest.
        let found = call(mutator, managed::list_hash, &[Argument::Reference(head)]);
        let expected = self.shadow.iter().rev().fold(0_u64, |hash, &value| {
            hash.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(value)
        });
        worker.check(found == Ok(expected), || {
            format!(
                "a list of {} elements has the hash {found:?} instead of {expected}",
                self.len()
            )
        })
    }
}
