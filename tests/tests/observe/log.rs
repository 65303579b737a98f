//! The log (`SPGC_LOG`): every line can be parsed, the lines agree with the statistics, and writing
//! the log blocks no thread, even if writes to the file fail or block.

use std::ffi::CString;
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use statepoint_gc::{
    Argument, Heap, HeapBuilder, HeapStartError, Mutator, Zeal,
    fibers::FiberConfig,
    observe::{CollectionReport, CollectorStatistics, Quantiles},
    settings::ConfigError,
};
use tests::child_tests::full_test_name;
use tests::fibers::boxed;
use tests::logs::{Line, Value, json, text};
use tests::managed::{self, call, heap, make, tripled_sum};
use tests::timeout;

fn nested(mutator: &mut Mutator, depth: u64) {
    let sum = call(mutator, managed::nested, &[Argument::Word(depth)]);
    assert_eq!(sum, Ok(tripled_sum(depth, 1)));
}

/// Parses all lines of a file.
fn read_log(file: &Path) -> Vec<Line> {
    parse_lines(&fs::read_to_string(file).unwrap())
}

fn parse_lines(log: &str) -> Vec<Line> {
    assert!(log.ends_with('\n'));
    let parse = |line: &str| if line.starts_with('{') { json(line) } else { text(line) };
    log.lines().map(|line| parse(line).unwrap()).collect()
}

fn lines_of_event<'a>(lines: &'a [Line], event: &str) -> Vec<&'a Line> {
    lines.iter().filter(|line| line.event == event).collect()
}

/// Runs several threads with deep stacks, large objects, and collections of all kinds.
fn allocate_and_collect(heap: &Heap, threads: u64) {
    let depth = if heap.zeal() == Zeal::Off { 10_000 } else { 200 };
    thread::scope(|scope| {
        for n in 0..threads {
            let builder = thread::Builder::new().name(format!("a \"{n}\"\t="));
            let run = move || {
                let mut mutator = heap.attach().unwrap();
                for _ in 0..3 {
                    let kept = make(&mut mutator, managed::array, &[Argument::Word(5000)]).unwrap();
                    nested(&mut mutator, depth);
                    drop(kept);
                }
                mutator.collect_young();
                mutator.collect();
            };
            builder.spawn_scoped(scope, run).unwrap();
        }
    });
}

/// Runs `work` on a new heap and drops the heap. Returns its statistics and reports.
fn run_with_log(heap: HeapBuilder, threads: u64) -> (CollectorStatistics, Vec<CollectionReport>) {
    let heap = heap.build().unwrap();
    allocate_and_collect(&heap, threads);
    (heap.statistics(), heap.recent_collections())
}

fn assert_quantiles(line: &Line, quantiles: &Quantiles) {
    let names = ["count", "min", "p50", "p90", "p99", "p999", "max"];
    let Quantiles { count, min, p50, p90, p99, p999, max, mean } = *quantiles;
    assert_eq!(names.map(|name| line.number(name)), [count, min, p50, p90, p99, p999, max]);
    assert_eq!(line.number("mean"), mean as u64);
}

/// Asserts that a field has this number of bytes: exactly in JSON, rounded to KiB in text.
fn assert_bytes(line: &Line, name: &str, bytes: u64, exact: bool) {
    let difference = line.number(name).abs_diff(bytes);
    assert!(difference <= if exact { 0 } else { 512 }, "{name} is not {bytes} in {line:?}");
}

