//! The counters as a table.

use std::fmt::Write as _;

use spgc_stats::{CyclePhase, HeapCounters, LastCollection, PAUSE_BOUNDS_NS, PAUSE_BUCKETS};

use super::{Bytes, HeapState, LiveSample, Milliseconds, Rates, Uptime};

/// Width of the longest bar in characters.
const BAR: u64 = 40;

/// Returns the table that `spgc-top --once` prints. `since` tells to which time the rates refer.
pub fn table(sample: &LiveSample, rates: &Rates, since: &str) -> String {
    let LiveSample { header, counters, state, .. } = sample;
    let c = counters;
    let mut text = format!("process {}, heap {}, ", header.process, header.heap);
    let age = Uptime(c.updated_ns);
    text += &match state {
        HeapState::Live => format!("updated {age} after its start\n"),
        HeapState::Ended => format!("which has ended {age} after its start\n"),
        HeapState::ProcessGone => {
            format!("whose process is gone; its last update was {age} after its start\n")
        }
    };
    let bytes = |bytes: u64| Bytes(bytes as f64).to_string();
    let percent = c.used_bytes as f64 * 100.0 / c.limit_bytes.max(1) as f64;
    let (limit, peak) = (bytes(c.limit_bytes), bytes(c.peak_bytes));
    let rate = Bytes(rates.allocated);
    let mean = Milliseconds(c.pause_sum_ns.checked_div(c.pauses).unwrap_or(0));
    let (longest, last) = (Milliseconds(c.pause_longest_ns), Milliseconds(c.pause_last_ns));
    let rows = [
        ("heap", bytes(c.used_bytes), format!("of {limit} ({percent:.0} %), peak {peak}")),
        ("  young", bytes(c.young_bytes), format!("nursery {}", bytes(c.nursery_bytes))),
        ("  old", bytes(c.old_bytes), format!("promoted {}", bytes(c.promoted_bytes))),
        ("  large", bytes(c.large_bytes), String::new()),
        ("allocated", bytes(c.allocated_bytes), format!("{rate}/s {since}")),
        (
            "collections",
            c.pauses.to_string(),
            format!(
                "young {}, full {}, compacting {}; {:.1}/s {since}",
                c.young_collections,
                c.full_collections,
                c.compacting_collections,
                rates.collections
            ),
        ),
        (
            "pauses",
            format!("{:.3} s", c.pause_sum_ns as f64 / 1e9),
            format!("mean {mean}, longest {longest}, last {last} ({})", last_collection(c)),
        ),
        ("  share", format!("{:.1} %", rates.paused_percent), format!("of the time {since}")),
        (
            "cycles",
            c.cycles_begun.to_string(),
            format!(
                "marked {}, outrun {}, abandoned {}; now {}",
                c.cycles_marked,
                c.cycles_outrun,
                c.cycles_abandoned,
                cycle_text(c)
            ),
        ),
        (
            "threads",
            c.threads.to_string(),
            format!(
                "managed {}, native {}; fibers {}; collector threads {}, markers {}",
                c.threads_managed,
                c.threads_native,
                c.fibers,
                c.collector_threads,
                c.marker_threads
            ),
        ),
    ];
    for (name, value, rest) in rows {
        let line = format!("{name:<12} {value:>12}  {rest}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let rows = pause_rows(c);
    if !rows.is_empty() {
        let _ = writeln!(text, "\n{:<12} {:>12}", "pauses up to", "number");
    }
    let most = rows.iter().map(|&(_, count)| count).max().unwrap_or(0).max(1);
    for (label, count) in rows {
        // At least one character, unless the bucket is empty.
        let length = (u128::from(count) * u128::from(BAR)).div_ceil(u128::from(most)) as usize;
        let line = format!("{label:>12} {count:>12}  {}", "#".repeat(length));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Returns the phase of the concurrent cycle as text, with the bytes that were marked.
pub fn cycle_text(counters: &HeapCounters) -> String {
    match CyclePhase::from_number(counters.cycle_phase) {
        Some(CyclePhase::Marking) => {
            format!("marking, {} marked", Bytes(counters.marked_bytes as f64))
        }
        Some(phase) => phase.word().to_owned(),
        None => format!("unknown ({})", counters.cycle_phase),
    }
}

/// Returns the kind of the last collection as one word.
pub fn last_collection(counters: &HeapCounters) -> &'static str {
    LastCollection::from_number(counters.last_collection).map_or("unknown", LastCollection::word)
}

/// Returns the buckets of the distribution of pauses, from the first that is not empty to the last,
/// with their upper bounds as text.
pub fn pause_rows(counters: &HeapCounters) -> Vec<(String, u64)> {
    let buckets = &counters.pause_buckets;
    let Some(first) = buckets.iter().position(|&count| count > 0) else { return Vec::new() };
    let last = buckets.iter().rposition(|&count| count > 0).unwrap_or(first);
    (first..=last).map(|index| (bound(index), buckets[index])).collect()
}

/// Returns the upper bound of a bucket.
fn bound(index: usize) -> String {
    match PAUSE_BOUNDS_NS.get(index) {
        Some(&ns) => format!("{} ms", ns as f64 / 1e6),
        None => format!("> {} ms", PAUSE_BOUNDS_NS[PAUSE_BUCKETS - 2] / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::tests::sample;
    use super::*;

    #[test]
    fn table_has_all_counters() {
        let sample = sample(HeapState::Live);
        let text = table(&sample, &sample.rates_since_creation(), "since its start");
        let expected = "\
process 4711, heap 1, updated 2 min 5 s after its start
heap             32.0 MiB  of 64.0 MiB (50 %), peak 40.0 MiB
  young           4.0 MiB  nursery 5.0 MiB
  old            20.0 MiB  promoted 30.0 MiB
  large           3.0 MiB
allocated      1000.0 MiB  8.0 MiB/s since its start
collections           132  young 130, full 1, compacting 1; 1.1/s since its start
pauses            0.250 s  mean 1.894 ms, longest 9.500 ms, last 1.250 ms (young)
  share             0.2 %  of the time since its start
cycles                  3  marked 2, outrun 1, abandoned 0; now marking, 6.0 MiB marked
threads                 4  managed 3, native 1; fibers 7; collector threads 2, markers 1

pauses up to       number
        1 ms           40  ####################
        2 ms           80  ########################################
        5 ms            0
       10 ms           12  ######
";
        assert_eq!(text, expected);
    }

    #[test]
    fn heaps_that_have_ended_are_named() {
        let first = |state| {
            let sample = sample(state);
            let text = table(&sample, &sample.rates_since_creation(), "");
            text.lines().next().unwrap().to_owned()
        };
        let expected = "process 4711, heap 1, which has ended 2 min 5 s after its start";
        assert_eq!(first(HeapState::Ended), expected);
        let expected = "process 4711, heap 1, whose process is gone; its last update was 2 min 5 s \
                        after its start";
        assert_eq!(first(HeapState::ProcessGone), expected);
    }

    #[test]
    fn heaps_without_pauses_have_no_bars() {
        let mut sample = sample(HeapState::Live);
        sample.counters = HeapCounters { cycle_phase: 9, ..HeapCounters::default() };
        let text = table(&sample, &sample.rates_since_creation(), "");
        assert!(!text.contains("pauses up to") && text.contains("now unknown (9)"), "{text}");
        sample.counters.pause_buckets[15] = u64::MAX;
        assert_eq!(pause_rows(&sample.counters), [("> 1000 ms".to_owned(), u64::MAX)]);
        assert!(table(&sample, &sample.rates_since_creation(), "").contains(&"#".repeat(40)));
    }
}
