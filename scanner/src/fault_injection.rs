//! Mistakes that are made on purpose, to see whether tests notice.
//!
//! Each stands in the code where somebody could make it, here and in the collector, behind [`broken`] and a name. In a
//! build with `--cfg spgc_mutations` the environment variable `SPGC_MUTATION` says which one is made; in any other
//! nothing of it is left. `tests/src/mutations` has the list, and what must notice each.

/// Whether the mistake of this name is made.
#[cfg(not(spgc_mutations))]
#[inline(always)]
pub const fn broken(_name: &str) -> bool {
    false
}

/// Whether the mistake of this name is made.
#[cfg(spgc_mutations)]
pub fn broken(name: &str) -> bool {
    use std::sync::OnceLock;

    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let made = NAME.get_or_init(|| std::env::var("SPGC_MUTATION").ok());
    made.as_deref() == Some(name)
}
