//! Tests of reports: their numbers, and what the page says.

use crate::log::tests::{end, gc, heap, read, safepoint, start};

use super::*;

/// A log with 100 young collections of 1, 2, ... 100 ms, and two full ones.
fn log() -> Log {
    let young = (1..=100).map(|n| gc(n, n * 10, "young", "allocation", n * 1000, "-"));
    let text = start(7, 1)
        + &young.collect::<String>()
        + &gc(101, 1200, "full", "request", 300_000, "-")
        + &gc(102, 1600, "full", "allocation", 200_000, "-");
    let end = end(100, 0).replace("\"full_collections\":0", "\"full_collections\":2");
    read(&(text + &safepoint(102, 1600) + &heap(102, 1800) + &end))
}

#[test]
fn numbers_are_those_of_the_lines() {
    let log = log();
    let summary = RunSummary::of(&log.runs[0]);
    assert_eq!((summary.elapsed_ns, summary.collections), (2_000_000_000, 102));
    assert_eq!(summary.pauses.total_ns, 5_550_000_000);
    assert_eq!(summary.pauses.quantiles.at(0.5), Some(51e6));
    assert_eq!(summary.pauses.quantiles.at(1.0), Some(300e6));
    let kinds: Vec<_> = summary
        .kinds
        .iter()
        .map(|group| (group.kind.name(), group.pauses.quantiles.count, group.pauses.total_ns))
        .collect();
    assert_eq!(kinds, [("young", 100, 5_050_000_000), ("full", 2, 500_000_000)]);
    assert_eq!(summary.causes.len(), 3);
    let full = &summary.parts[1];
    assert_eq!(full.total_ns, [100, 50, 150, 50, 50, 0, 100].map(|ms| ms * 1_000_000));
    assert_eq!(full.max_ns[2], 90_000_000);
    assert_eq!(full.total_ns.iter().sum::<u64>(), 500_000_000);
    assert_eq!((summary.peak_bytes, summary.last_bytes), (Some(20 << 20), Some(12 << 20)));
    let last = &summary.last_to_stop;
    assert_eq!((last.len(), last[0].times.quantiles.count), (1, 102));
    // 8 MiB between each two collections.
    assert_eq!(summary.allocation.map(|of| of.bytes), Some(101 * (8 << 20)));
    let json = summary.json();
    assert_eq!(json["pauses"]["p50_ns"], 51_000_000);
    assert_eq!(json["parts"][1]["total"]["time_to_safepoint_ns"], 100_000_000);
    assert_eq!(json["causes"][2]["cause"], "request");
}

#[test]
fn allocation_rate_counts_only_time_between_known_collections() {
    let text = gc(1, 100, "young", "allocation", 1000, "-")
        + &gc(2, 1101, "young", "allocation", 1000, "-")
        + &gc(9, 5000, "young", "allocation", 1000, "-");
    let summary = RunSummary::of(&read(&text).runs[0]);
    let allocation = summary.allocation.expect("a rate");
    assert_eq!((allocation.bytes, allocation.mutator_ns), (8 << 20, 1_000_000_000));
    assert_eq!(allocation.bytes_per_second(), 8_388_608.0);
    let one = RunSummary::of(&read(&gc(1, 1, "young", "zeal", 1, "-")).runs[0]);
    assert_eq!(one.allocation, None);
}

#[test]
fn page_has_the_numbers_and_the_threads() {
    let page = report_page(&log(), "<gc>.jsonl");
    for text in [
        "Collections of &lt;gc&gt;.jsonl",
        "Process 7, heap 1",
        "2026-11-22 09:04:51.896 to 2026-11-22 09:04:53.896",
        "64.0 MiB",
        "<title>300 ms at 1.20 s: collection 101 (full, request), 60.0 ms to the safepoint, last \
         trees-2 (12)</title>",
        "trace 30 %",
        "trees-0 (10), fiber 3",
        "data-subject=\"in use\"",
        "data-subject=\"old and large\"",
        "data-subject=\"to safepoint\"",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("class=\"notice\""), "the log is complete");
    assert!(!page.contains("NaN") && !page.contains("inf "));
    assert_eq!(page.matches(": collection ").count(), 102, "each pause has a mark");
}

