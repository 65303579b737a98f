//! The suite `fibers`: switches, creation, young collections with many suspended fibers, and
//! pipelines; beside goroutines, and the virtual threads of OpenJDK 21.

use super::super::measured::{Measurements, Run};
use super::super::toolchain::FIBERS;
use super::super::{Case, Metric, Peers, Subject};
use super::Selection;
use super::pause::PROCESSOR_TIME;
use super::runners::{
    CaseBuilder, Memory, Reader, STOP_THE_WORLD_JAVA, add_java_pauses, count as read_count,
    go_collecting_time, go_pauses, ours as read_ours, peer as read_peer,
};
use crate::mode::Mode;
use crate::workload::STAGES;

/// Number of fibers that run between two collections.
const RUNNING: u64 = 100;
/// Bytes of the nursery, with as much memory for objects as the young generation of OpenJDK.
const NURSERY: u64 = 8 << 20;
/// Number of objects of 48 bytes of a round, which almost fill the nursery.
const OBJECTS: u64 = 160_000;
/// Bytes of the heap of a fiber, of a slow subject.
const HEAP_PER_FIBER: u64 = 2 << 10;
/// Bytes of memory of a fiber, of the subject that needs most.
const MEMORY_PER_FIBER: u64 = 6 << 10;
/// Heap in which pipelines run, or one fiber.
const SMALL: Memory = Memory { live: 64 << 20, factor: 4.0 };

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let quick = selection.quick;
    let count = if quick { 10_000 } else { 1_000_000 };
    let (fibers, rounds): (&[u64], _) =
        if quick { (&[1000], 10) } else { (&[10_000, 100_000, 1_000_000], 1000) };
    let (threads, items): (&[u64], _) = if quick { (&[8], 10) } else { (&[1, 8], 500) };
    let in_pipelines = if quick { 160 } else { 10_000 };
    let one = Sizes { fibers: 1, threads: 1, count };
    let mut cases = vec![
        case(selection, peers, "switch", one),
        case(selection, peers, "create", Sizes { count: count / 10, ..one }),
    ];
    for &fibers in fibers {
        cases.push(parked(selection, peers, Sizes { fibers, threads: 1, count: rounds }));
    }
    for &threads in threads {
        let sizes = Sizes { fibers: in_pipelines, threads, count: items };
        cases.push(case(selection, peers, "pipeline", sizes));
    }
    cases
}

/// The sizes of a case. `count` is the number of round trips, of fibers, of rounds, or of items of
/// a chain.
#[derive(Clone, Copy)]
struct Sizes {
    fibers: u64,
    threads: u64,
    count: u64,
}

impl Sizes {
    /// Returns the arguments of this project.
    fn workload(self, work: &str) -> Vec<String> {
        let Self { fibers, threads, count } = self;
        let options = [
            ("--fibers", fibers),
            ("--threads", threads),
            ("--count", count),
            ("--running", RUNNING),
            ("--objects", OBJECTS),
        ];
        let options =
            options.into_iter().flat_map(|(name, value)| [name.to_owned(), value.to_string()]);
        ["fibers", "--work", work].into_iter().map(str::to_owned).chain(options).collect()
    }

    /// Returns the arguments of peers.
    fn arguments(self, work: &str) -> Vec<String> {
        let Self { fibers, threads, count } = self;
        let numbers = [fibers, threads, count, RUNNING, OBJECTS, STAGES];
        [work.to_owned()].into_iter().chain(numbers.map(|number| number.to_string())).collect()
    }
}

