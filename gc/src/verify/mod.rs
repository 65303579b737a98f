//! The heap verifier, which detects heap corruption at the next collection.

mod check;
mod slot;

pub(crate) use check::{AFTER_FULL, BEFORE, Verifier};
pub(crate) use slot::Slot;
