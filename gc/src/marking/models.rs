//! Model of the termination of concurrent marking. Run it with
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release marking::models`

use loom::thread;

use super::{Marking, Next};
use crate::object::ScanPart;
use crate::sync::{Arc, AtomicUsize, Ordering};
use crate::worklist::Task;

/// The shared state. To scan a grey object is to count it.
struct Heap {
    marking: Marking,
    scanned: AtomicUsize,
}

const TASK: Task = Task { object: 8, part: ScanPart::ALL };

/// A marker: scans grey objects until marking ends. When all markers are idle, one of them also
/// acts as the pause that ends marking.
fn marker(heap: &Heap, mut own: Vec<Task>, hand_over: fn(&Marking, Vec<Task>)) {
    hand_over(&heap.marking, own.split_off(own.len().min(1)));
    heap.scanned.fetch_add(own.len(), Ordering::Relaxed);
    loop {
        let pauses = heap.marking.pauses();
        if heap.marking.grey.take().is_some() {
            heap.scanned.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        match heap.marking.wait(pauses, true) {
            Next::Work => {}
            Next::Settle => unreachable!("no cycle has begun, so there are no items to settle"),
            Next::Finish => {
                let scanned = heap.scanned.load(Ordering::Relaxed);
                assert_eq!(scanned, 2, "marking ends when everything is scanned");
                heap.marking.end_threads();
            }
            Next::End => return,
        }
    }
}

/// One marker has two grey objects and hands over one of them; another has none.
fn model(hand_over: fn(&Marking, Vec<Task>)) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(move || {
        let heap = Arc::new(Heap { marking: Marking::new(2, 0), scanned: AtomicUsize::new(0) });
        let other = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || marker(&heap, Vec::new(), |_, _| ()))
        };
        marker(&heap, vec![TASK; 2], hand_over);
        other.join().expect("the marker ends");
    });
}

#[test]
fn marking_ends_once_every_grey_object_is_scanned() {
    model(|marking, tasks| marking.hand_over(tasks));
}

/// Injected fault: the buffer that one marker hands over is lost.
#[test]
#[should_panic(expected = "marking ends when everything is scanned")]
fn dropped_buffer_is_noticed() {
    model(|_, _| ());
}
