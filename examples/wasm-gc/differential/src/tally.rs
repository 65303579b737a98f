//! Counts of a run.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use statepoint_gc::observe::CollectorStatistics;

/// What was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Modules.
    pub modules: u64,
    /// Calls of exported functions.
    pub calls: u64,
    /// Calls and instantiations that returned in both engines, with equal results and state.
    pub returned: u64,
    /// Calls that threw equal exceptions.
    pub threw: u64,
    /// Equal traps by kind.
    pub traps: BTreeMap<String, u64>,
    /// What could not be compared, by reason.
    pub not_comparable: BTreeMap<String, u64>,
    /// Modules during whose calls the heap of `wasm-gc` was collected.
    pub modules_with_collections: u64,
    /// Modules some of whose objects were moved.
    pub modules_with_moves: u64,
    /// Collections.
    pub collections: u64,
    /// Managed frames that collections walked.
    pub frames_walked: u64,
    /// Roots that collections visited.
    pub roots_visited: u64,
    /// Objects that were moved.
    pub objects_moved: u64,
    /// Objects that the verifier checked.
    pub objects_verified: u64,
    /// Instructions in all modules, by name.
    pub operators: BTreeMap<String, u64>,
}

impl Tally {
    /// Counts something that could not be compared.
    pub fn not_comparable(&mut self, reason: &str) {
        *self.not_comparable.entry(reason.to_owned()).or_default() += 1;
    }

    /// Adds what the collector did for a module.
    pub fn add_heap(&mut self, heap: &CollectorStatistics) {
        let collections = heap.young_collections + heap.full_collections;
        let counts = &heap.counts;
        self.modules_with_collections += u64::from(collections > 0);
        self.modules_with_moves += u64::from(counts.objects_moved > 0);
        self.collections += collections;
        self.frames_walked += counts.frames_walked;
        self.roots_visited += counts.roots_visited;
        self.objects_moved += counts.objects_moved;
        self.objects_verified += counts.objects_verified;
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: Self) {
        self.modules += other.modules;
        self.calls += other.calls;
        self.returned += other.returned;
        self.threw += other.threw;
        self.modules_with_collections += other.modules_with_collections;
        self.modules_with_moves += other.modules_with_moves;
        self.collections += other.collections;
        self.frames_walked += other.frames_walked;
        self.roots_visited += other.roots_visited;
        self.objects_moved += other.objects_moved;
        self.objects_verified += other.objects_verified;
        for (to, from) in [
            (&mut self.traps, other.traps),
            (&mut self.not_comparable, other.not_comparable),
            (&mut self.operators, other.operators),
        ] {
            for (name, count) in from {
                *to.entry(name).or_default() += count;
            }
        }
    }

    /// Returns why the run proves little, if it does: too few calls that return, or too few modules
    /// whose objects are moved.
    pub fn weaknesses(&self) -> Vec<String> {
        let shares = [
            ("calls that return", self.returned, self.calls + self.modules, 40),
            ("modules with collections", self.modules_with_collections, self.modules, 40),
            ("modules whose objects move", self.modules_with_moves, self.modules, 30),
        ];
        let mut found: Vec<_> = shares
            .into_iter()
            .filter(|(_, part, whole, least)| part * 100 < whole * least || *part == 0)
            .map(|(what, part, whole, least)| {
                format!("{what}: {part} of {whole}, and not {least} of 100")
            })
            .collect();
        let lost: u64 = self.not_comparable.values().sum();
        if lost * 8 > self.calls + self.modules {
            found.push(format!("not comparable: {lost} of {} calls", self.calls));
        }
        found
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let traps: u64 = self.traps.values().sum();
        let lines = [
            ("modules", self.modules),
            ("  with collections", self.modules_with_collections),
            ("  with objects that moved", self.modules_with_moves),
            ("calls", self.calls),
            ("equal results and state", self.returned),
            ("equal exceptions", self.threw),
            ("equal traps", traps),
        ];
        for (name, count) in lines {
            writeln!(f, "{name:36}{count:>14}")?;
        }
        for (name, count) in &self.traps {
            writeln!(f, "  {name:34}{count:>14}")?;
        }
        writeln!(f, "{:36}{:>14}", "not comparable", self.not_comparable.values().sum::<u64>())?;
        for (name, count) in &self.not_comparable {
            writeln!(f, "  {name:34}{count:>14}")?;
        }
        let lines = [
            ("collections", self.collections),
            ("frames walked", self.frames_walked),
            ("roots visited", self.roots_visited),
            ("objects moved", self.objects_moved),
            ("objects verified", self.objects_verified),
            ("kinds of instructions", self.operators.len() as u64),
        ];
        for (name, count) in lines {
            writeln!(f, "{name:36}{count:>14}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally() -> Tally {
        Tally {
            modules: 10,
            calls: 100,
            returned: 60,
            modules_with_collections: 9,
            modules_with_moves: 8,
            ..Tally::default()
        }
    }

    #[test]
    fn a_run_without_moves_or_results_is_weak() {
        assert_eq!(tally().weaknesses(), Vec::<String>::new());
        assert_eq!(Tally { modules_with_moves: 0, ..tally() }.weaknesses().len(), 1);
        assert_eq!(Tally { returned: 10, ..tally() }.weaknesses().len(), 1);
        assert_eq!(Tally::default().weaknesses().len(), 3);
        let mut lost = tally();
        for _ in 0..20 {
            lost.not_comparable("out of memory");
        }
        assert_eq!(lost.weaknesses().len(), 1);
    }

    #[test]
    fn counts_are_added() {
        let mut sum = tally();
        let mut other = tally();
        other.not_comparable("call stack exhausted");
        other.operators.insert("RefCast".to_owned(), 3);
        sum.add(other);
        assert_eq!((sum.modules, sum.calls, sum.returned), (20, 200, 120));
        assert_eq!(sum.not_comparable["call stack exhausted"], 1);
        assert_eq!(sum.operators["RefCast"], 3);
    }
}
