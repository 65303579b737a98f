//! Signals by which a person requests something of the process. The handler only notes the request;
//! a thread that waits for requests does the work.

use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::io;
use std::sync::OnceLock;

use statepoint_scanner::os::signals::{self, HandlerRequirements};

/// The signals of which a request was not taken: bit n stands for signal n.
static PENDING: AtomicU64 = AtomicU64::new(0);

/// Counts the requests. A semaphore, because `sem_post` is async-signal-safe.
static SEMAPHORE: OnceLock<Semaphore> = OnceLock::new();

struct Semaphore(Box<libc::sem_t>);

// SAFETY: any thread may use a semaphore at any time.
unsafe impl Send for Semaphore {}
// SAFETY: as above.
unsafe impl Sync for Semaphore {}

impl Semaphore {
    fn new() -> Self {
        let mut semaphore = Box::new(MaybeUninit::<libc::sem_t>::uninit());
        // SAFETY: the memory is valid, and does not move as long as the box exists. The call fails
        // only for a value that is too large.
        unsafe {
            libc::sem_init(semaphore.as_mut_ptr(), 0, 0);
            Self(Box::from_raw(Box::into_raw(semaphore).cast()))
        }
    }

    fn as_ptr(&self) -> *mut libc::sem_t {
        (&raw const *self.0).cast_mut()
    }
}

/// The signals that can request something, by their names.
const SIGNALS: [(&str, c_int); 3] =
    [("HUP", libc::SIGHUP), ("USR1", libc::SIGUSR1), ("USR2", libc::SIGUSR2)];

/// A signal by which a person requests something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestSignal(c_int);

impl RequestSignal {
    /// Returns the signal with this name; `None` if it cannot be a request.
    pub(crate) fn named(name: &str) -> Option<Self> {
        SIGNALS.iter().find(|(known, _)| *known == name).map(|&(_, number)| Self(number))
    }

    /// Installs the handler. It is never removed.
    pub(crate) fn install(self) -> io::Result<()> {
        SEMAPHORE.get_or_init(Semaphore::new);
        let requirements = HandlerRequirements { alternate_stack: true, restart: true };
        // SAFETY: `note` is async-signal-safe: it changes an atomic and a semaphore that exists.
        unsafe { signals::install(self.0, note, requirements) }
            .map_err(io::Error::from_raw_os_error)
    }

    /// Returns whether this signal is among those that [`wait_for_requests`] has returned.
    pub(crate) fn is_in(self, requests: u64) -> bool {
        requests >> self.0 & 1 != 0
    }
}

/// Notes a request.
///
/// # Safety
///
/// The arguments are those that the kernel passes to a signal handler.
unsafe fn note(info: *mut libc::siginfo_t, _: *mut c_void) -> bool {
    // SAFETY: the kernel passes a valid `siginfo_t`.
    let signal = unsafe { (*info).si_signo };
    PENDING.fetch_or(1 << signal, Relaxed);
    if let Some(semaphore) = SEMAPHORE.get() {
        // SAFETY: the semaphore is initialised and never destroyed.
        unsafe { libc::sem_post(semaphore.as_ptr()) };
    }
    true
}

/// Waits until a signal requests something. Returns the signals as bits; see
/// [`RequestSignal::is_in`].
pub(crate) fn wait_for_requests() -> u64 {
    let semaphore = SEMAPHORE.get_or_init(Semaphore::new);
    loop {
        let requests = PENDING.swap(0, Relaxed);
        if requests != 0 {
            return requests;
        }
        // SAFETY: the semaphore is initialised and never destroyed. If a signal interrupts the
        // call, the loop calls it again.
        unsafe { libc::sem_wait(semaphore.as_ptr()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raised_signals_are_requests() {
        let signal = RequestSignal::named("USR2").unwrap();
        signal.install().unwrap();
        let waiting = std::thread::spawn(wait_for_requests);
        // SAFETY: the signal is handled.
        assert_eq!(unsafe { libc::raise(libc::SIGUSR2) }, 0);
        let requests = waiting.join().unwrap();
        assert!(signal.is_in(requests) && !RequestSignal::named("HUP").unwrap().is_in(requests));
        assert_eq!(RequestSignal::named("KILL"), None);
    }
}
