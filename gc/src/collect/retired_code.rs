//! The search of all stacks for frames in code that the host wants to free.

use core::fmt;
use core::ops::{ControlFlow, Range};

use statepoint_scanner::arch::Host;
use statepoint_scanner::image::symbols;
use statepoint_scanner::registry::CodeRegionId;
use statepoint_scanner::walk::{CodeLookup, Cursor, StackWalkError};

use crate::fatal::{self, call_host};
use crate::os;
use crate::process::run_callback;
use crate::runtime::{RetiredRegion, Shared};
use crate::thread::{AttachedThread, FiberLists, FiberPhase, FrameAnchor, ONE_STACK, Stack};

/// A frame in code that is to be removed.
///
/// Displays as `the stack of thread "main" (17) has a frame at 0x4010 (render+0x10)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeUser {
    /// The stack: `the stack of thread "main" (17)`.
    pub stack: String,
    /// The return address of the call that the frame is in; for a fiber that was not resumed yet,
    /// the address of its function plus 1.
    pub pc: u64,
}

impl fmt::Display for CodeUser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stack, pc } = self;
        write!(f, "{stack} has a frame at {}", symbols::describe_return_address(*pc))
    }
}

impl Shared {
    /// Searches the stacks for frames in retired code, while all threads are stopped. Returns the
    /// regions that no frame is in, which are no longer retired.
    pub(super) fn find_unused_code(
        &self,
        threads: &[AttachedThread],
        fibers: &FiberLists,
        code: &dyn CodeLookup<Host>,
    ) -> Vec<RetiredRegion> {
        let mut ranges = self.retired_code.ranges();
        if ranges.is_empty() {
            return Vec::new();
        }
        let used = users(&ranges, threads, fibers, code, |_, _| ());
        let mut used = used.iter().map(Option::is_some);
        ranges.retain(|_| used.next() == Some(false));
        self.retired_code.take(&ranges)
    }

    /// Calls the host for regions that no frame is in. The calling thread is native and holds no
    /// lock.
    pub(crate) fn notify_unused_code(&self, unused: Vec<RetiredRegion>) {
        for RetiredRegion { id, on_unused, .. } in unused {
            call_host("the host's callback for code that is unused", || {
                run_callback("the callback for code that is unused", || on_unused(id));
            });
        }
    }

    /// Stops all threads, and calls the host for the retired regions that no frame is in. The
    /// calling thread is native.
    pub(crate) fn search_retired_code(&self) {
        // Also during the host's callback.
        let _uncancelled = os::CancelDisabled::begin();
        let unused = self.search_stopped("a search for unused code", |threads, fibers, code| {
            self.find_unused_code(threads, fibers, code)
        });
        self.notify_unused_code(unused);
    }

    /// Stops all threads, and returns a frame in each of the ranges of code, if there is one. The
    /// ranges are in ascending order. The calling thread is native.
    pub(crate) fn code_users(&self, ranges: &[Range<u64>]) -> Vec<Option<CodeUser>> {
        let user = |stack: &Stack, pc| CodeUser { stack: stack.to_string(), pc };
        self.search_stopped("a search for frames in code", |threads, fibers, code| {
            users(ranges, threads, fibers, code, user)
        })
    }

    /// Returns the result of a search of all stacks, which runs while all threads are stopped.
    /// `what` describes it in messages. The calling thread is native.
    fn search_stopped<R>(
        &self,
        what: &str,
        search: impl FnOnce(&[AttachedThread], &FiberLists, &dyn CodeLookup<Host>) -> R,
    ) -> R {
        let _uncancelled = os::CancelDisabled::begin();
        let stopped = self.stop_others(what);
        let fibers = self.fibers.lock();
        // SAFETY: the world is stopped until the view is dropped, at the end of this function.
        let code = unsafe { self.code_view() };
        code.with(|code| search(stopped.threads(), &fibers, code))
    }

    /// Returns the addresses of a registered region.
    pub(crate) fn code_range(&self, region: CodeRegionId) -> Option<Range<u64>> {
        let (_, start) = region.to_parts();
        let (id, range) = self.code.snapshot().region_at(start)?;
        (id == region).then_some(range)
    }
}

/// Returns what `found` makes of one frame in each of the ranges of code; `None` for those without
/// one. The ranges are in ascending order. All threads are stopped.
fn users<T>(
    ranges: &[Range<u64>],
    threads: &[AttachedThread],
    fibers: &FiberLists,
    code: &dyn CodeLookup<Host>,
    found: impl Fn(&Stack, u64) -> T,
) -> Vec<Option<T>> {
    let mut users: Vec<_> = ranges.iter().map(|_| None).collect();
    let mut left = ranges.len();
    let _ = for_each_frame(threads, fibers, code, |stack, pc| {
        // The call is before its return address, which may be the end of the range.
        let after = ranges.partition_point(|range| range.start < pc);
        if let Some(at) = after.checked_sub(1)
            && pc <= ranges[at].end
            && users[at].is_none()
        {
            users[at] = Some(found(stack, pc));
            left -= 1;
        }
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    users
}

/// Calls `visit` with the return address of each managed frame, until it breaks, while all threads
/// are stopped. Functions of fibers that were not resumed yet count as frames, with the address
/// after that of the function. Ends the process if a stack cannot be walked.
fn for_each_frame(
    threads: &[AttachedThread],
    fibers: &FiberLists,
    code: &dyn CodeLookup<Host>,
    mut visit: impl FnMut(&Stack, u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let new = fibers.all().iter().filter(|fiber| fiber.phase() == FiberPhase::New);
    for fiber in new {
        if let Some(entry) = fiber.entry() {
            visit(&fiber.stack, entry as u64 + 1)?;
        }
    }
    fibers
        .all_stacks(threads)
        .try_for_each(|(stack, anchor)| walk(stack, anchor, code, |pc| visit(stack, pc)))
}

/// The reason why the walk of a stack has ended early.
enum Ended {
    /// The visitor needs no more frames.
    Break,
    Error(StackWalkError),
}

impl From<StackWalkError> for Ended {
    fn from(error: StackWalkError) -> Self {
        Self::Error(error)
    }
}

/// Calls `visit` with the return address of each frame of a stack, until it breaks.
fn walk(
    stack: &Stack,
    anchor: FrameAnchor,
    code: &dyn CodeLookup<Host>,
    mut visit: impl FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let segment = |mut cursor: Cursor<'_, Host>, memory| {
        while let Some(frame) = cursor.next(&memory)? {
            if visit(frame.pc).is_break() {
                return Err(Ended::Break);
            }
        }
        Ok(())
    };
    // SAFETY: the world is stopped, so the frames do not change. The anchor is that of the stack.
    match unsafe { stack.walk(anchor, code, segment) } {
        Ok(()) => ControlFlow::Continue(()),
        Err(Ended::Break) => ControlFlow::Break(()),
        Err(Ended::Error(error)) => fatal::abort(format_args!(
            "{stack} cannot be walked to find frames in code that is to be removed: {error}; \
             {ONE_STACK}"
        )),
    }
}
