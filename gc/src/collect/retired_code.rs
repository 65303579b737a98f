//! The search of all stacks for frames in code that the host wants to free.

use core::fmt;
use core::ops::{ControlFlow, Range};

use statepoint_scanner::arch::Host;
use statepoint_scanner::image::symbols;
use statepoint_scanner::registry::CodeRegionId;
use statepoint_scanner::walk::{CodeLookup, Cursor, StackWalkError};

use crate::fatal::{self, AbortOnUnwind};
use crate::os;
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
    /// the address of its function.
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
        // In ascending order; a frame in a range removes it.
        let _ = for_each_frame(threads, fibers, code, |_, pc| {
            let after = ranges.partition_point(|range| range.start < pc);
            if after.checked_sub(1).is_some_and(|at| is_in(&ranges[at], pc)) {
                ranges.remove(after - 1);
            }
            match ranges.is_empty() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        self.retired_code.take(&ranges)
    }

    /// Calls the host for regions that no frame is in. The calling thread is native and holds no
    /// lock.
    pub(crate) fn notify_unused_code(&self, unused: Vec<RetiredRegion>) {
        for RetiredRegion { id, on_unused, .. } in unused {
            let guard = AbortOnUnwind("the host's callback for code that is unused");
            on_unused(id);
            guard.done();
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

    /// Stops all threads, and returns a frame in the region, if there is one. The calling thread is
    /// native.
    pub(crate) fn code_user(&self, range: &Range<u64>) -> Option<CodeUser> {
        self.search_stopped("a search for frames in code", |threads, fibers, code| {
            let found = for_each_frame(threads, fibers, code, |stack, pc| {
                if is_in(range, pc) {
                    return ControlFlow::Break(CodeUser { stack: stack.to_string(), pc });
                }
                ControlFlow::Continue(())
            });
            found.break_value()
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

/// Returns whether a return address is that of a call in this range, or the address of a function
/// in it.
fn is_in(range: &Range<u64>, pc: u64) -> bool {
    // The call is before its return address, which may be the end of the range.
    range.start < pc && pc <= range.end
}

/// Calls `visit` with the return address of each managed frame, until it breaks, while all threads
/// are stopped. Functions of fibers that were not resumed yet count as frames, with the address
/// after that of the function. Ends the process if a stack cannot be walked.
fn for_each_frame<B>(
    threads: &[AttachedThread],
    fibers: &FiberLists,
    code: &dyn CodeLookup<Host>,
    mut visit: impl FnMut(&Stack, u64) -> ControlFlow<B>,
) -> ControlFlow<B> {
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
enum Ended<B> {
    /// The visitor needs no more frames.
    Break(B),
    Error(StackWalkError),
}

impl<B> From<StackWalkError> for Ended<B> {
    fn from(error: StackWalkError) -> Self {
        Self::Error(error)
    }
}

/// Calls `visit` with the return address of each frame of a stack, until it breaks.
fn walk<B>(
    stack: &Stack,
    anchor: FrameAnchor,
    code: &dyn CodeLookup<Host>,
    mut visit: impl FnMut(u64) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let segment = |mut cursor: Cursor<'_, Host>, memory| {
        while let Some(frame) = cursor.next(&memory)? {
            if let ControlFlow::Break(value) = visit(frame.pc) {
                return Err(Ended::Break(value));
            }
        }
        Ok(())
    };
    // SAFETY: the world is stopped, so the frames do not change. The anchor is that of the stack.
    match unsafe { stack.walk(anchor, code, segment) } {
        Ok(()) => ControlFlow::Continue(()),
        Err(Ended::Break(value)) => ControlFlow::Break(value),
        Err(Ended::Error(error)) => fatal::abort(format_args!(
            "{stack} cannot be walked to find frames in code that is to be removed: {error}; \
             {ONE_STACK}"
        )),
    }
}
