//! Coverage of a run: the constructs that its programs must contain, and the events that must
//! happen while they run. Equal checksums are not evidence unless these were exercised.
//!
//! Programs are random, so a small run may lack a rare construct or event by chance. An absence is
//! a failure only if its probability is below 1 in a million for the number of programs in the run.
//! The probabilities per program were measured with 300 programs (seeds 910000 to 910299) and
//! rounded down.

use std::collections::{BTreeMap, BTreeSet};

use super::batch::Results;

/// Maximum probability of an absence that is reported as a failure. A run checks about 80
/// constructs and events, so the probability of a false report is below 1 in 10,000.
const MAX_ABSENCE_PROBABILITY: f64 = 1e-6;

/// Share of programs that contain the rarest construct, among the programs that can contain it.
const CONSTRUCT_SHARE: f64 = 0.05;

/// Numbers of the programs that can contain and that do contain a construct.
#[derive(Clone, Debug, Default)]
pub struct Occurrence {
    /// Seeds of the programs that can contain the construct. A seed counts once even if its program
    /// is compiled for several points, since all its programs have the same constructs.
    pub possible: BTreeSet<u64>,
    /// Number of compiled programs that contain it. A seed counts once for each point.
    pub found: u64,
}

/// Occurrences by name of the construct.
pub type Constructs = BTreeMap<&'static str, Occurrence>;

/// Selects the absences that are failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Absences whose probability is below `MAX_ABSENCE_PROBABILITY`.
    Probable,
    /// All absences, for seeds that are known to cover everything.
    All,
}

impl Requirement {
    /// Returns whether a construct or event that this share of programs has must occur in a run of
    /// this number of programs.
    fn requires(self, share: f64, programs: usize) -> bool {
        match self {
            Self::All => true,
            Self::Probable => (1.0 - share).powf(programs as f64) < MAX_ABSENCE_PROBABILITY,
        }
    }
}

impl Results {
    /// Returns the events and constructs that did not occur although `requirement` requires them.
    pub fn missing(&self, requirement: Requirement) -> Vec<&'static str> {
        let (collector, compared, exceptions) = (&self.collector, &self.compared, &self.exceptions);
        // Name, share of programs in which it happens in at least one mode, and count in this run.
        let events = [
            ("collections", 1.0, collector.collections),
            ("roots visited", 1.0, collector.roots_visited),
            ("objects moved", 1.0, collector.objects_moved),
            ("objects verified", 1.0, collector.objects_verified),
            ("roots in registers relocated", 0.5, collector.register_roots_relocated),
            ("derived pointers relocated", 0.15, collector.derived_relocated),
            ("frames compared", 0.7, compared.frames),
            ("native frames compared", 0.06, compared.native_frames),
            ("roots in registers compared", 0.35, compared.register_roots),
            ("derived pointers compared", 0.1, compared.derived),
            ("elements of vectors compared", 0.1, compared.vector_roots),
            ("suspensions of fibers", 0.4, self.suspensions),
            ("exceptions caught", 0.15, exceptions.caught),
            ("exceptions that resumed", 0.03, exceptions.cleaned_up),
            ("old objects logged", 0.8, collector.objects_logged),
            ("weak fields cleared", 0.12, collector.weak_cleared),
            ("ephemerons cleared", 0.12, collector.ephemerons_cleared),
            ("objects finalized", 0.15, collector.finalizers_queued),
            ("concurrent cycles", 0.5, collector.cycles_marked),
            ("objects marked concurrently", 0.3, collector.objects_marked_concurrently),
        ];
        let programs = self.seeds.len();
        let events = events.into_iter().filter(|&(_, share, count)| {
            count == 0 && programs > 0 && requirement.requires(share, programs)
        });
        let constructs = self.constructs.iter().filter(|(_, occurrence)| {
            let possible = occurrence.possible.len();
            occurrence.found == 0 && possible > 0 && requirement.requires(CONSTRUCT_SHARE, possible)
        });
        events.map(|(name, ..)| name).chain(constructs.map(|(&name, _)| name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn improbable_absences_are_failures() {
        let mut results = Results::default();
        assert!(
            results.missing(Requirement::All).is_empty(),
            "a run without programs requires nothing"
        );
        results.seeds = (0..60).collect();
        results.constructs.insert("fill", Occurrence { possible: (0..60).collect(), found: 0 });
        let missing = results.missing(Requirement::Probable);
        assert!(missing.contains(&"collections") && missing.contains(&"frames compared"));
        assert!(!missing.contains(&"exceptions that resumed") && !missing.contains(&"fill"));
        let missing = results.missing(Requirement::All);
        assert!(missing.contains(&"exceptions that resumed") && missing.contains(&"fill"));

        results.seeds = (0..500).collect();
        results.constructs.insert("fill", Occurrence { possible: (0..300).collect(), found: 0 });
        let missing = results.missing(Requirement::Probable);
        assert!(missing.contains(&"exceptions that resumed") && missing.contains(&"fill"));
        results.exceptions.cleaned_up = 1;
        results.constructs.insert("fill", Occurrence { possible: (0..300).collect(), found: 1 });
        let missing = results.missing(Requirement::All);
        assert!(!missing.contains(&"exceptions that resumed") && !missing.contains(&"fill"));
    }
}
