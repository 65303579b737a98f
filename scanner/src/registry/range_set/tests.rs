//! Tests of [`RangeSet`] and of the shape of its tree.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proptest::prelude::*;

use super::entries::{Entries, MAX_ENTRIES};
use super::*;

#[derive(Debug, PartialEq)]
struct Item(Range<u64>);

impl Ranged for Item {
    fn range(&self) -> Range<u64> {
        self.0.clone()
    }
}

/// Size of the range of each element that [`item`] returns.
const SIZE: u64 = 16;

/// Returns the `n`th of adjacent elements.
fn item(n: u64) -> Arc<Item> {
    Arc::new(Item(n * SIZE..n * SIZE + SIZE))
}

/// Returns the numbers below `len` in steps of 7919, modulo `len`, which has no common divisor with
/// this prime number.
fn scattered(len: u64) -> impl Iterator<Item = u64> {
    (0..len).map(move |n| n * 7919 % len)
}

fn set_of(numbers: impl Iterator<Item = u64>) -> RangeSet<Item> {
    numbers.fold(RangeSet::new(), |set, n| set.with(item(n)))
}

/// Returns the last range of the model that overlaps `range`.
fn model_overlap(model: &BTreeMap<u64, u64>, range: &Range<u64>) -> Option<Range<u64>> {
    let (&start, &end) = model.range(..range.end).next_back()?;
    (end > range.start).then_some(start..end)
}

/// The shape of a set's tree.
#[derive(Default)]
struct Shape {
    /// Number of nodes of each level, from the root down.
    levels: Vec<usize>,
    /// Addresses of all nodes.
    nodes: HashSet<usize>,
    /// The depths of all leaves.
    leaf_depths: BTreeSet<usize>,
}

impl Shape {
    /// Returns the shape of a set, after checking its invariants.
    fn of(set: &RangeSet<Item>) -> Self {
        let mut shape = Self::default();
        if let Some(root) = &set.root {
            assert!(root.only_child().is_none(), "the root has one child");
            shape.visit(root, 0);
        }
        assert!(shape.leaf_depths.len() <= 1, "{:?}", shape.leaf_depths);
        assert_eq!(set.iter().count(), set.len());
        shape
    }

    /// Adds a subtree, and returns the start of its first element.
    fn visit(&mut self, node: &Arc<Node<Item>>, depth: usize) -> u64 {
        self.levels.resize(self.levels.len().max(depth + 1), 0);
        self.levels[depth] += 1;
        self.nodes.insert(Arc::as_ptr(node).addr());
        assert!((1..=MAX_ENTRIES).contains(&node.len()), "{}", node.len());
        match &**node {
            Node::Leaf(items) => {
                self.leaf_depths.insert(depth);
                let starts: Vec<_> =
                    (0..items.len()).map(|n| items.get(n).unwrap().0.start).collect();
                check_starts(items, &starts)
            }
            Node::Inner(children) => {
                let children_of = (0..children.len()).map(|n| children.get(n).unwrap());
                let starts: Vec<_> =
                    children_of.map(|child| self.visit(child, depth + 1)).collect();
                check_starts(children, &starts)
            }
        }
    }

    /// Returns the number of nodes that are not in `other`.
    fn nodes_not_in(&self, other: &Self) -> usize {
        self.nodes.difference(&other.nodes).count()
    }
}

