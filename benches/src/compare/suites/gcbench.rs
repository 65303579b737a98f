//! gcbench: time and memory of trees and an array, some of which live long.

use super::super::toolchain::GCBENCH;
use super::super::{Case, Peers};
use super::Selection;
use super::runners::{CaseBuilder, Memory};

/// Size of a node in bytes.
const NODE: u64 = 32;

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let scales: &[u64] = if selection.quick { &[0] } else { &[0, 2] };
    let numbers_of_threads: &[u64] = if selection.quick { &[1] } else { &[1, 2] };
    let mut cases = Vec::new();
    for &scale in scales {
        for &threads in numbers_of_threads {
            for (mode, factor) in selection.modes_and_heaps() {
                // The stretch tree of each thread.
                let memory = Memory { live: (NODE << (19 + scale)) * threads, factor };
                let parameters = format!("scale={scale} threads={threads} heap={factor}");
                let builder =
                    CaseBuilder::new(selection, peers, &GCBENCH, "gcbench", &parameters, mode);
                let (number, each) = (scale.to_string(), threads.to_string());
                let workload = ["gcbench", "--scale", &number, "--threads", &each];
                let builder = builder.all_for_trees(&workload, &[&number, &each], memory, threads);
                // Each thread works for a tenth of a second to a second; each step doubles this.
                cases.push(builder.finish((400_000_000 << scale) * threads, memory));
            }
        }
    }
    cases
}