/// Asserts that a `gc` line agrees with the report of the collection.
fn assert_collection(line: &Line, report: &CollectionReport, exact: bool) {
    assert_eq!(line.text("kind"), report.kind.to_string());
    assert_eq!(line.text("cause"), report.cause.to_string().replace(' ', "-"));
    assert_eq!(line.time_ns / 1000, report.requested_ns / 1000);
    assert_eq!(line.number("pause"), report.pause_ns);
    assert_eq!(line.number("time_to_safepoint"), report.time_to_safepoint_ns);
    match &report.last_to_stop {
        Some(stop) => assert_eq!(
            (line.text("last_to_stop"), line.number("last_to_stop_id")),
            (stop.thread.as_str(), u64::from(stop.thread_id))
        ),
        None => assert_eq!(line.get("last_to_stop"), &Value::Nothing),
    }
    let used = |heap: &statepoint_gc::memory::HeapUse| heap.young + heap.old + heap.large;
    assert_bytes(line, "before", used(&report.before), exact);
    assert_bytes(line, "after", used(&report.after), exact);
    assert_bytes(line, "promoted", report.counts.bytes_promoted, exact);
    assert_eq!(line.number("workers"), report.workers as u64);
    assert_eq!(line.number("threads"), report.threads as u64);
    assert_eq!(line.number("roots"), report.phases_ns.roots);
    assert_eq!(line.number("sweep"), report.phases_ns.sweep);
    for (name, count) in report.counts.named() {
        assert_eq!(line.number(name), count, "{name}");
    }
}

/// Asserts that a complete log with all topics agrees with the statistics and the latest reports.
fn assert_log(
    lines: &[Line],
    statistics: &CollectorStatistics,
    recent: &[CollectionReport],
    exact: bool,
) {
    let first = &lines[0];
    assert_eq!((first.event.as_str(), first.time_ns), ("start", 0));
    assert_eq!(first.text("version"), env!("CARGO_PKG_VERSION"));
    assert!(first.text("date").ends_with('Z') && first.text("date").len() == 24);
    assert!(lines.iter().all(|line| (line.process, line.heap) == (first.process, first.heap)));

    let mut gc = lines_of_event(lines, "gc");
    gc.sort_by_key(|line| line.number("number"));
    let numbers: Vec<_> = gc.iter().map(|line| line.number("number")).collect();
    assert_eq!(numbers, (1..=gc.len() as u64).collect::<Vec<_>>());
    assert_eq!(gc.len() as u64, statistics.young_collections + statistics.full_collections);
    let kinds = |kind| gc.iter().filter(|line| line.text("kind") == kind).count() as u64;
    assert_eq!(kinds("young"), statistics.young_collections);
    assert_eq!(kinds("compacting"), statistics.compacting_collections);
    for (name, total) in statistics.counts.named() {
        assert_eq!(gc.iter().map(|line| line.number(name)).sum::<u64>(), total, "{name}");
    }
    for line in &gc {
        let parts =
            ["time_to_safepoint", "roots", "trace", "references", "sweep", "verify", "rest"];
        let sum = parts.iter().map(|part| line.number(part)).sum::<u64>();
        assert_eq!(sum, line.number("pause"), "{line:?}");
        assert!(line.number("passes") >= 1 && line.number("by_id") > 0);
        assert!(line.number("after") <= line.number("limit"));
    }
    assert_eq!(gc.iter().map(|line| line.number("pause")).max(), Some(statistics.pause_ns.max));
    for report in recent {
        assert_collection(gc[report.number as usize - 1], report, exact);
    }

    for event in ["safepoint", "heap"] {
        let mut of_event = lines_of_event(lines, event);
        of_event.sort_by_key(|line| line.number("number"));
        assert_eq!(of_event.len(), gc.len(), "{event}");
        for (line, gc) in of_event.iter().zip(&gc) {
            assert_eq!(line.number("number"), gc.number("number"));
            if event == "safepoint" {
                assert_eq!(line.get("last_to_stop"), gc.get("last_to_stop"));
                assert!(line.number("pending_threads") < line.number("threads"), "{line:?}");
            } else {
                let used: u64 =
                    ["young", "old", "large"].map(|space| line.number(space)).iter().sum();
                assert_bytes(gc, "after", used, exact || used == gc.number("after"));
                assert!(line.number("nursery") >= 128 << 10 && line.number("full_at") > 0);
            }
        }
    }

    let last = lines.last().unwrap();
    assert_eq!(last.event, "end");
    assert_eq!(last.number("young_collections"), statistics.young_collections);
    assert_eq!(last.number("full_collections"), statistics.full_collections);
    assert_eq!(last.number("lines_lost"), 0);
    assert_bytes(last, "heap_peak", statistics.heap_peak_bytes, exact);
    for (name, total) in statistics.counts.named() {
        assert_eq!(last.number(name), total, "{name}");
    }
    let quantiles = lines_of_event(lines, "quantiles");
    let distributions = [
        ("pause", &statistics.pause_ns),
        ("young_pause", &statistics.young_pause_ns),
        ("full_pause", &statistics.full_pause_ns),
        ("marking_pause", &statistics.marking_pause_ns),
        ("evacuation_pause", &statistics.evacuation_pause_ns),
        ("time_to_safepoint", &statistics.time_to_safepoint_ns),
        ("collection", &statistics.collection_ns),
    ];
    for (name, expected) in distributions {
        let line = quantiles.iter().find(|line| line.text("of") == name);
        assert_quantiles(line.unwrap_or_else(|| panic!("{name}")), expected);
    }
}

