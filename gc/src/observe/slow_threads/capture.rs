//! Capture of a running thread's stack: the thread copies its stack in a signal handler.

use core::ffi::c_void;
use core::fmt;
use core::ops::Range;
use std::io;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use statepoint_scanner::arch::{Host, InstructionSet as _};
use statepoint_scanner::os::SIGNAL_CONTEXT;
use statepoint_scanner::walk::{JoinedMemory, StackImage};

use super::request::{Orders, Request};
use crate::os;
use crate::thread::{running_fiber, running_stack};

/// The maximum number of 8-byte words of the stack that are copied: 1 MiB.
const MAX_WORDS: usize = (1 << 20) / 8;
/// Number of bytes below the stack pointer that are copied, because they may be in use: the red
/// zone of the System V ABI, or a register that was just popped.
const RED_ZONE: usize = 128;
/// Time limit for a thread to begin its response, and the same again to finish it.
const LIMIT: Duration = Duration::from_millis(100);
/// Interval at which the requester polls for the response.
const POLL_INTERVAL: Duration = Duration::from_micros(100);

/// Number of 8-byte words of a signal context that are copied: from its start to the last register
/// that is needed.
const CONTEXT_WORDS: usize = SIGNAL_CONTEXT.size() as usize / 8;

/// Offset in bytes of the stack pointer in a signal context.
const STACK_POINTER: usize = SIGNAL_CONTEXT.register(Host::STACK_POINTER.dwarf()) as usize;

/// Buffer for the copy of a stack and of its registers.
struct CaptureBuffer {
    /// Address range of the target thread's own stack, set by the requester, or of the stack that
    /// the thread runs, set by the thread.
    stack: Range<usize>,
    /// Number of the fiber that the thread runs; 0 if it runs none.
    fiber: u64,
    /// Address of the signal context.
    context: u64,
    /// Copy of the signal context.
    registers: [u64; CONTEXT_WORDS],
    /// Address of the first word of the stack that was copied.
    base: u64,
    /// Number of words that were copied; 0 if the thread was not on its stack.
    copied: usize,
    /// Copy of the stack.
    words: Box<[u64]>,
}

/// The request slot of the process. It is allocated on first use and never freed, because a signal
/// may be delivered late.
static REQUEST: OnceLock<Request<CaptureBuffer>> = OnceLock::new();
/// Lock that the requester holds during a capture.
static CAPTURE_LOCK: Mutex<()> = Mutex::new(());

/// A snapshot of a thread's stack and registers.
#[derive(Debug)]
pub(super) struct Capture {
    /// Number of the fiber that the thread runs; 0 if it runs none.
    pub(super) fiber: u64,
    /// Address of the signal context in [`Self::memory`].
    pub(super) context: u64,
    /// The copies of the stack and of the signal context, at their original addresses.
    pub(super) memory: JoinedMemory<StackImage, StackImage>,
    /// Whether the stack extends beyond the copied part.
    pub(super) is_cut: bool,
}

/// Error returned if a thread's stack could not be captured.
#[derive(Debug)]
pub(super) enum CaptureError {
    /// The signal could not be sent.
    NotSent(io::Error),
    /// The thread did not begin its response in time.
    NoResponse {
        /// The thread's state, and whether it blocks the signal; `None` if unknown.
        status: Option<(String, bool)>,
    },
    /// The thread began its response, but did not finish it in time.
    Unfinished,
    /// Another thread, whose capture was [`Self::Unfinished`], is still writing to the slot, or
    /// there is no slot.
    Busy,
    /// The thread was running on another stack than the one on which it was attached.
    OtherStack,
}

/// Allocates the slot and installs the signal handler that [`capture`] needs.
pub(crate) fn prepare() -> io::Result<()> {
    REQUEST.get_or_init(|| {
        let buffer = CaptureBuffer {
            stack: 0..0,
            fiber: 0,
            context: 0,
            registers: [0; CONTEXT_WORDS],
            base: 0,
            copied: 0,
            // The buffer is all zero, so the OS allocates its pages only when they are written.
            words: vec![0; MAX_WORDS].into_boxed_slice(),
        };
        Request::new(buffer, Orders::ALL)
    });
    os::on_interrupt(handle_request)
}

/// Answers a request. Runs in the signal handler.
fn handle_request(context: *mut c_void) {
    if let Some(request) = REQUEST.get() {
        request.respond(os::current_thread_id(), |buffer| {
            // SAFETY: the kernel passed `context` to the running handler of this thread, which
            // calls this function. `buffer.stack` is this thread's stack, because this thread is
            // the target of the request, or that of the fiber that it runs.
            unsafe { buffer.fill(context) };
        });
    }
}

