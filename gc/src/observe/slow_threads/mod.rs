//! Reports of slow threads, for which a stop waits: their names and backtraces.
//!
//! No other thread can read the registers of a running thread. So the reporting thread sends each
//! slow thread a signal. The signal handler [copies the thread's stack](capture), and the thread
//! resumes. A helper thread then walks the copy, with the unwind tables that it reads from the
//! files of the loaded images. The helper accesses neither the slow thread's memory nor the code
//! that the thread executes. So the report does not wait for the slow thread, which may hold any
//! lock, and cannot crash the process.

mod capture;
mod request;

#[cfg(all(test, loom))]
mod models;

use core::fmt::Write as _;
use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use statepoint_scanner::registry::CodeRegistry;

use self::capture::{Capture, CaptureError, capture};
use super::backtrace::{InterruptedStack, Names, append_frames};
use crate::os;
use crate::thread::{AttachedThread, ThreadData};

pub(crate) use capture::prepare;

/// Time after which no further stack is captured, because stopped mutators wait during the
/// captures. For the remaining threads only names are reported.
const CAPTURE_BUDGET: Duration = Duration::from_secs(1);

/// A slow thread, and the result of its capture.
struct SlowThread {
    name: String,
    id: u32,
    /// Time since the stop was requested.
    waited: Duration,
    /// Whether the thread has stopped since the timeout.
    has_stopped: bool,
    /// The captured stack; `None` if no capture was attempted.
    captured: Option<Result<Capture, CaptureError>>,
}

/// Whether a helper thread is writing a report.
static WRITING: AtomicBool = AtomicBool::new(false);

/// Reports on standard error the threads for which a stop has been waiting since `requested`, with
/// their backtraces. The calling thread captures the stacks; a helper thread looks up names and
/// writes the report.
pub(crate) fn report(
    code: &std::sync::Arc<CodeRegistry>,
    threads: &[AttachedThread],
    requested: Instant,
) {
    // All slow threads have stopped since the timeout.
    if threads.is_empty() {
        return;
    }
    // If the helper is still writing an earlier report, only names are reported.
    let with_stacks = !WRITING.swap(true, Ordering::Relaxed);
    let begin = Instant::now();
    let inspect = |thread: &AttachedThread| {
        let ThreadData { name, id, own_stack, .. } = &thread.data;
        let waited = requested.elapsed();
        let captures = with_stacks && thread.is_managed() && begin.elapsed() < CAPTURE_BUDGET;
        let captured = captures.then(|| capture(*id, &own_stack.range()));
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
    // If the helper thread cannot be started, nothing is reported.
    let started = os::spawn_helper("spgc-report", move || {
        // A panic, which would be a bug, must not prevent later reports.
        let _ = catch_unwind(AssertUnwindSafe(|| write(Some(&code), &threads)));
        WRITING.store(false, Ordering::Relaxed);
    });
    if started.is_err() {
        WRITING.store(false, Ordering::Relaxed);
    }
}

/// Reports on standard error that a stop has been waiting since `requested` for `count` handshake
/// operations that other threads run on behalf of their targets.
pub(crate) fn report_handshakes(count: usize, requested: Instant) {
    let waited = milliseconds(requested.elapsed());
    let s = if count == 1 { "" } else { "s" };
    let text = format!(
        "statepoint-gc: a stop has waited {waited} for {count} handshake operation{s} \
         (`Heap::handshake`)\n"
    );
    os::write_error(text.as_bytes());
}

/// Clears [`WRITING`] in a child of `fork`: the parent may have been writing a report when it
/// forked, and the child has no helper thread.
pub(crate) fn reset_report_flag() {
    WRITING.store(false, Ordering::Relaxed);
}

/// Writes a report; without frames if `code` is `None`. `code` is the registry of managed code.
fn write(code: Option<&CodeRegistry>, threads: &[SlowThread]) {
    let mut names = Names::new();
    for (index, thread) in threads.iter().enumerate() {
        let SlowThread { name, id, waited, has_stopped, captured } = thread;
        let waited = milliseconds(*waited);
        let mut text = String::new();
        if index == 0 {
            let (count, s) = (threads.len(), if threads.len() == 1 { "" } else { "s" });
            let _ =
                writeln!(text, "statepoint-gc: a stop has waited {waited} for {count} thread{s}:");
        }
        let _ = write!(text, "statepoint-gc: thread \"{name}\" ({id})");
        if let Some(Ok(Capture { fiber: fiber @ 1.., .. })) = captured {
            let _ = write!(text, ", which runs fiber {fiber}");
        }
        let _ = write!(text, ", request pending for {waited}");
        if *has_stopped {
            // The thread now waits for the end of this stop.
            text.push_str(" (it has stopped since)");
        }
        match (captured, code) {
            (Some(Ok(capture)), Some(code)) => {
                text.push_str(", in:\n");
                let Capture { memory, context, is_cut, .. } = capture;
                let stack = InterruptedStack { memory, context: *context, is_cut: *is_cut };
                append_frames(&mut text, &code.snapshot(), &stack, &mut names);
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

/// Formats a duration in milliseconds.
fn milliseconds(duration: Duration) -> String {
    format!("{:.1} ms", duration.as_secs_f64() * 1e3)
}
