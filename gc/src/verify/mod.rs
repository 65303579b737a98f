//! Making mistakes show at once.

mod check;
pub(crate) mod delays;
mod fault;
mod slot;
mod starts;
mod when;
mod zeal;

pub(crate) use check::{AFTER_FULL, check};
pub(crate) use fault::{FaultRange, watch};
pub use when::{ParseVerifyError, Verify};
pub use zeal::{ParseZealError, Zeal};
