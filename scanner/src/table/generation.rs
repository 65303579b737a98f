//! Numbers that distinguish two states of the process's code.

use core::sync::atomic::{AtomicU64, Ordering};

/// Returns a number that no call has returned before.
///
/// Each table and each snapshot of a registry has one. Cached results of its look-ups are valid as
/// long as the number stays the same.
pub fn next_generation() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    // Only distinctness matters.
    NEXT.fetch_add(1, Ordering::Relaxed)
}
