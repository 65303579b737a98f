//! The shadow copy of a graph, outside the heap.

use std::collections::{HashMap, HashSet};

/// Identifier of an object. It is never reused in a run.
pub(super) type Id = u32;

/// Expected value of a word of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Null, a number (odd if the field can hold references), or the address of a static object.
    Word(u64),
    /// A reference to one of the immutable objects that all threads share, by index.
    Constant(usize),
    /// A reference to an object of the same graph.
    Node(Id),
}

/// Kind of a field: a number, or the strength of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldRole {
    /// A number.
    Plain,
    /// A strong reference.
    Strong,
    /// A short weak reference, cleared before finalization.
    Weak,
    /// A long weak reference, cleared after finalization.
    LongWeak,
    /// The key of an ephemeron.
    Key,
    /// The value of an ephemeron.
    Value,
}

/// Kinds of objects, by layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectKind {
    Pair,
    /// References and numbers alternate.
    Mixed,
    References,
    /// An array whose elements are structures of a number and two references.
    Structs,
    Words,
    Bytes,
    Weak,
    LongWeak,
    Ephemeron,
}

impl ObjectKind {
    /// Returns the type ID. The types are registered by `shared::types`.
    pub(super) fn type_id(self) -> u32 {
        match self {
            Self::Pair => 1,
            Self::Mixed => 41,
            Self::References => 3,
            Self::Structs => 31,
            Self::Words => 2,
            Self::Bytes => 40,
            Self::Weak => 21,
            Self::LongWeak => 22,
            Self::Ephemeron => 23,
        }
    }

    pub(super) fn is_array(self) -> bool {
        matches!(self, Self::References | Self::Structs | Self::Words | Self::Bytes)
    }

    /// Returns whether all words are numbers.
    pub(super) fn is_plain(self) -> bool {
        matches!(self, Self::Words | Self::Bytes)
    }

    /// Returns the number of words of an object with `length` elements, without header and array
    /// length.
    pub(super) fn words(self, length: usize) -> usize {
        match self {
            Self::Pair => 2,
            Self::Mixed => 5,
            Self::References | Self::Words => length,
            Self::Structs => 3 * length,
            Self::Bytes => length.div_ceil(8),
            Self::Weak | Self::LongWeak | Self::Ephemeron => 3,
        }
    }

    /// Returns the byte offset of a word.
    pub(super) fn offset(self, index: usize) -> usize {
        8 * index + if self.is_array() { 16 } else { 8 }
    }

    /// Returns the kind of the field with this index.
    pub(super) fn role(self, index: usize) -> FieldRole {
        match (self, index) {
            (Self::Words | Self::Bytes, _) => FieldRole::Plain,
            (Self::Mixed, _) if index % 2 == 1 => FieldRole::Plain,
            (Self::Structs, _) if index.is_multiple_of(3) => FieldRole::Plain,
            (Self::Weak, 1) => FieldRole::Weak,
            (Self::LongWeak, 1) => FieldRole::LongWeak,
            (Self::Ephemeron, 0) => FieldRole::Key,
            (Self::Ephemeron, 1) => FieldRole::Value,
            _ => FieldRole::Strong,
        }
    }
}

/// Shadow copy of an object.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: ObjectKind,
    /// Number of elements of an array, otherwise 0.
    pub(super) length: usize,
    pub(super) words: Vec<Value>,
    /// Identity hash, if it has been requested.
    pub(super) hash: Option<u32>,
    /// Whether it was not strongly reachable for some time. Weak references to it may have been
    /// cleared since, and it may have been queued for finalization.
    pub(super) was_unreachable: bool,
}

impl Node {
    pub(super) fn bytes(&self) -> usize {
        self.kind.offset(self.words.len())
    }

    /// Returns a description of the object for messages.
    pub(super) fn describe(&self, id: Id) -> String {
        let Self { kind, length, hash, was_unreachable, .. } = self;
        format!(
            "object {id} ({kind:?} of {length} elements, hash {hash:x?}, was unreachable: \
             {was_unreachable})"
        )
    }
}

/// Sets of reachable objects.
#[derive(Debug, Default)]
pub(super) struct Reachable {
    /// Objects that are reachable from strong roots.
    pub(super) strong: HashSet<Id>,
    /// Objects that are reachable from strong roots or from objects with finalizers.
    pub(super) all: HashSet<Id>,
}

/// Roots of a graph.
#[derive(Debug, Default)]
pub(super) struct Roots {
    pub(super) strong: Vec<Id>,
    /// Objects with finalizers.
    pub(super) finalizable: Vec<Id>,
    /// Entries of the weak table, which are ephemerons.
    pub(super) entries: Vec<(Id, Value)>,
}

