//! Models of polls that are patched: threads take their slow path while sites are calls, and at no
//! other time.

use loom::thread;

use super::{
    Participant, TrackedCell, World, attached, collect, explore_with, work, world_with_sites, write,
};
use crate::safepoint::poll_holds::{PollCode, PollSites};
use crate::sync::{Arc, AtomicUsize, Ordering};

/// A site; its value is 1 while it is a call.
#[derive(Debug)]
struct Site(Arc<AtomicUsize>);

impl PollCode for Site {
    fn set_patched(&mut self, patched: bool) {
        // A patch is visible to all threads when it is done, and orders nothing else.
        self.0.swap(usize::from(patched), Ordering::Relaxed);
    }
}

/// Returns the latest value, without any order.
fn latest(word: &AtomicUsize) -> usize {
    word.fetch_add(0, Ordering::Relaxed)
}

/// The state that the threads of a model share.
struct Code {
    heap: Arc<World>,
    site: Arc<AtomicUsize>,
    /// Number of requesters that have been served.
    served: Arc<AtomicUsize>,
}

impl Code {
    fn new() -> Self {
        let site = Arc::new(AtomicUsize::new(0));
        let sites = std::sync::Arc::new(PollSites::new(Site(Arc::clone(&site))));
        let heap = world_with_sites(Some(sites));
        Self { heap, site, served: Arc::new(AtomicUsize::new(0)) }
    }

    /// Managed code whose only poll is the site: loops until `others` requesters were served. If
    /// the site were never patched to a call, the loop would not end.
    fn loop_until(&self, me: &Arc<Participant<TrackedCell>>, others: usize) {
        self.heap.leave_native(me);
        work(&self.heap, me);
        while latest(&self.served) < others {
            if latest(&self.site) == 1 {
                self.heap.poll(me);
            }
            thread::yield_now();
        }
        work(&self.heap, me);
        self.heap.enter_native(me);
    }

    fn stop(&self) -> thread::JoinHandle<()> {
        let (heap, served) = (Arc::clone(&self.heap), Arc::clone(&self.served));
        thread::spawn(move || {
            assert!(collect(&heap, None));
            served.fetch_add(1, Ordering::Relaxed);
        })
    }

    fn request_operation(&self, target: &Arc<Participant<TrackedCell>>) -> thread::JoinHandle<()> {
        let (heap, served) = (Arc::clone(&self.heap), Arc::clone(&self.served));
        let target = Arc::clone(target);
        thread::spawn(move || {
            assert!(heap.handshake(&target, |data| write(data)).is_ok());
            served.fetch_add(1, Ordering::Relaxed);
        })
    }
}

#[test]
fn stop_reaches_a_thread_at_a_patched_poll() {
    explore_with(2, || {
        let code = Code::new();
        let me = attached(&code.heap, false);
        let collector = code.stop();
        code.loop_until(&me, 1);
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
        code.loop_until(&me, 1);
        requester.join().unwrap();
        assert_eq!(latest(&code.site), 0);
    });
}

/// The requester that is served first does not remove the other's calls.
#[test]
fn poll_sites_stay_patched_until_the_last_release() {
    explore_with(1, || {
        let code = Code::new();
        let me = attached(&code.heap, false);
        let others = [code.stop(), code.request_operation(&me)];
        code.loop_until(&me, 2);
        for other in others {
            other.join().unwrap();
        }
        assert_eq!(latest(&code.site), 0);
    });
}
