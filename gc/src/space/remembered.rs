//! The remembered set: old objects that were modified, and so may refer to young ones.
//!
//! The write barrier is an object-logging (object-remembering) barrier: Blackburn and Hosking, ISMM
//! 2004.
//!
//! # Protocol
//!
//! The collector sets the unlogged bit (`UNLOGGED`) in the header of each object that it makes old.
//! The write barrier of the first thread that stores a reference into the object clears the bit
//! (`mutator/barrier.rs`) and pushes the object's address onto the thread's own [`Log`]. The next
//! collection [takes](DetachedLogs::take) all logs while the world is stopped, scans these objects,
//! and sets their bits again. So an object is in at most one log, and at most once.
//!
//! Invariant: if the unlogged bit of an old object is clear, the object is in a log, or the thread
//! that cleared the bit is about to log the object. That thread reaches no safepoint before it has
//! done so.
//!
//! * A full log is transferred to the heap's list, and so is the log of a thread that is detached.
//!   The thread holds the log's lock until the list has the entries, and the collector takes the
//!   logs first and the list last. So the collector finds entries that are being transferred either
//!   in the log or in the list. A thread that is being detached is native, and a collection may be
//!   in progress.
//! * Memory orders: the locks are the only synchronisation here. Only managed threads add entries,
//!   and no managed thread runs while the logs are taken. The safepoint protocol also orders these
//!   accesses.
//! * Lock order: a log's lock, then the list's lock.

use statepoint_scanner::fault_injection::fault;

use crate::os::CancelDisabled;
use crate::sync::Mutex;

/// Number of entries of a full log, which is transferred to the heap's list. It is large enough
/// that the list's lock is seldom needed, and a suitable unit of work for a worker.
const MAX_LOG_ENTRIES: usize = if cfg!(loom) { 2 } else { 4096 };

/// A part of a large object into which references were stored. The next collection scans the `CARD`
/// bytes of this part, and not the whole object (`cards.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// Address of the object.
    pub(crate) object: usize,
    /// Start address: a multiple of the card's size.
    pub(crate) start: usize,
}

/// The log of one thread: of object addresses, or of [`Card`]s.
#[derive(Debug)]
pub(crate) struct Log<T = usize>(Mutex<Vec<T>>);

impl<T> Log<T> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Logs an object whose unlogged bit the calling thread has just cleared, or a card that it has
    /// just marked.
    ///
    /// The barrier of managed code calls this with thread cancellation enabled (the type is
    /// deferred). It is disabled here where memory is allocated: the allocator may be the host's,
    /// and the message that it has no memory is written by a cancellation point. A thread that was
    /// cancelled there would leave an object without its unlogged bit and its entry.
    pub(crate) fn push(&self, entry: T, remembered: &DetachedLogs<T>) {
        let mut log = self.0.lock();
        if log.capacity() == 0 {
            let _uncancelled = CancelDisabled::begin();
            log.reserve_exact(MAX_LOG_ENTRIES);
        }
        log.push(entry);
        if log.len() == MAX_LOG_ENTRIES {
            let _uncancelled = CancelDisabled::begin();
            remembered.push_log(core::mem::take(&mut log));
        }
    }

    /// Transfers the log to the heap's list. Called when the thread is about to be detached.
    pub(crate) fn flush(&self, remembered: &DetachedLogs<T>) {
        let mut log = self.0.lock();
        remembered.push_log(core::mem::take(&mut log));
    }
}

/// The remembered set of a heap, except the logs of attached threads.
#[derive(Debug)]
pub(crate) struct RememberedSets {
    /// Logged objects: the logs of detached threads, and full logs.
    pub(crate) objects: DetachedLogs,
    /// Logged cards: the logs of detached threads, and full logs.
    pub(crate) cards: DetachedLogs<Card>,
    /// Slots of old objects that referred to young ones when the last collection ended.
    pub(crate) slots: Mutex<Vec<Vec<usize>>>,
}

