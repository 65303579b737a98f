//! Test that a stop releases its hold on the poll sites before mutators resume.

use std::sync::atomic::AtomicUsize;
use std::sync::{Mutex, OnceLock, Weak, mpsc};
use std::thread;

use super::*;
use crate::process::Process;
use crate::safepoint::{DisarmedState, PollHolder};

type Heap = Coordinator<()>;

/// A holder of poll sites that records at each release whether the stop is still in progress.
#[derive(Debug)]
struct Sites {
    heap: OnceLock<Weak<Heap>>,
    holds: AtomicUsize,
    released: Mutex<Vec<bool>>,
}

impl PollHolder for Sites {
    fn process(&self) -> Process {
        Process::current()
    }

    fn hold(&self) {
        self.holds.fetch_add(1, Ordering::SeqCst);
    }

    fn release(&self) {
        let heap = self.heap.get().and_then(Weak::upgrade).expect("the heap exists");
        self.released.lock().unwrap().push(heap.is_stopping());
        self.holds.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Stops a managed thread whose only polls are patched sites, and ends the stop with `resume`.
/// Returns for each release whether the stop was in progress.
fn record_releases(resume: fn(Stopped<'_, ()>)) -> Vec<bool> {
    let sites = std::sync::Arc::new(Sites {
        heap: OnceLock::new(),
        holds: AtomicUsize::new(0),
        released: Mutex::new(Vec::new()),
    });
    let heap = std::sync::Arc::new(Heap::new(false, Some(std::sync::Arc::clone(&sites) as _), 2));
    sites.heap.set(std::sync::Arc::downgrade(&heap)).expect("it is set once");
    let disarmed = DisarmedState { poll_always: false, gate_closed: true };
    let me = Participant::attached(&heap, disarmed, ());
    heap.leave_native(&me);
    thread::scope(|scope| {
        scope.spawn(|| {
            let stopped = heap.stop(None, None).expect("no other thread stops");
            assert_eq!((stopped.pending_threads(), sites.holds.load(Ordering::SeqCst)), (1, 1));
            resume(stopped);
        });
        // Like managed code, calls the slow path when the site is patched.
        while sites.holds.load(Ordering::SeqCst) == 0 {
            thread::yield_now();
        }
        heap.poll(&me);
    });
    assert_eq!(sites.holds.load(Ordering::SeqCst), 0);
    let released = sites.released.lock().unwrap();
    released.clone()
}

/// Time limit of both stops.
const TIMEOUT: Duration = Duration::from_secs(120);

/// If sites were released later, their code would change while mutators execute it, and mutators
/// could take the slow path without a pending stop.
///
/// The stops run in another thread, so that a deadlock fails the test after [`TIMEOUT`].
#[test]
fn poll_sites_are_released_before_mutators_resume() {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let endings: [fn(Stopped<'_, ()>); 2] =
            [|stopped| drop(stopped), |stopped| stopped.resume(|| ())];
        send.send(endings.map(record_releases)).expect("the test waits");
    });
    let released = receive.recv_timeout(TIMEOUT).expect("the stops end");
    assert_eq!(released, [[true], [true]]);
}
