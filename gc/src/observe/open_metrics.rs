//! The text format of OpenMetrics 1.0.
//!
//! A metric family begins with the lines `# TYPE`, `# UNIT` (if it has one) and `# HELP`; its
//! samples follow. The samples of a counter have the suffix `_total`. The text ends with `# EOF`.

use core::fmt;

use spgc_stats::{CyclePhase, HeapCounters, PAUSE_BOUNDS_NS};

use super::Quantiles;

/// The counters of a heap, which are displayed in the text format of OpenMetrics 1.0; see
/// [`Heap::open_metrics`](crate::Heap::open_metrics).
///
/// Its media type is `application/openmetrics-text; version=1.0.0; charset=utf-8`.
#[derive(Clone, Debug)]
pub struct OpenMetrics {
    counters: HeapCounters,
    /// Sum in nanoseconds, and summary.
    times_to_safepoint: (u64, Quantiles),
}

impl OpenMetrics {
    pub(crate) fn new(counters: HeapCounters, times_to_safepoint: (u64, Quantiles)) -> Self {
        Self { counters, times_to_safepoint }
    }
}

/// Type of a metric family.
#[derive(Clone, Copy)]
enum Family {
    Counter,
    Gauge,
}

impl fmt::Display for OpenMetrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Family::{Counter, Gauge};
        let c = &self.counters;
        let bytes = Some("bytes");
        writeln!(f, "# TYPE spgc_library info")?;
        writeln!(f, "# HELP spgc_library The version of the collector.")?;
        writeln!(f, "spgc_library_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"))?;
        let help = "The heap limit.";
        family(f, Gauge, "heap_limit_bytes", bytes, help, &[("", c.limit_bytes)])?;
        let help = "Blocks and pages in use, to which the limit applies.";
        family(f, Gauge, "heap_used_bytes", bytes, help, &[("", c.used_bytes)])?;
        let help = "The maximum of spgc_heap_used_bytes.";
        family(f, Gauge, "heap_peak_bytes", bytes, help, &[("", c.peak_bytes)])?;
        let help = "Memory in use by objects, by the space that they are in.";
        let spaces = [
            ("space=\"young\"", c.young_bytes),
            ("space=\"old\"", c.old_bytes),
            ("space=\"large\"", c.large_bytes),
        ];
        family(f, Gauge, "space_used_bytes", bytes, help, &spaces)?;
        let help = "Bytes that are allocated between two young collections.";
        family(f, Gauge, "nursery_bytes", bytes, help, &[("", c.nursery_bytes)])?;
        let help = "Bytes allocated. A TLAB counts in full when a thread takes it.";
        family(f, Counter, "allocated_bytes", bytes, help, &[("", c.allocated_bytes)])?;
        let help = "Bytes promoted from the young to the old generation.";
        family(f, Counter, "promoted_bytes", bytes, help, &[("", c.promoted_bytes)])?;
        let help = "Collections, by their kind.";
        let kinds = [
            ("kind=\"young\"", c.young_collections),
            ("kind=\"full\"", c.full_collections),
            ("kind=\"compacting\"", c.compacting_collections),
        ];
        family(f, Counter, "collections", None, help, &kinds)?;
        let help = "Concurrent cycles that have begun.";
        family(f, Counter, "cycles_begun", None, help, &[("", c.cycles_begun)])?;
        let help = "Concurrent cycles whose marking has ended.";
        family(f, Counter, "cycles_marked", None, help, &[("", c.cycles_marked)])?;
        let help = "Concurrent cycles that were too slow and were completed in a pause.";
        family(f, Counter, "cycles_outrun", None, help, &[("", c.cycles_outrun)])?;
        let help = "Concurrent cycles that a full collection has abandoned.";
        family(f, Counter, "cycles_abandoned", None, help, &[("", c.cycles_abandoned)])?;
        writeln!(f, "# TYPE spgc_cycle_phase stateset")?;
        writeln!(f, "# HELP spgc_cycle_phase The phase of the concurrent cycle.")?;
        for &phase in CyclePhase::ALL {
            let is_on = u64::from(phase as u64 == c.cycle_phase);
            writeln!(f, "spgc_cycle_phase{{spgc_cycle_phase=\"{}\"}} {is_on}", phase.word())?;
        }
        self.pauses(f)?;
        self.times_to_safepoint(f)?;
        let help = "Attached threads, by where they run.";
        let states =
            [("state=\"managed\"", c.threads_managed), ("state=\"native\"", c.threads_native)];
        family(f, Gauge, "threads", None, help, &states)?;
        let help = "Fibers, and stacks of the host.";
        family(f, Gauge, "fibers", None, help, &[("", c.fibers)])?;
        writeln!(f, "# EOF")
    }
}

