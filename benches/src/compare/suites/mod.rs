//! The suites of comparisons, and the cases of each suite.

mod allocation;
mod deep_stacks;
mod fibers;
mod gcbench;
mod mmtk;
mod pause;
mod root_scan;
mod runners;
mod time_to_safepoint;
mod trace;
mod trees;
mod wasm_gc;

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
    /// Young collections under deep recursion
    DeepStacks,
    /// Fibers: switches, creation, collections while many are suspended, and pipelines
    Fibers,
    /// Time to safepoint: time to stop all threads
    TimeToSafepoint,
    /// WebAssembly programs, in wasm-gc and other engines
    WasmGc,
    /// The cases of these suites that the README's table shows
    Readme,
    /// All suites
    All,
}

impl Suite {
    /// Returns whether this is a selection of the cases of other suites.
    #[must_use]
    pub fn selects_cases(self) -> bool {
        matches!(self, Self::Readme | Self::All)
    }
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
    let mut cases = Vec::new();
    for &suite in Suite::value_variants() {
        if suites.contains(&Suite::All) || suites.contains(&suite) {
            cases.extend(cases_of(suite, selection, peers));
        } else if suites.contains(&Suite::Readme)
            && ![Suite::YoungCost, Suite::DeepStacks, Suite::Fibers, Suite::WasmGc].contains(&suite)
        {
            cases.extend(cases_of(suite, selection, peers).into_iter().filter(is_in_readme));
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

fn cases_of(suite: Suite, selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    match suite {
        Suite::Allocation => allocation::cases(selection, peers),
        Suite::BinaryTrees => trees::cases(selection, peers),
        Suite::Gcbench => gcbench::cases(selection, peers),
        Suite::Trace => trace::cases(selection, peers),
        Suite::Pause => pause::cases(selection, peers),
        Suite::YoungCost => pause::young_cost(selection, peers),
        Suite::LargeHeap => pause::large_heap(selection, peers),
        Suite::RootScan => root_scan::cases(selection, peers),
        Suite::DeepStacks => deep_stacks::cases(selection, peers),
        Suite::Fibers => fibers::cases(selection, peers),
        Suite::TimeToSafepoint => time_to_safepoint::cases(selection, peers),
        Suite::WasmGc => wasm_gc::cases(selection, peers),
        Suite::Readme | Suite::All => Vec::new(),
    }
}

/// Returns whether the README's table shows this case.
fn is_in_readme(case: &Case) -> bool {
    let wanted: &[&str] = match case.suite {
        "allocation" | "large-heap" => &["mode=spilled"],
        "binary-trees" => &["depth=20", "threads=1", "mode=spilled"],
        "gcbench" => &["threads=1", "mode=spilled"],
        "trace" => &["workers=1", "collection=full", "mode=spilled"],
        "pause" => &["threads=64", "heap=4", "mode=spilled"],
        // Both stacks: OCaml is a subject of the synthetic one.
        "root-scan" => &["mode=spilled", "roots_per_frame=4", "derived=0", "sites=2000000"],
        "time-to-safepoint" => &["loops=64"],
        _ => return false,
    };
    wanted.iter().all(|parameter| case.has_parameter(parameter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readme_has_cases_of_each_of_its_suites() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut peers = Peers::new(directory.path());
        let subjects = [Subject::Ours];
        let selection = Selection { quick: false, subjects: &subjects };
        let all = cases(&[Suite::All], &selection, &mut peers);
        let readme = cases(&[Suite::Readme], &selection, &mut peers);
        let suites = |cases: &[Case]| {
            let mut suites: Vec<&str> = cases.iter().map(|case| case.suite).collect();
            suites.dedup();
            suites
        };
        let mut expected = suites(&all);
        expected
            .retain(|suite| !["young-cost", "deep-stacks", "fibers", "wasm-gc"].contains(suite));
        assert_eq!(suites(&readme), expected);
        assert!(readme.len() * 4 < all.len(), "{} of {}", readme.len(), all.len());
        let both = cases(&[Suite::Readme, Suite::Gcbench], &selection, &mut peers);
        assert!(both.len() > readme.len());
    }
}
