//! Runs random programs with an injected fault.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::{Noticed, VARIABLE, gist};
use crate::llvm::{self, Llvm};
use crate::random::batch::judge;
use crate::random::driver::Outcome;
use crate::random::generate;
use crate::random::matrix::{Arch, Linking, Point};
use crate::random::model::Program;
use crate::random::process::{self, Mode};
use crate::random::target;
use crate::random::toolchain::{self, CompileError};

/// Number of programs that are linked together. Each is run in its own process.
const BATCH: u64 = 8;

/// Random programs, compiled on demand and used for all faults.
#[derive(Debug)]
pub struct Programs {
    driver: PathBuf,
    directory: PathBuf,
    first: u64,
    versions: Vec<u32>,
    arch: Arch,
    batches: Mutex<Vec<Arc<Batch>>>,
}

/// Programs in one executable, with the outcomes of their runs without a fault.
#[derive(Debug)]
struct Batch {
    linked: PathBuf,
    references: BTreeMap<u64, Outcome>,
}

impl Programs {
    /// Returns the programs with the seeds from `first` on, which are linked with `driver` in
    /// `directory`.
    ///
    /// # Errors
    ///
    /// If no LLVM is installed, or programs for this machine cannot be run.
    pub fn new(driver: PathBuf, directory: PathBuf, first: u64) -> Result<Self, String> {
        let arch: Arch = std::env::consts::ARCH.parse()?;
        target::can_run(arch)?;
        let installed = |&version: &u32| Llvm::find_installed(version).is_some();
        let versions: Vec<u32> = llvm::VERSIONS.into_iter().filter(installed).collect();
        if versions.is_empty() {
            return Err("no LLVM version is installed (packages llvm-N)".to_owned());
        }
        Ok(Self { driver, directory, first, versions, arch, batches: Mutex::default() })
    }

    /// Returns the batch with this number.
    ///
    /// # Errors
    ///
    /// If a tool fails, or a program fails without a fault.
    fn batch(&self, number: usize) -> Result<Arc<Batch>, String> {
        // While one thread makes a batch, other threads that need it wait.
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        while batches.len() <= number {
            let batch = self.make(batches.len() as u64)?;
            batches.push(Arc::new(batch));
        }
        Ok(Arc::clone(&batches[number]))
    }

    fn make(&self, number: u64) -> Result<Batch, String> {
        let directory = self.directory.join(format!("batch-{number}"));
        fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
        let first = self.first + number * BATCH;
        let (mut programs, mut objects) = (Vec::new(), Vec::new());
        for program in (first..first + BATCH).map(generate::program) {
            let point = Point::of_seed(program.seed, &self.versions, &[self.arch]);
            match toolchain::compile(&directory, &program, &point) {
                Ok(object) => {
                    objects.push(object);
                    programs.push(program);
                }
                Err(CompileError::Known(_)) => {}
                Err(CompileError::Failed(what)) => {
                    return Err(format!("seed {}: {what}", program.seed));
                }
            }
        }
        let programs: Vec<&Program> = programs.iter().collect();
        let mut point = Point::of_seed(first, &self.versions, &[self.arch]);
        // All programs are linked together, with the same options for all seeds.
        point.linking = Linking::PLAIN;
        let linked = toolchain::link(&directory, &programs, &objects, &point, &self.driver)?;
        let seeds: Vec<u64> = programs.iter().map(|program| program.seed).collect();
        let mut references = BTreeMap::new();
        for mode in Mode::ALL {
            let ran = process::run(&linked, self.arch, mode, &seeds)?;
            if let Some((seed, what)) = ran.failed {
                return Err(format!("without a fault: seed {seed}, {}: {what}", mode.name()));
            }
            for outcome in ran.outcomes {
                let reference = *references.entry(outcome.seed).or_insert(outcome);
                if let Some(what) = judge(mode, &outcome, &reference) {
                    let seed = outcome.seed;
                    return Err(format!("without a fault: seed {seed}, {}: {what}", mode.name()));
                }
            }
        }
        Ok(Batch { linked, references })
    }

    /// Runs up to `max_programs` programs in each mode, with the fault of this name, until one
    /// detects it. Returns `None` if none does.
    ///
    /// # Errors
    ///
    /// If a tool fails, or a program fails without a fault.
    pub fn try_fault(&self, name: &str, max_programs: usize) -> Result<Option<Noticed>, String> {
        let directory = self.directory.join(name);
        fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
        // The time of running, not of compiling, which is done once for all faults.
        let mut time = core::time::Duration::ZERO;
        let mut after = 0;
        for number in 0..max_programs {
            let batch = self.batch(number)?;
            let linked = own_copy(&batch.linked, &directory, number)?;
            for (&seed, reference) in &batch.references {
                if after == max_programs {
                    return Ok(None);
                }
                after += 1;
                let begin = Instant::now();
                let noticed = self.notices(&linked, seed, reference, name)?;
                time += begin.elapsed();
                if let Some((by, message)) = noticed {
                    return Ok(Some(Noticed { by, after, time, message }));
                }
            }
        }
        Ok(None)
    }

    /// Runs a program in each mode with the fault. Returns the mode in which the fault was
    /// detected, and the message, if it was.
    fn notices(
        &self,
        linked: &Path,
        seed: u64,
        reference: &Outcome,
        name: &str,
    ) -> Result<Option<(String, String)>, String> {
        for mode in Mode::ALL {
            let ran = process::run_with(linked, self.arch, mode, &[seed], &[(VARIABLE, name)])?;
            let message = match (ran.failed, ran.outcomes.first()) {
                (Some((_, what)), _) => Some(gist(&what)),
                (None, Some(outcome)) => judge(mode, outcome, reference),
                (None, None) => None,
            };
            if let Some(message) = message {
                return Ok(Some((format!("programs, {}", mode.name()), message)));
            }
        }
        Ok(None)
    }
}

/// Links the executable into another directory, where its output files do not conflict with those
/// of other runs.
fn own_copy(linked: &Path, directory: &Path, number: usize) -> Result<PathBuf, String> {
    let copy = directory.join(format!("programs-{number}"));
    fs::hard_link(linked, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    Ok(copy)
}
