//! Making mistakes show at once.

mod check;
pub(crate) mod delays;
mod fault;
mod random;
mod slot;
mod starts;
mod when;
mod zeal;

pub(crate) use check::{AFTER_FULL, check};
pub(crate) use fault::{FaultRange, watch};
pub(crate) use random::{Random, SEED_WAS, name_seed, named_seed};
pub use when::{ParseVerifyError, Verify};
pub use zeal::{ParseZealError, Zeal};
