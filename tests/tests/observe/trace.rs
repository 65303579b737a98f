//! Tests that traces (`SPGC_TRACE`) are valid Trace Event files that contain every collection. Also
//! tests histograms, and the callback for phases of collections.

use core::sync::atomic::{AtomicU32, Ordering};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use statepoint_gc::{
    Argument, Handle, Heap, HeapBuilder, HeapVerification, Mutator, Zeal,
    observe::{
        CollectionEvent, CollectionEventKind, CollectionPhase, CollectionReport,
        CollectorStatistics, HistogramKind,
    },
};
use tests::child_tests::{assert_stderr_contains, death_test, full_test_name};
use tests::managed::{self, call, heap, make, tripled_sum};
use tests::timeout;
use tests::trace_events::{Event, parse};

/// Calls managed code that recurses `depth` times, and checks its result.
fn nested(mutator: &mut Mutator, depth: u64) {
    let sum = call(mutator, managed::nested, &[Argument::Word(depth)]);
    assert_eq!(sum, Ok(tripled_sum(depth, 1)));
}

/// Runs several threads with deep stacks, large objects, and collections of all kinds.
fn allocate_and_collect(heap: &Heap, threads: u64) {
    let depth = if heap.zeal() == Zeal::Off { 10_000 } else { 200 };
    thread::scope(|scope| {
        for n in 0..threads {
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
            thread::Builder::new().name(format!("thread {n}")).spawn_scoped(scope, run).unwrap();
        }
    });
}

fn read_trace(file: &Path) -> Vec<Event> {
    parse(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Returns the events of one category.
fn events_of<'a>(events: &'a [Event], category: &str) -> Vec<&'a Event> {
    events.iter().filter(|event| event.category == category).collect()
}

/// Asserts that the trace contains every collection with its phases, workers and threads.
/// `recent`: reports of collections. `workers`: the maximum number of collector threads.
fn assert_trace(
    events: &[Event],
    statistics: &CollectorStatistics,
    recent: &[CollectionReport],
    workers: usize,
) {
    let pauses = events_of(events, "pause");
    let numbers: Vec<_> = pauses.iter().map(|pause| pause.number("number")).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "collections are in order");
    assert_eq!(numbers.len() as u64, statistics.young_collections + statistics.full_collections);
    // Stops do not overlap.
    let collections = events_of(events, "collection");
    assert_eq!(collections.len(), pauses.len());
    assert!(collections.windows(2).all(|pair| pair[0].end <= pair[1].begin));
    let total = |name: &str| pauses.iter().map(|pause| pause.number(name)).sum::<u64>();
    assert_eq!(total("frames_walked"), statistics.counts.frames_walked);
    assert_eq!(total("objects_moved"), statistics.counts.objects_moved);
    assert_eq!(total("bytes_copied"), statistics.counts.bytes_copied);

    let phases = events_of(events, "phase");
    for (pause, collection) in pauses.iter().zip(&collections) {
        assert_eq!(pause.end - pause.begin, pause.number("pause_ns"));
        assert!(pause.contains(collection) && pause.end == collection.end);
        assert_eq!(collection.begin - pause.begin, pause.number("time_to_safepoint_ns"));
        let own: Vec<_> = phases.iter().filter(|phase| collection.contains(phase)).collect();
        for name in ["roots", "trace", "references", "sweep"] {
            assert!(own.iter().any(|phase| phase.name == name && phase.row == pause.row), "{name}");
        }
        assert!(own.windows(2).all(|pair| pair[0].end <= pair[1].begin), "phases do not overlap");
    }
    assert!(phases.iter().all(|phase| collections.iter().any(|c| c.contains(phase))));
    for report in recent {
        let pause = pauses[report.number as usize - 1];
        assert_eq!(pause.name, format!("{} collection ({})", report.kind, report.cause));
        let (collection, parts) = (collections[report.number as usize - 1], report.phases_ns);
        for (name, part) in
            [("roots", parts.roots), ("sweep", parts.sweep), ("verify", parts.verify)]
        {
            let own =
                phases.iter().filter(|phase| phase.name == name && collection.contains(phase));
            assert_eq!(own.map(|phase| phase.end - phase.begin).sum::<u64>(), part, "{name}");
        }
    }

    let spans = events_of(events, "worker");
    let moved: u64 =
        spans.iter().filter(|s| s.name == "worker trace").map(|s| s.number("objects_moved")).sum();
    assert!(moved <= statistics.counts.objects_moved && moved > 0, "{moved}");
    assert!(spans.iter().all(|span| collections.iter().any(|c| c.contains(span))));
    let mut rows: Vec<_> = spans.iter().map(|span| span.row).collect();
    rows.sort_unstable();
    rows.dedup();
    assert!((1..=workers).contains(&rows.len()), "{rows:?}");

    for stopped in events_of(events, "safepoint").iter().filter(|event| event.name == "stopped") {
        assert!(collections.iter().any(|c| c.end == stopped.end), "{stopped:?}");
        assert!(
            !pauses
                .iter()
                .any(|p| p.row == stopped.row && p.begin < stopped.end && stopped.begin < p.end)
        );
    }
    let is_used = |event: &&Event| event.phase == "C" && !event.name.ends_with("cycle");
    assert_eq!(events.iter().filter(is_used).count(), 2 * pauses.len());
    // Every row has a name.
    let named: Vec<_> =
        events.iter().filter(|event| event.name == "thread_name").map(|event| event.row).collect();
    assert!(
        events.iter().filter(|event| event.phase == "X").all(|event| named.contains(&event.row))
    );
}