/// Logs of several heaps, in text and in JSON.
#[test]
fn every_line_can_be_read_and_all_agree_with_the_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let mut number = 0;
    for (zeal, workers, threads) in [
        (Zeal::Off, 1, 1),
        (Zeal::Off, 3, 12),
        (Zeal::EveryAllocation(60), 2, 6),
        (Zeal::EveryPoll, 2, 1),
    ] {
        for form in ["text", "json"] {
            number += 1;
            let file = folder.path().join(number.to_string());
            let log = format!("all:{form}:{}", file.display());
            let heap = heap().heap_max(8 << 20).nursery(128 << 10).collector_threads(workers);
            let heap = heap.zeal(zeal).log(log);
            let (statistics, recent) = run_with_log(heap, threads);
            assert!(statistics.counts.objects_moved > 0 && statistics.counts.frames_walked > 0);
            assert_log(&read_log(&file), &statistics, &recent, form == "json");
        }
    }
}

/// A fiber that allocates, beside a thread on its own stack.
#[test]
fn collections_of_fibers_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (log, trace) = (folder.path().join("log"), folder.path().join("trace"));
    let heap = heap().heap_max(8 << 20).zeal(Zeal::EveryAllocation(1));
    let heap = heap.log(format!("gc+safepoint:{}", log.display())).trace(&trace).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    // SAFETY: the function is that of a fiber, and needs little stack.
    let fiber = || unsafe { heap.fiber(FiberConfig::new(), managed::fiber_deep()) }.unwrap();
    let _first = fiber();
    let mut second = fiber();
    let depth = boxed(&mut mutator, 20);
    mutator.resume(&mut second, Argument::Reference(&depth)).unwrap();
    drop((second, _first, depth, mutator));
    drop(heap);
    let lines = read_log(&log);
    for event in ["gc", "safepoint"] {
        let lines = lines_of_event(&lines, event);
        let of_fiber = |number| lines.iter().filter(|l| l.number("by_fiber") == number).count();
        assert!(of_fiber(0) > 0 && of_fiber(1) == 0 && of_fiber(2) > 20, "{lines:?}");
        assert!(lines.iter().all(|line| line.number("last_to_stop_fiber") == 0));
    }
    let trace = fs::read_to_string(trace).unwrap();
    assert!(trace.contains("\"by_fiber\":2") && trace.contains("\"by_fiber\":0"), "{trace}");
}

