//! Injected faults, which test whether the tests notice them.
//!
//! Each fault is in the code at a place where a developer could make that mistake, here and in the
//! collector, guarded by [`fault`] and a name. In a build with `--cfg spgc_mutations` the
//! environment variable `SPGC_MUTATION` selects the fault; in any other build no fault remains.
//! `tests/src/mutations` lists them, with the tests that must notice each.

/// Returns whether the fault of this name is injected.
#[cfg(not(spgc_mutations))]
#[inline(always)]
pub const fn fault(_name: &str) -> bool {
    false
}

/// Returns whether the fault of this name is injected.
#[cfg(spgc_mutations)]
pub fn fault(name: &str) -> bool {
    use std::sync::OnceLock;

    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let made = NAME.get_or_init(|| std::env::var("SPGC_MUTATION").ok());
    made.as_deref() == Some(name)
}
