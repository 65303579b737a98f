//! binary-trees: the same work as examples/src/binary_trees.rs. Arguments: DEPTH THREADS, where
//! THREADS is 1.

use crate::Arguments;
use crate::heap::{Heap, Object};

pub(crate) fn run(heap: &mut Heap, arguments: &Arguments) -> Result<(), String> {
    let depth = arguments.number(0)?;
    if arguments.number(1)? != 1 {
        return Err("MMTk peers support only one thread".to_owned());
    }
    heap.measure(|heap| {
        let mut result = make_and_count(heap, depth + 1);
        let long_lived = make(heap, depth);
        let long_lived = heap.push(long_lived);
        for tree_depth in (4..=depth).step_by(2) {
            let trees = 1 << (depth - tree_depth + 4);
            result += (0..trees).map(|_| make_and_count(heap, tree_depth)).sum::<u64>();
        }
        result + count(heap.root(long_lived))
    });
    Ok(())
}

fn node(heap: &mut Heap) -> Object {
    heap.allocate(24, 2)
}

fn make(heap: &mut Heap, depth: usize) -> Object {
    if depth == 0 {
        let leaf = node(heap);
        leaf.set_word(0, 0);
        leaf.set_word(1, 0);
        return leaf;
    }
    let left = make(heap, depth - 1);
    let left = heap.push(left);
    let right = make(heap, depth - 1);
    let right = heap.push(right);
    let node = node(heap);
    node.set_word(0, heap.root(left).address());
    node.set_word(1, heap.root(right).address());
    heap.pop_to(left);
    node
}

fn count(node: Object) -> u64 {
    let left = node.reference(0);
    if left.is_null() { 1 } else { count(left) + count(node.reference(1)) + 1 }
}

fn make_and_count(heap: &mut Heap, depth: usize) -> u64 {
    count(make(heap, depth))
}
