//! The report of a run: a text with a table, or one line of JSON.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value, json};
use statepoint_gc::observe::{CollectorStatistics, Quantiles, SlowStop, StopStatistics};

/// The result and the measurements of a run.
#[derive(Debug)]
pub struct Report {
    /// Name of the program.
    pub workload: &'static str,
    /// Parameters of the run, in display order.
    pub parameters: Vec<(&'static str, Value)>,
    /// A checksum that does not depend on the collector, or the outcome of a check.
    pub result: Value,
    /// Elapsed time of the run.
    pub wall: Duration,
    /// Statistics of the collector.
    pub statistics: CollectorStatistics,
    /// Statistics of threads that were slow to stop.
    pub stops: StopStatistics,
    /// Further counters of the program.
    pub counts: Vec<(&'static str, u64)>,
}

/// Quantiles in their JSON form.
#[derive(Serialize)]
struct Distribution {
    count: u64,
    min: u64,
    mean: f64,
    p50: u64,
    p90: u64,
    p99: u64,
    p999: u64,
    max: u64,
}

impl From<Quantiles> for Distribution {
    fn from(q: Quantiles) -> Self {
        let Quantiles { count, min, mean, p50, p90, p99, p999, max } = q;
        Self { count, min, mean, p50, p90, p99, p999, max }
    }
}

/// Returns a slow stop as JSON, or null if there is none.
fn slow_stop_json(stop: Option<&SlowStop>) -> Value {
    stop.map_or(Value::Null, |stop| {
        json!({
            "time_to_safepoint_ns": stop.time_to_safepoint_ns,
            "thread": stop.thread,
            "thread_id": stop.thread_id,
        })
    })
}

impl Report {
    /// Prints the report on standard output: as one line of JSON, or as text.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub fn print(&self, json: bool) -> io::Result<()> {
        let text = if json { self.json().to_string() } else { self.to_string() };
        writeln!(io::stdout(), "{text}")
    }

    /// Returns the report as a JSON object.
    fn json(&self) -> Value {
        let s = &self.statistics;
        let mut line = Map::new();
        line.insert("workload".to_owned(), json!(self.workload));
        for (name, value) in &self.parameters {
            line.insert((*name).to_owned(), value.clone());
        }
        line.insert("result".to_owned(), self.result.clone());
        line.insert("wall_ns".to_owned(), json!(u64::try_from(self.wall.as_nanos()).ok()));
        let mut gc = json!({
            "young_collections": s.young_collections,
            "full_collections": s.full_collections,
            "compacting_collections": s.compacting_collections,
            "pause_ns": Distribution::from(s.pause_ns),
            "young_pause_ns": Distribution::from(s.young_pause_ns),
            "full_pause_ns": Distribution::from(s.full_pause_ns),
            "time_to_safepoint_ns": Distribution::from(s.time_to_safepoint_ns),
            "slowest_stop": slow_stop_json(self.stops.slowest.as_ref()),
            "last_stop": slow_stop_json(self.stops.last.as_ref()),
            "heap_peak_bytes": s.heap_peak_bytes,
        });
        for (name, count) in s.counts.named() {
            gc[name] = count.into();
        }
        line.insert("gc".to_owned(), gc);
        if !self.counts.is_empty() {
            let counts = self.counts.iter().map(|&(name, count)| (name.to_owned(), count.into()));
            line.insert("counts".to_owned(), Value::Object(counts.collect()));
        }
        Value::Object(line)
    }
}

/// Formats a duration in a suitable unit, in a column of fixed width.
fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 1e3 => format!("{n:7.0} ns"),
        n if n < 1e6 => format!("{:7.1} us", n / 1e3),
        n if n < 1e9 => format!("{:7.2} ms", n / 1e6),
        n => format!("{:7.2} s ", n / 1e9),
    }
}

