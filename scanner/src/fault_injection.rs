//! Fault injection for mutation testing.
//!
//! The scanner and the collector contain plausible faults, each guarded by a call of [`fault`] with
//! its name. In a build with `--cfg spgc_mutations`, the environment variable `SPGC_MUTATION`
//! selects a fault. In all other builds, [`fault`] is false, and the faults are compiled out.
//! `tests/src/mutations` lists the faults, with the tests that must detect each.

/// Returns whether the fault with this name is injected.
#[cfg(not(spgc_mutations))]
#[inline(always)]
pub const fn fault(_name: &str) -> bool {
    false
}

/// Returns whether the fault with this name is injected.
#[cfg(spgc_mutations)]
pub fn fault(name: &str) -> bool {
    use std::sync::OnceLock;

    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let selected = NAME.get_or_init(|| std::env::var("SPGC_MUTATION").ok());
    selected.as_deref() == Some(name)
}