/// Returns the texts as a command line.
fn texts(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// Returns the options of OpenJDK that set the number of threads on which virtual threads run.
fn carriers(threads: u64) -> [String; 2] {
    ["parallelism", "maxPoolSize"]
        .map(|name| format!("-Djdk.virtualThreadScheduler.{name}={threads}"))
}

/// Returns a case in which operations are timed.
fn case(selection: &Selection<'_>, peers: &mut Peers, work: &'static str, sizes: Sizes) -> Case {
    let Sizes { fibers, threads, count } = sizes;
    let mut parameters = format!("work={work}");
    if work == "pipeline" {
        parameters += &format!(" fibers={fibers} threads={threads}");
    }
    let (workload, arguments) = (sizes.workload(work), sizes.arguments(work));
    let (workload, arguments) = (texts(&workload), texts(&arguments));
    let mode = Mode::Spilled;
    let mut builder = CaseBuilder::new(selection, peers, &FIBERS, "fibers", &parameters, mode);
    let [ours, peer]: [Reader; 2] = match work {
        "switch" => [
            |run| per_operation(run, Timed::ours(run)?, Metric::PerRoundTrip),
            |run| per_operation(run, Timed::peer(run)?, Metric::PerRoundTrip),
        ],
        "create" => [
            |run| per_operation(run, Timed::ours(run)?, Metric::PerFiber),
            |run| per_operation(run, Timed::peer(run)?, Metric::PerFiber),
        ],
        _ => [|run| items(run, Timed::ours(run)?), |run| items(run, Timed::peer(run)?)],
    };
    builder.ours(&workload, SMALL, ours);
    builder.limit(&arguments, peer);
    let carriers = carriers(threads);
    let options = carriers.each_ref().map(String::as_str);
    // The collector matters little, so there is only the default one.
    builder.java(&[Subject::JavaG1], &options, &arguments, SMALL, peer);
    builder.go(&arguments, SMALL, Some(threads), peer);
    builder.finish(count * fibers * 2000, SMALL)
}

/// Returns a case in which young collections run while fibers are suspended.
fn parked(selection: &Selection<'_>, peers: &mut Peers, sizes: Sizes) -> Case {
    let Sizes { fibers, count, .. } = sizes;
    let memory = Memory { live: (32 << 20) + fibers * HEAP_PER_FIBER, factor: 2.0 };
    let parameters = format!("work=parked fibers={fibers} running={RUNNING}");
    let (workload, arguments) = (sizes.workload("parked"), sizes.arguments("parked"));
    let (workload, arguments) = (texts(&workload), texts(&arguments));
    let mode = Mode::Spilled;
    let mut builder = CaseBuilder::new(selection, peers, &FIBERS, "fibers", &parameters, mode);
    builder.ours_with(&workload, memory, &[("SPGC_NURSERY", NURSERY)], parked_ours);
    builder.limit(&arguments, parked_peer);
    let carriers = carriers(1);
    let options = [
        carriers[0].as_str(),
        carriers[1].as_str(),
        // Eden has eight tenths of it.
        "-Xmn10m",
        // Memory is resident when it is used.
        "-XX:-AlwaysPreTouch",
        // An inlined call has no frame, and an object that is only in the frame is not allocated.
        "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=dontinline,*.frame",
        "-XX:CompileCommand=dontinline,Work.box",
    ];
    builder.java(&STOP_THE_WORLD_JAVA, &options, &arguments, memory, parked_java);
    builder.go(&arguments, memory, None, parked_go);
    let memory = Memory { live: fibers * MEMORY_PER_FIBER, factor: 1.0 };
    builder.finish(fibers * 10_000 + count * 5_000_000, memory)
}

/// The measurements of a run in which operations are timed.
struct Timed {
    result: String,
    wall: f64,
    operations: f64,
}

impl Timed {
    fn ours(run: &Run) -> Result<Self, String> {
        let (_, line) = read_ours(run)?;
        let wall = line["wall_ns"].as_f64().ok_or("the JSON line has no wall_ns")?;
        let operations = read_count(&line, "operations")?;
        Ok(Self { result: line["result"].to_string(), wall, operations })
    }

    fn peer(run: &Run) -> Result<Self, String> {
        let [wall, operations] = [run.number("wall_ns")?, run.number("operations")?];
        Ok(Self { result: run.result()?, wall, operations })
    }
}

/// Returns the result, a metric, and the processor time of the process, which depends less on the
/// load of the machine.
fn measured(run: &Run, result: String, metric: Metric, value: f64) -> Measurements {
    let mut measured = Measurements { result: Some(result), ..Measurements::default() };
    measured.add(metric, value);
    measured.add(Metric::Cpu, run.cpu.as_nanos() as f64);
    measured
}

fn per_operation(run: &Run, timed: Timed, metric: Metric) -> Result<Measurements, String> {
    Ok(measured(run, timed.result, metric, timed.wall / timed.operations))
}

fn items(run: &Run, timed: Timed) -> Result<Measurements, String> {
    let rate = timed.operations / (timed.wall / 1e9);
    Ok(measured(run, timed.result, Metric::ItemsPerSecond, rate))
}

/// Adds the memory of a suspended fiber, if it can be measured: a few fibers fit into pages that
/// were resident before.
fn add_memory(measured: &mut Measurements, bytes: f64) {
    if bytes > 0.0 {
        measured.add(Metric::BytesPerFiber, bytes);
    }
}

fn parked_ours(run: &Run) -> Result<Measurements, String> {
    let (mut measured, line) = read_ours(run)?;
    measured.add_quantiles("", Metric::Pause, run.numbers("pause_ns"));
    measured.add_quantiles("", Metric::TimeToSafepoint, run.numbers("tts_ns"));
    measured.add_quantiles(PROCESSOR_TIME, Metric::Pause, run.numbers("cpu_ns"));
    add_memory(&mut measured, read_count(&line, "bytes_per_fiber")?);
    measured.add(Metric::CollectorCpu, read_count(&line, "gc_cpu_ns")?);
    Ok(measured)
}

fn parked_peer(run: &Run) -> Result<Measurements, String> {
    let mut measured = read_peer(run)?;
    measured.add_quantiles("", Metric::Pause, run.numbers("pause_ns"));
    add_memory(&mut measured, run.number("bytes_per_fiber")?);
    Ok(measured)
}

fn parked_java(run: &Run) -> Result<Measurements, String> {
    let mut measured = parked_peer(run)?;
    add_java_pauses(&mut measured, run.between_marks());
    Ok(measured)
}

fn parked_go(run: &Run) -> Result<Measurements, String> {
    let mut measured = parked_peer(run)?;
    measured.add_quantiles("", Metric::Pause, go_pauses(run.between_marks()));
    let collecting = go_collecting_time(run.between_marks());
    if collecting > 0.0 {
        measured.add(Metric::CollectorCpu, collecting);
    }
    Ok(measured)
}
