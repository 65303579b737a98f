//! binary-trees: time and memory of making and counting trees.

use super::super::toolchain::BINARY_TREES;
use super::super::{Case, Peers};
use super::Extent;
use super::contestants::{Field, Memory};

/// Bytes of a node.
const NODE: u64 = 24;

pub(super) fn cases(extent: &Extent<'_>, peers: &mut Peers) -> Vec<Case> {
    let depths: &[u64] = if extent.quick { &[14] } else { &[18, 20] };
    let mut cases = Vec::new();
    for &depth in depths {
        for threads in [1, 2] {
            // The stretch tree; or the tree that lives long and one for each thread.
            let nodes = if threads == 1 { 4 << depth } else { (2 + 2 * threads) << depth };
            for &factor in extent.heaps() {
                let memory = Memory { live: nodes * NODE, factor };
                let parameters = format!("depth={depth} threads={threads} heap={factor}");
                let field = Field::new(extent, peers, &BINARY_TREES, "binary-trees", parameters);
                let (depth, each) = (depth.to_string(), threads.to_string());
                let workload = ["binary-trees", "--depth", &depth, "--threads", &each];
                let field = field.makers_of_trees(&workload, &[&depth, &each], memory, threads);
                cases.push(field.finish());
            }
        }
    }
    cases
}
