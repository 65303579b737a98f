//! A process exports its counters in a file, which others read while it runs.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use spgc_tools::live::{HeapState, LiveHeap, LiveSample, LiveTarget, LiveTargetError};
use statepoint_gc::{Argument, Heap, HeapStartError};
use tests::child_tests::run_in_own_process;
use tests::managed::{self, make};
use tests::timeout::{self, KillOnTimeout};

/// Runs in a child process, with `SPGC_STATS`. Does one step for each line of standard input, and
/// answers each with a line that is `done`.
#[test]
#[ignore = "run by the other tests"]
fn exporting_child() {
    let heap = tests::managed::types(Heap::builder()).heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let mut handles = Vec::new();
    let mut second = None;
    for step in std::io::stdin().lines() {
        match step.unwrap().as_str() {
            "ready" => {}
            "collect" => {
                let words = [Argument::Word(15), Argument::Word(0)];
                handles.push(make(&mut mutator, managed::pair, &words).unwrap());
                mutator.collect_young();
                mutator.collect_full();
                mutator.collect();
            }
            "second heap" => second = Some(Heap::builder().heap_max(16 << 20).build().unwrap()),
            "drop second heap" => second = None,
            "exit" => {
                // The heap is not dropped.
                std::mem::forget((mutator, handles, second, heap));
                println!("done");
                std::process::exit(0);
            }
            other => panic!("unknown step {other}"),
        }
        println!("done");
    }
}

/// A child process that exports its counters.
struct Exporter {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    limit: KillOnTimeout,
}

impl Exporter {
    fn start(setting: &str) -> Self {
        let mut child = examples::runner::command(std::env::current_exe().unwrap())
            .args(["--exact", "stats::exporting_child", "--include-ignored", "--nocapture"])
            .env("SPGC_STATS", setting)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let limit = KillOnTimeout::new(&child);
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut exporter = Self { child, input, output: BufReader::new(output), limit };
        exporter.step("ready");
        exporter
    }

    /// Requests a step and waits until it is done.
    fn step(&mut self, step: &str) {
        writeln!(self.input, "{step}").unwrap();
        let mut line = String::new();
        // The test harness prints lines of its own.
        while !line.ends_with("done\n") {
            line.clear();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the child has ended");
        }
    }

    fn process(&self) -> LiveTarget {
        LiveTarget::Process(self.child.id())
    }

    /// Kills the process.
    fn kill(mut self) {
        drop(self.limit);
        self.child.kill().unwrap();
        timeout::wait(&mut self.child).unwrap();
    }

    /// Lets the process exit. The heap is not dropped.
    fn exit(mut self) {
        self.step("exit");
        drop(self.limit);
        assert!(timeout::wait(&mut self.child).unwrap().success());
    }
}

fn open(target: &LiveTarget) -> LiveHeap {
    LiveHeap::new(target.open(None).unwrap())
}

fn sample(heap: &LiveHeap) -> LiveSample {
    heap.sample().unwrap()
}

#[test]
fn counters_are_read_while_the_process_runs() {
    let mut exporter = Exporter::start("on");
    let heap = open(&exporter.process());
    let first = sample(&heap);
    assert_eq!((first.header.process, first.header.heap), (exporter.child.id(), 1));
    assert_eq!(first.state, HeapState::Live);
    let c = first.counters;
    assert_eq!((c.limit_bytes, c.pauses, c.threads, c.threads_native), (16 << 20, 0, 1, 1));
    exporter.step("collect");
    let second = sample(&heap);
    let c = second.counters;
    assert!(c.young_collections >= 1 && c.full_collections >= 1, "{c:?}");
    assert!(c.compacting_collections >= 1 && c.updated_ns > first.counters.updated_ns, "{c:?}");
    assert_eq!(c.pauses, c.young_collections + c.full_collections + c.compacting_collections);
    assert_eq!(c.pause_buckets.iter().sum::<u64>(), c.pauses);
    assert!(c.pause_sum_ns >= c.pause_longest_ns && c.pause_longest_ns >= c.pause_last_ns);
    assert!(c.old_bytes > 0 && c.allocated_bytes > 0, "{c:?}");
    assert!(c.used_bytes <= c.peak_bytes && c.peak_bytes <= c.limit_bytes, "{c:?}");
    exporter.step("collect");
    let rates = sample(&heap).rates_since(&second);
    assert!(rates.collections > 0.0 && rates.paused_percent > 0.0, "{rates:?}");
    // Of two heaps, one must be chosen.
    exporter.step("second heap");
    let error = exporter.process().open(None).unwrap_err();
    assert!(
        matches!(error, LiveTargetError::SeveralHeaps { ref heaps, .. } if heaps[..] == [1, 2])
    );
    let other = LiveHeap::new(exporter.process().open(Some(2)).unwrap());
    assert_eq!(sample(&other).header.heap, 2);
    exporter.step("drop second heap");
    assert_eq!(sample(&other).state, HeapState::Ended);
    assert!(exporter.process().open(Some(2)).is_err());
    // The file is removed at `exit`, although the heap is not dropped.
    let process = exporter.process();
    exporter.exit();
    assert_eq!(sample(&heap).state, HeapState::Ended);
    let error = process.open(None).unwrap_err().to_string();
    assert!(error.contains("there is no process"), "{error}");
}

