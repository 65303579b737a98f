//! The file in which a heap exports its counters. The package `spgc-stats` has its layout and the
//! protocol of its updates.
//!
//! Updates are serialized by a lock. Its holder and the threads that wait for it are native, or are
//! no mutators, so no stop waits for them. The holder waits for no thread, and reaches no
//! safepoint. It writes 432 bytes to the page cache, which takes some microseconds unless the file
//! system waits for its disk.

mod setting;

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use spgc_stats::{Header, HeapCounters, MAGIC, default_path, encode};

use super::log::{OpenError, OutputKind};
use super::nanoseconds;
use super::output::expand_numbered;
use crate::os::{CancelDisabled, SharedFile};
use crate::process::Process;
pub(crate) use setting::StatsSetting;

/// The least time between two updates that mutators cause by allocating, in nanoseconds.
const INTERVAL_NS: u64 = 10_000_000;

/// Exports the counters of one heap.
#[derive(Debug)]
pub(crate) struct StatsExport {
    state: Mutex<State>,
    /// Time of the last update, in nanoseconds since the heap was created: a hint for threads that
    /// do not have the lock.
    updated_ns: AtomicU64,
    /// The process that has made the file, and removes it.
    home: Process,
}

/// What the lock guards.
#[derive(Debug)]
struct State {
    file: SharedFile,
    header: Header,
    /// The counters of the last update.
    last: HeapCounters,
}

impl StatsExport {
    /// Creates the file of the heap with this number, if the setting is on.
    pub(super) fn create(setting: &StatsSetting, heap: u64) -> Result<Option<Self>, OpenError> {
        let process = std::process::id();
        let path = match setting {
            StatsSetting::Off => return Ok(None),
            StatsSetting::DefaultFile => default_path(process, heap),
            StatsSetting::File(path) => expand_numbered(path, heap),
        };
        let age = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let header = Header { process, heap, created_unix_ns: nanoseconds(age) };
        let last = HeapCounters::default();
        let file = SharedFile::create(&path, &encode(header, &last), &MAGIC.to_le_bytes())
            .map_err(|source| OpenError { output: OutputKind::Stats, path, source })?;
        let state = Mutex::new(State { file, header, last });
        Ok(Some(Self { state, updated_ns: AtomicU64::new(0), home: Process::current() }))
    }

    /// Exports the counters that `counters` returns. It is called with the lock held, so that a
    /// later update has later counters.
    pub(crate) fn update(&self, counters: impl FnOnce() -> HeapCounters) {
        self.state.lock().write(&self.updated_ns, counters);
    }

    /// Returns whether the last update is at least [`INTERVAL_NS`] old. `now` is the time since the
    /// heap was created, in nanoseconds.
    pub(crate) fn is_due(&self, now: u64) -> bool {
        now.saturating_sub(self.updated_ns.load(Relaxed)) >= INTERVAL_NS
    }

    /// As [`Self::update`], unless another thread exports now.
    pub(crate) fn try_update(&self, counters: impl FnOnce() -> HeapCounters) {
        if let Some(mut state) = self.state.try_lock() {
            state.write(&self.updated_ns, counters);
        }
    }

    /// Marks the file as that of a heap that has ended, and removes it. Later updates have no
    /// effect.
    pub(super) fn end(&self) {
        let mut state = self.state.lock();
        if state.last.has_ended == 0 {
            let counters = HeapCounters { has_ended: 1, ..state.last };
            state.write(&self.updated_ns, || counters);
            state.file.remove();
        }
    }
}

impl State {
    fn write(&mut self, updated_ns: &AtomicU64, counters: impl FnOnce() -> HeapCounters) {
        if self.last.has_ended == 0 {
            self.last = counters();
            self.file.write(&encode(self.header, &self.last));
            updated_ns.store(self.last.updated_ns, Relaxed);
        }
    }
}

impl Drop for StatsExport {
    fn drop(&mut self) {
        // Closing a file is a cancellation point.
        let _uncancelled = CancelDisabled::begin();
        // Not in a forked child, whose parent uses the file. Ends a file only if the heap's
        // creation has failed: otherwise it has ended already.
        if self.home.is_current() {
            self.end();
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use spgc_stats::StatsReader;

    use super::*;

    fn counters(updated_ns: u64) -> HeapCounters {
        HeapCounters { updated_ns, limit_bytes: 7, ..HeapCounters::default() }
    }

    #[test]
    fn updates_are_read_until_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let setting = StatsSetting::File(folder.path().join("%p-%n.stats"));
        let export = StatsExport::create(&setting, 3).unwrap().unwrap();
        let path = folder.path().join(format!("{}-3.stats", std::process::id()));
        let reader = StatsReader::open(&path).unwrap();
        let header = reader.header();
        assert_eq!((header.process, header.heap), (std::process::id(), 3));
        assert!(header.created_unix_ns > 1_600_000_000_000_000_000);
        assert!(!reader.is_process_gone().unwrap());
        export.update(|| counters(5));
        assert_eq!(reader.read().unwrap(), counters(5));
        assert!(!export.is_due(INTERVAL_NS + 4) && export.is_due(INTERVAL_NS + 5));
        let lock = export.state.lock();
        export.try_update(|| panic!("another thread exports"));
        drop(lock);
        export.try_update(|| counters(INTERVAL_NS + 5));
        assert_eq!(reader.read().unwrap(), counters(INTERVAL_NS + 5));
        assert!(!export.is_due(INTERVAL_NS + 6));
        export.end();
        assert!(!path.exists());
        let ended = HeapCounters { has_ended: 1, ..counters(INTERVAL_NS + 5) };
        assert_eq!(reader.read().unwrap(), ended);
        export.update(|| counters(9));
        assert_eq!(reader.read().unwrap(), ended);
    }

    /// A heap whose creation fails leaves no file.
    #[test]
    fn dropped_exports_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("stats");
        let setting = StatsSetting::File(path.clone());
        let export = StatsExport::create(&setting, 1).unwrap();
        let error = StatsExport::create(&setting, 2).unwrap_err();
        assert_eq!(error.path, path);
        assert!(error.source.to_string().starts_with("another heap uses this file"));
        drop(export);
        assert!(!path.exists());
        assert!(StatsExport::create(&StatsSetting::Off, 1).unwrap().is_none());
    }
}
