//! Runs linked programs in each mode.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::driver::{self, Outcome};
use super::matrix::Arch;
use super::target;
use crate::timeout::wait_within;

/// The mode in which programs are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Without collections.
    Reference,
    /// With a collection at every allocation.
    ZealAlloc,
    /// With a collection at every poll.
    ZealPoll,
    /// Several threads, and one more that collects.
    Threads,
}

impl Mode {
    /// All modes, the reference first.
    pub const ALL: [Self; 4] = [Self::Reference, Self::ZealAlloc, Self::ZealPoll, Self::Threads];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::ZealAlloc => "zeal-alloc",
            Self::ZealPoll => "zeal-poll",
            Self::Threads => "threads",
        }
    }

    /// The environment of a run.
    pub fn environment(self) -> Vec<(&'static str, &'static str)> {
        let (heap, zeal, verify, frames) = match self {
            // Large objects alone may take an eighth of it before a full collection runs.
            Self::Reference => ("2G", "off", "off", "3000"),
            Self::ZealAlloc => ("64M", "alloc", "off", "300"),
            Self::ZealPoll => ("64M", "poll", "before,after", "300"),
            // The objects of each thread that are to be finalized are kept to the end.
            Self::Threads => ("256M", "off", "before,after", "300"),
        };
        let mode = match self {
            Self::Reference => driver::WITHOUT,
            Self::Threads => driver::THREADS,
            Self::ZealAlloc | Self::ZealPoll => "",
        };
        let concurrent = match self {
            Self::Reference | Self::ZealAlloc => "off",
            // Concurrent cycles are in progress most of the time.
            Self::ZealPoll | Self::Threads => "on",
        };
        vec![
            ("SPGC_HEAP_MAX", heap),
            ("SPGC_ZEAL", zeal),
            ("SPGC_VERIFY", verify),
            ("SPGC_CONCURRENT", concurrent),
            ("SPGC_THREADS", "2"),
            (driver::FRAMES, frames),
            (driver::MODE, mode),
        ]
    }
}

/// Results of a run of several programs.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// Results of the programs that completed.
    pub outcomes: Vec<Outcome>,
    /// The program that did not complete, and the output of the process.
    pub failed: Option<(u64, String)>,
}

/// Time that a process may take for each of its programs before it counts as hung.
const PATIENCE: Duration = Duration::from_secs(60);
/// This factor applies where the process is emulated: some programs take minutes there.
const EMULATED: u32 = 10;

/// Runs these programs of a linked batch.
///
/// # Errors
///
/// If the process cannot be started or its output not read.
pub fn run(program: &Path, arch: Arch, mode: Mode, seeds: &[u64]) -> Result<Ran, String> {
    run_with(program, arch, mode, seeds, &[])
}

/// Like [`run`], with these additional environment variables.
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
) -> Result<Ran, String> {
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
        .env(driver::SEEDS, list.join(","))
        .envs(environment.iter().copied())
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(File::create(&out).map_err(text)?)
        .stderr(File::create(&err).map_err(text)?);
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let times = if emulator.is_empty() { 1 } else { EMULATED };
    let timeout = PATIENCE * seeds.len().max(1) as u32 * times;
    let status = wait_within(&mut child, timeout).map_err(text)?;

    let mut ran = Ran::default();
    let mut begun = None;
    for line in fs::read_to_string(&out).map_err(text)?.lines() {
        if let Some(seed) = line.strip_prefix("begin ") {
            begun = seed.parse().ok();
        } else if let Ok(outcome) = serde_json::from_str::<Outcome>(line) {
            ran.outcomes.push(outcome);
            begun = None;
        }
    }
    if !status.is_some_and(|status| status.success()) || ran.outcomes.len() < seeds.len() {
        let errors = fs::read(&err).map_err(text)?;
        let errors = String::from_utf8_lossy(&errors);
        let how = status.map_or("hung".to_owned(), |status| status.to_string());
        let seed = begun.or_else(|| seeds.get(ran.outcomes.len()).copied());
        ran.failed = Some((seed.unwrap_or_default(), format!("{how}\n{}", errors.trim())));
    }
    Ok(ran)
}
