//! The report on a log (`spgc-log report`): of a real program, and as a browser shows it.

use std::fs;
use std::thread;

use spgc_tools::log::Log;
use spgc_tools::page::quantity;
use spgc_tools::report::{RunSummary, report_page};
use statepoint_gc::{Argument, observe::CollectorStatistics};
use test_support::browser;
use tests::managed::{self, call, heap};

/// Runs threads that allocate, with collections of both kinds, and a log. Returns the log and the
/// statistics of the heap.
fn run(topics: &str) -> (String, CollectorStatistics) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gc.jsonl");
    let log = format!("{topics}:json:{}", file.display());
    let heap = heap().heap_max(8 << 20).nursery(128 << 10).log(log).build().unwrap();
    thread::scope(|scope| {
        for n in 0..4 {
            let work = || {
                let mut mutator = heap.attach().unwrap();
                for _ in 0..20 {
                    call(&mut mutator, managed::nested, &[Argument::Word(2_000)]).unwrap();
                }
                mutator.collect();
            };
            let builder = thread::Builder::new().name(format!("<worker {n}>"));
            builder.spawn_scoped(scope, work).unwrap();
        }
    });
    let statistics = heap.statistics();
    drop(heap);
    (fs::read_to_string(file).unwrap(), statistics)
}

/// Asserts that the numbers of a report are those that the heap counted.
fn assert_numbers(summary: &RunSummary, statistics: &CollectorStatistics) {
    let all = statistics.young_collections + statistics.full_collections;
    assert!(statistics.young_collections > 0 && statistics.full_collections >= 4);
    assert_eq!((summary.collections, summary.pauses.quantiles.count), (all, all));
    assert_eq!(summary.pauses.quantiles.at(1.0), Some(statistics.pause_ns.max as f64));
    assert_eq!(summary.pauses.quantiles.at(0.0), Some(statistics.pause_ns.min as f64));
    let mean = summary.pauses.mean_ns();
    assert!((mean - statistics.pause_ns.mean).abs() < 1.0, "{mean} {:?}", statistics.pause_ns);
    // Those of the heap are exact to three digits.
    let (p90, of_heap) = (summary.pauses.quantiles.at(0.9), statistics.pause_ns.p90 as f64);
    assert!(p90.is_some_and(|p90| (p90 - of_heap).abs() <= of_heap / 100.0), "{p90:?} {of_heap}");
    let longest = statistics.time_to_safepoint_ns.max as f64;
    assert_eq!(summary.times_to_safepoint.quantiles.at(1.0), Some(longest));
}

#[test]
fn report_agrees_with_the_statistics_of_the_heap() {
    let (text, statistics) = run("all");
    let log = Log::read(text.as_bytes()).unwrap();
    assert_eq!((log.runs.len(), log.skipped.notices().len()), (1, 0));
    let run = &log.runs[0];
    assert_eq!(run.repeated, 0);
    let summary = RunSummary::of(run);
    assert_numbers(&summary, &statistics);
    let count = |kind| {
        let groups = summary.kinds.iter().filter(|group| group.kind.name() == kind);
        groups.map(|group| group.pauses.quantiles.count).sum::<u64>()
    };
    assert_eq!(count("young"), statistics.young_collections);
    assert_eq!(count("full") + count("compacting"), statistics.full_collections);
    assert_eq!(count("compacting"), statistics.compacting_collections);
    let parts = summary.parts.iter().flat_map(|parts| parts.total_ns);
    assert_eq!(parts.sum::<u64>(), summary.pauses.total_ns, "the parts are the pauses");
    assert!(summary.peak_bytes <= Some(statistics.heap_peak_bytes));
    assert!(summary.allocation.is_some_and(|allocation| allocation.bytes > 1 << 20));
    assert!(run.collections.iter().all(|of| of.heap.is_some()), "the lines are merged");
}

#[test]
fn each_topic_alone_makes_a_report() {
    for topics in ["gc", "safepoint", "heap"] {
        let (text, statistics) = run(topics);
        let log = Log::read(text.as_bytes()).unwrap();
        let summary = RunSummary::of(&log.runs[0]);
        if topics == "heap" {
            assert_eq!(summary.pauses.quantiles.count, 0);
            assert!(summary.peak_bytes.is_some());
        } else {
            assert_numbers(&summary, &statistics);
        }
        let page = report_page(&log, topics);
        assert_eq!(page.contains("Pauses over time"), topics != "heap", "{topics}");
        assert_eq!(page.contains("Heap over time"), topics != "safepoint", "{topics}");
        assert_eq!(page.contains("no lines &quot;gc&quot;"), topics != "gc", "{topics}");
        assert!(!page.contains("Parts of pauses"), "{topics}");
    }
}

/// A resource that the page wanted to load, or a script, would be a message of the browser's
/// console, because the page's policy forbids both.
#[test]
fn browser_shows_the_report_without_errors() {
    let (text, statistics) = run("all");
    let log = Log::read(text.as_bytes()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    fs::write(&page, report_page(&log, "<script>document.title = 1</script>")).unwrap();
    let Some(dom) = browser::open(&page) else { return };
    assert!(dom.contains("<title>Collections of &lt;script&gt;document.title = 1&lt;/script&gt;"));
    assert!(dom.contains("default-src 'none'") && !dom.contains("http://www.w3.org/1999/xlink"));
    for attribute in [" src=", "url(", "@import", "<link", "<script"] {
        assert!(!dom.contains(attribute), "{attribute}");
    }
    let all = statistics.young_collections + statistics.full_collections;
    let longest = quantity("ns", statistics.pause_ns.max as f64);
    for (name, value) in [("collections", all.to_string()), ("longest pause", longest)] {
        let tile = format!("<dd data-name=\"{name}\"><b>{value}</b>");
        assert!(dom.contains(&tile), "{tile}");
    }
    assert_eq!(dom.matches(" to the safepoint").count() as u64, all, "each pause has a mark");
    assert!(dom.contains("&lt;worker "), "threads have their names");
}
