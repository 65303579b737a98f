//! Zeal mode: collect so often, and leave so few dead objects accessible, that a missed root
//! crashes at once.
//!
//! In zeal mode two young collections alternate with two of the whole heap. Young ones move young
//! objects. Of the other two, one is compacting, which moves all but large and pinned objects; one
//! marks old objects in place, unless their blocks are sparse, and leaves holes for the next ones.
//! Blocks are reused that have been unused for a while, and evacuated blocks become inaccessible
//! (`space/pool.rs`), as do large objects that died; `space/fault.rs` explains the fault that
//! follows from a reference which was not updated. Every second collection uses all workers,
//! however little there is to do.
//!
//! Each collection processes roots, remembered objects, and the objects still to be scanned in a
//! randomised order of its own, so that of two references to an object sometimes one and sometimes
//! the other is followed first, and the objects have different neighbours in memory each time. The
//! order is determined by a seed, which can be set, and which is named when an error is reported.

pub(crate) mod delays;
mod seed;

use core::str::FromStr;

pub(crate) use seed::{SEED_WAS, name_seed, named_seed, sequence};

/// The points at which zeal mode collects although the heap is not full.
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

/// Error: a text that does not name a [`Zeal`].
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
