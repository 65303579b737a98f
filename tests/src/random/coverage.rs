//! Coverage of a run: the constructs that its programs must have contained, and the events that
//! must have happened. Without them, equal results prove nothing.
//!
//! Programs are random, so a small run may lack something rare by chance. Something is missing only
//! if a run of that many programs would practically always have it: if the chance of its absence is
//! below 1 in a million. Shares are measured with 300 programs (seeds 910000 to 910299), rounded
//! down.

use std::collections::{BTreeMap, BTreeSet};

use super::batch::Results;

/// An absence is a failure if its chance is below this. A run judges about 80 shares.
const CHANCE: f64 = 1e-6;

/// The share of programs that have the rarest construct among those for which they can have it.
const CONSTRUCT_SHARE: f64 = 0.05;

/// Counts of the programs that have a construct.
#[derive(Clone, Debug, Default)]
pub struct Occurrence {
    /// Seeds of the programs that can have the construct as they are compiled. Programs of one seed
    /// that are compiled for several points have the same constructs, and count once.
    pub possible: BTreeSet<u64>,
    /// Number of programs that have it, each counted as often as it is compiled.
    pub found: u64,
}

/// Number of occurrences by the name of the construct.
pub type Constructs = BTreeMap<&'static str, Occurrence>;

/// The absences that count as failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Absences that are too unlikely to happen by chance.
    Likely,
    /// All absences, for seeds that are known to have everything.
    Everything,
}

impl Demand {
    /// Whether something that this share of programs has must occur in this number of programs.
    fn requires(self, share: f64, programs: usize) -> bool {
        match self {
            Self::Everything => true,
            Self::Likely => (1.0 - share).powf(programs as f64) < CHANCE,
        }
    }
}

impl Results {
    /// The events and constructs that did not occur although `demand` requires them.
    pub fn missing(&self, demand: Demand) -> Vec<&'static str> {
        let (collector, compared, unwound) = (&self.collector, &self.compared, &self.unwound);
        // Each with the share of programs that have it when they are run in every mode.
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
            ("exceptions caught", 0.15, unwound.caught),
            ("exceptions that resumed", 0.03, unwound.cleaned_up),
            ("old objects logged", 0.8, collector.objects_logged),
            ("weak fields cleared", 0.12, collector.weak_cleared),
            ("ephemerons cleared", 0.12, collector.ephemerons_cleared),
            ("objects finalized", 0.15, collector.finalizers_queued),
            ("concurrent cycles", 0.5, collector.cycles_marked),
            ("objects marked concurrently", 0.3, collector.objects_marked_concurrently),
        ];
        let programs = self.seeds.len();
        let events = events.into_iter().filter(|&(_, share, count)| {
            count == 0 && programs > 0 && demand.requires(share, programs)
        });
        let constructs = self.constructs.iter().filter(|(_, occurrence)| {
            let possible = occurrence.possible.len();
            occurrence.found == 0 && possible > 0 && demand.requires(CONSTRUCT_SHARE, possible)
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
        assert!(results.missing(Demand::Everything).is_empty(), "nothing was run");
        results.seeds = (0..60).collect();
        results.constructs.insert("fill", Occurrence { possible: (0..60).collect(), found: 0 });
        let missing = results.missing(Demand::Likely);
        assert!(missing.contains(&"collections") && missing.contains(&"frames compared"));
        assert!(!missing.contains(&"exceptions that resumed") && !missing.contains(&"fill"));
        let missing = results.missing(Demand::Everything);
        assert!(missing.contains(&"exceptions that resumed") && missing.contains(&"fill"));

        results.seeds = (0..500).collect();
        results.constructs.insert("fill", Occurrence { possible: (0..300).collect(), found: 0 });
        let missing = results.missing(Demand::Likely);
        assert!(missing.contains(&"exceptions that resumed") && missing.contains(&"fill"));
        results.unwound.cleaned_up = 1;
        results.constructs.insert("fill", Occurrence { possible: (0..300).collect(), found: 1 });
        let missing = results.missing(Demand::Everything);
        assert!(!missing.contains(&"exceptions that resumed") && !missing.contains(&"fill"));
    }
}
