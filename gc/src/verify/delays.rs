//! Random delays at the steps of the safepoint protocol.
//!
//! What goes wrong between two instructions goes wrong once in a million runs, unless something takes its
//! time between them. The protocol calls [`step`] wherever another thread may come in between;
//! models need no such calls.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// For all heaps of the process, once one of them wants it.
static ENABLED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static RANDOM: Cell<u64> = const { Cell::new(0) };
}

pub(crate) fn enable() {
    ENABLED.store(true, Relaxed);
}

/// Another thread may do something here.
#[inline]
pub(crate) fn step() {
    if !cfg!(loom) && ENABLED.load(Relaxed) {
        delay();
    }
}

/// Most steps take no longer than otherwise, so that all of them take their turn.
#[cold]
fn delay() {
    // A thread that ends may still be on its way through the protocol.
    let _ = RANDOM.try_with(|random| {
        let mut bits = random.get();
        if bits == 0 {
            bits = u64::from(crate::os::current_thread_id()) << 32 | 0x9e37_79b9;
        }
        // Marsaglia's xorshift, 64 bits.
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        random.set(bits);
        match bits >> 32 & 0xff {
            0 => std::thread::sleep(Duration::from_micros(bits & 0x1ff)),
            1..16 => std::thread::yield_now(),
            16..64 => (0..bits & 0x3ff).for_each(|_| core::hint::spin_loop()),
            _ => {}
        }
    });
}
