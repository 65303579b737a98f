//! [`RunSummary`]: the numbers of a report.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::log::{Collection, CollectionKind, Phases, Run, Thread};
use crate::page::Quantiles;

/// Names of the parts of a pause, in the order of [`PartSums`].
pub const PARTS: [&str; 7] =
    ["time to safepoint", "roots", "trace", "references", "sweep", "verify", "rest"];

/// The shares of the quantiles in tables, and their names.
pub const SHARES: [(f64, &str); 5] =
    [(0.5, "p50"), (0.9, "p90"), (0.99, "p99"), (0.999, "p99.9"), (1.0, "max")];

/// Durations of one group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// The sum in nanoseconds.
    pub total_ns: u64,
    /// The quantiles, in nanoseconds.
    pub quantiles: Quantiles,
}

impl Times {
    /// Returns the sum and the quantiles of durations in nanoseconds.
    #[must_use]
    pub fn of(durations: impl IntoIterator<Item = u64>) -> Self {
        let mut total_ns = 0_u64;
        let each = |time: u64| {
            total_ns = total_ns.saturating_add(time);
            time as f64
        };
        let mut times: Vec<f64> = durations.into_iter().map(each).collect();
        Self { quantiles: Quantiles::of(&mut times), total_ns }
    }

    /// Returns the mean in nanoseconds, or 0 without durations.
    #[must_use]
    pub fn mean_ns(&self) -> f64 {
        self.total_ns as f64 / self.quantiles.count.max(1) as f64
    }

    fn json(&self) -> Value {
        let of = |share| self.quantiles.resolved(share).map(|time| time as u64);
        json!({
            "count": self.quantiles.count,
            "total_ns": self.total_ns,
            "mean_ns": self.mean_ns() as u64,
            "p50_ns": of(0.5), "p90_ns": of(0.9), "p99_ns": of(0.99), "p999_ns": of(0.999),
            "max_ns": of(1.0),
        })
    }
}

/// The pauses of the collections of one kind and cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The kind.
    pub kind: CollectionKind,
    /// The cause; `None` for all causes of the kind.
    pub cause: Option<Arc<str>>,
    /// The pauses.
    pub pauses: Times,
}

/// What the collections of one kind spent in each part of their pauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartSums {
    /// The kind.
    pub kind: CollectionKind,
    /// The sums in nanoseconds, in the order of [`PARTS`].
    pub total_ns: [u64; 7],
    /// The longest times in nanoseconds, in the order of [`PARTS`].
    pub max_ns: [u64; 7],
}

/// How often the threads of a name stopped last.
#[derive(Clone, Debug, PartialEq)]
pub struct LastToStop {
    /// The name, and the thread ID if there was one thread, or else their number.
    pub name: String,
    /// The IDs of the threads.
    pub threads: Vec<u64>,
    /// The times to safepoint of these stops.
    pub times: Times,
}

/// An estimate of the bytes that the program allocated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allocation {
    /// Bytes allocated between the first and the last collection.
    pub bytes: u64,
    /// The time between them, without pauses, in nanoseconds.
    pub mutator_ns: u64,
}

impl Allocation {
    /// Returns the allocation rate in bytes per second of the time outside pauses.
    #[must_use]
    pub fn bytes_per_second(&self) -> f64 {
        self.bytes as f64 / (self.mutator_ns.max(1) as f64 / 1e9)
    }
}

/// The numbers of a report on one heap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// From the creation of the heap to the end of the log, in nanoseconds.
    pub elapsed_ns: u64,
    /// Number of collections.
    pub collections: u64,
    /// All pauses. Empty if the log has neither the topic `gc` nor `safepoint`.
    pub pauses: Times,
    /// All times to safepoint.
    pub times_to_safepoint: Times,
    /// The pauses of each kind, if the log has the topic `gc`.
    pub kinds: Vec<Group>,
    /// The pauses of each kind and cause.
    pub causes: Vec<Group>,
    /// The parts of the pauses of each kind, if the log has the topic `phases`.
    pub parts: Vec<PartSums>,
    /// The threads that stopped last, those that took longest first.
    pub last_to_stop: Vec<LastToStop>,
    /// The allocation rate, if there are two collections.
    pub allocation: Option<Allocation>,
    /// The largest number of bytes in use by objects before a collection.
    pub peak_bytes: Option<u64>,
    /// The number of bytes in use by objects after the last collection.
    pub last_bytes: Option<u64>,
}

