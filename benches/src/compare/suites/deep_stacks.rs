//! The suite `deep-stacks`: young collections under deep recursion. The program `deep-stacks`
//! compares this project with and without return barriers.

use super::super::measured::{Measurements, Run};
use super::super::process::Invocation;
use super::super::toolchain::{DEEP_STACKS, PeerKind};
use super::super::{Case, Metric, Peers, Subject, java_log};
use super::Selection;
use super::pause::PROCESSOR_TIME;
use super::runners::{CaseBuilder, Memory, STOP_THE_WORLD_JAVA, ours as read_ours};
use crate::mode::Mode;
use crate::workload::WARM_UP;

/// Number of frames that return, and are called again, before each collection.
const NEW: u64 = 100;

/// Bytes of memory for objects, besides those of the frames.
const REST_OF_HEAP: u64 = 16 << 20;
/// Bytes of the object of a frame with its copies.
const BYTES_PER_FRAME: u64 = 64;
/// Nanoseconds of a collection per frame, of a slow subject.
const TIME_PER_FRAME: u64 = 100;

/// The command of a shell that runs a program with a large stack.
const WITH_LARGE_STACK: &str = "ulimit -s unlimited 2>/dev/null; exec \"$0\" \"$@\"";

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let depths: &[u64] =
        if selection.quick { &[1000] } else { &[1000, 10_000, 100_000, 1_000_000] };
    let collections = if selection.quick { 10 } else { 100 };
    depths.iter().map(|&frames| case(selection, peers, frames, collections)).collect()
}

fn case(selection: &Selection<'_>, peers: &mut Peers, frames: u64, collections: u64) -> Case {
    let memory = Memory { live: REST_OF_HEAP + frames * BYTES_PER_FRAME, factor: 2.0 };
    let numbers = [frames, NEW, collections, WARM_UP].map(|number| number.to_string());
    let arguments = numbers.each_ref().map(String::as_str);
    let [depth, new, count, _] = arguments;
    let workload = ["deep-stacks", "--frames", depth, "--new", new, "--collections", count];
    let parameters = format!("frames={frames} new={NEW}");
    let mode = Mode::Spilled;
    let mut builder =
        CaseBuilder::new(selection, peers, &DEEP_STACKS, "deep-stacks", &parameters, mode);
    builder.ours(&workload, memory, ours);
    builder.limit(&arguments, peer);
    builder.add(Subject::Ocaml, PeerKind::Ocaml, peer, |program| {
        let shell = Invocation::new("sh").args(["-c", WITH_LARGE_STACK]);
        shell.arg(program.display()).args(arguments)
    });
    let options = [
        "-Xmn4m",
        // Compiles in the foreground, so that the recursion has no interpreted frames.
        "-Xbatch",
        // An inlined call has no frame, and an object that is only in the frame is not allocated.
        "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=dontinline,Work.frame",
        "-XX:CompileCommand=dontinline,Work.box",
    ];
    builder.java(&STOP_THE_WORLD_JAVA, &options, &arguments, memory, java);
    builder.finish((collections + WARM_UP) * (frames * TIME_PER_FRAME + 1_000_000), memory)
}

/// Returns measurements of these collections, in nanoseconds. `of_processor` is their processor
/// time, if it is known. The processor time and the memory of the whole process are not part of
/// them, since they are mostly those of the recursion and of the start of the program.
fn pauses(
    result: String,
    elapsed: Vec<f64>,
    of_processor: Vec<f64>,
) -> Result<Measurements, String> {
    if elapsed.is_empty() {
        return Err("its output has no times of collections".to_owned());
    }
    let mut measured = Measurements { result: Some(result), ..Measurements::default() };
    measured.add_quantiles("", Metric::Pause, elapsed);
    measured.add_quantiles(PROCESSOR_TIME, Metric::Pause, of_processor);
    Ok(measured)
}

fn ours(run: &Run) -> Result<Measurements, String> {
    let (_, line) = read_ours(run)?;
    pauses(line["result"].to_string(), run.numbers("request_ns"), run.numbers("request_cpu_ns"))
}

fn peer(run: &Run) -> Result<Measurements, String> {
    pauses(run.result()?, run.numbers("pause_ns"), run.numbers("cpu_ns"))
}

fn java(run: &Run) -> Result<Measurements, String> {
    let stops = java_log::stops(run.between_marks()).filter(java_log::Stop::is_collection);
    pauses(run.result()?, stops.map(|stop| stop.total).collect(), Vec::new())
}