/// Checks that entries have these starts, in ascending order, and returns the first.
fn check_starts<V>(entries: &Entries<V>, starts: &[u64]) -> u64 {
    assert!(starts.is_sorted_by(|first, second| first < second), "{starts:?}");
    assert!((0..).zip(starts).all(|(index, &start)| entries.position(start) == Some(index)));
    assert_eq!(entries.first_start(), starts[0]);
    starts[0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Compares with a B-tree map, with enough elements that nodes are split and merged.
    #[test]
    fn set_matches_a_plain_model(
        steps in prop::collection::vec((0_u64..2000, 1_u64..12, 0_u8..5), 1..700)
    ) {
        let mut set = RangeSet::<Item>::new();
        let mut model = BTreeMap::new();
        let mut old: Option<(RangeSet<Item>, Vec<Range<u64>>)> = None;
        // Additions dominate at first, removals later.
        let half = steps.len() / 2;
        let ranges = |set: &RangeSet<Item>| set.iter().map(|item| item.range()).collect::<Vec<_>>();
        for (index, (start, len, choice)) in steps.into_iter().enumerate() {
            let range = start..start + len;
            let expected = model_overlap(&model, &range);
            let found = set.find_overlapping(&range).map(|item| item.range());
            prop_assert_eq!(&found, &expected);
            let add = if index < half { choice > 0 } else { choice == 0 };
            let next = match expected {
                None if add => {
                    model.insert(range.start, range.end);
                    set.with(Arc::new(Item(range)))
                }
                Some(found) if !add => {
                    model.remove(&found.start);
                    set.without(found.start)
                }
                _ => continue,
            };
            // The previous set is unchanged.
            let before = ranges(&set);
            if let Some((old, expected)) = old.replace((set, before)) {
                prop_assert_eq!(ranges(&old), expected);
            }
            set = next;
            prop_assert_eq!(set.len(), model.len());
        }
        let expected: Vec<_> = model.iter().map(|(&start, &end)| start..end).collect();
        prop_assert_eq!(ranges(&set), expected);
        for address in 0..2020 {
            let expected = model_overlap(&model, &(address..address + 1));
            prop_assert_eq!(set.find(address).map(|item| item.range()), expected);
        }
        Shape::of(&set);
    }

    /// Inserts and removes in ascending, descending and random order.
    #[test]
    fn any_order_of_insertion_and_removal(
        len in 1_u64..1500, insertion in 0_u8..3, removal in 0_u8..3, seed in any::<u64>()
    ) {
        let ordered = |order| {
            let mut numbers: Vec<_> = (0..len).collect();
            match order {
                0 => {}
                1 => numbers.reverse(),
                _ => numbers.sort_by_key(|n| (n ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            }
            numbers
        };
        let mut set = set_of(ordered(insertion).into_iter());
        Shape::of(&set);
        prop_assert!(set.iter().map(|item| item.0.start / SIZE).eq(0..len));
        let mut model: BTreeMap<_, _> = (0..len).map(|n| (n * SIZE, n * SIZE + SIZE)).collect();
        for (index, n) in ordered(removal).into_iter().enumerate() {
            let address = n * SIZE + SIZE - 1;
            let found = set.find(address).map(|item| item.range());
            prop_assert_eq!(found, Some(n * SIZE..address + 1));
            // Removing what is not in the set changes nothing.
            prop_assert_eq!(set.without(address).len(), set.len());
            set = set.without(n * SIZE);
            model.remove(&(n * SIZE));
            prop_assert!(set.find(address).is_none());
            if index % 101 == 0 {
                Shape::of(&set);
                let expected: Vec<_> = model.iter().map(|(&start, &end)| start..end).collect();
                let found: Vec<_> = set.iter().map(|item| item.range()).collect();
                prop_assert_eq!(found, expected);
            }
        }
        prop_assert!(set.root.is_none() && set.len() == 0);
    }
}

#[test]
fn insertion_in_order_fills_nodes() {
    const LEN: u64 = 50_000;
    // Levels of full nodes: 3125 leaves, then 196 nodes, 13 and 1.
    let full = [1, 13, 196, 3125];
    for set in [set_of(0..LEN), set_of((0..LEN).rev())] {
        assert_eq!(Shape::of(&set).levels, full);
    }
    // In any other order, nodes are at least half full.
    let levels = Shape::of(&set_of(scattered(LEN))).levels;
    let max_leaves = LEN as usize / (MAX_ENTRIES / 2);
    assert!(levels.last().is_some_and(|&leaves| leaves <= max_leaves), "{levels:?}");
}

/// A change creates one node per level, and at most one more per level for a split.
#[test]
fn change_shares_all_nodes_off_its_path() {
    const LEN: u64 = 20_000;
    let even = set_of(scattered(LEN).map(|n| n * 2));
    let shape = Shape::of(&even);
    let depth = shape.levels.len();
    for n in (1..2 * LEN).step_by(997) {
        let (changed, max_new) = if n % 2 == 1 {
            (even.with(item(n)), 2 * depth + 1)
        } else {
            (even.without(n * SIZE), depth)
        };
        let changed = Shape::of(&changed);
        let new = changed.nodes_not_in(&shape);
        assert!((1..=max_new).contains(&new), "{new} new nodes in {depth} levels");
        let gone = shape.nodes_not_in(&changed);
        assert!((1..=max_new).contains(&gone), "{gone} nodes replaced in {depth} levels");
    }
}

#[test]
fn nodes_are_merged_as_elements_are_removed() {
    const LEN: u64 = 10_000;
    const LEFT: usize = 10;
    let mut set = set_of(scattered(LEN));
    for n in scattered(LEN).skip(LEFT) {
        set = set.without(n * SIZE);
    }
    assert_eq!(set.len(), LEFT);
    let levels = Shape::of(&set).levels;
    assert!(levels.iter().sum::<usize>() <= 3, "{levels:?}");
}
