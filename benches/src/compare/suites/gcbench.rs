//! The suite `gcbench`: time and memory of Ellis, Kovac and Boehm's GCBench, with short-lived and
//! long-lived trees and a long-lived array.

use super::super::toolchain::GCBENCH;
use super::super::{Case, Peers};
use super::Selection;
use super::runners::{CaseBuilder, Memory};

/// Size of a tree node in bytes.
const NODE_BYTES: u64 = 32;

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let scales: &[u64] = if selection.quick { &[0] } else { &[0, 2] };
    let thread_counts: &[u64] = if selection.quick { &[1] } else { &[1, 2] };
    let mut cases = Vec::new();
    for &scale in scales {
        for &threads in thread_counts {
            for (mode, factor) in selection.modes_and_heaps() {
                // The maximum live set is one stretch tree of 2^(19 + scale) nodes per thread.
                let memory = Memory { live: (NODE_BYTES << (19 + scale)) * threads, factor };
                let parameters = format!("scale={scale} threads={threads} heap={factor}");
                let builder =
                    CaseBuilder::new(selection, peers, &GCBENCH, "gcbench", &parameters, mode);
                let (scale_argument, threads_argument) = (scale.to_string(), threads.to_string());
                let workload =
                    ["gcbench", "--scale", &scale_argument, "--threads", &threads_argument];
                let builder = builder.all_for_trees(
                    &workload,
                    &[&scale_argument, &threads_argument],
                    memory,
                    threads,
                );
                // A thread takes 0.1 to 1 s at scale 0, and twice as long with each increment.
                cases.push(builder.finish((400_000_000 << scale) * threads, memory));
            }
        }
    }
    cases
}
