//! The C compiler's unwinder, as profilers and backtraces use it.

use core::cell::Cell;
use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::io;
use std::sync::Once;
use std::time::Duration;

use statepoint_scanner::deopt::original_return_address;
use statepoint_scanner::return_address::return_address_at_barrier;

/// `_URC_NO_REASON`: continue with the next frame.
const NO_REASON: c_int = 0;
/// `_URC_NORMAL_STOP`: visit no other frame.
const NORMAL_STOP: c_int = 4;

unsafe extern "C-unwind" {
    fn _Unwind_Backtrace(
        visit: extern "C" fn(*mut c_void, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
}

/// Returns the return addresses of the calling thread's frames as the unwinder sees them, youngest
/// first, without the trampolines of return barriers and takeovers: other threads may install these
/// at any time.
///
/// The first frames are those of this function and of its caller.
#[inline(never)]
pub fn backtrace() -> Vec<u64> {
    extern "C" fn visit(context: *mut c_void, frames: *mut c_void) -> c_int {
        // SAFETY: the unwinder passes its context, and the argument that `backtrace` has passed.
        let (ip, frames) = unsafe { (_Unwind_GetIP(context), &mut *frames.cast::<Vec<u64>>()) };
        let ip = ip as u64;
        if return_address_at_barrier(ip).or_else(|| original_return_address(ip)).is_none() {
            frames.push(ip);
        }
        NO_REASON
    }
    let mut frames = Vec::<u64>::new();
    set_in_unwinder(true);
    // SAFETY: `visit` expects this argument, and does not unwind.
    unsafe { _Unwind_Backtrace(visit, (&raw mut frames).cast()) };
    set_in_unwinder(false);
    frames
}

/// Number of samples that the profiler has taken.
static SAMPLES: AtomicU64 = AtomicU64::new(0);
/// Number of frames in these samples.
static FRAMES: AtomicU64 = AtomicU64::new(0);
/// Maximum number of frames in a sample.
const MAX_FRAMES: u64 = 256;

thread_local! {
    static IN_UNWINDER: Cell<bool> = const { Cell::new(false) };
}

/// States whether the calling thread is in the unwinder from now on, because it throws an exception
/// that it has not caught yet, or reads its stack.
///
/// Profilers do not sample it meanwhile. Before libgcc enters a landing pad
/// (`uw_install_context_1`), it stores the registers of the catching frame, with its return
/// address, where the frame of `_Unwind_RaiseException` has saved its own. Unwinding from there
/// does not find the caller. A program in C++ that throws and samples itself crashes for this
/// reason, without any code of this project. And where the unwinder is linked statically, libgcc
/// before version 13 holds a lock while it searches an unwind rule, for which the handler would
/// wait.
pub fn set_in_unwinder(is_inside: bool) {
    IN_UNWINDER.set(is_inside);
}

/// The handler of SIGPROF: unwinds the interrupted thread, as sampling profilers do.
extern "C" fn sample(_: c_int) {
    if IN_UNWINDER.get() {
        return;
    }
    extern "C" fn visit(_: *mut c_void, count: *mut c_void) -> c_int {
        // SAFETY: the unwinder passes the argument that `sample` has passed.
        let count = unsafe { &mut *count.cast::<u64>() };
        *count += 1;
        if *count < MAX_FRAMES { NO_REASON } else { NORMAL_STOP }
    }
    let mut found = 0_u64;
    // SAFETY: `visit` expects this argument, and does not unwind. The unwinder was loaded before.
    unsafe { _Unwind_Backtrace(visit, (&raw mut found).cast()) };
    SAMPLES.fetch_add(1, Relaxed);
    FRAMES.fetch_add(found, Relaxed);
}

/// A sampling profiler: a signal handler that unwinds the stack of the thread that it interrupts.
///
/// One at a time. The handler stays installed when the profiler ends, for signals that come late.
#[derive(Debug)]
pub struct Profiler(());

impl Profiler {
    /// Samples a running thread of the process after each `interval` of processor time.
    ///
    /// # Errors
    ///
    /// If the handler or the timer cannot be installed.
    pub fn start(interval: Duration) -> io::Result<Self> {
        static INSTALLED: Once = Once::new();
        let mut result = Ok(());
        INSTALLED.call_once(|| {
            // The unwinder may be loaded, and allocate memory, when it is used for the first time.
            sample(0);
            // SAFETY: all bytes may be zero. The handler is a function of this signature.
            let installed = unsafe {
                let mut action: libc::sigaction = core::mem::zeroed();
                action.sa_sigaction = (sample as extern "C" fn(c_int)) as usize;
                action.sa_flags = libc::SA_RESTART;
                libc::sigaction(libc::SIGPROF, &raw const action, core::ptr::null_mut())
            };
            if installed != 0 {
                result = Err(io::Error::last_os_error());
            }
        });
        result?;
        set_timer(interval)?;
        Ok(Self(()))
    }

    /// Returns the number of samples that all profilers have taken, and of frames in them.
    pub fn samples() -> (u64, u64) {
        (SAMPLES.load(Relaxed), FRAMES.load(Relaxed))
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        // There is nothing to do about an error, which a valid interval does not have.
        _ = set_timer(Duration::ZERO);
    }
}

/// Sets the timer of the process's processor time. Zero turns it off.
fn set_timer(interval: Duration) -> io::Result<()> {
    let microseconds = interval.as_micros() as _;
    let time = libc::timeval { tv_sec: 0, tv_usec: microseconds };
    let timer = libc::itimerval { it_interval: time, it_value: time };
    // SAFETY: the timer is valid, and the old one is not asked for.
    match unsafe { libc::setitimer(libc::ITIMER_PROF, &raw const timer, core::ptr::null_mut()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