impl RunSummary {
    /// Returns the numbers of a heap's log.
    #[must_use]
    pub fn of(run: &Run) -> Self {
        let stops = || run.collections.iter().filter_map(|collection| collection.stop.as_ref());
        let used = || run.collections.iter().filter_map(Collection::used);
        Self {
            elapsed_ns: run.end.as_ref().map_or(run.last_ns, |end| end.at_ns.max(run.last_ns)),
            collections: run.collections.len() as u64,
            pauses: Times::of(stops().map(|stop| stop.pause_ns)),
            times_to_safepoint: Times::of(stops().map(|stop| stop.time_to_safepoint_ns)),
            kinds: groups(run, |_| None),
            causes: groups(run, |cause| Some(Arc::clone(cause))),
            parts: parts(run),
            last_to_stop: last_to_stop(run),
            allocation: allocation(&run.collections),
            peak_bytes: used().map(|(before, after)| before.max(after)).max(),
            last_bytes: used().next_back().map(|(_, after)| after),
        }
    }

    /// Returns the share of the elapsed time in pauses, from 0 to 1.
    #[must_use]
    pub fn pause_share(&self) -> f64 {
        self.pauses.total_ns as f64 / self.elapsed_ns.max(1) as f64
    }

    /// Returns the numbers as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let groups = |groups: &[Group]| -> Vec<Value> {
            let group = |group: &Group| {
                json!({
                    "kind": group.kind.name(),
                    "cause": group.cause.as_deref(),
                    "pauses": group.pauses.json(),
                })
            };
            groups.iter().map(group).collect()
        };
        let parts = self.parts.iter().map(|parts| {
            let of = |times: &[u64; 7]| -> serde_json::Map<String, Value> {
                let names = PARTS.map(|name| name.replace(' ', "_") + "_ns");
                names.into_iter().zip(times.map(Value::from)).collect()
            };
            json!({
                "kind": parts.kind.name(),
                "total": of(&parts.total_ns),
                "max": of(&parts.max_ns),
            })
        });
        let last_to_stop = self.last_to_stop.iter().map(|last| {
            json!({
                "name": last.name,
                "thread_ids": last.threads,
                "times_to_safepoint": last.times.json(),
            })
        });
        json!({
            "elapsed_ns": self.elapsed_ns,
            "collections": self.collections,
            "pauses": self.pauses.json(),
            "pause_share": self.pause_share(),
            "times_to_safepoint": self.times_to_safepoint.json(),
            "kinds": groups(&self.kinds),
            "causes": groups(&self.causes),
            "parts": parts.collect::<Vec<_>>(),
            "last_to_stop": last_to_stop.collect::<Vec<_>>(),
            "allocated_bytes": self.allocation.map(|of| of.bytes),
            "allocated_bytes_per_second": self.allocation.map(|of| of.bytes_per_second() as u64),
            "peak_bytes": self.peak_bytes,
            "last_bytes": self.last_bytes,
        })
    }
}

/// Returns the pauses grouped by kind and what `cause` returns.
fn groups(run: &Run, cause: impl Fn(&Arc<str>) -> Option<Arc<str>>) -> Vec<Group> {
    let mut groups: BTreeMap<_, Vec<u64>> = BTreeMap::new();
    for collection in &run.collections {
        let (Some(work), Some(stop)) = (&collection.work, &collection.stop) else { continue };
        groups.entry((work.kind, cause(&work.cause))).or_default().push(stop.pause_ns);
    }
    let group = |((kind, cause), pauses)| Group { kind, cause, pauses: Times::of(pauses) };
    groups.into_iter().map(group).collect()
}

