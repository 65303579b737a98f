//! Tests of reading logs: what is used, what is skipped, and what is an error.

use super::*;

/// The start of a heap.
pub(crate) fn start(process: u64, heap: u64) -> String {
    format!(
        r#"{{"event":"start","process":{process},"heap":{heap},"at_ns":0,"version":"0.1.0","date":"2026-11-22T09:04:51.896Z","limit_bytes":67108864,"nursery_bytes":8388608,"workers":2,"markers":1,"zeal":"off"}}"#
    ) + "\n"
}

/// A line `gc` with phases, of heap 1 of process 7: the collection `number`, requested after
/// `at` milliseconds, which pauses for `pause` microseconds.
pub(crate) fn gc(number: u64, at: u64, kind: &str, cause: &str, pause: u64, cycle: &str) -> String {
    let (at, pause) = (at * 1_000_000, pause * 1000);
    let parts = pause / 10;
    let rest = pause - 8 * parts;
    format!(
        r#"{{"event":"gc","process":7,"heap":1,"at_ns":{at},"number":{number},"kind":"{kind}","cause":"{cause}","passes":1,"pause_ns":{pause},"time_to_safepoint_ns":{},"last_to_stop":"trees-2","last_to_stop_id":12,"last_to_stop_fiber":0,"by":"trees-0","by_id":10,"by_fiber":3,"before_bytes":{},"after_bytes":{},"limit_bytes":67108864,"survivors_bytes":100,"promoted_bytes":200,"workers":2,"threads":4,"cycle":"{cycle}","shaded":0,"roots_ns":{parts},"trace_ns":{},"references_ns":{parts},"sweep_ns":{parts},"verify_ns":0,"rest_ns":{rest},"roots_visited":40,"frames_walked":46}}"#,
        2 * parts,
        20 << 20,
        12 << 20,
        3 * parts,
    ) + "\n"
}

pub(crate) fn safepoint(number: u64, at: u64) -> String {
    let at = at * 1_000_000;
    format!(
        r#"{{"event":"safepoint","process":7,"heap":1,"at_ns":{at},"number":{number},"time_to_safepoint_ns":200000,"threads":4,"pending_threads":3,"last_to_stop":null,"last_to_stop_id":0,"last_to_stop_fiber":0,"by":"main","by_id":7,"by_fiber":0,"pause_ns":1000000}}"#
    ) + "\n"
}

pub(crate) fn heap(number: u64, at: u64) -> String {
    let at = at * 1_000_000;
    format!(
        r#"{{"event":"heap","process":7,"heap":1,"at_ns":{at},"number":{number},"young_before_bytes":8000000,"young_bytes":1000000,"old_before_bytes":3000000,"old_bytes":4000000,"large_before_bytes":0,"large_bytes":500000,"committed_before_bytes":20000000,"committed_bytes":16000000,"limit_bytes":67108864,"nursery_bytes":8388608,"full_at_bytes":30000000,"cycle_at_bytes":25000000,"stage":"-","marked_bytes":0,"assist_percent":0}}"#
    ) + "\n"
}

pub(crate) fn end(collections: u64, lost: u64) -> String {
    format!(
        r#"{{"event":"end","process":7,"heap":1,"at_ns":2000000000,"young_collections":{collections},"full_collections":0,"compacting_collections":0,"pauses_ns":5000000,"in_pauses_percent":0.250,"heap_peak_bytes":20971520,"lines_lost":{lost}}}"#
    ) + "\n"
}

pub(crate) fn read(text: &str) -> Log {
    Log::read(text.as_bytes()).expect("a log")
}

fn error(text: &str) -> String {
    Log::read(text.as_bytes()).expect_err("no log").to_string()
}

