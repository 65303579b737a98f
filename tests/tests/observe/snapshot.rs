//! Heap snapshots name the roots in frames, of threads and of fibers, and signals request reports.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use spgc_tools::{Snapshot, Step, Target, shortest_path};
use statepoint_gc::inspect::SnapshotOptions;
use statepoint_gc::{Argument, Heap, TypeId, Zeal};
use tests::fibers::{build_heaps, fiber};
use tests::managed::{self, call, heap, make};

const NODE: TypeId = TypeId::new(1);

fn snapshot(heap: &Heap) -> Snapshot {
    let mut bytes = Vec::new();
    heap.write_snapshot_to(&mut bytes, SnapshotOptions::new()).unwrap();
    Snapshot::read(&bytes[..]).unwrap()
}

fn path<'a>(snapshot: &'a Snapshot, target: &str) -> Vec<Step<'a>> {
    let target: Target = target.parse().unwrap();
    shortest_path(snapshot, &target).expect("the object is reachable")
}

thread_local! {
    /// The heap of which [`take_snapshot`] takes a snapshot.
    static HEAP: RefCell<Option<Heap>> = const { RefCell::new(None) };
    /// The snapshot.
    static FOUND: RefCell<Option<Snapshot>> = const { RefCell::new(None) };
}

/// Called by managed code, which has a reference to a box in its frame.
extern "C" fn take_snapshot(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let heap = HEAP.take().expect("the test has set it");
    FOUND.set(Some(snapshot(&heap)));
    value
}

#[test]
fn roots_in_frames_have_thread_function_and_slot() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1)] {
        std::thread::Builder::new()
            .name("worker-3".to_owned())
            .spawn(move || {
                let heap = heap().heap_max(16 << 20).zeal(zeal).build().unwrap();
                let mut mutator = heap.attach().unwrap();
                HEAP.set(Some(heap.clone()));
                let function = take_snapshot as *const () as u64;
                let arguments = [Argument::Word(function), Argument::Word(21)];
                assert_eq!(call(&mut mutator, managed::native, &arguments), Ok(42));
                let snapshot = FOUND.take().expect("the function was called");
                let types = heap.types_in_use().unwrap();
                assert_eq!(types.types, [], "the frame has returned");
                let thread = (0..snapshot.node_count())
                    .find(|&node| snapshot.name(node) == "worker-3")
                    .expect("the thread is a node");
                let roots: Vec<_> = snapshot.edges(thread).collect();
                assert_eq!(roots.len(), 1, "{roots:?}");
                let name = roots[0].name.to_string();
                assert!(name.starts_with(".test_native+0x"), "{name}");
                assert!(name.contains(" / [") || name.contains(" / r"), "{name}");
                let steps = path(&snapshot, &format!("@{}", snapshot.id(roots[0].target)));
                assert_eq!(steps.len(), 3);
                assert_eq!(steps[2].from, thread);
            })
            .unwrap()
            .join()
            .unwrap();
    }
}

/// A suspended fiber is a root, or hangs on the object that owns it.
#[test]
fn fibers_are_nodes_with_their_owners() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let words = [Argument::Word(15), Argument::Word(0)];
        let held = make(&mut mutator, managed::pair, &words).unwrap();
        let owner = make(&mut mutator, managed::pair, &words).unwrap();
        let mut suspended = fiber(&heap, managed::fiber_hold);
        let resumed = mutator.resume(&mut suspended, Argument::Reference(&held)).unwrap();
        drop(resumed);
        drop(held);
        let count = |heap: &Heap| {
            heap.types_in_use().unwrap().get(NODE).map_or(0, |item| item.total().objects)
        };
        let before = count(&heap);
        assert!(before >= 2, "the owner, and what the fiber holds");
        let fiber_of = |snapshot: &Snapshot| {
            let mut nodes = 0..snapshot.node_count();
            nodes.find(|&node| snapshot.name(node).starts_with("fiber "))
        };
        let found = snapshot(&heap);
        let node = fiber_of(&found).expect("the fiber is a node");
        assert_eq!(path(&found, &format!("@{}", found.id(node))).len(), 2, "it is a root");
        mutator.give_fiber(suspended, &owner).unwrap();
        mutator.collect();
        assert_eq!(count(&heap), before);
        let found = snapshot(&heap);
        let node = fiber_of(&found).expect("the fiber is a node");
        let steps = path(&found, &format!("@{}", found.id(node)));
        let last = steps.last().expect("a path");
        assert!(!found.is_synthetic(last.from), "an object owns the fiber");
        drop(owner);
        // The owner is unreachable, so neither the fiber nor what it holds is.
        assert_eq!(count(&heap), 0);
        assert_eq!(fiber_of(&snapshot(&heap)), None);
    }
}

/// Runs in a child process, with `SPGC_TYPES` and `SPGC_SNAPSHOT`.
#[test]
#[ignore = "run by `signals_and_the_end_of_the_process_request_reports`"]
fn reporting_child() {
    let heap = tests::managed::types(Heap::builder()).heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let words = [Argument::Word(15), Argument::Word(0)];
    let node = make(&mut mutator, managed::pair, &words).unwrap();
    let file = std::env::var("WAIT_FOR").unwrap();
    // SAFETY: the signals are handled.
    unsafe {
        libc::raise(libc::SIGUSR1);
        libc::raise(libc::SIGUSR2);
    }
    let begin = Instant::now();
    while !std::path::Path::new(&file).exists() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::mem::forget(mutator);
    std::mem::forget((heap, node));
    std::process::exit(0);
}

#[test]
fn signals_and_the_end_of_the_process_request_reports() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("1.heapsnapshot");
    let types = folder.path().join("types.txt");
    let mut child = examples::runner::command(std::env::current_exe().unwrap());
    child
        .args(["--exact", "snapshot::reporting_child", "--include-ignored", "--nocapture"])
        .env("SPGC_TYPES", format!("exit+USR2:{}", types.display()))
        .env("SPGC_SNAPSHOT", format!("USR1:{}/%n.heapsnapshot", folder.path().display()))
        .env("WAIT_FOR", &file);
    let output = tests::timeout::output(&mut child).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let snapshot = Snapshot::open(&file).unwrap();
    assert!((0..snapshot.node_count()).any(|node| snapshot.class(node) == "type 1"));
    let text = std::fs::read_to_string(&types).unwrap();
    let tables = text.matches("types in use:\n").count();
    assert!((1..=2).contains(&tables), "{text}");
    assert!(text.contains("24            1             24              0  type 1\n"), "{text}");
}
