//! Runs linked programs in each mode.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::driver::{self, Outcome};
use super::matrix::Arch;
use super::target;
use crate::timeout::wait_within;

/// The mode of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One thread, without collections.
    Reference,
    /// One thread, with a collection at every allocation.
    ZealAlloc,
    /// One thread, with a collection at every poll.
    ZealPoll,
    /// Several threads, and another one that requests collections.
    Threads,
}

impl Mode {
    /// All modes, the reference first.
    pub const ALL: [Self; 4] = [Self::Reference, Self::ZealAlloc, Self::ZealPoll, Self::Threads];

    /// Returns the name of the mode.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::ZealAlloc => "zeal-alloc",
            Self::ZealPoll => "zeal-poll",
            Self::Threads => "threads",
        }
    }

    /// Returns the environment variables of a run.
    pub fn environment(self) -> Vec<(&'static str, &'static str)> {
        let (heap, zeal, verify, frames) = match self {
            // The nursery is large enough that no collection runs. The limit on large objects is an
            // eighth of the heap.
            Self::Reference => ("2G", "off", "off", "3000"),
            Self::ZealAlloc => ("64M", "alloc", "off", "300"),
            Self::ZealPoll => ("64M", "poll", "before,after", "300"),
            // Objects that are registered for finalization are retained until the end of the run.
            Self::Threads => ("256M", "off", "before,after", "300"),
        };
        let mode = match self {
            Self::Reference => driver::MODE_NO_COLLECTIONS,
            Self::Threads => driver::MODE_THREADS,
            Self::ZealAlloc | Self::ZealPoll => "",
        };
        let concurrent = match self {
            Self::Reference | Self::ZealAlloc => "off",
            // A concurrent cycle is in progress most of the time.
            Self::ZealPoll | Self::Threads => "on",
        };
        let nursery = (self == Self::Reference).then_some(("SPGC_NURSERY", "64M"));
        let settings = [
            ("SPGC_HEAP_MAX", heap),
            ("SPGC_ZEAL", zeal),
            ("SPGC_VERIFY", verify),
            ("SPGC_CONCURRENT", concurrent),
            ("SPGC_THREADS", "2"),
            (driver::FRAMES_VARIABLE, frames),
            (driver::MODE_VARIABLE, mode),
        ];
        settings.into_iter().chain(nursery).collect()
    }
}

/// Results of a process that ran several programs.
#[derive(Clone, Debug, Default)]
pub struct ProcessResults {
    /// Results of the programs that completed.
    pub outcomes: Vec<Outcome>,
    /// Seed of the program that did not complete, and how the process ended with its standard
    /// error.
    pub failed: Option<(u64, String)>,
}

/// Time limit of a process for each program that it runs. A program takes at most a few seconds.
const TIMEOUT_PER_PROGRAM: Duration = Duration::from_secs(60);
/// Factor of the time limit under emulation, where some programs take minutes.
const EMULATION_FACTOR: u32 = 10;

/// Runs the programs with these seeds of a linked batch in one process.
///
/// # Errors
///
/// If the process cannot be started or its output not read.
pub fn run(
    program: &Path,
    arch: Arch,
    mode: Mode,
    seeds: &[u64],
) -> Result<ProcessResults, String> {
    run_with(program, arch, mode, seeds, &[])
}

/// Runs programs as [`run`] does, with additional environment variables.
///
/// # Errors
///
/// As for [`run`].
pub fn run_with(
    program: &Path,
    arch: Arch,
    mode: Mode,
    seeds: &[u64],
    environment: &[(&str, &str)],
) -> Result<ProcessResults, String> {
    let directory = program.parent().unwrap_or(Path::new("."));
    let text = |error: std::io::Error| error.to_string();
    let [out, err] =
        ["out", "err"].map(|extension| directory.join(mode.name()).with_extension(extension));
    let emulator = target::emulator(arch);
    let mut words = emulator.iter().map(std::ffi::OsStr::new);
    let mut command = match words.next() {
        Some(emulator) => {
            let mut command = Command::new(emulator);
            command.args(words).arg(program);
            command
        }
        None => Command::new(program),
    };
    let list: Vec<_> = seeds.iter().map(u64::to_string).collect();
    command
        .envs(mode.environment())
        .env(driver::SEEDS_VARIABLE, list.join(","))
        .envs(environment.iter().copied())
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(File::create(&out).map_err(text)?)
        .stderr(File::create(&err).map_err(text)?);
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let factor = if emulator.is_empty() { 1 } else { EMULATION_FACTOR };
    let timeout = TIMEOUT_PER_PROGRAM * seeds.len().max(1) as u32 * factor;
    let status = wait_within(&mut child, timeout).map_err(text)?;

    let mut results = ProcessResults::default();
    let mut running = None;
    for line in fs::read_to_string(&out).map_err(text)?.lines() {
        if let Some(seed) = line.strip_prefix("begin ") {
            running = seed.parse().ok();
        } else if let Ok(outcome) = serde_json::from_str::<Outcome>(line) {
            results.outcomes.push(outcome);
            running = None;
        }
    }
    if !status.is_some_and(|status| status.success()) || results.outcomes.len() < seeds.len() {
        let errors = fs::read(&err).map_err(text)?;
        let errors = String::from_utf8_lossy(&errors);
        let ending = status
            .map_or("the process did not end within its time limit".to_owned(), |status| {
                status.to_string()
            });
        let seed = running.or_else(|| seeds.get(results.outcomes.len()).copied());
        results.failed = Some((seed.unwrap_or_default(), format!("{ending}\n{}", errors.trim())));
    }
    Ok(results)
}
