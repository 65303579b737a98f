//! Compiles a batch of programs one by one, links them into one executable, runs it in every mode,
//! and judges the results.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::constructs;
use super::coverage::Constructs;
use super::driver::{CollectorCounts, ExceptionCounts, Outcome};
use super::emit::{self, Dialect};
use super::matrix::{self, Arch, Point};
use super::model::Program;
use super::process::{self, Mode};
use super::toolchain::{self, CompileError};
use crate::slow_walk::Counts;

/// A program and the point of the test matrix for which it is compiled.
#[derive(Clone, Debug)]
pub struct Item {
    /// The program.
    pub program: Program,
    /// Compiler and linker options.
    pub point: Point,
}

/// A program that gave a wrong result, or that could not be compiled.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The program and its compiler and linker options.
    pub item: Item,
    /// The mode in which it failed; `None` if the compiler failed.
    pub mode: Option<Mode>,
    /// The error message.
    pub message: String,
}

/// Results of one or more batches.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Number of programs that were run in every mode.
    pub programs: u64,
    /// Number of runs, over all programs and modes.
    pub runs: u64,
    /// Number of programs that were skipped in whole or in part, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    /// Programs that failed.
    pub failures: Vec<Failure>,
    /// Seeds of the programs that were run in every mode.
    pub seeds: BTreeSet<u64>,
    /// The constructs that at least one program can contain, and their occurrences.
    pub constructs: Constructs,
    /// Counters of the collector, summed over all runs.
    pub collector: CollectorCounts,
    /// Counters of the comparison with the reference stack walker, summed over all runs.
    pub compared: Counts,
    /// Counters of exceptions, summed over all runs.
    pub exceptions: ExceptionCounts,
    /// Number of times that a fiber was suspended, over all runs.
    pub suspensions: u64,
}

impl Results {
    /// Adds the results of another batch.
    pub fn add(&mut self, other: Self) {
        self.programs += other.programs;
        self.runs += other.runs;
        for (reason, count) in other.skipped {
            *self.skipped.entry(reason).or_default() += count;
        }
        self.failures.extend(other.failures);
        self.seeds.extend(other.seeds);
        for (construct, other) in other.constructs {
            let own = self.constructs.entry(construct).or_default();
            own.possible.extend(other.possible);
            own.found += other.found;
        }
        self.suspensions += other.suspensions;
        self.count(&other.collector, &other.compared, &other.exceptions);
    }

    /// Adds the counts of a run.
    fn count(
        &mut self,
        collector: &CollectorCounts,
        compared: &Counts,
        exceptions: &ExceptionCounts,
    ) {
        let sum = &mut self.collector;
        sum.collections += collector.collections;
        sum.frames_walked += collector.frames_walked;
        sum.roots_visited += collector.roots_visited;
        sum.register_roots += collector.register_roots;
        sum.register_roots_relocated += collector.register_roots_relocated;
        sum.derived_relocated += collector.derived_relocated;
        sum.objects_moved += collector.objects_moved;
        sum.objects_verified += collector.objects_verified;
        sum.objects_logged += collector.objects_logged;
        sum.weak_cleared += collector.weak_cleared;
        sum.ephemerons_cleared += collector.ephemerons_cleared;
        sum.finalizers_queued += collector.finalizers_queued;
        sum.cycles_marked += collector.cycles_marked;
        sum.objects_marked_concurrently += collector.objects_marked_concurrently;
        self.exceptions.thrown += exceptions.thrown;
        self.exceptions.caught += exceptions.caught;
        self.exceptions.cleaned_up += exceptions.cleaned_up;
        self.compared += *compared;
    }
}

/// The static library to link a batch with, for each architecture.
pub type Drivers = BTreeMap<Arch, PathBuf>;

