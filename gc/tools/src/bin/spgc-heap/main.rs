//! `spgc-heap`: what fills a heap, what has grown, and why an object is alive.

#![forbid(unsafe_code)]

mod arguments;
mod output;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use spgc_tools::{ClassSizes, Dominators, Snapshot, growth, shortest_path};

use arguments::{Arguments, Command, DiffArguments, PathArguments, TopArguments, TopOrder};
use output::Output;

/// Exit status if a command has found nothing.
const NOTHING: u8 = 1;
/// Exit status of an error; also that of wrong arguments.
const ERROR: u8 = 2;

/// A message for standard error.
type Failure = String;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match &arguments.command {
        Command::Top(arguments) => top(arguments),
        Command::Diff(arguments) => diff(arguments),
        Command::Path(arguments) => path(arguments),
    };
    match done.and_then(|(output, status)| output.print().map(|()| status)) {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            eprintln!("spgc-heap: {message}");
            ExitCode::from(ERROR)
        }
    }
}

fn open(path: &Path) -> Result<Snapshot, Failure> {
    Snapshot::open(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn top(arguments: &TopArguments) -> Result<(Output, u8), Failure> {
    let snapshot = open(&arguments.file)?;
    let dominators = Dominators::of(&snapshot);
    let mut classes = ClassSizes::of(&snapshot, &dominators);
    if arguments.by == TopOrder::Retained {
        classes.sort_by_key(|class| core::cmp::Reverse(class.retained_bytes));
    }
    let shown = &classes[..classes.len().min(arguments.count)];
    Ok((output::top(&classes, shown, arguments.format.json), 0))
}

fn diff(arguments: &DiffArguments) -> Result<(Output, u8), Failure> {
    let (before, after) = (open(&arguments.before)?, open(&arguments.after)?);
    let all = growth(&before, &after);
    let status = if all.is_empty() { NOTHING } else { 0 };
    let shown = &all[..all.len().min(arguments.count)];
    Ok((output::diff(&all, shown, arguments.format.json), status))
}

fn path(arguments: &PathArguments) -> Result<(Output, u8), Failure> {
    let snapshot = open(&arguments.file)?;
    if matches!(arguments.target, spgc_tools::Target::Address(_)) && !snapshot.has_addresses() {
        return Err(format!(
            "{}: the file does not contain the addresses of objects; use an id, such as @123",
            arguments.file.display()
        ));
    }
    match shortest_path(&snapshot, &arguments.target) {
        Some(steps) => {
            let dominators = arguments.retained.then(|| Dominators::of(&snapshot));
            Ok((output::path(&snapshot, &steps, dominators.as_ref(), arguments.format.json), 0))
        }
        None => Ok((output::no_path(arguments.format.json), NOTHING)),
    }
}
