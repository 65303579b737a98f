//! Zeal mode: collect so often, and leave so little behind, that a missed root crashes at once.
//!
//! In zeal mode two young collections and two of the whole heap take turns. Young ones move young objects. Of the others
//! one is compacting, which moves all but large and pinned objects; one marks old objects where they are, unless their
//! blocks are sparse, and leaves holes to the next ones. Blocks come to be used that were not for a while, and those
//! that objects leave become inaccessible (`space/pool.rs`), as do large objects that died; `space/fault.rs` explains the fault that
//! follows from a reference which was not updated. Every second collection has all workers, however little there is to do.
//!
//! Each collection takes roots, logged objects, and the objects that it still has to look at in an order of its own, so that
//! of two references to an object now one is the first to be followed and now the other, and neighbours in memory are
//! others each time. The order is that of a seed, which can be set, and which is named when something goes wrong.

pub(crate) mod delays;
mod seed;

use core::str::FromStr;

pub(crate) use seed::{SEED_WAS, name_seed, named_seed, sequence};

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