#[test]
fn unrequested_tags_are_not_logged() {
    let folder = tempfile::tempdir().unwrap();
    for (topics, present, absent) in [
        ("gc", &["gc"][..], &["safepoint", "heap"][..]),
        ("safepoint", &["safepoint"], &["gc", "heap"]),
        ("heap", &["heap"], &["gc", "safepoint"]),
        ("gc+heap", &["gc", "heap"], &["safepoint"]),
    ] {
        let file = folder.path().join(topics);
        let (statistics, _) = run_with_log(heap().log(format!("{topics}:{}", file.display())), 2);
        let lines = read_log(&file);
        let all = statistics.young_collections + statistics.full_collections;
        for event in present {
            assert_eq!(lines_of_event(&lines, event).len() as u64, all, "{topics}");
        }
        for event in absent {
            assert!(lines_of_event(&lines, event).is_empty(), "{topics}");
        }
        for line in lines_of_event(&lines, "gc") {
            assert!(line.number("frames_walked") > 0 || line.number("threads") > 0);
            assert!(
                !line.fields.contains_key("sweep") && !line.fields.contains_key("objects_moved")
            );
        }
        assert_eq!(
            (lines_of_event(&lines, "start").len(), lines_of_event(&lines, "end").len()),
            (1, 1)
        );
    }
    let file = folder.path().join("off");
    run_with_log(heap().log(format!("gc:{}", file.display())).log("off"), 1);
    assert!(!file.exists());
}

/// Two heaps log to one file, in different formats.
#[test]
fn heaps_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    thread::scope(|scope| {
        for form in ["text", "json"] {
            let log = format!("all:{form}:{}", file.display());
            scope.spawn(move || run_with_log(heap().heap_max(8 << 20).log(log), 4));
        }
    });
    let lines = read_log(&file);
    let mut heaps: Vec<_> = lines.iter().map(|line| line.heap).collect();
    heaps.sort_unstable();
    heaps.dedup();
    assert_eq!(heaps.len(), 2);
    for heap in heaps {
        let own: Vec<_> = lines.iter().filter(|line| line.heap == heap).cloned().collect();
        assert_eq!((own[0].event.as_str(), own.last().unwrap().event.as_str()), ("start", "end"));
        assert_eq!(lines_of_event(&own, "gc").len(), lines_of_event(&own, "heap").len());
    }
}

#[test]
fn unknown_tags_are_errors_that_list_the_known_ones() {
    let Err(HeapStartError::Config(ConfigError::Log(error))) = heap().log("gc+faces").build()
    else {
        panic!("the setting was accepted");
    };
    let message = error.to_string();
    for part in [
        "SPGC_LOG=gc+faces",
        "\"faces\" is unknown, at byte 3",
        "gc, phases, counts, safepoint, heap, all and off",
    ] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn unwritable_log_files_are_errors() {
    for file in ["/nowhere/log", "/"] {
        let Err(error @ HeapStartError::Log { .. }) = heap().log(format!("gc:{file}")).build()
        else {
            panic!("{file} was accepted");
        };
        let message = error.to_string();
        assert!(message.contains(file) && message.contains("SPGC_LOG"), "{message}");
        assert!(!message.contains("SPGC_TRACE"), "{message}");
    }
}

/// Opening a pipe usually waits for a reader.
#[test]
fn pipes_that_no_process_reads_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let name = CString::new(pipe.as_os_str().as_bytes()).unwrap();
    // SAFETY: the name ends with a zero byte.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    let log = heap().log(format!("gc:{}", pipe.display())).build().unwrap_err();
    assert!(matches!(log, HeapStartError::Log { .. }), "{log}");
    let trace = heap().trace(&pipe).build().unwrap_err();
    assert!(matches!(trace, HeapStartError::Trace { .. }), "{trace}");
    for error in [log, trace] {
        assert!(error.to_string().ends_with("it is a pipe that no process reads"), "{error}");
    }
}

#[test]
fn a_full_disk_blocks_no_thread() {
    let (statistics, _) = run_with_log(heap().log("all:/dev/full"), 2);
    assert!(statistics.full_collections > 0);
}

/// Environment variable with the role of a child process.
const ROLE: &str = "SPGC_TEST_ROLE";

/// Returns a command that runs one test of this program in a child process. The test reads its
/// role from the environment variable [`ROLE`].
fn rerun_in_role(test: &str, role: &str) -> Command {
    let mut command = examples::runner::command(std::env::current_exe().unwrap());
    command.args(["--exact", &full_test_name(test), "--nocapture", "--test-threads=1"]);
    command.env(ROLE, role);
    command
}

