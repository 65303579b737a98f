//! Random delays at the steps of the safepoint protocol.
//!
//! An error between two instructions happens once in a million runs, unless there is a delay
//! between them. The protocol calls [`step`] wherever another thread may intervene; models need no
//! such calls.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use fastrand::Rng;

use super::seed::sequence;

/// Enabled for all heaps of the process, once one of them requests it.
static ENABLED: AtomicBool = AtomicBool::new(false);
/// The seed of the first heap that did.
static SEED: AtomicU32 = AtomicU32::new(0);
/// Number of threads that were delayed: each has a sequence of its own.
static THREADS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static RANDOM: Cell<Option<Rng>> = const { Cell::new(None) };
}

pub(crate) fn enable(seed: u32) {
    if !ENABLED.load(Relaxed) {
        SEED.store(seed, Relaxed);
    }
    ENABLED.store(true, Relaxed);
}

/// Marks a place at which another thread may intervene; delays the calling thread at random if
/// enabled.
#[inline]
pub(crate) fn step() {
    if !cfg!(loom) && ENABLED.load(Relaxed) {
        delay();
    }
}

/// Most steps are not delayed, so that all of them get their turn.
#[cold]
fn delay() {
    // A thread that ends may still be in the protocol.
    let _ = RANDOM.try_with(|kept| {
        let begin = || sequence(SEED.load(Relaxed), THREADS.fetch_add(1, Relaxed));
        let mut random = kept.take().unwrap_or_else(begin);
        let bits = random.u64(..);
        kept.set(Some(random));
        match bits >> 16 & 0xff {
            0 => std::thread::sleep(Duration::from_micros(bits & 0x1ff)),
            1..16 => std::thread::yield_now(),
            16..64 => (0..bits & 0x3ff).for_each(|_| core::hint::spin_loop()),
            _ => {}
        }
    });
}