impl OpenMetrics {
    fn pauses(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HeapCounters { pauses, pause_sum_ns, pause_longest_ns, pause_buckets, .. } =
            &self.counters;
        let name = "spgc_pause_seconds";
        writeln!(f, "# TYPE {name} histogram\n# UNIT {name} seconds")?;
        writeln!(f, "# HELP {name} From the request for a collection until threads may resume.")?;
        let mut count = 0;
        for (bound, in_bucket) in PAUSE_BOUNDS_NS.into_iter().zip(pause_buckets) {
            count += in_bucket;
            writeln!(f, "{name}_bucket{{le=\"{}\"}} {count}", Bound(bound))?;
        }
        writeln!(f, "{name}_bucket{{le=\"+Inf\"}} {pauses}")?;
        writeln!(f, "{name}_count {pauses}\n{name}_sum {}", Seconds(*pause_sum_ns))?;
        let name = "spgc_pause_longest_seconds";
        writeln!(f, "# TYPE {name} gauge\n# UNIT {name} seconds")?;
        writeln!(f, "# HELP {name} The longest pause.\n{name} {}", Seconds(*pause_longest_ns))
    }

    fn times_to_safepoint(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sum, Quantiles { count, p50, p90, p99, p999, .. }) = self.times_to_safepoint;
        let name = "spgc_time_to_safepoint_seconds";
        writeln!(f, "# TYPE {name} summary\n# UNIT {name} seconds")?;
        writeln!(f, "# HELP {name} The part of each pause until all threads had stopped.")?;
        for (share, value) in [("0.5", p50), ("0.9", p90), ("0.99", p99), ("0.999", p999)] {
            writeln!(f, "{name}{{quantile=\"{share}\"}} {}", Seconds(value))?;
        }
        writeln!(f, "{name}_count {count}\n{name}_sum {}", Seconds(sum))
    }
}

/// Writes a family of integers. Each sample has labels, or none.
fn family(
    f: &mut fmt::Formatter<'_>,
    family: Family,
    name: &str,
    unit: Option<&str>,
    help: &str,
    samples: &[(&str, u64)],
) -> fmt::Result {
    let (word, suffix) = match family {
        Family::Counter => ("counter", "_total"),
        Family::Gauge => ("gauge", ""),
    };
    writeln!(f, "# TYPE spgc_{name} {word}")?;
    if let Some(unit) = unit {
        writeln!(f, "# UNIT spgc_{name} {unit}")?;
    }
    writeln!(f, "# HELP spgc_{name} {help}")?;
    for (labels, value) in samples {
        match labels {
            &"" => writeln!(f, "spgc_{name}{suffix} {value}")?,
            labels => writeln!(f, "spgc_{name}{suffix}{{{labels}}} {value}")?,
        }
    }
    Ok(())
}

/// Nanoseconds, displayed exactly as seconds.
struct Seconds(u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:09}", self.0 % 1_000_000_000);
        let digits = digits.trim_end_matches('0');
        let digits = if digits.is_empty() { "0" } else { digits };
        write!(f, "{}.{digits}", self.0 / 1_000_000_000)
    }
}

