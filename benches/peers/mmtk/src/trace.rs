//! Collects heaps in which all objects are live, those of managed/trace.ll. Arguments: MB SHAPE
//! COLLECTIONS full|young. For young collections, the nursery must have room for the whole heap.
//!
//! The heap is built again for each collection, because copying changes the order of objects.

use crate::Arguments;
use crate::heap::{Heap, Object};

/// Size of a node in bytes: two references and a number.
const NODE: usize = 32;
/// Index of the number in a node.
const NUMBER: usize = 2;
/// Number of nodes of an array.
const INNER: usize = 1024;
/// Number of nodes of a list whose numbers are added.
const STEPS: usize = 1 << 20;

/// The shape of the heap.
#[derive(Clone, Copy)]
enum Shape {
    List { shuffled: bool },
    Tree { height: usize },
    Arrays,
}

pub(crate) fn run(heap: &mut Heap, arguments: &Arguments) -> Result<(), String> {
    let n = (arguments.number(0)? << 20) / NODE;
    let shape = match arguments.word(1)? {
        "order" => Shape::List { shuffled: false },
        "shuffled" => Shape::List { shuffled: true },
        "tree" => Shape::Tree { height: (n + 1).ilog2() as usize - 1 },
        "arrays" => Shape::Arrays,
        other => {
            return Err(format!("{other} is not a heap shape: order, shuffled, tree or arrays"));
        }
    };
    let live = match shape {
        Shape::List { .. } => n,
        Shape::Tree { height } => (2 << height) - 1,
        Shape::Arrays => n / INNER * INNER,
    };
    let collect = match arguments.word(3)? {
        "full" => Heap::collect,
        "young" => Heap::collect_young,
        other => return Err(format!("{other} is not a kind of collection: full or young")),
    };
    let mut sum = 0;
    // The first collection is a warm-up, which touches all memory.
    for turn in 0..=arguments.number(2)? {
        heap.pop_to(0);
        heap.collect()?;
        make(heap, shape, n);
        let time = collect(heap)?;
        sum = self::sum(heap.root(0), shape);
        if turn > 0 {
            println!("collection_ns {time}");
        }
    }
    println!("live_objects {live}\nresult {sum}");
    Ok(())
}

/// Builds the heap. The first root is its only root.
fn make(heap: &mut Heap, shape: Shape, n: usize) {
    match shape {
        Shape::List { shuffled } => list(heap, n, shuffled),
        Shape::Tree { height } => {
            tree(heap, height);
        }
        Shape::Arrays => {
            let outer = heap.array(n / INNER);
            let outer = heap.push(outer);
            for at in 0..n / INNER {
                let inner = heap.array(INNER);
                let inner = heap.push(inner);
                for number in 0..INNER {
                    let made = node(heap, number as u64);
                    heap.store(heap.root(inner), number, made);
                }
                heap.store(heap.root(outer), at, heap.root(inner));
                heap.pop_to(inner);
            }
        }
    }
}

fn node(heap: &mut Heap, number: u64) -> Object {
    let node = heap.allocate(NODE, 2);
    node.set_word(0, 0);
    node.set_word(1, 0);
    node.set_word(NUMBER, number);
    node
}

/// Returns the next of Lehmer's random numbers, which are the same in all languages.
fn next_random(state: &mut u64) -> usize {
    *state = *state * 48271 % 2_147_483_647;
    *state as usize
}

/// Builds a list. The array of roots contains the nodes in the order of the list.
fn list(heap: &mut Heap, n: usize, shuffled: bool) {
    for number in 0..n {
        let made = node(heap, number as u64);
        heap.push(made);
    }
    let mut state = 1;
    if shuffled {
        for i in (1..n).rev() {
            let j = next_random(&mut state) % (i + 1);
            let (one, other) = (heap.root(i), heap.root(j));
            heap.set_root(i, other);
            heap.set_root(j, one);
        }
    }
    for i in 0..n {
        let random = next_random(&mut state);
        let other = if shuffled { random % n } else { i + 1 + random % 64 };
        if i + 1 < n {
            heap.store(heap.root(i), 0, heap.root(i + 1));
        }
        if other < n {
            heap.store(heap.root(i), 1, heap.root(other));
        }
    }
    heap.pop_to(1);
}

/// Builds a tree top-down. Returns the index of its root node, which is the last root.
fn tree(heap: &mut Heap, height: usize) -> usize {
    let root = node(heap, height as u64);
    let root = heap.push(root);
    if height > 0 {
        for child in 0..2 {
            let made = tree(heap, height - 1);
            heap.store(heap.root(root), child, heap.root(made));
            heap.pop_to(made);
        }
    }
    root
}

fn sum(root: Object, shape: Shape) -> u64 {
    match shape {
        Shape::List { .. } => sum_list(root),
        Shape::Tree { .. } => sum_tree(root),
        Shape::Arrays => {
            let nodes = |array: Object| (0..INNER).map(move |at| array.reference(at).word(NUMBER));
            root.references().flat_map(nodes).sum()
        }
    }
}

fn sum_list(first: Object) -> u64 {
    let next = |node: &Object| Some(node.reference(0)).filter(|node| !node.is_null());
    let number = |node: Object| {
        let other = node.reference(1);
        node.word(NUMBER) + if other.is_null() { 0 } else { 3 * other.word(NUMBER) }
    };
    std::iter::successors(Some(first), next).take(STEPS).map(number).sum()
}

fn sum_tree(node: Object) -> u64 {
    if node.is_null() {
        return 0;
    }
    sum_tree(node.reference(0)) + sum_tree(node.reference(1)) + node.word(NUMBER)
}
