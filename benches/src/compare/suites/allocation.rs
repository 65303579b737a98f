//! The suite `allocation`: the time to allocate an object that dies immediately.

use super::super::measured::{Measurements, Run};
use super::super::toolchain::ALLOCATION;
use super::super::{Case, Metric, Peers};
use super::Selection;
use super::mmtk::GENERATIONAL;
use super::runners::{ALL_JAVA, CaseBuilder, Memory, ours as read_ours};
use crate::mode::Mode;

/// The heap limit is 128 MiB, the size of a large young generation. No object is live.
const MEMORY: Memory = Memory { live: 32 << 20, factor: 4.0 };

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let object_count: u64 = if selection.quick { 2_000_000 } else { 50_000_000 };
    let objects = object_count.to_string();
    let points = Mode::ALL.into_iter().flat_map(|mode| ["16", "32", "48"].map(|size| (mode, size)));
    let case = |(mode, size): (Mode, &'static str)| {
        let parameters = format!("size={size}");
        let arguments = [size, objects.as_str()];
        let mut builder =
            CaseBuilder::new(selection, peers, &ALLOCATION, "allocation", &parameters, mode);
        let workload = ["allocation", "--size", size, "--objects", &objects];
        builder.ours(&workload, MEMORY, ours);
        builder.limit(&arguments, peer);
        builder.ocaml(&arguments, MEMORY, peer);
        let options = ["-XX:-DoEscapeAnalysis"];
        builder.java(&ALL_JAVA, &options, &arguments, MEMORY, peer);
        builder.go(&arguments, MEMORY, None, peer);
        builder.boehm(&arguments, MEMORY, None, peer);
        builder.mmtk(GENERATIONAL, &arguments, MEMORY, None, peer);
        builder.malloc(&arguments, peer);
        builder.finish(object_count * 10, MEMORY)
    };
    points.map(case).collect()
}

/// Returns the time per object. The result of a run is the number of objects.
fn per_object(result: String, wall: f64) -> Result<Measurements, String> {
    let objects: f64 =
        result.parse().map_err(|_| format!("the result is not a number: {result}"))?;
    let mut measured = Measurements { result: Some(result), ..Measurements::default() };
    measured.add(Metric::PerObject, wall / objects);
    Ok(measured)
}

fn ours(run: &Run) -> Result<Measurements, String> {
    let (_, line) = read_ours(run)?;
    let wall = line["wall_ns"].as_f64().ok_or("the JSON line has no wall_ns")?;
    per_object(line["result"].to_string(), wall)
}

fn peer(run: &Run) -> Result<Measurements, String> {
    per_object(run.result()?, run.number("wall_ns")?)
}
