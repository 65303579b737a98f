//! GCBench, after Ellis, Kovac and Boehm: the work of managed/gcbench.ll. Arguments: SCALE THREADS,
//! where THREADS is 1.

use crate::Arguments;
use crate::heap::{Heap, Object};

pub(crate) fn run(heap: &mut Heap, arguments: &Arguments) -> Result<(), String> {
    let scale = arguments.number(0)?;
    if arguments.number(1)? != 1 {
        return Err("MMTk peers support only one thread".to_owned());
    }
    heap.measure(|heap| {
        let mut sum = spine(make(heap, scale + 18));
        let long_lived = leaf(heap);
        let long_lived = heap.push(long_lived);
        populate(heap, scale + 16, long_lived);
        let length = 500_000 << scale;
        let array = heap.allocate(8 + 8 * length, 0);
        (0..length).for_each(|at| array.set_word(at, 0));
        let array = heap.push(array);
        for at in 1..length / 2 {
            heap.root(array).set_word(at, (1.0 / at as f64).to_bits());
        }
        for depth in (4..=scale + 16).step_by(2) {
            sum += temporary(heap, 2 * nodes_of(scale + 18) / nodes_of(depth), depth);
        }
        let quotient = |at| f64::from_bits(heap.root(array).word(at));
        let quotients: f64 = (1..length / 2).map(quotient).sum();
        sum + count(heap.root(long_lived)) + (quotients * 1e6) as u64
    });
    Ok(())
}

fn node(heap: &mut Heap, left: u64, right: u64) -> Object {
    let node = heap.allocate(32, 2);
    node.set_word(0, left);
    node.set_word(1, right);
    node.set_word(2, 0);
    node
}

fn leaf(heap: &mut Heap) -> Object {
    node(heap, 0, 0)
}

/// Builds a tree top-down below the node in the root of this index.
fn populate(heap: &mut Heap, depth: usize, root: usize) {
    if depth == 0 {
        return;
    }
    for child in 0..2 {
        let made = leaf(heap);
        heap.store(heap.root(root), child, made);
    }
    for child in 0..2 {
        let next = heap.push(heap.root(root).reference(child));
        populate(heap, depth - 1, next);
        heap.pop_to(next);
    }
}

/// Builds a tree bottom-up.
fn make(heap: &mut Heap, depth: usize) -> Object {
    if depth == 0 {
        return leaf(heap);
    }
    let left = make(heap, depth - 1);
    let left = heap.push(left);
    let right = make(heap, depth - 1);
    let right = heap.push(right);
    let made = node(heap, 0, 0);
    made.set_word(0, heap.root(left).address());
    made.set_word(1, heap.root(right).address());
    heap.pop_to(left);
    made
}

/// Builds trees of one depth top-down, then bottom-up. Returns the sum of their spines.
fn temporary(heap: &mut Heap, trees: usize, depth: usize) -> u64 {
    let mut sum = 0;
    for _ in 0..trees {
        let root = leaf(heap);
        let root = heap.push(root);
        populate(heap, depth, root);
        sum += spine(heap.root(root));
        heap.pop_to(root);
    }
    sum + (0..trees).map(|_| spine(make(heap, depth))).sum::<u64>()
}

/// Returns the number of nodes of a tree.
fn nodes_of(depth: usize) -> usize {
    (2 << depth) - 1
}

/// Returns the number of nodes on the path along left children.
fn spine(node: Object) -> u64 {
    let below = |node: &Object| Some(node.reference(0)).filter(|node| !node.is_null());
    std::iter::successors(Some(node), below).count() as u64
}

fn count(node: Object) -> u64 {
    if node.is_null() { 0 } else { count(node.reference(0)) + count(node.reference(1)) + 1 }
}
