//! The summary for a terminal.

use std::fmt::Write as _;

use super::head::{counted, duration, known_time, percent, run_notices};
use super::run_name;
use super::summary::{PARTS, RunSummary, SHARES, Times};
use crate::log::Run;
use crate::page::{plain, quantity};

/// Number of threads in the table of those that stopped last.
const THREADS: usize = 5;

/// Adds a line to text in memory, which cannot fail.
macro_rules! line {
    ($text:expr, $($format:tt)*) => {{ let _ = writeln!($text, $($format)*); }};
}

/// Returns the summary of one heap as text, in aligned tables.
#[must_use]
pub fn summary_text(run: &Run, summary: &RunSummary) -> String {
    let mut text = String::new();
    let elapsed = duration(summary.elapsed_ns);
    let name = run_name(run);
    let collections = counted(summary.collections, "collection");
    line!(text, "{name}: {collections} in {elapsed}");
    for notice in run_notices(run, summary) {
        line!(text, "  note: {notice}");
    }
    if summary.pauses.quantiles.count > 0 {
        let share = percent(summary.pause_share());
        let total = duration(summary.pauses.total_ns);
        line!(text, "  in pauses        {share} of the time, {total}");
    }
    if let Some(allocation) = summary.allocation {
        let rate = quantity("bytes/s", allocation.bytes_per_second());
        line!(text, "  allocation rate  {rate}");
    }
    if let (Some(peak), Some(last)) = (summary.peak_bytes, summary.last_bytes) {
        let [peak, last] = [peak, last].map(|bytes| quantity("bytes", bytes as f64));
        line!(text, "  heap             at most {peak}, {last} after the last collection");
    }
    if let Some(limit) = run.limit_bytes() {
        line!(text, "  heap limit       {}", quantity("bytes", limit as f64));
    }
    if summary.pauses.quantiles.count > 0 {
        pauses(&mut text, summary);
    }
    if !summary.parts.is_empty() {
        parts(&mut text, summary);
    }
    if !summary.last_to_stop.is_empty() {
        heading(&mut text, "last to stop");
        for last in summary.last_to_stop.iter().take(THREADS) {
            row(&mut text, &last.name, &last.times);
        }
    }
    text
}

fn heading(text: &mut String, name: &str) {
    let _ = write!(text, "\n{name:<30} {:>9} {:>9} {:>9}", "count", "sum", "mean");
    for (_, name) in SHARES {
        let _ = write!(text, " {name:>9}");
    }
    text.push('\n');
}

fn row(text: &mut String, name: &str, times: &Times) {
    let count = plain(times.quantiles.count as f64);
    let (sum, mean) = (quantity("ns", times.total_ns as f64), quantity("ns", times.mean_ns()));
    let _ = write!(text, "{name:<30} {count:>9} {sum:>9} {mean:>9}");
    for (share, _) in SHARES {
        let time = known_time(&times.quantiles, share);
        let _ = write!(text, " {time:>9}");
    }
    text.push('\n');
}

fn pauses(text: &mut String, summary: &RunSummary) {
    heading(text, "pauses");
    for group in &summary.causes {
        let cause = group.cause.as_deref().unwrap_or_default();
        row(text, &format!("{} ({cause})", group.kind), &group.pauses);
    }
    row(text, "all", &summary.pauses);
    row(text, "time to safepoint", &summary.times_to_safepoint);
}

/// Writes the parts of pauses: their sum and share for each kind.
fn parts(text: &mut String, summary: &RunSummary) {
    let _ = write!(text, "\n{:<30}", "parts of pauses");
    for sums in &summary.parts {
        let _ = write!(text, " {:>18}", sums.kind.name());
    }
    text.push('\n');
    for (at, name) in PARTS.iter().enumerate() {
        if summary.parts.iter().all(|sums| sums.total_ns[at] == 0) {
            continue;
        }
        let _ = write!(text, "{name:<30}");
        for sums in &summary.parts {
            let all: u64 = sums.total_ns.iter().sum();
            let time = quantity("ns", sums.total_ns[at] as f64);
            let share = percent(sums.total_ns[at] as f64 / all.max(1) as f64);
            let _ = write!(text, " {time:>10} {share:>7}");
        }
        text.push('\n');
    }
}