impl CaptureBuffer {
    /// Copies the registers and the stack of the calling thread. Async-signal-safe.
    ///
    /// # Safety
    ///
    /// `context` is the `ucontext_t` that the kernel passed to a running handler of the calling
    /// thread, and `self.stack` the thread's stack.
    unsafe fn fill(&mut self, context: *mut c_void) {
        self.fiber = running_fiber();
        self.context = context.expose_provenance() as u64;
        for (index, word) in self.registers.iter_mut().enumerate() {
            // SAFETY: the caller guarantees that `context` is the kernel's `ucontext_t`, which is
            // readable and has at least `CONTEXT_WORDS` words.
            *word = unsafe { context.cast::<u64>().add(index).read_volatile() };
        }
        self.copied = 0;
        let sp = self.registers[STACK_POINTER / 8] as usize;
        // The stack of a fiber, if the thread runs one.
        if !self.stack.contains(&sp)
            && let Some(stack) = running_stack()
        {
            self.stack = stack;
        }
        if !self.stack.contains(&sp) {
            return;
        }
        let low = sp.saturating_sub(RED_ZONE).max(self.stack.start).next_multiple_of(8);
        let words = self.stack.end.saturating_sub(low) / 8;
        self.base = low as u64;
        self.copied = words.min(self.words.len());
        let start = core::ptr::with_exposed_provenance::<u64>(low);
        for (index, word) in self.words[..self.copied].iter_mut().enumerate() {
            // SAFETY: the caller guarantees that `self.stack` is the calling thread's stack, and
            // the word lies in it. The read is volatile, because the interrupted code may be using
            // the word.
            *word = unsafe { start.add(index).read_volatile() };
        }
    }

    /// Returns the copy that [`Self::fill`] has made.
    fn capture(&self) -> Result<Capture, CaptureError> {
        if self.copied == 0 {
            return Err(CaptureError::OtherStack);
        }
        let stack = StackImage::new(self.base, self.words[..self.copied].to_vec());
        let registers = StackImage::new(self.context, self.registers.to_vec());
        let end = self.base as usize + 8 * self.copied;
        Ok(Capture {
            fiber: self.fiber,
            context: self.context,
            memory: JoinedMemory { stack, registers },
            is_cut: end + 8 <= self.stack.end,
        })
    }
}

/// Makes a thread copy its stack, and returns the copy. The thread resumes immediately; the copy is
/// a snapshot.
///
/// `thread` is the ID of a thread of this process. The thread must not end during the call; if it
/// has ended before, its ID must not have been reused.
pub(super) fn capture(thread: u32, stack: &Range<usize>) -> Result<Capture, CaptureError> {
    let _lock = CAPTURE_LOCK.lock();
    let Some(request) = REQUEST.get() else { return Err(CaptureError::Busy) };
    // SAFETY: `CAPTURE_LOCK` is held until this function returns, so this thread is the only
    // requester. By then, the request has been taken or withdrawn, or is in `WRITING`, in which
    // `post` returns false.
    unsafe {
        if !request.post(thread, |buffer| buffer.stack = stack.clone()) {
            return Err(CaptureError::Busy);
        }
        if let Err(error) = os::interrupt(thread) {
            request.withdraw(thread);
            return Err(CaptureError::NotSent(error));
        }
        let posted = Instant::now();
        let mut withdrawn = false;
        loop {
            if let Some(capture) = request.take(CaptureBuffer::capture) {
                return capture;
            }
            let waited = posted.elapsed();
            if waited >= LIMIT && !withdrawn {
                if request.withdraw(thread) {
                    return Err(CaptureError::NoResponse { status: os::thread_status(thread) });
                }
                withdrawn = true;
            }
            if waited >= 2 * LIMIT {
                return Err(CaptureError::Unfinished);
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signal = "SIGURG";
        match self {
            Self::NotSent(error) => write!(f, "it cannot be interrupted: {error}"),
            Self::NoResponse { status } => {
                write!(f, "it did not respond to {signal} within {} ms", LIMIT.as_millis())?;
                match status {
                    Some((_, true)) => write!(f, ", which it blocks"),
                    Some((state, false)) => write!(f, "; its state is: {state}"),
                    None => Ok(()),
                }
            }
            Self::Unfinished => {
                write!(f, "it has begun to handle {signal}, but did not finish")
            }
            Self::Busy => write!(f, "the capture of another thread has not finished"),
            Self::OtherStack => {
                write!(f, "it runs on another stack than that on which it was attached")
            }
        }
    }
}
