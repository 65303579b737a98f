//! Prints results, statistics and errors.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;
use wasm_gc::Error;
use wasm_gc::runtime::Value;
use wasm_gc::types::ValueType;

use crate::arguments::Run;
use crate::run::{Outcome, Steps};

/// Prints the outcome, with statistics if the command line demands them, and returns the exit
/// status: 1 for an error, and that of a program which ended itself. A status that the system does
/// not have is 255.
pub(crate) fn print(options: &Run, outcome: &Outcome) -> ExitCode {
    if options.json {
        println!("{}", json(options, outcome));
    } else {
        text(options, outcome);
    }
    match &outcome.finished {
        Ok(finished) => {
            let status = finished.status.unwrap_or(0);
            ExitCode::from(u8::try_from(status).unwrap_or(u8::MAX))
        }
        Err(_) => ExitCode::FAILURE,
    }
}

/// Prints the IR of a module and returns the exit status: 1 for an error.
pub(crate) fn print_ir(options: &Run, outcome: Result<String, Error>) -> ExitCode {
    let ir = match outcome {
        Ok(ir) => ir,
        Err(error) => {
            if options.json {
                println!("{}", json_error(&error));
            } else {
                text_error(options, &error);
            }
            return ExitCode::FAILURE;
        }
    };
    match io::stdout().write_all(ir.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: the standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

fn text_error(options: &Run, error: &Error) {
    match error {
        // Errors of files begin with the path, and syntax errors with the line.
        Error::Read { .. } | Error::Text(_) => eprintln!("error: {error}"),
        _ => eprintln!("error: {}: {error}", options.file.display()),
    }
}

fn text(options: &Run, outcome: &Outcome) {
    match &outcome.finished {
        Ok(finished) => finished.results.iter().for_each(|(_, value)| println!("{value}")),
        Err(error) => text_error(options, error),
    }
    if options.stats {
        let Steps { load, instantiate, call } = outcome.steps;
        let steps = [("load", load), ("instantiate", instantiate), ("call", call)];
        for (name, time) in steps {
            if let Some(time) = time {
                eprintln!("{name:12} {time:?}");
            }
        }
    }
    if let Some(heap) = outcome.heap.as_ref().filter(|_| options.stats) {
        let (young, full) = (heap.young_collections, heap.full_collections);
        eprintln!("collections  {} ({young} young, {full} full)", young + full);
        eprintln!("moved        {} objects", heap.counts.objects_moved);
        let [median, longest] = [heap.pause_ns.p50, heap.pause_ns.max].map(Duration::from_nanos);
        eprintln!("pauses       median {median:?}, longest {longest:?}");
        eprintln!("heap         at most {} KiB", heap.heap_peak_bytes >> 10);
    }
}

fn json_error(error: &Error) -> serde_json::Value {
    json!({ "error": error.to_string() })
}

fn json(options: &Run, outcome: &Outcome) -> serde_json::Value {
    let mut object = match &outcome.finished {
        Ok(finished) => {
            let results: Vec<_> =
                finished.results.iter().map(|(ty, value)| json_value(*ty, value)).collect();
            let mut object = json!({ "results": results });
            if let Some(status) = finished.status {
                object["status"] = json!(status);
            }
            object
        }
        Err(error) => json_error(error),
    };
    if options.stats {
        object["stats"] = json_statistics(outcome);
    }
    object
}

fn json_value(ty: ValueType, value: &Value) -> serde_json::Value {
    let value = match value {
        Value::I32(value) => json!(value),
        // Strings, because not every number of 64 bits, infinity or NaN is one of JSON.
        other => json!(other.to_string()),
    };
    json!({ "type": ty.to_string(), "value": value })
}

/// Returns the times of the steps that were run, and the statistics of the heap if there was one.
fn json_statistics(outcome: &Outcome) -> serde_json::Value {
    let Steps { load, instantiate, call } = outcome.steps;
    let mut statistics = outcome.heap.as_ref().map_or_else(
        || json!({}),
        |heap| {
            json!({
                "young_collections": heap.young_collections,
                "full_collections": heap.full_collections,
                "objects_moved": heap.counts.objects_moved,
                "roots_visited": heap.counts.roots_visited,
                "frames_walked": heap.counts.frames_walked,
                "records_matched": heap.counts.records_matched,
                "pause_median_ns": heap.pause_ns.p50,
                "pause_p99_ns": heap.pause_ns.p99,
                "pause_longest_ns": heap.pause_ns.max,
                "heap_peak_bytes": heap.heap_peak_bytes,
            })
        },
    );
    for (name, time) in [("load_ns", load), ("instantiate_ns", instantiate), ("call_ns", call)] {
        if let Some(time) = time {
            statistics[name] = json!(time.as_nanos() as u64);
        }
    }
    statistics
}