#[test]
fn lines_of_a_collection_are_one_collection() {
    let young = gc(2, 50, "young", "allocation", 1000, "-");
    // Line 2 was written after those of a later collection.
    let text = start(7, 1) + &gc(3, 90, "full", "request", 9000, "-") + &safepoint(2, 50) + &young;
    let log = read(&(text + &heap(2, 51) + &end(2, 0)));
    assert_eq!((log.runs.len(), &log.skipped), (1, &Skipped::default()));
    let run = &log.runs[0];
    assert_eq!((run.process, run.heap, run.last_ns, run.repeated), (7, 1, 2_000_000_000, 0));
    assert_eq!(run.start.as_ref().map(|start| start.markers), Some(1));
    assert_eq!(run.end.as_ref().map(|end| end.heap_peak_bytes), Some(20 << 20));
    let numbers: Vec<u64> = run.collections.iter().map(|of| of.number).collect();
    assert_eq!(numbers, [2, 3]);
    let first = &run.collections[0];
    let stop = first.stop.as_ref().expect("a stop");
    assert_eq!((first.at_ns, first.end_ns()), (50_000_000, 51_000_000));
    assert_eq!((stop.pause_ns, stop.pending_threads), (1_000_000, Some(3)));
    assert_eq!(first.used(), Some((20 << 20, 12 << 20)));
    assert_eq!(first.heap.as_ref().map(|heap| heap.after.total()), Some(5_500_000));
    let full = run.collections[1].stop.as_ref().expect("a stop");
    assert_eq!(full.by.to_string(), "trees-0 (10), fiber 3");
    assert_eq!(full.last_to_stop.as_ref().map(ToString::to_string), Some("trees-2 (12)".into()));
}

#[test]
fn logs_with_fewer_topics_have_less() {
    let log = read(&(safepoint(1, 5) + &safepoint(2, 9)));
    let first = &log.runs[0].collections[0];
    assert!(first.work.is_none() && first.heap.is_none());
    assert_eq!(first.stop.as_ref().and_then(|stop| stop.last_to_stop.as_ref()), None);
    let log = read(&heap(1, 5));
    let first = &log.runs[0].collections[0];
    assert_eq!((first.at_ns, first.used()), (5_000_000, Some((11_000_000, 5_500_000))));
    assert_eq!(log.runs[0].limit_bytes(), Some(64 << 20));
    let without = gc(1, 5, "young", "zeal", 10, "-").replace("\"roots_ns\"", "\"no\"");
    let log = read(&without);
    assert_eq!(log.runs[0].collections[0].work.as_ref().map(|work| work.phases), Some(None));
}

#[test]
fn heaps_and_processes_are_apart_even_with_the_same_id() {
    let line = gc(1, 5, "young", "zeal", 10, "-");
    let other = line.replace("\"heap\":1", "\"heap\":2");
    let text = start(7, 1) + &line + &start(8, 1) + &other + &start(7, 1) + &line + &end(1, 0);
    let log = read(&text);
    let runs: Vec<_> = log
        .runs
        .iter()
        .map(|run| (run.process, run.heap, run.collections.len(), run.end.is_some()))
        .collect();
    assert_eq!(runs, [(7, 1, 1, false), (8, 1, 0, false), (7, 2, 1, false), (7, 1, 1, true)]);
}

#[test]
fn every_cut_of_a_log_is_read_up_to_its_last_line() {
    let text = start(7, 1) + &gc(1, 5, "young", "zeal", 10, "-") + &safepoint(1, 5) + &end(1, 0);
    for length in 1..text.len() {
        let whole = text[..length].matches('\n').count();
        match Log::read(&text.as_bytes()[..length]) {
            Ok(log) => {
                // A line that lacks only its end is complete.
                let is_whole = text[..length].ends_with('\n') || text[length..].starts_with('\n');
                let incomplete = (!is_whole).then_some(whole as u64 + 1);
                assert_eq!(log.skipped.incomplete_last_line, incomplete, "{length}");
                assert_eq!(log.skipped.damaged_lines, 0);
                assert_eq!(log.runs.len(), 1);
            }
            Err(LogError::Foreign) => assert_eq!(whole, 0, "{length}"),
            Err(error) => panic!("{length}: {error}"),
        }
    }
}

#[test]
fn line_after_a_killed_process_is_read() {
    let cut = &gc(1, 5, "young", "zeal", 10, "-")[..100];
    let log = read(&(start(7, 1) + cut + &start(8, 1) + &safepoint(1, 5)));
    assert_eq!((log.runs.len(), log.skipped.damaged_lines), (2, 1));
    assert_eq!(log.skipped.first_damaged_line.as_ref().map(|line| line.0), Some(2));
    assert!(log.skipped.notices()[0].contains("Damaged and skipped: 1 line. The first is line 2"));
}

