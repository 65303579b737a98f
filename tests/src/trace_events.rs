//! A strict parser of traces: the array form of the Trace Event Format, which Perfetto and
//! `chrome://tracing` read.
//!
//! Events that a viewer would silently drop or misplace are errors. So are kinds of events that the
//! collector does not write: begin and end pairs, events with an ID, and flow events.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde_json::{Map, Value};

/// An event of a trace. Times are in nanoseconds.
#[derive(Clone, Debug)]
pub struct Event {
    /// The name.
    pub name: String,
    /// The categories.
    pub category: String,
    /// The phase: `M`, `X`, `i` or `C`.
    pub phase: String,
    /// The row: process ID and thread ID.
    pub row: (u64, u64),
    /// Start time; 0 for metadata.
    pub begin: u64,
    /// End time.
    pub end: u64,
    /// The arguments.
    pub arguments: Map<String, Value>,
}

impl Event {
    /// Returns a numeric argument.
    ///
    /// # Panics
    ///
    /// If there is no numeric argument with this name.
    pub fn number(&self, name: &str) -> u64 {
        let found = self.arguments.get(name).and_then(Value::as_u64);
        found.unwrap_or_else(|| panic!("there is no number {name} in {self:?}"))
    }

    /// Returns whether the time span of this event contains that of the other one.
    pub fn contains(&self, other: &Self) -> bool {
        self.begin <= other.begin && other.end <= self.end
    }
}

/// An event with the field names of the format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEvent {
    name: String,
    #[serde(default)]
    cat: String,
    ph: String,
    pid: u64,
    tid: u64,
    #[serde(default)]
    ts: Option<f64>,
    #[serde(default)]
    dur: Option<f64>,
    #[serde(default)]
    s: Option<String>,
    #[serde(default)]
    args: Map<String, Value>,
}

/// Returns the events of a trace, in the order of the file.
///
/// # Errors
///
/// A message, if the text is not a JSON array of events, an event does not have exactly the fields
/// of its kind, there are several processes or an unnamed one, a row has no name before its first
/// event, times in a row or a graph are not ordered, spans in a row overlap without nesting, or a
/// graph does not always have the same series.
pub fn parse(text: &str) -> Result<Vec<Event>, String> {
    let raw: Vec<RawEvent> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let events: Vec<Event> = raw.into_iter().map(check).collect::<Result<_, _>>()?;
    names(&events)?;
    nesting(&events)?;
    graphs(&events)?;
    Ok(events)
}

