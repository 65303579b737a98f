//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Shows what a program's collector did, from its log.
///
/// The library writes the log in the form for programs if the program runs with
///
///   SPGC_LOG=all:json:/tmp/gc.jsonl program
///
/// The topic `gc` is enough for pauses and the heap; `phases` adds where the time goes, `heap` the
/// generations, and `safepoint` the threads that had not stopped. A host enables the same with
/// `HeapBuilder::log` or `spgc_config.log`. Processes and heaps may share a file, and a file may be
/// read while the program runs.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Examples:
  SPGC_LOG=all:json:/tmp/gc.jsonl program        run a program with a log
  spgc-log report /tmp/gc.jsonl -o report.html   write a page about it, for a browser
  spgc-log summary /tmp/gc.jsonl                 show its numbers in the terminal
  spgc-log summary --process 4711 - < /tmp/gc.jsonl
                                                 one process of several, from standard input

Exit status: 0 if there is a result, 1 if there is none (no collection), 2 for an error."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write a page about a log: one HTML file, which loads nothing else.
    ///
    /// For each heap of each process: pauses over time, the heap before and after collections, the
    /// distribution of pauses, the parts of pauses, the longest pauses, and the stops that took
    /// longest, with the names of threads. The page is light or dark as the browser prefers, and is
    /// made to be printed as well.
    Report(ReportArguments),
    /// Show the numbers of a log.
    Summary(SummaryArguments),
}

#[derive(Debug, Args)]
pub(crate) struct Source {
    /// The log, in JSON; `-` for standard input.
    pub(crate) file: PathBuf,
    /// Only the heaps of the process with this ID.
    #[arg(long, value_name = "ID")]
    pub(crate) process: Option<u64>,
    /// Only the heap with this number, from 1, of each process.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) heap: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The page; `-` for standard output. A file appears under its name when it is complete.
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct SummaryArguments {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}
