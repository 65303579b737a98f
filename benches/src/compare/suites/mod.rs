//! The suites, and the cases of each suite.

mod allocation;
mod contestants;
mod gcbench;
mod mmtk;
mod pause;
mod root_scan;
mod time_to_safepoint;
mod trace;
mod trees;

use clap::ValueEnum;

use super::cost::available_memory;
use super::{Case, Peers, Subject};
use crate::mode::Mode;

/// A piece of work, with several sets of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Suite {
    /// Objects of 16, 32 and 48 bytes that die at once
    Allocation,
    /// Trees that are made and counted
    BinaryTrees,
    /// GCBench of Ellis, Kovac and Boehm
    Gcbench,
    /// A full collection of a heap in which everything is alive
    Trace,
    /// Pauses while many threads replace trees in tables
    Pause,
    /// Pauses of one such thread as more and more is alive
    YoungCost,
    /// Walking deep stacks and relocating their roots
    RootScan,
    /// How long it takes to stop all threads
    TimeToSafepoint,
    /// All of these
    All,
}

/// The extent of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Extent<'a> {
    /// Small sizes, which only show that everything works.
    pub quick: bool,
    /// The selected contestants; all if empty.
    pub subjects: &'a [Subject],
}

impl Extent<'_> {
    fn wants(&self, subject: Subject) -> bool {
        self.subjects.is_empty() || self.subjects.contains(&subject)
    }

    /// Returns each heap with both modes of compiling managed code.
    fn modes_and_heaps(&self) -> impl Iterator<Item = (Mode, u64)> {
        let heaps = self.heaps();
        Mode::ALL.into_iter().flat_map(move |mode| heaps.iter().map(move |&factor| (mode, factor)))
    }

    /// Returns the heap limits, as multiples of the live set.
    fn heaps(&self) -> &'static [u64] {
        if self.quick { &[4] } else { &[2, 4] }
    }
}

/// Returns the cases of these suites, each with all contestants for which a compiler is installed.
/// Cases that need more memory than this machine has are left out.
pub fn cases(suites: &[Suite], extent: &Extent<'_>, peers: &mut Peers) -> Vec<Case> {
    let all = suites.contains(&Suite::All);
    let mut cases = Vec::new();
    for &suite in Suite::value_variants() {
        if !all && !suites.contains(&suite) {
            continue;
        }
        match suite {
            Suite::Allocation => cases.extend(allocation::cases(extent, peers)),
            Suite::BinaryTrees => cases.extend(trees::cases(extent, peers)),
            Suite::Gcbench => cases.extend(gcbench::cases(extent, peers)),
            Suite::Trace => cases.extend(trace::cases(extent, peers)),
            Suite::Pause => cases.extend(pause::cases(extent, peers)),
            Suite::YoungCost => cases.extend(pause::young_cost(extent, peers)),
            Suite::RootScan => cases.extend(root_scan::cases(extent, peers)),
            Suite::TimeToSafepoint => cases.extend(time_to_safepoint::cases(extent, peers)),
            Suite::All => {}
        }
    }
    let available = available_memory().unwrap_or(u64::MAX);
    cases.retain(|case| {
        let fits = case.cost.memory <= available;
        if !fits {
            let (needs, has) = (case.cost.memory >> 20, available >> 20);
            let name = format!("{} {}", case.suite, case.parameters);
            peers.say(format!("{name}: it needs {needs} MiB of memory; {has} are available"));
        }
        fits
    });
    cases
}
