//! Description of the thread that requests memory, for the message of an out-of-memory error.

use core::fmt;

use statepoint_scanner::arch::Host;
use statepoint_scanner::image::symbols;
use statepoint_scanner::walk::{Cursor, FrameKind, LiveStack, StackWalkError};

use super::Attachment;
use crate::os;

/// The calling thread, which requests memory, and its youngest managed frame.
pub(super) struct Requester {
    thread: String,
    id: u32,
    /// The return address in the youngest managed frame; `None` if the thread runs no managed code,
    /// or its stack cannot be walked.
    pc: Option<u64>,
}

impl Requester {
    /// Describes the calling thread, whose attachment this is. The thread is managed and has
    /// recorded its exit, or is native.
    pub(super) fn of(attachment: &Attachment) -> Self {
        let Attachment { heap, me, .. } = attachment;
        let mut pc = None;
        // SAFETY: the view is queried for frames of the calling thread only.
        let code = unsafe { heap.code_view() };
        // The next collection of a stack that cannot be walked reports it. The thread is named even
        // so.
        let _walked = code.with(|code| {
            let first_frame = |mut cursor: Cursor<'_, Host>, memory: LiveStack| {
                while pc.is_none()
                    && let Some(frame) = cursor.next(&memory)?
                {
                    pc = (frame.kind == FrameKind::Managed).then_some(frame.pc);
                }
                Ok::<_, StackWalkError>(())
            };
            // SAFETY: the anchor is that of the stack which the calling thread runs, so the frames
            // exist. Only return addresses are read; a collection does not change them, or replaces
            // them with trampolines, which the walk knows.
            unsafe { me.data.stack().walk(me.data.context().anchor(), code, first_frame) }
        });
        Self { thread: os::thread_name(), id: os::current_thread_id(), pc }
    }
}

impl fmt::Display for Requester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thread \"{}\" ({}) requested the memory", self.thread, self.id)?;
        match self.pc {
            Some(pc) => {
                let place = symbols::describe_return_address(pc);
                write!(f, "; its youngest managed frame is in {place}")
            }
            None => write!(f, "; it runs no managed code"),
        }
    }
}