fn role() -> Option<String> {
    std::env::var(ROLE).ok()
}

/// Returns a builder of a heap that reads the environment.
fn builder_with_environment() -> HeapBuilder {
    managed::types(Heap::builder()).heap_max(16 << 20)
}

/// The process ends by `exit`, by running out of memory, or by a signal. Only after a signal there
/// is no summary.
#[test]
fn there_is_a_summary_however_the_process_ends() {
    match role().as_deref() {
        None => {}
        Some(role) => {
            let heap = builder_with_environment().build().unwrap();
            allocate_and_collect(&heap, 2);
            match role {
                "exit" => std::process::exit(3),
                "memory" => {
                    let mut mutator = heap.attach().unwrap();
                    let _ = make(&mut mutator, managed::array, &[Argument::Word(1 << 40)]);
                }
                _ => std::process::abort(),
            }
        }
    }
    let test = "there_is_a_summary_however_the_process_ends";
    let folder = tempfile::tempdir().unwrap();
    for (role, summaries) in [("exit", 1), ("memory", 1), ("abort", 0)] {
        let log = format!("gc:{}/{role}.%p", folder.path().display());
        let mut child = rerun_in_role(test, role).env("SPGC_LOG", log).spawn().unwrap();
        assert!(!timeout::wait(&mut child).unwrap().success());
        let lines = read_log(&folder.path().join(format!("{role}.{}", child.id())));
        assert_eq!(
            (lines_of_event(&lines, "end").len(), lines_of_event(&lines, "quantiles").len()),
            (summaries, 7 * summaries)
        );
        assert!(lines_of_event(&lines, "gc").len() >= 4);
    }
}

#[test]
fn invalid_environment_values_are_errors() {
    if role().is_some() {
        let error = builder_with_environment().build().unwrap_err();
        println!("<{error}>");
        return;
    }
    let mut command = rerun_in_role("invalid_environment_values_are_errors", "child");
    let output = timeout::output(command.env("SPGC_LOG", "everything:json")).unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("<SPGC_LOG=everything:json: the topic \"everything\" is unknown"),
        "{text}"
    );
}

/// Restores the default actions, which end the process, as in a C program.
fn reset_signal_actions() {
    // SAFETY: `SIG_DFL` is a valid action.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
    }
}

#[test]
fn an_unread_standard_error_blocks_no_thread() {
    match role().as_deref() {
        None => {}
        Some(role) => {
            reset_signal_actions();
            let mut ends = [0; 2];
            // SAFETY: `ends` has room for two descriptors. The original standard error is no longer
            // used.
            unsafe {
                if role == "pipe" {
                    assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
                    libc::close(ends[0]);
                    libc::dup2(ends[1], libc::STDERR_FILENO);
                } else {
                    libc::close(libc::STDERR_FILENO);
                }
            }
            let heap = builder_with_environment().log("all").build().unwrap();
            allocate_and_collect(&heap, 2);
            drop(heap);
            println!("resumed");
            return;
        }
    }
    for role in ["pipe", "closed"] {
        let output =
            timeout::output(&mut rerun_in_role("an_unread_standard_error_blocks_no_thread", role))
                .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("resumed"), "{role}: {output:?}");
    }
}