/// Compiles, links and runs programs in a directory. The programs have the same architecture, are
/// linked in the same way, and have distinct seeds.
///
/// # Errors
///
/// An error of the file system, the linker, or the process that runs the programs. A program that
/// fails is not an error, but an element of [`Results::failures`].
pub fn run(items: &[Item], drivers: &Drivers, directory: &Path) -> Result<Results, String> {
    let mut results = Results::default();
    let Some(first) = items.first() else { return Ok(results) };
    let arch = first.point.arch;
    let driver = drivers.get(&arch).ok_or_else(|| format!("no driver for {}", arch.name()))?;
    fs::create_dir_all(directory).map_err(|error| error.to_string())?;

    let mut compiled = Vec::new();
    for item in items {
        let text = emit::module(&item.program, Dialect::of(item.point.llvm), item.point.features());
        let found = constructs::found(&text);
        for construct in constructs::expected(&item.point) {
            let occurrence = results.constructs.entry(construct).or_default();
            occurrence.possible.insert(item.program.seed);
            occurrence.found += u64::from(found.contains(construct));
        }
        match toolchain::compile(directory, &item.program, &item.point) {
            Ok(object) => {
                if !item.point.has_vectors() {
                    *results.skipped.entry(matrix::VECTORS_ON_AARCH64).or_default() += 1;
                }
                compiled.push((item, object));
            }
            Err(CompileError::KnownDefect(defect)) => {
                *results.skipped.entry(defect).or_default() += 1;
            }
            Err(CompileError::Failed(message)) => {
                results.failures.push(Failure { item: item.clone(), mode: None, message });
            }
        }
    }
    if compiled.is_empty() {
        return Ok(results);
    }
    let programs: Vec<_> = compiled.iter().map(|(item, _)| &item.program).collect();
    let objects: Vec<_> = compiled.iter().map(|(_, object)| object.clone()).collect();
    let linked = toolchain::link(directory, &programs, &objects, &first.point, driver)?;

    let mut references: BTreeMap<u64, Outcome> = BTreeMap::new();
    let mut seeds: Vec<u64> = programs.iter().map(|program| program.seed).collect();
    for mode in Mode::ALL {
        // A program that crashes ends the process. The next process runs the remaining programs.
        let mut left = seeds.clone();
        while !left.is_empty() {
            let ran = process::run(&linked, arch, mode, &left)?;
            let mut failures = Vec::new();
            for outcome in ran.outcomes {
                left.retain(|&seed| seed != outcome.seed);
                results.runs += 1;
                results.suspensions += outcome.suspensions;
                results.count(&outcome.collector, &outcome.compared, &outcome.exceptions);
                let reference = *references.entry(outcome.seed).or_insert(outcome);
                if let Some(message) = judge(mode, &outcome, &reference) {
                    failures.push((outcome.seed, message));
                }
            }
            if let Some((seed, message)) = ran.failed {
                left.retain(|&other| other != seed);
                failures.push((seed, message));
            }
            for (seed, message) in failures {
                seeds.retain(|&other| other != seed);
                if let Some((item, _)) = compiled.iter().find(|(i, _)| i.program.seed == seed) {
                    let item = Item::clone(item);
                    results.failures.push(Failure { item, mode: Some(mode), message });
                }
            }
        }
    }
    results.programs += seeds.len() as u64;
    results.seeds.extend(seeds);
    Ok(results)
}

/// Compares a completed run with the reference run. Returns a description of the first discrepancy,
/// if any.
pub fn judge(mode: Mode, outcome: &Outcome, reference: &Outcome) -> Option<String> {
    let Outcome { checksum, checksums_agree, collector, .. } = outcome;
    if !checksums_agree {
        return Some("threads that ran the same program have different checksums".to_owned());
    }
    if *checksum != reference.checksum {
        return Some(format!(
            "the checksum is {checksum:#x}, but {:#x} without collections",
            reference.checksum
        ));
    }
    if outcome.shared_sum != reference.shared_sum.wrapping_mul(outcome.runs) {
        return Some(format!(
            "{} runs added {:#x} to the shared objects; one run without collections added {:#x}",
            outcome.runs, outcome.shared_sum, reference.shared_sum
        ));
    }
    if !outcome.finalized {
        return Some(
            "a registered object was not finalized exactly once, or its contents changed"
                .to_owned(),
        );
    }
    match mode {
        Mode::Reference if collector.collections != 0 => Some(
            "a collection ran in the reference mode, whose nursery has room for all objects"
                .to_owned(),
        ),
        Mode::ZealAlloc | Mode::ZealPoll if collector.collections == 0 => {
            Some("no collection ran in zeal mode".to_owned())
        }
        _ => None,
    }
}