#[test]
fn page_says_what_is_missing() {
    let line = gc(3, 5, "young", "zeal", 10, "begin");
    for (text, notice) in [
        (line.clone(), "lacks the line &quot;start&quot;"),
        (start(7, 1) + &line, "lacks the line &quot;end&quot;"),
        (start(7, 1) + &line + &end(1, 12), "could not write 12 lines of the log"),
        (start(7, 1) + &line + &end(5, 0), "ran 5 collections, of which the log has 1."),
        (start(7, 1) + &end(0, 0), "no collections of this heap"),
        (start(7, 1) + &safepoint(1, 2) + &end(1, 0), "no lines &quot;gc&quot;"),
        (start(7, 1) + &heap(1, 2) + &end(1, 0), "no lines &quot;gc&quot;"),
        (start(7, 1) + &line + "{\"event\":\"gc\",", "The last line, 3, is incomplete"),
        (start(7, 1) + &line + &line + &end(1, 0), "same of a collection twice: 1 line."),
        (line.clone(), "a concurrent cycle marks the old generation"),
    ] {
        let page = report_page(&read(&text), "log");
        assert!(page.contains(notice), "{notice}");
        assert!(!page.contains("NaN"), "{notice}");
    }
}

#[test]
fn heaps_have_sections() {
    let line = gc(1, 5, "young", "zeal", 10, "-");
    let log = read(&(line.clone() + &line.replace("\"heap\":1", "\"heap\":2")));
    let page = report_page(&log, "log");
    for text in ["<h2>Process 7, heap 1</h2>", "<h2>Process 7, heap 2</h2>", "href=\"#heap-1\""] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn large_logs_are_thinned_and_keep_extremes() {
    let mut text = start(7, 1);
    for n in 1..=20_000 {
        let pause = if n == 7777 { 50_000 } else { 1000 + n * 7919 % 1000 };
        text += &gc(n, n * 10, "young", "allocation", pause, "-");
    }
    let page = report_page(&read(&text), "log");
    assert!(page.len() < 500_000, "{}", page.len());
    assert!(page.contains("Of 20,000 young pauses 900 are shown: of each of 300 intervals"));
    assert!(page.contains("Of 20,000 collections, the upper line shows the largest heap before"));
    assert!(page.contains("<title>50.0 ms at 77.8 s: collection 7777"), "the longest is shown");
}

#[test]
fn extreme_values_make_a_valid_page() {
    let line = gc(1, 5, "young", "zeal", 10, "-");
    let huge = line
        .replace("\"at_ns\":5000000", "\"at_ns\":18446744073709551615")
        .replace("\"pause_ns\":10000", "\"pause_ns\":18446744073709551615")
        .replace("\"before_bytes\":20971520", "\"before_bytes\":18446744073709551615")
        .replace("trees-2", "<script>\\u0007\\\"")
        .replace("\"number\":1", "\"number\":18446744073709551615");
    let zero = line
        .replace("\"pause_ns\":10000", "\"pause_ns\":0")
        .replace("\"time_to_safepoint_ns\":2000", "\"time_to_safepoint_ns\":0")
        .replace("20971520", "0")
        .replace("12582912", "0")
        .replace("67108864", "0");
    for text in [huge.clone(), zero.clone(), zero + &huge] {
        let log = read(&text);
        let page = report_page(&log, "log");
        assert!(!page.contains("NaN") && !page.contains("<script>"), "{page}");
        let _ = summary_text(&log.runs[0], &RunSummary::of(&log.runs[0]));
    }
}

#[test]
fn long_durations_have_long_units() {
    let texts =
        [2, 250, 3000, 10_000, 864_000].map(|seconds| head::duration(seconds * 1_000_000_000));
    assert_eq!(texts, ["2.00 s", "250 s", "50.0 min", "2.8 h", "10 d"]);
}

#[test]
fn text_is_aligned() {
    let log = log();
    let run = &log.runs[0];
    let text = summary_text(run, &RunSummary::of(run));
    let start = "Process 7, heap 1: 102 collections in 2.00 s\n";
    assert!(text.starts_with(start), "{text}");
    for line in [
        "  in pauses        277.5 % of the time, 5.55 s",
        "young (allocation)                   100    5.05 s   50.5 ms   50.0 ms   90.0 ms   99.0 ms         –    100 ms",
        "trees-2 (12)                         102",
    ] {
        assert!(text.lines().any(|of| of.starts_with(line)), "{line}\n{text}");
    }
    let rows: Vec<&str> =
        text.lines().filter(|line| line.contains(" ms") && !line.starts_with(' ')).collect();
    assert!(rows.len() > 8, "{text}");
}
