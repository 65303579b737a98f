//! Detects injected faults with random managed programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::{Detection, VARIABLE, summary_line};
use crate::llvm::{self, Llvm};
use crate::random::batch::judge;
use crate::random::driver::Outcome;
use crate::random::generate;
use crate::random::matrix::{Arch, Linking, Point};
use crate::random::model::Program;
use crate::random::process::{self, Mode};
use crate::random::target;
use crate::random::toolchain::{self, CompileError};

/// Number of programs linked into one executable. Each program runs in a separate process.
const PROGRAMS_PER_BATCH: u64 = 8;

/// A sequence of random programs, which are compiled on demand and reused for all faults.
#[derive(Debug)]
pub struct Programs {
    driver: PathBuf,
    directory: PathBuf,
    first: u64,
    versions: Vec<u32>,
    arch: Arch,
    batches: Mutex<Vec<Arc<Batch>>>,
}

/// Programs in one executable, with the outcomes of their runs without faults.
#[derive(Debug)]
struct Batch {
    linked: PathBuf,
    references: BTreeMap<u64, Outcome>,
}

impl Programs {
    /// Returns the programs with the seeds `first`, `first + 1` and so on. They are linked with the
    /// static library `driver`, and all files are written to `directory`.
    ///
    /// # Errors
    ///
    /// If no version of LLVM is installed, or programs for this machine cannot be run.
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

    /// Returns the batch with this index. Compiles, links and runs it first if necessary.
    ///
    /// # Errors
    ///
    /// If a tool fails, or a program fails without a fault.
    fn batch(&self, number: usize) -> Result<Arc<Batch>, String> {
        // The lock is held while a batch is compiled, so that other threads wait for the batch.
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        while batches.len() <= number {
            let batch = self.make(batches.len() as u64)?;
            batches.push(Arc::new(batch));
        }
        Ok(Arc::clone(&batches[number]))
    }

    /// Compiles and links the programs of a batch, and runs each in all modes without a fault.
    fn make(&self, number: u64) -> Result<Batch, String> {
        let directory = self.directory.join(format!("batch-{number}"));
        fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
        let first = self.first + number * PROGRAMS_PER_BATCH;
        let (mut programs, mut objects) = (Vec::new(), Vec::new());
        for program in (first..first + PROGRAMS_PER_BATCH).map(generate::program) {
            let point = Point::from_seed(program.seed, &self.versions, &[self.arch]);
            match toolchain::compile(&directory, &program, &point) {
                Ok(object) => {
                    objects.push(object);
                    programs.push(program);
                }
                Err(CompileError::KnownDefect(_)) => {}
                Err(CompileError::Failed(message)) => {
                    return Err(format!("seed {}: {message}", program.seed));
                }
            }
        }
        let programs: Vec<&Program> = programs.iter().collect();
        let mut point = Point::from_seed(first, &self.versions, &[self.arch]);
        // Link options are usually chosen by seed, but these programs are linked together.
        point.linking = Linking::PLAIN;
        let linked = toolchain::link(&directory, &programs, &objects, &point, &self.driver)?;
        let seeds: Vec<u64> = programs.iter().map(|program| program.seed).collect();
        let mut references = BTreeMap::new();
        for mode in Mode::ALL {
            let ran = process::run(&linked, self.arch, mode, &seeds)?;
            if let Some((seed, message)) = ran.failed {
                return Err(format!("without a fault: seed {seed}, {}: {message}", mode.name()));
            }
            for outcome in ran.outcomes {
                let reference = *references.entry(outcome.seed).or_insert(outcome);
                if let Some(message) = judge(mode, &outcome, &reference) {
                    let seed = outcome.seed;
                    return Err(format!(
                        "without a fault: seed {seed}, {}: {message}",
                        mode.name()
                    ));
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
    pub fn run_fault(&self, name: &str, max_programs: usize) -> Result<Option<Detection>, String> {
        let directory = self.directory.join(name);
        fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
        // Running time only: programs are compiled once for all faults.
        let mut time = core::time::Duration::ZERO;
        let mut attempts = 0;
        for number in 0..max_programs {
            let batch = self.batch(number)?;
            let linked = link_copy(&batch.linked, &directory, number)?;
            for (&seed, reference) in &batch.references {
                if attempts == max_programs {
                    return Ok(None);
                }
                attempts += 1;
                let begin = Instant::now();
                let detection = self.detect(&linked, seed, reference, name)?;
                time += begin.elapsed();
                if let Some((check, message)) = detection {
                    return Ok(Some(Detection { check, attempts, time, message }));
                }
            }
        }
        Ok(None)
    }

    /// Runs a program in each mode with the fault until a mode detects it. Returns that mode and
    /// the error message, or `None` if no mode detects the fault.
    fn detect(
        &self,
        linked: &Path,
        seed: u64,
        reference: &Outcome,
        name: &str,
    ) -> Result<Option<(String, String)>, String> {
        for mode in Mode::ALL {
            let ran = process::run_with(linked, self.arch, mode, &[seed], &[(VARIABLE, name)])?;
            let message = match (ran.failed, ran.outcomes.first()) {
                (Some((_, message)), _) => Some(summary_line(&message)),
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

/// Creates a hard link to the executable in another directory. Its output files are written next to
/// it, where they do not conflict with those of other threads.
fn link_copy(linked: &Path, directory: &Path, number: usize) -> Result<PathBuf, String> {
    let copy = directory.join(format!("programs-{number}"));
    fs::hard_link(linked, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    Ok(copy)
}
