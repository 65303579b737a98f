//! [`Dominators`]: the sizes that nodes retain.
//!
//! A node dominates another if each path from the root to the other goes through it. The size that
//! a node retains is that of all nodes that it dominates: what is freed if the node is. The
//! immediate dominators are found by the algorithm of Lengauer and Tarjan (TOPLAS 1979), in its
//! version with path compression, without recursion.

use crate::Snapshot;

/// The number of no node.
const NONE: u32 = u32::MAX;

/// The dominator tree of a snapshot, from its root.
#[derive(Debug)]
pub struct Dominators {
    /// The immediate dominator of each node; [`NONE`] for the root and for unreachable nodes.
    parents: Vec<u32>,
    /// The reachable nodes in depth-first order. A dominator comes before what it dominates.
    order: Vec<u32>,
    retained: Vec<u64>,
}

impl Dominators {
    /// Computes the dominators of all nodes that are reachable by edges that are not weak.
    pub fn of(snapshot: &Snapshot) -> Self {
        let search = Search::of(snapshot);
        let parents = search.immediate_dominators(snapshot);
        let mut retained: Vec<u64> = vec![0; snapshot.node_count()];
        for &node in search.order.iter().rev() {
            retained[node as usize] += snapshot.size(node as usize);
            if let Some(parent) = parents.get(node as usize).filter(|&&parent| parent != NONE) {
                retained[*parent as usize] += retained[node as usize];
            }
        }
        Self { parents, order: search.order, retained }
    }

    /// Returns the size in bytes that a node retains, its own included; 0 if it is unreachable.
    pub fn retained(&self, node: usize) -> u64 {
        self.retained[node]
    }

    /// Returns the immediate dominator of a node; `None` for the root and for unreachable nodes.
    pub fn parent(&self, node: usize) -> Option<usize> {
        Some(self.parents[node]).filter(|&parent| parent != NONE).map(|parent| parent as usize)
    }

    /// Returns the reachable nodes. A dominator comes before what it dominates.
    pub fn reachable(&self) -> impl Iterator<Item = usize> {
        self.order.iter().map(|&node| node as usize)
    }
}

/// A depth-first search from the root.
struct Search {
    /// The reachable nodes, in the order in which they were found.
    order: Vec<u32>,
    /// The position of each node in `order`; [`NONE`] if it is unreachable.
    position: Vec<u32>,
    /// For each position, that of the node from which the node was found.
    found_from: Vec<u32>,
}

impl Search {
    fn of(snapshot: &Snapshot) -> Self {
        let count = snapshot.node_count();
        let (mut order, mut found_from) = (vec![0], vec![0]);
        let mut position = vec![NONE; count];
        position[0] = 0;
        let mut stack = vec![(0_u32, snapshot.strong_targets(0))];
        while let Some((from, targets)) = stack.last_mut() {
            let Some(target) = targets.next() else {
                stack.pop();
                continue;
            };
            if position[target] == NONE {
                let next = order.len() as u32;
                position[target] = next;
                order.push(target as u32);
                found_from.push(*from);
                stack.push((next, snapshot.strong_targets(target)));
            }
        }
        Self { order, position, found_from }
    }

    /// Returns the edges that point to each node, as positions: the first index of each position in
    /// the list, and the list.
    fn predecessors(&self, snapshot: &Snapshot) -> (Vec<u32>, Vec<u32>) {
        let count = self.order.len();
        let mut first = vec![0_u32; count + 1];
        let targets = |&node: &u32| snapshot.strong_targets(node as usize);
        for target in self.order.iter().flat_map(targets) {
            first[self.position[target] as usize + 1] += 1;
        }
        for index in 0..count {
            first[index + 1] += first[index];
        }
        let mut next = first.clone();
        let mut sources = vec![0_u32; first[count] as usize];
        for (position, node) in self.order.iter().enumerate() {
            for target in targets(node) {
                let place = &mut next[self.position[target] as usize];
                sources[*place as usize] = position as u32;
                *place += 1;
            }
        }
        (first, sources)
    }

