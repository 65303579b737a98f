//! The suite `trace`: collections of a heap in which all objects are live.

use super::super::measured::{Measurements, Run};
use super::super::toolchain::TRACE;
use super::super::{Case, Metric, Peers, java_log};
use super::Selection;
use super::mmtk::{COPYING, GENERATIONAL};
use super::runners::{CaseBuilder, Memory, STOP_THE_WORLD_JAVA, count, ours as read_ours};
use crate::clock::median;
use crate::mode::Mode;
use crate::workload::HeapShape;

/// Size of a node in bytes.
const NODE: u64 = 32;

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let sizes: &[u64] = if selection.quick { &[8] } else { &[64, 1024] };
    let worker_counts: &[u64] = if selection.quick { &[1] } else { &[1, 2] };
    let mut cases = Vec::new();
    for &mb in sizes {
        for shape in HeapShape::ALL {
            for &workers in worker_counts {
                for young in [false, true] {
                    cases.push(case(selection, peers, mb, shape, workers, young, Mode::Spilled));
                }
            }
        }
    }
    // Further sizes show the effect of a growing live set.
    let more: &[u64] = if selection.quick { &[2] } else { &[16, 256, 4096] };
    for &mb in more {
        cases.push(case(selection, peers, mb, HeapShape::Order, 1, false, Mode::Spilled));
    }
    // The mode affects the allocation of the nodes. Few frames are live during the collections.
    let shapes = if selection.quick { &[HeapShape::Tree] } else { &HeapShape::ALL[..] };
    for &shape in shapes {
        cases.push(case(selection, peers, sizes[0], shape, 1, false, Mode::Registers));
    }
    cases
}

/// Returns a case. With `young`, peers collect their young generation, which contains all objects.
fn case(
    selection: &Selection<'_>,
    peers: &mut Peers,
    mb: u64,
    shape: HeapShape,
    workers: u64,
    young: bool,
    mode: Mode,
) -> Case {
    let collection = if young { "copy" } else { "full" };
    let name = shape.name();
    let parameters = format!("shape={name} mb={mb} workers={workers} collection={collection}");
    let memory = Memory { live: mb << 20, factor: 4.0 };
    // One collection of a large heap takes seconds.
    let times = if mb > 256 { 1 } else { 5 };
    let (collections, size) = (times.to_string(), mb.to_string());
    let collections = collections.as_str();
    let workload = ["trace", "--mb", &size, "--shape", shape.name(), "--collections", collections];
    let arguments = [size.as_str(), shape.name(), collections];
    let mut builder = CaseBuilder::new(selection, peers, &TRACE, "trace", &parameters, mode);
    builder.ours_with(&workload, memory, &[("SPGC_THREADS", workers)], ours);
    builder.limit(&arguments, peer);
    let nursery = format!("-Xmn{}m", mb * 5 / 2);
    let threads = format!("-XX:ParallelGCThreads={workers}");
    let mut options = vec![
        "-Xss1g",
        "-XX:+UseTransparentHugePages",
        // The serial collector must compact in every collection.
        "-XX:MarkSweepDeadRatio=0",
        "-XX:MarkSweepAlwaysCompactCount=1",
        &nursery,
    ];
    // The serial collector uses one thread only.
    let collectors =
        if workers == 1 { &STOP_THE_WORLD_JAVA[..] } else { &STOP_THE_WORLD_JAVA[1..] };
    options.push(&threads);
    if young {
        builder.java(
            collectors,
            &options,
            &[&arguments[..], &["young"]].concat(),
            memory,
            java_young,
        );
    } else {
        builder.java(collectors, &options, &[&arguments[..], &["full"]].concat(), memory, peer);
        if workers == 1 {
            builder.ocaml(&arguments, memory, peer);
        }
        builder.go(&arguments, memory, Some(workers), peer);
        builder.boehm(&arguments, memory, Some(workers), peer);
    }
    let (plan, kind) = if young { (GENERATIONAL, "young") } else { (COPYING, "full") };
    builder.mmtk(plan, &[&arguments[..], &[kind]].concat(), memory, Some(workers), peer);
    // The first collection is a warm-up, which is not measured.
    builder.finish((times + 1) * (memory.live / NODE) * 200, memory)
}

fn per_object(result: String, time: f64, objects: f64) -> Measurements {
    let mut measured = Measurements { result: Some(result), ..Measurements::default() };
    measured.add(Metric::PerLiveObject, time / objects);
    measured
}

fn ours(run: &Run) -> Result<Measurements, String> {
    let (_, line) = read_ours(run)?;
    let (time, objects) = (count(&line, "collection_ns")?, count(&line, "live_objects")?);
    let moved = count(&line, "moved_objects")?;
    // The time per object includes its copy, so every object must have moved.
    if moved < objects {
        return Err(format!("the collection moved only {moved} of {objects} objects"));
    }
    Ok(per_object(line["result"].to_string(), time, objects))
}

fn peer(run: &Run) -> Result<Measurements, String> {
    let times = run.numbers("collection_ns");
    if times.is_empty() {
        return Err("its output has no line \"collection_ns NUMBER\"".to_owned());
    }
    Ok(per_object(run.result()?, median(times), run.number("live_objects")?))
}

fn java_young(run: &Run) -> Result<Measurements, String> {
    let pause = java_log::young_pauses(run.between_marks()).next();
    let pause = pause.ok_or("its log has no young collection between \"ready\" and \"done\"")?;
    Ok(per_object(run.result()?, pause, run.number("live_objects")?))
}
