//! The roots of a stopped heap, copied: native threads may release handles while the heap is
//! inspected.

use std::collections::HashMap;

use statepoint_scanner::roots::RootKind;
use statepoint_scanner::table::RootLocation;

use super::InspectionError;
use super::source::{Parent, Source};
use super::stopped::StoppedHeap;
use crate::handles::Holder;
use crate::root_slots::RootSlot;
use crate::thread::{FrameAnchor, Owner, Stack};

/// The name of a root edge. Few roots have distinct names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RootName {
    /// The index among the roots of its source.
    Index,
    /// A local handle of native code.
    Local,
    /// A slot of a frame, whose call returns to `pc`.
    Frame { pc: u64, location: RootLocation },
    /// The owner of the fiber.
    Owner,
    /// The key of an entry in a table with weak keys.
    Key,
    /// The value of an entry in a table with weak keys.
    Value,
    /// A weak handle.
    WeakHandle,
    /// A slot of a weak root range.
    WeakRootRange,
    /// The registration of a finalizer.
    Finalizer,
}

/// A reference from a [`Source`] to an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootEdge {
    /// Address of the object.
    pub(super) target: usize,
    /// Index of the source.
    source: u32,
    /// Index of the name, in [`RootEdges::names`].
    name: u32,
}

/// The roots, grouped by their sources.
#[derive(Debug, Default)]
pub(super) struct RootEdges {
    pub(super) sources: Vec<Source>,
    pub(super) names: Vec<RootName>,
    edges: Vec<RootEdge>,
    /// The indices in `names`.
    known: HashMap<RootName, u32>,
}

impl RootEdge {
    /// Returns the index of the source in [`RootEdges::sources`].
    pub(super) fn source(&self) -> usize {
        self.source as usize
    }

    /// Returns the index of the name in [`RootEdges::names`].
    pub(super) fn name_index(&self) -> usize {
        self.name as usize
    }
}

impl RootName {
    /// Returns whether the root does not keep its object alive.
    pub(super) fn is_weak(self) -> bool {
        matches!(self, Self::Key | Self::WeakHandle | Self::WeakRootRange | Self::Finalizer)
    }
}

impl RootEdges {
    /// Copies the roots of a heap.
    pub(super) fn of(heap: &StoppedHeap<'_>) -> Result<Self, InspectionError> {
        let mut edges = Self::default();
        edges.add_threads(heap)?;
        edges.add_suspended(heap)?;
        edges.add_native(heap);
        Ok(edges)
    }

    /// Returns the edges, in the order of their sources.
    pub(super) fn edges(&self) -> &[RootEdge] {
        &self.edges
    }

    /// Returns the name of an edge.
    pub(super) fn name(&self, edge: &RootEdge) -> RootName {
        self.names[edge.name_index()]
    }

    /// Returns the memory that the roots take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<RootEdge>()
            + self.names.capacity() * (size_of::<RootName>() * 3)
    }

    fn add_threads(&mut self, heap: &StoppedHeap<'_>) -> Result<(), InspectionError> {
        for thread in heap.roots.threads {
            let index = self.sources.len();
            let stacks: Vec<_> = thread.data.stacks().collect();
            // The last one is the thread's own.
            for (number, &(stack, anchor)) in stacks.iter().rev().enumerate() {
                self.sources.push(match number {
                    0 => Source::of_thread(thread),
                    _ => Source::of_running(stack, index),
                });
                let fibers = heap.roots.fibers.all().iter();
                let fiber = fibers.map(|fiber| &**fiber).find(|f| core::ptr::eq(&f.stack, stack));
                if let Some(Owner::Object(owner)) = fiber.map(|fiber| fiber.owner.get()) {
                    self.add(heap, RootName::Owner, owner);
                }
                self.add_stack(heap, stack, anchor)?;
            }
        }
        Ok(())
    }

    fn add_suspended(&mut self, heap: &StoppedHeap<'_>) -> Result<(), InspectionError> {
        for fiber in heap.roots.fibers.all() {
            let Some((stack, anchor)) = fiber.suspended() else { continue };
            let owner = match fiber.owner.get() {
                Owner::Object(owner) => Some(owner as usize),
                Owner::None => None,
            };
            self.sources.push(Source::of_suspended(fiber, owner));
            self.add_stack(heap, stack, anchor)?;
        }
        Ok(())
    }

    fn add_stack(
        &mut self,
        heap: &StoppedHeap<'_>,
        stack: &Stack,
        anchor: FrameAnchor,
    ) -> Result<(), InspectionError> {
        let walked = heap.roots.visit_stack(stack, anchor, |slot, word| match slot {
            RootSlot::Frame { pc, root, .. } => match root.kind {
                RootKind::Base | RootKind::PinnedReference => {
                    self.add(heap, RootName::Frame { pc, location: root.location }, word);
                }
                // The base of a derived pointer is a root, too. A candidate may be any word; a
                // collection ends the process if it points into the heap.
                RootKind::Derived { .. } | RootKind::PinnedCandidate => {}
            },
            _ => self.add(heap, RootName::Local, word),
        });
        walked.map_err(|source| InspectionError::Stack { stack: stack.to_string(), source })
    }

    fn add_native(&mut self, heap: &StoppedHeap<'_>) {
        let mut last = None;
        heap.roots.for_each_native(|slot, word| {
            let (source, name) = match slot {
                RootSlot::Native(Holder::RootRange) => ("(Root ranges)", RootName::Index),
                RootSlot::Native(Holder::WeakRootRange) => {
                    ("(Weak root ranges)", RootName::WeakRootRange)
                }
                RootSlot::Native(Holder::WeakHandle) => ("(Weak handles)", RootName::WeakHandle),
                RootSlot::Native(Holder::Pin) => ("(Pinned objects)", RootName::Index),
                RootSlot::Native(Holder::Key) => ("(Weak tables)", RootName::Key),
                RootSlot::Native(Holder::Value) => ("(Weak tables)", RootName::Value),
                RootSlot::Native(Holder::Finalizer) => ("(Finalizers)", RootName::Finalizer),
                RootSlot::Handle | RootSlot::Local { .. } | RootSlot::Frame { .. } => {
                    ("(Handles)", RootName::Index)
                }
            };
            if last != Some(source) {
                last = Some(source);
                self.sources.push(Source::new(source));
            }
            match name {
                // A value belongs to the key before it, whatever that is.
                RootName::Key => self.add_any(name, word),
                RootName::Value if !heap.is_reference(word) => {
                    self.edges.pop();
                }
                _ => self.add(heap, name, word),
            }
        });
    }

    /// Adds a root of the last source if `word` is a reference.
    fn add(&mut self, heap: &StoppedHeap<'_>, name: RootName, word: u64) {
        if heap.is_reference(word) {
            self.add_any(name, word);
        }
    }

    fn add_any(&mut self, name: RootName, word: u64) {
        let next = self.names.len() as u32;
        let index = *self.known.entry(name).or_insert(next);
        if index == next {
            self.names.push(name);
        }
        let source = self.sources.len().saturating_sub(1) as u32;
        self.edges.push(RootEdge { target: word as usize, source, name: index });
    }

    /// Returns whether an object owns the source of an edge. Then the edge counts only if the owner
    /// is reachable.
    pub(super) fn owner_of(&self, source: usize) -> Option<usize> {
        match self.sources[source].parent {
            Parent::Owner(owner) => Some(owner),
            Parent::Roots | Parent::Thread(_) => None,
        }
    }
}