/// Other threads, and callbacks in a collection, read the counters at any time.
#[test]
fn counters_are_read_during_collections() {
    let shared: Arc<Mutex<Option<Heap>>> = Arc::default();
    let in_callback = Arc::clone(&shared);
    let heap = tests::managed::types(Heap::builder()).heap_max(16 << 20).on_phase(move |_| {
        if let Some(heap) = &*in_callback.lock().unwrap() {
            assert!(heap.open_metrics().to_string().ends_with("# EOF\n"));
        }
    });
    let heap = heap.build().unwrap();
    *shared.lock().unwrap() = Some(heap.clone());
    let has_ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !has_ended.load(Relaxed) {
                let text = heap.open_metrics().to_string();
                assert!(text.contains("spgc_threads{state="), "{text}");
            }
        });
        let mut mutator = heap.attach().unwrap();
        let mut kept = Vec::new();
        for number in 0..60_u64 {
            let words = [Argument::Word(number), Argument::Word(0)];
            kept.push(make(&mut mutator, managed::pair, &words).unwrap());
            match number % 3 {
                0 => mutator.collect_young(),
                1 => mutator.collect_full(),
                _ => mutator.collect(),
            }
        }
        has_ended.store(true, Relaxed);
    });
    // Otherwise the heap would own itself.
    shared.lock().unwrap().take();
}

#[test]
fn killed_processes_leave_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("app.stats");
    let setting = path.to_str().unwrap();
    let mut exporter = Exporter::start(setting);
    exporter.step("collect");
    // A second heap cannot use the same file.
    let refused = Heap::builder().code(Arc::default()).heap_max(16 << 20);
    let error = refused.without_environment().stats(setting).build().unwrap_err();
    assert!(matches!(error, HeapStartError::Stats { path: ref used, .. } if *used == path));
    assert!(error.to_string().contains("put %p (process ID)"), "{error}");
    let heap = open(&LiveTarget::File(path.clone()));
    let before = sample(&heap);
    assert_eq!(before.state, HeapState::Live);
    exporter.kill();
    let after = sample(&heap);
    assert_eq!(after.state, HeapState::ProcessGone);
    assert_eq!(after.counters.pauses, before.counters.pauses);
    // The next process replaces the file.
    let exporter = Exporter::start(setting);
    let heap = open(&LiveTarget::File(path.clone()));
    assert_eq!(sample(&heap).state, HeapState::Live);
    assert_eq!(sample(&heap).counters.pauses, 0);
    exporter.exit();
    assert!(!path.exists());
}

/// Neither the program nor a reader is ended by a signal, and the next update restores the file.
#[test]
fn truncated_files_end_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("app.stats");
    let mut exporter = Exporter::start(path.to_str().unwrap());
    let heap = open(&LiveTarget::File(path.clone()));
    let before = sample(&heap);
    for length in [0, 100, 1 << 20] {
        std::fs::File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
        if length < 432 {
            let error = heap.sample().unwrap_err().to_string();
            let expected = format!("it has {length} bytes instead of 432");
            assert!(error.contains(&expected), "{error}");
        }
        exporter.step("collect");
        let after = sample(&heap);
        assert_eq!((after.header, after.state), (before.header, HeapState::Live));
        assert!(after.counters.pauses > before.counters.pauses, "{:?}", after.counters);
        assert_eq!(sample(&open(&LiveTarget::File(path.clone()))).counters, after.counters);
    }
    exporter.exit();
    assert_eq!(sample(&heap).state, HeapState::Ended);
}

/// Runs the action with a limit of the sizes of the files that this process writes.
fn with_limited_file_sizes<R>(bytes: u64, action: impl FnOnce() -> R) -> R {
    let mut before = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    let set = |limit: &libc::rlimit| {
        // SAFETY: the limit is valid.
        assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, limit) }, 0);
    };
    // SAFETY: the limit is valid for writes.
    assert_eq!(unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut before) }, 0);
    set(&libc::rlimit { rlim_cur: bytes, ..before });
    let result = action();
    set(&before);
    result
}

/// A file that is larger than the process may write is an error, which leaves no file. A limit that
/// is set later prevents updates. Neither raises SIGXFSZ, which ends the process.
#[test]
fn limits_of_file_sizes_are_errors() {
    if run_in_own_process("limits_of_file_sizes_are_errors") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("app.stats");
    let build = || Heap::builder().without_environment().heap_max(16 << 20).stats(&path).build();
    for bytes in [0, 100] {
        let error = with_limited_file_sizes(bytes, build).unwrap_err().to_string();
        assert!(error.contains("File too large"), "{error}");
        assert!(!path.exists());
    }
    let heap = build().unwrap();
    let live = open(&LiveTarget::File(path.clone()));
    let before = sample(&live).counters;
    with_limited_file_sizes(0, || heap.attach().unwrap().collect());
    assert_eq!(sample(&live).counters, before);
    heap.attach().unwrap().collect();
    assert_eq!(sample(&live).counters.pauses, 2);
    drop(heap);
    assert!(!path.exists());
}

#[test]
fn files_that_cannot_be_created_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "text").unwrap();
    let refused = |path: &Path| {
        let heap = Heap::builder().code(Arc::default()).heap_max(16 << 20);
        heap.without_environment().stats(path).build().unwrap_err().to_string()
    };
    let error = refused(&folder.path().join("none/file"));
    assert!(error.starts_with("cannot export the heap's counters (SPGC_STATS) to"), "{error}");
    assert!(error.ends_with("No such file or directory (os error 2)"), "{error}");
    assert!(refused(&folder.path().join("file")).contains("is no file of counters"));
    assert!(refused(folder.path()).contains("is not a regular file"));
    let mut text = String::new();
    std::fs::File::open(folder.path().join("file")).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "text");
}