#[test]
fn the_file_size_limit_is_respected() {
    if role().is_some() {
        reset_signal_actions();
        let limit = libc::rlimit { rlim_cur: 1000, rlim_max: 1000 };
        // SAFETY: `limit` is a valid `rlimit`.
        unsafe { assert_eq!(libc::setrlimit(libc::RLIMIT_FSIZE, &raw const limit), 0) };
        let heap = builder_with_environment().build().unwrap();
        allocate_and_collect(&heap, 2);
        drop(heap);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    // The size limit applies to files, not to pipes.
    let log = format!("all:{}", file.display());
    let mut child = rerun_in_role("the_file_size_limit_is_respected", "child");
    assert!(timeout::output(child.env("SPGC_LOG", log)).unwrap().status.success());
    assert_eq!(fs::metadata(&file).unwrap().len(), 1000);
}

/// A managed thread holds the lock of standard error while another thread collects and logs.
#[test]
fn holders_of_the_standard_error_lock_are_stopped() {
    if role().is_some() {
        let heap = builder_with_environment().log("all:stderr").build().unwrap();
        let (flag, locked) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            let (heap, flag, locked) = (&heap, &flag, &locked);
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let mut errors = std::io::stderr().lock();
                locked.store(1, Ordering::Release);
                let flag = Argument::Word(flag.as_ptr() as u64);
                call(&mut mutator, managed::spin, &[flag]).unwrap();
                writeln!(errors, "let go").unwrap();
            });
            while locked.load(Ordering::Acquire) == 0 {
                thread::sleep(Duration::from_millis(1));
            }
            let mut mutator = heap.attach().unwrap();
            for _ in 0..10 {
                mutator.collect();
            }
            flag.store(1, Ordering::Relaxed);
        });
        return;
    }
    let mut child = rerun_in_role("holders_of_the_standard_error_lock_are_stopped", "child");
    let output = timeout::output(&mut child).unwrap();
    assert!(output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    let (before, _) = errors.split_once("let go").unwrap();
    let own: String =
        before.lines().filter(|l| l.starts_with("spgc ")).map(|l| format!("{l}\n")).collect();
    assert_eq!(lines_of_event(&parse_lines(&own), "gc").len(), 10, "{errors}");
}

/// A child that was forked before the first heap was built logs to the same file.
#[test]
fn forked_children_have_their_own_log() {
    if role().is_some() {
        let file = std::env::var("SPGC_LOG").unwrap();
        // SAFETY: the child makes a heap, and ends by `_exit`; the harness runs no other test.
        let child = unsafe { libc::fork() };
        assert!(child >= 0);
        let heap = builder_with_environment().build().unwrap();
        allocate_and_collect(&heap, 2);
        drop(heap);
        if child == 0 {
            // SAFETY: the function has no preconditions.
            unsafe { libc::_exit(0) };
        }
        let mut status = 0;
        // SAFETY: `child` is a child of this process, no other thread waits for it, and `status` is
        // valid for writes.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert_eq!(status, 0, "{file}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    let mut parent = rerun_in_role("forked_children_have_their_own_log", "parent");
    let log = format!("all:json:{}", file.display());
    assert!(timeout::output(parent.env("SPGC_LOG", log)).unwrap().status.success());
    let lines = read_log(&file);
    let mut processes: Vec<_> = lines.iter().map(|line| line.process).collect();
    processes.sort_unstable();
    processes.dedup();
    assert_eq!(processes.len(), 2);
    for event in ["start", "end"] {
        assert_eq!(lines_of_event(&lines, event).len(), 2);
    }
}

/// A child that is forked while a heap exists does not write to that heap's log.
#[test]
fn forked_children_do_not_write_the_parents_log() {
    let Some(role) = role() else {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("log");
        let mut parent = rerun_in_role("forked_children_do_not_write_the_parents_log", "parent");
        let log = format!("all:{}", file.display());
        assert!(timeout::output(parent.env("SPGC_LOG", log)).unwrap().status.success());
        let lines = read_log(&file);
        assert_eq!(lines_of_event(&lines, "end").len(), 1);
        assert!(lines.iter().all(|line| line.process == lines[0].process));
        return;
    };
    assert_eq!(role, "parent");
    let heap = builder_with_environment().build().unwrap();
    allocate_and_collect(&heap, 1);
    // SAFETY: the child ends by `exit`, which runs the code under test, on the child's only thread.
    let child = unsafe { libc::fork() };
    if child == 0 {
        drop(heap);
        // SAFETY: the child has only this thread. The handlers that `exit` runs support this.
        unsafe { libc::exit(0) };
    }
    let mut status = 0;
    // SAFETY: `child` is a child of this process, no other thread waits for it, and `status` is
    // valid for writes.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    assert_eq!(status, 0);
}
