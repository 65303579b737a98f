//! Runs a workload of `compare` with a collector of MMTk and one mutator thread.
//!
//! Usage: `mmtk-peer SUITE ARGUMENTS`, with the arguments of the suite's other programs. MMTk reads
//! its settings from the environment: MMTK_PLAN, MMTK_GC_TRIGGER, MMTK_THREADS.

mod allocation;
mod binding;
mod gcbench;
mod heap;
mod trace;
mod trees;

use std::process::ExitCode;

use heap::Heap;

/// The arguments after the suite's name.
struct Arguments(Vec<String>);

impl Arguments {
    fn word(&self, at: usize) -> Result<&str, String> {
        self.0.get(at).map(String::as_str).ok_or_else(|| format!("argument {} is missing", at + 1))
    }

    fn number(&self, at: usize) -> Result<usize, String> {
        let word = self.word(at)?;
        word.parse().map_err(|_| format!("{word} is not a number"))
    }
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let suite = words.next().unwrap_or_default();
    let arguments = Arguments(words.collect());
    let work = match suite.as_str() {
        "allocation" => allocation::run,
        "binary_trees" => trees::run,
        "gcbench" => gcbench::run,
        "trace" => trace::run,
        _ => {
            eprintln!("usage: mmtk-peer allocation|binary_trees|gcbench|trace ARGUMENTS");
            return ExitCode::from(2);
        }
    };
    match Heap::start().and_then(|mut heap| work(&mut heap, &arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mmtk-peer {suite}: {error}");
            ExitCode::from(2)
        }
    }
}
