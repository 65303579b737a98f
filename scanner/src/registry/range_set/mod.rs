//! A persistent (immutable) ordered set of elements with address ranges. Insertion and removal
//! create a new set.
//!
//! A set is a B+-tree with path copying (Driscoll, Sarnak, Sleator, Tarjan, 1989): a change copies
//! the nodes from the root to one leaf, and the new set shares all other nodes with the old one. So
//! the cost of a change and of a search grows with the logarithm of the number of elements.

mod entries;
mod node;
#[cfg(all(test, not(loom)))]
mod tests;

use core::fmt;
use core::ops::Range;
use std::sync::Arc;

use node::{Edges, Node};

/// An element of a [`RangeSet`].
pub(super) trait Ranged {
    /// Returns the range of the element. It must not be empty and must not change.
    fn range(&self) -> Range<u64>;
}

/// An ordered set of elements whose ranges do not overlap.
pub(super) struct RangeSet<T> {
    /// `None` if the set is empty.
    root: Option<Arc<Node<T>>>,
    /// Number of elements.
    len: usize,
}

impl<T> Clone for RangeSet<T> {
    fn clone(&self) -> Self {
        Self { root: self.root.clone(), len: self.len }
    }
}

impl<T> RangeSet<T> {
    pub(super) const fn new() -> Self {
        Self { root: None, len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Iterates over the elements in the order of their addresses.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        // The nodes from the root to the present one, each with the index of its next entry.
        let mut path: Vec<(&Node<T>, usize)> = self.root.iter().map(|root| (&**root, 0)).collect();
        core::iter::from_fn(move || {
            while let Some((node, next)) = path.last_mut() {
                let index = *next;
                *next += 1;
                match node {
                    Node::Leaf(items) if index < items.len() => return items.get(index),
                    Node::Leaf(_) => drop(path.pop()),
                    Node::Inner(children) => match children.get(index) {
                        Some(child) => path.push((child, 0)),
                        None => drop(path.pop()),
                    },
                }
            }
            None
        })
    }
}

impl<T: Ranged> RangeSet<T> {
    /// Returns the last element that starts at or below `address`.
    #[inline]
    fn last_at_or_below(&self, address: u64) -> Option<&Arc<T>> {
        self.root.as_ref()?.last_at_or_below(address)
    }

    /// Returns the element whose range contains `address`.
    #[inline]
    pub(super) fn find(&self, address: u64) -> Option<&Arc<T>> {
        self.last_at_or_below(address).filter(|item| address < item.range().end)
    }

    /// Returns the last element whose range overlaps `range`.
    pub(super) fn find_overlapping(&self, range: &Range<u64>) -> Option<&Arc<T>> {
        // If any element overlaps, so does the last one that starts before the end of `range`.
        let last = self.last_at_or_below(range.end.checked_sub(1)?)?;
        (last.range().end > range.start).then_some(last)
    }

    /// Returns the set with `item` added. The range of `item` must not overlap another one.
    pub(super) fn with(&self, item: Arc<T>) -> Self {
        let root = match &self.root {
            None => Some(Arc::new(Node::with_one(item))),
            Some(root) => match root.with(item, Edges::ROOT) {
                [Some((_, root)), None] => Some(root),
                halves => Some(Arc::new(Node::with_children(halves))),
            },
        };
        Self { root, len: self.len + 1 }
    }

    /// Returns the set without the element whose range begins at `start`. Returns an equal set if
    /// there is no such element.
    pub(super) fn without(&self, start: u64) -> Self {
        let Some(mut root) = self.root.as_ref().and_then(|root| root.without(start)) else {
            return self.clone();
        };
        while let Some(child) = root.as_ref().and_then(|root| root.only_child()) {
            root = Some(Arc::clone(child));
        }
        Self { root, len: self.len - 1 }
    }
}

impl<T: Ranged> fmt::Debug for RangeSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = self.iter().map(|item| format!("{:#x?}", item.range()));
        f.debug_list().entries(ranges).finish()
    }
}
