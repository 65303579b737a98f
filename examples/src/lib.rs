//! What the example programs share: the managed functions, and the report at the end.

pub mod managed;
pub mod report;

use std::error::Error;
use std::process::ExitCode;

use report::Report;

/// The number of processors, the default number of threads.
pub fn processors() -> u32 {
    std::thread::available_parallelism().map_or(1, |n| n.get().try_into().unwrap_or(u32::MAX))
}

/// Prints a program's report, or why there is none; the exit status that says which.
pub fn finish(program: &str, outcome: Result<Report, Box<dyn Error>>, json: bool) -> ExitCode {
    let printed = outcome.and_then(|report| Ok(report.print(json)?));
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprint!("{program}: {error}");
            let mut source = error.source();
            while let Some(cause) = source {
                eprint!(": {cause}");
                source = cause.source();
            }
            eprintln!();
            ExitCode::FAILURE
        }
    }
}
