//! Threads that keep a stop waiting: who they are, and where.
//!
//! A thread that runs cannot be looked at from outside. Each one that is late gets a signal, in whose
//! handler it [copies its own stack](capture) and goes on; the copy is then read in
//! ordinary code, by the unwind tables in the files of the images, with no part of the thread's memory or of
//! what it executes needed any more. So nothing waits for the late thread, which may hold any lock, and the
//! report cannot make the process fail.

mod capture;
mod request;

#[cfg(all(test, loom))]
mod models;

use core::fmt::Write as _;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegistry, Snapshot};
use statepoint_scanner::walk::{Code, ImageFiles, trace_interrupted};

use self::capture::{Capture, NoCapture, capture};
use crate::os;
use crate::thread::{AttachedThread, ThreadData};

pub(crate) use capture::prepare;

/// The most frames of each kind, managed and native, that are shown of a thread.
const FRAMES: usize = 24;
/// How long asking may take others' time; threads that come later in the list are named only.
const PATIENCE: Duration = Duration::from_secs(1);

/// What was found out about a late thread.
struct Late {
    name: String,
    id: u32,
    waited: Duration,
    /// Whether it has stopped since.
    has_stopped: bool,
    captured: Option<Result<Capture, NoCapture>>,
}

/// A report is being written.
static WRITING: AtomicBool = AtomicBool::new(false);

/// Says on standard error which threads a stop has been waiting for, since it was `requested`, and where
/// they are. Only to ask them takes the caller's time; names are looked up and written by a
/// thread of its own.
pub(crate) fn report(
    code: &std::sync::Arc<CodeRegistry>,
    late: &[AttachedThread],
    requested: Instant,
) {
    // All that were late have come in the meantime.
    if late.is_empty() {
        return;
    }
    // Of stops that follow each other faster than they can be written about, names must do.
    let in_full = !WRITING.swap(true, Ordering::Relaxed);
    let begin = Instant::now();
    let ask = |thread: &AttachedThread| {
        let ThreadData { name, id, stack, .. } = &thread.data;
        let waited = requested.elapsed();
        let asks = in_full && thread.is_managed() && begin.elapsed() < PATIENCE;
        let captured = asks.then(|| capture(*id, &stack.range()));
        Late { name: name.clone(), id: *id, waited, has_stopped: !thread.is_managed(), captured }
    };
    let late: Vec<Late> = late.iter().map(ask).collect();
    if !in_full {
        return write(None, &late);
    }
    let code = std::sync::Arc::clone(code);
    // Where there can be no thread there is no report either: the system has run out of something.
    let started = os::spawn_helper("spgc-report".to_owned(), move || {
        // What would be a defect here is no reason to leave it at one report.
        let _ = catch_unwind(AssertUnwindSafe(|| write(Some(&code), &late)));
        WRITING.store(false, Ordering::Relaxed);
    });
    if started.is_err() {
        WRITING.store(false, Ordering::Relaxed);
    }
}

/// Says that a stop has been waiting for so many operations of handshakes that run on behalf of threads.
pub(crate) fn report_operations(count: usize, requested: Instant) {
    let waited = milliseconds(requested.elapsed());
    let s = if count == 1 { "" } else { "s" };
    let text = format!(
        "statepoint-gc: a stop has waited {waited} for {count} operation{s} of handshakes (`Heap::handshake`)\n"
    );
    os::write_error(text.as_bytes());
}

/// In the child of a fork, whose parent may have been writing one.
pub(crate) fn forget_report() {
    WRITING.store(false, Ordering::Relaxed);
}

/// Writes a report, without frames if there is no code to look them up in.
fn write(code: Option<&CodeRegistry>, late: &[Late]) {
    let mut names = Names { files: ImageFiles::new(), known: HashMap::new() };
    for (index, thread) in late.iter().enumerate() {
        let Late { name, id, waited, has_stopped, captured } = thread;
        let waited = milliseconds(*waited);
        let mut text = String::new();
        if index == 0 {
            let (count, s) = (late.len(), if late.len() == 1 { "" } else { "s" });
            let _ =
                writeln!(text, "statepoint-gc: a stop has waited {waited} for {count} thread{s}:");
        }
        let _ = write!(text, "statepoint-gc: thread \"{name}\" ({id}), awaited for {waited}");
        if *has_stopped {
            // What it waits for now is the end of this stop.
            text.push_str(" (it has stopped meanwhile)");
        }
        match (captured, code) {
            (Some(Ok(capture)), Some(code)) => {
                text.push_str(", in:\n");
                frames(&mut text, &code.snapshot(), capture, &mut names);
            }
            (Some(Err(reason)), _) => {
                let _ = writeln!(text, ": {reason}");
            }
            _ => text.push('\n'),
        }
        os::write_error(text.as_bytes());
    }
    os::write_error(b"statepoint-gc: that is all of them; the stop has gone on waiting\n");
}

fn milliseconds(duration: Duration) -> String {
    format!("{:.1} ms", duration.as_secs_f64() * 1e3)
}

/// A line for each frame.
fn frames(text: &mut String, code: &Snapshot<'_, Host>, capture: &Capture, names: &mut Names) {
    let mut depth = 0;
    let mut left_out = 0_usize;
    let Names { files, known } = names;
    // Native, managed.
    let mut shown = [0; 2];
    let ended = trace_interrupted(code, files, &capture.memory, capture.context, &mut |address| {
        let is_managed = code.function_containing(address.wrapping_add(1)).is_some();
        let shown = &mut shown[usize::from(is_managed)];
        if *shown < FRAMES {
            *shown += 1;
            skipped(text, &mut left_out);
            let kind = if is_managed { "managed" } else { "native" };
            // As elsewhere the offset is that of the return address, where there is one.
            let key = (address, depth > 0);
            let place = known.entry(key).or_insert_with(|| place(files, code, key));
            let _ = writeln!(text, "  {depth:4}  {kind:7}  {place}");
        } else {
            left_out += 1;
        }
        depth += 1;
    });
    skipped(text, &mut left_out);
    match ended {
        Ok(()) => {}
        Err(_) if capture.is_cut => {
            let _ = writeln!(text, "        ... and older ones, which were not copied");
        }
        Err(error) => {
            let _ = writeln!(text, "        older frames cannot be found: {error}");
        }
    }
}

fn skipped(text: &mut String, left_out: &mut usize) {
    if *left_out > 0 {
        let _ = writeln!(text, "        ... {left_out} more");
        *left_out = 0;
    }
}

/// Names of addresses, each looked up once: that is slow.
struct Names {
    files: ImageFiles,
    known: HashMap<Place, String>,
}

/// An instruction, or the last byte of a call, and whether it is that.
type Place = (u64, bool);

fn place(files: &ImageFiles, code: &Snapshot<'_, Host>, (address, is_call): Place) -> String {
    let beyond = u64::from(is_call);
    if let Some(name) = files.name_at(address) {
        let file = name.file.file_name().unwrap_or(name.file.as_os_str()).display();
        let offset = name.offset + beyond;
        return match name.function {
            Some(function) => format!("{function}+{offset:#x} ({file})"),
            None => format!("{:#x} ({file}+{offset:#x})", address.wrapping_add(beyond)),
        };
    }
    match (code.region_at(address), code.function_containing(address.wrapping_add(1))) {
        (Some((region, _)), Some(function)) => {
            let offset = address.wrapping_sub(function).wrapping_add(beyond);
            format!("{function:#x}+{offset:#x} (generated code, region {region})")
        }
        _ => format!("{:#x}", address.wrapping_add(beyond)),
    }
}
