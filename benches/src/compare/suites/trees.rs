//! binary-trees: time and memory of making and counting trees.

use super::super::toolchain::BINARY_TREES;
use super::super::{Case, Peers};
use super::Selection;
use super::runners::{CaseBuilder, Memory};

/// Size of a node in bytes.
const NODE: u64 = 24;

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let depths: &[u32] = if selection.quick { &[14] } else { &[18, 20] };
    let mut cases = Vec::new();
    for &depth in depths {
        for threads in [1, 2] {
            // The live set: the stretch tree; or the long-lived tree and one tree for each thread.
            let nodes = if threads == 1 { 4 << depth } else { (2 + 2 * threads) << depth };
            for (mode, factor) in selection.modes_and_heaps() {
                let memory = Memory { live: nodes * NODE, factor };
                let parameters = format!("depth={depth} threads={threads} heap={factor}");
                let builder = CaseBuilder::new(
                    selection,
                    peers,
                    &BINARY_TREES,
                    "binary-trees",
                    &parameters,
                    mode,
                );
                let (number, each) = (depth.to_string(), threads.to_string());
                let workload = ["binary-trees", "--depth", &number, "--threads", &each];
                let builder = builder.all_for_trees(&workload, &[&number, &each], memory, threads);
                // For each of depth / 2 depths, 16 times 2^depth trees of one node.
                let nodes_made = (u64::from(depth) / 2 + 1) << (depth + 5);
                cases.push(builder.finish(nodes_made * 20, memory));
            }
        }
    }
    cases
}
