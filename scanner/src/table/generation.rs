//! Generation numbers, which identify a state of the process's code.

use core::sync::atomic::{AtomicU64, Ordering};

/// Returns a unique generation number.
///
/// Each table and each snapshot of a registry has one. Cached lookup results are valid for the
/// generation in which they were found.
pub fn next_generation() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    // `Relaxed` suffices, because the numbers need only be distinct.
    NEXT.fetch_add(1, Ordering::Relaxed)
}
