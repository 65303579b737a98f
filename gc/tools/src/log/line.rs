//! One line of a log in JSON.

use std::collections::HashSet;
use std::sync::Arc;

use serde::Deserialize;

use super::collection::{
    Collection, CollectionKind, CycleStep, HeapState, Phases, Spaces, Stop, Thread, Work,
};
use super::run::{End, LoggedQuantiles, Start};

/// The fields of all events that are read; other fields are skipped. One structure, so that a line
/// is parsed once, and the event may be anywhere in it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Fields {
    event: String,
    process: Option<u64>,
    heap: Option<u64>,
    at_ns: Option<u64>,
    number: Option<u64>,
    // `gc` and `safepoint`
    kind: Option<String>,
    cause: Option<String>,
    passes: Option<u64>,
    pause_ns: Option<u64>,
    time_to_safepoint_ns: Option<u64>,
    last_to_stop: Option<String>,
    last_to_stop_id: Option<u64>,
    last_to_stop_fiber: Option<u64>,
    by: Option<String>,
    by_id: Option<u64>,
    by_fiber: Option<u64>,
    before_bytes: Option<u64>,
    after_bytes: Option<u64>,
    limit_bytes: Option<u64>,
    survivors_bytes: Option<u64>,
    promoted_bytes: Option<u64>,
    workers: Option<u64>,
    threads: Option<u64>,
    pending_threads: Option<u64>,
    cycle: Option<String>,
    roots_ns: Option<u64>,
    trace_ns: Option<u64>,
    references_ns: Option<u64>,
    sweep_ns: Option<u64>,
    verify_ns: Option<u64>,
    rest_ns: Option<u64>,
    roots_visited: Option<u64>,
    frames_walked: Option<u64>,
    // `heap`
    young_before_bytes: Option<u64>,
    young_bytes: Option<u64>,
    old_before_bytes: Option<u64>,
    old_bytes: Option<u64>,
    large_before_bytes: Option<u64>,
    large_bytes: Option<u64>,
    committed_bytes: Option<u64>,
    nursery_bytes: Option<u64>,
    // `start`
    version: Option<String>,
    date: Option<String>,
    markers: Option<u64>,
    zeal: Option<String>,
    // `quantiles`
    of: Option<String>,
    count: Option<u64>,
    min_ns: Option<u64>,
    mean_ns: Option<u64>,
    p50_ns: Option<u64>,
    p90_ns: Option<u64>,
    p99_ns: Option<u64>,
    p999_ns: Option<u64>,
    max_ns: Option<u64>,
    // `end`
    young_collections: Option<u64>,
    full_collections: Option<u64>,
    compacting_collections: Option<u64>,
    pauses_ns: Option<u64>,
    heap_peak_bytes: Option<u64>,
    lines_lost: Option<u64>,
}

/// Only the event, for a line whose other fields have unexpected types.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct EventName {
    event: String,
}

/// The process and the heap of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Origin {
    pub(super) process: u64,
    pub(super) heap: u64,
}

/// The content of a line.
#[derive(Debug)]
pub(super) enum Event {
    Start(Start),
    Collection(Collection),
    Quantiles(LoggedQuantiles),
    End(End),
}

/// A line that cannot be used.
#[derive(Debug)]
pub(super) enum BadLine {
    /// It is not JSON, for this reason.
    Damaged(String),
    /// It is an event of another kind.
    Unknown(String),
    /// It is JSON, but no event of a log.
    Foreign,
    /// A field of a known event is missing or invalid.
    Field(&'static str, &'static str),
}

/// The events that are known.
const EVENTS: [&str; 6] = ["start", "gc", "safepoint", "heap", "quantiles", "end"];

/// Strings that occur in many lines, each kept once.
#[derive(Debug, Default)]
pub(super) struct Strings(HashSet<Arc<str>>);

impl Strings {
    fn get(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.0.insert(Arc::clone(&new));
        new
    }
}

/// Reads a field, or returns the error that names it.
macro_rules! field {
    ($fields:ident, $event:literal, $name:ident) => {
        $fields.$name.ok_or(BadLine::Field($event, stringify!($name)))?
    };
}

