//! Benchmarks of the parts of a collection: copying live objects, and forwarding references to
//! objects that were already copied. The lower bound of each is a loop that does only this part.
//!
//! `cargo bench -p benches --bench collection`

use core::hint::black_box;

use benches::managed as code;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use statepoint_gc::{Argument, Heap};
use tests::managed;

/// Depth of the tree whose nodes are copied.
const DEPTH: u64 = 15;
/// Number of nodes of that tree.
const NODES: u64 = (2 << DEPTH) - 1;
/// Number of references to the same object.
const REFERENCES: u64 = 100_000;

/// A node of binary-trees: header, left, right. In the lower bound, references are indices.
type Node = [u64; 3];
/// Bit of a header that contains the new index of a forwarded node.
const FORWARDED: u64 = 1 << 63;

/// Cheney's copying algorithm (CACM 1970) between two arrays of nodes.
struct Cheney {
    from: Vec<Node>,
    to: Vec<Node>,
}

impl Cheney {
    fn new() -> Self {
        let mut from = Vec::with_capacity(NODES as usize);
        Self::make(&mut from, DEPTH);
        Self { from, to: Vec::with_capacity(NODES as usize) }
    }

    /// Builds a tree in the allocation order of managed code: children before their parents.
    /// Returns the reference to its root. Reference 0 is null, and 1 is the first node.
    fn make(nodes: &mut Vec<Node>, depth: u64) -> u64 {
        let children = match depth {
            0 => [0, 0],
            _ => [Self::make(nodes, depth - 1), Self::make(nodes, depth - 1)],
        };
        nodes.push([256, children[0], children[1]]);
        nodes.len() as u64
    }

    /// Copies a node if it was not copied yet. Returns its new reference.
    fn forward(&mut self, reference: u64) -> u64 {
        if reference == 0 {
            return 0;
        }
        let node = &mut self.from[reference as usize - 1];
        if node[0] & FORWARDED == 0 {
            self.to.push(*node);
            node[0] = self.to.len() as u64 | FORWARDED;
        }
        node[0] & !FORWARDED
    }

    /// Copies all nodes. Returns their number.
    fn copy(&mut self) -> u64 {
        self.to.clear();
        let root = self.from.iter().rposition(|node| node[1] != 0).map_or(0, |at| at as u64 + 1);
        // The root is the last node of the original tree, and the first node of a copy.
        let root = if self.from[0][1] == 0 { root } else { 1 };
        self.forward(root);
        let mut next = 0;
        while next < self.to.len() {
            let [_, left, right] = self.to[next];
            (self.to[next][1], self.to[next][2]) = (self.forward(left), self.forward(right));
            next += 1;
        }
        core::mem::swap(&mut self.from, &mut self.to);
        next as u64
    }
}

/// Measures full collections whose only live objects are a tree.
fn trace(c: &mut Criterion) {
    let heap = examples::managed::register_types(Heap::builder()).collector_threads(1);
    let heap = heap.heap_max(64 << 20).build().expect("the heap can be created");
    let mut mutator = heap.attach().expect("the thread can attach");
    let depth = [Argument::Word(DEPTH)];
    // SAFETY: bt_make is managed code of this program, takes an i32 and returns a reference.
    let tree = unsafe { mutator.call_for_reference(examples::managed::make_tree(), &depth) };
    let tree = tree.expect("a tree is allocated");
    let mut group = c.benchmark_group(format!("trace: copy a tree of {NODES} nodes"));
    group.throughput(Throughput::Elements(NODES));
    group.bench_function("a full collection", |b| {
        b.iter(|| {
            let before = heap.statistics().counts.objects_moved;
            mutator.collect();
            assert!(heap.statistics().counts.objects_moved - before >= NODES);
        });
    });
    let mut limit = Cheney::new();
    group.bench_function("limit: Cheney's copy between two arrays", |b| {
        b.iter(|| assert_eq!(limit.copy(), NODES));
    });
    let (from, mut to) = (vec![[7; 3]; NODES as usize], vec![[0; 3]; NODES as usize]);
    group.bench_function("limit: memcpy", |b| {
        b.iter(|| to.copy_from_slice(black_box::<&[Node]>(&from)));
    });
    group.finish();
    drop(tree);
}

/// Measures full collections of a large array, which does not move, whose elements all refer to one
/// small object, which moves. So all references except the first are to an object that was already
/// copied.
fn forwarding(c: &mut Criterion) {
    let heap = managed::heap().heap_max(16 << 20).collector_threads(1).build();
    let heap = heap.expect("the heap can be created");
    let mut mutator = heap.attach().expect("the thread can attach");
    let length = Argument::Word(REFERENCES);
    // SAFETY: it is managed code of this program without parameters.
    let node = unsafe { mutator.call_for_reference(code::node(), &[]) };
    let node = node.expect("a node is allocated");
    let array = managed::make(&mut mutator, managed::fill, &[length, Argument::Reference(&node)]);
    let array = array.expect("the array fits the heap");
    let mut group = c.benchmark_group(format!("forward {REFERENCES} references to one object"));
    group.throughput(Throughput::Elements(REFERENCES));
    group.bench_function("a full collection", |b| {
        b.iter(|| {
            let before = heap.statistics().counts.objects_moved;
            mutator.collect();
            assert!(heap.statistics().counts.objects_moved > before);
        });
    });
    let objects = [FORWARDED | 1, FORWARDED];
    let mut references = vec![0_usize; REFERENCES as usize];
    group.bench_function("limit: read the header, write the reference", |b| {
        b.iter(|| {
            for reference in black_box(&mut references) {
                let header = objects[*reference];
                if header & FORWARDED != 0 {
                    *reference = (header & !FORWARDED) as usize;
                }
            }
        });
    });
    group.finish();
    drop((array, node));
}

criterion_group!(benches, trace, forwarding);
criterion_main!(benches);
