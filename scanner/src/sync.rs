//! The switch between the real synchronisation primitives and loom's models of them.
//!
//! The registry's protocol uses atomics and mutexes only through this module, so that the code that
//! loom explores is the code that runs.

#[cfg(not(loom))]
mod imp {
    use std::sync::{MutexGuard, PoisonError};

    pub(crate) use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering, fence};

    use crate::os::cancellation::CancelDisabled;

    /// A mutex without poisoning: the guarded data is changed only in steps that cannot panic
    /// half-way, so a panic of a thread that holds the lock does no harm.
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

    /// Waits between two reads of a value that another thread is to change.
    #[derive(Debug, Default)]
    pub(crate) struct Backoff {
        attempts: u32,
    }

    impl Backoff {
        /// Spins first, then yields the processor, then sleeps.
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
