//! Zeal mode: collect so often, and leave so little behind, that a missed root crashes at once.
//!
//! In zeal mode young and compacting collections take turns, two of each: the former move young objects, the latter
//! all but large and pinned ones. They move to addresses that were not used for a while, and the blocks that they leave
//! become inaccessible (`heap/pool.rs`), as do large objects that died; [`super::fault`] explains the fault that
//! follows from a reference which was not updated. Every second collection has all workers, however little there is to do.

use core::str::FromStr;

/// When to collect although nothing is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zeal {
    /// Never; collect when the nursery is full, or memory is short.
    #[default]
    Off,
    /// At every n-th allocation of each thread; 1, like 0, is every allocation.
    EveryAllocation(u32),
    /// At every poll.
    EveryPoll,
}

impl Zeal {
    /// Whether this is zeal mode.
    pub fn is_on(self) -> bool {
        self != Self::Off
    }
}

/// A text that does not name a [`Zeal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither off nor alloc nor poll nor a positive number")]
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