/// Shadow copy of a graph.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    pub(super) nodes: HashMap<Id, Node>,
    next: Id,
    /// Total size of all objects in bytes.
    pub(super) bytes: usize,
}

impl Shadow {
    pub(super) fn add(&mut self, kind: ObjectKind, length: usize, words: Vec<Value>) -> Id {
        let id = self.next;
        self.next += 1;
        let node = Node { kind, length, words, hash: None, was_unreachable: false };
        self.bytes += node.bytes();
        self.nodes.insert(id, node);
        id
    }

    /// Returns an object, which must exist.
    pub(super) fn node(&self, id: Id) -> &Node {
        self.nodes.get(&id).expect("the graph's edges point to its objects")
    }

    pub(super) fn node_mut(&mut self, id: Id) -> &mut Node {
        self.nodes.get_mut(&id).expect("the graph's edges point to its objects")
    }

    /// Adds all objects that are reachable from `stack` to `marked`, including values of ephemerons
    /// and table entries whose keys are marked.
    pub(super) fn trace(
        &self,
        marked: &mut HashSet<Id>,
        mut stack: Vec<Id>,
        entries: &[(Id, Value)],
    ) {
        let mut ephemerons: Vec<Id> = self.ephemerons(marked.iter().copied()).collect();
        loop {
            while let Some(id) = stack.pop() {
                if !marked.insert(id) {
                    continue;
                }
                ephemerons.extend(self.ephemerons([id]));
                let node = self.node(id);
                stack.extend(node.words.iter().enumerate().filter_map(
                    |(index, value)| match value {
                        &Value::Node(to) if node.kind.role(index) == FieldRole::Strong => Some(to),
                        _ => None,
                    },
                ));
            }
            let in_heap = ephemerons.iter().filter_map(|&id| {
                let words = &self.node(id).words;
                let Value::Node(key) = words[0] else { return None };
                Some((key, words[1]))
            });
            let live = entries.iter().copied().chain(in_heap).filter_map(|(key, value)| {
                let Value::Node(value) = value else { return None };
                (marked.contains(&key) && !marked.contains(&value)).then_some(value)
            });
            stack.extend(live);
            if stack.is_empty() {
                return;
            }
        }
    }

    fn ephemerons(&self, ids: impl IntoIterator<Item = Id>) -> impl Iterator<Item = Id> {
        ids.into_iter().filter(|&id| self.node(id).kind == ObjectKind::Ephemeron)
    }

    pub(super) fn reachable(&self, roots: Roots) -> Reachable {
        let mut strong = HashSet::new();
        self.trace(&mut strong, roots.strong, &roots.entries);
        let mut all = strong.clone();
        self.trace(&mut all, roots.finalizable, &roots.entries);
        Reachable { strong, all }
    }

    /// Removes the unreachable objects.
    pub(super) fn sweep(&mut self, reached: &Reachable) {
        self.nodes.retain(|id, _| reached.all.contains(id));
        self.bytes = self.nodes.values().map(Node::bytes).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ephemerons_and_finalizers_retain_their_objects() {
        let mut shadow = Shadow::default();
        let null = Value::Word(0);
        let [key, value, dead] = [0; 3].map(|_| shadow.add(ObjectKind::Pair, 0, vec![null; 2]));
        let ephemeron = vec![Value::Node(key), Value::Node(value), null];
        let ephemeron = shadow.add(ObjectKind::Ephemeron, 0, ephemeron);
        let last = shadow.add(ObjectKind::Weak, 0, vec![Value::Node(key), Value::Node(dead), null]);
        let reachable = |shadow: &Shadow, strong: &[Id], finalizable: &[Id], entries: &[_]| {
            let roots = Roots {
                strong: strong.to_vec(),
                finalizable: finalizable.to_vec(),
                entries: entries.to_vec(),
            };
            shadow.reachable(roots)
        };
        assert_eq!(reachable(&shadow, &[ephemeron], &[], &[]).all, [ephemeron].into());
        let both = reachable(&shadow, &[ephemeron, last], &[], &[]);
        assert_eq!(both.strong, [ephemeron, last, key, value].into());
        let finalized = reachable(&shadow, &[ephemeron], &[last], &[]);
        assert_eq!(finalized.strong, [ephemeron].into());
        assert_eq!(finalized.all, both.strong);
        let table = reachable(&shadow, &[last], &[], &[(key, Value::Node(dead)), (value, null)]);
        assert_eq!(table.strong, [last, key, dead].into());
        shadow.sweep(&table);
        assert_eq!((shadow.nodes.len(), shadow.bytes), (3, 24 + 24 + 32));
    }
}
