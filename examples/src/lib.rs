//! Code shared by the example programs: managed functions, workloads, and reports.

pub mod binary_trees;
pub mod deopt;
pub mod inline_cache;
pub mod managed;
pub mod poll;
pub mod report;
pub mod runner;

use std::error::Error;
use std::process::ExitCode;

use report::Report;

/// Returns the number of processors, which is the default number of threads.
pub fn processors() -> u32 {
    std::thread::available_parallelism().map_or(1, |n| n.get().try_into().unwrap_or(u32::MAX))
}

/// Prints a program's report or its error. Returns the matching exit status.
pub fn finish(program: &str, outcome: Result<Report, Box<dyn Error>>, json: bool) -> ExitCode {
    let printed = outcome.and_then(|report| Ok(report.print(json)?));
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let mut text = error.to_string();
            let mut source = error.source();
            while let Some(cause) = source {
                // Many errors include the message of their cause.
                let cause_text = cause.to_string();
                if !text.contains(&cause_text) {
                    text = format!("{text}: {cause_text}");
                }
                source = cause.source();
            }
            eprintln!("{program}: {text}");
            ExitCode::FAILURE
        }
    }
}
