//! The one switch between the real synchronisation primitives and loom's models of them.
//!
//! The safepoint protocol names atomics, mutexes and condition variables only through this module,
//! so that the code which loom explores is the code that runs.

#[cfg(not(loom))]
mod imp {
    pub(crate) use parking_lot::{Condvar, Mutex};
    pub(crate) use std::sync::Arc;
    pub(crate) use std::sync::atomic::{AtomicU32, Ordering, fence};
}

#[cfg(loom)]
mod imp {
    pub(crate) use loom::sync::Arc;
    pub(crate) use loom::sync::MutexGuard;
    pub(crate) use loom::sync::atomic::{AtomicU32, Ordering, fence};

    /// loom's mutex with `parking_lot`'s interface: no poisoning.
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

    /// loom's condition variable with `parking_lot`'s interface: it waits on a guard in place.
    #[derive(Debug)]
    pub(crate) struct Condvar(loom::sync::Condvar);

    impl Condvar {
        pub(crate) fn new() -> Self {
            Self(loom::sync::Condvar::new())
        }

        pub(crate) fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
            // SAFETY: the guard is moved out and another for the same mutex is moved in; loom's
            // wait does not unwind in between except when the whole model is being torn down,
            // and then the process of this test ends.
            unsafe {
                let owned = core::ptr::read(guard);
                let again = self.0.wait(owned).expect("a model thread panicked");
                core::ptr::write(guard, again);
            }
        }

        pub(crate) fn notify_one(&self) {
            self.0.notify_one();
        }

        pub(crate) fn notify_all(&self) {
            self.0.notify_all();
        }
    }
}

pub(crate) use imp::*;
