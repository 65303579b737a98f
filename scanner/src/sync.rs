//! Synchronisation primitives: those of `std`, or loom's models of them with `--cfg loom`.
//!
//! The registry uses atomics and mutexes only through this module, so loom checks the code that
//! runs in production.

#[cfg(not(loom))]
mod imp {
    use std::sync::{MutexGuard, PoisonError};

    pub(crate) use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering, fence};

    use crate::os::cancellation::CancelDisabled;

    /// A mutex without poisoning. No update of the protected data can panic half-way, so the data
    /// is consistent even if a thread panics while it holds the lock.
    #[derive(Debug)]
    pub(crate) struct Mutex<T>(std::sync::Mutex<T>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(std::sync::Mutex::new(value))
        }

        pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }

    /// Backoff for a loop that waits until another thread changes a value.
    #[derive(Debug, Default)]
    pub(crate) struct Backoff {
        /// Number of calls of [`Self::wait`].
        attempts: u32,
    }

    impl Backoff {
        /// Waits. The first calls spin, later ones yield the processor, and from the 128th on they
        /// sleep for 100 µs.
        pub(crate) fn wait(&mut self) {
            self.attempts = self.attempts.saturating_add(1);
            match self.attempts {
                0..64 => core::hint::spin_loop(),
                64..128 => std::thread::yield_now(),
                _ => {
                    let _uncancelled = CancelDisabled::begin();
                    std::thread::sleep(core::time::Duration::from_micros(100));
                }
            }
        }
    }
}

#[cfg(loom)]
mod imp {
    use loom::sync::MutexGuard;

    pub(crate) use loom::sync::atomic::{AtomicPtr, AtomicUsize, Ordering, fence};

    /// loom's mutex, without poisoning.
    #[derive(Debug)]
    pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(loom::sync::Mutex::new(value))
        }

        pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
            self.0.lock().expect("a model thread panicked while it held the lock")
        }
    }

    /// Lets the other threads of the model run.
    #[derive(Debug, Default)]
    pub(crate) struct Backoff;

    impl Backoff {
        pub(crate) fn wait(&mut self) {
            loom::thread::yield_now();
        }
    }
}

pub(crate) use imp::*;
