//! Numbers by which two states of the process's code are told apart.

use core::sync::atomic::{AtomicU64, Ordering};

/// A number that no call has returned before.
///
/// Each table and each snapshot of a registry has one: what was found in it is valid for as long as the
/// number is the same.
pub fn next_generation() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    // Only that they differ matters.
    NEXT.fetch_add(1, Ordering::Relaxed)
}
