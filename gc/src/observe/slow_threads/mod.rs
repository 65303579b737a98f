//! Reports of threads that keep a stop waiting: which they are, and where they execute.
//!
//! A running thread's state cannot be read from outside. Each slow thread is sent a signal, in
//! whose handler it [copies its own stack](capture), and then resumes. The copy is afterwards
//! walked in ordinary code, with the unwind tables in the files of the images; neither the thread's
//! memory nor the code that it executes is accessed. So nothing waits for the slow thread, which
//! may hold any lock, and the report cannot make the process fail.

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
use statepoint_scanner::registry::{CodeRegistry, CodeSnapshot};
use statepoint_scanner::walk::{CodeLookup, ImageFiles, trace_interrupted};

use self::capture::{Capture, CaptureError, capture};
use crate::os;
use crate::thread::{AttachedThread, ThreadData};

pub(crate) use capture::prepare;

/// The largest number of frames of each kind, managed and native, that are shown for a thread.
const FRAMES: usize = 24;
/// Time after which no further thread is asked for its stack, since mutators are waiting; threads
/// that come later in the list are only named.
const CAPTURE_BUDGET: Duration = Duration::from_secs(1);

/// What is known about a slow thread.
struct SlowThread {
    name: String,
    id: u32,
    waited: Duration,
    /// Whether it has stopped in the meantime.
    has_stopped: bool,
    captured: Option<Result<Capture, CaptureError>>,
}

/// Whether a report is being written.
static WRITING: AtomicBool = AtomicBool::new(false);

/// Reports on standard error the threads for which a stop has been waiting since it was
/// `requested`, and where they execute. Only the capture of the stacks takes the caller's time; a
/// helper thread looks up names and writes the report.
pub(crate) fn report(
    code: &std::sync::Arc<CodeRegistry>,
    threads: &[AttachedThread],
    requested: Instant,
) {
    // All slow threads have stopped in the meantime.
    if threads.is_empty() {
        return;
    }
    // If stops follow each other faster than their reports can be written, only names are reported.
    let with_stacks = !WRITING.swap(true, Ordering::Relaxed);
    let begin = Instant::now();
    let inspect = |thread: &AttachedThread| {
        let ThreadData { name, id, stack, .. } = &thread.data;
        let waited = requested.elapsed();
        let interrupts = with_stacks && thread.is_managed() && begin.elapsed() < CAPTURE_BUDGET;
        let captured = interrupts.then(|| capture(*id, &stack.range()));
        SlowThread {
            name: name.clone(),
            id: *id,
            waited,
            has_stopped: !thread.is_managed(),
            captured,
        }
    };
    let threads: Vec<SlowThread> = threads.iter().map(inspect).collect();
    if !with_stacks {
        return write(None, &threads);
    }
    let code = std::sync::Arc::clone(code);
    // If no thread can be started there is no report either: the system has run out of a resource.
    let started = os::spawn_helper("spgc-report".to_owned(), move || {
        // A panic here, which would be a defect, must not prevent later reports.
        let _ = catch_unwind(AssertUnwindSafe(|| write(Some(&code), &threads)));
        WRITING.store(false, Ordering::Relaxed);
    });
    if started.is_err() {
        WRITING.store(false, Ordering::Relaxed);
    }
}

/// Reports on standard error that a stop has been waiting for `count` operations of handshakes that
/// run on behalf of threads.
pub(crate) fn report_handshakes(count: usize, requested: Instant) {
    let waited = milliseconds(requested.elapsed());
    let s = if count == 1 { "" } else { "s" };
    let text = format!(
        "statepoint-gc: a stop has waited {waited} for {count} handshake operation{s} \
         (`Heap::handshake`)\n"
    );
    os::write_error(text.as_bytes());
}

/// Clears the flag of a report that the parent may have been writing when it forked. Called in the
/// child.
pub(crate) fn reset_report_flag() {
    WRITING.store(false, Ordering::Relaxed);
}

/// Writes a report; without frames if `code` is `None`.
fn write(code: Option<&CodeRegistry>, threads: &[SlowThread]) {
    let mut names = Names { files: ImageFiles::new(), known: HashMap::new() };
    for (index, thread) in threads.iter().enumerate() {
        let SlowThread { name, id, waited, has_stopped, captured } = thread;
        let waited = milliseconds(*waited);
        let mut text = String::new();
        if index == 0 {
            let (count, s) = (threads.len(), if threads.len() == 1 { "" } else { "s" });
            let _ =
                writeln!(text, "statepoint-gc: a stop has waited {waited} for {count} thread{s}:");
        }
        let _ =
            write!(text, "statepoint-gc: thread \"{name}\" ({id}), request pending for {waited}");
        if *has_stopped {
            // It now waits for the end of this stop.
            text.push_str(" (it has stopped since)");
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
    os::write_error(b"statepoint-gc: end of the report; the stop continues to wait\n");
}

fn milliseconds(duration: Duration) -> String {
    format!("{:.1} ms", duration.as_secs_f64() * 1e3)
}

/// Appends a line for each frame.
fn frames(text: &mut String, code: &CodeSnapshot<'_, Host>, capture: &Capture, names: &mut Names) {
    let mut depth = 0;
    let mut omitted = 0_usize;
    let Names { files, known } = names;
    // Counts of shown frames: native, managed.
    let mut shown = [0; 2];
    let ended = trace_interrupted(code, files, &capture.memory, capture.context, &mut |address| {
        let is_managed = code.function_containing(address.wrapping_add(1)).is_some();
        let shown = &mut shown[usize::from(is_managed)];
        if *shown < FRAMES {
            *shown += 1;
            skipped(text, &mut omitted);
            let kind = if is_managed { "managed" } else { "native" };
            // As elsewhere, the offset is that of the return address, if the frame has one.
            let key = (address, depth > 0);
            let place = known.entry(key).or_insert_with(|| place(files, code, key));
            let _ = writeln!(text, "  {depth:4}  {kind:7}  {place}");
        } else {
            omitted += 1;
        }
        depth += 1;
    });
    skipped(text, &mut omitted);
    match ended {
        Ok(()) => {}
        Err(_) if capture.is_cut => {
            let _ = writeln!(text, "        ... older frames were not copied");
        }
        Err(error) => {
            let _ = writeln!(text, "        older frames cannot be found: {error}");
        }
    }
}

fn skipped(text: &mut String, omitted: &mut usize) {
    if *omitted > 0 {
        let _ = writeln!(text, "        ... {omitted} more");
        *omitted = 0;
    }
}

/// Cache of the names of addresses, since looking one up is slow.
struct Names {
    files: ImageFiles,
    known: HashMap<Place, String>,
}

/// The address of an instruction, or of the last byte of a call, and whether it is the latter.
type Place = (u64, bool);

fn place(files: &ImageFiles, code: &CodeSnapshot<'_, Host>, (address, is_call): Place) -> String {
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
