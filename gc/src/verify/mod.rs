//! Making mistakes show at once.

mod check;
pub(crate) mod delays;
mod fault;
mod starts;
mod zeal;

pub(crate) use check::{AFTER_FULL, check};
pub use check::{ParseVerifyError, Verify};
pub(crate) use fault::{FaultRange, watch};
pub use zeal::{ParseZealError, Zeal};