/// Parses a line.
pub(super) fn parse(line: &[u8], strings: &mut Strings) -> Result<(Origin, u64, Event), BadLine> {
    let fields: Fields = match serde_json::from_slice(line) {
        Ok(fields) => fields,
        Err(error) if error.is_data() => return Err(wrong_type(line, &error)),
        Err(error) => return Err(BadLine::Damaged(error.to_string())),
    };
    // Another program's lines may have events of the same name.
    if fields.event.is_empty() || (fields.process.is_none() && fields.heap.is_none()) {
        return Err(BadLine::Foreign);
    }
    let Some(&event) = EVENTS.iter().find(|name| **name == fields.event) else {
        return Err(BadLine::Unknown(fields.event));
    };
    let head = |value: Option<u64>, name| value.ok_or(BadLine::Field(event, name));
    let origin =
        Origin { process: head(fields.process, "process")?, heap: head(fields.heap, "heap")? };
    let at_ns = head(fields.at_ns, "at_ns")?;
    let event = match event {
        "start" => Event::Start(start(fields)?),
        "gc" => Event::Collection(gc(fields, at_ns, strings)?),
        "safepoint" => Event::Collection(safepoint(fields, at_ns, strings)?),
        "heap" => Event::Collection(heap(&fields, at_ns)?),
        "quantiles" => Event::Quantiles(quantiles(fields)?),
        _ => Event::End(end(&fields, at_ns)?),
    };
    Ok((origin, at_ns, event))
}

/// Returns why a line is bad in which a field has another type than expected.
fn wrong_type(line: &[u8], error: &serde_json::Error) -> BadLine {
    match serde_json::from_slice::<EventName>(line) {
        Ok(EventName { event }) if event.is_empty() => BadLine::Foreign,
        Ok(EventName { event }) if !EVENTS.contains(&event.as_str()) => BadLine::Unknown(event),
        Ok(_) => BadLine::Damaged(error.to_string()),
        Err(_) => BadLine::Foreign,
    }
}

fn start(fields: Fields) -> Result<Start, BadLine> {
    Ok(Start {
        version: field!(fields, "start", version),
        date: field!(fields, "start", date),
        limit_bytes: field!(fields, "start", limit_bytes),
        nursery_bytes: field!(fields, "start", nursery_bytes),
        workers: field!(fields, "start", workers),
        markers: field!(fields, "start", markers),
        zeal: field!(fields, "start", zeal),
    })
}

/// Returns the stop of a line `gc` or `safepoint`.
fn stop(fields: &Fields, event: &'static str, strings: &mut Strings) -> Result<Stop, BadLine> {
    let need = |value: Option<u64>, name| value.ok_or(BadLine::Field(event, name));
    let last_to_stop = match &fields.last_to_stop {
        None => None,
        Some(name) => Some(Thread {
            name: strings.get(name),
            id: need(fields.last_to_stop_id, "last_to_stop_id")?,
            fiber: need(fields.last_to_stop_fiber, "last_to_stop_fiber")?,
        }),
    };
    let by = fields.by.as_deref().unwrap_or_default();
    let pause_ns = need(fields.pause_ns, "pause_ns")?;
    let time_to_safepoint_ns = need(fields.time_to_safepoint_ns, "time_to_safepoint_ns")?;
    if time_to_safepoint_ns > pause_ns {
        return Err(BadLine::Damaged("time_to_safepoint_ns exceeds pause_ns".to_owned()));
    }
    Ok(Stop {
        pause_ns,
        time_to_safepoint_ns,
        threads: need(fields.threads, "threads")?,
        last_to_stop,
        by: Thread {
            name: strings.get(by),
            id: need(fields.by_id, "by_id")?,
            fiber: need(fields.by_fiber, "by_fiber")?,
        },
        pending_threads: None,
    })
}