impl RememberedSets {
    pub(crate) fn new() -> Self {
        let (objects, cards) = (DetachedLogs::new(), DetachedLogs::new());
        Self { objects, cards, slots: Mutex::new(Vec::new()) }
    }
}

/// The heap's list of logs that no longer belong to a thread.
#[derive(Debug)]
pub(crate) struct DetachedLogs<T = usize>(Mutex<Vec<Vec<T>>>);

impl<T> DetachedLogs<T> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Adds a log to the list, unless it is empty.
    fn push_log(&self, log: Vec<T>) {
        if !log.is_empty() {
            self.0.lock().push(log);
        }
    }

    /// Takes all logged entries. Each log has at most [`MAX_LOG_ENTRIES`] entries, except those
    /// that [`DetachedLogs::revisit`] has added. Called by the collector while the world is
    /// stopped. `logs` are the logs of all attached threads.
    pub(crate) fn take<'a>(&self, logs: impl IntoIterator<Item = &'a Log<T>>) -> Vec<Vec<T>>
    where
        T: 'a,
    {
        let mut taken: Vec<_> =
            logs.into_iter().map(|log| core::mem::take(&mut *log.0.lock())).collect();
        if fault("drop-remembered") {
            taken.iter_mut().for_each(|log| log.truncate(log.len().saturating_sub(1)));
        }
        let mut all = core::mem::take(&mut *self.0.lock());
        all.extend(taken.into_iter().filter(|log| !log.is_empty()));
        all
    }
}

impl DetachedLogs {
    /// Adds old objects whose weak fields the next collection must process. Called by the collector
    /// while the world is stopped. The collector clears the unlogged bits of these objects.
    pub(crate) fn revisit(&self, objects: Vec<usize>) {
        self.push_log(objects);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn logged_entries_are_taken_exactly_once() {
        let remembered = DetachedLogs::new();
        let [one, two] = [Log::new(), Log::new()];
        let objects = 3 * MAX_LOG_ENTRIES / 2;
        for object in 1..=objects {
            one.push(object, &remembered);
        }
        two.push(objects + 1, &remembered);
        two.flush(&remembered);
        let taken = remembered.take([&one, &two]);
        assert_eq!(taken.len(), 3);
        assert!(taken.iter().all(|piece| (1..=MAX_LOG_ENTRIES).contains(&piece.len())));
        let mut all = taken.concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(1..=objects + 1));
        assert!(remembered.take([&one, &two]).is_empty());
    }
}

/// `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release remembered::models`
#[cfg(all(test, loom))]
mod models {
    use loom::thread;

    use super::*;
    use crate::sync::Arc;

    type Parts = Arc<(DetachedLogs, Log, Log)>;

    /// A native thread that is being detached transfers its log while the collector takes the logs.
    /// One of its logs was full and is already in the list. The collector must take all entries
    /// that were logged before the thread became native.
    fn model(take: fn(&DetachedLogs, [&Log; 2]) -> Vec<Vec<usize>>) {
        loom::model(move || {
            let parts: Parts = Arc::new((DetachedLogs::new(), Log::new(), Log::new()));
            for object in 1..=3 {
                parts.1.push(object, &parts.0);
            }
            parts.2.push(4, &parts.0);
            let detached = {
                let parts = Arc::clone(&parts);
                thread::spawn(move || parts.1.flush(&parts.0))
            };
            let mut taken = take(&parts.0, [&parts.1, &parts.2]).concat();
            taken.sort_unstable();
            assert_eq!(taken, [1, 2, 3, 4]);
            detached.join().expect("the thread ends");
            assert!(parts.0.take([&parts.1, &parts.2]).is_empty());
        });
    }

    #[test]
    fn log_of_a_detaching_thread_is_taken_once() {
        model(|remembered, logs| remembered.take(logs));
    }

    #[test]
    #[should_panic(expected = "assertion")]
    fn taking_the_list_before_the_logs_loses_a_log() {
        model(|remembered, logs| {
            let mut all = core::mem::take(&mut *remembered.0.lock());
            all.extend(logs.map(|log| core::mem::take(&mut *log.0.lock())));
            all
        });
    }
}
