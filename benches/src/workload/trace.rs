//! The workload `trace`: full collections of a heap in which all objects are live.

use std::error::Error;
use std::time::Instant;

use clap::ValueEnum;
use statepoint_gc::{Argument, CallError, Handle, Heap, Mutator};

use super::{WorkloadResult, code};
use crate::clock::median;
use crate::mode::Mode;

/// Size of a node in bytes.
const NODE: u64 = 32;
/// Number of nodes in an array.
const INNER: u64 = 1024;
/// Number of nodes of a list whose numbers are added.
const STEPS: u64 = 1 << 20;

/// The structure of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeapShape {
    /// List in allocation order; each node also refers to one of the next 64 nodes
    Order,
    /// List in random order; each node also refers to a random node
    Shuffled,
    /// Binary tree, allocated from its root
    Tree,
    /// Arrays of 1,024 nodes
    Arrays,
}

impl HeapShape {
    /// All shapes.
    pub const ALL: [Self; 4] = [Self::Order, Self::Shuffled, Self::Tree, Self::Arrays];

    /// Returns the name on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Shuffled => "shuffled",
            Self::Tree => "tree",
            Self::Arrays => "arrays",
        }
    }

    /// Builds a heap of at most `nodes` nodes. Returns the object from which all are reachable, and
    /// their number.
    fn build(
        self,
        mutator: &mut Mutator,
        mode: Mode,
        nodes: u64,
    ) -> Result<(Handle, u64), CallError> {
        let word = Argument::Word;
        Ok(match self {
            Self::Order | Self::Shuffled => {
                let shuffled = u64::from(self == Self::Shuffled);
                let arguments = [word(nodes), word(shuffled)];
                (code::reference(mutator, (code::make_list, mode), &arguments)?, nodes)
            }
            Self::Tree => {
                let height = u64::from((nodes + 1).ilog2()) - 1;
                let tree = code::reference(mutator, (code::make_tree, mode), &[word(height)])?;
                (tree, (2 << height) - 1)
            }
            Self::Arrays => {
                let arrays = nodes / INNER;
                let outer = code::reference(mutator, (code::make_arrays, mode), &[word(arrays)])?;
                (outer, arrays * INNER)
            }
        })
    }

    /// Returns a checksum of the heap.
    fn sum(
        self,
        mutator: &mut Mutator,
        mode: Mode,
        root: &Handle,
        nodes: u64,
    ) -> Result<u64, CallError> {
        let (function, number): (code::Function, _) = match self {
            Self::Order | Self::Shuffled => (code::sum_list, Some(STEPS)),
            Self::Tree => (code::sum_tree, None),
            Self::Arrays => (code::sum_arrays, Some(nodes / INNER)),
        };
        let mut arguments = vec![Argument::Reference(root)];
        arguments.extend(number.map(Argument::Word));
        code::number(mutator, (function, mode), &arguments)
    }
}

/// Builds a heap and runs a full collection, once as a warm-up and `collections` times. Copying
/// changes the order of objects, so the heap is built again for each collection.
pub(super) fn run(
    heap: &Heap,
    mode: Mode,
    mb: u64,
    shape: HeapShape,
    collections: u32,
) -> Result<WorkloadResult, Box<dyn Error>> {
    let begin = Instant::now();
    let mut mutator = heap.attach()?;
    let mut times = Vec::new();
    let mut expected = None;
    let mut moved = u64::MAX;
    for round in 0..=collections {
        let (root, nodes) = shape.build(&mut mutator, mode, (mb << 20) / NODE)?;
        let before = heap.statistics();
        let request = Instant::now();
        mutator.collect();
        let time = request.elapsed();
        let after = heap.statistics();
        // The first collection is a warm-up, which copies to memory that was not touched before.
        if round > 0 {
            times.push(time.as_nanos() as f64);
        }
        let sum = shape.sum(&mut mutator, mode, &root, nodes)?;
        // Objects are not moved if there is no room for their copies.
        moved = moved.min(after.counts.objects_moved - before.counts.objects_moved);
        if *expected.get_or_insert((sum, nodes)) != (sum, nodes) {
            return Err(format!(
                "the sum and number of nodes are {:?}, but were {expected:?} before",
                (sum, nodes)
            )
            .into());
        }
        drop(root);
        mutator.collect();
    }
    let (sum, nodes) = expected.unwrap_or_default();
    let counts = vec![
        ("live_objects", nodes),
        ("moved_objects", moved),
        ("collection_ns", median(times) as u64),
    ];
    Ok(WorkloadResult { result: sum, wall: begin.elapsed(), counts })
}