fn run_with_trace(heap: HeapBuilder, threads: u64) -> (CollectorStatistics, Vec<CollectionReport>) {
    let heap = heap.build().unwrap();
    allocate_and_collect(&heap, threads);
    (heap.statistics(), heap.recent_collections())
}

#[test]
fn a_trace_holds_every_collection() {
    let folder = tempfile::tempdir().unwrap();
    let verify = HeapVerification { before: true, after: true };
    for (number, (zeal, verify, workers, threads)) in [
        (Zeal::Off, HeapVerification::default(), 1, 1),
        (Zeal::Off, HeapVerification::default(), 3, 12),
        (Zeal::EveryAllocation(60), verify, 2, 6),
        (Zeal::EveryPoll, HeapVerification::default(), 2, 1),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path().join(number.to_string());
        let heap = heap().heap_max(8 << 20).nursery(128 << 10).collector_threads(workers);
        let (statistics, recent) =
            run_with_trace(heap.zeal(zeal).verify(verify).trace(&file), threads);
        assert!(statistics.counts.frames_walked > 0 && statistics.counts.objects_moved > 0);
        let events = read_trace(&file);
        assert_trace(&events, &statistics, &recent, workers);
        let names: Vec<_> = events
            .iter()
            .filter(|event| event.name == "thread_name")
            .map(|event| event.arguments["name"].as_str().unwrap())
            .collect();
        assert!(names.contains(&"thread 0"), "{names:?}");
        if threads > 6 {
            let stopped =
                events_of(&events, "safepoint").iter().filter(|e| e.name == "stopped").count();
            assert!(stopped > 0);
        }
    }
}

/// The stages of the cycles follow one another, from the pauses that begin them. In zeal mode
/// cycles also end early, are abandoned, and evacuate.
#[test]
fn trace_has_the_stages_of_every_cycle() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(20)] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("trace.json");
        let heap = heap().heap_max(64 << 20).heap_initial(1 << 20).zeal(zeal).concurrent(true);
        let heap = heap.trace(&file).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut kept: [Option<Handle>; 1024] = [const { None }; 1024];
        let mut index = 0;
        // The kept arrays take 4 MB, and one of four dies.
        while heap.statistics().counts.cycles_marked < 3 {
            let array = make(&mut mutator, managed::array, &[Argument::Word(512)]).unwrap();
            index += 1;
            if index % 4 == 0 {
                kept[index / 4 % 1024] = Some(array);
            }
        }
        drop((kept, mutator));
        let counts = heap.statistics().counts;
        let moved = counts.objects_moved;
        assert!(moved > 0 && counts.frames_walked == counts.records_matched, "{counts:?}");
        drop(heap);

        let events = read_trace(&file);
        let stages = events_of(&events, "cycle");
        let marked: Vec<_> =
            stages.iter().filter(|stage| stage.arguments.contains_key("attempts")).collect();
        let total = |name: &str| marked.iter().map(|stage| stage.number(name)).sum::<u64>();
        // A cycle that began and ended in one pause has no stage.
        assert!((1..=counts.cycles_marked).contains(&(marked.len() as u64)), "{counts:?}");
        assert!(total("bytes_marked") > 0 && total("attempts") <= counts.marking_attempts);
        assert!(total("bytes_marked") <= counts.bytes_marked_concurrently);
        assert!(stages.windows(2).all(|pair| pair[0].end <= pair[1].begin), "stages overlap");
        let row = stages[0].row;
        assert!(stages.iter().all(|stage| stage.row == row));
        // In zeal mode a pause may begin and end marking.
        let follows = |pair: &[&Event]| pair[1].name != "sweeping" || pair[0].name == "marking";
        assert!(zeal.is_on() || stages.windows(2).all(follows), "{stages:?}");
        let is_graph = |event: &&Event| event.phase == "C" && event.name.ends_with("cycle");
        assert!(events.iter().filter(is_graph).count() as u64 >= counts.cycles_marked);
    }
}