#[test]
fn other_lines_are_skipped_and_counted() {
    let unknown = r#"{"event":"faces","process":7,"heap":1,"at_ns":1,"kind":[3]}"#;
    let text = "Hello\n\n{\"a\":1}\n{1}\nspgc 7.1 0.1s gc number=1\n".to_owned()
        + &start(7, 1)
        + unknown
        + "\n"
        + &"x".repeat(3 << 20)
        + "\n\u{0}\u{1}\n"
        + &safepoint(1, 5);
    let skipped = read(&text).skipped;
    assert_eq!((skipped.other_lines, skipped.first_other_line), (4, Some(1)));
    assert_eq!((skipped.text_lines, skipped.damaged_lines), (1, 1));
    assert_eq!(skipped.unknown_events.get("faces"), Some(&1));
    let notices = skipped.notices();
    assert_eq!(notices.len(), 4);
    assert!(notices[1].contains("1 line: \"faces\" (1)"), "{notices:?}");
}

#[test]
fn other_files_are_errors_with_advice() {
    for text in ["", "\n", "Hello\nworld\n", "{\"rows\":[]}\n", "[1]", "\u{0}\u{ff}", "{"] {
        assert!(error(text).contains("SPGC_LOG=all:json:FILE"), "{text}: {}", error(text));
    }
    let text = "spgc 4711.1 0.000000s start version=0.1.0\n";
    assert!(error(text).contains("line 1 has the text form of the log"), "{}", error(text));
    assert!(error(&format!("warning\n{text}")).contains("line 2"));
}

#[test]
fn logs_of_other_versions_are_errors_that_name_the_field() {
    let line = gc(1, 5, "young", "zeal", 10, "-");
    for (from, to, field) in [
        ("\"passes\":1,", "", "passes"),
        ("\"pause_ns\"", "\"pause\"", "pause_ns"),
        ("\"at_ns\"", "\"at\"", "at_ns"),
        ("\"young\"", "\"minor\"", "kind"),
        ("\"cycle\":\"-\"", "\"cycle\":\"later\"", "cycle"),
        ("\"trace_ns\"", "\"mark_ns\"", "trace_ns"),
    ] {
        let changed = line.replace(from, to);
        assert_ne!(changed, line);
        let error = error(&(start(7, 1).replace("0.1.0", "9.0.0") + &changed));
        assert_eq!(
            error,
            format!(
                "line 2: the event \"gc\" has no valid \"{field}\": the log is of another version \
                 of the library, 9.0.0"
            )
        );
    }
}

#[test]
fn impossible_values_are_damaged_lines() {
    let line = gc(1, 5, "young", "zeal", 10, "-");
    for (from, to) in [
        ("\"pause_ns\":10000", "\"pause_ns\":-1"),
        ("\"pause_ns\":10000", "\"pause_ns\":5"),
        ("\"pause_ns\":10000", "\"pause_ns\":\"long\""),
        ("\"number\":1", "\"number\":1,\"number\":2"),
    ] {
        let changed = line.replace(from, to);
        assert_ne!(changed, line);
        let log = read(&(start(7, 1) + &changed));
        assert_eq!((log.skipped.damaged_lines, log.runs[0].collections.len()), (1, 0), "{to}");
    }
}

#[test]
fn repeated_lines_are_counted() {
    let line = gc(1, 5, "young", "zeal", 10, "-");
    let log =
        read(&(start(7, 1) + &line + &safepoint(1, 5) + &line + &safepoint(1, 5) + &heap(1, 6)));
    assert_eq!((log.runs[0].repeated, log.runs[0].collections.len()), (2, 1));
}

#[test]
fn markings_of_cycles_are_spans() {
    let steps =
        ["-", "end", "begin", "mark", "end", "evacuate", "begin", "outrun", "begin", "mark"];
    let lines = (1..).zip(steps).map(|(n, step)| gc(n, n * 100, "young", "marking", 1000, step));
    let run = &read(&lines.collect::<String>()).runs[0];
    let spans: Vec<_> = run
        .markings()
        .iter()
        .map(|span| (span.first, span.last, span.from_ns / 1_000_000, span.to_ns / 1_000_000))
        .collect();
    assert_eq!(
        spans,
        [
            (None, Some(2), 0, 201),
            (Some(3), Some(5), 300, 501),
            (Some(7), Some(8), 700, 801),
            (Some(9), None, 900, 1001),
        ]
    );
    assert_eq!(run.markings()[2].outcome, Some(CycleStep::Outrun));
}
