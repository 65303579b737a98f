//! A copy of a running thread's stack, which the thread makes itself.

use core::ffi::c_void;
use core::fmt;
use core::ops::Range;
use std::io;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use statepoint_scanner::arch::{Host, InstructionSet as _};
use statepoint_scanner::os::SIGNAL_CONTEXT;
use statepoint_scanner::walk::{Joined, StackImage};

use super::request::{Orders, Request};
use crate::os;

/// The most words of a stack that are copied, from the stack pointer on.
const MOST_WORDS: usize = (1 << 20) / 8;
/// What is below the stack pointer may be in use, too: a register that was just popped.
const BELOW: usize = 128;
/// How long a thread has to begin its answer, and how long to finish it.
const LIMIT: Duration = Duration::from_millis(100);
/// The time between two looks.
const LOOK: Duration = Duration::from_micros(100);

/// The words of a signal's context from its start to the last register that is needed.
const CONTEXT_WORDS: usize = SIGNAL_CONTEXT.size() as usize / 8;

/// The position of the stack pointer in a signal's context.
const STACK_POINTER: usize = SIGNAL_CONTEXT.register(Host::STACK_POINTER.dwarf()) as usize;

/// The room for the copy.
struct Room {
    /// The stack of the thread that is asked.
    stack: Range<usize>,
    /// Where the context was.
    context: u64,
    registers: [u64; CONTEXT_WORDS],
    /// The address of the first word that was copied.
    base: u64,
    copied: usize,
    words: Box<[u64]>,
}

/// One for the process, made when it is first needed and never freed: a signal may come late.
static REQUEST: OnceLock<Request<Room>> = OnceLock::new();
/// Who holds it asks.
static ASKING: Mutex<()> = Mutex::new(());

/// What a thread had on its stack, and in its registers, at one time.
#[derive(Debug)]
pub(super) struct Capture {
    /// Where the registers are in [`Self::memory`], as the kernel writes them for a handler.
    pub(super) context: u64,
    pub(super) memory: Joined<StackImage, StackImage>,
    /// Whether the stack goes on behind what was copied.
    pub(super) is_cut: bool,
}

/// Why there is no copy of a thread's stack.
#[derive(Debug)]
pub(super) enum NoCapture {
    NotSent(io::Error),
    Silent {
        status: Option<(String, bool)>,
    },
    Unfinished,
    /// The slot is still another thread's, which was [`Self::Unfinished`].
    Busy,
    /// The thread was not on the stack on which it was attached.
    OtherStack,
}

/// Makes ready for [`capture`].
pub(crate) fn prepare() -> io::Result<()> {
    REQUEST.get_or_init(|| {
        let room = Room {
            stack: 0..0,
            context: 0,
            registers: [0; CONTEXT_WORDS],
            base: 0,
            copied: 0,
            // All zero, so it takes no memory before it is used.
            words: vec![0; MOST_WORDS].into_boxed_slice(),
        };
        Request::new(room, Orders::ALL)
    });
    os::on_interrupt(answer)
}

/// In the signal handler.
fn answer(context: *mut c_void) {
    if let Some(request) = REQUEST.get() {
        request.answer(os::current_thread_id(), |room| {
            // SAFETY: the kernel has passed the context to the handler that calls this, and the stack is
            // that of the calling thread, since it is the one that is asked.
            unsafe { room.fill(context) };
        });
    }
}

impl Room {
    /// Async-signal-safe.
    ///
    /// # Safety
    ///
    /// `context` is the `ucontext_t` that the kernel passed to a running handler of the calling
    /// thread, and `self.stack` the thread's stack.
    unsafe fn fill(&mut self, context: *mut c_void) {
        self.context = context.expose_provenance() as u64;
        for (index, word) in self.registers.iter_mut().enumerate() {
            // SAFETY: all of the kernel's context is readable, and at least so large.
            *word = unsafe { context.cast::<u64>().add(index).read_volatile() };
        }
        self.copied = 0;
        let sp = self.registers[STACK_POINTER / 8] as usize;
        if !self.stack.contains(&sp) {
            return;
        }
        let low = sp.saturating_sub(BELOW).max(self.stack.start).next_multiple_of(8);
        let words = self.stack.end.saturating_sub(low) / 8;
        self.base = low as u64;
        self.copied = words.min(self.words.len());
        let start = core::ptr::with_exposed_provenance::<u64>(low);
        for (index, word) in self.words[..self.copied].iter_mut().enumerate() {
            // SAFETY: a word of the thread's own stack from a little below its stack pointer on, up to
            // its end. Volatile, since what the thread has there may be anything.
            *word = unsafe { start.add(index).read_volatile() };
        }
    }

    fn capture(&self) -> Result<Capture, NoCapture> {
        if self.copied == 0 {
            return Err(NoCapture::OtherStack);
        }
        let stack = StackImage::new(self.base, self.words[..self.copied].to_vec());
        let registers = StackImage::new(self.context, self.registers.to_vec());
        let end = self.base as usize + 8 * self.copied;
        Ok(Capture {
            context: self.context,
            memory: Joined { stack, registers },
            is_cut: end + 8 <= self.stack.end,
        })
    }
}

/// Has a thread copy its stack. It goes on at once; what it copies is a moment in its life.
///
/// `thread` is a thread of this process that does not end meanwhile, or one that has ended and whose number
/// is nobody else's.
pub(super) fn capture(thread: u32, stack: &Range<usize>) -> Result<Capture, NoCapture> {
    let _asking = ASKING.lock();
    let Some(request) = REQUEST.get() else { return Err(NoCapture::Busy) };
    // SAFETY: the lock is held until this function returns, and all that it posts is taken or withdrawn by
    // then, or left as being written.
    unsafe {
        if !request.post(thread, |room| room.stack = stack.clone()) {
            return Err(NoCapture::Busy);
        }
        if let Err(error) = os::interrupt(thread) {
            request.withdraw(thread);
            return Err(NoCapture::NotSent(error));
        }
        let asked = Instant::now();
        let mut withdrawn = false;
        loop {
            if let Some(capture) = request.take(Room::capture) {
                return capture;
            }
            let waited = asked.elapsed();
            if waited >= LIMIT && !withdrawn {
                if request.withdraw(thread) {
                    return Err(NoCapture::Silent { status: os::thread_status(thread) });
                }
                withdrawn = true;
            }
            if waited >= 2 * LIMIT {
                return Err(NoCapture::Unfinished);
            }
            std::thread::sleep(LOOK);
        }
    }
}

impl fmt::Display for NoCapture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signal = "SIGURG";
        match self {
            Self::NotSent(error) => write!(f, "it cannot be interrupted: {error}"),
            Self::Silent { status } => {
                write!(f, "it does not answer to {signal} within {} ms", LIMIT.as_millis())?;
                match status {
                    Some((_, true)) => write!(f, ", which it blocks"),
                    Some((state, false)) => write!(f, "; the system says: {state}"),
                    None => Ok(()),
                }
            }
            Self::Unfinished => {
                write!(f, "it has begun to answer to {signal}, but does not finish")
            }
            Self::Busy => write!(f, "a thread that was asked before has not finished its answer"),
            Self::OtherStack => write!(f, "it is not on the stack on which it was attached"),
        }
    }
}
