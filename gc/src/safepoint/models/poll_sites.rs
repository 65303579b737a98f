//! Loom models of patched polls: threads take the slow path only while sites are calls.

use loom::thread;

use super::{
    Heap, Participant, TrackedCell, attached, collect, explore_with, new_heap_with_sites, work,
    write,
};
use crate::safepoint::poll_holds::{PollCode, PollSites};
use crate::sync::{Arc, AtomicUsize, Ordering};

/// A poll site. The value is 1 while the site is a call.
#[derive(Debug)]
struct Site(Arc<AtomicUsize>);

impl PollCode for Site {
    fn set_patched(&mut self, patched: bool) {
        // Relaxed: a patch becomes visible to all threads, but does not order other accesses.
        self.0.swap(usize::from(patched), Ordering::Relaxed);
    }
}

/// Returns the latest value without ordering other accesses.
fn latest(word: &AtomicUsize) -> usize {
    word.fetch_add(0, Ordering::Relaxed)
}

/// The state that the threads of a model share.
struct Code {
    heap: Arc<Heap>,
    site: Arc<AtomicUsize>,
    /// Number of requesters whose stop or handshake has completed.
    completed: Arc<AtomicUsize>,
}

impl Code {
    fn new() -> Self {
        let site = Arc::new(AtomicUsize::new(0));
        let sites = std::sync::Arc::new(PollSites::new(Site(Arc::clone(&site))));
        let heap = new_heap_with_sites(Some(sites));
        Self { heap, site, completed: Arc::new(AtomicUsize::new(0)) }
    }

    /// Runs managed code whose only poll is the site, in a loop until this number of requests has
    /// completed. The loop ends only if the site is patched to a call.
    fn loop_until_completed(&self, me: &Arc<Participant<TrackedCell>>, expected: usize) {
        self.heap.leave_native(me);
        work(&self.heap, me);
        while latest(&self.completed) < expected {
            if latest(&self.site) == 1 {
                self.heap.poll(me);
            }
            thread::yield_now();
        }
        work(&self.heap, me);
        self.heap.enter_native(me);
    }

    /// Starts a thread that stops all threads once.
    fn stop(&self) -> thread::JoinHandle<()> {
        let (heap, completed) = (Arc::clone(&self.heap), Arc::clone(&self.completed));
        thread::spawn(move || {
            assert!(collect(&heap, None));
            completed.fetch_add(1, Ordering::Relaxed);
        })
    }

    /// Starts a thread that requests a handshake with `target`.
    fn request_operation(&self, target: &Arc<Participant<TrackedCell>>) -> thread::JoinHandle<()> {
        let (heap, completed) = (Arc::clone(&self.heap), Arc::clone(&self.completed));
        let target = Arc::clone(target);
        thread::spawn(move || {
            assert!(heap.handshake(&target, |data| write(data)).is_ok());
            completed.fetch_add(1, Ordering::Relaxed);
        })
    }
}

#[test]
fn stop_reaches_a_thread_at_a_patched_poll() {
    explore_with(2, || {
        let code = Code::new();
        let me = attached(&code.heap, false);
        let collector = code.stop();
        code.loop_until_completed(&me, 1);
        collector.join().unwrap();
        assert_eq!(latest(&code.site), 0);
    });
}

#[test]
fn handshake_reaches_a_thread_at_a_patched_poll() {
    explore_with(2, || {
        let code = Code::new();
        let me = attached(&code.heap, false);
        let requester = code.request_operation(&me);
        code.loop_until_completed(&me, 1);
        requester.join().unwrap();
        assert_eq!(latest(&code.site), 0);
    });
}

/// The request that completes first does not restore the site while the other needs it.
#[test]
fn poll_sites_stay_patched_until_the_last_release() {
    explore_with(1, || {
        let code = Code::new();
        let me = attached(&code.heap, false);
        let requesters = [code.stop(), code.request_operation(&me)];
        code.loop_until_completed(&me, 2);
        for requester in requesters {
            requester.join().unwrap();
        }
        assert_eq!(latest(&code.site), 0);
    });
}
