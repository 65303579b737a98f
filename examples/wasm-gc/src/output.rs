//! Prints results, statistics and errors.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;
use wasm_gc::Error;
use wasm_gc::runtime::Value;

use crate::arguments::Run;
use crate::run::Finished;

/// Prints the outcome and returns the exit status: 1 for an error, and that of a program which
/// ended itself. A status that the system does not have is 255.
pub(crate) fn print(options: &Run, outcome: Result<Finished, Error>) -> ExitCode {
    match outcome {
        Ok(finished) => {
            if options.json {
                println!("{}", json(options, &finished));
            } else {
                text(options, &finished);
            }
            let status = finished.status.unwrap_or(0);
            ExitCode::from(u8::try_from(status).unwrap_or(u8::MAX))
        }
        Err(error) => fail(options, &error),
    }
}

/// Prints the IR of a module and returns the exit status: 1 for an error.
pub(crate) fn print_ir(options: &Run, outcome: Result<String, Error>) -> ExitCode {
    let ir = match outcome {
        Ok(ir) => ir,
        Err(error) => return fail(options, &error),
    };
    match io::stdout().write_all(ir.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: the standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

fn fail(options: &Run, error: &Error) -> ExitCode {
    if options.json {
        println!("{}", json!({ "error": error.to_string() }));
    } else {
        // Errors of files begin with the path, and syntax errors with the line.
        match error {
            Error::Read { .. } | Error::Text(_) => eprintln!("error: {error}"),
            _ => eprintln!("error: {}: {error}", options.file.display()),
        }
    }
    ExitCode::FAILURE
}

fn text(options: &Run, finished: &Finished) {
    for (_, value) in &finished.results {
        println!("{value}");
    }
    if options.stats {
        eprintln!("load         {:?}", finished.load);
        eprintln!("instantiate  {:?}", finished.instantiate);
        eprintln!("call         {:?}", finished.call);
        let heap = &finished.heap;
        let (young, full) = (heap.young_collections, heap.full_collections);
        eprintln!("collections  {} ({young} young, {full} full)", young + full);
        eprintln!("moved        {} objects", heap.counts.objects_moved);
        let [median, longest] = [heap.pause_ns.p50, heap.pause_ns.max].map(Duration::from_nanos);
        eprintln!("pauses       median {median:?}, longest {longest:?}");
        eprintln!("heap         at most {} KiB", heap.heap_peak_bytes >> 10);
    }
}

fn json(options: &Run, finished: &Finished) -> serde_json::Value {
    let results: Vec<_> = finished
        .results
        .iter()
        .map(|(ty, value)| {
            let value = match value {
                Value::I32(value) => json!(value),
                // Strings, because not every number of 64 bits, infinity or NaN is one of JSON.
                other => json!(other.to_string()),
            };
            json!({ "type": ty.to_string(), "value": value })
        })
        .collect();
    let mut object = json!({ "results": results });
    if let Some(status) = finished.status {
        object["status"] = json!(status);
    }
    if options.stats {
        object["stats"] = json!({
            "load_ns": finished.load.as_nanos() as u64,
            "instantiate_ns": finished.instantiate.as_nanos() as u64,
            "call_ns": finished.call.as_nanos() as u64,
            "young_collections": finished.heap.young_collections,
            "full_collections": finished.heap.full_collections,
            "objects_moved": finished.heap.counts.objects_moved,
            "roots_visited": finished.heap.counts.roots_visited,
            "frames_walked": finished.heap.counts.frames_walked,
            "records_matched": finished.heap.counts.records_matched,
            "pause_median_ns": finished.heap.pause_ns.p50,
            "pause_p99_ns": finished.heap.pause_ns.p99,
            "pause_longest_ns": finished.heap.pause_ns.max,
            "heap_peak_bytes": finished.heap.heap_peak_bytes,
        });
    }
    object
}
