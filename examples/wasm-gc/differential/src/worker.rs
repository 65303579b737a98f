//! Worker processes: a crash of an engine ends one of them, and names the module.

use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{io, thread};

use serde::{Deserialize, Serialize};
use statepoint_gc::Zeal;

use crate::compare::compare;
use crate::generate::Source;
use crate::settings::ZealChoice;
use crate::tally::Tally;

/// The stack of a thread that runs modules.
const STACK: usize = 64 << 20;
/// How long a module may take before the worker is ended.
const MODULE_LIMIT: Duration = Duration::from_secs(120);

/// What all modules of a run have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// What generates the modules, or `None` for both in turn.
    pub source: Option<Source>,
    /// The collections of `wasm-gc`.
    pub zeal: ZealChoice,
}

impl Choices {
    /// Returns what generates the module with a seed.
    pub fn source(&self, seed: u64) -> Source {
        self.source.unwrap_or_else(|| Source::of_seed(seed))
    }

    /// Returns the arguments of the command line that repeat these choices.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![];
        if let Some(source) = self.source {
            arguments.extend(["--source".to_owned(), source.to_string()]);
        }
        if let ZealChoice::Fixed(zeal) = self.zeal {
            let zeal = match zeal {
                Zeal::Off => "off".to_owned(),
                Zeal::EveryPoll => "poll".to_owned(),
                Zeal::EveryAllocation(1) => "alloc".to_owned(),
                Zeal::EveryAllocation(count) => count.to_string(),
            };
            arguments.extend(["--zeal".to_owned(), zeal]);
        }
        arguments
    }
}

/// A module on which the engines differ, or one that ended the process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// What happened.
    pub message: String,
}

/// A line that a worker prints.
#[derive(Debug, Serialize, Deserialize)]
enum Line {
    /// A module begins.
    Begin(u64),
    /// The engines differ on the current module.
    Differ(Failure),
    /// All modules were run.
    End(Tally),
}

/// Runs modules on a thread of this process, with a large stack. `begin` is called before each,
/// and `differ` after each on which the engines differ.
///
/// # Errors
///
/// If the thread cannot be created.
///
/// # Panics
///
/// If an engine panics.
pub fn run_here(
    seeds: Range<u64>,
    choices: Choices,
    begin: impl Fn(u64) + Send + 'static,
    mut differ: impl FnMut(Failure) + Send + 'static,
) -> io::Result<Tally> {
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut tally = Tally::default();
        for seed in seeds {
            begin(seed);
            let source = choices.source(seed);
            let bytes = source.module(seed);
            if let Err(difference) = compare(&bytes, source, seed, choices.zeal, &mut tally) {
                differ(Failure { seed, message: difference.to_string() });
            }
        }
        tally
    })?;
    Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

/// The main function of a worker: runs modules, and prints what happens as lines of JSON.
///
/// # Errors
///
/// If the standard output is closed, or there is no thread.
pub fn main(seeds: Range<u64>, choices: Choices) -> io::Result<()> {
    fn print(line: &Line) -> io::Result<()> {
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, line)?;
        out.write_all(b"\n")?;
        out.flush()
    }
    // A closed output is an error when the counts are printed.
    let begin = |seed| drop(print(&Line::Begin(seed)));
    let tally = run_here(seeds, choices, begin, |failure| drop(print(&Line::Differ(failure))))?;
    print(&Line::End(tally))
}

/// Runs modules in worker processes. After a module that ends the worker, another worker runs the
/// remaining ones. `progress` is called when a module begins.
///
/// # Errors
///
/// If a worker cannot be started.
pub fn run(
    program: &Path,
    seeds: Range<u64>,
    choices: Choices,
    progress: &dyn Fn(),
) -> io::Result<(Tally, Vec<Failure>)> {
    let (mut tally, mut failures) = (Tally::default(), vec![]);
    let mut next = seeds.start;
    while next < seeds.end {
        let mut worker = Command::new(program);
        worker
            .arg("--worker")
            .args(["--seeds", &format!("{next}..{}", seeds.end)])
            .args(choices.arguments())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = worker.spawn()?;
        let mut found = vec![];
        let Some(seed) = follow(&mut child, next, &mut tally, &mut found, progress) else {
            failures.extend(found);
            break;
        };
        // The modules before this one are run again, because the worker's counts are lost.
        let message = end_message(child)?;
        failures.push(Failure { seed, message });
        if seed > next {
            let (counts, found) = run(program, next..seed, choices, &|| {})?;
            tally.add(counts);
            failures.extend(found);
        }
        next = seed + 1;
    }
    Ok((tally, failures))
}

/// Follows a worker. Returns the module that it was running if it did not come to its end: at
/// first, the first one.
fn follow(
    child: &mut Child,
    first: u64,
    tally: &mut Tally,
    failures: &mut Vec<Failure>,
    progress: &dyn Fn(),
) -> Option<u64> {
    let output = child.stdout.take().expect("the output is a pipe");
    let (sender, lines) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if let Ok(line) = serde_json::from_str::<Line>(&line)
                && sender.send(line).is_err()
            {
                return;
            }
        }
    });
    let mut current = first;
    let is_complete = loop {
        match lines.recv_timeout(MODULE_LIMIT) {
            Ok(Line::Begin(seed)) => {
                current = seed;
                progress();
            }
            Ok(Line::Differ(failure)) => failures.push(failure),
            Ok(Line::End(counts)) => {
                tally.add(counts);
                break true;
            }
            Err(RecvTimeoutError::Disconnected) => break false,
            Err(RecvTimeoutError::Timeout) => {
                // It may have ended meanwhile.
                let _ = child.kill();
                break false;
            }
        }
    };
    if is_complete {
        let _ = child.wait();
    }
    let _ = reader.join();
    (!is_complete).then_some(current)
}

/// Returns how a worker ended, with the end of what it wrote to its standard error.
fn end_message(child: Child) -> io::Result<String> {
    let output = child.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<_> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(12)..];
    Ok(format!("the process ended: {}\n  {}", output.status, last.join("\n  ")))
}