/// Three threads are in managed code when a collection is requested. Each has an event for the
/// stop.
#[test]
fn every_thread_of_a_stop_is_in_the_trace() {
    const THREADS: usize = 3;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace");
    {
        let flag = AtomicU32::new(0);
        let heap = heap().heap_max(8 << 20).trace(&file).build().unwrap();
        thread::scope(|scope| {
            let _set_on_drop = SetOnDrop(&flag);
            for n in 0..THREADS {
                let (heap, flag) = (&heap, &flag);
                let spin = move || {
                    let flag = core::ptr::from_ref(flag).expose_provenance() as u64;
                    let mut mutator = heap.attach().unwrap();
                    call(&mut mutator, managed::spin, &[Argument::Word(flag)]).unwrap();
                };
                thread::Builder::new()
                    .name(format!("thread {n}"))
                    .spawn_scoped(scope, spin)
                    .unwrap();
            }
            let spins = |thread: &statepoint_gc::handshake::MutatorThread| {
                let frames = heap.handshake(thread, |at| at.frames().map(|frames| frames.len()));
                frames.is_ok_and(|frames| frames == Ok(1))
            };
            while heap.threads().iter().filter(|thread| spins(thread)).count() < THREADS {
                thread::yield_now();
            }
            heap.attach().unwrap().collect();
        });
    }
    let events = read_trace(&file);
    let [collection] = events_of(&events, "collection")[..] else { panic!("one collection") };
    let stopped = events_of(&events, "safepoint")
        .into_iter()
        .filter(|event| event.name == "stopped" && event.end == collection.end);
    let rows: HashSet<_> = stopped.map(|event| event.row).collect();
    let mut names: Vec<_> = events
        .iter()
        .filter(|event| event.name == "thread_name" && rows.contains(&event.row))
        .map(|event| event.arguments["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["thread 0", "thread 1", "thread 2"]);
}

/// Sets a flag when it is dropped, also if the test panics, so that the threads that wait for the
/// flag end.
struct SetOnDrop<'a>(&'a AtomicU32);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(1, Ordering::Relaxed);
    }
}

/// Two heaps that exist concurrently, and a third heap created later, write to the same file.
#[test]
fn heaps_of_a_process_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace");
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| run_with_trace(heap().heap_max(8 << 20).trace(&file), 3));
        }
    });
    let before = events_of(&read_trace(&file), "pause").len();
    let (statistics, _) = run_with_trace(heap().heap_max(8 << 20).trace(&file), 3);
    let all = statistics.young_collections + statistics.full_collections;
    let events = read_trace(&file);
    assert_eq!(events_of(&events, "pause").len() as u64, before as u64 + all);
    let first =
        events_of(&events, "pause").iter().filter(|pause| pause.number("number") == 1).count();
    assert_eq!(first, 3);
}

/// Name of the environment variable that selects the role of a child process.
const ROLE: &str = "SPGC_TEST_ROLE";

/// Returns a command that runs one test of this program in a child process. The test reads its
/// role from the environment variable [`ROLE`].
fn rerun_in_role(test: &str, role: &str) -> Command {
    let mut command = examples::runner::command(std::env::current_exe().unwrap());
    command.args(["--exact", &full_test_name(test), "--nocapture", "--test-threads=1"]);
    command.env(ROLE, role);
    command
}

/// Returns a builder whose heap reads the `SPGC_*` variables.
fn builder_with_environment() -> HeapBuilder {
    managed::types(Heap::builder()).heap_max(16 << 20)
}