/// Returns the parts of the pause of a collection, in the order of [`PARTS`], if its phases are
/// known.
pub(super) fn parts_of(collection: &Collection) -> Option<[u64; 7]> {
    let phases = collection.work.as_ref()?.phases?;
    let Phases { roots_ns, trace_ns, references_ns, sweep_ns, verify_ns, rest_ns } = phases;
    let to_safepoint = collection.stop.as_ref()?.time_to_safepoint_ns;
    Some([to_safepoint, roots_ns, trace_ns, references_ns, sweep_ns, verify_ns, rest_ns])
}

fn parts(run: &Run) -> Vec<PartSums> {
    let of_kind = |kind| {
        let of_kind = |of: &&Collection| of.work.as_ref().is_some_and(|work| work.kind == kind);
        let parts = run.collections.iter().filter(of_kind).filter_map(parts_of);
        let none = PartSums { kind, total_ns: [0; 7], max_ns: [0; 7] };
        let sums = parts.fold(none, |mut sums, parts| {
            for (at, time) in parts.into_iter().enumerate() {
                sums.total_ns[at] = sums.total_ns[at].saturating_add(time);
                sums.max_ns[at] = sums.max_ns[at].max(time);
            }
            sums
        });
        sums.total_ns.iter().any(|&time| time > 0).then_some(sums)
    };
    CollectionKind::ALL.into_iter().filter_map(of_kind).collect()
}

/// The threads of a name that stopped last, and their times to safepoint.
#[derive(Debug, Default)]
struct LateThreads {
    threads: BTreeSet<u64>,
    times: Vec<u64>,
}

/// Returns how often threads stopped last, by their names: programs start many threads of a name,
/// one after the other. A thread without a name is apart.
fn last_to_stop(run: &Run) -> Vec<LastToStop> {
    let mut names: BTreeMap<(&str, u64), LateThreads> = BTreeMap::new();
    for stop in run.collections.iter().filter_map(|collection| collection.stop.as_ref()) {
        if let Some(Thread { name, id, .. }) = &stop.last_to_stop {
            let nameless = if name.is_empty() { *id } else { 0 };
            let late = names.entry((name, nameless)).or_default();
            late.threads.insert(*id);
            late.times.push(stop.time_to_safepoint_ns);
        }
    }
    let of = |((name, _), late): ((&str, u64), LateThreads)| {
        let LateThreads { threads, times } = late;
        let first = threads.first().copied().unwrap_or_default();
        let name = match (name, threads.len()) {
            ("", _) => format!("thread {first}"),
            (name, 1) => format!("{name} ({first})"),
            (name, count) => format!("{name} ({count} threads)"),
        };
        LastToStop { name, threads: threads.into_iter().collect(), times: Times::of(times) }
    };
    let mut names: Vec<LastToStop> = names.into_iter().map(of).collect();
    names.sort_by_key(|of| core::cmp::Reverse(of.times.total_ns));
    names
}

/// Returns the allocation between the first and the last collection: the growth of the memory in
/// use from the end of each collection to the next one.
fn allocation(collections: &[Collection]) -> Option<Allocation> {
    let (mut bytes, mut mutator_ns, mut known) = (0_u64, 0_u64, false);
    for pair in collections.windows(2) {
        // Numbers that the log lacks would make the growth too small.
        let follows = pair[0].number.checked_add(1) == Some(pair[1].number);
        let (Some((_, after)), Some((before, _))) = (pair[0].used(), pair[1].used()) else {
            continue;
        };
        if follows {
            bytes = bytes.saturating_add(before.saturating_sub(after));
            let between = pair[1].at_ns.saturating_sub(pair[0].end_ns());
            mutator_ns = mutator_ns.saturating_add(between);
            known = true;
        }
    }
    known.then_some(Allocation { bytes, mutator_ns })
}
