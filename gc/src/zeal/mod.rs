//! Zeal mode: collects so often that a missed root soon causes a fault or a message. It also makes
//! the memory of most dead objects inaccessible.
//!
//! In zeal mode two young collections alternate with two collections of the whole heap. Young
//! collections move young objects and, after a concurrent cycle, those of some old blocks. Of the
//! other two, one is compacting and moves all objects except large and pinned ones. The other marks
//! old objects in place, evacuates sparse blocks only, and leaves holes that later allocation
//! fills.
//!
//! Evacuated blocks and dead large objects become inaccessible, and their addresses are reused only
//! after many collections (`space/pool.rs`). An access through a reference that was not updated
//! therefore faults, and `space/fault.rs` explains the fault. Every second collection uses all
//! workers, even if there is little work.
//!
//! Each collection processes roots, remembered objects and the mark stack in a randomised order.
//! Therefore the reference through which an object is first reached varies, and so do the object's
//! neighbours in memory. The order is determined by a seed, which can be set and which is part of
//! each error message.

pub(crate) mod delays;
mod seed;

use core::str::FromStr;

pub(crate) use seed::{SEED_WAS, name_seed, named_seed, sequence};

/// Additional trigger of collections in zeal mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zeal {
    /// No additional collections. Collections run when the nursery is full or memory is short.
    #[default]
    Off,
    /// At every n-th allocation of each thread. Both 0 and 1 mean every allocation.
    EveryAllocation(u32),
    /// At every poll.
    EveryPoll,
}

impl Zeal {
    /// Returns whether zeal mode is enabled.
    pub fn is_on(self) -> bool {
        self != Self::Off
    }
}

/// Error returned when a string cannot be parsed as [`Zeal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected off, alloc, poll or a positive number")]
pub struct ParseZealError;

impl FromStr for Zeal {
    type Err = ParseZealError;

    fn from_str(text: &str) -> Result<Self, ParseZealError> {
        match text {
            "off" => Ok(Self::Off),
            "alloc" => Ok(Self::EveryAllocation(1)),
            "poll" => Ok(Self::EveryPoll),
            number => match number.parse() {
                Ok(n @ 1..) => Ok(Self::EveryAllocation(n)),
                _ => Err(ParseZealError),
            },
        }
    }
}
