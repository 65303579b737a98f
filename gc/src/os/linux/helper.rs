//! Start of the collector's own threads.

use core::mem::MaybeUninit;
use std::io;
use std::thread::{Builder, JoinHandle};

/// Signals that a fault raises in the thread that caused it. If such a signal were blocked, the
/// kernel would end the process without calling its handler.
const FAULTS: [libc::c_int; 6] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGSYS];

/// Starts a thread of the collector, which blocks all signals except those of faults. So the host's
/// signals are delivered only to the host's threads. Their handlers may rely on the host's
/// thread-local variables, or the host may block a signal in all its threads and receive it by
/// `sigwait`.
pub(crate) fn spawn_helper(
    name: String,
    run: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    // A new thread inherits its creator's signal mask, from its first instruction on.
    let _blocked = BlockedSignals::begin();
    Builder::new().name(name).spawn(run)
}

/// A scope in which the calling thread blocks all signals except those of faults.
struct BlockedSignals {
    /// The previous signal mask.
    before: libc::sigset_t,
}

impl BlockedSignals {
    fn begin() -> Self {
        let mut before = MaybeUninit::uninit();
        // SAFETY: all pointers are to valid signal sets. The calls cannot fail, so `before` is
        // initialised.
        unsafe {
            let mut blocked = MaybeUninit::uninit();
            libc::sigfillset(blocked.as_mut_ptr());
            let mut blocked = blocked.assume_init();
            for signal in FAULTS {
                libc::sigdelset(&raw mut blocked, signal);
            }
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const blocked, before.as_mut_ptr());
            Self { before: before.assume_init() }
        }
    }
}

impl Drop for BlockedSignals {
    fn drop(&mut self) {
        // SAFETY: `before` is the valid previous mask of this thread.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.before, core::ptr::null_mut());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the signals that the calling thread blocks.
    fn blocked() -> Vec<libc::c_int> {
        let mut mask = MaybeUninit::uninit();
        // SAFETY: a null set changes nothing; the current mask is stored.
        let mask = unsafe {
            libc::pthread_sigmask(libc::SIG_BLOCK, core::ptr::null(), mask.as_mut_ptr());
            mask.assume_init()
        };
        // SAFETY: a valid set.
        let is_blocked =
            |signal: &libc::c_int| unsafe { libc::sigismember(&raw const mask, *signal) == 1 };
        (1..32).filter(is_blocked).collect()
    }

    #[test]
    fn helper_threads_block_all_but_fault_signals() {
        let before = blocked();
        let helper = spawn_helper("spgc-test".to_owned(), || {
            let blocked = blocked();
            assert_eq!(std::thread::current().name(), Some("spgc-test"));
            // SIGKILL and SIGSTOP cannot be blocked.
            let open: Vec<_> = (1..32).filter(|signal| !blocked.contains(signal)).collect();
            let mut expected = [&FAULTS[..], &[libc::SIGKILL, libc::SIGSTOP]].concat();
            expected.sort_unstable();
            assert_eq!(open, expected);
        });
        helper.unwrap().join().unwrap();
        assert_eq!(blocked(), before);
    }
}
