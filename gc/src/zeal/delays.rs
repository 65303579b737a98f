//! Random delays at the steps of the safepoint protocol.
//!
//! Delays make races between two adjacent instructions likely. The protocol calls [`step`] at each
//! point where another thread may intervene. Loom models explore all interleavings and need no
//! delays.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use fastrand::Rng;

use super::seed::sequence;

/// Whether delays are enabled. They apply to all heaps of the process once one heap requests them.
static ENABLED: AtomicBool = AtomicBool::new(false);
/// Seed of the first heap that requested delays.
static SEED: AtomicU32 = AtomicU32::new(0);
/// Number of threads that have been delayed. Each thread has its own random sequence.
static THREADS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Random numbers of the calling thread.
    static RANDOM: Cell<Option<Rng>> = const { Cell::new(None) };
}

/// Enables delays for the whole process. `seed` has an effect only the first time.
pub(crate) fn enable(seed: u32) {
    if !ENABLED.load(Relaxed) {
        SEED.store(seed, Relaxed);
    }
    ENABLED.store(true, Relaxed);
}

/// Delays the calling thread at random if delays are enabled. Called at each point where another
/// thread may intervene.
#[inline]
pub(crate) fn step() {
    if !cfg!(loom) && ENABLED.load(Relaxed) {
        delay();
    }
}

/// Delays the calling thread with probability 1/4: by sleeping, yielding or spinning. Most steps
/// are not delayed, so that the delays of different steps combine.
#[cold]
fn delay() {
    // A thread that ends may still be in the protocol after its thread-local variable was
    // destroyed.
    let _ = RANDOM.try_with(|state| {
        let begin = || sequence(SEED.load(Relaxed), THREADS.fetch_add(1, Relaxed));
        let mut random = state.take().unwrap_or_else(begin);
        let bits = random.u64(..);
        state.set(Some(random));
        match bits >> 16 & 0xff {
            0 => std::thread::sleep(Duration::from_micros(bits & 0x1ff)),
            1..16 => std::thread::yield_now(),
            16..64 => (0..bits & 0x3ff).for_each(|_| core::hint::spin_loop()),
            _ => {}
        }
    });
}
