//! A copy of a running thread's stack, made by the thread itself in a signal handler.

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

/// The largest number of words that are copied, from the stack pointer upwards.
const MAX_WORDS: usize = (1 << 20) / 8;
/// Bytes below the stack pointer that are copied, too, since they may be in use: a register that
/// was just popped, for instance.
const RED_ZONE: usize = 128;
/// Time limit for a thread to begin its response, and again to finish it.
const LIMIT: Duration = Duration::from_millis(100);
/// Interval at which the requester polls for the response.
const POLL_INTERVAL: Duration = Duration::from_micros(100);

/// Number of words of a signal's context, from its start to the last register that is needed.
const CONTEXT_WORDS: usize = SIGNAL_CONTEXT.size() as usize / 8;

/// Offset in bytes of the stack pointer in a signal's context.
const STACK_POINTER: usize = SIGNAL_CONTEXT.register(Host::STACK_POINTER.dwarf()) as usize;

/// Buffer for the copy.
struct CaptureBuffer {
    /// The stack of the target thread.
    stack: Range<usize>,
    /// The address of the context.
    context: u64,
    registers: [u64; CONTEXT_WORDS],
    /// The address of the first word of the stack that was copied.
    base: u64,
    copied: usize,
    words: Box<[u64]>,
}

/// One slot for the process. It is allocated on first use and never freed: a signal may come late.
static REQUEST: OnceLock<Request<CaptureBuffer>> = OnceLock::new();
/// Held by the requester.
static CAPTURE_LOCK: Mutex<()> = Mutex::new(());

/// The contents of a thread's stack and registers at one time.
#[derive(Debug)]
pub(super) struct Capture {
    /// The address of the registers in [`Self::memory`], in the layout that the kernel writes for a
    /// handler.
    pub(super) context: u64,
    pub(super) memory: JoinedMemory<StackImage, StackImage>,
    /// Whether the stack extends beyond the copied part.
    pub(super) is_cut: bool,
}

/// Error returned if there is no copy of a thread's stack.
#[derive(Debug)]
pub(super) enum CaptureError {
    NotSent(io::Error),
    NoResponse {
        status: Option<(String, bool)>,
    },
    Unfinished,
    /// The slot still belongs to another thread, which was [`Self::Unfinished`].
    Busy,
    /// The thread was not on the stack on which it was attached.
    OtherStack,
}

/// Allocates the slot and installs the signal handler that [`capture`] needs.
pub(crate) fn prepare() -> io::Result<()> {
    REQUEST.get_or_init(|| {
        let buffer = CaptureBuffer {
            stack: 0..0,
            context: 0,
            registers: [0; CONTEXT_WORDS],
            base: 0,
            copied: 0,
            // All zero, so it occupies no memory until it is used.
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
            // SAFETY: the kernel has passed the context to the handler that calls this function,
            // and the stack is the calling thread's, since the calling thread is the target.
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
        self.context = context.expose_provenance() as u64;
        for (index, word) in self.registers.iter_mut().enumerate() {
            // SAFETY: all of the kernel's context is readable, and it has at least this size.
            *word = unsafe { context.cast::<u64>().add(index).read_volatile() };
        }
        self.copied = 0;
        let sp = self.registers[STACK_POINTER / 8] as usize;
        if !self.stack.contains(&sp) {
            return;
        }
        let low = sp.saturating_sub(RED_ZONE).max(self.stack.start).next_multiple_of(8);
        let words = self.stack.end.saturating_sub(low) / 8;
        self.base = low as u64;
        self.copied = words.min(self.words.len());
        let start = core::ptr::with_exposed_provenance::<u64>(low);
        for (index, word) in self.words[..self.copied].iter_mut().enumerate() {
            // SAFETY: a word of the thread's own stack, between `RED_ZONE` bytes below its stack
            // pointer and the stack's end. Volatile, since the thread may have anything there.
            *word = unsafe { start.add(index).read_volatile() };
        }
    }

    fn capture(&self) -> Result<Capture, CaptureError> {
        if self.copied == 0 {
            return Err(CaptureError::OtherStack);
        }
        let stack = StackImage::new(self.base, self.words[..self.copied].to_vec());
        let registers = StackImage::new(self.context, self.registers.to_vec());
        let end = self.base as usize + 8 * self.copied;
        Ok(Capture {
            context: self.context,
            memory: JoinedMemory { stack, registers },
            is_cut: end + 8 <= self.stack.end,
        })
    }
}

/// Makes a thread copy its stack, and returns the copy. The thread resumes immediately; the copy is
/// a snapshot.
///
/// `thread` is the id of a thread of this process that does not end during the call, or of one that
/// has ended and whose id is not in use again.
pub(super) fn capture(thread: u32, stack: &Range<usize>) -> Result<Capture, CaptureError> {
    let _lock = CAPTURE_LOCK.lock();
    let Some(request) = REQUEST.get() else { return Err(CaptureError::Busy) };
    // SAFETY: the lock is held until this function returns. By then, every request that was posted
    // has been taken or withdrawn, or is left in `WRITING`.
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
