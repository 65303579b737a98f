//! Making mistakes show at once.

mod fault;
mod zeal;

pub(crate) use fault::{FaultRange, watch};
pub use zeal::{ParseZealError, Zeal};
