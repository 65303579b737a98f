//! The suites of comparisons, and the cases of each suite.

mod allocation;
mod gcbench;
mod mmtk;
mod pause;
mod root_scan;
mod runners;
mod time_to_safepoint;
mod trace;
mod trees;

use clap::ValueEnum;

use super::cost::available_memory;
use super::{Case, Peers, Subject};
use crate::mode::Mode;

/// A workload with several sets of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Suite {
    /// Allocation of objects of 16, 32 and 48 bytes that die immediately
    Allocation,
    /// Trees that are allocated and counted
    BinaryTrees,
    /// GCBench, after Ellis, Kovac and Boehm
    Gcbench,
    /// Full collection of a heap in which all objects are live
    Trace,
    /// Pauses while 1 to 1,000 threads replace trees in tables
    Pause,
    /// Young pauses of one such thread as the live set grows
    YoungCost,
    /// Pauses of one thread that changes a live set of 64 MB or 8 GB at 50 MB a second
    LargeHeap,
    /// Stack walks: time to relocate the roots of a frame
    RootScan,
    /// Time to safepoint: time to stop all threads
    TimeToSafepoint,
    /// All suites
    All,
}

/// The selection of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// Whether to use small sizes, which check that everything runs and measure nothing.
    pub quick: bool,
    /// The selected subjects, or empty for all.
    pub subjects: &'a [Subject],
}

impl Selection<'_> {
    fn includes(&self, subject: Subject) -> bool {
        self.subjects.is_empty() || self.subjects.contains(&subject)
    }

    /// Returns each combination of a mode of compiling managed code and a heap limit.
    fn modes_and_heaps(&self) -> impl Iterator<Item = (Mode, f64)> {
        let heaps = self.heaps();
        Mode::ALL.into_iter().flat_map(move |mode| heaps.iter().map(move |&factor| (mode, factor)))
    }

    /// Returns the heap limits, as multiples of the live set.
    fn heaps(&self) -> &'static [f64] {
        if self.quick { &[4.0] } else { &[2.0, 4.0] }
    }
}

/// Returns the cases of these suites, each with all subjects for which a compiler is installed.
/// Cases that need more memory than this machine has are skipped.
pub fn cases(suites: &[Suite], selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let all = suites.contains(&Suite::All);
    let mut cases = Vec::new();
    for &suite in Suite::value_variants() {
        if !all && !suites.contains(&suite) {
            continue;
        }
        match suite {
            Suite::Allocation => cases.extend(allocation::cases(selection, peers)),
            Suite::BinaryTrees => cases.extend(trees::cases(selection, peers)),
            Suite::Gcbench => cases.extend(gcbench::cases(selection, peers)),
            Suite::Trace => cases.extend(trace::cases(selection, peers)),
            Suite::Pause => cases.extend(pause::cases(selection, peers)),
            Suite::YoungCost => cases.extend(pause::young_cost(selection, peers)),
            Suite::LargeHeap => cases.extend(pause::large_heap(selection, peers)),
            Suite::RootScan => cases.extend(root_scan::cases(selection, peers)),
            Suite::TimeToSafepoint => cases.extend(time_to_safepoint::cases(selection, peers)),
            Suite::All => {}
        }
    }
    let available = available_memory().unwrap_or(u64::MAX);
    cases.retain(|case| {
        let fits = case.cost.memory <= available;
        if !fits {
            let (needs, has) = (case.cost.memory >> 20, available >> 20);
            let name = format!("{} {}", case.suite, case.parameters);
            peers.skip(format!("{name}: needs {needs} MiB of memory, but {has} MiB are available"));
        }
        fits
    });
    cases
}
