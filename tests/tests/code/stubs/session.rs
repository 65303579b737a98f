//! Runs code with breakpoints in the stubs, and unwinds at each.

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::arch;
use super::breakpoints::Breakpoints;
use super::chains::Chains;
use super::driver::{is_driver, magic};
use super::names::{Kind, Stub, is_in, stubs};
use super::unwinder::{Frame, enclosing_function, interrupted_frames};

/// The oldest frame of a fiber calls the stubs that end it, which push less than this. All other
/// frames of the library on a fiber are deeper.
const ENDING: u64 = 64;
/// The number of failures after which no more are kept.
const MAX_FAILURES: usize = 20;

/// What was found so far.
#[derive(Debug, Default)]
struct Session {
    stubs: Vec<Stub>,
    breakpoints: Breakpoints,
    chains: Chains,
    /// Whether no collection moves objects, so that registers have the same values during a call.
    nothing_moves: bool,
    /// The highest stack pointers of fibers.
    fibers: Vec<u64>,
    /// The instructions at which the frames were compared.
    checked: BTreeSet<u64>,
    /// The number of times that the frames led to the driver, by stub.
    driven: BTreeMap<&'static str, u64>,
    failures: Vec<String>,
}

static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// The instruction at which the handler unwinds, for the message about a fault.
static INTERRUPTED: AtomicU64 = AtomicU64::new(0);

fn session() -> MutexGuard<'static, Option<Session>> {
    SESSION.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins: makes the stubs writable, and installs the handler of breakpoints.
pub(super) fn begin() {
    let all = stubs().to_vec();
    all.iter().for_each(Breakpoints::prepare);
    *session() = Some(Session { stubs: all, ..Session::default() });
    // On the stack that was interrupted, as handlers of profilers often are.
    install(libc::SIGTRAP, on_breakpoint);
    install(libc::SIGSEGV, on_fault);
}

/// The handler of a signal.
type Handler = extern "C" fn(c_int, *mut c_void, *mut c_void);

fn install(signal: c_int, handler: Handler) {
    // SAFETY: all bytes of the structure may be zero.
    let mut action: libc::sigaction = unsafe { core::mem::zeroed() };
    action.sa_sigaction = handler as *const () as usize;
    action.sa_flags = libc::SA_SIGINFO;
    // SAFETY: the handlers are those of breakpoints of this module, and of faults, which end the
    // process.
    let result = unsafe { libc::sigaction(signal, &raw const action, core::ptr::null_mut()) };
    assert_eq!(result, 0);
}

/// Returns the name of the stub at an address, and the offset in it.
fn describe(pc: u64) -> String {
    let stub = stubs().iter().find(|stub| stub.contains(pc));
    let (name, start) = stub.map_or(("thunk", pc), |stub| (stub.name, stub.start));
    format!("{name}+{:#x}", pc - start)
}

/// The handler of faults: of the unwinder, most likely.
extern "C" fn on_fault(_: c_int, _: *mut c_void, _: *mut c_void) {
    eprintln!("a fault, after a signal at {}", describe(INTERRUPTED.load(Relaxed)));
    std::process::abort();
}

/// Sets a breakpoint at each instruction of each stub. Each interrupts once.
pub(super) fn arm(nothing_moves: bool) {
    let mut session = session();
    let Session { stubs, breakpoints, nothing_moves: moves, .. } =
        session.as_mut().expect("it has begun");
    *moves = nothing_moves;
    for address in stubs.iter().flat_map(|stub| &stub.instructions) {
        // SAFETY: an instruction begins there, and this thread, the only one that calls stubs,
        // executes another one now.
        unsafe { breakpoints.set(*address) };
    }
}

/// Adds a stub, whose code may be written.
pub(super) fn add(stub: Stub) {
    Breakpoints::prepare(&stub);
    session().as_mut().expect("it has begun").stubs.push(stub);
}

/// Restores the code of all stubs, until [`arm`] is called again.
pub(super) fn disarm() {
    session().as_mut().expect("it has begun").breakpoints.restore_all();
}

/// Restores the code, and returns what was found.
pub(super) fn end() -> Findings {
    let mut session = session().take().expect("it has begun");
    session.breakpoints.restore_all();
    let Session { stubs, checked, driven, failures, .. } = session;
    Findings { stubs, checked, driven, failures }
}