fn gc(fields: Fields, at_ns: u64, strings: &mut Strings) -> Result<Collection, BadLine> {
    let stop = stop(&fields, "gc", strings)?;
    let kind = fields.kind.as_deref();
    let kind = CollectionKind::ALL.into_iter().find(|of| Some(of.name()) == kind);
    let cycle = match field!(fields, "gc", cycle).as_str() {
        "-" => None,
        name => {
            let step = CycleStep::ALL.into_iter().find(|step| step.name() == name);
            Some(step.ok_or(BadLine::Field("gc", "cycle"))?)
        }
    };
    // Without the topic `phases`, a line has none of them.
    let phases = match fields.roots_ns {
        None => None,
        Some(roots_ns) => Some(Phases {
            roots_ns,
            trace_ns: field!(fields, "gc", trace_ns),
            references_ns: field!(fields, "gc", references_ns),
            sweep_ns: field!(fields, "gc", sweep_ns),
            verify_ns: field!(fields, "gc", verify_ns),
            rest_ns: field!(fields, "gc", rest_ns),
        }),
    };
    let work = Work {
        kind: kind.ok_or(BadLine::Field("gc", "kind"))?,
        cause: strings.get(&field!(fields, "gc", cause)),
        passes: field!(fields, "gc", passes),
        before_bytes: field!(fields, "gc", before_bytes),
        after_bytes: field!(fields, "gc", after_bytes),
        limit_bytes: field!(fields, "gc", limit_bytes),
        survivors_bytes: field!(fields, "gc", survivors_bytes),
        promoted_bytes: field!(fields, "gc", promoted_bytes),
        workers: field!(fields, "gc", workers),
        cycle,
        frames_walked: field!(fields, "gc", frames_walked),
        roots_visited: field!(fields, "gc", roots_visited),
        phases,
    };
    let number = field!(fields, "gc", number);
    Ok(Collection { number, at_ns, stop: Some(stop), work: Some(work), heap: None })
}

fn safepoint(fields: Fields, at_ns: u64, strings: &mut Strings) -> Result<Collection, BadLine> {
    let pending_threads = Some(field!(fields, "safepoint", pending_threads));
    let stop = Stop { pending_threads, ..stop(&fields, "safepoint", strings)? };
    let number = field!(fields, "safepoint", number);
    Ok(Collection { number, at_ns, stop: Some(stop), work: None, heap: None })
}

fn heap(fields: &Fields, at_ns: u64) -> Result<Collection, BadLine> {
    let heap = HeapState {
        before: Spaces {
            young: field!(fields, "heap", young_before_bytes),
            old: field!(fields, "heap", old_before_bytes),
            large: field!(fields, "heap", large_before_bytes),
        },
        after: Spaces {
            young: field!(fields, "heap", young_bytes),
            old: field!(fields, "heap", old_bytes),
            large: field!(fields, "heap", large_bytes),
        },
        committed_bytes: field!(fields, "heap", committed_bytes),
        limit_bytes: field!(fields, "heap", limit_bytes),
        nursery_bytes: field!(fields, "heap", nursery_bytes),
    };
    let number = field!(fields, "heap", number);
    Ok(Collection { number, at_ns, stop: None, work: None, heap: Some(Box::new(heap)) })
}

fn quantiles(fields: Fields) -> Result<LoggedQuantiles, BadLine> {
    Ok(LoggedQuantiles {
        of: field!(fields, "quantiles", of),
        count: field!(fields, "quantiles", count),
        min_ns: field!(fields, "quantiles", min_ns),
        mean_ns: field!(fields, "quantiles", mean_ns),
        p50_ns: field!(fields, "quantiles", p50_ns),
        p90_ns: field!(fields, "quantiles", p90_ns),
        p99_ns: field!(fields, "quantiles", p99_ns),
        p999_ns: field!(fields, "quantiles", p999_ns),
        max_ns: field!(fields, "quantiles", max_ns),
    })
}

fn end(fields: &Fields, at_ns: u64) -> Result<End, BadLine> {
    Ok(End {
        at_ns,
        young_collections: field!(fields, "end", young_collections),
        full_collections: field!(fields, "end", full_collections),
        compacting_collections: field!(fields, "end", compacting_collections),
        pauses_ns: field!(fields, "end", pauses_ns),
        heap_peak_bytes: field!(fields, "end", heap_peak_bytes),
        lines_lost: field!(fields, "end", lines_lost),
    })
}
