//! Reading a trace: the array form of the Trace Event Format, as Perfetto and `chrome://tracing` read it.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};

/// An event. Times are in nanoseconds.
#[derive(Clone, Debug)]
pub struct Event {
    /// What it is called.
    pub name: String,
    /// Words to choose by.
    pub category: String,
    /// What kind it is, a letter.
    pub phase: String,
    /// The row: of which process, and which thread in it.
    pub row: (u64, u64),
    /// When it began; 0 where that means nothing.
    pub begin: u64,
    /// When it ended.
    pub end: u64,
    /// What else is known.
    pub arguments: Map<String, Value>,
}

impl Event {
    /// A number among what else is known.
    ///
    /// # Panics
    ///
    /// If there is none of this name.
    pub fn number(&self, name: &str) -> u64 {
        let found = self.arguments.get(name).and_then(Value::as_u64);
        found.unwrap_or_else(|| panic!("{name} in {self:?}"))
    }

    /// Whether the other is not outside.
    pub fn holds(&self, other: &Self) -> bool {
        self.begin <= other.begin && other.end <= self.end
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
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

/// The events of a trace, in the order of the file.
///
/// # Errors
///
/// What is wrong with it: it is no array, an event lacks something, times of a row are not in order, or spans of a row overlap
/// without one being in the other.
pub fn parse(text: &str) -> Result<Vec<Event>, String> {
    let raw: Vec<Raw> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let events: Vec<Event> = raw.into_iter().map(check).collect::<Result<_, _>>()?;
    // Of each row: the spans that are open, with their ends, and the latest time.
    let mut rows: HashMap<(u64, u64), (Vec<&Event>, u64)> = HashMap::new();
    for event in events.iter().filter(|event| matches!(event.phase.as_str(), "X" | "i")) {
        let (open, latest) = rows.entry(event.row).or_default();
        if event.begin < *latest {
            return Err(format!("before {latest}: {event:?}"));
        }
        *latest = event.begin;
        while open.last().is_some_and(|outer| outer.end <= event.begin && !outer.holds(event)) {
            open.pop();
        }
        if let Some(outer) = open.last().filter(|outer| !outer.holds(event)) {
            return Err(format!("neither in nor behind {outer:?}: {event:?}"));
        }
        open.push(event);
    }
    Ok(events)
}

fn check(raw: Raw) -> Result<Event, String> {
    let Raw { name, cat, ph, pid, tid, ts, dur, s, args } = raw;
    let wrong = |what: &str| Err(format!("{what}: {name} in row {tid}"));
    let nanoseconds = |micros: f64| (micros * 1000.0).round() as u64;
    match ph.as_str() {
        "M" if ts.is_none() => {}
        "X" if ts.is_some() && dur.is_some_and(|dur| dur >= 0.0) => {}
        "i" if ts.is_some() && s.as_deref() == Some("t") => {}
        "C" if ts.is_some() && !args.is_empty() && args.values().all(Value::is_number) => {}
        "M" | "X" | "i" | "C" => return wrong("a field is missing"),
        _ => return wrong("of no known kind"),
    }
    let begin = nanoseconds(ts.unwrap_or_default());
    let end = begin + nanoseconds(dur.unwrap_or_default());
    Ok(Event { name, category: cat, phase: ph, row: (pid, tid), begin, end, arguments: args })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(row: u64, begin: f64, length: f64) -> String {
        format!(r#"{{"name":"s","ph":"X","pid":1,"tid":{row},"ts":{begin},"dur":{length}}}"#)
    }

    #[test]
    fn order_and_nesting_are_looked_at() {
        let parse = |spans: &[String]| parse(&format!("[{}]", spans.join(",\n")));
        assert_eq!(
            parse(&[span(1, 0.5, 10.0), span(1, 1.0, 2.0), span(1, 3.0, 7.5)]).unwrap().len(),
            3
        );
        assert_eq!(parse(&[span(1, 0.0, 10.0), span(1, 10.0, 2.0)]).unwrap().len(), 2);
        assert_eq!(parse(&[span(1, 5.0, 10.0), span(2, 1.0, 20.0)]).unwrap().len(), 2);
        assert!(parse(&[span(1, 5.0, 10.0), span(1, 1.0, 2.0)]).is_err());
        assert!(parse(&[span(1, 5.0, 10.0), span(1, 6.0, 10.0)]).is_err());
        assert!(parse(&[r#"{"name":"s","ph":"X","pid":1,"tid":1,"ts":1}"#.into()]).is_err());
        assert!(parse(&[r#"{"name":"s","ph":"Q","pid":1,"tid":1,"ts":1}"#.into()]).is_err());
        assert!(super::parse("[{}").is_err());
    }
}
