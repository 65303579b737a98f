//! allocation: nanoseconds for an object that dies at once.

use super::super::measured::{Measured, Run};
use super::super::toolchain::ALLOCATION;
use super::super::{Case, Metric, Peers};
use super::Extent;
use super::contestants::{ALL_OF_JAVA, Field, Memory, ours as read_ours};

/// Nothing is alive; the heaps are as large as a young generation may well be.
const MEMORY: Memory = Memory { live: 32 << 20, factor: 4 };

pub(super) fn cases(extent: &Extent<'_>, peers: &mut Peers) -> Vec<Case> {
    let objects = if extent.quick { "2000000" } else { "50000000" };
    let sizes = ["16", "32", "48"].into_iter();
    let case = |size: &'static str| {
        let parameters = format!("size={size}");
        let arguments = [size, objects];
        let mut field = Field::new(extent, peers, &ALLOCATION, "allocation", parameters);
        let workload = ["allocation", "--size", size, "--objects", objects];
        field.ours(&workload, MEMORY, ours);
        field.limit(&arguments, peer);
        field.ocaml(&arguments, MEMORY, peer);
        let options = ["-XX:-DoEscapeAnalysis"];
        field.java(&ALL_OF_JAVA, &options, &arguments, MEMORY, peer);
        field.go(&arguments, MEMORY, None, peer);
        field.boehm(&arguments, MEMORY, None, peer);
        field.malloc(&arguments, peer);
        field.finish()
    };
    sizes.map(case).collect()
}

/// The result is the number of objects.
fn per_object(result: String, wall: f64) -> Result<Measured, String> {
    let objects: f64 = result.parse().map_err(|_| format!("its result is {result}"))?;
    let mut measured = Measured { result: Some(result), ..Measured::default() };
    measured.add(Metric::PerObject, wall / objects);
    Ok(measured)
}

fn ours(run: &Run) -> Result<Measured, String> {
    let (_, line) = read_ours(run)?;
    let wall = line["wall_ns"].as_f64().ok_or("it says no wall_ns")?;
    per_object(line["result"].to_string(), wall)
}

fn peer(run: &Run) -> Result<Measured, String> {
    per_object(run.result()?, run.number("wall_ns")?)
}