/// Formats a value without the quotation marks of JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Formats a number with a comma before each group of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = &self.statistics;
        let mut parameters = String::new();
        for (name, value) in &self.parameters {
            write!(parameters, ", {name} {}", plain(value))?;
        }
        writeln!(f, "{}{parameters}", self.workload)?;
        let result = self.result.as_u64().map_or_else(|| plain(&self.result), grouped);
        writeln!(f, "  result  {result}")?;
        writeln!(f, "  time    {}\n", duration(self.wall.as_nanos() as f64).trim())?;

        let headings = ["count", "min", "mean", "p50", "p90", "p99", "p99.9", "max"];
        write!(f, "  {:<19}", "")?;
        for heading in headings {
            write!(f, "{heading:>11}")?;
        }
        writeln!(f)?;
        let generations = [("young pause", s.young_pause_ns), ("full pause", s.full_pause_ns)];
        // If only one kind of collection ran, its row would be equal to that of all pauses.
        let generations = generations.into_iter().filter(|(_, q)| q.count < s.pause_ns.count);
        let rows =
            [("pause", s.pause_ns)].into_iter().chain(generations.filter(|(_, q)| q.count > 0));
        for (name, q) in rows.chain([("time to safepoint", s.time_to_safepoint_ns)]) {
            write!(f, "  {name:<19}{:>11}", q.count)?;
            let [min, p50, p90, p99, p999, max] =
                [q.min, q.p50, q.p90, q.p99, q.p999, q.max].map(|n| n as f64);
            for value in [min, q.mean, p50, p90, p99, p999, max] {
                write!(f, "{:>11}", duration(value))?;
            }
            writeln!(f)?;
        }
        if let Some(SlowStop { time_to_safepoint_ns, thread, thread_id }) = &self.stops.slowest {
            let time = duration(*time_to_safepoint_ns as f64);
            let time = time.trim();
            writeln!(
                f,
                "  {:<19}    {time}, for thread \"{thread}\" ({thread_id})",
                "slowest stop"
            )?;
        }
        writeln!(f)?;
        let counts = [
            ("collections", s.young_collections + s.full_collections),
            ("frames walked", s.counts.frames_walked),
            ("records matched", s.counts.records_matched),
            ("roots visited", s.counts.roots_visited),
            ("in registers", s.counts.register_roots),
            ("derived relocated", s.counts.derived_relocated),
            ("objects moved", s.counts.objects_moved),
            ("bytes copied", s.counts.bytes_copied),
            ("bytes promoted", s.counts.bytes_promoted),
            ("heap peak, bytes", s.heap_peak_bytes),
        ];
        let own = self.counts.iter().map(|&(name, count)| (name.replace('_', " "), count));
        let all: Vec<_> =
            counts.into_iter().map(|(name, count)| (name.to_owned(), count)).chain(own).collect();
        for (index, (name, count)) in all.iter().enumerate() {
            let end = if index + 1 < all.len() { "\n" } else { "" };
            write!(f, "  {name:<23}{:>14}{end}", grouped(*count))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        Report {
            workload: "trees",
            parameters: vec![("depth", 4.into()), ("threads", 2.into())],
            result: 1_234_567.into(),
            wall: Duration::from_millis(12),
            statistics: CollectorStatistics::default(),
            stops: StopStatistics {
                slowest: Some(SlowStop {
                    time_to_safepoint_ns: 83_800_000,
                    thread: "worker-3".to_owned(),
                    thread_id: 77,
                }),
                last: None,
            },
            counts: vec![("native_calls", 77)],
        }
    }

    #[test]
    fn json_line_has_all_documented_fields() {
        let line = report().json();
        assert_eq!(line["workload"], "trees");
        assert_eq!(line["depth"], 4);
        assert_eq!(line["result"], 1_234_567);
        assert_eq!(line["wall_ns"], 12_000_000);
        for field in [
            "young_collections",
            "full_collections",
            "compacting_collections",
            "frames_walked",
            "records_matched",
            "native_frames_walked",
            "roots_visited",
            "register_roots",
            "register_roots_relocated",
            "derived_relocated",
            "objects_moved",
            "bytes_copied",
            "bytes_promoted",
            "objects_logged",
            "remembered_slots",
            "weak_cleared",
            "ephemerons_cleared",
            "finalizers_queued",
            "heap_peak_bytes",
        ] {
            assert_eq!(line["gc"][field], 0, "{field}");
        }
        for field in ["count", "min", "mean", "p50", "p90", "p99", "p999", "max"] {
            for durations in ["pause_ns", "young_pause_ns", "full_pause_ns", "time_to_safepoint_ns"]
            {
                assert!(line["gc"][durations][field].is_number(), "{durations}, {field}");
            }
        }
        assert_eq!(line["gc"]["slowest_stop"]["time_to_safepoint_ns"], 83_800_000);
        assert_eq!(line["gc"]["slowest_stop"]["thread"], "worker-3");
        assert_eq!(line["gc"]["slowest_stop"]["thread_id"], 77);
        assert!(line["gc"]["last_stop"].is_null());
        assert_eq!(line["counts"]["native_calls"], 77);
        assert!(!line.to_string().contains('\n'));
    }

    #[test]
    fn columns_of_the_table_are_aligned() {
        let text = report().to_string();
        let rows: Vec<&str> = text.lines().filter(|line| line.contains(" ns")).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].len(), rows[1].len());
        assert!(text.contains("1,234,567"));
        assert!(text.contains("83.80 ms, for thread \"worker-3\" (77)\n"), "{text}");
        let counts: Vec<&str> = text.lines().rev().take(11).collect();
        assert!(counts[0].contains("native calls") && counts[0].ends_with("77"), "{text}");
        assert!(counts.iter().all(|row| row.len() == counts[0].len()), "{text}");
    }

    #[test]
    fn young_and_full_pauses_have_rows_only_if_both_occurred() {
        let quantiles = |count| Quantiles { count, ..Quantiles::default() };
        for (young, full, rows) in [(0, 0, 2), (3, 0, 2), (0, 3, 2), (3, 2, 4)] {
            let mut report = report();
            report.statistics = CollectorStatistics {
                pause_ns: quantiles(young + full),
                young_pause_ns: quantiles(young),
                full_pause_ns: quantiles(full),
                ..CollectorStatistics::default()
            };
            let text = report.to_string();
            assert_eq!(text.lines().filter(|line| line.contains(" ns")).count(), rows, "{text}");
            assert_eq!(text.contains("young pause"), rows == 4, "{text}");
        }
    }
}
