//! Making mistakes show at once.

mod check;
mod slot;
mod starts;

pub(crate) use check::{AFTER_FULL, Verifier};
