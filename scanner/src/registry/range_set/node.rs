//! The nodes of the tree. No node changes after its creation, so trees can share nodes.

use std::sync::Arc;

use super::Ranged;
use super::entries::{Entries, MAX_ENTRIES, SplitPoint, UpToTwo};

/// Two neighbours are merged if they have at most this number of entries together. Less than a full
/// node, so that the next insertion does not split it again.
const MAX_MERGED: usize = MAX_ENTRIES * 3 / 4;

/// A tree of one or more levels. All leaves have the same depth, and no node is empty.
pub(super) enum Node<T> {
    /// Elements, by the starts of their ranges.
    Leaf(Entries<Arc<T>>),
    /// Subtrees, by the starts of their first elements.
    Inner(Entries<Arc<Node<T>>>),
}

/// Whether a node is on the left or right edge of the whole tree.
///
/// An insertion at an edge splits off a node with one entry, and leaves the other node full. So
/// insertions in ascending or descending order fill the nodes.
#[derive(Clone, Copy)]
pub(super) struct Edges {
    left: bool,
    right: bool,
}

impl Edges {
    /// The edges of a root.
    pub(super) const ROOT: Self = Self { left: true, right: true };

    /// Returns the edges of the child at `index` of `len` children.
    fn of_child(self, index: usize, len: usize) -> Self {
        Self { left: self.left && index == 0, right: self.right && index + 1 == len }
    }

    /// Returns where a node is split to which an entry is added. These are the edges of the entry.
    fn split_point(self) -> SplitPoint {
        match self {
            Self { right: true, .. } => SplitPoint::BeforeLast,
            Self { left: true, .. } => SplitPoint::AfterFirst,
            Self { left: false, right: false } => SplitPoint::Middle,
        }
    }
}

impl<T> Node<T> {
    /// Returns the last element whose start is at most `address`.
    #[inline]
    pub(super) fn last_at_or_below(&self, address: u64) -> Option<&Arc<T>> {
        let mut node = self;
        loop {
            match node {
                Self::Leaf(items) => return items.last_at_or_below(address),
                Self::Inner(children) => node = children.last_at_or_below(address)?,
            }
        }
    }

    /// Returns the only child of a node that has one child and no elements.
    pub(super) fn only_child(&self) -> Option<&Arc<Self>> {
        match self {
            Self::Inner(children) if children.len() == 1 => children.get(0),
            _ => None,
        }
    }

    /// Returns the start of the first element.
    fn first_start(&self) -> u64 {
        match self {
            Self::Leaf(items) => items.first_start(),
            Self::Inner(children) => children.first_start(),
        }
    }

    /// Returns the number of elements or children.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Leaf(items) => items.len(),
            Self::Inner(children) => children.len(),
        }
    }

    /// Returns a node with the entries of two neighbours, or `None` if they are too many.
    fn merge(&self, after: &Self) -> Option<Self> {
        if self.len() + after.len() > MAX_MERGED {
            return None;
        }
        match (self, after) {
            (Self::Leaf(first), Self::Leaf(second)) => Some(Self::Leaf(first.concat(second))),
            (Self::Inner(first), Self::Inner(second)) => Some(Self::Inner(first.concat(second))),
            // The children of one node have the same depth.
            _ => None,
        }
    }

    /// Returns the node as an entry of its parent.
    fn into_entry(self) -> (u64, Arc<Self>) {
        (self.first_start(), Arc::new(self))
    }
}

impl<T: Ranged> Node<T> {
    /// Returns a node with one element.
    pub(super) fn with_one(item: Arc<T>) -> Self {
        Self::Leaf(Entries::from_iter([(item.range().start, item)]))
    }

    /// Returns a node with these children, of which there is at least one.
    pub(super) fn with_children(children: UpToTwo<Arc<Self>>) -> Self {
        Self::Inner(children.into_iter().flatten().collect())
    }

    /// Returns copies of the nodes from here to a leaf, with `item` added: one node, or two if this
    /// node was full.
    pub(super) fn with(&self, item: Arc<T>, edges: Edges) -> UpToTwo<Arc<Self>> {
        let start = item.range().start;
        match self {
            Self::Leaf(items) => {
                let index = items.count_at_or_below(start);
                let split_point = edges.of_child(index, items.len() + 1).split_point();
                let new = [Some((start, item)), None];
                items
                    .replace(index..index, new, split_point, |items| Self::Leaf(items).into_entry())
            }
            Self::Inner(children) => {
                // What is before the first child is added to the first child.
                let index = children.count_at_or_below(start).saturating_sub(1);
                let edges = edges.of_child(index, children.len());
                let Some(child) = children.get(index) else { return [None, None] };
                let new = child.with(item, edges);
                let inner = |children| Self::Inner(children).into_entry();
                children.replace(index..index + 1, new, edges.split_point(), inner)
            }
        }
    }

    /// Returns copies of the nodes from here to a leaf, without the element that starts at `start`.
    /// Returns `None` if there is no such element, and `Some(None)` if there is no other element.
    pub(super) fn without(&self, start: u64) -> Option<Option<Arc<Self>>> {
        // The result has at most as many entries as this node, so the second part is empty.
        let [first, _empty] = match self {
            Self::Leaf(items) => {
                let index = items.position(start)?;
                let leaf = |items| Arc::new(Self::Leaf(items));
                items.replace(index..index + 1, [None, None], SplitPoint::Middle, leaf)
            }
            Self::Inner(children) => {
                let index = children.count_at_or_below(start).checked_sub(1)?;
                let child = children.get(index)?.without(start)?;
                let mut replaced = index..index + 1;
                let new = child.map(|child| {
                    // Only the neighbours of a small node are read.
                    let is_small = child.len() < MAX_MERGED;
                    let neighbour =
                        |index: Option<usize>| children.get(index.filter(|_| is_small)?);
                    let before = neighbour(index.checked_sub(1));
                    let after = neighbour(index.checked_add(1));
                    if let Some(merged) = before.and_then(|before| before.merge(&child)) {
                        replaced.start -= 1;
                        merged.into_entry()
                    } else if let Some(merged) = after.and_then(|after| child.merge(after)) {
                        replaced.end += 1;
                        merged.into_entry()
                    } else {
                        (child.first_start(), child)
                    }
                });
                let inner = |children| Arc::new(Self::Inner(children));
                children.replace(replaced, [new, None], SplitPoint::Middle, inner)
            }
        };
        Some(first)
    }
}