    /// Returns the immediate dominator of each node.
    fn immediate_dominators(&self, snapshot: &Snapshot) -> Vec<u32> {
        let count = self.order.len();
        let (first, sources) = self.predecessors(snapshot);
        let mut forest = Forest::new(count);
        // All of these are indexed by positions, and contain positions.
        let mut dominators = vec![0_u32; count];
        // The nodes whose semidominator is a node: a linked list for each node.
        let mut bucket = vec![NONE; count];
        let mut next_in_bucket = vec![NONE; count];
        for node in (1..count).rev() {
            let edges = first[node] as usize..first[node + 1] as usize;
            for &source in &sources[edges] {
                let best = forest.evaluate(source) as usize;
                forest.semi[node] = forest.semi[node].min(forest.semi[best]);
            }
            let semi = forest.semi[node] as usize;
            next_in_bucket[node] = bucket[semi];
            bucket[semi] = node as u32;
            let parent = self.found_from[node];
            forest.ancestor[node] = parent;
            let mut other = core::mem::replace(&mut bucket[parent as usize], NONE);
            while other != NONE {
                let best = forest.evaluate(other);
                let is_less = forest.semi[best as usize] < forest.semi[other as usize];
                dominators[other as usize] = if is_less { best } else { parent };
                other = next_in_bucket[other as usize];
            }
        }
        let mut result = vec![NONE; snapshot.node_count()];
        for node in 1..count {
            if dominators[node] != forest.semi[node] {
                dominators[node] = dominators[dominators[node] as usize];
            }
            result[self.order[node] as usize] = self.order[dominators[node] as usize];
        }
        result
    }
}

/// The forest of the algorithm. All indices and values are positions.
struct Forest {
    ancestor: Vec<u32>,
    /// The node with the least semidominator on the compressed path to the root of the tree.
    label: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn new(count: usize) -> Self {
        let numbers = || (0..count as u32).collect();
        Self { ancestor: vec![NONE; count], label: numbers(), semi: numbers(), path: Vec::new() }
    }

    /// Returns the node with the least semidominator on the path from `node` to the root of its
    /// tree, without that root.
    fn evaluate(&mut self, node: u32) -> u32 {
        if self.ancestor[node as usize] == NONE {
            return node;
        }
        // Compress the path.
        let mut at = node;
        while self.ancestor[self.ancestor[at as usize] as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(at) = self.path.pop() {
            let above = self.ancestor[at as usize] as usize;
            let (label, best) = (self.label[at as usize], self.label[above]);
            if self.semi[best as usize] < self.semi[label as usize] {
                self.label[at as usize] = best;
            }
            self.ancestor[at as usize] = self.ancestor[above];
        }
        self.label[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot_tests::graph;

    /// Returns the immediate dominators by their definition: a node is dominated by each node
    /// without which it is unreachable.
    fn slow(snapshot: &Snapshot) -> Vec<Option<usize>> {
        let count = snapshot.node_count();
        let reachable_without = |removed: Option<usize>| {
            let mut seen = vec![false; count];
            let mut stack = vec![0];
            while let Some(node) = stack.pop() {
                if Some(node) != removed && !core::mem::replace(&mut seen[node], true) {
                    stack.extend(snapshot.strong_targets(node));
                }
            }
            seen
        };
        let all = reachable_without(None);
        let without: Vec<_> = (0..count).map(|node| reachable_without(Some(node))).collect();
        let dominates = |a: usize, b: usize| a != b && all[b] && !without[a][b];
        let immediate = |node: usize| {
            let all: Vec<_> = (0..count).filter(|&other| dominates(other, node)).collect();
            let is_immediate = |&&a: &&usize| all.iter().all(|&b| a == b || dominates(b, a));
            all.iter().find(is_immediate).copied()
        };
        (0..count).map(immediate).collect()
    }

    #[test]
    fn dominators_of_random_graphs_agree_with_the_definition() {
        let mut state = 7_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for round in 0..300 {
            let count = 1 + random(14) as usize;
            let edges: Vec<_> = (0..random(30))
                .map(|_| (random(count as u64) as usize, random(count as u64) as usize))
                .collect();
            let snapshot = graph(count, &edges);
            let found = Dominators::of(&snapshot);
            let parents: Vec<_> = (0..count).map(|node| found.parent(node)).collect();
            assert_eq!(parents, slow(&snapshot), "round {round}: {count} nodes, {edges:?}");
        }
    }

    #[test]
    fn retained_sizes_are_sums_over_the_tree() {
        // 1 and 2 share 3; 4 is reachable only from 3.
        let snapshot = graph(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]);
        let found = Dominators::of(&snapshot);
        let sizes: Vec<_> = (0..5).map(|node| found.retained(node)).collect();
        // The size of node n is 10^n.
        assert_eq!(sizes, [11111, 10, 100, 11000, 10000]);
    }

    #[test]
    fn long_lists_need_no_recursion() {
        let edges: Vec<_> = (0..200_000).map(|node| (node, node + 1)).collect();
        let snapshot = graph(200_001, &edges);
        assert_eq!(Dominators::of(&snapshot).parent(200_000), Some(199_999));
    }
}
