//! The host of a small language, written in Rust: runs a compiled program on several threads, and
//! compares its results with those of an interpreter. See README.md.

use std::error::Error;
use std::process::ExitCode;
use std::thread;

mod interpreter;
mod language;
mod managed;

use interpreter::{Interpreter, Value};
use language::Program;
use managed::Outcome;
use statepoint_gc::Heap;

const HELP: &str = "\
Runs a compiled program on several threads, and compares its results with those of an interpreter.

usage: rust-host [--threads N] [--rounds N] [--size N]

  --threads N  number of threads, 1 to 256 [default: 4]
  --rounds N   runs of each thread, 1 to 100000 [default: 20]
  --size N     numbers in the lists and trees of each run, 1 to 2000 [default: 300]
  --help       print this text

Exit status: 0 if all results are correct, 1 if not, 2 if the command line is invalid.
";

/// Stack size of the threads, in bytes. The depth of recursion is the length of the lists.
const STACK: usize = 256 << 20;

struct Options {
    threads: usize,
    rounds: usize,
    size: i64,
}

/// Parses the command line. Returns `None` if it contains `--help`.
fn options(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options { threads: 4, rounds: 20, size: 300 };
    while let Some(option) = arguments.next() {
        if option == "--help" {
            return Ok(None);
        }
        let mut number = |limit: usize| {
            let value = arguments.next().ok_or_else(|| format!("{option} needs a number"))?;
            let number = value.parse().ok().filter(|number| (1..=limit).contains(number));
            number.ok_or_else(|| format!("{option} {value}: a number from 1 to {limit} is needed"))
        };
        match &*option {
            "--threads" => options.threads = number(256)?,
            "--rounds" => options.rounds = number(100_000)?,
            "--size" => options.size = number(2000)? as i64,
            _ => return Err(format!("unknown option {option}")),
        }
    }
    Ok(Some(options))
}

/// Returns the value that `main` must return, computed by the interpreter.
fn expected(program: &Program, seed: i64, count: i64) -> Result<Outcome, String> {
    let mut interpreter = Interpreter::new(program);
    let arguments = vec![Value::Number(seed), Value::Number(count)];
    let Value::Pair(result) = interpreter.run("main", arguments)? else {
        return Err("the result is not a pair".to_owned());
    };
    let (Value::Number(returned), mut rest) = result.borrow().clone() else {
        return Err("the first element of the result is not a number".to_owned());
    };
    let mut list = Vec::new();
    while let Value::Pair(pair) = rest {
        let (Value::Number(number), next) = pair.borrow().clone() else {
            return Err("the list in the result contains a value that is not a number".to_owned());
        };
        list.push(number);
        rest = next;
    }
    Ok(Outcome { returned, list, noted: interpreter.noted })
}

/// Runs the program once for each expected outcome, and compares the outcomes.
fn work(heap: &Heap, expected: &[Outcome], size: i64) -> Result<(), String> {
    let mut mutator = heap.attach().map_err(|error| error.to_string())?;
    for (seed, expected) in (1..).zip(expected) {
        let outcome = managed::run(&mut mutator, seed, size).map_err(|error| error.to_string())?;
        if outcome != *expected {
            return Err(format!("(main {seed} {size}): expected {expected:?}, not {outcome:?}"));
        }
    }
    Ok(())
}

/// Computes the expected outcomes, runs all threads, and prints statistics of the collector.
fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    // The same text that build.rs compiled.
    let program = language::parse(include_str!("../program.pairs"))?;
    let heap = managed::heap()?;
    let deep = || thread::Builder::new().stack_size(STACK);
    thread::scope(|scope| {
        let interpret = || {
            let seeds = (1..).take(options.rounds);
            seeds.map(|seed| expected(&program, seed, options.size)).collect::<Result<Vec<_>, _>>()
        };
        let interpreted = deep().spawn_scoped(scope, interpret)?.join();
        let expected = interpreted.map_err(|_| "the interpreter panicked")??;
        thread::scope(|scope| {
            let spawn = |_| deep().spawn_scoped(scope, || work(&heap, &expected, options.size));
            let threads = (0..options.threads).map(spawn).collect::<Result<Vec<_>, _>>()?;
            for thread in threads {
                thread.join().map_err(|_| "a thread panicked")??;
            }
            Ok::<_, Box<dyn Error>>(())
        })
    })?;
    let statistics = heap.statistics();
    println!(
        "{} results of LLVM {} are correct",
        options.threads * options.rounds,
        env!("PAIRS_LLVM")
    );
    println!(
        "{} young collections, {} full",
        statistics.young_collections, statistics.full_collections
    );
    println!("{} objects moved", statistics.counts.objects_moved);
    println!("pause p99 {:.3} ms", statistics.pause_ns.p99 as f64 / 1e6);
    Ok(())
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(wrong) => {
            eprintln!("rust-host: {wrong}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rust-host: {error}");
            ExitCode::FAILURE
        }
    }
}
