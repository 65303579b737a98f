//! Synchronisation primitives: the real ones, or loom's models of them.
//!
//! The modelled protocols use atomics, fences, mutexes and condition variables only through this
//! module, so that loom explores the same code that runs in production.

#[cfg(not(loom))]
mod imp {
    pub(crate) use parking_lot::{Condvar, Mutex, MutexGuard};
    pub(crate) use std::sync::Arc;
    pub(crate) use std::sync::atomic::{
        AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, compiler_fence, fence,
    };
    use std::time::Duration;

    use crate::{fatal, os};

    /// The cheap side of an asymmetric barrier (membarrier(2)): keeps the compiler from moving
    /// accesses across.
    #[inline]
    pub(crate) fn light_fence() {
        compiler_fence(Ordering::SeqCst);
    }

    /// The expensive side of an asymmetric barrier: a full fence in this thread and, if
    /// `membarrier(2)` is enabled, a full barrier in all threads of the process.
    #[inline]
    pub(crate) fn heavy_fence() {
        fence(Ordering::SeqCst);
        if let Err(error) = os::barrier_in_all_threads() {
            fatal::abort(format_args!(
                "membarrier(2), which worked when the heap was made, fails now: {error}. If a \
                 sandbox forbids it, set SPGC_MEMBARRIER=off"
            ));
        }
    }

    /// Waits until `condvar` is notified, for at most `timeout`. Returns true if the wait timed
    /// out.
    pub(crate) fn wait_for<T>(
        condvar: &Condvar,
        guard: &mut MutexGuard<'_, T>,
        timeout: Duration,
    ) -> bool {
        condvar.wait_for(guard, timeout).timed_out()
    }

    /// Evaluates a condition up to `tries` times, because it may soon become true. Returns whether
    /// it did.
    #[inline]
    pub(crate) fn spin_until(tries: u32, mut changed: impl FnMut() -> bool) -> bool {
        for _ in 0..tries {
            if changed() {
                return true;
            }
            core::hint::spin_loop();
        }
        false
    }

    /// Lets another thread have the processor.
    pub(crate) fn yield_now() {
        std::thread::yield_now();
    }

    /// Sleeps for some ten microseconds, so that a thread of a lower priority can run, too.
    pub(crate) fn sleep_briefly() {
        std::thread::sleep(Duration::from_micros(50));
    }

    /// An `UnsafeCell` with loom's interface: closures receive raw pointers.
    #[derive(Debug)]
    pub(crate) struct UnsafeCell<T>(core::cell::UnsafeCell<T>);

    impl<T> UnsafeCell<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(core::cell::UnsafeCell::new(value))
        }

        /// Calls `read` with a pointer for reading.
        pub(crate) fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
            read(self.0.get())
        }

        /// Calls `write` with a pointer for reading and writing.
        pub(crate) fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
            write(self.0.get())
        }
    }
}

#[cfg(loom)]
mod imp {
    use core::cell::Cell;
    use std::time::Duration;

    pub(crate) use loom::cell::UnsafeCell;
    pub(crate) use loom::sync::Arc;
    pub(crate) use loom::sync::atomic::{
        AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
    };
    pub(crate) use loom::thread::{yield_now, yield_now as sleep_briefly};

    std::thread_local! {
        // This is `std`'s `thread_local`, not loom's: all threads of a model share one OS thread,
        // and so share the value.
        static ASYMMETRIC: Cell<bool> = const { Cell::new(true) };
    }

    /// Sets whether the models that this OS thread runs have an asymmetric barrier.
    pub(crate) fn set_asymmetric(asymmetric: bool) {
        ASYMMETRIC.set(asymmetric);
    }

    /// Returns whether the models that this OS thread runs have an asymmetric barrier.
    pub(crate) fn is_asymmetric() -> bool {
        ASYMMETRIC.get()
    }

    /// Models an asymmetric barrier: this fence and the one in [`heavy_fence`] together have the
    /// effect of `membarrier(2)`.
    pub(crate) fn light_fence() {
        if ASYMMETRIC.get() {
            fence(Ordering::SeqCst);
        }
    }

    /// The expensive side of an asymmetric barrier.
    pub(crate) fn heavy_fence() {
        fence(Ordering::SeqCst);
    }

    /// Waits until `condvar` is notified, without a timeout. Returns false.
    pub(crate) fn wait_for<T>(
        condvar: &Condvar,
        guard: &mut MutexGuard<'_, T>,
        _: Duration,
    ) -> bool {
        condvar.wait(guard);
        false
    }

    /// Does not spin: every check would be a branch to explore.
    pub(crate) fn spin_until(_: u32, _: impl FnMut() -> bool) -> bool {
        false
    }

    /// loom's mutex with `parking_lot`'s interface: no poisoning.
    #[derive(Debug)]
    pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

    /// A lock guard. It is empty only while its thread waits on a condition variable.
    #[derive(Debug)]
    pub(crate) struct MutexGuard<'a, T>(Option<loom::sync::MutexGuard<'a, T>>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Self(loom::sync::Mutex::new(value))
        }

        #[track_caller]
        pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
            let guard = self.0.lock().expect("a model thread panicked while it held the lock");
            MutexGuard(Some(guard))
        }

        pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
            self.0.try_lock().ok().map(|guard| MutexGuard(Some(guard)))
        }
    }

    impl<T> core::ops::Deref for MutexGuard<'_, T> {
        type Target = T;

        fn deref(&self) -> &T {
            self.0.as_ref().expect("its thread does not wait")
        }
    }

    impl<T> core::ops::DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            self.0.as_mut().expect("its thread does not wait")
        }
    }

    /// loom's condition variable with `parking_lot`'s interface: it waits on a guard in place.
    #[derive(Debug)]
    pub(crate) struct Condvar(loom::sync::Condvar);

    impl Condvar {
        pub(crate) fn new() -> Self {
            Self(loom::sync::Condvar::new())
        }

        #[track_caller]
        pub(crate) fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
            let held = guard.0.take().expect("a guard is held");
            guard.0 = Some(self.0.wait(held).expect("a model thread panicked"));
        }

        #[track_caller]
        pub(crate) fn notify_one(&self) {
            self.0.notify_one();
        }

        #[track_caller]
        pub(crate) fn notify_all(&self) {
            self.0.notify_all();
        }
    }
}

pub(crate) use imp::*;
