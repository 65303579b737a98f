//! Objects grouped by class.

use std::collections::{BTreeMap, HashMap};

use crate::{Dominators, Snapshot};

/// The objects of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSizes {
    /// The class: the name of a type, or `(string)` and the like.
    pub class: String,
    /// Number of objects.
    pub objects: u64,
    /// Their size in bytes.
    pub self_bytes: u64,
    /// The size in bytes of what they retain, their own size included. Objects that others of the
    /// class retain count once.
    pub retained_bytes: u64,
}

impl ClassSizes {
    /// Returns the classes of all reachable objects, the largest first.
    pub fn of(snapshot: &Snapshot, dominators: &Dominators) -> Vec<Self> {
        let mut numbers = HashMap::new();
        let mut sums: Vec<Self> = Vec::new();
        let mut class_of = |node: usize| -> Option<u32> {
            if snapshot.is_synthetic(node) {
                return None;
            }
            let number = *numbers.entry(snapshot.class_key(node)).or_insert_with(|| {
                let class = snapshot.class(node);
                sums.push(Self { class, objects: 0, self_bytes: 0, retained_bytes: 0 });
                sums.len() as u32 - 1
            });
            let sum = &mut sums[number as usize];
            sum.objects += 1;
            sum.self_bytes += snapshot.size(node);
            Some(number)
        };
        let mut classes = vec![None; snapshot.node_count()];
        for node in dominators.reachable() {
            classes[node] = class_of(node);
        }
        for (class, retained) in outermost(snapshot, dominators, &classes) {
            sums[class as usize].retained_bytes += retained;
        }
        let mut merged: BTreeMap<String, Self> = BTreeMap::new();
        for sum in sums {
            match merged.get_mut(&sum.class) {
                Some(other) => {
                    other.objects += sum.objects;
                    other.self_bytes += sum.self_bytes;
                    other.retained_bytes += sum.retained_bytes;
                }
                None => drop(merged.insert(sum.class.clone(), sum)),
            }
        }
        let mut all: Vec<_> = merged.into_values().collect();
        all.sort_by_key(|sum| core::cmp::Reverse(sum.self_bytes));
        all
    }
}

/// Returns the class and the retained size of each node that no other node of its class dominates.
fn outermost(
    snapshot: &Snapshot,
    dominators: &Dominators,
    classes: &[Option<u32>],
) -> Vec<(u32, u64)> {
    // The dominator tree as lists of children.
    let count = snapshot.node_count();
    let mut first_child = vec![u32::MAX; count];
    let mut next_sibling = vec![u32::MAX; count];
    for node in dominators.reachable() {
        if let Some(parent) = dominators.parent(node) {
            next_sibling[node] = first_child[parent];
            first_child[parent] = node as u32;
        }
    }
    let mut found = Vec::new();
    // How many nodes of each class are on the path from the root.
    let mut depth: HashMap<u32, u32> = HashMap::new();
    let mut stack = vec![(0_u32, false)];
    while let Some((node, is_done)) = stack.pop() {
        let index = node as usize;
        if let Some(class) = classes[index] {
            let above = depth.entry(class).or_insert(0);
            if is_done {
                *above -= 1;
                continue;
            }
            if *above == 0 {
                found.push((class, dominators.retained(index)));
            }
            *above += 1;
            stack.push((node, true));
        }
        let mut child = first_child[index];
        while child != u32::MAX {
            stack.push((child, false));
            child = next_sibling[child as usize];
        }
    }
    found
}

/// The difference between the objects of a class in two snapshots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassGrowth {
    /// The class.
    pub class: String,
    /// How many more objects there are in the second snapshot; negative if there are fewer.
    pub objects: i64,
    /// By how many bytes their size has grown.
    pub self_bytes: i64,
}

/// Returns the classes whose objects differ in number or size, those that have grown most first.
pub fn growth(before: &Snapshot, after: &Snapshot) -> Vec<ClassGrowth> {
    let mut sums: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for (snapshot, sign) in [(before, -1), (after, 1)] {
        let mut by_key: HashMap<_, (usize, i64, i64)> = HashMap::new();
        for node in (0..snapshot.node_count()).filter(|&node| !snapshot.is_synthetic(node)) {
            let (_, objects, bytes) =
                by_key.entry(snapshot.class_key(node)).or_insert((node, 0, 0));
            *objects += 1;
            *bytes += snapshot.size(node) as i64;
        }
        for (node, objects, bytes) in by_key.into_values() {
            let sum = sums.entry(snapshot.class(node)).or_default();
            sum.0 += sign * objects;
            sum.1 += sign * bytes;
        }
    }
    let growth = |(class, (objects, self_bytes))| ClassGrowth { class, objects, self_bytes };
    let mut all: Vec<_> =
        sums.into_iter().filter(|(_, sums)| *sums != (0, 0)).map(growth).collect();
    all.sort_by_key(|growth| core::cmp::Reverse(growth.self_bytes));
    all
}
