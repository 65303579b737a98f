//! Prints results, statistics and errors.

use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;
use wasm_gc::Error;
use wasm_gc::runtime::Value;
use wasm_gc::types::ValueType;

use crate::arguments::Run;
use crate::run::{Outcome, Steps};

/// Prints the outcome, with statistics if the command line demands them, and returns the exit
/// status: 1 for an error.
pub(crate) fn print(options: &Run, outcome: &Outcome) -> ExitCode {
    if options.json {
        println!("{}", json(options, outcome));
    } else {
        text(options, outcome);
    }
    if outcome.results.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn text(options: &Run, outcome: &Outcome) {
    match &outcome.results {
        Ok(results) => results.iter().for_each(|(_, value)| println!("{value}")),
        // Errors of files begin with the path, and syntax errors with the line.
        Err(error @ (Error::Read { .. } | Error::Text(_))) => eprintln!("error: {error}"),
        Err(error) => eprintln!("error: {}: {error}", options.file.display()),
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

fn json(options: &Run, outcome: &Outcome) -> serde_json::Value {
    let mut object = match &outcome.results {
        Ok(results) => {
            let results: Vec<_> =
                results.iter().map(|(ty, value)| json_value(*ty, value)).collect();
            json!({ "results": results })
        }
        Err(error) => json!({ "error": error.to_string() }),
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