/// What a run has found.
#[derive(Debug)]
pub(super) struct Findings {
    pub(super) stubs: Vec<Stub>,
    /// The instructions at which the frames were compared.
    pub(super) checked: BTreeSet<u64>,
    /// The number of times that the frames led to the driver, by stub.
    pub(super) driven: BTreeMap<&'static str, u64>,
    pub(super) failures: Vec<String>,
}

/// The handler of breakpoints: unwinds as a profiler does, and restores the instruction.
extern "C" fn on_breakpoint(_: c_int, _: *mut c_void, context: *mut c_void) {
    let mut session = session();
    let session = session.as_mut().expect("breakpoints exist while it runs");
    // SAFETY: the kernel passes the context of the thread, which has no other reference.
    let pc = arch::rewind(unsafe { &mut *context.cast::<libc::ucontext_t>() });
    INTERRUPTED.store(pc, Relaxed);
    let frames = interrupted_frames();
    if !session.breakpoints.restore(pc) {
        panic!("there is no breakpoint at {pc:#x}");
    }
    session.keep_entry(pc);
    let result = frames.and_then(|frames| session.check(pc, &frames));
    if let Err(failure) = result
        && session.failures.len() < MAX_FAILURES
    {
        let failure = format!("{}: {failure}", describe(pc));
        // A fault may follow.
        eprintln!("{failure}");
        session.failures.push(failure);
    }
}

impl Session {
    /// Sees to it that the first instruction of a stub interrupts each call: it is set again when
    /// the second is reached.
    fn keep_entry(&mut self, pc: u64) {
        let entry = self.stubs.iter().find_map(|stub| match stub.instructions[..] {
            [first, second, ..] if pc == first || pc == second => Some((first, second)),
            _ => None,
        });
        let Some((first, second)) = entry else { return };
        // SAFETY: the thread executes the other of the two instructions next.
        unsafe { self.breakpoints.set(if pc == first { second } else { first }) };
    }

    /// Compares the frames at an instruction of a stub with those that are known.
    fn check(&mut self, pc: u64, frames: &[Frame]) -> Result<(), String> {
        let stub = self.stubs.iter().find(|stub| stub.contains(pc));
        let Stub { name, kind, start, .. } = *stub.expect("only stubs have breakpoints");
        self.checked.insert(pc);
        let (own, callers) = frames.split_first().ok_or("there is no frame")?;
        if own.pc != pc {
            return Err(format!("the unwinder begins at {:#x}", own.pc));
        }
        match kind {
            Kind::Oldest => {
                self.fibers.push(own.sp);
                return no_callers(callers);
            }
            Kind::Ending if self.is_ending(own.sp) => return no_callers(callers),
            Kind::Returned => {
                // Collections change what the landing pad of barriers finds in registers.
                let registers = self.nothing_moves && name == "return_trampolines";
                self.chains.check_end(callers, registers)?;
            }
            Kind::Called if pc == start => {
                if callers.is_empty() {
                    return Err("there is no caller".into());
                }
                self.chains.add(callers);
            }
            // The switch to a new fiber. The unwinder must also find the rules of the oldest frame.
            Kind::Called if matches!(callers, [only] if is_in("spgc_fiber_start", only.pc)) => {
                if !is_in("spgc_fiber_start", enclosing_function(callers[0].pc)) {
                    return Err("the rules are those of another function".into());
                }
            }
            Kind::Called | Kind::Ending => self.chains.check(callers, self.nothing_moves)?,
        }
        let driver = callers.iter().find(|frame| is_driver(frame.pc));
        if let Some(driver) = driver {
            *self.driven.entry(name).or_default() += 1;
            if driver.registers != magic() {
                return Err(format!("the registers of the driver are {driver:x?}"));
            }
        }
        Ok(())
    }

    /// Returns whether a stack pointer is that of a stub which the oldest frame of a fiber calls.
    fn is_ending(&self, sp: u64) -> bool {
        self.fibers.iter().any(|&top| sp <= top && top - sp < ENDING)
    }
}

fn no_callers(callers: &[Frame]) -> Result<(), String> {
    if callers.is_empty() { Ok(()) } else { Err(format!("the stack has not ended: {callers:x?}")) }
}