/// Checks that there is one process, which the first event names, and that each row is named before
/// its first event.
fn names(events: &[Event]) -> Result<(), String> {
    let Some(first) = events.first() else { return Err("there are no events".to_owned()) };
    if (first.phase.as_str(), first.name.as_str()) != ("M", "process_name") {
        return Err(format!("the process is not named first: {first:?}"));
    }
    let mut named = HashSet::new();
    for event in events {
        if event.row.0 != first.row.0 {
            return Err(format!("the event is of another process: {event:?}"));
        }
        match event.phase.as_str() {
            "M" if event.name == "thread_name" => _ = named.insert(event.row),
            "M" if event.name == "thread_sort_index" && !named.contains(&event.row) => {
                return Err(format!("an unnamed row has a sort index: {event:?}"));
            }
            "X" | "i" if !named.contains(&event.row) => {
                return Err(format!("the row of the event has no name: {event:?}"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks that the spans in each row are nested or disjoint, and ordered by their start times.
fn nesting(events: &[Event]) -> Result<(), String> {
    // For each row: the end times of the open spans, and the latest time.
    let mut rows: HashMap<(u64, u64), (Vec<&Event>, u64)> = HashMap::new();
    for event in events.iter().filter(|event| matches!(event.phase.as_str(), "X" | "i")) {
        let (open, latest) = rows.entry(event.row).or_default();
        if event.begin < *latest {
            return Err(format!(
                "the event starts before the previous one, at {latest} ns: {event:?}"
            ));
        }
        *latest = event.begin;
        while open.last().is_some_and(|outer| outer.end <= event.begin && !outer.contains(event)) {
            open.pop();
        }
        if let Some(outer) = open.last().filter(|outer| !outer.contains(event)) {
            return Err(format!("{outer:?} overlaps {event:?} without containing it"));
        }
        open.push(event);
    }
    Ok(())
}

/// Checks that the times of each graph are ordered, and that its series are always the same.
fn graphs(events: &[Event]) -> Result<(), String> {
    let mut graphs: HashMap<&str, &Event> = HashMap::new();
    for event in events.iter().filter(|event| event.phase == "C") {
        if let Some(before) = graphs.insert(&event.name, event)
            && (before.begin > event.begin || !before.arguments.keys().eq(event.arguments.keys()))
        {
            return Err(format!("the graph is not continued after {before:?} by {event:?}"));
        }
    }
    Ok(())
}

/// Returns whether a metadata event names a process or a row, or sorts a row, and has no other
/// arguments.
fn is_metadata(name: &str, args: &Map<String, Value>) -> bool {
    let only = |key: &str| args.get(key).filter(|_| args.len() == 1);
    match name {
        "process_name" | "thread_name" => {
            only("name").and_then(Value::as_str).is_some_and(|name| !name.is_empty())
        }
        "thread_sort_index" => only("sort_index").is_some_and(Value::is_u64),
        _ => false,
    }
}

/// Checks the fields of an event, and converts it.
fn check(raw: RawEvent) -> Result<Event, String> {
    let RawEvent { name, cat, ph, pid, tid, ts, dur, s, args } = raw;
    let wrong = |what: &str| Err(format!("{what}: {name} in row {tid}"));
    let nanoseconds = |micros: f64| (micros * 1000.0).round() as u64;
    if name.is_empty() || pid == 0 {
        return wrong("the name or the process is missing");
    }
    // JSON has no infinite numbers, and Rust would convert a negative one to 0.
    if [ts, dur].into_iter().flatten().any(|time| time < 0.0) {
        return wrong("a time is negative");
    }
    let is_graph = || !args.is_empty() && args.values().all(Value::is_number);
    match (ph.as_str(), ts, dur, s.as_deref()) {
        ("M", None, None, None) if is_metadata(&name, &args) => {}
        ("X", Some(_), Some(_), None) => {}
        ("i", Some(_), None, Some("t")) => {}
        ("C", Some(_), None, None) if is_graph() => {}
        ("M" | "X" | "i" | "C", ..) => {
            return wrong("the event does not have the fields of its kind");
        }
        _ => return wrong("the kind of the event is unknown"),
    }
    let begin = nanoseconds(ts.unwrap_or_default());
    let end = begin + nanoseconds(dur.unwrap_or_default());
    Ok(Event { name, category: cat, phase: ph, row: (pid, tid), begin, end, arguments: args })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROCESS: &str = r#"{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"p"}}"#;

    fn span(row: u64, begin: f64, length: f64) -> String {
        format!(r#"{{"name":"s","ph":"X","pid":1,"tid":{row},"ts":{begin},"dur":{length}}}"#)
    }

    fn row(row: u64) -> String {
        let name = r#""args":{"name":"r"}"#;
        format!(r#"{{"name":"thread_name","ph":"M","pid":1,"tid":{row},{name}}}"#)
    }

    fn graph(at: f64, values: &str) -> String {
        format!(r#"{{"name":"g","ph":"C","pid":1,"tid":0,"ts":{at},"args":{{{values}}}}}"#)
    }

    /// Returns the number of these events, after a process and two rows.
    fn events(events: &[String]) -> Result<usize, String> {
        let events = [&[PROCESS.to_owned(), row(1), row(2)], events].concat();
        parse(&format!("[{}]", events.join(",\n"))).map(|events| events.len() - 3)
    }

    #[test]
    fn order_and_nesting_are_checked() {
        let inner = [span(1, 0.5, 10.0), span(1, 1.0, 2.0), span(1, 3.0, 7.5)];
        assert_eq!(events(&inner), Ok(3));
        assert_eq!(events(&[span(1, 0.0, 10.0), span(1, 10.0, 2.0)]), Ok(2));
        assert_eq!(events(&[span(1, 5.0, 10.0), span(2, 1.0, 20.0)]), Ok(2));
        assert!(events(&[span(1, 5.0, 10.0), span(1, 1.0, 2.0)]).is_err());
        assert!(events(&[span(1, 5.0, 10.0), span(1, 6.0, 10.0)]).is_err());
        // In the second, but not in the first.
        assert!(events(&[span(1, 0.0, 9.0), span(1, 1.0, 2.0), span(1, 2.5, 7.0)]).is_err());
        assert!(parse("[{}").is_err() && parse("[]").is_err());
    }

    #[test]
    fn events_have_exactly_the_fields_of_their_kind() {
        let one = |fields: &str| events(&[format!(r#"{{"name":"e","pid":1,"tid":1,{fields}}}"#)]);
        assert_eq!(one(r#""ph":"X","ts":1,"dur":0"#), Ok(1));
        assert_eq!(one(r#""ph":"i","ts":1,"s":"t""#), Ok(1));
        for wrong in [
            r#""ph":"X","ts":1"#,
            r#""ph":"X","ts":1,"dur":-1"#,
            r#""ph":"X","ts":-1,"dur":1"#,
            r#""ph":"X","ts":1,"ts":2,"dur":1"#,
            r#""ph":"X","ts":1,"dur":1,"s":"t""#,
            r#""ph":"X","ts":1,"dur":1,"id":7"#,
            r#""ph":"i","ts":1"#,
            r#""ph":"i","ts":1,"s":"t","dur":1"#,
            r#""ph":"C","ts":1"#,
            r#""ph":"C","ts":1,"args":{"a":"1"}"#,
            // A begin event, a flow event, and an unknown phase.
            r#""ph":"B","ts":1"#,
            r#""ph":"s","ts":1,"id":7"#,
            r#""ph":"Q","ts":1"#,
        ] {
            assert!(one(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn processes_and_rows_have_names() {
        let only = |events: &[String]| parse(&format!("[{}]", events.join(","))).is_ok();
        let process = PROCESS.to_owned();
        assert!(only(&[process.clone(), row(1), span(1, 1.0, 1.0)]));
        assert!(!only(&[row(1), span(1, 1.0, 1.0)]));
        assert!(!only(&[process.clone(), span(1, 1.0, 1.0)]));
        assert!(
            !only(&[process.clone(), span(1, 1.0, 1.0), row(1)]),
            "the row is named after its first event"
        );
        assert!(!only(&[process.clone(), row(1).replace("\"pid\":1", "\"pid\":2")]));
        assert!(!only(&[process.clone(), row(1).replace("\"r\"", "\"\"")]));
        assert!(!only(&[process.clone(), row(1).replace("\"r\"", "7")]));
        assert!(!only(&[process.clone(), row(1).replace("thread_name", "thread_colour")]));
        let place = row(1).replace("thread_name", "thread_sort_index");
        let place = place.replace(r#""name":"r""#, r#""sort_index":3"#);
        assert!(only(&[process.clone(), row(1), place.clone()]));
        assert!(!only(&[process, place]));
    }

    #[test]
    fn counters_keep_their_series_and_time_order() {
        assert_eq!(events(&[graph(1.0, r#""a":1,"b":2"#), graph(1.0, r#""a":0,"b":2"#)]), Ok(2));
        assert!(events(&[graph(2.0, r#""a":1"#), graph(1.0, r#""a":1"#)]).is_err());
        assert!(events(&[graph(1.0, r#""a":1"#), graph(2.0, r#""b":1"#)]).is_err());
    }
}
