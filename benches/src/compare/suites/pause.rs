//! The suites `pause`, `young-cost` and `large-heap`. In `pause`, threads replace trees in tables,
//! while another thread observes the pauses with the clock. `young-cost` is the same with one
//! thread and a growing live set; in `large-heap` the rate of the replacements is the same for all
//! collectors.

use super::super::measured::{Measurements, Run};
use super::super::toolchain::PAUSE;
use super::super::{Case, Metric, Peers, Quantile};
use super::Selection;
use super::runners::{
    ALL_JAVA, CaseBuilder, Memory, STOP_THE_WORLD_JAVA, add_java_pauses, count, go_pauses,
    ours as read_ours, peer as read_peer, peer_with_pauses,
};
use crate::mode::Mode;

/// Size of a node in bytes.
const NODE: u64 = 32;
/// Size of a tree in bytes.
const TREE: u64 = 127 * NODE;
/// Number of trees that an operation allocates.
const TREES_PER_OPERATION: u64 = 8;

/// The parameter of pauses that the observer measured.
const FROM_OUTSIDE: &str = "observer=outside";

/// The parameter of pauses of young collections only. The logs of peers do not distinguish these.
const YOUNG: &str = "collections=young";

/// The parameter of the processor time of the collecting thread in pauses, which does not contain
/// the time for which the machine runs other programs.
pub(super) const PROCESSOR_TIME: &str = "clock=processor";

/// Number of trees of each array, for a table that is split into arrays.
const PIECE: u64 = 512;

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let (megabytes, numbers_of_threads): (u64, &[u64]) =
        if selection.quick { (16, &[1, 8]) } else { (256, &[1, 2, 4, 16, 64, 256, 1000]) };
    let milliseconds = if selection.quick { 500 } else { 12_000 };
    let mut cases = Vec::new();
    for &threads in numbers_of_threads {
        let usual = selection.quick || [2, 64].contains(&threads);
        // The points of a curve need only one heap limit and one mode.
        let of_a_curve = |&(mode, factor): &(Mode, f64)| mode == Mode::Spilled && factor == 4.0;
        for (mode, factor) in selection.modes_and_heaps().filter(|case| usual || of_a_curve(case)) {
            let parameters = format!("threads={threads} live_mb={megabytes} heap={factor}");
            let memory = Memory { live: megabytes << 20, factor };
            let length = (megabytes << 20) / threads / TREE;
            let work = Work { threads, chunks: 1, length, milliseconds, rate: 0 };
            let builder = CaseBuilder::new(selection, peers, &PAUSE, "pause", &parameters, mode);
            cases.push(work.case(builder, memory, |builder, arguments| {
                builder.java(&ALL_JAVA, &[], arguments, memory, java);
                builder.go(arguments, memory, None, go);
                builder.boehm(arguments, memory, None, boehm);
                builder.malloc(arguments, peer);
            }));
        }
    }
    cases
}

pub(super) fn young_cost(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let sizes: &[u64] =
        if selection.quick { &[8, 32] } else { &[16, 64, 256, 1024, 2048, 4096, 8192] };
    let milliseconds = if selection.quick { 400 } else { 8000 };
    let factor = if selection.quick { 4.0 } else { 2.0 };
    let mut cases = Vec::new();
    // Stores are into one large array with all trees ("whole"), or into small arrays ("pieces").
    for (mode, table) in
        [(Mode::Spilled, "whole"), (Mode::Spilled, "pieces"), (Mode::Registers, "whole")]
    {
        let sizes = if mode == Mode::Spilled { sizes } else { &sizes[1..2] };
        for &megabytes in sizes {
            let parameters = format!("threads=1 live_mb={megabytes} heap={factor} table={table}");
            let memory = Memory { live: megabytes << 20, factor };
            let slots = (megabytes << 20) / TREE;
            let (chunks, length) =
                if table == "whole" { (1, slots) } else { (slots / PIECE, PIECE) };
            let work = Work { threads: 1, chunks, length, milliseconds, rate: 0 };
            let builder =
                CaseBuilder::new(selection, peers, &PAUSE, "young-cost", &parameters, mode);
            cases.push(work.case(builder, memory, |builder, arguments| {
                builder.java(&STOP_THE_WORLD_JAVA, &[], arguments, memory, java);
            }));
        }
    }
    cases
}

/// Live sets of the suite `large-heap` in MB.
const LARGE_HEAPS: [u64; 2] = [64, 8192];

/// Number of trees that are replaced in a second of the suite `large-heap`: 50 MB.
const RATE: u64 = 50_000_000 / TREE;

