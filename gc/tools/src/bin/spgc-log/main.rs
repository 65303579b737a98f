//! `spgc-log`: a page and the numbers of a program's log of collections.

#![forbid(unsafe_code)]

mod arguments;
mod output;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use serde_json::{Value, json};
use spgc_tools::log::Log;
use spgc_tools::report::{RunSummary, report_page, summary_text};

use arguments::{Arguments, Command, ReportArguments, Source, SummaryArguments};

/// Exit status if a log has no collection.
const NOTHING: u8 = 1;
/// Exit status of an error; also that of wrong arguments.
const ERROR: u8 = 2;

/// A message for standard error, and the exit status.
type Failure = (String, u8);

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match &arguments.command {
        Command::Report(arguments) => report(arguments),
        Command::Summary(arguments) => summary(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err((message, status)) => {
            eprintln!("spgc-log: {message}");
            ExitCode::from(status)
        }
    }
}

/// Returns the name of a log for messages and pages.
fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads the chosen heaps of a log, of which at least one has a collection. Reports what was
/// skipped.
fn read(source: &Source) -> Result<Log, Failure> {
    let name = name(&source.file);
    let read = match source.file.to_str() {
        Some("-") => Log::read(io::stdin().lock()),
        _ => Log::open(&source.file),
    };
    let mut log = read.map_err(|error| (format!("{name}: {error}"), ERROR))?;
    for notice in log.skipped.notices() {
        eprintln!("spgc-log: {name}: {notice}");
    }
    let found: Vec<String> =
        log.runs.iter().map(|run| format!("{}.{}", run.process, run.heap)).collect();
    let is_chosen = |wanted: Option<u64>, number| wanted.is_none_or(|wanted| wanted == number);
    log.runs
        .retain(|run| is_chosen(source.process, run.process) && is_chosen(source.heap, run.heap));
    if log.runs.is_empty() && !found.is_empty() {
        let shown = found[..found.len().min(20)].join(", ");
        let message =
            format!("{name}: the log has no such heap; it has these (process.heap): {shown}");
        return Err((message, ERROR));
    }
    if log.runs.iter().all(|run| run.collections.is_empty()) {
        let message = format!(
            "{name}: the log has no collection: the program did not collect, or the log lacks the \
             topic gc (SPGC_LOG=all:json:FILE)"
        );
        return Err((message, NOTHING));
    }
    Ok(log)
}

fn report(arguments: &ReportArguments) -> Result<(), Failure> {
    let log = read(&arguments.source)?;
    let name = match arguments.source.file.file_name() {
        Some(name) if name != "-" => name.to_string_lossy().into_owned(),
        _ => "standard input".to_owned(),
    };
    let page = report_page(&log, &name);
    let path = &arguments.output;
    let written = match path.to_str() {
        Some("-") => output::print(&page),
        _ => output::write(path, &page),
    };
    written.map_err(|error| {
        (format!("{}: the page cannot be written: {error}", path.display()), ERROR)
    })
}

fn summary(arguments: &SummaryArguments) -> Result<(), Failure> {
    let log = read(&arguments.source)?;
    let runs: Vec<_> = log.runs.iter().map(|run| (run, RunSummary::of(run))).collect();
    let text = if arguments.json {
        let runs = runs.iter().map(|(run, summary)| {
            let mut value = json!({ "process": run.process, "heap": run.heap });
            if let (Value::Object(all), Value::Object(numbers)) = (&mut value, summary.json()) {
                all.extend(numbers);
            }
            value
        });
        let runs: Vec<Value> = runs.collect();
        format!("{}\n", json!({ "heaps": runs, "notices": log.skipped.notices() }))
    } else {
        let texts = runs.iter().map(|(run, summary)| summary_text(run, summary));
        texts.collect::<Vec<_>>().join("\n")
    };
    output::print(&text).map_err(|error| (format!("cannot write the output: {error}"), ERROR))
}
