//! binary-trees: time and memory of making and counting trees.

use super::super::toolchain::BINARY_TREES;
use super::super::{Case, Peers};
use super::Extent;
use super::contestants::{
    Field, Memory, STOPPING, go, java, ours_with_pauses, peer, peer_with_pauses,
};

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
                let (depth, threads) = (depth.to_string(), threads.to_string());
                let arguments = [depth.as_str(), &threads];
                let workload = ["binary-trees", "--depth", &depth, "--threads", &threads];
                let mut field =
                    Field::new(extent, peers, &BINARY_TREES, "binary-trees", parameters);
                field.ours(&workload, memory, ours_with_pauses);
                field.limit(&arguments, peer);
                if threads == "1" {
                    field.ocaml(&arguments, memory, peer_with_pauses);
                }
                field.java(&STOPPING, &[], &arguments, memory, java);
                field.go(&arguments, memory, None, go);
                field.boehm(&arguments, memory, None, peer_with_pauses);
                field.malloc(&arguments, peer);
                cases.push(field.finish());
            }
        }
    }
    cases
}