pub(super) fn large_heap(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let sizes: &[u64] = if selection.quick { &[8, 32] } else { &LARGE_HEAPS };
    let factor = if selection.quick { 4.0 } else { 1.5 };
    let mut cases = Vec::new();
    for &megabytes in sizes {
        // Several cycles of this project and of the concurrent peers.
        let milliseconds = match megabytes {
            _ if selection.quick => 400,
            0..1024 => 20_000,
            _ => 120_000,
        };
        let parameters = format!("threads=1 live_mb={megabytes} heap={factor} mb_per_s=50");
        let memory = Memory { live: megabytes << 20, factor };
        let chunks = (megabytes << 20) / TREE / PIECE;
        let work = Work { threads: 1, chunks, length: PIECE, milliseconds, rate: RATE };
        let mode = Mode::Spilled;
        let builder = CaseBuilder::new(selection, peers, &PAUSE, "large-heap", &parameters, mode);
        cases.push(work.case(builder, memory, |builder, arguments| {
            builder.java(&ALL_JAVA, &[], arguments, memory, java);
            builder.go(arguments, memory, None, go);
        }));
    }
    cases
}

/// The work of one case.
struct Work {
    threads: u64,
    /// Number of arrays in the table of each thread.
    chunks: u64,
    /// Number of trees in each array.
    length: u64,
    milliseconds: u64,
    /// Maximum number of trees that each thread replaces in a second; 0: no limit.
    rate: u64,
}

impl Work {
    /// Returns the case with this project, the limit, and the subjects that `add_peers` adds, which
    /// get the same arguments.
    fn case(
        &self,
        mut builder: CaseBuilder<'_>,
        memory: Memory,
        add_peers: impl FnOnce(&mut CaseBuilder<'_>, &[&str]),
    ) -> Case {
        let Self { threads, chunks, length, milliseconds, rate } = *self;
        let numbers = [threads, chunks, length, milliseconds, rate].map(|n| n.to_string());
        let arguments = numbers.each_ref().map(String::as_str);
        let names = ["--threads", "--chunks", "--length", "--milliseconds", "--rate"];
        let options = names.iter().zip(&arguments).flat_map(|(name, value)| [*name, *value]);
        let workload: Vec<&str> = ["pause"].into_iter().chain(options).collect();
        builder.ours(&workload, memory, ours);
        builder.limit(&arguments, peer);
        add_peers(&mut builder, &arguments);
        // A run builds the tables before the work, and counts the trees after it.
        builder.finish(milliseconds * 1_000_000 + 4 * memory.live, memory)
    }
}

fn add_rate(measured: &mut Measurements, operations: f64, wall: f64) {
    measured.add(
        Metric::BytesPerSecond,
        operations * (TREES_PER_OPERATION * TREE) as f64 / (wall / 1e9),
    );
}

/// Removes the wall time, which is fixed. The metric is the amount of work in that time.
fn without_wall(mut measured: Measurements) -> Measurements {
    measured.numbers.retain(|number| number.metric != Metric::Wall);
    measured
}

/// A metric for each quantile.
type QuantileMetric = fn(Quantile) -> Metric;

fn ours(run: &Run) -> Result<Measurements, String> {
    let (measured, line) = read_ours(run)?;
    let mut measured = without_wall(measured);
    let wall = line["wall_ns"].as_f64().ok_or("the JSON line has no wall_ns")?;
    add_rate(&mut measured, count(&line, "operations")?, wall);
    let kinds: [(_, _, QuantileMetric); 5] = [
        ("pause", "", Metric::Pause),
        ("cpu", PROCESSOR_TIME, Metric::Pause),
        ("young", YOUNG, Metric::Pause),
        ("tts", "", Metric::TimeToSafepoint),
        ("oversleep", FROM_OUTSIDE, Metric::Pause),
    ];
    for (name, parameter, metric) in kinds {
        for which in Quantile::ALL {
            // There is no such time if no collection ran.
            if let Ok(time) = count(&line, &format!("{name}_{}_ns", which.name())) {
                measured.add_with(parameter, metric(which), time);
            }
        }
        measured.add_times(parameter, metric, run.numbers(&format!("{name}_ns")));
    }
    Ok(measured)
}

/// Adds the measurements that all peers print.
fn finish(run: &Run, measured: Measurements) -> Result<Measurements, String> {
    let mut measured = without_wall(measured);
    add_rate(&mut measured, run.number("operations")?, run.number("wall_ns")?);
    measured.add_quantiles(FROM_OUTSIDE, Metric::Pause, run.numbers("oversleep_ns"));
    Ok(measured)
}

fn peer(run: &Run) -> Result<Measurements, String> {
    finish(run, read_peer(run)?)
}

fn boehm(run: &Run) -> Result<Measurements, String> {
    finish(run, peer_with_pauses(run)?)
}

fn java(run: &Run) -> Result<Measurements, String> {
    let mut measured = read_peer(run)?;
    add_java_pauses(&mut measured, run.between_marks());
    finish(run, measured)
}

fn go(run: &Run) -> Result<Measurements, String> {
    let mut measured = read_peer(run)?;
    measured.add_quantiles("", Metric::Pause, go_pauses(run.between_marks()));
    finish(run, measured)
}