/// A bound of a bucket in nanoseconds, displayed as seconds in the canonical form of the format:
/// below 0.0001 with an exponent of two digits.
struct Bound(u64);

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ns @ 10_000..100_000 => {
                let digits = (ns as f64 / 10_000.0).to_string();
                write!(f, "{digits}e-05")
            }
            ns => write!(f, "{}", Seconds(ns)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        let mut pause_buckets = [0; 16];
        (pause_buckets[0], pause_buckets[6], pause_buckets[15]) = (1, 2, 3);
        let counters = HeapCounters {
            limit_bytes: 1 << 20,
            allocated_bytes: u64::MAX,
            young_collections: 6,
            cycle_phase: CyclePhase::Marking as u64,
            pauses: 6,
            pause_sum_ns: 1_500_000_000,
            pause_longest_ns: 20_000,
            threads: 3,
            threads_managed: 1,
            threads_native: 2,
            pause_buckets,
            ..HeapCounters::default()
        };
        let quantiles = Quantiles { count: 6, p50: 1, p99: 2_000_000_000, ..Quantiles::default() };
        OpenMetrics::new(counters, (7, quantiles)).to_string()
    }

    #[test]
    fn samples_have_their_values() {
        let text = text();
        for line in [
            "spgc_heap_limit_bytes 1048576",
            "spgc_allocated_bytes_total 18446744073709551615",
            "spgc_collections_total{kind=\"young\"} 6",
            "spgc_collections_total{kind=\"full\"} 0",
            "spgc_cycle_phase{spgc_cycle_phase=\"marking\"} 1",
            "spgc_cycle_phase{spgc_cycle_phase=\"idle\"} 0",
            "spgc_pause_seconds_bucket{le=\"2e-05\"} 1",
            "spgc_pause_seconds_bucket{le=\"5e-05\"} 1",
            "spgc_pause_seconds_bucket{le=\"0.0001\"} 1",
            "spgc_pause_seconds_bucket{le=\"0.001\"} 1",
            "spgc_pause_seconds_bucket{le=\"0.002\"} 3",
            "spgc_pause_seconds_bucket{le=\"1.0\"} 3",
            "spgc_pause_seconds_bucket{le=\"+Inf\"} 6",
            "spgc_pause_seconds_count 6",
            "spgc_pause_seconds_sum 1.5",
            "spgc_pause_longest_seconds 0.00002",
            "spgc_time_to_safepoint_seconds{quantile=\"0.5\"} 0.000000001",
            "spgc_time_to_safepoint_seconds{quantile=\"0.99\"} 2.0",
            "spgc_time_to_safepoint_seconds_sum 0.000000007",
            "spgc_threads{state=\"native\"} 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        assert!(text.ends_with("\n# EOF\n"));
    }

    /// Checks the form of each line, and that the samples of a family follow its metadata.
    #[test]
    fn families_have_the_form_of_the_standard() {
        let text = text();
        let mut names = std::collections::BTreeSet::new();
        let (mut name, mut kind) = (String::new(), String::new());
        let mut has_help = true;
        for line in text.strip_suffix("# EOF\n").unwrap().lines() {
            if let Some(rest) = line.strip_prefix("# ") {
                let [word, of, value] = rest.splitn(3, ' ').collect::<Vec<_>>()[..] else {
                    panic!("{line}");
                };
                match word {
                    "TYPE" => {
                        assert!(has_help && names.insert(of.to_owned()), "{line}");
                        (name, kind, has_help) = (of.to_owned(), value.to_owned(), false);
                    }
                    "UNIT" => assert!(of == name && name.ends_with(&format!("_{value}")), "{line}"),
                    "HELP" => {
                        assert!(of == name && value.ends_with('.'), "{line}");
                        has_help = true;
                    }
                    _ => panic!("{line}"),
                }
                continue;
            }
            let (sample, value) = line.rsplit_once(' ').unwrap();
            value.parse::<f64>().unwrap();
            let suffix = sample.split('{').next().unwrap().strip_prefix(&name).unwrap();
            let expected: &[&str] = match kind.as_str() {
                "counter" => &["_total"],
                "gauge" | "stateset" => &[""],
                "info" => &["_info"],
                "histogram" => &["_bucket", "_count", "_sum"],
                "summary" => &["", "_count", "_sum"],
                _ => panic!("{kind}"),
            };
            assert!(name.starts_with("spgc_") && expected.contains(&suffix), "{line}");
        }
        assert!(names.len() > 15);
    }
}
