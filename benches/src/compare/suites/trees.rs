//! The suite `binary-trees`: time and memory of allocating trees and counting their nodes.

use super::super::toolchain::BINARY_TREES;
use super::super::{Case, Peers};
use super::Selection;
use super::runners::{CaseBuilder, Memory};

/// Size of a tree node in bytes.
const NODE_BYTES: u64 = 24;

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let depths: &[u32] = if selection.quick { &[14] } else { &[18, 20] };
    let mut cases = Vec::new();
    for &depth in depths {
        for threads in [1, 2] {
            // The maximum live set is the stretch tree with one thread. With several, it is the
            // long-lived tree and one tree for each thread.
            let nodes = if threads == 1 { 4 << depth } else { (2 + 2 * threads) << depth };
            for (mode, factor) in selection.modes_and_heaps() {
                let memory = Memory { live: nodes * NODE_BYTES, factor };
                let parameters = format!("depth={depth} threads={threads} heap={factor}");
                let builder = CaseBuilder::new(
                    selection,
                    peers,
                    &BINARY_TREES,
                    "binary-trees",
                    &parameters,
                    mode,
                );
                let (depth_argument, threads_argument) = (depth.to_string(), threads.to_string());
                let workload =
                    ["binary-trees", "--depth", &depth_argument, "--threads", &threads_argument];
                let builder = builder.all_for_trees(
                    &workload,
                    &[&depth_argument, &threads_argument],
                    memory,
                    threads,
                );
                // There are about depth / 2 iterations. The trees of each have 2^(depth + 5) nodes
                // in total.
                let allocated_nodes = (u64::from(depth) / 2 + 1) << (depth + 5);
                cases.push(builder.finish(allocated_nodes * 20, memory));
            }
        }
    }
    cases
}
