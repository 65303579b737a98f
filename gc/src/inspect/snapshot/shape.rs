//! The shape of a snapshot: the nodes that are no objects, the counts that stand at the beginning
//! of the file, and the edges of each object.

use core::cell::Cell;

use hashbrown::HashMap;

use super::SnapshotError;
use super::options::SnapshotOptions;
use crate::inspect::InspectionError;
use crate::inspect::object_edges::{ElementPlaces, Place};
use crate::inspect::reachable::trace;
use crate::inspect::root_edges::{RootEdge, RootEdges, RootName};
use crate::inspect::source::Parent;
use crate::inspect::stopped::StoppedHeap;
use crate::object::TypeId;
use crate::space::ObjectStarts;

/// Nodes before the sources: the root, and `(GC roots)`.
pub(super) const FIRST_SOURCE: u64 = 2;

/// What the passes over the objects need to know of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeShape {
    pub(super) elements: Option<ElementPlaces>,
    pub(super) is_labelled: bool,
}

/// The reachable objects and roots, and their numbers.
pub(super) struct Shape<'a> {
    pub(super) heap: &'a StoppedHeap<'a>,
    pub(super) roots: RootEdges,
    pub(super) starts: ObjectStarts,
    /// The node of each source; `None` if an unreachable object owns it.
    pub(super) source_nodes: Vec<Option<u64>>,
    /// The fibers that reachable objects own: the address of the owner and the source, in the order
    /// of addresses.
    pub(super) owned: Vec<(usize, usize)>,
    /// The node of the first object.
    pub(super) first_object: u64,
    pub(super) objects: u64,
    pub(super) object_bytes: u64,
    pub(super) edges: u64,
    pub(super) labels: u64,
    /// The address of the last object, or 0.
    pub(super) last_object: usize,
    types: HashMap<TypeId, TypeShape>,
    /// Bytes of memory besides the heap.
    pub(super) memory_bytes: usize,
}

impl<'a> Shape<'a> {
    /// Finds and counts the nodes and edges.
    pub(super) fn of(
        heap: &'a StoppedHeap<'a>,
        options: &SnapshotOptions<'_>,
    ) -> Result<Self, SnapshotError> {
        let roots = RootEdges::of(heap)?;
        let (starts, objects) = trace(heap, &roots)?;
        let mut next = FIRST_SOURCE;
        let mut owned = Vec::new();
        let mut node_of = |source: usize| {
            if let Some(owner) = roots.owner_of(source) {
                if !starts.contains(owner) {
                    return None;
                }
                owned.push((owner, source));
            }
            next += 1;
            Some(next - 1)
        };
        let source_nodes: Vec<_> = (0..roots.sources.len()).map(&mut node_of).collect();
        owned.sort_unstable();
        let mut shape = Self {
            heap,
            source_nodes,
            owned,
            first_object: next,
            objects,
            object_bytes: 0,
            edges: 0,
            labels: 0,
            last_object: 0,
            types: HashMap::new(),
            memory_bytes: starts.bytes() + roots.bytes(),
            roots,
            starts,
        };
        shape.count(options)?;
        let nodes = shape.nodes();
        if nodes > u64::from(u32::MAX) {
            return Err(SnapshotError::TooManyNodes { nodes });
        }
        Ok(shape)
    }

