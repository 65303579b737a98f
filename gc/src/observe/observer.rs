//! Everything that a heap's collections are told to.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::log::{Log, LogSettings, Made, OpenError};
use super::{Collection, CollectionReport, Listener, Recorder};
use crate::process::Process;

/// Heaps that this process has made.
static HEAPS: AtomicU64 = AtomicU64::new(0);

/// The counts of a heap, its log, and the host's callback.
#[derive(Debug)]
pub(crate) struct Observer {
    pub(crate) recorder: Recorder,
    log: Option<Log>,
    listener: Listener,
}

impl Observer {
    /// For a heap that is being made.
    pub(crate) fn new(
        log: Option<&LogSettings>,
        listener: Listener,
        made: Made,
    ) -> Result<Self, OpenError> {
        let heap = HEAPS.fetch_add(1, Relaxed) + 1;
        let log = log.map(|settings| Log::begin(settings, heap, made)).transpose()?;
        Ok(Self { recorder: Recorder::new(), log, listener })
    }

    /// Whether there is something to say at the end.
    pub(crate) fn has_end(&self) -> bool {
        self.log.is_some()
    }

    /// Tells of a collection that was recorded. The calling thread is native; `home` is the heap's process.
    pub(crate) fn tell(
        &self,
        report: &CollectionReport,
        collection: &Collection<'_>,
        home: Process,
    ) {
        if let Some(log) = &self.log {
            log.collection(report, collection);
        }
        self.listener.tell(report, home);
    }

    /// The heap ends, or the process. `peak`: the most bytes that were in use.
    pub(crate) fn end(&self, peak: usize) {
        if let Some(log) = &self.log {
            log.end(&self.recorder.statistics(peak), self.recorder.age());
        }
    }
}
