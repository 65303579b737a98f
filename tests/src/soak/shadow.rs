//! The copy of a graph of objects that is kept outside the heap.

use std::collections::{HashMap, HashSet};

/// Identifies an object, as long as the program runs.
pub(super) type Id = u32;

/// The value of a word of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Null, a number (odd, where a reference may be), or the address of a static object.
    Word(u64),
    /// One of the objects that all threads share and no thread changes.
    Constant(usize),
    /// An object of the same graph.
    Node(Id),
}

/// The effect of a word on the object that it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing: it is a number.
    Plain,
    Strong,
    Weak,
    LongWeak,
    Key,
    Value,
}

/// The layouts of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Pair,
    /// References and numbers alternate.
    Mixed,
    References,
    /// Elements of a number and two references.
    Structs,
    Words,
    Bytes,
    Weak,
    LongWeak,
    Ephemeron,
}

impl Kind {
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

    /// All its words are numbers.
    pub(super) fn is_plain(self) -> bool {
        matches!(self, Self::Words | Self::Bytes)
    }

    /// Returns the number of words for this number of elements, without the header and the length.
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

    pub(super) fn role(self, index: usize) -> Role {
        match (self, index) {
            (Self::Words | Self::Bytes, _) => Role::Plain,
            (Self::Mixed, _) if index % 2 == 1 => Role::Plain,
            (Self::Structs, _) if index.is_multiple_of(3) => Role::Plain,
            (Self::Weak, 1) => Role::Weak,
            (Self::LongWeak, 1) => Role::LongWeak,
            (Self::Ephemeron, 0) => Role::Key,
            (Self::Ephemeron, 1) => Role::Value,
            _ => Role::Strong,
        }
    }
}

/// An object.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Number of elements, in an array.
    pub(super) length: usize,
    pub(super) words: Vec<Value>,
    /// Its identity hash, once it was requested.
    pub(super) hash: Option<u32>,
    /// It was unreachable for some time: weak references to it may have been cleared, and it may
    /// have been queued.
    pub(super) was_lost: bool,
}

impl Node {
    pub(super) fn bytes(&self) -> usize {
        self.kind.offset(self.words.len())
    }

    /// Returns a description of an object for messages.
    pub(super) fn describe(&self, id: Id) -> String {
        let Self { kind, length, hash, was_lost, .. } = self;
        format!("object {id} ({kind:?} of {length} elements, hash {hash:x?}, was lost: {was_lost})")
    }
}

/// The reachable objects.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// Reachable without finalizers.
    pub(super) strong: HashSet<Id>,
    /// With the objects that are, or will be, queued, and all that they refer to.
    pub(super) all: HashSet<Id>,
}

/// The references into a graph.
#[derive(Debug, Default)]
pub(super) struct Roots {
    pub(super) strong: Vec<Id>,
    /// Objects that are registered to be finalized.
    pub(super) finalizable: Vec<Id>,
    /// Of a table with weak keys.
    pub(super) entries: Vec<(Id, Value)>,
}

/// A graph.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    pub(super) nodes: HashMap<Id, Node>,
    next: Id,
    /// Size of all objects.
    pub(super) bytes: usize,
}

impl Shadow {
    pub(super) fn add(&mut self, kind: Kind, length: usize, words: Vec<Value>) -> Id {
        let id = self.next;
        self.next += 1;
        let node = Node { kind, length, words, hash: None, was_lost: false };
        self.bytes += node.bytes();
        self.nodes.insert(id, node);
        id
    }

    /// Returns an object that is known to exist.
    pub(super) fn node(&self, id: Id) -> &Node {
        self.nodes.get(&id).expect("the graph's edges point to its objects")
    }

    pub(super) fn node_mut(&mut self, id: Id) -> &mut Node {
        self.nodes.get_mut(&id).expect("the graph's edges point to its objects")
    }

    /// Adds all objects that are reachable from `stack` to those already seen.
    pub(super) fn trace(
        &self,
        seen: &mut HashSet<Id>,
        mut stack: Vec<Id>,
        entries: &[(Id, Value)],
    ) {
        let mut ephemerons: Vec<Id> = self.ephemerons(seen.iter().copied()).collect();
        loop {
            while let Some(id) = stack.pop() {
                if !seen.insert(id) {
                    continue;
                }
                ephemerons.extend(self.ephemerons([id]));
                let node = self.node(id);
                stack.extend(node.words.iter().enumerate().filter_map(
                    |(index, value)| match value {
                        &Value::Node(to) if node.kind.role(index) == Role::Strong => Some(to),
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
                (seen.contains(&key) && !seen.contains(&value)).then_some(value)
            });
            stack.extend(live);
            if stack.is_empty() {
                return;
            }
        }
    }

    fn ephemerons(&self, ids: impl IntoIterator<Item = Id>) -> impl Iterator<Item = Id> {
        ids.into_iter().filter(|&id| self.node(id).kind == Kind::Ephemeron)
    }

    pub(super) fn reach(&self, roots: Roots) -> Reached {
        let mut strong = HashSet::new();
        self.trace(&mut strong, roots.strong, &roots.entries);
        let mut all = strong.clone();
        self.trace(&mut all, roots.finalizable, &roots.entries);
        Reached { strong, all }
    }

    /// Forgets the objects that were not reached.
    pub(super) fn sweep(&mut self, reached: &Reached) {
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
        let [key, value, dead] = [0; 3].map(|_| shadow.add(Kind::Pair, 0, vec![null; 2]));
        let ephemeron = vec![Value::Node(key), Value::Node(value), null];
        let ephemeron = shadow.add(Kind::Ephemeron, 0, ephemeron);
        let last = shadow.add(Kind::Weak, 0, vec![Value::Node(key), Value::Node(dead), null]);
        let reach = |shadow: &Shadow, strong: &[Id], finalizable: &[Id], entries: &[_]| {
            let roots = Roots {
                strong: strong.to_vec(),
                finalizable: finalizable.to_vec(),
                entries: entries.to_vec(),
            };
            shadow.reach(roots)
        };
        assert_eq!(reach(&shadow, &[ephemeron], &[], &[]).all, [ephemeron].into());
        let both = reach(&shadow, &[ephemeron, last], &[], &[]);
        assert_eq!(both.strong, [ephemeron, last, key, value].into());
        let finalized = reach(&shadow, &[ephemeron], &[last], &[]);
        assert_eq!(finalized.strong, [ephemeron].into());
        assert_eq!(finalized.all, both.strong);
        let table = reach(&shadow, &[last], &[], &[(key, Value::Node(dead)), (value, null)]);
        assert_eq!(table.strong, [last, key, dead].into());
        shadow.sweep(&table);
        assert_eq!((shadow.nodes.len(), shadow.bytes), (3, 24 + 24 + 32));
    }
}