    /// Counts the edges, and finds the types.
    fn count(&mut self, options: &SnapshotOptions<'_>) -> Result<(), InspectionError> {
        let mut types = HashMap::new();
        let (mut edges, mut bytes, mut labels, mut last) = (0, 0, 0, 0);
        self.starts.iter().try_for_each(|object| {
            let (header, extent) = self.heap.object_at(object)?;
            let id = header.type_id();
            let shape = *types.entry(id).or_insert_with(|| TypeShape {
                elements: ElementPlaces::of(self.heap.types, id),
                is_labelled: options.labels.is_some() && options.labelled.contains(&id),
            });
            if !extent.references.is_empty() {
                edges += self.count_edges(object, shape);
            }
            bytes += extent.size as u64;
            labels += u64::from(shape.is_labelled);
            last = object;
            Ok(())
        })?;
        (self.object_bytes, self.labels, self.last_object) = (bytes, labels, last);
        self.types = types;
        edges += self.owned.len() as u64 + 1;
        let top = |index: usize| self.is_top_source(index);
        edges += (0..self.source_nodes.len()).filter(|&index| top(index)).count() as u64;
        edges += (0..self.source_nodes.len())
            .map(|source| {
                let mut count = 0;
                self.for_each_source_edge(source, |_| count += 1);
                count
            })
            .sum::<u64>();
        self.edges = edges;
        Ok(())
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.first_object + self.objects
    }

    /// Returns what is known of a type of which there is an object.
    #[inline]
    pub(super) fn type_shape(&self, id: TypeId) -> TypeShape {
        let absent = TypeShape { elements: None, is_labelled: false };
        self.types.get(&id).copied().unwrap_or(absent)
    }

    /// Returns whether `(GC roots)` has an edge to a source.
    pub(super) fn is_top_source(&self, source: usize) -> bool {
        self.roots.sources[source].parent == Parent::Roots && self.source_nodes[source].is_some()
    }

    /// Returns the number of edges of an object, apart from those to fibers that it owns.
    #[inline]
    pub(super) fn count_edges(&self, object: usize, shape: TypeShape) -> u64 {
        let mut count = 0;
        self.for_each_edge(object, shape, |_, _| count += 1);
        count
    }

    /// Calls `visit` with the place and the target of each edge of an object that `starts`
    /// contains, apart from those to fibers that it owns.
    #[inline]
    pub(super) fn for_each_edge(
        &self,
        object: usize,
        shape: TypeShape,
        mut visit: impl FnMut(Place, usize),
    ) {
        let is_key_reached = Cell::new(false);
        let filter = |place: Place, word: u64| {
            let is_reference = self.heap.is_reference(word);
            let is_edge = match place {
                Place::Field(_) | Place::Element(_) => is_reference,
                Place::Weak(_) => {
                    let is_reached = self.starts.contains(word as usize);
                    is_key_reached.set(is_reached || !is_reference);
                    is_reached
                }
                // The key comes before the value.
                Place::Value(_) => is_reference && is_key_reached.get(),
            };
            if is_edge {
                visit(place, word as usize);
            }
        };
        // SAFETY: the trace has found an object at this address; the world is stopped.
        unsafe { self.heap.for_each_slot(object, shape.elements, filter) };
    }

    /// Calls `visit` with each edge of a source, in the order of the file.
    pub(super) fn for_each_source_edge(&self, source: usize, mut visit: impl FnMut(SourceEdge)) {
        if self.source_nodes[source].is_none() {
            return;
        }
        let parent = Parent::Thread(source);
        for (index, _) in self.roots.sources.iter().enumerate().filter(|(_, s)| s.parent == parent)
        {
            visit(SourceEdge::Fiber(index));
        }
        let edges = self.roots.edges();
        let first = edges.partition_point(|edge| edge.source() < source);
        let mut is_key_reached = false;
        for edge in edges[first..].iter().take_while(|edge| edge.source() == source) {
            let name = self.roots.name(edge);
            let is_reached = self.starts.contains(edge.target);
            if name == RootName::Key {
                is_key_reached = is_reached || !self.heap.is_reference(edge.target as u64);
            }
            if is_reached && (name != RootName::Value || is_key_reached) {
                visit(SourceEdge::Object(*edge));
            }
        }
    }
}

/// An edge of a source.
#[derive(Clone, Copy, Debug)]
pub(super) enum SourceEdge {
    /// To a fiber that the thread runs, by its source.
    Fiber(usize),
    /// To an object.
    Object(RootEdge),
}
