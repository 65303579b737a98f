//! Reports of the heap's contents that a person has requested by `SPGC_TYPES`, `SPGC_SNAPSHOT` or
//! `SPGC_PROFILE`: when the process ends, or by a signal.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::SnapshotOptions;
use crate::config::{Config, ReportSettings};
use crate::observe::expand_numbered;
use crate::os::{self, ReportFile};
use crate::process;
use crate::runtime::{Heap, Reports, Shared};

/// The heaps that report their contents when a signal arrives.
static HEAPS: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

/// Whether the thread that serves all heaps exists. Changes while `HEAPS` is locked.
static IS_SERVED: AtomicBool = AtomicBool::new(false);

/// Number of snapshots that were requested in this process, for `%n` in names of files.
static SNAPSHOTS: AtomicU64 = AtomicU64::new(0);

/// The same for allocation profiles.
static PROFILES: AtomicU64 = AtomicU64::new(0);

/// The reports of a heap to write.
#[derive(Clone, Copy)]
struct Requested {
    types: bool,
    snapshot: bool,
    profile: bool,
}

impl Requested {
    /// Returns the reports whose settings satisfy `is_requested`.
    fn of(config: &Config, is_requested: impl Fn(&ReportSettings) -> bool) -> Self {
        Self {
            types: is_requested(&config.types),
            snapshot: is_requested(&config.snapshot),
            profile: is_requested(&config.profile),
        }
    }
}

/// Installs the handlers of the signals that request reports of a heap, and starts the thread that
/// writes them, which lasts as long as the process.
///
/// # Errors
///
/// If a handler cannot be installed, or the thread cannot be started.
pub(crate) fn serve_signals(heap: &Arc<Shared>) -> io::Result<()> {
    let config = &heap.config;
    let reports = [&config.types, &config.snapshot, &config.profile];
    let mut signals = reports.iter().flat_map(|report| &report.signals).peekable();
    if signals.peek().is_none() {
        return Ok(());
    }
    signals.try_for_each(|signal| signal.install())?;
    let mut heaps = HEAPS.lock();
    if !IS_SERVED.load(Relaxed) {
        drop(os::spawn_helper("spgc-inspect", serve)?);
        IS_SERVED.store(true, Relaxed);
    }
    heaps.retain(|heap| heap.strong_count() > 0);
    heaps.push(Arc::downgrade(heap));
    Ok(())
}

/// Main function of the thread that writes reports.
fn serve() {
    loop {
        let requests = os::wait_for_requests();
        let heaps: Vec<_> = HEAPS.lock().iter().filter_map(Weak::upgrade).map(Heap::of).collect();
        for heap in heaps {
            let requested = Requested::of(&heap.shared().config, |settings| {
                settings.signals.iter().any(|signal| signal.is_in(requests))
            });
            // A panic would end this thread, and no report would follow.
            let write = || write_reports(&heap, requested);
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(write));
        }
    }
}

/// The functions that write the reports which are requested for the end of the process.
pub(crate) const REPORTS: Reports = Reports { at_exit, at_drop };

/// Writes these reports when the process ends.
fn at_exit(heap: &Arc<Shared>) {
    if process::is_orphan() {
        return;
    }
    let requested = Requested::of(&heap.config, |settings| settings.at_exit);
    if requested.profile {
        heap.profiler.note_report();
    }
    write_reports(&Heap::of(Arc::clone(heap)), requested);
}

/// Writes the report that says something after the heap is dropped. The process may end later
/// without the heap.
fn at_drop(heap: &Shared) {
    // A heap that could not be created has no profile.
    let has_profile = heap.profiler.read(|_| ()).is_some();
    if heap.config.profile.at_exit && has_profile && !heap.profiler.was_reported() {
        write_profile(heap);
    }
}

/// Writes the reports that are requested. Errors are reported on standard error.
fn write_reports(heap: &Heap, requested: Requested) {
    let config = &heap.shared().config;
    if requested.types {
        let file = config.types.file.as_deref();
        match heap.types_in_use() {
            Ok(table) => write_text(file, &format!("types in use:\n{table}")),
            Err(error) => write_text(None, &format!("statepoint-gc: SPGC_TYPES: {error}\n")),
        }
    }
    if requested.snapshot
        && let Some(file) = &config.snapshot.file
    {
        let file = expand_numbered(file, SNAPSHOTS.fetch_add(1, Relaxed) + 1);
        if let Err(error) = heap.write_snapshot(&file, SnapshotOptions::new()) {
            write_text(None, &format!("statepoint-gc: SPGC_SNAPSHOT: {error}\n"));
        }
    }
    if requested.profile {
        write_profile(heap.shared());
    }
}

/// Writes the allocation profile to the file of the settings.
fn write_profile(heap: &Shared) {
    let Some(file) = &heap.config.profile.file else { return };
    let file = expand_numbered(file, PROFILES.fetch_add(1, Relaxed) + 1);
    if let Err(error) = super::profile::write_file(heap, &file) {
        write_text(None, &format!("statepoint-gc: SPGC_PROFILE: {error}\n"));
    }
}

/// Appends text to a file, or writes it to standard error.
fn write_text(file: Option<&Path>, text: &str) {
    let Some(path) = file else {
        // Nothing can be done if standard error is closed.
        let _ = os::write_quietly(os::STANDARD_ERROR, text.as_bytes());
        return;
    };
    let path = expand_numbered(path, 0);
    let opened = ReportFile::open(File::options().append(true).create(true), &path);
    if let Err(error) = opened.and_then(|mut file| file.write_all(text.as_bytes())) {
        write_text(None, &format!("statepoint-gc: SPGC_TYPES: cannot write {path:?}: {error}\n"));
    }
}