#[test]
fn traces_are_complete_however_the_process_ends() {
    if let Ok(role) = std::env::var(ROLE) {
        let heap = builder_with_environment().build().unwrap();
        allocate_and_collect(&heap, 2);
        assert!(heap.recent_collections().len() >= 4);
        match role.as_str() {
            "exit" => std::process::exit(3),
            _ => std::process::abort(),
        }
    }
    let folder = tempfile::tempdir().unwrap();
    for role in ["exit", "abort"] {
        let mut child = rerun_in_role("traces_are_complete_however_the_process_ends", role);
        let mut child =
            child.env("SPGC_TRACE", folder.path().join(format!("{role}.%p"))).spawn().unwrap();
        assert!(!timeout::wait(&mut child).unwrap().success());
        let file = folder.path().join(format!("{role}.{}", child.id()));
        assert!(events_of(&read_trace(&file), "pause").len() >= 4);
    }
}

/// The child has a limit on file sizes, and the default action for SIGXFSZ, which is to end the
/// process. The collections have events of various sizes, so a later one may fit although an
/// earlier one did not.
#[test]
fn events_beyond_the_size_limit_are_dropped() {
    if let Ok(limit) = std::env::var(ROLE) {
        let limit = limit.parse().unwrap();
        let limit = libc::rlimit { rlim_cur: limit, rlim_max: limit };
        // SAFETY: `SIG_DFL` is a valid action, and `limit` is a valid `rlimit`.
        unsafe {
            libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
            assert_eq!(libc::setrlimit(libc::RLIMIT_FSIZE, &raw const limit), 0);
        }
        allocate_and_collect(&builder_with_environment().build().unwrap(), 2);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for limit in [3000_u64, 4000, 4500, 5000, 5500, 6000] {
        let file = folder.path().join(limit.to_string());
        let mut child =
            rerun_in_role("events_beyond_the_size_limit_are_dropped", &limit.to_string());
        assert!(timeout::output(child.env("SPGC_TRACE", &file)).unwrap().status.success());
        // Each row is named before its first event.
        let events = read_trace(&file);
        assert!(fs::metadata(&file).unwrap().len() <= limit);
        let least = usize::from(limit >= 5000);
        let pauses = events_of(&events, "pause").len();
        assert!((least..8).contains(&pauses), "{limit}: {pauses} of {}", events.len());
    }
}

#[test]
fn unwritable_trace_files_are_errors() {
    if std::env::var_os(ROLE).is_some() {
        println!("<{}>", builder_with_environment().build().unwrap_err());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let own_trace = folder.path().join("own");
    let heap = heap().trace(&own_trace).build().unwrap();
    let missing_folder = folder.path().join("none/trace");
    for (file, reason) in [
        (Path::new("/dev/null"), "a trace must be a regular file"),
        (&missing_folder, "No such file"),
        (&own_trace, "another process is already writing this trace; put %p"),
    ] {
        let mut child = rerun_in_role("unwritable_trace_files_are_errors", "child");
        let output = timeout::output(child.env("SPGC_TRACE", file)).unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let name = file.display().to_string();
        for part in [name.as_str(), "SPGC_TRACE", reason] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("SPGC_LOG"), "{text}");
    }
    allocate_and_collect(&heap, 1);
    assert!(!events_of(&read_trace(&own_trace), "pause").is_empty());
}

/// Returns whether only concurrent cycles have pauses of this kind.
fn is_of_cycles(kind: HistogramKind) -> bool {
    matches!(kind, HistogramKind::MarkingPause | HistogramKind::EvacuationPause)
}

#[test]
fn statistics_agree_with_the_histograms() {
    let heap = heap().heap_max(8 << 20).nursery(128 << 10).build().unwrap();
    allocate_and_collect(&heap, 4);
    let statistics = heap.statistics();
    let collections: u64 =
        heap.recent_collections().iter().map(|r| r.pause_ns - r.time_to_safepoint_ns).sum();
    let all = statistics.pause_ns.count;
    assert!(all > 8 && all < 256, "{all} collections; the heap keeps 256 reports");
    assert_eq!(statistics.collection_ns.count, all);
    let mean = collections as f64 / all as f64;
    assert!((statistics.collection_ns.mean - mean).abs() < 1.0);
    for (kind, quantiles) in [
        (HistogramKind::Pause, statistics.pause_ns),
        (HistogramKind::YoungPause, statistics.young_pause_ns),
        (HistogramKind::FullPause, statistics.full_pause_ns),
        (HistogramKind::TimeToSafepoint, statistics.time_to_safepoint_ns),
        (HistogramKind::Collection, statistics.collection_ns),
        (HistogramKind::MarkingPause, statistics.marking_pause_ns),
        (HistogramKind::EvacuationPause, statistics.evacuation_pause_ns),
    ] {
        let histogram = heap.histogram(kind);
        assert_eq!(histogram.quantiles(), quantiles);
        if quantiles.count == 0 {
            assert!(is_of_cycles(kind), "{kind:?}");
            continue;
        }
        assert_eq!(histogram.quantile(0.9), quantiles.p90);
        let buckets: Vec<_> = histogram.buckets().collect();
        assert_eq!(buckets.iter().map(|bucket| bucket.count).sum::<u64>(), quantiles.count);
        assert!(buckets[0].shortest_ns <= quantiles.min && quantiles.min <= buckets[0].longest_ns);
        let last = buckets.last().unwrap();
        assert!(last.shortest_ns <= quantiles.max && quantiles.max <= last.longest_ns);
    }
}

/// The host receives the phase events of each collection in order.
#[test]
fn phase_callbacks_run_during_the_phase() {
    use CollectionEventKind::{CollectionBegin, CollectionEnd, PhaseBegin, PhaseEnd};
    use CollectionPhase::{References, Sweep, Trace, Verify};
    for (zeal, before, workers) in
        [(Zeal::Off, false, 1), (Zeal::Off, true, 3), (Zeal::EveryAllocation(80), false, 2)]
    {
        let notified: Arc<Mutex<Vec<CollectionEvent>>> = Arc::default();
        let events = Arc::clone(&notified);
        let heap =
            heap().heap_max(8 << 20).nursery(128 << 10).zeal(zeal).collector_threads(workers);
        let heap = heap
            .verify(HeapVerification { before, after: false })
            .on_phase(move |event| events.lock().unwrap().push(*event))
            .build()
            .unwrap();
        allocate_and_collect(&heap, 4);
        let events = notified.lock().unwrap().clone();
        assert!(events.windows(2).all(|pair| pair[0].at_ns <= pair[1].at_ns));
        let mut of_one = events.chunk_by(|a, b| a.number == b.number);
        for number in 1..=heap.statistics().pause_ns.count {
            let own = of_one.next().unwrap();
            assert!(own.iter().all(|event| event.number == number));
            let mut kinds: Vec<_> = own.iter().map(|event| event.kind).collect();
            assert_eq!((kinds.remove(0), kinds.pop()), (CollectionBegin, Some(CollectionEnd)));
            if before {
                assert_eq!(kinds[..2], [PhaseBegin(Verify), PhaseEnd(Verify)]);
                kinds.drain(..2);
            }
            assert!(!kinds.is_empty());
            for pass in kinds.chunks(6) {
                let phases = [Trace, References, Sweep];
                assert_eq!(pass, phases.map(|phase| [PhaseBegin(phase), PhaseEnd(phase)]).concat());
            }
        }
        assert!(of_one.next().is_none());
        for report in heap.recent_collections() {
            let end = report.requested_ns + report.pause_ns;
            let own = events.iter().filter(|event| event.number == report.number);
            assert!(own.clone().all(|event| (report.requested_ns..=end).contains(&event.at_ns)));
            assert!(own.count() >= 8);
        }
    }
}

#[test]
fn collecting_in_the_phase_callback_ends_the_process() {
    let output = death_test("collecting_in_the_phase_callback_ends_the_process", || {
        let heap = heap().on_phase(|_| {
            Mutator::with_current(|mutator| mutator.collect()).unwrap();
        });
        heap.build().unwrap().attach().unwrap().collect();
    });
    let parts = ["a collection was requested in the callback for phases of collections"];
    assert_stderr_contains(output, &parts);
}

#[test]
fn panics_in_the_phase_callback_end_the_process() {
    let output = death_test("panics_in_the_phase_callback_end_the_process", || {
        let heap = heap().on_phase(|_| panic!("the host's own fault")).build().unwrap();
        heap.attach().unwrap().collect();
    });
    assert_stderr_contains(output, &["the host's callback for phases of collections"]);
}
